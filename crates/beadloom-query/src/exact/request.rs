//! What is searched, and who reads the files.

use std::sync::atomic::AtomicBool;

use beadloom_lexical::GramQuery;
use beadloom_model::requests::Hints;

use super::pattern::Pattern;
use crate::Staleness;

/// What reading a file came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Its bytes are read: UTF-8, or what is neither that nor marked as UTF-16.
    Text,
    /// It is known not to hold what is searched.
    Without,
    /// It is no text.
    Binary,
    /// It is larger than what is read.
    Large,
    /// It is not there, or leads out of the project.
    Gone,
    /// It could not be read.
    Unreadable,
}

/// Whoever reads the files.
pub trait FilesToSearch: Sync {
    /// A file as it is now. `unknown`: the index knows nothing of what it holds; whoever does knows by that whether it is
    /// worth a look. `bytes`: takes them, in place of those of another file.
    fn read(&self, path: &str, unknown: Option<&GramQuery>, bytes: &mut Vec<u8>) -> Content;
    /// Whether the name of a file says that it holds secrets.
    fn is_secret(&self, path: &str) -> bool;
    /// Whether it says that it is no text.
    fn is_binary(&self, path: &str) -> bool;
}

/// What is searched, and where.
pub struct ExactRequest<'r> {
    /// What.
    pub pattern: Pattern,
    /// Only files that this pattern of .gitignore matches.
    pub path: Option<String>,
    /// Only files in this language or format.
    pub language: Option<String>,
    /// Only lines in a definition of this kind.
    pub kind: Option<String>,
    /// Lines around each that are shown too.
    pub context: usize,
    /// Lines that are shown, at most.
    pub limit: usize,
    /// The files.
    pub files: &'r dyn FilesToSearch,
    /// All paths at which files may be other than the index knows them.
    pub changed: &'r [String],
    /// Set from outside to stop.
    pub cancelled: &'r AtomicBool,
    /// What the answer names where it says how to go on.
    pub hints: Hints,
    /// How far the index is behind.
    pub stale: Staleness,
}
