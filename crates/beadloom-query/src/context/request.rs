//! What a bundle is asked for, and what is handed out.

use beadloom_model::answers::{Bundle, BundleMemory, FalseStatement, LinesByPath, Omitted};
use beadloom_model::requests::{Hints, TextFormat};
use beadloom_model::{Result, Section};
use beadloom_tokens::Counting;

use crate::Staleness;
use crate::answer::summary::{self, Marks, SummaryInput};
use crate::budget::check_least;

/// The smallest budget, in tokens, that the frame of an answer leaves room in.
fn least_budget(format: TextFormat) -> usize {
    match format {
        TextFormat::Json => 400,
        TextFormat::Markdown => 100,
    }
}

/// Refuses a budget, in tokens, that holds no answer of this form.
///
/// # Errors
/// `budget_too_small`.
pub(crate) fn check_budget(format: TextFormat, budget: usize) -> Result<()> {
    check_least(budget, least_budget(format))
}

/// A memory and what it is about.
#[derive(Debug, Clone, PartialEq)]
pub struct MemoryAbout {
    /// As a bundle shows it.
    pub memory: BundleMemory,
    /// Nodes.
    pub refs: Vec<String>,
    /// Files.
    pub paths: Vec<String>,
}

/// A memory that may help with a task.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskMemory {
    /// What it says and is about.
    pub about: MemoryAbout,
    /// Whether the task is about what it says; else it is shown only where the answer shows what it is about.
    pub answers: bool,
}

/// What a bundle is asked for.
#[derive(Debug, Clone)]
pub struct ContextRequest {
    /// Nodes, paths of the project, symbols, tickets; at least one.
    pub refs: Vec<String>,
    /// Edges between the focus and a node, at most; 0 leaves the focus alone.
    pub depth: usize,
    /// Nodes, at most; the focus is always there.
    pub max_nodes: usize,
    /// Pieces of documents, at most.
    pub max_chunks: usize,
    /// Tokens that the rendering may have, in the provider's.
    pub budget: usize,
    /// How it is rendered.
    pub format: TextFormat,
    /// What it names where it says how to go on.
    pub hints: Hints,
    /// How far the index is behind.
    pub stale: Staleness,
    /// The text of the rules file, hashed: what is kept of a bundle holds for these rules alone.
    pub rules: Option<String>,
    /// What was remembered, in the order in which it is shown; of it what is about the references is.
    pub memories: Vec<MemoryAbout>,
    /// What a document that is the only reference says and that is not so.
    pub findings: Vec<FalseStatement>,
    /// Sections of documents, most wanted first; those that are not named come last.
    pub sections_priority: Vec<Section>,
    /// How tokens are counted.
    pub counting: Counting,
}

impl Default for ContextRequest {
    fn default() -> Self {
        Self {
            refs: Vec::new(),
            depth: 2,
            max_nodes: 20,
            max_chunks: 10,
            budget: 8_000,
            format: TextFormat::Json,
            hints: Hints::Commands,
            stale: Staleness::default(),
            rules: None,
            memories: Vec::new(),
            findings: Vec::new(),
            sections_priority: vec![
                Section::Spec,
                Section::Invariants,
                Section::Constraints,
                Section::Api,
                Section::Tests,
            ],
            counting: Counting::default(),
        }
    }
}

/// A bundle as it is handed out.
#[derive(Debug, Clone, PartialEq)]
pub struct Rendered {
    /// JSON on one line, or Markdown that ends with a line end.
    pub text: String,
    /// Tokens of `text`, in the provider's; never above the budget.
    pub tokens: u64,
    /// `sha256:` and 64 hex digits; the same for the same content, in whichever process.
    pub etag: String,
    /// What `text` shows.
    pub bundle: Bundle,
    /// Of Markdown, what its pieces are about.
    pub(crate) marks: Option<Marks>,
    /// Likewise, which files and lines it names.
    pub(crate) places: LinesByPath,
}

impl Rendered {
    /// JSON as it is; Markdown with what it says of itself, as the JSON of a [`crate::SummedText`].
    ///
    /// # Errors
    /// `internal` where that has no JSON form.
    pub fn into_answer(self) -> Result<String> {
        let Some(marks) = &self.marks else { return Ok(self.text) };
        let said = SummaryInput {
            warning: self.bundle.warning.clone(),
            complete: self.is_whole(),
            named: self.places,
        };
        let summary = marks.summary(&self.text, said);
        summary::to_json(self.text, summary)
    }

    /// Whether nothing is left out, and nothing may be wrong.
    fn is_whole(&self) -> bool {
        let Bundle { next, omitted, limited, warning, .. } = &self.bundle;
        next.complete
            && *omitted == Omitted::default()
            && limited.nodes + limited.text_chunks + limited.code_symbols == 0
            && warning.is_none()
    }
}
