//! The graph as it is: whole, or around references.

use std::collections::{BTreeMap, HashMap};

use beadloom_graph::traverse::{Limits, Step, expand};
use beadloom_model::answers::{ANSWER_VERSION, FullEdge, FullNode, GraphAnswer};
use beadloom_model::{Code, EdgeOrigin, Error, Result};
use beadloom_store::{EdgeRow, NodeRow, Store};

use crate::focus::resolve_all;
use crate::{Staleness, meta, text};

/// What of the graph is wanted.
#[derive(Debug, Clone, Default)]
pub struct GraphRequest {
    /// Nodes, paths or symbols; none: the whole graph.
    pub refs: Vec<String>,
    /// Edges between a reference and a node, at most; without references it does not matter.
    pub depth: usize,
    /// How far the index is behind.
    pub stale: Staleness,
}

/// Nodes and the edges between them: all by ref_id, or around the references in the order in which they are reached.
///
/// # Errors
/// `not_found` with suggestions, also for a path or symbol that no node owns; store errors.
pub fn graph_view(store: &Store, request: &GraphRequest) -> Result<GraphAnswer> {
    store.snapshot(|| {
        let (nodes, edges, documents) = if request.refs.is_empty() {
            let state = store.state();
            (state.nodes()?, state.edges()?, store.node_documents()?)
        } else {
            let ids = around(store, request)?;
            let place: HashMap<&str, usize> =
                ids.iter().enumerate().map(|(at, id)| (id.as_str(), at)).collect();
            let mut nodes = store.nodes_by_id(&ids)?;
            nodes.sort_by_key(|node| place.get(node.ref_id.as_str()).copied());
            (nodes, store.edges_between(&ids)?, store.node_documents()?)
        };
        let mut docs: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for document in documents {
            docs.entry(document.ref_id).or_default().push(document.path);
        }
        Ok(GraphAnswer {
            version: ANSWER_VERSION,
            derived: meta::derived(store)?,
            nodes: nodes
                .into_iter()
                .map(|node| {
                    let docs = docs.remove(&node.ref_id).unwrap_or_default();
                    full_node(node, docs)
                })
                .collect(),
            edges: edges.into_iter().map(full_edge).collect(),
            warning: request.stale.warning.clone(),
            stale_paths: request.stale.shown_paths(),
        })
    })
}

fn around(store: &Store, request: &GraphRequest) -> Result<Vec<String>> {
    let resolved = resolve_all(store, &request.refs)?;
    for one in &resolved {
        if one.nodes.is_empty() {
            return Err(Error::new(
                Code::NotFound,
                format!("no node owns \"{}\"", text::line(&one.focus.r#ref)),
            )
            .hint("give a node the file's folder as its source, or name a node"));
        }
    }
    let starts: Vec<String> = resolved.into_iter().flat_map(|one| one.nodes).collect();
    let limits = Limits { depth: request.depth, max_nodes: usize::MAX };
    let reached = expand(&starts, limits, |level| -> Result<Vec<Step>> {
        let links = store.links_touching(level)?;
        Ok(links.into_iter().map(|link| Step { a: link.src, b: link.dst, kind: link.kind }).collect())
    })?;
    Ok(reached.nodes.into_iter().map(|node| node.ref_id).collect())
}

fn full_node(node: NodeRow, docs: Vec<String>) -> FullNode {
    FullNode {
        ref_id: node.ref_id,
        kind: node.kind,
        summary: node.summary,
        source: node.source,
        docs,
        tags: node.tags,
        extra: node.extra,
    }
}

fn full_edge(edge: EdgeRow) -> FullEdge {
    let mut extra = edge.extra;
    if edge.origin != EdgeOrigin::Declared {
        extra.entry("origin").or_insert_with(|| edge.origin.as_str().into());
    }
    FullEdge { src: edge.src, dst: edge.dst, kind: edge.kind, extra }
}
