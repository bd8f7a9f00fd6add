//! Answers about nodes: all of them, a change of one, and that an answer is the one that the caller has.

use serde::{Deserialize, Serialize};

use super::FullNode;

answers! {
    /// MCP `list_nodes`.
    pub struct ListNodesAnswer = "list-nodes" {
        /// Always 1.
        pub version: u32,
        /// By ref_id.
        pub nodes: Vec<FullNode>,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made, at most 20, by path.
        pub stale_paths: Vec<String>,
    }

    /// What of a node was changed.
    pub struct ChangedFields {
        /// Whether it has another summary now.
        pub summary: bool,
        /// Whether it has another source now.
        pub source: bool,
    }

    /// MCP `update_node`.
    pub struct UpdateNodeAnswer = "update-node" {
        /// Always 1.
        pub version: u32,
        /// The node.
        pub ref_id: String,
        /// Both false where the graph said that already, and nothing was written.
        pub changed: ChangedFields,
        /// The graph file that defines the node, relative to the root.
        pub path: String,
        /// Why the index may not show the change yet, or null.
        pub warning: Option<String>,
    }

    /// What MCP answers instead of an answer that the caller has already.
    pub struct CachedAnswer = "cached" {
        /// Always 1.
        pub version: u32,
        /// Always true.
        pub cached: bool,
        /// Of the answer that the caller has.
        pub etag: String,
        /// When it was first given, ISO 8601 UTC; null where another server gave it.
        pub unchanged_since: Option<String>,
        /// What to do where the answer is not at hand any more.
        pub hint: String,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made, at most 20, by path.
        pub stale_paths: Vec<String>,
    }
}
