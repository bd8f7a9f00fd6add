//! What the history of a project says.

/// A commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TicketCommit {
    /// The whole hash, in hex digits.
    pub id: String,
    /// First line of the message.
    pub subject: String,
    /// By path; empty for a commit that touches more than a hundred.
    pub files: Vec<TouchedFile>,
    /// Files that it touched.
    pub files_count: usize,
}

/// What a commit did to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchedFile {
    /// As it was called then, relative to the root that was asked for.
    pub path: String,
    /// Ranges of lines (first and last, 1-based) that it added or changed, as far as they are still there, where they
    /// are at HEAD.
    pub lines: Vec<(u32, u32)>,
}

/// A commit of the recent past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentCommit {
    /// The whole hash, in hex digits.
    pub id: String,
    /// The day of the commit, `2026-01-31`.
    pub date: String,
    /// First line of the message.
    pub subject: String,
    /// By path; empty for a commit that touches more than a hundred.
    pub files: Vec<String>,
    /// Files that it touched.
    pub files_count: usize,
}
