//! What the index knows of the files, as a run compares it with them, and where a process keeps it between runs.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use beadloom_model::Result;
use beadloom_resolve::ImportResolver;
use beadloom_store::{Stamp, State};

/// What the index knows of the files.
#[derive(Default)]
pub struct IndexedFiles {
    pub generation: u64,
    /// When the stats were taken.
    pub scanned_ns: i64,
    pub stamps: BTreeMap<String, Stamp>,
    /// Documents that nodes name.
    pub named: HashSet<String>,
    /// Knows the files of the index and their manifests; None where no run needed it.
    pub resolver: Option<Arc<ImportResolver<'static>>>,
}

impl IndexedFiles {
    /// The generation of the index, and when the stats in it were taken: both together are others after every run that wrote.
    pub fn version(state: &State<'_>) -> Result<(u64, i64)> {
        let scanned_ns = state.meta("scanned_ns")?.and_then(|ns| ns.parse().ok()).unwrap_or(0);
        Ok((generation(state)?, scanned_ns))
    }

    pub fn read(state: &State<'_>) -> Result<Self> {
        let (generation, scanned_ns) = Self::version(state)?;
        Ok(Self { generation, scanned_ns, stamps: state.stamps()?, named: named(state)?, resolver: None })
    }

    /// Follows what a run wrote, of which only these paths may have other rows now.
    pub fn follow(&mut self, state: &State<'_>, touched: &BTreeSet<String>) -> Result<()> {
        (self.generation, self.scanned_ns) = Self::version(state)?;
        self.named = named(state)?;
        for path in touched {
            match state.file(path)? {
                Some(row) => self.stamps.insert(path.clone(), Stamp::of(&row)),
                None => self.stamps.remove(path),
            };
        }
        Ok(())
    }
}

/// How many runs changed the index so far.
pub fn generation(state: &State<'_>) -> Result<u64> {
    Ok(state.meta("generation")?.and_then(|n| n.parse().ok()).unwrap_or(0))
}

fn named(state: &State<'_>) -> Result<HashSet<String>> {
    Ok(state.nodes()?.into_iter().flat_map(|node| node.docs).collect())
}

/// Keeps what the index knows of the files from one comparison to the next: to read it takes as long as to walk.
#[derive(Default)]
pub struct IndexedFilesCache(Mutex<Option<IndexedFiles>>);

impl IndexedFilesCache {
    /// What was kept, where it is of the index of now; whoever takes it puts it back.
    pub(crate) fn take(&self, state: &State<'_>) -> Result<Option<IndexedFiles>> {
        let Some(indexed) = self.kept().take() else { return Ok(None) };
        let version = IndexedFiles::version(state)?;
        Ok((version == (indexed.generation, indexed.scanned_ns)).then_some(indexed))
    }

    /// Keeps it, in place of what was kept before.
    pub(crate) fn put(&self, indexed: IndexedFiles) {
        *self.kept() = Some(indexed);
    }

    /// Forgets what was kept.
    pub fn clear(&self) {
        *self.kept() = None;
    }

    fn kept(&self) -> MutexGuard<'_, Option<IndexedFiles>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
