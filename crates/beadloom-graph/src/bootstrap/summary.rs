//! One sentence for every part, from the best source that has one.

use beadloom_model::CompactSort as _;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use beadloom_model::LanguageId;

use super::kept::{is_within, path_at};
use super::parts::{Class, Part, Parts};
use super::tree::Tree;
use super::{ProjectFacts, SummarySource, inputs, prose, words};

/// The summary of each part, in the order of the parts. What several would say tells none of them from the others: each
/// says what its next source has, except that the project around all keeps it.
pub(super) fn of_all(facts: &ProjectFacts, tree: &Tree, parts: &Parts) -> Vec<(String, SummarySource)> {
    let readmes = readmes(facts);
    let project = tree.name.as_deref().unwrap_or(facts.name);
    // Each README is read once, and only where nothing before it says what the part is.
    let introductions: Vec<OnceCell<Option<String>>> = parts.list.iter().map(|_| OnceCell::new()).collect();
    let mut shared: HashSet<String> = HashSet::new();
    loop {
        let found: Vec<(String, SummarySource)> = parts
            .list
            .iter()
            .zip(&introductions)
            .map(|(part, introduction)| {
                let introduction =
                    || introduction.get_or_init(|| readme(facts, tree, part, &readmes)).clone();
                of(facts, tree, part, &introduction, project, &shared)
            })
            .collect();
        let mut seen: HashMap<&str, u32> = HashMap::new();
        for (text, _) in found.iter().filter(|(text, _)| !text.is_empty()) {
            *seen.entry(text).or_default() += 1;
        }
        let known = shared.len();
        shared.extend(seen.into_iter().filter(|(_, times)| *times > 1).map(|(text, _)| text.to_owned()));
        if shared.len() == known {
            return found;
        }
    }
}

/// The first sentence of the best source that says something. `introduction`: of the README; `shared`: what several parts
/// would say.
fn of(
    facts: &ProjectFacts,
    tree: &Tree,
    part: &Part,
    introduction: &dyn Fn() -> Option<String>,
    project: &str,
    shared: &HashSet<String>,
) -> (String, SummarySource) {
    let written = part.unit.and_then(|unit| tree.units.get(unit as usize)).and_then(|unit| unit.bare_name());
    let own = if part.dir.is_empty() { project } else { words::file_name(part.dir) };
    let names = [project, own, written.unwrap_or(own), part.name.as_str()];
    let tells = |text: &String| {
        !prose::says_only(text, &names) && (part.class == Class::Root || !shared.contains(text))
    };
    if let Some(text) = manifest(tree, part).filter(tells) {
        (text, SummarySource::Manifest)
    } else if let Some(text) = head_comment(facts, tree, part).filter(tells) {
        (text, SummarySource::HeadComment)
    } else if let Some(text) = introduction().filter(tells) {
        (text, SummarySource::Readme)
    } else {
        (String::new(), SummarySource::Fallback)
    }
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
            LanguageId::of_path(path) == Some(LanguageId::Go)
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
    // What speaks of a file does not speak of the folder around it.
    let of_folder = |text: &String| !text.starts_with("This file ");
    candidates.into_iter().find_map(|(_, _, file)| file_summary(facts, file).filter(of_folder))
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
    // `cart/src/cart.csproj` is described in `cart/`, unless that holds other packages.
    let above = words::folder_of(part.dir);
    let around = (part.class == Class::Unit
        && !above.is_empty()
        && words::is_container(words::file_name(part.dir))
        && tree.units.iter().filter(|unit| is_within(unit.dir, above)).count() == 1)
        .then_some(above);
    std::iter::once(part.dir)
        .chain(places.into_iter().flatten().copied())
        .chain(around)
        .filter_map(|dir| readmes.get(dir))
        .find_map(|path| prose::introduction(&(facts.read)(path)?, name))
}
