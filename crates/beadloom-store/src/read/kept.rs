//! What was read of one state of the index, for whoever asks more than once.

use std::cell::RefMut;
use std::sync::Arc;

use beadloom_history::Past;
use beadloom_lexical::ChunkNorms;
use beadloom_model::Result;

use super::chunks::{ChunkFile, OutlineRow};
use super::grams::TextFiles;
use super::recent::Recent;
use super::vectors::KeptVectors;
use crate::Store;

/// Definitions of files that are kept, and chunks of files, at most: about fifteen megabytes.
const KEPT_DEFINITIONS: usize = 80_000;
const KEPT_CHUNKS: usize = 40_000;

/// What a search reads whole or again and again, of one state of the index: for whoever asks more than once, reading it
/// would be most of the work.
pub(crate) struct Kept {
    stamp: String,
    snapshot: Snapshot,
    pub(super) marks: Option<(Arc<ChunkNorms>, Vec<i64>)>,
    pub(super) vectors: KeptVectors,
    pub(super) texts: Option<Arc<TextFiles>>,
    /// Of all nodes, by ref_id.
    pub(super) sources: Option<Arc<Vec<(String, String)>>>,
    pub(crate) past: Option<Arc<Past>>,
    /// By id of the first chunk.
    pub(super) files: Recent<Arc<ChunkFile>>,
    /// By row id of the file.
    pub(super) outlines: Recent<Arc<Vec<OutlineRow>>>,
}

/// Whether what is read is of one state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Snapshot {
    /// Every statement may see another one.
    None,
    /// It is; which, nobody asked yet.
    Open,
    /// It is that of the stamp.
    Known,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            stamp: String::new(),
            snapshot: Snapshot::None,
            marks: None,
            vectors: KeptVectors::default(),
            texts: None,
            sources: None,
            past: None,
            files: Recent::new(KEPT_CHUNKS),
            outlines: Recent::new(KEPT_DEFINITIONS),
        }
    }
}

impl Kept {
    /// From here on all is read of one state.
    pub fn begin_snapshot(&mut self) {
        self.snapshot = Snapshot::Open;
    }

    /// From here on it is not.
    pub fn end_snapshot(&mut self) {
        self.snapshot = Snapshot::None;
    }
}

/// What a file of so many definitions or chunks weighs: it takes some room without any.
pub(super) fn weight(rows: usize) -> usize {
    rows + 4
}

impl Store {
    /// What is kept of the state that statements see now.
    pub(crate) fn kept(&self) -> Result<RefMut<'_, Kept>> {
        if self.kept.borrow().snapshot == Snapshot::Known {
            return Ok(self.kept.borrow_mut());
        }
        let stamp = self.kept_stamp()?;
        let mut kept = self.kept.borrow_mut();
        let snapshot = if kept.snapshot == Snapshot::None { Snapshot::None } else { Snapshot::Known };
        if kept.stamp != stamp {
            let vectors = std::mem::take(&mut kept.vectors).outlived();
            *kept = Kept { stamp, vectors, ..Kept::default() };
        }
        kept.snapshot = snapshot;
        Ok(kept)
    }

    /// Names the state of what is kept: vectors of texts come without a change that any other answer shows.
    fn kept_stamp(&self) -> Result<String> {
        let texts = self.state().meta("texts_changed")?.unwrap_or_default();
        Ok(format!("{};{texts}", self.stamp()?))
    }
}
