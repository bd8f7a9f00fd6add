//! The chosen parts, which files each owns, and how they lie in one another.

use beadloom_model::CompactSort as _;
use std::collections::HashMap;

use super::kept::{is_within, path_at};
use super::tree::{Tree, count};
use super::{ProjectFacts, words};

/// What a part is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// A folder with a manifest, a scope, or a project of one unit.
    Unit,
    /// The project around several units.
    Root,
    /// A folder.
    Folder,
    /// Loose files of a flat folder.
    Group,
}

/// A part before its owner, files and id are known.
#[derive(Debug)]
pub(super) struct Chosen<'a> {
    pub(super) class: Class,
    /// Index of its unit; none for a project root without code of its own.
    pub(super) unit: Option<u32>,
    /// Its logical folder; for a group the one around it.
    pub(super) folder: Option<u32>,
    /// Where it lies, without `/` at the end.
    pub(super) dir: &'a str,
    /// A group's name, else empty.
    pub(super) name: String,
    /// A group's files, the one that names it first.
    pub(super) files: Vec<u32>,
}

/// A part with all that follows from where it lies.
#[derive(Debug)]
pub(super) struct Part<'a> {
    pub(super) class: Class,
    pub(super) unit: Option<u32>,
    pub(super) folder: Option<u32>,
    pub(super) dir: &'a str,
    pub(super) name: String,
    /// The part around it.
    pub(super) parent: Option<u32>,
    /// Whether other parts lie in it.
    pub(super) inner: bool,
    /// Files that no part inside it owns, by path.
    pub(super) own: Vec<u32>,
    /// Files in it and in the parts inside it.
    pub(super) files: u32,
    /// As [`super::PlannedNode::source`].
    pub(super) source: String,
    /// As [`super::PlannedNode::folders`].
    pub(super) folders: Vec<String>,
}

/// All parts: units first, then in the order of choice.
pub(super) struct Parts<'a> {
    pub(super) list: Vec<Part<'a>>,
    /// The owner of each file of the facts.
    pub(super) owners: Vec<Option<u32>>,
}

/// Gives every kept file to the innermost part around it.
pub(super) fn settle<'a>(facts: &ProjectFacts<'a>, tree: &Tree<'a>, chosen: Vec<Chosen<'a>>) -> Parts<'a> {
    let at_folder = by_folder(tree, &chosen);
    let holder = holders(tree, &at_folder);
    let mut owners: Vec<Option<u32>> = vec![None; facts.files.len()];
    for (folder, holder) in tree.folders.iter().zip(&holder) {
        for &file in &folder.loose {
            set(&mut owners, file, *holder);
        }
    }
    let beside = files_beside(facts, tree, &chosen);
    for &(part, file) in &beside {
        set(&mut owners, file, Some(part));
    }
    for (index, part) in (0u32..).zip(&chosen) {
        for &file in &part.files {
            set(&mut owners, file, Some(index));
        }
    }

    let parents = parents(tree, &chosen, &holder);
    let mut list: Vec<Part<'a>> = chosen
        .into_iter()
        .zip(&parents)
        .map(|(part, &parent)| Part {
            class: part.class,
            unit: part.unit,
            folder: part.folder,
            dir: part.dir,
            name: part.name,
            parent,
            inner: false,
            own: Vec::new(),
            files: 0,
            source: String::new(),
            folders: part.files.iter().map(|&file| path_at(facts.files, file).to_owned()).collect(),
        })
        .collect();
    for parent in parents.iter().flatten() {
        if let Some(parent) = list.get_mut(*parent as usize) {
            parent.inner = true;
        }
    }
    for folder in &tree.folders {
        for &file in &folder.loose {
            if let Some(Some(owner)) = owners.get(file as usize)
                && let Some(part) = list.get_mut(*owner as usize)
            {
                part.own.push(file);
            }
        }
    }
    for part in &mut list {
        part.own.compact_sort_by(|&a, &b| path_at(facts.files, a).cmp(path_at(facts.files, b)));
    }
    count_files(&mut list);
    let mut besides: HashMap<u32, Vec<u32>> = HashMap::new();
    for (part, file) in beside {
        besides.entry(part).or_default().push(file);
    }
    let mut inside: HashMap<u32, Vec<&'a str>> = HashMap::new();
    for part in list.iter().filter(|part| matches!(part.class, Class::Folder | Class::Group)) {
        if let Some(parent) = part.parent {
            inside.entry(parent).or_default().push(part.dir);
        }
    }
    for (index, part) in (0u32..).zip(&mut list) {
        let inside = inside.remove(&index).unwrap_or_default();
        place(facts, tree, part, &inside, besides.remove(&index).unwrap_or_default());
    }
    Parts { list, owners }
}

fn set(owners: &mut [Option<u32>], file: u32, owner: Option<u32>) {
    if let Some(slot) = owners.get_mut(file as usize) {
        *slot = owner;
    }
}

/// The part that stands for a folder itself.
fn by_folder(tree: &Tree, chosen: &[Chosen]) -> Vec<Option<u32>> {
    let mut at_folder = vec![None; tree.folders.len()];
    for (index, part) in (0u32..).zip(chosen) {
        if part.class == Class::Group {
            continue;
        }
        if let Some(folder) = part.folder {
            set(&mut at_folder, folder, Some(index));
        }
        // What lies between a unit's folder and its source root is the unit's as well.
        if matches!(part.class, Class::Unit | Class::Root)
            && let Some(unit) = part.unit.and_then(|unit| tree.units.get(unit as usize))
        {
            set(&mut at_folder, unit.top, Some(index));
            let mut at = unit.root;
            while at != unit.top {
                set(&mut at_folder, at, Some(index));
                let Some(parent) = tree.folder(at).and_then(|folder| folder.parent) else { break };
                at = parent;
            }
        }
    }
    at_folder
}

/// The innermost part around each folder.
fn holders(tree: &Tree, at_folder: &[Option<u32>]) -> Vec<Option<u32>> {
    let mut holder: Vec<Option<u32>> = Vec::with_capacity(tree.folders.len());
    for (folder, own) in tree.folders.iter().zip(at_folder) {
        // A folder comes after its parent.
        let above = folder.parent.and_then(|parent| holder.get(parent as usize).copied().flatten());
        holder.push(own.or(above));
    }
    holder
}

/// `x.ext` beside the folder `x/` belongs to the part of that folder.
fn files_beside(facts: &ProjectFacts, tree: &Tree, chosen: &[Chosen]) -> Vec<(u32, u32)> {
    let mut named: HashMap<(u32, &str), u32> = HashMap::new();
    for (index, part) in (0u32..).zip(chosen) {
        if part.class == Class::Folder
            && let Some(folder) = part.folder.and_then(|folder| tree.folder(folder))
            && let Some(parent) = folder.parent
        {
            named.insert((parent, folder.name), index);
        }
    }
    let mut beside = Vec::new();
    for (index, folder) in (0u32..).zip(&tree.folders) {
        for &file in &folder.loose {
            if let Some(&part) = named.get(&(index, words::stem(path_at(facts.files, file)))) {
                beside.push((part, file));
            }
        }
    }
    beside
}

fn parents(tree: &Tree, chosen: &[Chosen], holder: &[Option<u32>]) -> Vec<Option<u32>> {
    let mut at_dir: HashMap<&str, u32> = HashMap::new();
    let mut root = None;
    for (index, part) in (0u32..).zip(chosen) {
        match part.class {
            Class::Group => continue,
            Class::Root => root = Some(index),
            Class::Unit | Class::Folder => {}
        }
        at_dir.insert(part.dir, index);
        let places = part.folder.and_then(|folder| tree.folder(folder)).map(|folder| &folder.places);
        for &place in places.into_iter().flatten() {
            at_dir.entry(place).or_insert(index);
        }
    }
    (0u32..)
        .zip(chosen)
        .map(|(index, part)| {
            let folder = part.folder.and_then(|folder| tree.folder(folder));
            let found = match part.class {
                Class::Root => None,
                Class::Group => part.folder.and_then(|at| holder.get(at as usize).copied().flatten()),
                Class::Folder if folder.is_some() => folder
                    .and_then(|folder| folder.parent)
                    .and_then(|at| holder.get(at as usize).copied().flatten()),
                Class::Unit | Class::Folder => above(part.dir, &at_dir).or(root),
            };
            found.filter(|&parent| parent != index)
        })
        .collect()
}

/// The part of the nearest folder above.
fn above(dir: &str, at_dir: &HashMap<&str, u32>) -> Option<u32> {
    let mut at = dir;
    while !at.is_empty() {
        at = words::folder_of(at);
        if let Some(&part) = at_dir.get(at) {
            return Some(part);
        }
    }
    None
}

/// Adds each part's own files to all parts around it.
fn count_files(list: &mut [Part]) {
    for index in 0..list.len() {
        let Some((own, mut at)) = list.get(index).map(|part| (count(part.own.len()), part.parent)) else {
            continue;
        };
        if let Some(part) = list.get_mut(index) {
            part.files += own;
        }
        // Parents lie strictly above, so this ends; the bound only guards against a fault here.
        for _ in 0..list.len() {
            let Some(part) = at.and_then(|at| list.get_mut(at as usize)) else { break };
            part.files += own;
            at = part.parent;
        }
    }
}

/// Fills in `source` and `folders`. `inside`: where the folders in it lie that are parts.
fn place<'a>(
    facts: &ProjectFacts<'a>,
    tree: &Tree<'a>,
    part: &mut Part<'a>,
    inside: &[&'a str],
    beside: Vec<u32>,
) {
    if part.class == Class::Group {
        part.source = part.folders.first().cloned().unwrap_or_default();
        part.folders.compact_sort();
        return;
    }
    let places = places(facts, tree, part, inside);
    part.source = places.first().map(|place| as_folder(place)).unwrap_or_default();
    part.folders = places.iter().map(|place| as_folder(place)).collect();
    part.folders.extend(beside.into_iter().map(|file| path_at(facts.files, file).to_owned()));
    part.folders.compact_sort();
    part.folders.dedup();
}

/// The folders of a part, the one with most files first.
fn places<'a>(
    facts: &ProjectFacts<'a>,
    tree: &Tree<'a>,
    part: &Part<'a>,
    inside: &[&'a str],
) -> Vec<&'a str> {
    let Some(folder) = part.folder.and_then(|folder| tree.folder(folder)) else {
        return if part.class == Class::Root { Vec::new() } else { vec![part.dir] };
    };
    let whole_project = part.dir.is_empty() && matches!(part.class, Class::Unit | Class::Root);
    if part.class == Class::Unit && !whole_project {
        return vec![part.dir]; // a package is its folder
    }
    if !whole_project || folder.places != [""] {
        return by_weight(facts, tree, part, folder.places.clone());
    }
    // Around several units, the project owns what its own manifest packs, else nothing.
    let packed =
        part.unit.and_then(|unit| tree.units.get(unit as usize)).is_some_and(|unit| unit.manifest.is_some());
    if part.own.is_empty() || (part.class == Class::Root && !packed) {
        return Vec::new();
    }
    let at_root = part.own.iter().any(|&file| words::folder_of(path_at(facts.files, file)).is_empty());
    // Where only containers (`src`, `lib`) hold what the project itself owns, they say it better than the root; not so
    // where its parts lie elsewhere: `lib/` is not what is around `app/models/`.
    let mut tops: Vec<&'a str> =
        part.own.iter().map(|&file| first_segment(path_at(facts.files, file))).collect();
    tops.compact_sort();
    tops.dedup();
    let around = |dir: &&str| tops.iter().any(|top| is_within(dir, top));
    if tops.iter().all(|top| words::is_container(top)) && inside.iter().all(around) {
        return by_weight(facts, tree, part, tops);
    }
    // Stray files in small folders do not make everything else the project's own.
    if part.class == Class::Root && !at_root { Vec::new() } else { vec![""] }
}

/// Orders folders by the files in them, most first, then by name.
fn by_weight<'a>(
    facts: &ProjectFacts,
    tree: &Tree<'a>,
    part: &Part<'a>,
    mut places: Vec<&'a str>,
) -> Vec<&'a str> {
    if places.len() < 2 {
        return places;
    }
    let Some(within) = part.folder else { return places };
    let mut weights: HashMap<&str, usize> = HashMap::new();
    // Logical folders below come later in the list.
    for folder in tree.folders.iter().skip(within as usize).filter(|folder| Some(folder.unit) == part.unit) {
        for &file in &folder.loose {
            if let Some(of) = places.iter().find(|of| is_within(path_at(facts.files, file), of)) {
                *weights.entry(of).or_default() += 1;
            }
        }
    }
    places.compact_sort_by_key(|place| (std::cmp::Reverse(weights.get(place).copied().unwrap_or(0)), *place));
    places
}

fn first_segment(path: &str) -> &str {
    path.split_once('/').map_or("", |(first, _)| first)
}

fn as_folder(dir: &str) -> String {
    if dir.is_empty() { crate::paths::ROOT.to_owned() } else { format!("{dir}/") }
}
