//! Chunks of code and the postings of their terms: gathered in memory over a run, written at its end.

use std::collections::BTreeSet;

use beadloom_lexical::{Block, FileTerms, MARKS_BLOCK, Of, Postings, mark, merge, pack_chunks};
use beadloom_model::Result;
use rusqlite::{CachedStatement, Connection, OptionalExtension, params};

use super::Writer;
use crate::failures::sql_error;
use crate::read::{CHUNK_IDS, read_marks};

/// Postings that are gathered before they are written as a part, in bytes.
const MAX_GATHERED: usize = 24 << 20;

/// Parts that a query has to look into, at most: more are put together.
const MAX_PARTS: usize = 8;

/// Chunks whose vectors are kept in one row.
const VECTOR_BLOCK: usize = crate::read::VECTOR_BLOCK;

/// Ids of chunks that are gone are taken out when they are so many, and as many as those that are there.
const MAX_DEAD: usize = 4_096;

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
    marks: Vec<u8>,
    /// Blocks of marks that differ from those in the store.
    touched: BTreeSet<usize>,
    /// Marks that stood in the store.
    stored: usize,
    postings: Postings,
    is_empty: bool,
    /// Vectors of the ids from the last full block on; none where there is no model.
    vectors: Vectors,
}

/// Packed vectors of the block that is being filled.
#[derive(Default)]
struct Vectors {
    /// Of chunks; the first is that of id `block * VECTOR_BLOCK`.
    rows: usize,
    block: usize,
    bits: Vec<u8>,
    bytes: Vec<u8>,
    touched: bool,
}

impl Vectors {
    /// The last block in the store, if it is not full.
    fn read(c: &Connection, ids: usize) -> rusqlite::Result<Self> {
        let (block, rows) = (ids / VECTOR_BLOCK, ids % VECTOR_BLOCK);
        let stored: Option<(Vec<u8>, Vec<u8>)> = c
            .prepare_cached("SELECT bits, bytes FROM vec_chunks WHERE block = ?1")?
            .query_row([count(block)], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let (bits, bytes) = stored.unwrap_or_default();
        Ok(Self { rows, block, bits, bytes, touched: false })
    }

    /// Adds those of a file, `rows` of them.
    fn add(&mut self, c: &Connection, vectors: &ChunkVectors, rows: usize) -> rusqlite::Result<()> {
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

    fn write(&self, c: &Connection) -> rusqlite::Result<()> {
        if !self.touched {
            return Ok(());
        }
        c.prepare_cached("REPLACE INTO vec_chunks (block, bits, bytes) VALUES (?1, ?2, ?3)")?
            .execute(params![count(self.block), self.bits, self.bytes])
            .map(drop)
    }
}

impl Pending {
    fn read(c: &Connection) -> rusqlite::Result<Self> {
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

    fn set(&mut self, id: usize, mark: u8) {
        if let Some(place) = self.marks.get_mut(id) {
            *place = mark;
            self.touched.insert(id / MARKS_BLOCK);
        }
    }
}

impl Writer<'_> {
    /// Replaces the chunks of a file, which is `of` code or of other text. `vectors`: of all of them, of the same model in the whole index, or none.
    ///
    /// # Errors
    /// Store errors.
    pub fn put_chunks(
        &self,
        file: i64,
        of: Of,
        terms: &FileTerms,
        vectors: Option<&ChunkVectors>,
    ) -> Result<()> {
        self.drop_chunks(file)?;
        if terms.chunks.is_empty() {
            return Ok(());
        }
        let full = self.with_pending(|c, pending| {
            let first = count(pending.marks.len());
            for (number, length) in terms.lengths.iter().enumerate() {
                pending.touched.insert(pending.marks.len() / MARKS_BLOCK);
                pending.marks.push(mark(*length, of, number == 0));
            }
            pending.postings.add(first, terms);
            if let Some(vectors) = vectors {
                pending.vectors.add(c, vectors, terms.chunks.len())?;
            }
            pending.is_empty = false;
            c.prepare_cached(
                "INSERT INTO code_chunks (file_id, first, total, lines) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![
                file,
                first,
                count(terms.chunks.len()),
                pack_chunks(&terms.chunks)
            ])?;
            Ok(pending.postings.bytes() > MAX_GATHERED)
        })?;
        if full { self.write_chunks() } else { Ok(()) }
    }

    /// Removes the chunks of a file.
    ///
    /// # Errors
    /// Store errors.
    pub fn drop_chunks(&self, file: i64) -> Result<()> {
        self.with_pending(|c, pending| {
            let known: Option<(u32, u32)> = c
                .prepare_cached("SELECT first, total FROM code_chunks WHERE file_id = ?1")?
                .query_row([file], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let Some((first, total)) = known else { return Ok(()) };
            (first..first.saturating_add(total)).for_each(|id| pending.set(id as usize, 0));
            c.prepare_cached("DELETE FROM file_texts WHERE file_id = ?1")?.execute([file])?;
            c.prepare_cached("DELETE FROM code_chunks WHERE file_id = ?1")?.execute([file]).map(drop)
        })
    }

    /// Writes what was gathered. [`Writer::commit`] does it too.
    ///
    /// # Errors
    /// Store errors.
    pub fn write_chunks(&self) -> Result<()> {
        let Some(mut pending) = self.chunks.take() else { return Ok(()) };
        self.run(|c| {
            if !pending.is_empty {
                let part: i64 =
                    c.query_row("SELECT coalesce(MAX(part), 0) + 1 FROM postings", [], |row| row.get(0))?;
                let mut insert = inserting(c)?;
                pending.postings.each_block(|block| insert_block(&mut insert, part, &block))?;
            }
            pending.vectors.write(c)?;
            let live = pending.marks.iter().filter(|mark| **mark != 0).count();
            let dead = pending.marks.len() - live;
            if dead > MAX_DEAD.max(live) {
                return renumber(c, &pending.marks);
            }
            if pending.marks.len() < pending.stored {
                pending.touched.extend(pending.marks.len() / MARKS_BLOCK..=pending.stored / MARKS_BLOCK);
            }
            write_marks(c, &pending.marks, pending.touched.iter().copied())?;
            put_together(c, &pending.marks)
        })
    }

    fn with_pending<T>(&self, f: impl FnOnce(&Connection, &mut Pending) -> rusqlite::Result<T>) -> Result<T> {
        let mut chunks = self.chunks.borrow_mut();
        let pending = match &mut *chunks {
            Some(pending) => pending,
            None => chunks.insert(Pending::read(&self.tx).map_err(|e| sql_error(&e))?),
        };
        f(&self.tx, pending).map_err(|e| sql_error(&e))
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn inserting(c: &Connection) -> rusqlite::Result<CachedStatement<'_>> {
    c.prepare_cached("INSERT INTO postings (part, first_term, data) VALUES (?1, ?2, ?3)")
}

fn insert_block(insert: &mut CachedStatement<'_>, part: i64, block: &Block) -> rusqlite::Result<()> {
    insert.execute(params![part, block.first_term, block.data]).map(drop)
}

fn write_marks(
    c: &Connection,
    marks: &[u8],
    blocks: impl IntoIterator<Item = usize>,
) -> rusqlite::Result<()> {
    let mut insert = c.prepare_cached("REPLACE INTO chunk_marks (block, marks) VALUES (?1, ?2)")?;
    for block in blocks {
        let from = block * MARKS_BLOCK;
        let to = (from + MARKS_BLOCK).min(marks.len());
        insert.execute(params![count(block), marks.get(from..to).unwrap_or(&[])])?;
    }
    Ok(())
}

/// The numbers of all parts, ascending: one look into their index each.
fn parts(c: &Connection) -> rusqlite::Result<Vec<i64>> {
    let mut next = c.prepare_cached("SELECT MIN(part) FROM postings WHERE part > ?1")?;
    let mut parts = Vec::new();
    while let Some(part) = next.query_row([parts.last().unwrap_or(&i64::MIN)], |row| row.get(0))? {
        parts.push(part);
    }
    Ok(parts)
}

/// Puts parts together where there are many: all but the first, which is by far the largest, unless they have grown to
/// a quarter of it.
fn put_together(c: &Connection, marks: &[u8]) -> rusqlite::Result<()> {
    // In nearly every run there are few: the index over parts says so without a look at what is in them.
    if parts(c)?.len() <= MAX_PARTS {
        return Ok(());
    }
    let parts: Vec<(i64, i64)> = c
        .prepare_cached("SELECT part, SUM(length(data)) FROM postings GROUP BY part ORDER BY part")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let Some(((_, largest), others)) = parts.split_first() else { return Ok(()) };
    let rest: i64 = others.iter().map(|(_, bytes)| bytes).sum();
    let chosen = if rest > largest / 4 { &parts[..] } else { others };
    let Some(&(into, _)) = chosen.first() else { return Ok(()) };
    let chosen: Vec<i64> = chosen.iter().map(|(part, _)| *part).collect();
    let is_live = |chunk: u32| marks.get(chunk as usize).is_some_and(|mark| *mark != 0);
    replace_parts(c, &chosen, into, &|chunk| is_live(chunk).then_some(chunk))
}

/// Replaces parts by one. `id_of`: what becomes of a chunk's id; the order of ids stays.
fn replace_parts(
    c: &Connection,
    parts: &[i64],
    into: i64,
    id_of: &dyn Fn(u32) -> Option<u32>,
) -> rusqlite::Result<()> {
    let mut blocks: Vec<Vec<Vec<u8>>> = Vec::with_capacity(parts.len());
    for part in parts {
        blocks.push(
            c.prepare_cached("SELECT data FROM postings WHERE part = ?1 ORDER BY first_term")?
                .query_map([part], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?,
        );
        c.prepare_cached("DELETE FROM postings WHERE part = ?1")?.execute([part])?;
    }
    let mut insert = inserting(c)?;
    merge(&blocks, id_of).iter().try_for_each(|block| insert_block(&mut insert, into, block))
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

/// Gives all chunks new ids, without gaps, in the order that they had.
fn renumber(c: &Connection, marks: &[u8]) -> rusqlite::Result<()> {
    give_ids_anew(c)?;
    let mut next = 0u32;
    let mut ids: Vec<Option<u32>> = Vec::with_capacity(marks.len());
    for mark in marks {
        let id = (*mark != 0).then_some(next);
        next += u32::from(id.is_some());
        ids.push(id);
    }
    let id_of = |old: u32| ids.get(old as usize).copied().flatten();
    replace_parts(c, &parts(c)?, 1, &id_of)?;
    let files: Vec<(i64, u32)> = c
        .prepare_cached("SELECT file_id, first FROM code_chunks ORDER BY first")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    // Ids only get smaller, and in ascending order none is taken by a file that still has to move.
    for (file, first) in files {
        c.prepare_cached("UPDATE code_chunks SET first = ?2 WHERE file_id = ?1")?
            .execute(params![file, id_of(first)])?;
    }
    renumber_vectors(c, marks)?;
    c.execute("DELETE FROM chunk_marks", [])?;
    let live: Vec<u8> = marks.iter().copied().filter(|mark| *mark != 0).collect();
    write_marks(c, &live, 0..live.len().div_ceil(MARKS_BLOCK))
}

/// Takes the vectors of chunks that are gone out.
fn renumber_vectors(c: &Connection, marks: &[u8]) -> rusqlite::Result<()> {
    let blocks: u32 = c.query_row("SELECT COUNT(*) FROM vec_chunks", [], |row| row.get(0))?;
    let mut kept = Vectors::default();
    for block in 0..blocks {
        let (bits, bytes): (Vec<u8>, Vec<u8>) = c
            .prepare_cached("SELECT bits, bytes FROM vec_chunks WHERE block = ?1")?
            .query_row([block], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let from = block as usize * VECTOR_BLOCK;
        let rows = marks.len().saturating_sub(from).min(VECTOR_BLOCK);
        let (bits_each, bytes_each) = (bits.len() / rows.max(1), bytes.len() / rows.max(1));
        for row in (0..rows).filter(|row| marks.get(from + row).is_some_and(|mark| *mark != 0)) {
            let of =
                |data: &[u8], each: usize| data.get(row * each..(row + 1) * each).unwrap_or(&[]).to_vec();
            // What is written is never ahead of what is read.
            kept.add(c, &ChunkVectors { bits: of(&bits, bits_each), bytes: of(&bytes, bytes_each) }, 1)?;
        }
    }
    kept.write(c)?;
    let used = kept.block + usize::from(kept.rows > 0);
    c.execute("DELETE FROM vec_chunks WHERE block >= ?1", [count(used)]).map(drop)
}
