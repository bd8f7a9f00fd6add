//! One sentence for every part, from the best source that has one.

use beadloom_model::CompactSort as _;
use std::collections::HashMap;

use super::kept::path_at;
use super::parts::{Class, Part, Parts};
use super::tree::Tree;
use super::{ProjectFacts, SummarySource, inputs, prose, words};

/// The summary of each part, in the order of the parts.
pub(super) fn of_all(facts: &ProjectFacts, tree: &Tree, parts: &Parts) -> Vec<(String, SummarySource)> {
    let readmes = readmes(facts);
    parts
        .list
        .iter()
        .map(|part| {
            if let Some(text) = manifest(tree, part) {
                (text, SummarySource::Manifest)
            } else if let Some(text) = head_comment(facts, tree, part) {
                (text, SummarySource::HeadComment)
            } else if let Some(text) = readme(facts, tree, part, &readmes) {
                (text, SummarySource::Readme)
            } else {
                (String::new(), SummarySource::Fallback)
            }
        })
        .collect()
}

/// Each folder's best README.
fn readmes<'a>(facts: &ProjectFacts<'a>) -> HashMap<&'a str, &'a str> {
    let mut found: HashMap<&'a str, (usize, &'a str)> = HashMap::new();
    for file in facts.files {
        let name = words::file_name(&file.path);
        let Some(rank) = inputs::READMES.iter().position(|readme| readme.eq_ignore_ascii_case(name)) else {
            continue;
        };
        if !inputs::is_input(&file.path) {
            continue;
        }
        let best = found.entry(words::folder_of(&file.path)).or_insert((rank, &file.path));
        *best = (*best).min((rank, &file.path));
    }
    found.into_iter().map(|(folder, (_, path))| (folder, path)).collect()
}

fn manifest(tree: &Tree, part: &Part) -> Option<String> {
    if !matches!(part.class, Class::Unit | Class::Root) {
        return None;
    }
    let unit = part.unit.and_then(|unit| tree.units.get(unit as usize))?;
    unit.manifest.as_ref()?.description.clone()
}

/// Of the file that stands for the part: an index file, or one of the part's own name.
fn head_comment(facts: &ProjectFacts, tree: &Tree, part: &Part) -> Option<String> {
    if part.class == Class::Group {
        let naming = part.own.iter().find(|&&file| path_at(facts.files, file) == part.source)?;
        return file_summary(facts, *naming);
    }
    let folder = part.folder.and_then(|folder| tree.folder(folder))?;
    let names = [words::folded(folder.name), words::folded(words::file_name(part.dir))];
    let mut candidates: Vec<(u8, &str, u32)> = Vec::new();
    for &file in &part.own {
        let path = path_at(facts.files, file);
        let stem = words::stem(path);
        let directly = folder.places.contains(&words::folder_of(path));
        let named = names.contains(&words::folded(stem));
        let package_doc = || {
            words::extension(path) == "go"
                && facts
                    .files
                    .get(file as usize)
                    .and_then(|file| file.summary.as_deref())
                    .is_some_and(|text| text.starts_with("Package "))
        };
        let rank = match () {
            () if directly
                && matches!(stem, "__init__" | "mod" | "lib" | "index" | "doc" | "package-info") =>
            {
                0
            }
            () if named => 1,
            () if directly && matches!(stem, "main" | "__main__" | "init") => 2,
            () if directly && package_doc() => 3,
            () => continue,
        };
        candidates.push((rank, path, file));
    }
    candidates.compact_sort();
    candidates.into_iter().find_map(|(_, _, file)| file_summary(facts, file))
}

fn file_summary(facts: &ProjectFacts, file: u32) -> Option<String> {
    prose::head_comment(facts.files.get(file as usize)?.summary.as_deref()?)
}

fn readme(facts: &ProjectFacts, tree: &Tree, part: &Part, readmes: &HashMap<&str, &str>) -> Option<String> {
    if part.class == Class::Group {
        return None; // the folder's, not the group's
    }
    let places = part.folder.and_then(|folder| tree.folder(folder)).map(|folder| folder.places.as_slice());
    let name = match part.class {
        Class::Unit | Class::Root => {
            part.unit.and_then(|unit| tree.units.get(unit as usize)).and_then(|unit| unit.bare_name())
        }
        Class::Folder | Class::Group => None,
    };
    let name = name.unwrap_or(if part.dir.is_empty() { facts.name } else { words::file_name(part.dir) });
    std::iter::once(part.dir)
        .chain(places.into_iter().flatten().copied())
        .filter_map(|dir| readmes.get(dir))
        .find_map(|path| prose::introduction(&(facts.read)(path)?, name))
}
