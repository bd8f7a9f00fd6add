//! Chunks and vectors of a run that are not yet in the store.

use std::collections::BTreeSet;

use beadloom_lexical::{MARKS_BLOCK, Postings};
use rusqlite::{Connection, OptionalExtension, params};

use crate::kept::{CHUNK_IDS, VECTOR_BLOCK};
use crate::read::read_marks;

/// The vectors of a file's chunks, packed, in the order of the chunks; of a node, its one vector.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChunkVectors {
    /// A bit per dimension.
    pub bits: Vec<u8>,
    /// A byte per dimension.
    pub bytes: Vec<u8>,
}

/// What is not yet in the store.
pub(super) struct Pending {
    /// By chunk id.
    pub(super) marks: Vec<u8>,
    /// Blocks of marks that differ from those in the store.
    pub(super) touched: BTreeSet<usize>,
    /// Marks that stood in the store.
    pub(super) stored: usize,
    pub(super) postings: Postings,
    pub(super) is_empty: bool,
    /// Vectors of the ids from the last full block on; none where there is no model.
    pub(super) vectors: Vectors,
}

/// Packed vectors of the block that is being filled.
#[derive(Default)]
pub(super) struct Vectors {
    /// Of chunks; the first is that of id `block * VECTOR_BLOCK`.
    pub(super) rows: usize,
    pub(super) block: usize,
    pub(super) bits: Vec<u8>,
    pub(super) bytes: Vec<u8>,
    pub(super) touched: bool,
}

impl Vectors {
    /// The last block in the store, if it is not full.
    pub(super) fn read(c: &Connection, ids: usize) -> rusqlite::Result<Self> {
        let (block, rows) = (ids / VECTOR_BLOCK, ids % VECTOR_BLOCK);
        let stored: Option<(Vec<u8>, Vec<u8>)> = c
            .prepare_cached("SELECT bits, bytes FROM vec_chunks WHERE block = ?1")?
            .query_row([count(block)], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let (bits, bytes) = stored.unwrap_or_default();
        Ok(Self { rows, block, bits, bytes, touched: false })
    }

    /// Adds those of a file, `rows` of them.
    pub(super) fn add(
        &mut self,
        c: &Connection,
        vectors: &ChunkVectors,
        rows: usize,
    ) -> rusqlite::Result<()> {
        let (bits, bytes) = (vectors.bits.len() / rows.max(1), vectors.bytes.len() / rows.max(1));
        if bytes == 0 {
            return Ok(());
        }
        for (bits, bytes) in vectors.bits.chunks_exact(bits).zip(vectors.bytes.chunks_exact(bytes)) {
            self.bits.extend_from_slice(bits);
            self.bytes.extend_from_slice(bytes);
            self.rows += 1;
            self.touched = true;
            if self.rows == VECTOR_BLOCK {
                self.write(c)?;
                *self = Self { block: self.block + 1, ..Self::default() };
            }
        }
        Ok(())
    }

    pub(super) fn write(&self, c: &Connection) -> rusqlite::Result<()> {
        if !self.touched {
            return Ok(());
        }
        c.prepare_cached("REPLACE INTO vec_chunks (block, bits, bytes) VALUES (?1, ?2, ?3)")?
            .execute(params![count(self.block), self.bits, self.bytes])
            .map(drop)
    }
}

impl Pending {
    pub(super) fn read(c: &Connection) -> rusqlite::Result<Self> {
        let marks = read_marks(c)?;
        Ok(Self {
            stored: marks.len(),
            vectors: Vectors::read(c, marks.len())?,
            marks,
            touched: BTreeSet::new(),
            postings: Postings::default(),
            is_empty: true,
        })
    }

    pub(super) fn set(&mut self, id: usize, mark: u8) {
        if let Some(place) = self.marks.get_mut(id) {
            *place = mark;
            self.touched.insert(id / MARKS_BLOCK);
        }
    }
}

pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Notes that ids of chunks from here on have nothing to do with those before. The generation names that: a run that does
/// this is one that readers see, which has another one.
pub(super) fn give_ids_anew(c: &Connection) -> rusqlite::Result<()> {
    c.execute(
        "REPLACE INTO meta (key, value)
         VALUES (?1, coalesce((SELECT value FROM meta WHERE key = 'generation'), '0'))",
        [CHUNK_IDS],
    )
    .map(drop)
}
