//! What was read of one state of the index, for whoever asks more than once.

mod chunks;
mod recent;
mod text_files;
mod vectors;

use std::any::{Any, TypeId};
use std::sync::Arc;

use beadloom_history::Past;
use beadloom_lexical::ChunkNorms;
use rustc_hash::FxHashMap;

pub use self::chunks::{ChunkFile, OutlineRow};
use self::recent::Recent;
pub use self::text_files::{TextFile, TextFiles};
use self::vectors::KeptVectors;
pub(crate) use self::vectors::{CHUNK_IDS, TEXT_BLOCK, VECTOR_BLOCK};
pub use self::vectors::{Shared, TextModel, VectorBlock, Vectors, VectorsBy, VectorsOf};

/// Definitions of files that are kept, and chunks of files, at most: about fifteen megabytes.
const KEPT_DEFINITIONS: usize = 80_000;
const KEPT_CHUNKS: usize = 40_000;

/// What a search reads whole or again and again, of one state of the index: for whoever asks more than once, reading it
/// would be most of the work.
pub(crate) struct Kept {
    stamp: String,
    snapshot: Snapshot,
    pub(crate) marks: Option<(Arc<ChunkNorms>, Vec<i64>)>,
    pub(crate) vectors: KeptVectors,
    pub(crate) texts: Option<Arc<TextFiles>>,
    /// Of all nodes, by ref_id.
    pub(crate) sources: Option<Arc<Vec<(String, String)>>>,
    pub(crate) past: Option<Arc<Past>>,
    /// What others made of that state, by its type.
    pub(crate) derived: FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>,
    /// By id of the first chunk.
    pub(crate) files: Recent<Arc<ChunkFile>>,
    /// By row id of the file.
    pub(crate) outlines: Recent<Arc<Vec<OutlineRow>>>,
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
            derived: FxHashMap::default(),
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

    /// Names the state that it is of.
    pub(crate) fn stamp(&self) -> &str {
        &self.stamp
    }

    /// Whether it is known to be of the state that statements see now.
    pub(crate) fn is_current(&self) -> bool {
        self.snapshot == Snapshot::Known
    }

    /// Keeps what holds in the state of this stamp, which is the one that statements see now.
    pub(crate) fn move_to(&mut self, stamp: String) {
        let snapshot = if self.snapshot == Snapshot::None { Snapshot::None } else { Snapshot::Known };
        if self.stamp != stamp {
            let vectors = std::mem::take(&mut self.vectors).outlived();
            *self = Self { stamp, vectors, ..Self::default() };
        }
        self.snapshot = snapshot;
    }
}

/// What a file of so many definitions or chunks weighs: it takes some room without any.
pub(crate) fn weight(rows: usize) -> usize {
    rows + 4
}
