//! Groups of loose files in flat folders: where a folder has many files and no folders for them, its files are
//! its parts.

use std::collections::{BTreeMap, HashSet};

use super::kept::path_at;
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

/// Stems that share a first word make one group from this many on.
const SHARED_BY: usize = 3;

/// A group with fewer lines is no part.
const LINES: u64 = 150;

struct Group {
    name: String,
    /// The file that names it first, then by path.
    files: Vec<u32>,
    lines: u64,
}

/// Adds the groups of the chosen folders, as far as the budget goes.
pub(super) fn add_groups<'a>(facts: &ProjectFacts<'a>, tree: &Tree<'a>, chosen: &mut Vec<Chosen<'a>>) {
    let mut flat: Vec<(std::cmp::Reverse<u64>, &'a str, u32, usize)> = Vec::new();
    let parts: HashSet<u32> = chosen.iter().filter_map(|part| part.folder).collect();
    for part in chosen.iter() {
        if let Some(index) = part.folder
            && let Some(folder) = tree.folder(index)
        {
            let limit = limit(facts, tree, index, folder);
            if limit > 0 {
                flat.push((std::cmp::Reverse(folder.lines), part.dir, index, limit));
            }
        }
    }
    flat.sort_unstable();
    for (_, dir, index, limit) in flat {
        let room = BUDGET.saturating_sub(chosen.len()).min(limit);
        let Some(folder) = tree.folder(index) else { continue };
        for group in groups(facts, tree, folder, &parts).into_iter().take(room) {
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

/// How many groups a folder may have.
fn limit(facts: &ProjectFacts, tree: &Tree, index: u32, folder: &Folder) -> usize {
    if folder.loose.len() < FLAT_FROM {
        return 0;
    }
    let Some(unit) = tree.units.get(folder.unit as usize) else { return 0 };
    let of_project: u64 =
        tree.units.iter().filter_map(|unit| tree.folder(unit.top)).map(|top| top.lines).sum();
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

/// A folder's groups, largest first.
fn groups(facts: &ProjectFacts, tree: &Tree, folder: &Folder, parts: &HashSet<u32>) -> Vec<Group> {
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
    for &file in &folder.loose {
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
    shared.retain(|_, stems| stems.len() >= SHARED_BY);

    let mut found: Vec<Group> = Vec::new();
    let mut grouped: HashSet<&str> = HashSet::new();
    for (word, members) in &shared {
        grouped.extend(members);
        if !words::is_helper(word) {
            let files = members.iter().filter_map(|stem| stems.get(stem)).flatten().copied().collect();
            found.push(group(facts, word.clone(), files));
        }
    }
    for (stem, files) in &stems {
        let alone = files.first().is_some_and(|&file| words::is_class_per_file(path_at(facts.files, file)));
        if !grouped.contains(stem) && !alone && !words::is_helper(stem) {
            found.push(group(facts, (*stem).to_owned(), files.clone()));
        }
    }
    // `gin.go` is the face of gin, not a part of it.
    found.retain(|group| group.lines >= LINES && !own_names.contains(&words::folded(&group.name)));
    found.sort_by(|a, b| b.lines.cmp(&a.lines).then_with(|| a.name.cmp(&b.name)));
    found
}

/// The file whose stem is the name comes first, else the longest.
fn group(facts: &ProjectFacts, name: String, mut files: Vec<u32>) -> Group {
    files.sort_by(|&a, &b| path_at(facts.files, a).cmp(path_at(facts.files, b)));
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
    Group { name, files, lines }
}
