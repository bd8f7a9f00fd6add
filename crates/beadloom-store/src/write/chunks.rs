//! Chunks of code and the postings of their terms: gathered in memory over a run, written at its end.

use beadloom_lexical::{Block, FileTerms, MARKS_BLOCK, Of, mark, merge, pack_chunks};
use beadloom_model::Result;
use rusqlite::{CachedStatement, Connection, OptionalExtension, params};

use super::Writer;
use super::pending::{ChunkVectors, Pending, Vectors, count, give_ids_anew};
use crate::failures::sql_error;
use crate::kept::VECTOR_BLOCK;

/// Postings that are gathered before they are written as a part, in bytes.
const MAX_GATHERED_BYTES: usize = 24 << 20;

/// Parts that a query has to look into, at most: more are put together.
const MAX_PARTS: usize = 8;

/// Ids of chunks that are gone are taken out when they are so many, and as many as those that are there.
const MAX_DEAD_IDS: usize = 4_096;

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
            Ok(pending.postings.bytes() > MAX_GATHERED_BYTES)
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
            if dead > MAX_DEAD_IDS.max(live) {
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
