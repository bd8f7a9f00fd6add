//! What the symbols that a request names are called by, and what they call.

use beadloom_model::CompactSort as _;
use std::cmp::Reverse;
use std::collections::HashMap;

use beadloom_model::answers::{BundleSymbol, Reason, UseKind};
use beadloom_model::{Result, SymbolKind, is_in_tests};
use beadloom_store::{Confidence, Store, SymbolRow};

use super::about::names_whole;
use super::room::MAX_TESTS;
use crate::focus::{Own, Resolved};
use crate::lists::sort_once;
use crate::overrides::Overrides;
use crate::places;
use crate::references::{Relation, Relations, add_convention_users, add_conventions_used, callees, callers};
use crate::symbols::{bundled, place_and_name, with_members};

/// Files that are searched for callers.
const MAX_FILES: usize = 400;

/// Lines that are shown of one caller.
const MAX_LINES: usize = 5;

/// What else an ambiguous reference may mean, at most.
const MAX_CANDIDATES: usize = 3;

/// Callers, and callees, that may be others, where there are any that are sure.
const MAX_UNSURE_RELATIONS: usize = 3;

/// Callers and callees.
#[derive(Debug, Default)]
pub(crate) struct Related {
    /// With their row ids: callers, then callees.
    pub symbols: Vec<(i64, BundleSymbol)>,
    /// Callers and callees beyond those.
    pub left_out: u64,
    /// Lines outside of definitions and tests that refer to the symbols: they have no caller that could be named.
    pub at_top: u64,
    /// Files in which a test that calls stands, by path.
    pub tests: Vec<String>,
}

/// A symbol at the other end of references.
struct Other {
    id: i64,
    confidence: Confidence,
    lines: Vec<u32>,
    candidates: Vec<i64>,
}

/// At most `most` callers of the symbols that references name, and as many callees. The surest first, then what is no
/// test or example, then the nearest: in the same file, in folders that share most; then by path and line.
pub(super) fn related(store: &Store, resolved: &[Resolved], most: usize) -> Result<Related> {
    let named: Vec<SymbolRow> = resolved
        .iter()
        .filter_map(|one| match &one.own {
            Own::Symbols(rows) => Some(rows.clone()),
            _ => None,
        })
        .flatten()
        .collect();
    let mut related = gathered(store, &named, most, MAX_FILES, Roles::Told)?;
    for (_, other) in &mut related.symbols {
        let is_type =
            matches!(other.symbol.kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type);
        let is_named = || named.iter().any(|row| names_whole(&row.signature, &other.symbol.symbol_name));
        if other.reason == Some(Reason::Callee) && is_type && is_named() {
            other.reason = Some(Reason::Type);
        }
    }
    // By role, so that what a signature says comes before what the body does.
    related.symbols.compact_sort_by_key(|(_, other)| match other.reason {
        Some(Reason::Subtype) => 0,
        Some(Reason::Type) => 1,
        Some(Reason::Caller) => 2,
        _ => 3,
    });
    Ok(related)
}

/// Whether what inherits from a type is a caller like others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Roles {
    /// It is.
    Alike,
    /// It is a subtype.
    Told,
}

/// The same for symbols, with callers in at most `most_files` files.
pub(crate) fn related_to(
    store: &Store,
    named: &[SymbolRow],
    most: usize,
    most_files: usize,
) -> Result<Related> {
    gathered(store, named, most, most_files, Roles::Alike)
}

fn gathered(
    store: &Store,
    named: &[SymbolRow],
    most: usize,
    most_files: usize,
    roles: Roles,
) -> Result<Related> {
    let mut related = Related::default();
    if named.is_empty() {
        return Ok(related);
    }
    let own = with_members(store, named)?;
    let ids: Vec<i64> = own.iter().map(|place| place.id).collect();
    let mut called_by = callers(store, &ids, most_files)?;
    let mut overrides = Overrides::new(store);
    add_convention_users(store, &mut overrides, &ids, &mut called_by)?;
    related.tests = called_by.paths.values().filter(|path| places::is_test(path)).cloned().collect();
    let files: Vec<i64> = called_by.paths.keys().copied().collect();
    let tests = store.inline_tests_of(&files)?;
    for row in &called_by.rows {
        let Some(lines) = tests.get(&row.file_id) else { continue };
        if row.lines.iter().any(|line| is_in_tests(lines, *line)) {
            related.tests.extend(called_by.paths.get(&row.file_id).cloned());
        }
    }
    sort_once(&mut related.tests);
    related.tests.truncate(MAX_TESTS);
    related.left_out = called_by.files_left_out;
    let is_test_file = |file: &i64| called_by.paths.get(file).is_some_and(|path| places::is_test(path));
    let at_top = called_by.rows.iter().filter(|row| row.far.is_none() && !is_test_file(&row.file_id));
    related.at_top = at_top.map(|row| row.lines.len() as u64).sum();
    let own_types: Vec<i64> = named.iter().map(|row| row.id).collect();
    let home = named.first().map_or("", |row| row.file_path.as_str());
    if roles == Roles::Told {
        let (below, rows): (Vec<Relation>, Vec<Relation>) = called_by
            .rows
            .into_iter()
            .partition(|row| row.kind == UseKind::Inherit && own_types.contains(&row.near));
        let below = Relations { rows: below, ..Relations::default() };
        add(store, &mut related, Reason::Subtype, others(below, &ids), home, most)?;
        called_by.rows = rows;
    }
    let mut callers = others(called_by, &ids);
    callers.retain(|other| !related.symbols.iter().any(|(id, _)| *id == other.id));
    add(store, &mut related, Reason::Caller, callers, home, most)?;
    let mut called = callees(store, &own)?;
    add_conventions_used(&mut overrides, &own, &mut called)?;
    add(store, &mut related, Reason::Callee, others(called, &ids), home, most)?;
    Ok(related)
}

/// Each symbol at the other end once, without those that were asked for.
fn others(found: Relations, own: &[i64]) -> Vec<Other> {
    let mut others: Vec<Other> = Vec::new();
    let mut places: HashMap<i64, usize> = HashMap::new();
    for Relation { far, confidence, lines, candidates, .. } in found.rows {
        let Some(id) = far.filter(|id| !own.contains(id)) else { continue };
        let at = *places.entry(id).or_insert_with(|| {
            others.push(Other { id, confidence, lines: Vec::new(), candidates: candidates.clone() });
            others.len() - 1
        });
        if let Some(other) = others.get_mut(at) {
            if confidence < other.confidence {
                (other.confidence, other.candidates) = (confidence, candidates);
            }
            other.lines.extend(lines);
        }
    }
    others
}

fn add(
    store: &Store,
    related: &mut Related,
    reason: Reason,
    others: Vec<Other>,
    home: &str,
    most: usize,
) -> Result<()> {
    let ids: Vec<i64> = others.iter().map(|other| other.id).collect();
    let mut rows: HashMap<i64, SymbolRow> =
        store.symbols_by_id(&ids)?.into_iter().filter(|row| !row.part).map(|row| (row.id, row)).collect();
    let mut found: Vec<(Other, SymbolRow)> =
        others.into_iter().filter_map(|other| rows.remove(&other.id).map(|row| (other, row))).collect();
    found.compact_sort_by_cached_key(|(other, row)| {
        let path = row.file_path.as_str();
        let aside = places::is_test(path) || places::is_side(path);
        let place = (path.to_owned(), row.line_start, row.id);
        (other.confidence, aside, Reverse(shared(path, home)), place)
    });
    let all = found.len();
    let sure = found.partition_point(|(other, _)| other.confidence != Confidence::Ambiguous);
    if sure > 0 {
        found.truncate(sure + MAX_UNSURE_RELATIONS);
    }
    found.truncate(most);
    related.left_out += (all - found.len()) as u64;
    for (mut other, row) in found {
        sort_once(&mut other.lines);
        other.lines.truncate(MAX_LINES);
        let candidates = candidates(store, &other)?;
        let symbol = BundleSymbol { reason: Some(reason), lines: other.lines, candidates, ..bundled(row) };
        related.symbols.push((other.id, symbol));
    }
    Ok(())
}

/// How many parts, from the first, two paths share.
fn shared(a: &str, b: &str) -> usize {
    a.split('/').zip(b.split('/')).take_while(|(a, b)| a == b).count()
}

/// What an ambiguous reference may mean, as a reader would look it up.
fn candidates(store: &Store, other: &Other) -> Result<Vec<String>> {
    let ids: Vec<i64> = other.candidates.iter().copied().take(MAX_CANDIDATES).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let named: HashMap<i64, String> = store
        .symbol_places(&ids)?
        .into_iter()
        .map(|found| (found.id, place_and_name(&found.file_path, found.line_start, &found.qualified_name)))
        .collect();
    Ok(ids.iter().filter_map(|id| named.get(id).cloned()).collect())
}
