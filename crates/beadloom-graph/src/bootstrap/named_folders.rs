//! Folders that a person named.

use std::collections::BTreeSet;

/// Folders that are named, without `/` at the end.
#[derive(Debug, Default)]
pub(super) struct Stated {
    pub(super) folders: BTreeSet<String>,
}

impl Stated {
    pub(super) fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// Adds what documents name.
    pub(super) fn add(&mut self, folders: impl IntoIterator<Item = String>) {
        self.folders.extend(folders);
    }

    pub(super) fn folders(&self) -> impl Iterator<Item = &str> {
        self.folders.iter().map(String::as_str)
    }
}
