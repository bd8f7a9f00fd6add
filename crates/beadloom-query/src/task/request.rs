//! What is asked for a task, and what is handed out.

use beadloom_model::requests::{Hints, TextFormat};
use beadloom_tokens::Counting;

use super::given::Given;
use crate::Staleness;
use crate::context::{Rendered, TaskMemory};
use crate::search::asking;
use crate::search::meaning::Model;

/// What is asked for.
pub struct TaskRequest<'a> {
    /// What is to be done, in any words; an issue or a stack trace will do.
    pub task: String,
    /// Nodes, paths, symbols, tickets to stay within; the whole project without any.
    pub refs: Vec<String>,
    /// Nodes of the graph, at most.
    pub max_nodes: usize,
    /// Pieces of documents, at most.
    pub max_chunks: usize,
    /// Tokens that the rendering may have, in the provider's.
    pub budget: usize,
    /// Whether nobody asked for so much: what says enough ends long before that.
    pub is_brief: bool,
    /// How it is rendered.
    pub format: TextFormat,
    /// What it names where it says how to go on.
    pub hints: Hints,
    /// How far the index is behind.
    pub stale: Staleness,
    /// How tokens are counted.
    pub counting: Counting,
    /// What was remembered that may help, the best first.
    pub memories: Vec<TaskMemory>,
    /// What was given before; None where nobody keeps that.
    pub given: Option<&'a Given>,
    /// What compares meaning; None where nothing does.
    pub model: Option<Model<'a>>,
    /// The text of a file; None where it cannot be read.
    pub read: &'a dyn Fn(&str) -> Option<String>,
}

impl TaskRequest<'_> {
    /// Whether it is to be understood, and nothing to be changed. What agents ask their tools is written like names more often than like a
    /// question: it is one where it does not say what is to be changed.
    pub(super) fn is_question(&self) -> bool {
        asking::asks(&self.task) || self.hints == Hints::Tools && asking::is_question(&self.task)
    }
}

/// An answer to a task.
#[derive(Debug, Clone)]
pub struct TaskAnswer {
    /// What is handed out.
    pub rendered: Rendered,
    /// What a session has to note as given.
    pub shown: Given,
}
