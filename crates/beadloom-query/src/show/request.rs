//! What is to be shown, and the pieces that answer it.

use beadloom_model::answers::Source;
use beadloom_model::requests::Hints;

use super::definition::Definition;
use super::now::FilesNow;
use crate::Staleness;

/// What is to be shown, and in how many tokens.
pub struct ShowRequest<'r> {
    /// Names of symbols, `PATH`, `PATH:LINE`, `PATH:FROM-TO`, `PATH:NAME`; each is answered once.
    pub refs: Vec<String>,
    /// With the lines that refer to the definitions.
    pub callers: bool,
    /// Tokens of the answer as JSON, at most.
    pub budget: usize,
    /// The files, as they are now.
    pub files: &'r dyn FilesNow,
    /// What the answer names where it says how to go on.
    pub hints: Hints,
    /// How far the index is behind.
    pub stale: Staleness,
}

/// A piece of a file that answers a reference.
pub(super) struct Piece {
    /// Everything but the text.
    pub(super) source: Source,
    /// Its lines as they are.
    pub(super) lines: Vec<String>,
    /// The definitions that stand directly in it.
    pub(super) inside: Vec<Definition>,
    /// How many pieces of the same reference come before it.
    pub(super) rank: usize,
}
