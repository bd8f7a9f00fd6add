//! All nodes, and where one is defined.

use beadloom_model::CompactSort as _;
use beadloom_model::answers::{ANSWER_VERSION, ListNodesAnswer};
use beadloom_model::kinds::NODE_KINDS;
use beadloom_model::{Code, Error, Result};
use beadloom_store::Store;
use serde::Serialize;

use crate::focus::unknown_node;
use crate::graph::Documents;
use crate::lists::each_once;
use crate::{Staleness, text};

/// Where a node is defined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NodePlace {
    /// The node.
    pub ref_id: String,
    /// The graph file, relative to the root; null where the graph is derived from the code.
    pub path: Option<String>,
    /// Of the node in it, 1-based; null where it is not known.
    pub line: Option<u32>,
}

/// The nodes of a kind, or all, by ref_id.
///
/// # Errors
/// `usage` for a kind that neither beadloom nor the graph knows; store errors.
pub fn list_nodes(store: &Store, kind: Option<&str>, stale: &Staleness) -> Result<ListNodesAnswer> {
    store.snapshot(|| {
        let mut nodes = store.state().nodes()?;
        if let Some(kind) = kind {
            let built_in = NODE_KINDS.iter().map(|known| (*known).to_owned());
            let kinds: Vec<String> = each_once(store.node_kinds()?.into_iter().chain(built_in));
            if !kinds.iter().any(|known| known == kind) {
                return Err(Error::new(Code::Usage, format!("unknown kind \"{}\"", text::line(kind)))
                    .hint(format!("Kinds: {}", text::line(&kinds.join(", ")))));
            }
            nodes.retain(|node| node.kind == kind);
        }
        nodes.compact_sort_by(|a, b| a.ref_id.cmp(&b.ref_id));
        Ok(ListNodesAnswer {
            version: ANSWER_VERSION,
            nodes: Documents::read(store)?.join(nodes),
            warning: stale.warning.clone(),
            stale_paths: stale.shown_paths(),
        })
    })
}

/// Where a node is defined.
///
/// # Errors
/// `not_found` with suggestions; store errors.
pub fn node_place(store: &Store, ref_id: &str) -> Result<NodePlace> {
    match store.node(ref_id)? {
        Some(node) => Ok(NodePlace { ref_id: node.ref_id, path: node.path, line: node.line }),
        None => Err(unknown_node(store, ref_id)?),
    }
}
