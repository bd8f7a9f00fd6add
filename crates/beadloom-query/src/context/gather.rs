//! Everything that a bundle could say, in the order in which it says it, before the budget.

use std::collections::HashMap;

use beadloom_graph::traverse::{Limits, Step, expand};
use beadloom_model::answers::{Commit, Edge, Node, NodeLink};
use beadloom_model::{Code, Result};
use beadloom_store::{Store, SymbolRow};

use super::about::{self, Focused, is_telling, telling_names};
use super::area::area;
use super::bodies::{Foremost, ReadText, add_calling_lines, bodies, foremost};
use super::crossings::crossings;
use super::definitions::{SymbolRoom, definitions};
use super::file_uses::{FileUses, file_uses};
use super::importance::ranking;
use super::material::{BundleInput, NodeEntry, Shape};
use super::own::{members, named, nodes_inside, own_and_related, own_code, own_nodes, summarise};
use super::relations::related;
use super::routes::routes;
use super::rules::{RulesAbout, unreadable};
use super::test_files::{fold_tests, tests};
use super::together::together;
use super::{ContextRequest, documents, links, memories};
use crate::focus::{Own, Resolved, resolve_with};
use crate::refs::calls_left_out;
use crate::unseen::unseen_reads;
use crate::{History, meta};

/// Links to elsewhere.
const MAX_LINKS: usize = 20;

/// Files of a node without a source whose importers are looked up.
const MAX_FILES: usize = 200;

pub(super) fn gather(
    store: &Store,
    request: &ContextRequest,
    history: &dyn History,
    rules: &dyn RulesAbout,
    read: ReadText<'_>,
) -> Result<BundleInput> {
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
    let nodes: Vec<NodeEntry> = order
        .iter()
        .filter_map(|(id, distance)| rows.remove(id).map(|node| NodeEntry { node, distance: *distance }))
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
    let memories = memories::about(&request.memories, &starts, &places);
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
        documents::pieces(store, request, &order, &declared)?
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
    let is_file = |one: &Resolved| matches!(one.own, Own::File(_));
    let file_uses = match resolved.as_slice() {
        [Resolved { own: Own::File(path), .. }] if shape == Shape::Area => file_uses(store, path)?,
        _ => FileUses::default(),
    };
    // The files that use a file say more than their parts.
    let crossings = if shape == Shape::Area && !(resolved.len() == 1 && resolved.iter().all(is_file)) {
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
    let bodies = match shape {
        Shape::Area if definitions_named.is_empty() => {
            let of = match resolved.as_slice() {
                [Resolved { own: Own::File(_), .. }] => Foremost::OfFile,
                _ => Foremost::OfArea,
            };
            foremost(&own_code, of, request.budget, read)
        }
        _ => bodies(&definitions_named, request.budget, read),
    };
    let members = if shape == Shape::Symbol && bodies.iter().any(|body| !body.whole) {
        members(store, &definitions_named, room.area)?
    } else {
        Vec::new()
    };
    let code = bodies.into_iter().map(|body| body.piece).collect();
    let left_out_calls =
        if shape == Shape::Symbol { calls_left_out(store, &definitions_named)? + related.at_top } else { 0 };
    let unseen_reads = if shape == Shape::Symbol { unseen_reads(store, &definitions_named)? } else { 0 };
    let commits = commits(&resolved);
    let (symbols, more_symbols) = match shape {
        Shape::Area => own_and_related(&resolved, own_code, related, ranked.order.len() as u64),
        Shape::Symbol => {
            let all = members.len() as u64;
            own_and_related(&resolved, members, related, all)
        }
        Shape::Other => definitions(store, &resolved, related, &order, &room)?,
    };
    Ok(BundleInput {
        shape,
        code,
        crossings,
        used_by: file_uses.used_by,
        uses: file_uses.uses,
        files: ranked.files,
        links: starts.iter().filter_map(|id| linked.remove(id)).flatten().take(MAX_LINKS).collect(),
        edges: edges(store, &ids)?,
        routes,
        together: together(store, &resolved)?,
        constraints,
        rules_warning,
        memories,
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
        left_out_calls,
        unseen_reads,
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
