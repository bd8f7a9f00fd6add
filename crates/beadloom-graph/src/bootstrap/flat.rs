//! Groups of loose files in flat folders: where a folder has many files and no folders for them, its files are
//! its parts.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::kept::path_at;
use super::named::Named;
use super::open::{BUDGET, OPENED_ABOVE};
use super::parts::{Chosen, Class};
use super::tree::{Folder, Tree};
use super::{ProjectFacts, words};

/// A folder with this many loose files is flat.
const FLAT_FROM: usize = 8;

/// Groups in a folder whose loose files hold most of it.
const GROUPS_OF_FLAT: usize = 24;

/// Groups at the source root of a unit that also has folders.
const GROUPS_AT_ROOT: usize = 8;

/// Loose files from which on a folder that holds what everything needs is looked into.
const CORE_FROM: usize = 3;

/// Stems that share a first word make one group from this many on; two are enough where the word is one of them.
const SHARED_BY: usize = 3;

/// Groups that documents name; and where they name so many of a folder, of its others a quarter as many.
const NAMED: usize = 40;
const NAMED_ENOUGH: usize = 4;

/// A group with fewer lines is no part.
const LINES: u64 = 150;

/// Unless a page of the documentation has its name.
const LINES_WITH_PAGE: u64 = 40;

struct Group {
    name: String,
    /// The file that names it first, then by path.
    files: Vec<u32>,
    lines: u64,
    /// Whether a page of the documentation has its name.
    has_page: bool,
}

/// Adds the groups that documents name, then those of the chosen folders, as far as the budget goes.
pub(super) fn add_groups<'a>(
    facts: &ProjectFacts<'a>,
    tree: &Tree<'a>,
    named: &Named,
    chosen: &mut Vec<Chosen<'a>>,
) {
    let mut flat: Vec<(std::cmp::Reverse<u64>, &'a str, u32, usize)> = Vec::new();
    let of_project: u64 =
        tree.units.iter().filter_map(|unit| tree.folder(unit.top)).map(|top| top.lines).sum();
    let parts: HashSet<u32> = chosen.iter().filter_map(|part| part.folder).collect();
    for part in chosen.iter() {
        if let Some(index) = part.folder
            && let Some(folder) = tree.folder(index)
        {
            let limit = limit(facts, tree, of_project, index, folder);
            if limit > 0 {
                flat.push((std::cmp::Reverse(folder.lines), part.dir, index, limit));
            }
        }
    }
    flat.compact_sort();
    let (taken, named_of) = add_named(tree, named, &parts, chosen);
    for (_, dir, index, limit) in flat {
        let named_here = named_of.get(&index).copied().unwrap_or(0);
        let limit = if named_here >= NAMED_ENOUGH { named_here / 4 } else { limit };
        let room = BUDGET.saturating_sub(chosen.len()).min(limit);
        let Some(folder) = tree.folder(index) else { continue };
        for group in groups(facts, tree, folder, &parts, named, &taken).into_iter().take(room) {
            chosen.push(Chosen {
                class: Class::Group,
                unit: Some(folder.unit),
                folder: Some(index),
                dir,
                name: group.name,
                files: group.files,
            });
        }
    }
}

/// Adds the groups that documents name. Gives the files that they took, and how many there are in each folder.
fn add_named<'a>(
    tree: &Tree<'a>,
    named: &Named,
    parts: &HashSet<u32>,
    chosen: &mut Vec<Chosen<'a>>,
) -> (HashSet<u32>, HashMap<u32, usize>) {
    let mut taken = HashSet::new();
    let mut named_of: HashMap<u32, usize> = HashMap::new();
    for group in named.groups.iter().take(NAMED) {
        let Some(folder) = tree.folder(group.folder) else { continue };
        // `net.rs` beside the part `net/` is that part.
        let beside = folder.children.iter().any(|child| {
            parts.contains(child) && tree.folder(*child).is_some_and(|folder| folder.name == group.name)
        });
        if beside {
            continue;
        }
        taken.extend(group.files.iter().copied());
        *named_of.entry(group.folder).or_default() += 1;
        chosen.push(Chosen {
            class: Class::Group,
            unit: Some(folder.unit),
            folder: Some(group.folder),
            dir: folder.places.first().copied().unwrap_or(""),
            name: group.name.clone(),
            files: group.files.clone(),
        });
    }
    (taken, named_of)
}

/// How many groups a folder may have. `of_project`: lines of all units.
fn limit(facts: &ProjectFacts, tree: &Tree, of_project: u64, index: u32, folder: &Folder) -> usize {
    let Some(unit) = tree.units.get(folder.unit as usize) else { return 0 };
    if words::is_core(folder.name) && unit.root != index && folder.loose.len() >= CORE_FROM {
        return GROUPS_AT_ROOT;
    }
    if folder.loose.len() < FLAT_FROM {
        return 0;
    }
    let loose: u64 = folder.loose.iter().map(|&file| lines(facts, file)).sum();
    // Among several units, people think in units: only large ones show what lies at their source root.
    let shown = tree.units.len() == 1 || folder.files > OPENED_ABOVE;
    if loose * 2 >= folder.lines && loose * 10 >= of_project * 3 {
        GROUPS_OF_FLAT
    } else if unit.root == index && shown {
        GROUPS_AT_ROOT
    } else {
        0
    }
}

fn lines(facts: &ProjectFacts, file: u32) -> u64 {
    facts.files.get(file as usize).map_or(0, |file| u64::from(file.lines))
}

/// A folder's groups: those with a page of their own first, then the largest.
fn groups(
    facts: &ProjectFacts,
    tree: &Tree,
    folder: &Folder,
    parts: &HashSet<u32>,
    named: &Named,
    taken: &HashSet<u32>,
) -> Vec<Group> {
    let unit = tree.units.get(folder.unit as usize);
    let own_names = [
        words::folded(folder.name),
        words::folded(unit.map_or("", |unit| words::file_name(unit.dir))),
        words::folded(unit.map_or(facts.name, |unit| unit.bare_name().unwrap_or(facts.name))),
    ];
    let beside: HashSet<&str> = folder
        .children
        .iter()
        .filter(|child| parts.contains(child))
        .filter_map(|&child| tree.folder(child).map(|folder| folder.name))
        .collect();
    // Header and source, declaration and code share a stem and are one.
    let mut stems: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for &file in folder.loose.iter().filter(|file| !taken.contains(file)) {
        let stem = words::stem(path_at(facts.files, file));
        if !words::is_index(stem) && !beside.contains(stem) {
            stems.entry(stem).or_default().push(file);
        }
    }
    let mut shared: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for &stem in stems.keys() {
        let word = words::first_word(stem);
        if word.chars().count() > 1 {
            shared.entry(word).or_default().push(stem);
        }
    }
    shared.retain(|word, stems| {
        stems.len() >= SHARED_BY
            || (stems.len() == 2 && stems.iter().any(|stem| stem.eq_ignore_ascii_case(word)))
    });

    let mut found: Vec<Group> = Vec::new();
    let mut grouped: HashSet<&str> = HashSet::new();
    for (word, members) in &shared {
        grouped.extend(members);
        if !words::is_helper(word) || named.has_page(word) {
            let files = members.iter().filter_map(|stem| stems.get(stem)).flatten().copied().collect();
            found.push(group(facts, named, word.clone(), files));
        }
    }
    for (stem, files) in &stems {
        let alone = files.first().is_some_and(|&file| words::is_class_per_file(path_at(facts.files, file)));
        if !grouped.contains(stem) && !alone && (!words::is_helper(stem) || named.has_page(stem)) {
            found.push(group(facts, named, (*stem).to_owned(), files.clone()));
        }
    }
    // `gin.go` is the face of gin, not a part of it.
    found.retain(|group| {
        let least = if group.has_page { LINES_WITH_PAGE } else { LINES };
        group.lines >= least && !own_names.contains(&words::folded(&group.name))
    });
    found.compact_sort_by(|a, b| {
        b.has_page.cmp(&a.has_page).then_with(|| b.lines.cmp(&a.lines)).then_with(|| a.name.cmp(&b.name))
    });
    found
}

/// The file whose stem is the name comes first, else the longest.
fn group(facts: &ProjectFacts, named: &Named, name: String, mut files: Vec<u32>) -> Group {
    files.compact_sort_by(|&a, &b| path_at(facts.files, a).cmp(path_at(facts.files, b)));
    let naming = files
        .iter()
        .enumerate()
        .max_by_key(|&(index, &file)| {
            let same = words::folded(words::stem(path_at(facts.files, file))) == words::folded(&name);
            (same, lines(facts, file), std::cmp::Reverse(index))
        })
        .map_or(0, |(index, _)| index);
    let first = files.remove(naming);
    files.insert(0, first);
    let lines = files.iter().map(|&file| lines(facts, file)).sum();
    let has_page = named.has_page(&name);
    Group { name, files, lines, has_page }
}
