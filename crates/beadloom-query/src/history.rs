//! What the history of a project says, as far as answers show it. Whoever asks brings it: nothing here runs Git.

/// A commit that names a ticket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TicketCommit {
    /// Its hash.
    pub id: String,
    /// First line of its message.
    pub subject: String,
    /// By path; empty where they are too many.
    pub files: Vec<TouchedFile>,
    /// How many files it touched.
    pub files_count: usize,
}

/// What a commit did to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchedFile {
    /// As it was called then, relative to the root.
    pub path: String,
    /// Ranges of lines (first and last, 1-based) that it touched, where they are now.
    pub lines: Vec<(u32, u32)>,
}

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
