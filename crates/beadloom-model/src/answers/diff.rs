//! The answer of `diff`: what changed in the graph and in what code offers.

use serde::{Deserialize, Serialize};

use super::{Edge, Node};
use crate::SymbolKind;

answers! {
    /// `beadloom diff`, and `beadloom snapshot compare`, where revisions are snapshots.
    pub struct DiffAnswer = "diff" {
        /// Always 1.
        pub version: u32,
        /// The revision that is compared with, as typed.
        pub since: String,
        /// Its commit; null for a snapshot that was made without Git.
        pub since_commit: Option<String>,
        /// The later revision, as typed; null: the working tree.
        pub to: Option<String>,
        /// Its commit.
        pub to_commit: Option<String>,
        /// By ref_id.
        pub added_nodes: Vec<Node>,
        /// By ref_id.
        pub removed_nodes: Vec<Node>,
        /// Nodes of the same kind with the same source, or the same summary, under another id; by the old id.
        pub renamed_nodes: Vec<RenamedNode>,
        /// By ref_id; renamed nodes by their new one.
        pub changed_nodes: Vec<ChangedNode>,
        /// Declared edges, by src, dst, kind. An edge whose end was renamed is the same edge.
        pub added_edges: Vec<Edge>,
        /// Declared edges, by src, dst, kind.
        pub removed_edges: Vec<Edge>,
        /// Public symbols outside of tests that came, went or changed signature, by ref_id; those of no node last.
        pub symbols: Vec<NodeSymbols>,
        /// Why the answer may be incomplete or behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// A node under two ids.
    pub struct RenamedNode {
        /// Old id.
        pub from: String,
        /// New id.
        pub to: String,
    }

    /// A node that says something else now.
    pub struct ChangedNode {
        /// Its id now.
        pub ref_id: String,
        /// Keys that differ, sorted: `summary`, `source`, `tags`, `docs`, `kind`, or one of the project's own.
        pub fields: Vec<String>,
        /// Before.
        pub old_summary: String,
        /// Now.
        pub new_summary: String,
        /// Before; null where it had none.
        pub old_source: Option<String>,
        /// Now; null where it has none.
        pub new_source: Option<String>,
        /// Before.
        pub old_tags: Vec<String>,
        /// Now.
        pub new_tags: Vec<String>,
    }

    /// What a node offers now and did not, or the other way round.
    pub struct NodeSymbols {
        /// The node; null for code of no node.
        pub ref_id: Option<String>,
        /// By name, kind, path, line.
        pub added: Vec<DiffSymbol>,
        /// By name, kind, path, line.
        pub removed: Vec<DiffSymbol>,
        /// By name, kind, path, line.
        pub changed: Vec<ChangedSymbol>,
    }

    /// A public symbol.
    pub struct DiffSymbol {
        /// Qualified name.
        pub name: String,
        /// Across languages.
        pub kind: SymbolKind,
        /// Relative to the root.
        pub path: String,
        /// 1-based.
        pub line: u32,
        /// On one line.
        pub signature: String,
    }

    /// A public symbol with another signature.
    pub struct ChangedSymbol {
        /// Qualified name.
        pub name: String,
        /// Across languages.
        pub kind: SymbolKind,
        /// Where it is now, relative to the root.
        pub path: String,
        /// 1-based, now.
        pub line: u32,
        /// Before.
        pub old_signature: String,
        /// Now.
        pub new_signature: String,
    }
}
