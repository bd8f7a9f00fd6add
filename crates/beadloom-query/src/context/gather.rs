//! Everything that a bundle could say, in the order in which it says it, before the budget.

use std::collections::{HashMap, HashSet};

use beadloom_graph::traverse::{Limits, Step, expand};
use beadloom_model::answers::{
    BundleSymbol, ChangedTogether, CodePiece, Commit, Constraint, Crossing, Edge, Focus, FocusType, Node,
    NodeLink, Reason, Route, Symbol, TextChunk,
};
use beadloom_model::{Code, Result, Section};
use beadloom_store::{ChunkHead, Store, SymbolRow};

use super::about::{self, Focused, is_telling, telling_names};
use super::area::{Area, area};
use super::bodies::{ReadText, add_calling_lines, bodies};
use super::crossings::crossings;
use super::importance::{Ranking, ranking};
use super::links;
use super::relations::{Related, related};
use super::routes::routes;
use super::rules::{RulesAbout, unreadable};
use super::together::together;
use super::{ContextRequest, MAX_TESTS};
use crate::focus::{Own, Resolved, resolve_with};
use crate::symbols::{shown as symbol, with_members};
use crate::{History, meta, places};

/// How many symbols a bundle shows. The default budget of 8,000 tokens is a ceiling, not a target: a reader who needs
/// more asks for the file, or gives more budget.
struct SymbolRoom {
    /// Of a part, folder or file.
    area: usize,
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
            area: (budget / 14).clamp(40, 800),
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

/// Names that say what a part holds, where nothing else does.
const TELLING: usize = 3;

/// Links to elsewhere.
const MAX_LINKS: usize = 20;

/// Files of a node without a source whose importers are looked up.
const MAX_FILES: usize = 200;

/// What the references are, by which an answer is shared out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A part, a folder or a file with code: its own code comes first.
    Area,
    /// A symbol: its source, then who calls it and what it calls.
    Symbol,
    /// A ticket, a part without code, or several of these.
    Other,
}

/// What was found for a request.
#[derive(Debug, Clone)]
pub(super) struct Material {
    pub focuses: Vec<Focus>,
    pub derived: bool,
    pub nodes: Vec<Around>,
    /// Between those nodes, by the order of their ends, then kind.
    pub edges: Vec<Edge>,
    pub shape: Shape,
    /// Sources of the symbols that references name.
    pub code: Vec<CodePiece>,
    pub crossings: Vec<Crossing>,
    /// Code files of the area, the most important first.
    pub files: Vec<String>,
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
    read: ReadText<'_>,
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
    let covered = area(store, &resolved)?;
    let ranked = ranking(store, &covered)?;
    let (constraints, rules_warning) = match rules.about(store, &starts, &places) {
        Ok(constraints) => (constraints, None),
        Err(error) if error.code == Code::Cancelled => return Err(error),
        Err(error) => (Vec::new(), Some(unreadable(&error))),
    };
    let room = SymbolRoom::within(request.budget);
    let shape = if !covered.files.is_empty() {
        Shape::Area
    } else if resolved.iter().all(|one| matches!(one.own, Own::Symbols(_))) {
        Shape::Symbol
    } else {
        Shape::Other
    };
    let own_code = own_code(store, &resolved, &ranked, room.area)?;
    let mut resolved = resolved;
    summarise(&mut resolved, &own_code);
    let focuses = resolved.iter().map(|one| one.focus.clone()).collect();
    let (chunks, limited_chunks) = if shape == Shape::Other {
        pieces(store, request, &order, &declared)?
    } else {
        let mut paths = about::paths_of(&covered, &places);
        let mut names = telling_names(own_code.iter().map(|row| row.symbol_name.as_str()));
        for row in named(&resolved) {
            // To name the symbol is to be about it.
            if is_telling(&row.symbol_name) {
                paths.push(row.symbol_name.clone());
            }
            if row.qualified_name != row.symbol_name {
                names.push(row.qualified_name.clone());
            }
        }
        paths.dedup();
        let focused =
            Focused { own_nodes: own_nodes(&resolved), declared: &declared, order: &order, paths, names };
        about::pieces(store, request, &focused)?
    };
    let crossings = if shape == Shape::Area {
        crossings(store, &covered, &ranked, &nodes_inside(store, &covered, &starts)?)?
    } else {
        Vec::new()
    };
    let mut related = related(store, &resolved, room.related)?;
    let mut tests = if related.tests.is_empty() { tests(store, &places)? } else { related.tests.clone() };
    if shape == Shape::Symbol {
        fold_tests(&mut related, &mut tests);
    }
    add_calling_lines(&mut related.symbols, read);
    let definitions_named: Vec<SymbolRow> = named(&resolved).cloned().collect();
    let bodies = bodies(&definitions_named, request.budget, read);
    let members = if bodies.iter().any(|body| !body.whole) {
        members(store, &definitions_named, room.area)?
    } else {
        Vec::new()
    };
    let code = bodies.into_iter().map(|body| body.piece).collect();
    let commits = commits(&resolved);
    let (symbols, more_symbols) = match shape {
        Shape::Area => own_and_related(&resolved, own_code, related, ranked.order.len() as u64),
        Shape::Symbol => {
            let all = members.len() as u64;
            own_and_related(&resolved, members, related, all)
        }
        Shape::Other => definitions(store, &resolved, related, &order, &room)?,
    };
    Ok(Material {
        shape,
        code,
        crossings,
        files: ranked.files,
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
        focuses,
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

/// The definitions that references name.
fn named(resolved: &[Resolved]) -> impl Iterator<Item = &SymbolRow> {
    resolved.iter().flat_map(|one| match &one.own {
        Own::Symbols(rows) => rows.as_slice(),
        _ => &[],
    })
}

/// What stands inside definitions, by path and line, at most `most`.
fn members(store: &Store, definitions: &[SymbolRow], most: usize) -> Result<Vec<SymbolRow>> {
    let own: HashSet<i64> = definitions.iter().map(|row| row.id).collect();
    let places = with_members(store, definitions)?;
    let ids: Vec<i64> =
        places.iter().map(|place| place.id).filter(|id| !own.contains(id)).take(most).collect();
    store.symbols_by_id(&ids)
}

/// Callers that are tests become tests of the bundle, the nearest first, where there are other callers.
fn fold_tests(related: &mut Related, tests: &mut Vec<String>) {
    let is_test = |symbol: &BundleSymbol| {
        symbol.reason == Some(Reason::Caller) && places::is_test(&symbol.symbol.file_path)
    };
    let callers = related.symbols.iter().filter(|(_, symbol)| symbol.reason == Some(Reason::Caller));
    if callers.clone().all(|(_, symbol)| is_test(symbol)) {
        return;
    }
    let mut found: Vec<String> = Vec::new();
    for (_, symbol) in callers.filter(|(_, symbol)| is_test(symbol)) {
        if !found.contains(&symbol.symbol.file_path) {
            found.push(symbol.symbol.file_path.clone());
        }
    }
    related.symbols.retain(|(_, symbol)| !is_test(symbol));
    for test in std::mem::take(tests) {
        if !found.contains(&test) {
            found.push(test);
        }
    }
    found.truncate(MAX_TESTS);
    *tests = found;
}

/// A folder is what its node says, and a part or folder of which nobody says anything is what it holds.
fn summarise(resolved: &mut [Resolved], own_code: &[SymbolRow]) {
    let is_alone = resolved.len() == 1;
    for one in resolved {
        let is_folder = one.focus.kind == "folder";
        if !is_folder && (one.focus.r#type != FocusType::Node || !one.focus.summary.is_empty()) {
            continue;
        }
        let is_own = |row: &&SymbolRow| match &one.own {
            _ if is_alone => true,
            Own::Folder(path) => row.file_path.starts_with(path.as_str()),
            _ => row.ref_id.as_ref().is_some_and(|node| one.nodes.contains(node)),
        };
        let mut names: Vec<&str> = Vec::new();
        for row in own_code.iter().filter(is_own).filter(|row| row.qualified_name == row.symbol_name) {
            if names.len() < TELLING && !names.contains(&row.symbol_name.as_str()) {
                names.push(&row.symbol_name);
            }
        }
        if names.is_empty() || is_folder && one.focus.summary.contains(": ") {
            continue;
        }
        let names = names.join(", ");
        one.focus.summary = if is_folder { format!("folder: {names}") } else { names };
    }
}

/// Nodes whose documents are those of the references: they are referred to themselves, or by their whole folder.
fn own_nodes(resolved: &[Resolved]) -> Vec<String> {
    let is_whole = |one: &&Resolved| matches!(one.own, Own::Nothing);
    resolved.iter().filter(is_whole).flat_map(|one| one.nodes.iter().cloned()).collect()
}

/// The nodes of the area: those of the references, and those of parts inside.
fn nodes_inside(store: &Store, covered: &Area, starts: &[String]) -> Result<HashSet<String>> {
    let files: Vec<i64> = covered.files.iter().map(|file| file.id).collect();
    let mut inside: HashSet<String> =
        store.owners_of_files(&files)?.into_iter().map(|(_, node)| node).collect();
    inside.extend(starts.iter().cloned());
    Ok(inside)
}

/// What parts, folders and files define: what annotations give them, then the most important.
fn own_code(store: &Store, resolved: &[Resolved], ranked: &Ranking, most: usize) -> Result<Vec<SymbolRow>> {
    let mut found: Vec<SymbolRow> = Vec::new();
    let mut taken: HashSet<i64> = HashSet::new();
    for node in own_nodes(resolved) {
        let rows = store.annotated_symbols(&node, most)?;
        found.extend(rows.into_iter().filter(|row| taken.insert(row.id)));
    }
    let ids: Vec<i64> =
        ranked.order.iter().map(|weighed| weighed.id).filter(|id| !taken.contains(id)).take(most).collect();
    let mut rows: HashMap<i64, SymbolRow> =
        store.symbols_by_id(&ids)?.into_iter().map(|row| (row.id, row)).collect();
    found.extend(ids.iter().filter_map(|id| rows.remove(id)));
    found.truncate(most);
    Ok(found)
}

/// The code of the area, then what other references name, with its callers and callees; and how many symbols there are
/// beyond these.
fn own_and_related(
    resolved: &[Resolved],
    own_code: Vec<SymbolRow>,
    related: Related,
    of_area: u64,
) -> (Vec<Definition>, u64) {
    let mut taken: HashSet<i64> = HashSet::new();
    let mut shown: Vec<Definition> = Vec::new();
    let mut more = of_area.saturating_sub(own_code.len() as u64) + related.left_out;
    let named = resolved.iter().flat_map(|one| match &one.own {
        Own::Symbols(rows) => rows.iter().map(|row| (row, None)).collect::<Vec<_>>(),
        Own::Touched(touched) => touched.symbols.iter().map(|row| (row, Some(Reason::Touched))).collect(),
        _ => Vec::new(),
    });
    for (row, reason) in named {
        if taken.insert(row.id) {
            let symbol = BundleSymbol { reason, ..plain(symbol(row.clone())) };
            shown.push(Definition { symbol, distance: 0 });
        }
    }
    for (id, symbol) in related.symbols {
        if taken.insert(id) {
            shown.push(Definition { symbol, distance: 0 });
        }
    }
    for row in own_code {
        if taken.insert(row.id) {
            shown.push(Definition { symbol: plain(symbol(row)), distance: 0 });
        } else {
            more = more.saturating_sub(1);
        }
    }
    (shown, more)
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
    BundleSymbol { symbol, reason: None, lines: Vec::new(), text: None, candidates: Vec::new() }
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
