//! What the index holds and how well the project is documented.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Diagnostic;

answers! {
    /// `beadloom status`.
    pub struct StatusAnswer = "status" {
        /// Always 1.
        pub version: u32,
        /// Graph nodes, without those that stand for nodes of other repositories.
        pub nodes_count: u64,
        /// Graph edges.
        pub edges_count: u64,
        /// Documents.
        pub docs_count: u64,
        /// Pieces of documents.
        pub chunks_count: u64,
        /// Symbols.
        pub symbols_count: u64,
        /// Pairs of document and code that are behind.
        pub stale_count: u64,
        /// Percent of nodes with a document, one decimal; generated stubs do not count.
        pub doc_coverage: f64,
        /// ISO 8601 UTC.
        pub last_reindex: Option<String>,
        /// The version that answers.
        pub beadloom_version: String,
        /// The index file.
        pub index: IndexStatus,
        /// Domains and services, by ref_id.
        pub coverage: Vec<Coverage>,
        /// Folders with code that no node owns, by path.
        pub unmapped: Vec<String>,
        /// Whether the graph was derived from the code because none is kept.
        pub derived: bool,
        /// What is wrong in the files, by path, line, column.
        pub diagnostics: Vec<Diagnostic>,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// The index file.
    pub struct IndexStatus {
        /// Size in bytes, as the pages of the index make it.
        pub bytes: u64,
        /// Files in it.
        pub files: u64,
        /// Code files by language.
        pub languages: BTreeMap<String, u64>,
        /// Goes up by one per committed change.
        pub generation: u64,
    }

    /// How well a domain or service is documented.
    pub struct Coverage {
        /// The node.
        pub ref_id: String,
        /// domain or service.
        pub kind: String,
        /// Percent of units (the node and the nodes inside it) with a document, one decimal.
        pub share: f64,
        /// Features inside it.
        pub features: u64,
        /// Symbols of it and the nodes inside it.
        pub symbols: u64,
        /// Documents of it and the nodes inside it.
        pub docs: u64,
        /// Those documents that are behind.
        pub stale: u64,
    }
}
