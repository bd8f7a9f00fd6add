//! The units of a project and the tree of logical folders inside each.
//!
//! A logical folder leaves out the source set around it, so `src/main/java/shop` and `src/main/kotlin/shop` are
//! one folder with two places.

use beadloom_model::CompactSort as _;
use std::collections::HashMap;

use beadloom_model::LanguageId;

use super::kept::{Kept, path_at, scope_folders};
use super::manifests::Manifest;
use super::{ProjectFacts, words};

/// A logical folder of a unit.
#[derive(Debug, Default)]
pub(super) struct Folder<'a> {
    pub(super) name: &'a str,
    pub(super) parent: Option<u32>,
    pub(super) unit: u32,
    /// Levels below the unit's folder.
    pub(super) depth: u32,
    /// By name.
    pub(super) children: Vec<u32>,
    /// Files directly in it: indexes into the facts, by path.
    pub(super) loose: Vec<u32>,
    /// Files in it and below.
    pub(super) files: u32,
    /// Their lines.
    pub(super) lines: u64,
    /// The folders it stands for, without `/` at the end, by name; empty at the root.
    pub(super) places: Vec<&'a str>,
}

/// A folder with a manifest and code of its own, a scope, or the project's root.
#[derive(Debug)]
pub(super) struct Unit<'a> {
    /// Without `/` at the end; empty at the root.
    pub(super) dir: &'a str,
    pub(super) manifest: Option<Manifest>,
    /// Its whole tree.
    pub(super) top: u32,
    /// Where its parts begin: folders above hold next to nothing else.
    pub(super) root: u32,
}

impl Unit<'_> {
    /// The name that its manifest gives, without scope, group or vendor.
    pub(super) fn bare_name(&self) -> Option<&str> {
        self.manifest.as_ref()?.name.as_deref().map(bare_name)
    }
}

/// All units and folders with kept files.
pub(super) struct Tree<'a> {
    /// A folder comes after its parent.
    pub(super) folders: Vec<Folder<'a>>,
    /// By folder.
    pub(super) units: Vec<Unit<'a>>,
    /// Kept files.
    pub(super) files: u32,
    /// Whether the project is so small that every folder is worth naming.
    pub(super) small: bool,
    /// What the manifest at the root calls the project, which need not have code there.
    pub(super) name: Option<String>,
}

/// Projects with at most this many folders that hold code directly show each of them.
const SMALL_PROJECT: usize = 24;

impl<'a> Tree<'a> {
    /// A folder by its index. Indexes come from this tree, so a missing one reads as an empty folder only in
    /// theory.
    pub(super) fn folder(&self, index: u32) -> Option<&Folder<'a>> {
        self.folders.get(index as usize)
    }
}

/// Builds the tree.
pub(super) fn build<'a>(
    facts: &ProjectFacts<'a>,
    kept: &Kept<'a>,
    mut manifests: HashMap<&'a str, Manifest>,
) -> Tree<'a> {
    let scopes = scope_folders(facts.scopes);
    let name = manifests.get("").and_then(|manifest| manifest.name.clone());
    let mut builder = Builder { folders: Vec::new(), units: Vec::new(), children: HashMap::new() };
    let mut unit_at: HashMap<&'a str, u32> = HashMap::new();
    let mut folder_at: HashMap<(&'a str, bool), u32> = HashMap::new();
    for &index in &kept.files {
        let Some(file) = facts.files.get(index as usize) else { continue };
        let dir = words::folder_of(&file.path);
        // Kotlin's source sets are told by the file, not by the folder alone.
        let kotlin = LanguageId::of_path(&file.path) == Some(LanguageId::Kotlin);
        let folder = match folder_at.get(&(dir, kotlin)) {
            Some(&folder) => folder,
            None => {
                let unit_dir = unit_of(dir, &manifests, &unit_at, &scopes);
                let unit = *unit_at
                    .entry(unit_dir)
                    .or_insert_with(|| builder.add_unit(unit_dir, manifests.remove(unit_dir)));
                let folder = builder.folder(unit, unit_dir, dir, kotlin);
                folder_at.insert((dir, kotlin), folder);
                folder
            }
        };
        if let Some(folder) = builder.folders.get_mut(folder as usize) {
            folder.loose.push(index);
            folder.files += 1;
            folder.lines += u64::from(file.lines);
        }
    }
    builder.finish(facts, kept, name)
}

/// The nearest folder above (or at) `dir` that is a unit.
fn unit_of<'a>(
    dir: &'a str,
    manifests: &HashMap<&'a str, Manifest>,
    known: &HashMap<&'a str, u32>,
    scopes: &[&str],
) -> &'a str {
    let mut at = dir;
    loop {
        if at.is_empty() || manifests.contains_key(at) || known.contains_key(at) || scopes.contains(&at) {
            return at;
        }
        at = words::folder_of(at);
    }
}

struct Builder<'a> {
    folders: Vec<Folder<'a>>,
    units: Vec<Unit<'a>>,
    children: HashMap<(u32, &'a str), u32>,
}

impl<'a> Builder<'a> {
    fn add_unit(&mut self, dir: &'a str, manifest: Option<Manifest>) -> u32 {
        let unit = count(self.units.len());
        let top = count(self.folders.len());
        self.folders.push(Folder {
            name: words::file_name(dir),
            unit,
            places: vec![dir],
            ..Folder::default()
        });
        self.units.push(Unit { dir, manifest, top, root: top });
        unit
    }

    /// The logical folder of a real one, made with those above it.
    fn folder(&mut self, unit: u32, unit_dir: &'a str, dir: &'a str, kotlin: bool) -> u32 {
        let Some(mut at) = self.units.get(unit as usize).map(|unit| unit.top) else { return 0 };
        let inside = dir.get(unit_dir.len()..).unwrap_or("").trim_start_matches('/');
        if inside.is_empty() {
            return at;
        }
        let skipped = source_set(inside, kotlin);
        if skipped == inside.len() {
            self.add_place(at, dir);
            return at;
        }
        if skipped > 0 {
            let end = dir.len() - inside.len() + skipped;
            self.add_place(at, dir.get(..end).unwrap_or(dir).trim_end_matches('/'));
        }
        let mut from = dir.len() - inside.len() + skipped;
        while from < dir.len() {
            let end = dir.get(from..).and_then(|rest| rest.find('/')).map_or(dir.len(), |next| from + next);
            let name = dir.get(from..end).unwrap_or("");
            let place = dir.get(..end).unwrap_or(dir);
            at = match self.children.get(&(at, name)) {
                Some(&child) => child,
                None => self.add_folder(unit, at, name),
            };
            self.add_place(at, place);
            from = end + 1;
        }
        at
    }

    fn add_folder(&mut self, unit: u32, parent: u32, name: &'a str) -> u32 {
        let index = count(self.folders.len());
        let depth = self.folders.get(parent as usize).map_or(0, |folder| folder.depth) + 1;
        self.folders.push(Folder { name, parent: Some(parent), unit, depth, ..Folder::default() });
        if let Some(folder) = self.folders.get_mut(parent as usize) {
            folder.children.push(index);
        }
        self.children.insert((parent, name), index);
        index
    }

    fn add_place(&mut self, folder: u32, place: &'a str) {
        if let Some(folder) = self.folders.get_mut(folder as usize)
            && let Err(at) = folder.places.binary_search(&place)
        {
            folder.places.insert(at, place);
        }
    }

    fn finish(mut self, facts: &ProjectFacts<'a>, kept: &Kept<'a>, name: Option<String>) -> Tree<'a> {
        for index in (0..self.folders.len()).rev() {
            let Some((files, lines, Some(parent))) =
                self.folders.get(index).map(|folder| (folder.files, folder.lines, folder.parent))
            else {
                continue;
            };
            if let Some(parent) = self.folders.get_mut(parent as usize) {
                parent.files += files;
                parent.lines += lines;
            }
        }
        let names: Vec<&'a str> = self.folders.iter().map(|folder| folder.name).collect();
        for folder in &mut self.folders {
            folder.children.compact_sort_by_key(|child| names.get(*child as usize).copied());
        }
        let with_code = self.folders.iter().filter(|folder| !folder.loose.is_empty()).count();
        let mut tree = Tree {
            folders: self.folders,
            units: self.units,
            files: count(kept.files.len()),
            small: with_code <= SMALL_PROJECT,
            name,
        };
        let scopes = scope_folders(facts.scopes);
        for index in 0..tree.units.len() {
            let Some(unit) = tree.units.get(index) else { continue };
            let root = if scopes.contains(&unit.dir) { unit.top } else { source_root(facts, &tree, unit) };
            if let Some(unit) = tree.units.get_mut(index) {
                unit.root = root;
            }
        }
        tree
    }
}

/// How many bytes of a path inside a unit are a source set: `src/main/java/`, `src/commonMain/kotlin/`,
/// `jvm/src/`.
fn source_set(inside: &str, kotlin: bool) -> usize {
    let mut segments = inside.splitn(4, '/');
    let (first, second, third) = (segments.next(), segments.next(), segments.next());
    let language = |name: &str| matches!(name, "groovy" | "clojure") || words::is_source_folder(name);
    let taken = match (first, second, third) {
        (Some("src"), Some(set), Some(lang))
            if (set == "main" || set.ends_with("Main")) && language(lang) =>
        {
            "src".len() + set.len() + lang.len() + 3
        }
        (Some(platform), Some("src"), _) if kotlin && platform != "src" => platform.len() + "src".len() + 2,
        _ => 0,
    };
    taken.min(inside.len())
}

/// Goes down while one child holds nearly everything and next to nothing lies beside it.
///
/// A small project must not lose a folder that may be its only part, nor one without a name of its own: there
/// only containers, folders of the unit's name, packages and the reversed domains of Java-like languages are
/// entered.
fn source_root(facts: &ProjectFacts, tree: &Tree, unit: &Unit) -> u32 {
    let name = unit.bare_name();
    let own_names = [
        words::folded(name.unwrap_or("")),
        words::folded(words::file_name(unit.dir)),
        words::folded(facts.name),
    ];
    // Around other units, a folder is one part among several, not all there is.
    let around = unit.dir.is_empty() && tree.units.len() > 1;
    let named = !around && (name.is_some() || !unit.dir.is_empty());
    let total = tree.folder(unit.top).map_or(0, |folder| folder.files);
    let mut at = unit.top;
    loop {
        let Some(folder) = tree.folder(at) else { return at };
        let largest = folder
            .children
            .iter()
            .filter_map(|&child| tree.folder(child).map(|folder| (folder.files, std::cmp::Reverse(child))))
            .max();
        let Some((files, std::cmp::Reverse(child))) = largest else { return at };
        let Some(inner) = tree.folder(child) else { return at };
        let loose = folder
            .loose
            .iter()
            .filter(|&&file| !words::is_index(words::stem(path_at(facts.files, file))))
            .count();
        if loose > 2 || u64::from(files) * 5 < u64::from(total) * 4 || words::is_no_part(inner.name) {
            return at;
        }
        let known = words::is_container(inner.name) || own_names.contains(&words::folded(inner.name));
        let java_like = is_java_like(facts, tree, child);
        let passage = java_like && inner.loose.is_empty() && inner.children.len() == 1;
        // Of a package, the folder that holds all its code is the package itself (`bs4`), by its language's rule.
        let package = files == total && named && (java_like || is_python_package(facts, inner));
        if !(known || passage || package || (named && !tree.small)) {
            return at;
        }
        at = child;
    }
}

/// Whether the first file below a chain of folders has a language whose packages begin with a reversed domain.
fn is_java_like(facts: &ProjectFacts, tree: &Tree, folder: u32) -> bool {
    let mut at = Some(folder);
    while let Some(folder) = at.and_then(|at| tree.folder(at)) {
        if let Some(&file) = folder.loose.first() {
            return words::is_class_per_file(path_at(facts.files, file));
        }
        at = folder.children.first().copied();
    }
    false
}

fn is_python_package(facts: &ProjectFacts, folder: &Folder) -> bool {
    folder.loose.iter().any(|&file| words::file_name(path_at(facts.files, file)) == "__init__.py")
}

/// A package name without its scope, group or vendor.
pub(super) fn bare_name(name: &str) -> &str {
    let name = name.trim().trim_end_matches('/');
    name.rsplit_once('/').map_or(name, |(_, bare)| bare)
}

/// An index or count of things that fit in memory as `u32`: a project of four thousand million files does not.
pub(super) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
