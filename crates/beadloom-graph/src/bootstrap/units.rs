//! The units of a project as parts, and what folders are to them: groups of units, folders above them, mere passages.

use std::collections::{BTreeMap, HashSet};

use super::parts::{Chosen, Class};
use super::tree::Tree;
use super::words;

/// The units; where there are several, one part for the project around them.
pub(super) fn units<'a>(tree: &Tree<'a>) -> Vec<Chosen<'a>> {
    let several = tree.units.len() > 1;
    let mut chosen: Vec<Chosen<'a>> = (0u32..)
        .zip(&tree.units)
        .map(|(index, unit)| Chosen {
            class: if several && unit.dir.is_empty() { Class::Root } else { Class::Unit },
            unit: Some(index),
            folder: Some(unit.root),
            dir: unit.dir,
            name: String::new(),
            files: Vec::new(),
        })
        .collect();
    if several && !chosen.iter().any(|part| part.class == Class::Root) {
        chosen.insert(
            0,
            Chosen {
                class: Class::Root,
                unit: None,
                folder: None,
                dir: "",
                name: String::new(),
                files: Vec::new(),
            },
        );
    }
    chosen
}

/// Folders without a manifest that directly hold three units or more and mean something by it.
pub(super) fn unit_groups<'a>(tree: &Tree<'a>) -> Vec<&'a str> {
    let dirs: HashSet<&str> = tree.units.iter().map(|unit| unit.dir).collect();
    holders(tree)
        .into_iter()
        .filter(|(dir, files)| {
            !dirs.contains(dir)
                && !words::is_container(words::file_name(dir))
                && u64::from(*files) * 5 < u64::from(tree.files) * 4
        })
        .map(|(dir, _)| dir)
        .collect()
}

/// Folders that directly hold three units or more, with the files in them: those of units and others.
fn holders<'a>(tree: &Tree<'a>) -> BTreeMap<&'a str, u32> {
    let mut held: BTreeMap<&'a str, (u32, u32)> = BTreeMap::new();
    for unit in &tree.units {
        let above = words::folder_of(unit.dir);
        if !unit.dir.is_empty() && !above.is_empty() {
            let (units, files) = held.entry(above).or_default();
            *units += 1;
            *files += tree.folder(unit.top).map_or(0, |folder| folder.files);
        }
    }
    held.retain(|_, (units, _)| *units >= 3);
    for folder in &tree.folders {
        // What lies beside the units, in a folder of the unit around them.
        for place in &folder.places {
            if let Some((_, files)) = held.get_mut(place) {
                *files += folder.files;
            }
        }
    }
    held.into_iter().map(|(dir, (_, files))| (dir, files)).collect()
}

/// All folders above units.
pub(super) fn above_units<'a>(tree: &Tree<'a>) -> HashSet<&'a str> {
    let mut above = HashSet::new();
    for unit in &tree.units {
        let mut at = words::folder_of(unit.dir);
        while !at.is_empty() && above.insert(at) {
            at = words::folder_of(at);
        }
    }
    above
}

/// Folders that hold nearly all of the project in units: a vendor's name, not a part.
pub(super) fn passages(tree: &Tree) -> HashSet<u32> {
    let holders = holders(tree);
    (0u32..)
        .zip(&tree.folders)
        .filter(|(_, folder)| {
            let files: u32 = folder.places.iter().filter_map(|place| holders.get(place)).sum();
            folder.loose.is_empty() && u64::from(files) * 5 >= u64::from(tree.files) * 4
        })
        .map(|(index, _)| index)
        .collect()
}
