//! A graph as its files declare it together.

use std::collections::BTreeMap;

use beadloom_model::{Diagnostic, EdgeSpec, NodeSpec};

/// A project's declared graph.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Graph {
    /// By ref_id; no two alike. Nodes of other repositories that edges name are among them, see [`crate::external`].
    pub nodes: Vec<GraphNode>,
    /// By src, dst, kind; no two alike, no end that is not in `nodes`, no edge from a node to itself.
    pub edges: Vec<GraphEdge>,
    /// The built-in kinds in their own order, then the declared ones by name.
    pub node_kinds: Vec<String>,
    /// The built-in kinds in their own order, then the declared ones by name.
    pub edge_kinds: Vec<String>,
    /// What the files together show, by path, line, column. Those of each file alone stay in
    /// [`beadloom_model::GraphFile::diagnostics`].
    pub diagnostics: Vec<Diagnostic>,
}

impl Graph {
    /// The node of that id.
    pub fn node(&self, ref_id: &str) -> Option<&GraphNode> {
        let found = self.nodes.binary_search_by(|node| node.spec.ref_id.as_str().cmp(ref_id)).ok()?;
        self.nodes.get(found)
    }
}

/// A node and the file that declares it.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphNode {
    /// As declared.
    pub spec: NodeSpec,
    /// Path of the graph file, relative to the root.
    pub file: String,
}

/// An edge and the file that declares it.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphEdge {
    /// As declared.
    pub spec: EdgeSpec,
    /// Path of the graph file, relative to the root.
    pub file: String,
}

/// By ref_id.
pub(crate) type Nodes = BTreeMap<String, GraphNode>;

/// By src, dst, kind.
pub(crate) type Edges = BTreeMap<(String, String, String), GraphEdge>;
