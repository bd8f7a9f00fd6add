//! What a search finds.

use serde::{Deserialize, Serialize};

use super::Next;

/// Where a search hit comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum HitType {
    /// A node of the graph.
    Node,
    /// A section of a document.
    Doc,
    /// A symbol in the code.
    Code,
}

/// How a query was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum QueryKind {
    /// One word that looks like a name in code.
    Identifier,
    /// Contains a path.
    Path,
    /// Looks like an error message or a stack trace.
    Error,
    /// Anything else.
    Question,
}

answers! {
    /// `beadloom search`.
    pub struct SearchAnswer = "search" {
        /// Always 1.
        pub version: u32,
        /// As given.
        pub query: String,
        /// How it was understood.
        pub kind: QueryKind,
        /// Best first; ties by type, path, line.
        pub hits: Vec<Hit>,
        /// Where nothing was found: names that look like the query's words, nearest first.
        pub suggestions: Vec<String>,
        /// Which tiers answered.
        pub tiers: Vec<String>,
        /// Whether this is all, and what to read or ask next.
        pub next: Next,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// A search hit.
    pub struct Hit {
        /// Node, doc or code.
        pub r#type: HitType,
        /// The node, or the node it belongs to.
        pub ref_id: Option<String>,
        /// Node kind, section, symbol kind; `code` for code outside of definitions, `text` for text that is no code.
        pub kind: String,
        /// ref_id, heading, qualified name, or the path.
        pub name: String,
        /// A node's source, the document, the file.
        pub path: Option<String>,
        /// 1-based.
        pub line_start: Option<u32>,
        /// 1-based, inclusive.
        pub line_end: Option<u32>,
        /// Of a symbol, on one line.
        pub signature: Option<String>,
        /// One sentence.
        pub summary: Option<String>,
        /// At most 8 lines around what matched; null for nodes.
        pub snippet: Option<String>,
        /// The first of these lines, 1-based.
        pub snippet_line: Option<u32>,
        /// Higher is better; comparable within one answer only.
        pub score: f64,
        /// With `--explain`: what each feature gave it, of a hit in code its file; greatest first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub explain: Vec<Explanation>,
    }

    /// What one feature gave a file.
    pub struct Explanation {
        /// As `docs/internals/RETRIEVAL.md` names it.
        pub feature: String,
        /// What it found.
        pub value: f64,
        /// The same times its weight.
        pub gives: f64,
    }
}
