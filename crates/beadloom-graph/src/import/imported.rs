//! What an import makes.

use beadloom_model::DocKind;

use crate::bootstrap::Confidence;

/// A node to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedNode {
    /// Unique, also beside the kept ones and where case is ignored.
    pub ref_id: String,
    /// feature, domain, service, adr or entity.
    pub kind: String,
    /// One sentence; never empty.
    pub summary: String,
    /// A folder, a file, or `""`.
    pub source: String,
    /// Where its documents are once the copies are written, the main one first.
    pub docs: Vec<String>,
    /// How far to trust it.
    pub confidence: Confidence,
}

/// An edge to write.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImportedEdge {
    /// From.
    pub src: String,
    /// To.
    pub dst: String,
    /// Its kind.
    pub kind: &'static str,
}

/// A relation that a person has to decide on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Doubt {
    /// The document.
    pub path: String,
    /// 1-based.
    pub line: u32,
    /// The node that it would begin at.
    pub src: String,
    /// A node, or what the document says; empty where nothing is known.
    pub dst: String,
    /// The kind of edge.
    pub kind: &'static str,
    /// One clause.
    pub reason: String,
}

/// A document that belongs to a kept node, which does not name it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unnamed {
    /// The kept node.
    pub ref_id: String,
    /// What it names.
    pub docs: Vec<String>,
    /// The document, or its copy.
    pub path: String,
}

/// What becomes of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// Relative to the root.
    pub path: String,
    /// What it is about.
    pub class: DocKind,
    /// Its node, new or kept.
    pub ref_id: Option<String>,
    /// Where its copy is; `None` where it stays.
    pub copy: Option<String>,
    /// What to write there; `None` where the copy is there already.
    pub text: Option<String>,
    /// Destinations that differ in the copy.
    pub links_changed: u32,
    /// Relative links that lead to nothing.
    pub links_broken: u32,
}

/// What an import makes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Import {
    /// By path.
    pub documents: Vec<Imported>,
    /// By ref_id.
    pub nodes: Vec<ImportedNode>,
    /// By src, dst, kind.
    pub edges: Vec<ImportedEdge>,
    /// By path, line.
    pub doubts: Vec<Doubt>,
    /// By ref_id.
    pub unnamed: Vec<Unnamed>,
}
