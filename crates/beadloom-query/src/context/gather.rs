//! Everything that a bundle could say, in the order in which it says it, before the budget.

use std::collections::{HashMap, HashSet};

use beadloom_graph::traverse::{Limits, Step, expand};
use beadloom_model::answers::{
    BundleSymbol, ChangedTogether, Commit, Constraint, Edge, Focus, Node, NodeLink, Reason, Route, Symbol,
    TextChunk,
};
use beadloom_model::{Code, Result, Section};
use beadloom_store::{ChunkHead, Store};

use super::links;
use super::relations::{Related, related};
use super::routes::routes;
use super::rules::{RulesAbout, unreadable};
use super::together::together;
use super::{ContextRequest, MAX_TESTS};
use crate::focus::{Own, Resolved, resolve_with};
use crate::symbols::shown as symbol;
use crate::{History, meta, places};

/// How many symbols a bundle shows. The default budget of 8,000 tokens is a ceiling, not a target: a reader who needs
/// more asks for the file, or gives more budget.
struct SymbolRoom {
    /// Of the focus, over all references.
    focus: usize,
    /// Of a file or folder that is the focus itself: its outline.
    outline: usize,
    /// Callers of what a reference names, and likewise callees.
    related: usize,
    /// Of all other nodes together.
    others: usize,
}

impl SymbolRoom {
    fn within(budget: usize) -> Self {
        Self {
            focus: (budget / 500).clamp(12, 400),
            outline: (budget / 200).clamp(24, 800),
            related: (budget / 800).clamp(6, 200),
            others: (budget / 800).clamp(6, 200),
        }
    }
}

/// Symbols of a node next to the focus, and of one further away: only its most telling ones.
const NEAR_SYMBOLS: usize = 4;
const FAR_SYMBOLS: usize = 1;

/// Links to elsewhere.
const MAX_LINKS: usize = 20;

/// Files of a node without a source whose importers are looked up.
const MAX_FILES: usize = 200;

/// What was found for a request.
#[derive(Debug, Clone)]
pub(super) struct Material {
    pub focuses: Vec<Focus>,
    pub derived: bool,
    pub nodes: Vec<Around>,
    /// Between those nodes, by the order of their ends, then kind.
    pub edges: Vec<Edge>,
    pub chunks: Vec<Piece>,
    pub symbols: Vec<Definition>,
    pub commits: Vec<Commit>,
    /// Of the references, in their order.
    pub links: Vec<NodeLink>,
    pub routes: Vec<Route>,
    /// Rules about the focus, in the order of their file.
    pub constraints: Vec<Constraint>,
    /// Why there are none, where that is no good sign.
    pub rules_warning: Option<String>,
    pub tests: Vec<String>,
    pub together: Option<Vec<ChangedTogether>>,
    pub stale_docs: Vec<String>,
    pub last_reindex: Option<String>,
    /// Symbols of the nodes that are not among `symbols`.
    pub more_symbols: u64,
    pub limited_nodes: u64,
    pub limited_chunks: u64,
}

/// A node of the bundle.
#[derive(Debug, Clone)]
pub(super) struct Around {
    pub node: Node,
    /// From the nearest focus node; 0 for those.
    pub distance: usize,
}

/// A piece of a document.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub chunk: TextChunk,
    /// From the focus to the chunk's node.
    pub distance: usize,
    /// Whether it is the best of its node.
    pub best: bool,
}

/// A symbol.
#[derive(Debug, Clone)]
pub(super) struct Definition {
    pub symbol: BundleSymbol,
    /// From the focus to the symbol's node; 0 also for what a reference names itself, and what that is called by and
    /// calls.
    pub distance: usize,
}

pub(super) fn gather(
    store: &Store,
    request: &ContextRequest,
    history: &dyn History,
    rules: &dyn RulesAbout,
) -> Result<Material> {
    let resolved = resolve_with(store, history, &request.refs)?;
    let starts: Vec<String> = resolved.iter().flat_map(|one| one.nodes.iter().cloned()).collect();
    let limits = Limits { depth: request.depth, max_nodes: request.max_nodes };
    let reached = expand(&starts, limits, |level| -> Result<Vec<Step>> {
        let links = store.links_touching(level)?;
        Ok(links.into_iter().map(|link| Step { a: link.src, b: link.dst, kind: link.kind }).collect())
    })?;

    let order: Vec<(String, usize)> =
        reached.nodes.into_iter().map(|node| (node.ref_id, node.distance)).collect();
    let ids: Vec<String> = order.iter().map(|(id, _)| id.clone()).collect();
    let mut rows: HashMap<String, Node> = HashMap::new();
    // In which order a node names its documents.
    let mut declared: HashMap<String, Vec<String>> = HashMap::new();
    let mut linked: HashMap<String, Vec<NodeLink>> = HashMap::new();
    for row in store.nodes_by_id(&ids)? {
        if starts.contains(&row.ref_id) {
            linked.insert(row.ref_id.clone(), links::of_node(&row.extra));
        }
        declared.insert(row.ref_id.clone(), row.docs);
        let node = Node { ref_id: row.ref_id.clone(), kind: row.kind, summary: row.summary };
        rows.insert(row.ref_id, node);
    }
    let nodes: Vec<Around> = order
        .iter()
        .filter_map(|(id, distance)| rows.remove(id).map(|node| Around { node, distance: *distance }))
        .collect();

    let places = places_of(store, &resolved)?;
    let routes = routes(store, &resolved)?;
    let (constraints, rules_warning) = match rules.about(store, &starts, &places) {
        Ok(constraints) => (constraints, None),
        Err(error) if error.code == Code::Cancelled => return Err(error),
        Err(error) => (Vec::new(), Some(unreadable(&error))),
    };
    let (chunks, limited_chunks) = pieces(store, request, &order, &declared)?;
    let room = SymbolRoom::within(request.budget);
    let related = related(store, &resolved, room.related)?;
    let tests = if related.tests.is_empty() { tests(store, &places)? } else { related.tests.clone() };
    let commits = commits(&resolved);
    let (symbols, more_symbols) = definitions(store, &resolved, related, &order, &room)?;
    Ok(Material {
        links: starts.iter().filter_map(|id| linked.remove(id)).flatten().take(MAX_LINKS).collect(),
        edges: edges(store, &ids)?,
        routes,
        together: together(store, &resolved)?,
        constraints,
        rules_warning,
        tests,
        commits,
        stale_docs: store.stale_documents(&ids)?,
        last_reindex: meta::last_reindex(store)?,
        derived: meta::derived(store)?,
        focuses: resolved.into_iter().map(|one| one.focus).collect(),
        limited_nodes: reached.left_out as u64,
        nodes,
        chunks,
        symbols,
        more_symbols,
        limited_chunks,
    })
}

fn edges(store: &Store, ids: &[String]) -> Result<Vec<Edge>> {
    if ids.len() < 2 {
        return Ok(Vec::new());
    }
    let place: HashMap<&str, usize> = ids.iter().enumerate().map(|(at, id)| (id.as_str(), at)).collect();
    let mut links = store.links_between(ids)?;
    links.retain(|link| link.src != link.dst);
    links.sort_by_cached_key(|link| {
        (place.get(link.src.as_str()).copied(), place.get(link.dst.as_str()).copied(), link.kind.clone())
    });
    Ok(links.into_iter().map(|link| Edge { src: link.src, dst: link.dst, kind: link.kind }).collect())
}

/// The pieces of documents that are shown, in the order of selection, and how many there are beyond them.
///
/// Every node with documents gets its best piece before any gets a second one; within a node by the priority of
/// sections, then in the order of its documents.
fn pieces(
    store: &Store,
    request: &ContextRequest,
    order: &[(String, usize)],
    declared: &HashMap<String, Vec<String>>,
) -> Result<(Vec<Piece>, u64)> {
    let ids: Vec<String> = order.iter().map(|(id, _)| id.clone()).collect();
    let mut by_node: HashMap<String, Vec<ChunkHead>> = HashMap::new();
    for head in store.chunk_heads(&ids)? {
        by_node.entry(head.ref_id.clone()).or_default().push(head);
    }
    let wanted = |section: Section| {
        let priority = &request.sections_priority;
        priority.iter().position(|one| *one == section).unwrap_or(priority.len())
    };
    let mut taken: HashSet<i64> = HashSet::new();
    let mut first: Vec<(ChunkHead, usize)> = Vec::new();
    let mut rest: Vec<(ChunkHead, usize)> = Vec::new();
    for (id, distance) in order {
        let mut heads = by_node.remove(id).unwrap_or_default();
        // A piece of a document of several nodes stands with the first of them.
        heads.retain(|head| taken.insert(head.id));
        let documents = declared.get(id).map(Vec::as_slice).unwrap_or_default();
        let place = |path: &str| documents.iter().position(|one| one == path).unwrap_or(documents.len());
        heads.sort_by_cached_key(|head| {
            (wanted(head.section), place(&head.doc_path), head.doc_path.clone(), head.index)
        });
        let mut heads = heads.into_iter().map(|head| (head, *distance));
        first.extend(heads.next());
        rest.extend(heads);
    }
    let best = first.len();
    let all: Vec<(ChunkHead, usize)> = first.into_iter().chain(rest).collect();
    let shown = &all[..all.len().min(request.max_chunks)];
    let row_ids: Vec<i64> = shown.iter().map(|(head, _)| head.id).collect();
    let rows = store.chunks(&row_ids)?;
    let pieces = shown
        .iter()
        .zip(rows)
        .enumerate()
        .map(|(at, ((head, distance), row))| Piece {
            chunk: TextChunk {
                doc_path: row.doc_path,
                section: row.section,
                heading: row.heading,
                content: row.content,
                ref_id: head.ref_id.clone(),
                line_start: row.line_start,
            },
            distance: *distance,
            best: at < best,
        })
        .collect();
    Ok((pieces, (all.len() - shown.len()) as u64))
}

/// The symbols that are shown, and how many the nodes have beyond them. What a reference names comes first,
/// then the focus nodes, then the others in their order.
fn definitions(
    store: &Store,
    resolved: &[Resolved],
    related: Related,
    order: &[(String, usize)],
    symbol_room: &SymbolRoom,
) -> Result<(Vec<Definition>, u64)> {
    let mut taken: HashSet<i64> = HashSet::new();
    let mut shown: Vec<Definition> = Vec::new();
    let ids: Vec<String> = order.iter().map(|(id, _)| id.clone()).collect();
    let mut outside_nodes = 0;
    for one in resolved {
        if let Own::File(path) | Own::Folder(path) = &one.own {
            outside_nodes += store.count_symbols_outside(path, &ids)?;
        }
        let named = matches!(one.own, Own::Symbols(_) | Own::Touched(_));
        let reason = matches!(one.own, Own::Touched(_)).then_some(Reason::Touched);
        let rows = match &one.own {
            Own::Nothing => continue,
            Own::File(path) => store.symbols_of_file(path, symbol_room.outline)?,
            Own::Folder(path) => store.symbols_below(path, symbol_room.outline)?,
            Own::Symbols(rows) => rows.clone(),
            Own::Touched(touched) => touched.symbols.clone(),
        };
        for row in rows {
            if shown.len() < symbol_room.outline && taken.insert(row.id) {
                outside_nodes += u64::from(named && row.ref_id.is_none());
                let symbol = BundleSymbol { reason, ..plain(symbol(row)) };
                shown.push(Definition { symbol, distance: 0 });
            }
        }
    }
    outside_nodes += related.left_out;
    let is_connected = !related.symbols.is_empty();
    for (id, symbol) in related.symbols {
        if taken.insert(id) {
            let in_bundle = symbol.symbol.ref_id.as_ref().is_some_and(|node| ids.contains(node));
            outside_nodes += u64::from(!in_bundle);
            shown.push(Definition { symbol, distance: 0 });
        }
    }
    // Where the reference is only a part of its node, the rest of the node is no more than a neighbour.
    let has_own = !shown.is_empty();
    // Where it is connected to other code by references, those say more than what else its node holds.
    let mut others = if is_connected { 0 } else { symbol_room.others };
    for (id, distance) in order {
        let room = match distance {
            0 if has_own => NEAR_SYMBOLS.min(others),
            0 => symbol_room.focus.saturating_sub(shown.len()),
            1 => NEAR_SYMBOLS.min(others),
            _ => FAR_SYMBOLS.min(others),
        };
        if room == 0 {
            continue;
        }
        let is_focus = *distance == 0 && !has_own;
        // Enough to fill the room though some were shown before.
        let rows = store.symbols_of_node(id, room + taken.len().min(symbol_room.outline))?;
        // A neighbour shows what it offers; what it hides, only where it offers nothing.
        let offers = !is_focus && rows.first().is_some_and(|row| row.exported);
        let mut left = room;
        for row in rows {
            if left == 0 || (offers && !row.exported) {
                break;
            }
            if taken.insert(row.id) {
                left -= 1;
                shown.push(Definition { symbol: plain(symbol(row)), distance: *distance });
            }
        }
        if !is_focus {
            others -= room - left;
        }
    }
    let all = store.count_symbols(&ids)? + outside_nodes;
    let more = all.saturating_sub(shown.len() as u64);
    Ok((shown, more))
}

/// A symbol that is there because of its node.
fn plain(symbol: Symbol) -> BundleSymbol {
    BundleSymbol { symbol, reason: None, lines: Vec::new(), candidates: Vec::new() }
}

/// The commits of all tickets.
fn commits(resolved: &[Resolved]) -> Vec<Commit> {
    let of_ticket = |one: &Resolved| match &one.own {
        Own::Touched(touched) => touched.commits.clone(),
        _ => Vec::new(),
    };
    resolved
        .iter()
        .flat_map(of_ticket)
        .map(|commit| Commit {
            id: commit.id,
            subject: commit.subject,
            files: commit.files.into_iter().map(|file| file.path).collect(),
            files_count: commit.files_count as u64,
        })
        .collect()
}

/// The files and folders (ending in `/`) that are the focus, by path.
fn places_of(store: &Store, resolved: &[Resolved]) -> Result<Vec<String>> {
    let mut places_of_focus: Vec<String> = Vec::new();
    for one in resolved {
        match &one.own {
            Own::File(path) | Own::Folder(path) => places_of_focus.push(path.clone()),
            Own::Symbols(rows) => places_of_focus.extend(rows.iter().map(|row| row.file_path.clone())),
            Own::Touched(touched) => places_of_focus.extend(touched.files.iter().cloned()),
            Own::Nothing => {
                for node in store.nodes_by_id(&one.nodes)? {
                    match node.source {
                        Some(source) if !source.is_empty() => places_of_focus.push(source),
                        _ => places_of_focus.extend(store.symbol_files(&node.ref_id, MAX_FILES)?),
                    }
                }
            }
        }
    }
    places_of_focus.sort_unstable();
    places_of_focus.dedup();
    Ok(places_of_focus)
}

/// Test files of the focus, by path: those that import most of it, and, where the language keeps them in the same
/// package without an import (Go), those beside its files; and files of the focus that hold tests.
fn tests(store: &Store, places_of_focus: &[String]) -> Result<Vec<String>> {
    let mut counts: HashMap<String, u64> = HashMap::new();
    let mut beside: HashSet<String> = HashSet::new();
    for place in places_of_focus {
        for path in store.files_with_inline_tests(place, 4 * MAX_TESTS)? {
            *counts.entry(path.clone()).or_default() += 1_000;
            beside.insert(path);
        }
        for (path, imports) in store.testlike_importers(place, 8 * MAX_TESTS)? {
            *counts.entry(path).or_default() += imports;
        }
        let folder = place.rsplit_once('/').map_or("", |(folder, _)| folder);
        if !folder.is_empty() {
            let beside = store.testlike_files(folder, 4 * MAX_TESTS)?;
            // Nearer than any that imports.
            let tests = beside.into_iter().filter(|path| path.ends_with("_test.go"));
            tests.for_each(|path| *counts.entry(path).or_default() += 1_000);
        }
    }
    let mut found: Vec<(String, u64)> =
        counts.into_iter().filter(|(path, _)| places::is_test(path) || beside.contains(path)).collect();
    found.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    found.truncate(MAX_TESTS);
    let mut found: Vec<String> = found.into_iter().map(|(path, _)| path).collect();
    found.sort_unstable();
    Ok(found)
}
