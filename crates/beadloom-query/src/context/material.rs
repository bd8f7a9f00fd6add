//! What was found for a bundle, before the budget.

use beadloom_model::answers::{
    BundleMemory, BundleSymbol, ChangedTogether, CodePiece, Commit, Constraint, Crossing, Edge, FileUse,
    Focus, Node, NodeLink, Route, TextChunk,
};

use super::bodies::ReadText;
use crate::Staleness;

/// Test files of a bundle.
pub(super) const MAX_TESTS: usize = 10;

/// What the references are, by which an answer is shared out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A part, a folder or a file with code: its own code comes first.
    Area,
    /// A symbol: its source, then who calls it and what it calls.
    Symbol,
    /// A ticket, a part without code, or several of these.
    Other,
}

/// What was found for a request.
#[derive(Debug, Clone)]
pub(super) struct BundleInput {
    pub focuses: Vec<Focus>,
    pub derived: bool,
    pub nodes: Vec<NodeEntry>,
    /// Between those nodes, by the order of their ends, then kind.
    pub edges: Vec<Edge>,
    pub shape: Shape,
    /// Sources of the symbols that references name.
    pub code: Vec<CodePiece>,
    pub crossings: Vec<Crossing>,
    pub used_by: Vec<FileUse>,
    pub uses: Vec<FileUse>,
    /// Code files of the area, the most important first.
    pub files: Vec<String>,
    pub chunks: Vec<Piece>,
    pub symbols: Vec<Definition>,
    pub commits: Vec<Commit>,
    /// Of the references, in their order.
    pub links: Vec<NodeLink>,
    pub routes: Vec<Route>,
    /// Rules about the focus, in the order of their file.
    pub constraints: Vec<Constraint>,
    /// Why there are none, where that is no good sign.
    pub rules_warning: Option<String>,
    pub memories: Vec<BundleMemory>,
    pub tests: Vec<String>,
    pub together: Option<Vec<ChangedTogether>>,
    pub stale_docs: Vec<String>,
    pub last_reindex: Option<String>,
    /// Symbols of the nodes that are not among `symbols`.
    pub more_symbols: u64,
    pub limited_nodes: u64,
    pub limited_chunks: u64,
    /// References to the symbol that is asked for, or calls that may mean it, that are in no list.
    pub left_out_calls: u64,
    /// Files that read a member of the symbol's name on a value of unknown type.
    pub unseen_reads: u64,
}

impl BundleInput {
    /// Leaves out what stood on lines that files do not have any more, and counts it.
    pub fn leave_out_gone_lines(&mut self, stale: &Staleness, read: ReadText<'_>) {
        let known = self.symbols.len();
        self.symbols.retain(|Definition { symbol, .. }| {
            stale.has_line(&symbol.symbol.file_path, symbol.symbol.line_start)
        });
        self.more_symbols += known.saturating_sub(self.symbols.len()) as u64;
        let known = self.chunks.len();
        // A section of a document that changed may say something else by now.
        self.chunks.retain(|Piece { chunk, .. }| {
            !stale.may_differ(&chunk.doc_path) || read(&chunk.doc_path).is_some()
        });
        self.limited_chunks += known.saturating_sub(self.chunks.len()) as u64;
        let known = self.code.len();
        self.code.retain(|piece| stale.has_line(&piece.path, piece.line_end));
        self.left_out_calls += known.saturating_sub(self.code.len()) as u64;
        self.files.retain(|path| stale.has_line(path, 1));
        self.tests.retain(|path| stale.has_line(path, 1));
    }

    /// Files that something is shown of.
    pub fn shown_files(&self) -> impl Iterator<Item = &str> {
        let symbols = self.symbols.iter().map(|one| one.symbol.symbol.file_path.as_str());
        let chunks = self.chunks.iter().map(|one| one.chunk.doc_path.as_str());
        let code = self.code.iter().map(|one| one.path.as_str());
        let files = self.files.iter().chain(&self.tests).map(String::as_str);
        symbols.chain(chunks).chain(code).chain(files)
    }
}

/// A node of the bundle.
#[derive(Debug, Clone)]
pub(super) struct NodeEntry {
    pub node: Node,
    /// From the nearest focus node; 0 for those.
    pub distance: usize,
}

/// A piece of a document.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub chunk: TextChunk,
    /// From the focus to the chunk's node.
    pub distance: usize,
    /// Whether it is the best of its node.
    pub best: bool,
}

/// A symbol.
#[derive(Debug, Clone)]
pub(super) struct Definition {
    pub symbol: BundleSymbol,
    /// From the focus to the symbol's node; 0 also for what a reference names itself, and what that is called by and
    /// calls.
    pub distance: usize,
}
