//! What a task needs: code, signatures around it, documents and parts of the graph, within a budget.
//!
//! Files are ranked as in a search. The best ones show code, more of it the larger the budget is; many more are named
//! with their place and one line, because what is named can be asked for.

mod confidence;
mod documents;
mod gather;
mod given;
mod literals;
mod markdown;
mod next_file;
mod outline;
mod pack;
mod pieces;
mod plan;
mod question;
mod reason;
mod search_scope;
mod similar;
mod surroundings;

use beadloom_model::requests::TextFormat;
use beadloom_model::{Code, Error, Result};
use beadloom_store::Store;
use beadloom_tokens::{Counter, Counting};

use crate::context::{Rendered, check_budget};
use crate::search::meaning::Model;
use crate::{History, Staleness};

pub use given::Given;
pub use next_file::{NextFileRequest, next_file};

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
    /// Whether an answer of low confidence ends long before that: nobody asked for so much.
    pub is_brief: bool,
    /// How it is rendered.
    pub format: TextFormat,
    /// How far the index is behind.
    pub stale: Staleness,
    /// How tokens are counted.
    pub counting: Counting,
    /// What was given before; None where nobody keeps that.
    pub given: Option<&'a Given>,
    /// What compares meaning; None where nothing does.
    pub model: Option<Model<'a>>,
    /// The text of a file; None where it cannot be read.
    pub read: &'a dyn Fn(&str) -> Option<String>,
}

/// An answer to a task.
#[derive(Debug, Clone)]
pub struct TaskAnswer {
    /// What is handed out.
    pub rendered: Rendered,
    /// What a session has to note as given.
    pub shown: Given,
}

/// What a task needs; `counter`: one that counts as the request says; `history`: where tickets are looked up. Reads one
/// state of the index, even while another process writes.
///
/// # Errors
/// `usage` for an empty task, `budget_too_small`, `not_found` for references with suggestions, store errors.
pub fn task(
    store: &Store,
    request: &TaskRequest<'_>,
    counter: &Counter<'_>,
    history: &dyn History,
) -> Result<TaskAnswer> {
    if counter.counting() != request.counting {
        return Err(Error::new(Code::Internal, "a task is to be counted otherwise than it was asked for"));
    }
    not_empty(&request.task, "ctx --task TEXT")?;
    check_budget(request.format, request.budget)?;
    let material = store.snapshot(|| gather::gather(store, request, history))?;
    pack::pack(&material, request, counter)
}

/// Refuses a task without a word in it.
fn not_empty(task: &str, usage: &str) -> Result<()> {
    if task.trim().is_empty() {
        return Err(
            Error::new(Code::Usage, "the task is empty").hint(format!("give the task: beadloom {usage}"))
        );
    }
    Ok(())
}
