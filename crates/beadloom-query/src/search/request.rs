//! What is looked for.

use beadloom_model::requests::{Hints, SearchField};

use super::meaning::Model;
use crate::Staleness;

/// The most hits that one search gives.
pub const MAX_HITS: usize = 1_000;

/// What is looked for.
pub struct SearchRequest<'a> {
    /// Any text; operators and quotes are plain text.
    pub query: String,
    /// A node or symbol kind; documents have none and are left out.
    pub kind: Option<String>,
    /// What is searched.
    pub within: SearchField,
    /// Code in this language only, by its id in the language table.
    pub language: Option<String>,
    /// Files that a gitignore pattern matches only.
    pub path: Option<String>,
    /// Hits, at most; 1 to [`MAX_HITS`].
    pub limit: usize,
    /// Every chunk that matches, not only the best of each file.
    pub all_chunks: bool,
    /// What compares meaning, if anything does.
    pub model: Option<Model<'a>>,
    /// Say of each hit why it stands where it does.
    pub explain: bool,
    /// What the answer names where it says how to go on.
    pub hints: Hints,
    /// How far the index is behind.
    pub stale: Staleness,
    /// The text of a file; None where it cannot be read.
    pub read: &'a dyn Fn(&str) -> Option<String>,
}
