//! Files whose lines an answer may show under the names that the index has.

use std::path::Path;

use beadloom_index::Sources;
use beadloom_query::Staleness;
use beadloom_store::Store;
use sha2::{Digest, Sha256};

use crate::Refresh;

/// Reads files. Where the index may be behind, only those that are as they were indexed: in others something else stands on
/// the lines of a definition by now.
pub(crate) struct Unchanged<'a> {
    sources: Sources<'a>,
    /// What to compare with; None where the index is fresh.
    index: Option<&'a Store>,
}

impl<'a> Unchanged<'a> {
    pub(crate) fn new(
        root: &'a Path,
        store: &'a Store,
        refresh: impl Into<Refresh>,
        stale: &Staleness,
    ) -> Self {
        let may_be_behind = stale.warning.is_some() || refresh.into() == Refresh::Off;
        Self { sources: Sources::new(root), index: may_be_behind.then_some(store) }
    }

    /// The text of a file; None where it cannot be read, or is not what was indexed.
    pub(crate) fn text(&self, path: &str) -> Option<String> {
        let Some(store) = self.index else { return self.sources.text(path) };
        let indexed = store.file_hash(path).ok().flatten()?;
        let is_as_indexed = |bytes: &[u8]| Sha256::digest(bytes).as_slice() == indexed.as_slice();
        let (text, is_as_indexed) = self.sources.text_and(path, is_as_indexed)?;
        is_as_indexed.then_some(text)
    }
}
