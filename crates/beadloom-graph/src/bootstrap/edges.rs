//! Edges: containment, and dependence by imports.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, HashSet};

use super::parts::{Class, Parts};
use super::{PlannedEdge, ProjectFacts};

/// A dependence must have this many times the pairs of its reverse: below, the two are tangled and have no
/// direction.
const DIRECTION: u32 = 3;

/// One pair of files is enough where either part has fewer files than this.
const FEW_FILES: u32 = 4;

/// Dependences between parts.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// Pairs of files by (from, to), neither inside the other.
    all: BTreeMap<(u32, u32), u32>,
    /// Those that are kept as edges.
    kept: BTreeMap<(u32, u32), u32>,
    /// Pairs of files of which one implements an interface of the other, where `kept` has the direction.
    implements: BTreeMap<(u32, u32), u32>,
}

/// Counts pairs of files between parts. Imports of tests do not count, nor weak ones, nor those between a part
/// and one around it: that they belong together is said already.
pub(super) fn link(facts: &ProjectFacts, parts: &Parts) -> Links {
    let mut links = Links::default();
    let owner = |file: u32| parts.owners.get(file as usize).copied().flatten();
    let mut seen: HashSet<(u32, u32)> = HashSet::with_capacity(facts.imports.len());
    let mut whole: HashSet<(u32, u32, u32)> = HashSet::new();
    for import in facts.imports {
        if import.weak {
            continue;
        }
        let (Some(from), Some(to)) = (owner(import.from), owner(import.to)) else { continue };
        // What leads to several files as a whole counts once for each part.
        let is_new = import.statement.is_none_or(|statement| whole.insert((import.from, statement, to)));
        if from != to && seen.insert((import.from, import.to)) && is_new {
            *links.all.entry((from, to)).or_default() += 1;
        }
    }
    links.all.retain(|&(from, to), _| !is_around(parts, from, to) && !is_around(parts, to, from));
    links.kept = links
        .all
        .iter()
        .filter(|&(&(from, to), &pairs)| {
            let files = |part: u32| parts.list.get(part as usize).map_or(0, |part| part.files);
            // What one package takes from another its manifest says as well.
            let packages = is_unit(parts, from) && is_unit(parts, to);
            let enough = if packages || files(from).min(files(to)) < FEW_FILES { 1 } else { 2 };
            let reverse = links.all.get(&(to, from)).copied().unwrap_or(0);
            pairs >= enough && pairs >= reverse.saturating_mul(DIRECTION)
        })
        .map(|(&ends, &pairs)| (ends, pairs))
        .collect();
    let mut implementing: HashSet<(u32, u32)> = HashSet::new();
    for &(from, to) in facts.implementations {
        if let (Some(part), Some(of)) = (owner(from), owner(to))
            && links.kept.contains_key(&(part, of))
            && implementing.insert((from, to))
        {
            *links.implements.entry((part, of)).or_default() += 1;
        }
    }
    links
}

fn is_unit(parts: &Parts, part: u32) -> bool {
    parts.list.get(part as usize).is_some_and(|part| part.class == Class::Unit)
}

/// Whether `outer` lies around `part`.
fn is_around(parts: &Parts, outer: u32, part: u32) -> bool {
    let mut at = part;
    // Parents lie strictly above, so this ends; the bound only guards against a fault there.
    for _ in 0..parts.list.len() {
        match parts.list.get(at as usize).and_then(|part| part.parent) {
            Some(parent) if parent == outer => return true,
            Some(parent) => at = parent,
            None => return false,
        }
    }
    false
}

/// Edges between the parts.
pub(super) struct Edges {
    /// `part_of`.
    pub(super) contained: Vec<PlannedEdge>,
    /// `depends_on` and `implements`, as far as they have a direction.
    pub(super) dependences: Vec<PlannedEdge>,
    /// Every dependence.
    pub(super) imports: Vec<PlannedEdge>,
}

/// The edges of the plan, each list by src, dst, kind.
pub(super) fn write(parts: &Parts, ids: &[String], links: &Links) -> Edges {
    let edge = |from: u32, to: u32, kind: &str, count: u32| {
        Some(PlannedEdge {
            src: ids.get(from as usize)?.clone(),
            dst: ids.get(to as usize)?.clone(),
            kind: kind.to_owned(),
            count,
        })
    };
    let contained =
        (0u32..).zip(&parts.list).filter_map(|(index, part)| edge(index, part.parent?, "part_of", 0));
    let counted = |links: &BTreeMap<(u32, u32), u32>, kind: &str| -> Vec<PlannedEdge> {
        links.iter().filter_map(|(&(from, to), &pairs)| edge(from, to, kind, pairs)).collect()
    };
    let mut contained: Vec<PlannedEdge> = contained.collect();
    let mut dependences = counted(&links.kept, "depends_on");
    dependences.extend(counted(&links.implements, "implements"));
    let mut imports = counted(&links.all, "depends_on");
    for list in [&mut contained, &mut dependences, &mut imports] {
        list.compact_sort_by(|a, b| (&a.src, &a.dst, &a.kind).cmp(&(&b.src, &b.dst, &b.kind)));
    }
    Edges { contained, dependences, imports }
}
