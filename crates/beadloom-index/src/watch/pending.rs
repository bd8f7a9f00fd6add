//! What the system reported and nobody looked at yet, and why nothing can be watched.

use std::collections::BTreeSet;
use std::path::PathBuf;

use beadloom_model::Error;

/// More paths than these at once are a case for a walk.
const MAX_PATHS: usize = 2_000;

/// Why a project cannot be watched.
#[derive(Debug)]
pub enum WatchError {
    /// What was reported is not all: to begin anew helps.
    Lost,
    /// Watching does not work here, and what a person can do about that.
    Useless(Option<String>),
    /// The walk failed.
    Walk(Error),
}

/// What was reported and not looked at yet.
#[derive(Debug, Default)]
pub struct Pending {
    /// Only a walk can tell what it means.
    pub all: bool,
    pub paths: BTreeSet<PathBuf>,
}

impl Pending {
    /// A file that came, went or changed.
    pub fn add(&mut self, path: PathBuf) {
        if self.paths.len() >= MAX_PATHS {
            self.all = true;
        }
        if !self.all {
            self.paths.insert(path);
        }
    }

    pub fn is_empty(&self) -> bool {
        !self.all && self.paths.is_empty()
    }
}
