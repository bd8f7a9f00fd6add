//! What every work on memories needs.

use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use beadloom_embed::StaticModel;
use beadloom_model::{Code, Error, Result};
use beadloom_store::MemoryOwner;

use beadloom_local::{bundled_model, make_folder, seals, tools_model};
use beadloom_memory_files::state::State;

/// How often others may write while something is decided.
pub(crate) const TRIES: usize = 50;

pub(crate) fn busy() -> Error {
    Error::new(Code::IndexBusy, "other processes keep writing the memories")
        .hint("wait until they are done, then try again")
}

pub(crate) fn not_found(id: &str) -> Error {
    let shown: String = id.chars().take(60).collect();
    Error::new(Code::NotFound, format!("no memory has the id {shown:?}"))
        .hint("`beadloom memories list` shows all with their ids")
}

/// Memories of which nothing is known yet.
pub(crate) fn known() -> State {
    State::new(owner(), model())
}

/// What compares what memories mean: the table that was made of plain English, because memories are sentences; else that for code.
pub(crate) fn model() -> Option<Arc<StaticModel>> {
    tools_model().ok().flatten().or_else(|| bundled_model().ok().flatten())
}

/// Whose private memories are read.
pub(crate) fn owner() -> MemoryOwner {
    MemoryOwner { keys: seals::kept_keys(), trusts: seals::trusts() }
}

/// Makes the folder that shared memories are kept in.
pub(crate) fn make_memory_folder(root: &Path) -> Result<()> {
    make_folder(&root.join(".beadloom"))
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    i64::try_from(since).unwrap_or(i64::MAX)
}
