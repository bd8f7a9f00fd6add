//! A system that tells of changes only later, or to another thread: nothing is watched there.

use std::path::Path;

use super::sight::{Pending, Trouble};

/// No folders.
pub struct Folders;

impl Folders {
    /// Nothing to watch with.
    pub fn new(_: usize) -> Result<Self, Trouble> {
        Err(Trouble::Useless(None))
    }

    pub fn enter(&self, _: &Path) {}

    pub fn trouble(&self) -> Result<(), Trouble> {
        Err(Trouble::Useless(None))
    }

    pub fn drain(&self, _: &mut Pending) -> Result<(), Trouble> {
        Err(Trouble::Useless(None))
    }
}
