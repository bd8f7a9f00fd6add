//! What stands around a subject: what it belongs to, its parts, its tests, its documents.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use beadloom_model::Result;
use beadloom_model::answers::{Certainty, CoveringTest, DocumentAtRisk, Focus, Part, Whole};
use beadloom_store::{NodeRow, Store, SymbolRow};

use super::nodes::PART_OF;
use crate::lists::{cut, each_once, sort_once};
use crate::mentioned::{NameLines, documents_naming};
use crate::places::is_test;

/// Nodes that need it or hold what does; the rest is in the counts.
pub(super) const MAX_AFFECTED_NODES: usize = 100;

/// Steps of `part_of`: no graph that a person keeps is deeper.
const MAX_WHOLES: usize = 50;

/// Lines of a document that are given.
const MAX_LINES: usize = 5;

/// Files that are looked at for tests of a node.
const MAX_FILES: usize = 2_000;

pub(super) struct Around {
    /// The nodes that the subject is, or belongs to.
    pub own: Vec<String>,
    pub part_of: Vec<Whole>,
    pub parts: Vec<Part>,
    pub more_parts: u64,
    /// Of nodes; files and symbols find theirs on the walk.
    pub tests: Vec<CoveringTest>,
}

pub(super) fn of_nodes(store: &Store, starts: &[String], limit: usize) -> Result<Around> {
    let (parts, more_parts) = parts(store, starts, limit)?;
    Ok(Around {
        own: starts.to_vec(),
        part_of: wholes(store, starts, Vec::new())?,
        parts,
        more_parts,
        tests: tests(store, starts)?,
    })
}

/// `focus` has the owner, which a file without symbols has too.
pub(super) fn of_files(store: &Store, files: &[i64], focus: &Focus) -> Result<Around> {
    let mut own = store.nodes_of_files(files)?;
    if let Some(owner) = &focus.ref_id
        && !own.contains(owner)
    {
        own.push(owner.clone());
        own.compact_sort();
    }
    belonging(store, own)
}

pub(super) fn of_symbols(store: &Store, rows: &[SymbolRow]) -> Result<Around> {
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let own: Vec<String> = each_once(store.nodes_of_symbols(&ids)?.into_iter().map(|(_, node)| node));
    belonging(store, own)
}

fn belonging(store: &Store, own: Vec<String>) -> Result<Around> {
    let part_of = wholes(store, &own, own.clone())?;
    Ok(Around { own, part_of, parts: Vec::new(), more_parts: 0, tests: Vec::new() })
}

/// What nodes are part of, the nearest first, after `first`, which are at distance 1.
fn wholes(store: &Store, starts: &[String], first: Vec<String>) -> Result<Vec<Whole>> {
    let mut seen: HashSet<String> = starts.iter().cloned().collect();
    let mut distance = usize::from(!first.is_empty());
    let mut found: Vec<(String, usize)> = first.into_iter().map(|id| (id, distance)).collect();
    let mut level = starts.to_vec();
    while !level.is_empty() && found.len() < MAX_WHOLES {
        distance += 1;
        let above: BTreeSet<String> = store
            .links_from(&level)?
            .into_iter()
            .filter(|link| link.kind == PART_OF)
            .map(|link| link.far)
            .collect();
        level = above.into_iter().filter(|id| seen.insert(id.clone())).collect();
        found.extend(level.iter().map(|id| (id.clone(), distance)));
    }
    found.truncate(MAX_WHOLES);
    let ids: Vec<String> = found.iter().map(|(id, _)| id.clone()).collect();
    let mut rows: HashMap<String, NodeRow> =
        store.nodes_by_id(&ids)?.into_iter().map(|row| (row.ref_id.clone(), row)).collect();
    Ok(found
        .into_iter()
        .filter_map(|(id, distance)| {
            let row = rows.remove(&id)?;
            Some(Whole { ref_id: id, kind: row.kind, summary: row.summary, distance: distance as u64 })
        })
        .collect())
}

/// What is part of nodes, by ref_id, and how many more there are.
fn parts(store: &Store, starts: &[String], limit: usize) -> Result<(Vec<Part>, u64)> {
    let mut inside: BTreeSet<String> = store.sources_of_kind(starts, PART_OF)?.into_iter().collect();
    inside.retain(|id| !starts.contains(id));
    let shown: Vec<String> = inside.iter().take(limit).cloned().collect();
    let mut dependents: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for link in store.links_to(&shown)? {
        if link.kind != PART_OF && !inside.contains(&link.far) && !starts.contains(&link.far) {
            dependents.entry(link.near).or_default().insert(link.far);
        }
    }
    let parts = store
        .nodes_by_id(&shown)?
        .into_iter()
        .map(|row| Part {
            dependents: dependents.get(&row.ref_id).map_or(0, |who| who.len() as u64),
            ref_id: row.ref_id,
            kind: row.kind,
            summary: row.summary,
        })
        .collect();
    Ok((parts, (inside.len() - shown.len()) as u64))
}

/// Files with tests that stand in a node's folder, and tests that import its files, by path.
fn tests(store: &Store, nodes: &[String]) -> Result<Vec<CoveringTest>> {
    let mut places: BTreeSet<String> = BTreeSet::new();
    for row in store.nodes_by_id(nodes)? {
        match row.source {
            Some(source) if !source.is_empty() => drop(places.insert(source)),
            _ => places.extend(store.symbol_files(&row.ref_id, MAX_FILES)?),
        }
    }
    let mut found: BTreeSet<String> = BTreeSet::new();
    // Tests that stand beside the code that they test, whatever their files are called.
    let mut beside: BTreeSet<String> = BTreeSet::new();
    for place in &places {
        beside.extend(store.files_with_inline_tests(place, usize::MAX)?);
        found.extend(store.testlike_importers(place, usize::MAX)?.into_iter().map(|(path, _)| path));
        if place.ends_with('/') {
            found.extend(store.testlike_files(place, usize::MAX)?);
        }
    }
    Ok(found
        .into_iter()
        .filter(|path| is_test(path))
        .chain(beside)
        .collect::<BTreeSet<String>>()
        .into_iter()
        .map(|path| CoveringTest { path, distance: 1, confidence: Certainty::Exact })
        .collect())
}

/// Documents that concern a subject.
pub(super) struct Documented<'a> {
    /// Its nodes.
    pub own: &'a [String],
    /// Those that directly need it.
    pub direct: &'a [String],
    /// Whether it is these nodes, and nothing in them.
    pub is_nodes: bool,
    /// What documents call it by.
    pub names: &'a BTreeSet<String>,
}

/// The documents that are declared to be of the subject's own nodes, those that name it, those that are about its nodes; then those of
/// the nodes that directly need it. By path, once each, at most `limit`. And how many more there are.
pub(super) fn documents(
    store: &Store,
    subject: &Documented<'_>,
    limit: usize,
) -> Result<(Vec<DocumentAtRisk>, u64)> {
    let mut named = documents_naming(store, subject.names)?;
    let mut found: Vec<DocumentAtRisk> = Vec::new();
    let mut seen: HashSet<String> = HashSet::new();
    let one = |path: String, ref_id: Option<String>, distance: u64| DocumentAtRisk {
        path,
        ref_id,
        distance,
        lines: Vec::new(),
        derived: false,
        stale: false,
    };
    for (path, ref_id) in store.documents_of_nodes(subject.own)? {
        if seen.insert(path.clone()) {
            let lines = lines_of(named.remove(&path));
            found.push(DocumentAtRisk { lines, ..one(path, Some(ref_id), 0) });
        }
    }
    let about = if subject.is_nodes { store.links_of_nodes(subject.own)? } else { Vec::new() };
    for link in about.into_iter().filter(|link| link.section.is_none()) {
        if seen.insert(link.path.clone()) {
            let lines = lines_of(named.remove(&link.path));
            found.push(DocumentAtRisk { lines, derived: true, ..one(link.path, Some(link.ref_id), 0) });
        }
    }
    seen.extend(named.keys().cloned());
    let mut naming: Vec<DocumentAtRisk> = named
        .into_iter()
        .map(|(path, names)| DocumentAtRisk {
            lines: lines_of(Some(names)),
            derived: true,
            ..one(path, None, 0)
        })
        .collect();
    // What says most of it first.
    naming.compact_sort_by(|a, b| b.lines.len().cmp(&a.lines.len()).then_with(|| a.path.cmp(&b.path)));
    found.extend(naming);
    for (path, ref_id) in store.documents_of_nodes(subject.direct)? {
        if seen.insert(path.clone()) {
            found.push(one(path, Some(ref_id), 1));
        }
    }
    let more = cut(&mut found, limit);
    let nodes: Vec<String> = found.iter().filter_map(|one| one.ref_id.clone()).collect();
    let stale: HashSet<String> = store.stale_documents(&nodes)?.into_iter().collect();
    found.iter_mut().for_each(|one| one.stale = stale.contains(&one.path));
    Ok((found, more))
}

fn lines_of(names: Option<NameLines>) -> Vec<u32> {
    let mut lines: Vec<u32> = names.unwrap_or_default().into_values().flatten().collect();
    sort_once(&mut lines);
    lines.truncate(MAX_LINES);
    lines
}
