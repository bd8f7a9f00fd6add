//! Whether what is missing was deleted, or the work tree leaves it out. Only asked of what something names and is not there, so
//! that a project that lacks nothing pays nothing.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_git::LeftOut;
use beadloom_model::Result;
use beadloom_store::State;

/// Where the index notes which files were left out when it last asked; empty or missing where nothing was missing.
pub const LEFT_OUT: &str = "left_out";

/// What the work tree around a project leaves out.
pub fn left_out(root: &Path) -> LeftOut {
    LeftOut::around(root, &AtomicBool::new(false))
}

/// Whether the work tree leaves out something else than when it was last asked. No file of the project tells of that.
///
/// # Errors
/// Store errors.
pub fn leaves_out_else(state: &State<'_>, root: &Path) -> Result<bool> {
    let noted = state.meta(LEFT_OUT)?.filter(|noted| !noted.is_empty());
    Ok(noted.is_some_and(|noted| !LeftOut::holds(&noted, root, &AtomicBool::new(false))))
}
