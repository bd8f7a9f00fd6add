//! What stands around the code of a task: who calls it and what it calls, what its files import, documents, parts of the
//! graph.

use std::collections::{BTreeMap, HashMap, HashSet};

use beadloom_graph::Ownership;
use beadloom_model::answers::{BundleSymbol, Edge, Node, Reason, TextChunk};
use beadloom_model::{Result, SymbolKind};
use beadloom_store::{ChunkRow, Store, SymbolRow, words as full_text};

use super::TaskRequest;
use super::field::Field;
use super::gather::FileMaterial;
use super::given::Given;
use super::words::Words;
use crate::context::relations::related_to;
use crate::places;
use crate::search::code::RankedFile;
use crate::symbols::shown;
use crate::text;

/// Files that are searched for callers.
const MAX_CALLING_FILES: usize = 12;

/// Definitions that a file refers to most, of which those that it imports are shown.
const MAX_TARGETS: usize = 80;

/// A document's section holds at least this part of the task.
const WORTH_READING: f32 = 0.4;

/// Sections that are looked at for each one that is shown.
const LOOKED_AT: usize = 3;

/// Nodes that own the best files.
const MAX_OWNERS: usize = 6;

/// Nodes that match by their own words.
const MAX_MATCHING: usize = 3;

/// Characters of a line of a document; longer ones are tables or data.
const MAX_LINE: usize = 600;

/// Callers and callees of the best pieces, by file from the best, then what their files import: as signatures.
pub(super) fn symbols(
    store: &Store,
    heads: &[(&RankedFile, Vec<i64>)],
    budget: usize,
) -> Result<Vec<BundleSymbol>> {
    // A small budget is for code.
    let most = (budget / 500).min(8);
    if most == 0 {
        return Ok(Vec::new());
    }
    let mut found: Vec<BundleSymbol> = Vec::new();
    let mut taken: HashSet<i64> =
        heads.iter().flat_map(|(_, definitions)| definitions.iter().copied()).collect();
    for (file, definitions) in heads {
        let mut rows: Vec<SymbolRow> = store.symbols_by_id(definitions)?;
        // What a module holds is nothing that is called as a whole.
        rows.retain(|row| row.kind != SymbolKind::Module);
        if rows.is_empty() {
            continue;
        }
        let around = related_to(store, &rows, most, MAX_CALLING_FILES)?;
        for (id, symbol) in around.symbols {
            // What stands in the file itself is a look away.
            if symbol.symbol.file_path != file.file.path && taken.insert(id) {
                found.push(symbol);
            }
        }
    }
    for (file, _) in heads {
        found.extend(imported(store, file, most, &mut taken)?);
    }
    // Callers, then callees, then imports; the sections of a rendering.
    found.sort_by_key(|symbol| match symbol.reason {
        Some(Reason::Caller) => 0,
        Some(Reason::Callee) => 1,
        _ => 2,
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
    by_count.sort_unstable_by(|a, b| b.cmp(a));
    let least = by_count.get(MAX_TARGETS).copied().unwrap_or(0);
    counts.retain(|_, count| *count > least);
    let ids: Vec<i64> = counts.keys().copied().collect();
    let is_imported = |path: &str| {
        paths.contains(path)
            || path.rsplit_once('/').is_some_and(|(folder, _)| paths.contains(format!("{folder}/").as_str()))
    };
    let mut rows: Vec<SymbolRow> = store.symbols_by_id(&ids)?;
    rows.retain(|row| row.file_path != file.file.path && is_imported(&row.file_path));
    // Stable: the rows are by path and line.
    rows.sort_by_key(|row| std::cmp::Reverse(counts.get(&row.id).copied().unwrap_or(0)));
    rows.truncate(most);
    Ok(rows
        .into_iter()
        .map(|row| {
            taken.insert(row.id);
            BundleSymbol {
                symbol: shown(row),
                reason: Some(Reason::Imported),
                lines: Vec::new(),
                candidates: Vec::new(),
            }
        })
        .collect())
}

/// Sections of documents that hold much of the task, best first; how many there are beyond the limit, and how many
/// were given before.
pub(super) fn documents(
    store: &Store,
    request: &TaskRequest<'_>,
    words: &mut Words,
    keep: Option<&dyn Fn(&str) -> bool>,
    known: &Given,
) -> Result<(Vec<TextChunk>, u64, u64)> {
    let Some(expression) = full_text::match_expression(&request.task) else { return Ok((Vec::new(), 0, 0)) };
    let found = store.search_chunks(&expression, request.max_chunks.saturating_mul(LOOKED_AT), keep)?;
    let mut chunks: Vec<(f32, ChunkRow)> = found
        .into_iter()
        .filter(|found| !places::is_side(&found.chunk.doc_path) || found.chunk.doc_path.starts_with("docs/"))
        .map(|found| {
            let chunk = found.chunk;
            let says = format!("{} {} {}", chunk.doc_path, chunk.heading, chunk.content);
            (words.share(&says), chunk)
        })
        .filter(|(share, _)| *share >= WORTH_READING)
        .collect();
    // Stable: by rank where they hold as much.
    chunks.sort_by(|a, b| b.0.total_cmp(&a.0));
    let before = chunks.len();
    chunks.retain(|(_, chunk)| !known.knows(&chunk.content));
    let given = (before - chunks.len()) as u64;
    let limited = chunks.len().saturating_sub(request.max_chunks) as u64;
    chunks.truncate(request.max_chunks);
    // Four bytes are a token, nearly: no section takes more than a sixth of the budget.
    let room = (request.budget * 4 / 6).max(400);
    let shown = chunks.into_iter().map(|(_, chunk)| TextChunk {
        content: beginning(&chunk.content, room),
        doc_path: chunk.doc_path,
        section: chunk.section,
        heading: chunk.heading,
        ref_id: chunk.ref_id.unwrap_or_default(),
        line_start: chunk.line_start,
    });
    Ok((shown.collect(), limited, given))
}

/// The lines of a text that fit into so many bytes, at least one; a last line `…` says that there is more.
fn beginning(content: &str, room: usize) -> String {
    if content.len() <= room {
        return content.to_owned();
    }
    let mut shown = String::new();
    for line in content.lines() {
        let line = text::cut_at_word(line, MAX_LINE);
        if !shown.is_empty() && shown.len() + line.len() > room {
            break;
        }
        shown.push_str(&line);
        shown.push('\n');
    }
    shown.push('…');
    shown
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
    field: Option<&Field>,
) -> Result<Parts> {
    let sources = store.node_sources()?;
    let owners = Ownership::new(sources.iter().map(|(id, source)| (id.as_str(), source.as_str())));
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
        let matching = store.search_nodes(&expression, MAX_MATCHING * 2, &keep)?;
        let best = matching.first().map_or(0.0, |node| node.score);
        let mut added = 0;
        for node in &matching {
            let is_inside = field.is_none_or(|field| field.nodes.contains(&node.ref_id));
            if is_inside && node.score >= best * 0.5 && added < MAX_MATCHING && add(&node.ref_id, &mut ids) {
                added += 1;
            }
        }
    }
    let most = request.max_nodes.max(of_references);
    let left_out = ids.len().saturating_sub(most) as u64;
    ids.truncate(most);
    let mut rows: HashMap<String, Node> = store
        .nodes_by_id(&ids)?
        .into_iter()
        .map(|row| (row.ref_id.clone(), Node { ref_id: row.ref_id, kind: row.kind, summary: row.summary }))
        .collect();
    let nodes: Vec<Node> = ids.iter().filter_map(|id| rows.remove(id)).collect();
    let mut edges: Vec<Edge> = if nodes.len() < 2 {
        Vec::new()
    } else {
        let links = store.links_between(&ids)?.into_iter().filter(|link| link.src != link.dst);
        links.map(|link| Edge { src: link.src, dst: link.dst, kind: link.kind }).collect()
    };
    let place: HashMap<&str, usize> =
        nodes.iter().enumerate().map(|(at, node)| (node.ref_id.as_str(), at)).collect();
    edges.sort_by_cached_key(|edge| {
        (place.get(edge.src.as_str()).copied(), place.get(edge.dst.as_str()).copied(), edge.kind.clone())
    });
    Ok(Parts { nodes, focus: of_references, edges, left_out })
}

#[cfg(test)]
mod tests {
    use super::beginning;

    #[test]
    fn texts_are_cut_at_a_line_end() {
        assert_eq!(beginning("one\ntwo", 7), "one\ntwo");
        assert_eq!(beginning("one\ntwo\nthree", 9), "one\ntwo\n…");
        assert_eq!(beginning("one long line", 3), "one long line\n…");
    }
}
