//! Service, domain or feature.

use beadloom_model::LanguageId;

use super::kept::path_at;
use super::parts::{Class, Part, Parts};
use super::tree::Tree;
use super::{ProjectFacts, words};

/// The kind of each part, in the order of the parts.
pub(super) fn of_all(facts: &ProjectFacts, tree: &Tree, parts: &Parts) -> Vec<&'static str> {
    let entries = entries(facts, parts);
    parts
        .list
        .iter()
        .zip(entries.iter().zip(routes(facts, parts)))
        .map(|(part, (&entry, routes))| match part.class {
            Class::Root => "service",
            Class::Unit if runs(tree, part) => "service",
            Class::Unit if entry && !is_library(tree, part) => "service",
            // A library about routes declares some too.
            Class::Unit if routes > 0 && !is_library(tree, part) && !is_crate(facts, part) => "service",
            Class::Unit => "domain",
            Class::Folder if (entry || routes > 0) && is_way_in(part) => "service",
            Class::Folder if part.inner => "domain",
            // Where little but routes lies in it, it is a way to use something, not the thing itself.
            Class::Folder if is_first_level(parts, part) && !is_mostly_routes(facts, part) => "domain",
            Class::Folder | Class::Group => "feature",
        })
        .collect()
}

/// Routes in each part, those inside it included (but not in the units inside it).
pub(super) fn routes(facts: &ProjectFacts, parts: &Parts) -> Vec<u32> {
    let of = |file: u32| facts.files.get(file as usize).map_or(0, |file| file.routes);
    let own: Vec<u32> = parts
        .list
        .iter()
        .map(|part| part.own.iter().fold(0, |sum: u32, &file| sum.saturating_add(of(file))))
        .collect();
    let mut all = own.clone();
    for (index, own) in own.into_iter().enumerate().filter(|(_, own)| *own > 0) {
        let mut at = index;
        // Up to the unit; the bound only guards against a fault in the parents.
        for _ in 0..parts.list.len() {
            let inside = parts.list.get(at).filter(|part| matches!(part.class, Class::Folder | Class::Group));
            let Some(parent) = inside.and_then(|part| part.parent) else { break };
            at = parent as usize;
            if let Some(sum) = all.get_mut(at) {
                *sum = sum.saturating_add(own);
            }
        }
    }
    all
}

/// Whether at least half of a part's files declare routes.
fn is_mostly_routes(facts: &ProjectFacts, part: &Part) -> bool {
    let with =
        part.own.iter().filter(|&&file| facts.files.get(file as usize).is_some_and(|file| file.routes > 0));
    let with = with.count();
    with > 0 && with * 2 >= part.own.len()
}

/// A manifest that says so, or no manifest at all: then the unit is the whole project, as a root is.
fn runs(tree: &Tree, part: &Part) -> bool {
    let unit = part.unit.and_then(|unit| tree.units.get(unit as usize));
    unit.is_some_and(|unit| match &unit.manifest {
        Some(manifest) => manifest.runs,
        None => unit.dir.is_empty(),
    })
}

fn is_library(tree: &Tree, part: &Part) -> bool {
    let unit = part.unit.and_then(|unit| tree.units.get(unit as usize));
    unit.and_then(|unit| unit.manifest.as_ref()).is_some_and(|manifest| manifest.library)
}

/// Whether it is a Rust library: that is said by the name of a file.
fn is_crate(facts: &ProjectFacts, part: &Part) -> bool {
    part.own.iter().any(|&file| path_at(facts.files, file).ends_with("src/lib.rs"))
}

/// Directly inside a unit, the project's root or a folder that groups units.
fn is_first_level(parts: &Parts, part: &Part) -> bool {
    let parent = part.parent.and_then(|parent| parts.list.get(parent as usize));
    parent.is_none_or(|parent| matches!(parent.class, Class::Unit | Class::Root))
}

/// An interface layer, or a program of its own under `cmd` or `bin`.
fn is_way_in(part: &Part) -> bool {
    let above = words::file_name(words::folder_of(part.dir));
    words::is_interface_layer(words::file_name(part.dir)) || matches!(above, "cmd" | "bin")
}

/// Whether a program starts in each part, those inside it included (but not in the units inside it).
fn entries(facts: &ProjectFacts, parts: &Parts) -> Vec<bool> {
    let mut entries: Vec<bool> =
        parts.list.iter().map(|part| part.own.iter().any(|&file| starts(facts, part, file))).collect();
    for index in 0..parts.list.len() {
        if !entries.get(index).copied().unwrap_or(false) {
            continue;
        }
        let mut at = index;
        // Up to the unit; the bound only guards against a fault in the parents.
        for _ in 0..parts.list.len() {
            let Some(part) =
                parts.list.get(at).filter(|part| matches!(part.class, Class::Folder | Class::Group))
            else {
                break;
            };
            let Some(parent) = part.parent else { break };
            at = parent as usize;
            if let Some(entry) = entries.get_mut(at) {
                *entry = true;
            }
        }
    }
    entries
}

/// Whether a program starts in a file: it does something when run, and its name or place says that this is
/// meant. Many a module of a library has a `main` of its own for trying it out.
fn starts(facts: &ProjectFacts, part: &Part, file: u32) -> bool {
    let path = path_at(facts.files, file);
    if path.ends_with("src/main.rs") || words::folder_of(path).ends_with("src/bin") {
        return true;
    }
    if LanguageId::of_path(path) == Some(LanguageId::Rust) {
        return false; // Cargo finds programs by their place
    }
    let marked = facts.files.get(file as usize).is_some_and(|file| file.entry_point);
    let folder = words::folder_of(path);
    marked
        && (words::is_entry(words::stem(path))
            || words::is_class_per_file(path)
            || folder == part.dir
            || matches!(words::file_name(folder), "bin" | "cmd"))
}
