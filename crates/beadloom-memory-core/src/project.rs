//! The memories of a project, and the index of that project as far as they need it.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_memory_files::Memories;
use beadloom_model::requests::RefreshMode;
use beadloom_model::{Code, Error, Result};
use beadloom_query::{ReadText, Staleness};
use beadloom_store::Store;

/// Gives the index, brought up to date as it is asked for, what reads the files as they were indexed, and how far the index is behind.
pub type AskIndex<'a> = dyn Fn(RefreshMode, &mut Asking<'_>) -> Result<()> + 'a;

/// What is done with an index.
pub type Asking<'a> = dyn FnMut(&Store, ReadText<'_>, &Staleness) -> Result<()> + 'a;

/// The memories of a project. Only where they name nodes or code, the index is asked.
pub struct ProjectMemories<'a> {
    /// Of the project.
    pub root: &'a Path,
    /// What is known of them.
    pub kept: &'a Memories,
    /// Asks the index.
    pub index: &'a AskIndex<'a>,
    /// Set from outside to stop the work.
    pub cancelled: &'a AtomicBool,
}

impl ProjectMemories<'_> {
    /// What the index says.
    pub(crate) fn asked<T>(
        &self,
        refresh: RefreshMode,
        mut ask: impl FnMut(&Store, ReadText<'_>, &Staleness) -> Result<T>,
    ) -> Result<T> {
        let mut said = None;
        (self.index)(refresh, &mut |store, read, stale| {
            said = Some(ask(store, read, stale)?);
            Ok(())
        })?;
        said.ok_or_else(|| Error::new(Code::Internal, "the index was not asked"))
    }
}
