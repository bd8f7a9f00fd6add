//! What was found for a task, before the budget.

use beadloom_model::answers::{
    BundleSymbol, Edge, Focus, LinkedDocument, Mention, Node, TaskConfidence, TextChunk, Way,
};

use super::goes_with::GoesWith;
use super::piece::{Level, Piece};

/// What was found for a task.
pub(super) struct Material {
    pub focuses: Vec<Focus>,
    /// What stands for the focus where there is no reference.
    pub task: Focus,
    pub derived: bool,
    /// What the answer says of itself.
    pub confidence: TaskConfidence,
    /// How far the best file stands above the others, by which the answer is laid out.
    pub by_score: TaskConfidence,
    /// What the task spells out and no code of the project has.
    pub absent: Vec<String>,
    /// Whether tests or texts have some of that.
    pub is_aside: bool,
    /// Whether the task is a question: then pieces say how likely it is about them.
    pub is_question: bool,
    /// Where the task asks for them.
    pub ways: Vec<Way>,
    /// Best first; tests only where the task is about them, or nothing else matches.
    pub files: Vec<FileMaterial>,
    /// Tests among the files that match, best first, where they are not among `files`.
    pub tests: Vec<String>,
    /// Callers, callees, imported definitions.
    pub symbols: Vec<BundleSymbol>,
    /// Those of references first, then the owners of the best files.
    pub nodes: Vec<Node>,
    /// How many of the nodes are references.
    pub focus_nodes: usize,
    pub edges: Vec<Edge>,
    /// Best first.
    pub chunks: Vec<TextChunk>,
    pub limited_nodes: u64,
    pub limited_chunks: u64,
    /// How many definitions the task is expected to need, whether or not they are among the pieces; 0 where nothing says so.
    pub needed: f64,
    /// Where the names stand that it spells out.
    pub mentions: Vec<Mention>,
    /// The lines that use what it most likely changes, with how likely that is.
    pub breaks: Vec<(f64, Mention)>,
    /// Documents that speak of what it most likely changes, with how likely it needs them.
    pub speaking: Vec<(f64, LinkedDocument)>,
    /// What past commits say goes with it.
    pub goes_with: GoesWith,
    pub stale_docs: Vec<String>,
    pub last_reindex: Option<String>,
    /// Pieces that were given before.
    pub given: Option<u64>,
}

/// A file.
pub(super) struct FileMaterial {
    pub path: String,
    pub language: String,
    pub reason: String,
    /// How many of the first pieces the task names.
    pub named: usize,
    /// At least one.
    pub pieces: Vec<Piece>,
}

impl FileMaterial {
    /// How likely the task needs one of its pieces; 0 where nothing says so.
    pub fn chance(&self) -> f64 {
        self.pieces.iter().map(|piece| piece.chance).fold(0.0, f64::max)
    }
}

/// What is shown of a file.
pub(super) struct ShownFile<'a> {
    pub file: &'a FileMaterial,
    /// Pieces with the level at which each is shown; at least one.
    pub pieces: Vec<(&'a Piece, Level)>,
}
