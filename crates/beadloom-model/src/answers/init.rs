//! What `init` finds and writes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

answers! {
    /// `beadloom graph --write-edges`.
    pub struct WriteEdgesAnswer = "graph-write-edges" {
        /// Always 1.
        pub version: u32,
        /// Whether nothing was written.
        pub dry_run: bool,
        /// Edges that were, or would be, written.
        pub edges: u64,
        /// Graph files that were, or would be, added to, by path.
        pub written: Vec<Written>,
    }

    /// `beadloom init --bootstrap`.
    pub struct InitAnswer = "init" {
        /// Always 1.
        pub version: u32,
        /// `bootstrap`, `merge` or `import`.
        pub mode: String,
        /// Of an import: `map` or `restructure`; null otherwise.
        pub strategy: Option<String>,
        /// What was looked at.
        pub files: InitFiles,
        /// What was found.
        pub found: InitFound,
        /// Files written (or that would be, under `--dry-run`), in order of writing.
        pub written: Vec<Written>,
        /// Domains and services without a document that got no stub.
        pub stubs_left_out: u64,
        /// What publishes the folder that stubs go to, so that none were written there: a file or folder, relative to the root.
        pub published_by: Option<String>,
        /// The pattern that keeps Git from tracking the graph, with its file and line; null where Git takes it.
        pub ignored_by: Option<String>,
        /// Where the kept graph and the code disagree.
        pub conflicts: Vec<Conflict>,
        /// Nodes of the kept graph whose source is gone, by ref_id.
        pub gone: Vec<Gone>,
        /// Of an import: how many documents are of each class (feature, domain, service, adr, architecture, other);
        /// empty otherwise.
        pub classified: BTreeMap<String, u64>,
        /// Of an import: edges that documents and code bear out.
        pub edges_detected: u64,
        /// Of an import: relations that a person has to decide on.
        pub edges_to_review: u64,
        /// Of an import: what became of each document, by path.
        pub documents: Vec<ImportedDocument>,
        /// Of an import: the relations to review, by path and line.
        pub review: Vec<ReviewItem>,
        /// Whether nothing was written because of `--dry-run`.
        pub dry_run: bool,
        /// Milliseconds of wall time.
        pub duration_ms: u64,
    }

    /// Files that `init` looked at.
    pub struct InitFiles {
        /// Files that the walk found.
        pub scanned: u64,
        /// Code files by language.
        pub languages: BTreeMap<String, u64>,
    }

    /// What `init` found.
    pub struct InitFound {
        /// Nodes of kind service.
        pub services: u64,
        /// Nodes of kind domain.
        pub domains: u64,
        /// Nodes of kind feature.
        pub features: u64,
        /// Nodes of kind entity.
        pub entities: u64,
        /// Nodes of kind adr.
        pub adrs: u64,
        /// Edges.
        pub edges: u64,
    }

    /// A file that was written.
    pub struct Written {
        /// Relative to the root.
        pub path: String,
        /// Nodes in it.
        pub nodes: u64,
        /// Edges in it.
        pub edges: u64,
    }

    /// What an import made of a document.
    pub struct ImportedDocument {
        /// Relative to the root.
        pub path: String,
        /// feature, domain, service, adr, architecture or other; null where it was not read.
        pub class: Option<String>,
        /// Its node, null where it has none.
        pub ref_id: Option<String>,
        /// Where its copy is, null where it stays.
        pub copy: Option<String>,
        /// Link destinations that differ in the copy.
        pub links_changed: u64,
        /// Relative links that lead to nothing.
        pub links_broken: u64,
        /// Why it was not read, null where it was.
        pub skipped: Option<String>,
    }

    /// A relation that a document hints at and a person has to decide on.
    pub struct ReviewItem {
        /// The document.
        pub path: String,
        /// 1-based.
        pub line: u64,
        /// The node that the edge would begin at.
        pub src: String,
        /// A node, or what the document says; null where nothing is known.
        pub dst: Option<String>,
        /// The kind of edge.
        pub kind: String,
        /// Why it was not made, one clause.
        pub reason: String,
    }

    /// Where the kept graph and the code, or imported documents, disagree.
    pub struct Conflict {
        /// The node.
        pub ref_id: String,
        /// source, summary, edge or docs.
        pub field: String,
        /// What the graph says; empty where it says nothing.
        pub kept: String,
        /// What the code says; empty where it says nothing.
        pub found: String,
    }

    /// A node whose source is gone.
    pub struct Gone {
        /// The node.
        pub ref_id: String,
        /// What the graph says.
        pub source: String,
    }
}
