//! The context bundle: what a thing is, how it fits, which documents and code belong to it, within a budget.

pub(crate) mod about;
mod area;
mod bodies;
mod crossings;
mod definitions;
mod documents;
mod file_uses;
mod gather;
mod importance;
mod lines;
pub mod links;
pub(crate) mod markdown;
mod order;
mod own;
pub(crate) mod pack;
pub(crate) mod relations;
mod routes;
mod rules;
mod shares;
mod test_files;
mod together;
pub(crate) mod written;

use beadloom_model::answers::Bundle;
use beadloom_model::requests::TextFormat;
use beadloom_model::{Code, Error, Result, Section};
use beadloom_store::Store;
use beadloom_tokens::{Counter, Counting};
pub use bodies::ReadText;
pub use rules::{NoRules, RulesAbout};

use crate::budget::check_least;
use crate::{History, Staleness};

/// Test files of a bundle.
const MAX_TESTS: usize = 10;

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
    /// How far the index is behind.
    pub stale: Staleness,
    /// The text of the rules file, hashed: what is kept of a bundle holds for these rules alone.
    pub rules: Option<String>,
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
            stale: Staleness::default(),
            rules: None,
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
}

/// The bundle around the references; `counter`: one that counts as the request says; `history`: where tickets are
/// looked up; `rules`:
/// those of the project; `read`: where bodies and calling lines come from. Reads one state of the index, even while another process writes.
///
/// # Errors
/// `usage` without references, `budget_too_small`, `not_found` with suggestions, store errors.
pub fn bundle(
    store: &Store,
    request: &ContextRequest,
    counter: &Counter<'_>,
    history: &dyn History,
    rules: &dyn RulesAbout,
    read: ReadText<'_>,
) -> Result<Rendered> {
    if counter.counting() != request.counting {
        return Err(Error::new(Code::Internal, "a bundle is to be counted otherwise than it was asked for"));
    }
    check_budget(request.format, request.budget)?;
    let material = store.snapshot(|| gather::gather(store, request, history, rules, read))?;
    pack::pack(&material, request, counter)
}
