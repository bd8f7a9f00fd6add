//! Pieces of the documents of nodes, where no code says what they are about: each node's best first.

use std::collections::{HashMap, HashSet};

use beadloom_model::answers::TextChunk;
use beadloom_model::{Result, Section};
use beadloom_store::{ChunkHead, Store};

use super::ContextRequest;
use super::material::Piece;

/// The pieces of documents that are shown, in the order of selection, and how many there are beyond them.
///
/// Every node with documents gets its best piece before any gets a second one; within a node by the priority of
/// sections, then in the order of its documents.
pub(super) fn pieces(
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
