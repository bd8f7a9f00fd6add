//! Systems whose events arrive late or on another thread: nothing is watched, and every update walks.

use std::path::Path;

use super::pending::{Pending, WatchError};

/// No folders.
pub struct Folders;

impl Folders {
    /// Nothing to watch with.
    pub fn new(_: usize) -> Result<Self, WatchError> {
        Err(WatchError::Useless(None))
    }

    pub fn enter(&self, _: &Path) {}

    pub fn trouble(&self) -> Result<(), WatchError> {
        Err(WatchError::Useless(None))
    }

    pub fn drain(&self, _: &mut Pending) -> Result<(), WatchError> {
        Err(WatchError::Useless(None))
    }
}
