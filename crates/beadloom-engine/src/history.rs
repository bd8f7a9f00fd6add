//! The history of a project as Git has it.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_model::TicketCommit;
use beadloom_query::History;

/// Asks Git when something is asked.
pub struct GitHistory<'a> {
    /// The project's root.
    pub root: &'a Path,
    /// Set from outside to stop it.
    pub cancelled: &'a AtomicBool,
}

impl History for GitHistory<'_> {
    fn ticket(&self, reference: &str) -> Vec<TicketCommit> {
        beadloom_git::ticket_commits(self.root, reference, self.cancelled)
    }
}
