//! Answers about bringing the index up to date.

use serde::{Deserialize, Serialize};

use crate::Diagnostic;

/// How much of the project a reindex looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReindexMode {
    /// The index was made anew: everything was read, and parsed unless another work tree had the same bytes.
    Full,
    /// What had changed was read and parsed.
    Incremental,
    /// Nothing had changed, nothing was written.
    Unchanged,
}

answers! {
    /// `beadloom reindex`.
    pub struct ReindexAnswer = "reindex" {
        /// Always 1.
        pub version: u32,
        /// How much was looked at.
        pub mode: ReindexMode,
        /// What happened to the files.
        pub files: FileCounts,
        /// What the index holds now.
        pub totals: Totals,
        /// Texts that the transformer made vectors of in this run; null where none serves.
        pub embedded: Option<u64>,
        /// By path, line, column; then why a model does not serve.
        pub diagnostics: Vec<Diagnostic>,
        /// Milliseconds of wall time.
        pub duration_ms: u64,
        /// Goes up by one per committed change.
        pub generation: u64,
    }

    /// Files of one reindex. `scanned` counts all that were walked, `parsed` those that were read and parsed.
    pub struct FileCounts {
        /// Files that the walk found.
        pub scanned: u64,
        /// Files that were read and parsed.
        pub parsed: u64,
        /// Files with the bytes that another work tree of the repository had at the same path: what they parse to was there, and the
        /// index began with it.
        pub reused: u64,
        /// New since the last run.
        pub added: u64,
        /// Content differs from the last run.
        pub changed: u64,
        /// Gone since the last run.
        pub deleted: u64,
        /// Same content at another path; not parsed.
        pub renamed: u64,
        /// In the index without content though it was expected: code, documents and graph files that are too large, binary,
        /// not text; of other text what is too large or cannot be read.
        pub skipped: u64,
    }

    /// What the index holds.
    pub struct Totals {
        /// Graph nodes.
        pub nodes: u64,
        /// Graph edges, declared and found.
        pub edges: u64,
        /// Markdown documents.
        pub docs: u64,
        /// Pieces of documents.
        pub chunks: u64,
        /// Definitions in code.
        pub symbols: u64,
        /// Import statements.
        pub imports: u64,
        /// Calls and type uses.
        pub references: u64,
        /// Routes of web frameworks.
        pub routes: u64,
        /// Pieces of code and of other text that is searched.
        pub code_chunks: u64,
    }
}
