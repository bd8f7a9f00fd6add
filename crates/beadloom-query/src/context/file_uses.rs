//! The files that use a file, with the lines and names, and those that it uses.

use std::collections::{BTreeMap, HashMap, HashSet};

use beadloom_model::answers::{Bundle, FileUse};
use beadloom_model::{CompactSort as _, Result};
use beadloom_store::{Confidence, Store, SymbolPlace};

use super::chapter::{Listed, Plan, Room, Tier, bytes_of};
use super::gathered::{Gathered, Shape};
use super::list::List;
use super::wording::numbers;
use crate::answer::places::Places;
use crate::conventions::Conventions;
use crate::lists::sort_once;
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

/// Shares of the budget, in hundredths, and files that come before all shares.
const SHARE_OF_USERS: usize = 10;
const SHARE_OF_USED: usize = 8;
const FIRST: usize = 4;

/// The files that use a file, each with the first line that does.
static USED_BY: List<FileUse> = List {
    title: "Used by",
    share: SHARE_OF_USERS,
    tier,
    bytes,
    put: |bundle, files, left_out| {
        bundle.used_by = files;
        bundle.omitted.file_uses += left_out;
    },
    line: |FileUse { path, lines, names }| {
        let names = if names.is_empty() { "imports it".to_owned() } else { line(&names.join(", ")) };
        let more = match lines.get(1..).filter(|more| !more.is_empty()) {
            Some(more) => format!(" (also {})", numbers(more)),
            None => String::new(),
        };
        format!("- {}:{} {names}{more}", line(path), lines.first().copied().unwrap_or(1))
    },
    places: |places, bundle| bundle.used_by.iter().for_each(|one| add_places(one, places)),
    ..List::PLAIN
};

/// Those that it uses, each with the lines of the file itself.
static USES: List<FileUse> = List {
    title: "Uses",
    share: SHARE_OF_USED,
    tier,
    bytes,
    put: |bundle, files, left_out| {
        bundle.uses = files;
        bundle.omitted.file_uses += left_out;
    },
    line: |FileUse { path, lines, names }| {
        let names = if names.is_empty() { "imported".to_owned() } else { line(&names.join(", ")) };
        format!("- {}: {names} (line {})", line(path), numbers(lines))
    },
    places: |places, bundle| bundle.uses.iter().for_each(|one| add_places(one, places)),
    ..List::PLAIN
};

pub(super) const USERS: Listed =
    Listed { about: Bundle::used_by, gather: |found| Ok(USED_BY.of(of_file(found, used_by)?)) };
pub(super) const USED: Listed =
    Listed { about: Bundle::uses, gather: |found| Ok(USES.of(of_file(found, uses)?)) };

fn tier(plan: &Plan<'_>, share: &mut Room, at: usize, one: &FileUse) -> Tier {
    let names: usize = one.names.iter().map(|name| name.len() + 2).sum();
    let fits = share.takes(one.path.len() + names + plan.frame() / 3);
    match () {
        () if at < FIRST => Tier::Opening,
        () if fits => Tier::Uses,
        () => Tier::BeyondShare,
    }
}

fn bytes(one: &FileUse) -> usize {
    bytes_of(&[&one.path, &one.names.concat()])
}

fn add_places(used: &FileUse, places: &mut Places) {
    places.add(&used.path, None);
    used.lines.iter().for_each(|line| places.line(&used.path, *line));
}

type Find = fn(&Store, i64, &str, &[SymbolPlace]) -> Result<Vec<FileUse>>;

fn of_file(found: &Gathered<'_>, find: Find) -> Result<Vec<FileUse>> {
    let Some(path) = found.one_file().filter(|_| found.shape == Shape::Area) else { return Ok(Vec::new()) };
    let Some(file) = found.store.file_id(path)? else { return Ok(Vec::new()) };
    find(found.store, file, path, &found.store.symbol_places_in(file)?)
}

/// What uses a file, without tests and such. References that may mean something else count for nothing; where a file
/// imports the other and refers to no definition of it, the line of the import stands for them.
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

/// What a file uses, likewise.
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
    let names: HashMap<i64, (usize, &SymbolPlace)> =
        places.iter().enumerate().map(|(at, place)| (place.id, (at, place))).collect();
    let mut all: Vec<(u64, String, Found)> = found
        .into_iter()
        .filter(|(path, _)| places::is_product(path))
        .map(|(path, found)| (found.meant.values().sum(), path, found))
        .collect();
    all.compact_sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    all.truncate(MAX_USES);
    all.into_iter()
        .map(|(_, path, mut found)| {
            let mut meant: Vec<(u64, usize, &SymbolPlace)> = found
                .meant
                .iter()
                .filter_map(|(id, count)| names.get(id).map(|(at, place)| (*count, *at, *place)))
                .collect();
            // Who reads a field names its type mostly, which says more.
            if meant.iter().any(|(.., place)| !place.part) {
                meant.retain(|(.., place)| !place.part);
            }
            meant.compact_sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
            let mut shown: Vec<String> = Vec::new();
            for (.., SymbolPlace { qualified_name, .. }) in meant {
                if shown.len() < MAX_NAMES && !shown.contains(qualified_name) {
                    shown.push(qualified_name.clone());
                }
            }
            sort_once(&mut found.lines);
            found.lines.truncate(MAX_LINES);
            FileUse { path, lines: found.lines, names: shown }
        })
        .collect()
}
