//! The history of a project as Git has it.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_query::history::{History, TicketCommit, TouchedFile};

/// Asks Git when something is asked.
pub struct GitHistory<'a> {
    /// The project's root.
    pub root: &'a Path,
    /// Set from outside to stop it.
    pub cancelled: &'a AtomicBool,
}

impl History for GitHistory<'_> {
    fn ticket(&self, reference: &str) -> Vec<TicketCommit> {
        let file = |file: beadloom_git::TouchedFile| TouchedFile { path: file.path, lines: file.lines };
        beadloom_git::ticket_commits(self.root, reference, self.cancelled)
            .into_iter()
            .map(|commit| TicketCommit {
                id: commit.id,
                subject: commit.subject,
                files: commit.files.into_iter().map(file).collect(),
                files_count: commit.files_count,
            })
            .collect()
    }
}
