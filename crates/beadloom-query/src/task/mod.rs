//! What a task needs: code, signatures around it, documents and parts of the graph, within a budget.
//!
//! Files are ranked as in a search. The best ones show code, more of it the larger the budget is; many more are named
//! with their place and one line, because what is named can be asked for.

mod breaks;
mod chapters;
mod code;
mod confidence;
mod coverage;
mod definitions;
mod docstring;
mod documents;
mod evidence;
mod gather;
mod given;
mod goes_with;
mod likely;
mod lines;
mod literals;
mod maker;
mod markdown;
mod material;
mod mentions;
mod named;
mod next_file;
mod offers;
mod other_files;
mod outline;
mod pack;
mod parts;
mod paths;
mod piece;
mod pieces;
mod plan;
mod question;
mod reason;
mod request;
mod search_scope;
mod signatures;
mod similar;
mod speaking;
mod spelt;
mod surroundings;
mod tests;
mod unsaid;

use beadloom_model::{Code, Error, Result};
use beadloom_store::Store;
use beadloom_tokens::Counter;

use crate::History;
use crate::context::check_budget;

pub use definitions::DefinitionFeature;
pub use gather::{Choice, choice};
pub use given::Given;
pub use next_file::{NextFileRequest, next_file};
pub use request::{TaskAnswer, TaskRequest};

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
