//! How answers end: whether they hold all there is, and the one call that has the rest.
//!
//! An agent that is not told reads the same lines again, or takes what was cut for all there is. So every clause here
//! is made of what the answer left out, and a claim that nothing is missing is made only where that was counted.

mod bundle;
mod calls;
mod refs;
mod search;
mod show;
mod task;

use beadloom_model::answers::Next;

pub(crate) use bundle::{UnlistedUses, of_bundle};
pub(crate) use refs::{Beside, of_refs};
pub(crate) use search::{of_exact, of_search};
pub(crate) use show::of_show;
pub(crate) use task::{TaskPieces, of_task};

/// Places that are named, at most.
const MAX_NAMED_PLACES: usize = 3;

/// The last line of an answer.
fn next(complete: bool, says: &str, read: Vec<String>) -> Next {
    let state = if complete { "Complete" } else { "Incomplete" };
    Next { complete, says: format!("{state}: {says}"), read, ..Next::default() }
}

/// That nothing is missing.
fn complete(says: impl AsRef<str>) -> Next {
    next(true, says.as_ref(), Vec::new())
}

/// What is missing, where no place says where it stands.
fn incomplete(says: impl AsRef<str>) -> Next {
    next(false, says.as_ref(), Vec::new())
}

/// Where the answer has no room for more than that.
pub(crate) fn without_room() -> Next {
    incomplete("the budget is too small.")
}

/// Where lists were cut because the answer was too long to be sent.
pub(crate) fn cut() -> Next {
    incomplete("the warning above lists the cuts.")
}

/// Where the index was behind, or something else kept the answer from being whole.
fn warned() -> Next {
    incomplete("see the warning above.")
}

/// Lines as a reference.
fn lines(path: &str, first: u32, last: u32) -> String {
    format!("{path}:{first}-{last}")
}
