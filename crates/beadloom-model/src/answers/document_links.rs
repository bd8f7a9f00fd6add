//! The answer of `docs links`.

use serde::{Deserialize, Serialize};

answers! {
    /// `beadloom docs links`.
    pub struct DocsLinksAnswer = "docs-links" {
        /// Always 1.
        pub version: u32,
        /// By document; of a document first what it is about as a whole, declared links first, then by score.
        pub links: Vec<DocumentLink>,
        /// Documents that are about no part that could be told, by path; none where a node or document was asked for.
        pub unlinked: Vec<String>,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made, at most 20, by path.
        pub stale_paths: Vec<String>,
    }

    /// `beadloom docs unlink`.
    pub struct DocsUnlinkAnswer = "docs-unlink" {
        /// Always 1.
        pub version: u32,
        /// The document, relative to the root.
        pub doc_path: String,
        /// The node that it is not about.
        pub ref_id: String,
        /// The graph file that says so now.
        pub path: String,
        /// Whether the file was changed; false where it said so before.
        pub changed: bool,
    }

    /// A document, or a section of one, that is about a node.
    pub struct DocumentLink {
        /// Relative to the root.
        pub doc_path: String,
        /// The node.
        pub ref_id: String,
        /// Whether a graph file or a comment in the document says so.
        pub declared: bool,
        /// How sure it is, from 0.5 to 1; null where it was declared alone.
        pub score: Option<f64>,
        /// Null where the whole document is meant.
        pub section: Option<LinkSection>,
        /// Why it was found.
        pub evidence: LinkEvidence,
    }

    /// A section of a document.
    pub struct LinkSection {
        /// 1-based.
        pub line_start: u32,
        /// 1-based.
        pub line_end: u32,
        /// Without marks; empty before the first heading.
        pub heading: String,
    }

    /// What speaks for a link.
    pub struct LinkEvidence {
        /// The document lies in a folder of the node.
        pub place: bool,
        /// The document, or its folder, is called like the node.
        pub title: bool,
        /// Names of the node's definitions and files that it has, the most telling first, at most 8.
        pub names: Vec<NameAt>,
    }

    /// A name in a document.
    pub struct NameAt {
        /// As it is written.
        pub name: String,
        /// Where it stands first, 1-based.
        pub line: u32,
    }
}
