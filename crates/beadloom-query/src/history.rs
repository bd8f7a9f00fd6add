//! What the history of a project says, as far as answers show it. Whoever asks brings it: nothing here runs Git.

use beadloom_model::TicketCommit;

/// The history of a project.
pub trait History {
    /// Commits whose messages name the ticket, newest first; empty where the reference is no ticket key, or nothing is
    /// known.
    fn ticket(&self, reference: &str) -> Vec<TicketCommit>;
}

/// Nothing is known.
#[derive(Debug, Clone, Copy)]
pub struct NoHistory;

impl History for NoHistory {
    fn ticket(&self, _: &str) -> Vec<TicketCommit> {
        Vec::new()
    }
}
