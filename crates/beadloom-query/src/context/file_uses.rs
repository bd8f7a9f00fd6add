//! The files that use a file, with the lines and names, and those that it uses.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;

use beadloom_model::answers::{Bundle, FileUse};
use beadloom_model::{CompactSort as _, Result};
use beadloom_store::{Confidence, Store, SymbolPlace};

use crate::conventions::Conventions;
use crate::places;
use crate::references::callers;
use crate::text::line;

/// Files that refer to the file and are read.
const MAX_FILES: usize = 300;

/// Files each way.
const MAX_USES: usize = 24;

/// Lines of one file.
const MAX_LINES: usize = 5;

/// Names of one file.
const MAX_NAMES: usize = 6;

/// What is found of one file: lines, and how often each definition is meant.
#[derive(Default)]
struct Found {
    lines: Vec<u32>,
    meant: BTreeMap<i64, u64>,
}

/// Both ways.
#[derive(Debug, Default)]
pub(super) struct FileUses {
    pub used_by: Vec<FileUse>,
    pub uses: Vec<FileUse>,
}

/// What uses a file and what it uses, without tests and such. References that may mean something else count for nothing;
/// where a file imports the other and refers to no definition of it, the line of the import stands for them.
///
/// # Errors
/// Store errors.
pub(super) fn file_uses(store: &Store, path: &str) -> Result<FileUses> {
    let Some(file) = store.file_id(path)? else { return Ok(FileUses::default()) };
    let own = store.symbol_places_in(file)?;
    Ok(FileUses { used_by: used_by(store, file, path, &own)?, uses: uses(store, file, path, &own)? })
}

fn used_by(store: &Store, file: i64, path: &str, own: &[SymbolPlace]) -> Result<Vec<FileUse>> {
    let ids: Vec<i64> = own.iter().map(|place| place.id).collect();
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    let relations = callers(store, &ids, MAX_FILES)?;
    for row in relations.rows.iter().filter(|row| row.file_id != file) {
        let Some(other) = relations.paths.get(&row.file_id) else { continue };
        if row.confidence != Confidence::Ambiguous {
            let known = found.entry(other.clone()).or_default();
            known.lines.extend(&row.lines);
            *known.meant.entry(row.near).or_default() += row.lines.len() as u64;
        }
    }
    let mut conventions = Conventions::new(store);
    for link in conventions.links_to(file)?.iter() {
        if link.user_file == file || link.confidence == Confidence::Ambiguous {
            continue;
        }
        let known = found.entry(conventions.path(link.user_file)?.to_string()).or_default();
        known.lines.push(link.line);
        if let Some(used) = link.used {
            *known.meant.entry(used).or_default() += 1;
        }
    }
    for statement in store.statements_importing(file, path)?.into_iter().filter(|one| !one.folder) {
        let known = found.entry(statement.path).or_default();
        if known.meant.is_empty() {
            known.lines.push(statement.line);
        }
    }
    Ok(strongest(found, own))
}

fn uses(store: &Store, file: i64, path: &str, own: &[SymbolPlace]) -> Result<Vec<FileUse>> {
    let inside: HashSet<i64> = own.iter().map(|place| place.id).collect();
    let mut meant: BTreeMap<i64, Vec<u32>> = BTreeMap::new();
    store.each_reference(&[file], |_, _, fact, resolution| {
        let target = resolution.targets().first().filter(|target| !inside.contains(target));
        if let Some(target) = target.filter(|_| resolution.confidence() != Confidence::Ambiguous) {
            meant.entry(*target).or_default().extend(fact.lines());
        }
    })?;
    let ids: Vec<i64> = meant.keys().copied().collect();
    let places = store.symbol_places(&ids)?;
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    for place in places.iter().filter(|place| place.file_path != path) {
        let lines = meant.remove(&place.id).unwrap_or_default();
        let known = found.entry(place.file_path.clone()).or_default();
        known.meant.insert(place.id, lines.len() as u64);
        known.lines.extend(lines);
    }
    for import in store.state().imports_of(path)? {
        // A folder is a package: which of its files is meant, references say.
        let Some(target) = import.target_path.filter(|target| target != path && !target.ends_with('/'))
        else {
            continue;
        };
        let known = found.entry(target).or_default();
        if known.meant.is_empty() {
            known.lines.push(import.import.line);
        }
    }
    Ok(strongest(found, &places))
}

/// Those with the most references, ties by path; their names in the order of `places` where they are used equally often.
fn strongest(found: BTreeMap<String, Found>, places: &[SymbolPlace]) -> Vec<FileUse> {
    let names: HashMap<i64, (usize, &str)> = places
        .iter()
        .enumerate()
        .map(|(at, place)| (place.id, (at, place.qualified_name.as_str())))
        .collect();
    let is_product =
        |path: &str| !places::is_no_product(path) && !places::is_side(path) && !places::is_foreign(path);
    let mut all: Vec<(u64, String, Found)> = found
        .into_iter()
        .filter(|(path, _)| is_product(path))
        .map(|(path, found)| (found.meant.values().sum(), path, found))
        .collect();
    all.compact_sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    all.truncate(MAX_USES);
    all.into_iter()
        .map(|(_, path, mut found)| {
            let mut meant: Vec<(u64, usize, &str)> = found
                .meant
                .iter()
                .filter_map(|(id, count)| names.get(id).map(|(at, name)| (*count, *at, *name)))
                .collect();
            meant.compact_sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
            let mut shown: Vec<String> = Vec::new();
            for (.., name) in meant {
                if shown.len() < MAX_NAMES && !shown.iter().any(|known| known == name) {
                    shown.push(name.to_owned());
                }
            }
            found.lines.compact_sort();
            found.lines.dedup();
            found.lines.truncate(MAX_LINES);
            FileUse { path, lines: found.lines, names: shown }
        })
        .collect()
}

/// The chapters: the files that use the reference, each with the first line that does, and those that it uses, with its own lines.
pub(super) fn markdown(out: &mut String, bundle: &Bundle) {
    if !bundle.used_by.is_empty() {
        out.push_str("## Used by\n");
    }
    for FileUse { path, lines, names } in &bundle.used_by {
        let names = if names.is_empty() { "imports it".to_owned() } else { line(&names.join(", ")) };
        let first = lines.first().copied().unwrap_or(1);
        let _ = write!(out, "- {}:{first} {names}", line(path));
        let _ = match lines.get(1..).filter(|more| !more.is_empty()) {
            Some(more) => writeln!(out, " (also {})", numbers(more)),
            None => writeln!(out),
        };
    }
    if !bundle.used_by.is_empty() {
        out.push('\n');
    }
    if !bundle.uses.is_empty() {
        out.push_str("## Uses\n");
    }
    for FileUse { path, lines, names } in &bundle.uses {
        let names = if names.is_empty() { "imported".to_owned() } else { line(&names.join(", ")) };
        let _ = writeln!(out, "- {}: {names} (line {})", line(path), numbers(lines));
    }
    if !bundle.uses.is_empty() {
        out.push('\n');
    }
}

/// Lines, as a list of them is read.
pub(super) fn numbers(lines: &[u32]) -> String {
    let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
    lines.join(", ")
}
