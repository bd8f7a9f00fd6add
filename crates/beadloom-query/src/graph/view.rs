//! What a graph answer holds: the nodes asked for, and what a picture shows around them.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, HashMap, HashSet};

use beadloom_graph::traverse::{Limits, Step, expand};
use beadloom_model::answers::{ANSWER_VERSION, FullEdge, FullNode, GraphAnswer};
use beadloom_model::{Code, EdgeOrigin, Error, Result};
use beadloom_store::{EdgeRow, NodeRow, Store};

use super::contracts;
use super::hierarchy::{Hierarchy, places};
use crate::etag::etag_of;
use crate::focus::resolve_all;
use crate::{Staleness, meta, text};

/// What of the graph is wanted.
#[derive(Debug, Clone, Default)]
pub struct GraphRequest {
    /// Nodes, paths or symbols; none: the whole graph.
    pub refs: Vec<String>,
    /// Edges between a reference and a node, at most; without references it does not matter.
    pub depth: usize,
    /// Only what this node, path or symbol consists of: its node and all parts below.
    pub scope: Option<String>,
    /// Whether the rest of the graph is wanted too, for a picture that shows the surroundings.
    pub surroundings: bool,
    /// Edges that follow from contracts, which the index does not have; what else they say is in `contracts` of `extra`.
    pub contracts: Vec<FullEdge>,
    /// How far the index is behind.
    pub stale: Staleness,
}

/// The nodes asked for with the edges between them, and what a picture needs beside.
#[derive(Debug, Clone)]
pub struct GraphView {
    /// As JSON shows it.
    pub answer: GraphAnswer,
    /// The nodes of the scope; empty without one.
    pub(super) scope: Vec<String>,
    /// Every node by ref_id and every edge, where that was asked for and is more than the answer.
    whole: Option<(Vec<FullNode>, Vec<FullEdge>)>,
}

impl GraphView {
    /// Every node by ref_id, and every edge; the answer's own where no more was asked for.
    pub(super) fn whole(&self) -> (&[FullNode], &[FullEdge]) {
        match &self.whole {
            Some((nodes, edges)) => (nodes, edges),
            None => (&self.answer.nodes, &self.answer.edges),
        }
    }
}

/// Nodes and the edges between them: all by ref_id, or around the references in the order in which they are reached.
///
/// # Errors
/// `not_found` with suggestions, also for a path or symbol that no node owns; store errors.
pub fn graph_view(store: &Store, request: &GraphRequest) -> Result<GraphView> {
    store.snapshot(|| {
        let around = if request.refs.is_empty() { None } else { Some(around(store, request)?) };
        let scope = match &request.scope {
            Some(scope) => owners(store, std::slice::from_ref(scope))?,
            None => Vec::new(),
        };
        let documents = Documents::read(store)?;
        let in_part = around.is_some() || request.scope.is_some();
        let (mut nodes, mut edges) = match &around {
            // A part of a large graph is read alone.
            Some(ids) if request.scope.is_none() && !request.surroundings => {
                (documents.join(store.nodes_by_id(ids)?), joined(store.edges_between(ids)?))
            }
            _ => {
                let state = store.state();
                (documents.join(state.nodes()?), joined(state.edges()?))
            }
        };
        contracts::add(&mut edges, &nodes, &request.contracts);
        let whole = (in_part && request.surroundings).then(|| (nodes.clone(), edges.clone()));
        if request.scope.is_some() {
            let inside = parts(&nodes, &edges, &scope);
            nodes.retain(|node| inside.contains(&node.ref_id));
        }
        if let Some(ids) = &around {
            let place: HashMap<&str, usize> =
                ids.iter().enumerate().map(|(at, id)| (id.as_str(), at)).collect();
            nodes.retain(|node| place.contains_key(node.ref_id.as_str()));
            nodes.compact_sort_by_key(|node| place.get(node.ref_id.as_str()).copied());
        }
        if in_part {
            let places = places(&nodes);
            edges.retain(|edge| {
                places.contains_key(edge.src.as_str()) && places.contains_key(edge.dst.as_str())
            });
        }
        let derived = meta::derived(store)?;
        let etag = etag_of(&(derived, &nodes, &edges))?;
        let answer = GraphAnswer {
            version: ANSWER_VERSION,
            derived,
            nodes,
            edges,
            etag,
            warning: request.stale.warning.clone(),
            stale_paths: request.stale.shown_paths(),
        };
        Ok(GraphView { answer, scope, whole })
    })
}

/// The nodes that references stand for, in their order.
fn owners(store: &Store, refs: &[String]) -> Result<Vec<String>> {
    let resolved = resolve_all(store, refs)?;
    for one in &resolved {
        if one.nodes.is_empty() {
            return Err(Error::new(
                Code::NotFound,
                format!("no node owns \"{}\"", text::line(&one.focus.r#ref)),
            )
            .hint("set the source of a node to the file's folder, or name a node"));
        }
    }
    Ok(resolved.into_iter().flat_map(|one| one.nodes).collect())
}

fn around(store: &Store, request: &GraphRequest) -> Result<Vec<String>> {
    let starts = owners(store, &request.refs)?;
    let limits = Limits { depth: request.depth, max_nodes: usize::MAX };
    let reached = expand(&starts, limits, |level| -> Result<Vec<Step>> {
        let links = store.links_touching(level)?.into_iter();
        let touching = |edge: &&FullEdge| level.contains(&edge.src) || level.contains(&edge.dst);
        let found = request.contracts.iter().filter(touching);
        Ok(links
            .map(|link| Step { a: link.src, b: link.dst, kind: link.kind })
            .chain(found.map(|edge| Step {
                a: edge.src.clone(),
                b: edge.dst.clone(),
                kind: edge.kind.clone(),
            }))
            .collect())
    })?;
    Ok(reached.nodes.into_iter().map(|node| node.ref_id).collect())
}

/// The ids of the nodes and of all that is part of them.
fn parts(nodes: &[FullNode], edges: &[FullEdge], tops: &[String]) -> HashSet<String> {
    let tree = Hierarchy::new(nodes, edges);
    let tops: HashSet<&str> = tops.iter().map(String::as_str).collect();
    let is_top: Vec<bool> = nodes.iter().map(|node| tops.contains(node.ref_id.as_str())).collect();
    let inside = tree.below(&is_top);
    nodes.iter().zip(inside).filter(|(_, inside)| *inside).map(|(node, _)| node.ref_id.clone()).collect()
}

/// The documents of nodes, and those that are behind their code.
pub(crate) struct Documents {
    all: BTreeMap<String, Vec<String>>,
    stale: BTreeMap<String, Vec<String>>,
}

impl Documents {
    pub(crate) fn read(store: &Store) -> Result<Self> {
        let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for document in store.node_documents()? {
            all.entry(document.ref_id).or_default().push(document.path);
        }
        let mut stale: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (path, ref_id) in store.stale_document_nodes()? {
            stale.entry(ref_id).or_default().push(path);
        }
        Ok(Self { all, stale })
    }

    pub(crate) fn join(mut self, nodes: Vec<NodeRow>) -> Vec<FullNode> {
        nodes
            .into_iter()
            .map(|node| FullNode {
                docs: self.all.remove(&node.ref_id).unwrap_or_default(),
                stale_docs: self.stale.remove(&node.ref_id).unwrap_or_default(),
                ref_id: node.ref_id,
                kind: node.kind,
                summary: node.summary,
                source: node.source,
                tags: node.tags,
                extra: node.extra,
            })
            .collect()
    }
}

fn joined(edges: Vec<EdgeRow>) -> Vec<FullEdge> {
    edges
        .into_iter()
        .map(|edge| {
            let mut extra = edge.extra;
            if edge.origin != EdgeOrigin::Declared {
                extra.entry("origin").or_insert_with(|| edge.origin.as_str().into());
            }
            FullEdge { src: edge.src, dst: edge.dst, kind: edge.kind, extra }
        })
        .collect()
}
