//! What stands around the code of a task: who calls it and what it calls, what its files import, parts of the graph.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, HashMap, HashSet};

use beadloom_model::answers::{BundleSymbol, Edge, Node, Reason, Symbol};
use beadloom_model::{Result, SymbolKind};
use beadloom_store::{Store, SymbolRow, words as full_text};

use super::TaskRequest;
use super::material::FileMaterial;
use super::search_scope::SearchScope;
use super::similar::similar;
use crate::context::gathered::edges_between;
use crate::context::relations::related_to;
use crate::focus::ownership;
use crate::lists::cut;
use crate::search::code::RankedFile;
use crate::symbols::bundled;

/// Files that are searched for callers.
const MAX_CALLING_FILES: usize = 12;

/// Budgets from which on imports are shown.
const WITH_IMPORTS: usize = 8_000;

/// Definitions that a file refers to most, of which those that it imports are shown.
const MAX_TARGETS: usize = 80;

/// Nodes that own the best files.
const MAX_OWNERS: usize = 6;

/// Nodes that match by their own words.
const MAX_MATCHING_NODES: usize = 3;

/// What is written like the best pieces; callers and callees of them that have to do with the task, by file from the best, then what their files import: as
/// signatures. `is_near_task`: whether a definition does. Of a question all that they call, and nothing that is written alike.
pub(super) fn symbols(
    store: &Store,
    heads: &[(&RankedFile, Vec<i64>)],
    request: &TaskRequest<'_>,
    (with_tests, is_question): (bool, bool),
    is_near_task: &mut dyn FnMut(&Symbol) -> bool,
) -> Result<Vec<BundleSymbol>> {
    let budget = request.budget;
    // A small budget is for code.
    let most = (budget / 500).min(8);
    if most == 0 {
        return Ok(Vec::new());
    }
    let mut found: Vec<BundleSymbol> = Vec::new();
    let mut taken: HashSet<i64> =
        heads.iter().flat_map(|(_, definitions)| definitions.iter().copied()).collect();
    let definitions: Vec<i64> =
        heads.iter().flat_map(|(_, definitions)| definitions.iter().copied()).collect();
    if !is_question {
        // Who asks changes nothing, and needs no model for it.
        for (id, symbol) in similar(store, &definitions, &taken, with_tests, request.read)? {
            taken.insert(id);
            found.push(symbol);
        }
    }
    for (file, definitions) in heads {
        let mut rows: Vec<SymbolRow> = store.symbols_by_id(definitions)?;
        // What a module holds is nothing that is called as a whole.
        rows.retain(|row| row.kind != SymbolKind::Module);
        if rows.is_empty() {
            continue;
        }
        let around = related_to(store, &rows, most, MAX_CALLING_FILES)?;
        for (id, symbol) in around.symbols {
            // What stands in the file itself is a look away; and of what is further off, what has to do with the task.
            let is_far = symbol.symbol.file_path != file.file.path;
            // Who has read a definition looks up what it hands its work to, wherever that is.
            let is_handed_on = is_question && symbol.reason == Some(Reason::Callee);
            // Of a change all lines that use it are listed.
            if !is_question && symbol.reason == Some(Reason::Caller) {
                continue;
            }
            if (is_handed_on || is_far && is_near_task(&symbol.symbol)) && taken.insert(id) {
                found.push(symbol);
            }
        }
    }
    // What files import tells the least, and is for those who have room.
    for (file, _) in heads.iter().filter(|_| budget >= WITH_IMPORTS) {
        found.extend(imported(store, file, most, &mut taken)?);
    }
    // What is written alike, callers, callees, then imports; the sections of a rendering.
    found.compact_sort_by_key(|symbol| match symbol.reason {
        Some(Reason::Similar) => 0,
        Some(Reason::Caller) => 1,
        Some(Reason::Callee) => 2,
        _ => 3,
    });
    Ok(found)
}

/// The definitions that a file refers to most in the files that it imports.
fn imported(
    store: &Store,
    file: &RankedFile,
    most: usize,
    taken: &mut HashSet<i64>,
) -> Result<Vec<BundleSymbol>> {
    let links = store.imported_by_files(&[file.file.file_id])?;
    let paths: HashSet<&str> = links.iter().map(|link| link.path.as_str()).collect();
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
    store.target_counts(&[file.file.file_id], |_, targets| {
        for target in targets {
            *counts.entry(target.symbol).or_default() += target.places;
        }
    })?;
    counts.retain(|id, _| !taken.contains(id));
    // Those that it refers to least are not looked at; which of equal ones these are must not depend on row ids.
    let mut by_count: Vec<u64> = counts.values().copied().collect();
    by_count.compact_sort_by(|a, b| b.cmp(a));
    let least = by_count.get(MAX_TARGETS).copied().unwrap_or(0);
    counts.retain(|_, count| *count > least);
    let ids: Vec<i64> = counts.keys().copied().collect();
    let is_imported = |path: &str| {
        paths.contains(path)
            || path.rsplit_once('/').is_some_and(|(folder, _)| paths.contains(format!("{folder}/").as_str()))
    };
    let mut rows: Vec<SymbolRow> = store.symbols_by_id(&ids)?;
    rows.retain(|row| !row.part && row.file_path != file.file.path && is_imported(&row.file_path));
    // Stable: the rows are by path and line.
    rows.compact_sort_by_key(|row| std::cmp::Reverse(counts.get(&row.id).copied().unwrap_or(0)));
    rows.truncate(most);
    Ok(rows
        .into_iter()
        .map(|row| {
            taken.insert(row.id);
            BundleSymbol { reason: Some(Reason::Imported), ..bundled(row) }
        })
        .collect())
}

/// Nodes of an answer.
pub(super) struct Parts {
    /// References first.
    pub nodes: Vec<Node>,
    /// How many are references.
    pub focus: usize,
    pub edges: Vec<Edge>,
    /// Beyond the limit.
    pub left_out: u64,
}

/// The nodes of references, then the owners of the best files in their order, then nodes that match by their own words.
pub(super) fn nodes(
    store: &Store,
    request: &TaskRequest<'_>,
    focus: &[String],
    files: &[FileMaterial],
    field: Option<&SearchScope>,
) -> Result<Parts> {
    let owners = ownership(store)?;
    let mut ids: Vec<String> = Vec::new();
    let add = |id: &str, ids: &mut Vec<String>| {
        let is_new = !ids.iter().any(|known| known == id);
        if is_new {
            ids.push(id.to_owned());
        }
        is_new
    };
    for id in focus {
        add(id, &mut ids);
    }
    let of_references = ids.len();
    for file in files {
        if ids.len() >= of_references + MAX_OWNERS {
            break;
        }
        if let Some(id) = owners.owner(&file.path) {
            add(id, &mut ids);
        }
    }
    if let Some(expression) = full_text::match_expression(&request.task) {
        let keep = |_: &str, _: Option<&str>| true;
        let matching = store.search_nodes(&expression, MAX_MATCHING_NODES * 2, &keep)?;
        let best = matching.first().map_or(0.0, |node| node.score);
        let mut added = 0;
        for node in &matching {
            let is_inside = field.is_none_or(|field| field.nodes.contains(&node.ref_id));
            if is_inside
                && node.score >= best * 0.5
                && added < MAX_MATCHING_NODES
                && add(&node.ref_id, &mut ids)
            {
                added += 1;
            }
        }
    }
    let most = request.max_nodes.max(of_references);
    let left_out = cut(&mut ids, most);
    let mut rows: HashMap<String, Node> = store
        .nodes_by_id(&ids)?
        .into_iter()
        .map(|row| (row.ref_id.clone(), Node { ref_id: row.ref_id, kind: row.kind, summary: row.summary }))
        .collect();
    let nodes: Vec<Node> = ids.iter().filter_map(|id| rows.remove(id)).collect();
    let edges = edges_between(store, &ids)?;
    Ok(Parts { nodes, focus: of_references, edges, left_out })
}
