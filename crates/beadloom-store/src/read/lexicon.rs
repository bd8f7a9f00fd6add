//! The terms of all chunks, and the way to their postings.

use std::sync::Arc;

use beadloom_lexical::{ChunkNorms, MARKS_BLOCK, each_posting, entries, find};
use beadloom_model::Result;
use rusqlite::{Connection, OptionalExtension, params};

use crate::Store;
use crate::failures::sql_error;

/// What is known about all chunks, and the way to the postings.
pub struct Lexicon<'s> {
    store: &'s Store,
    marks: Arc<ChunkNorms>,
    parts: Vec<i64>,
}

impl Store {
    /// The lexicon of the code.
    ///
    /// # Errors
    /// Store errors.
    pub fn lexicon(&self) -> Result<Lexicon<'_>> {
        if let Some((marks, parts)) = &self.kept()?.marks {
            return Ok(Lexicon { store: self, marks: Arc::clone(marks), parts: parts.clone() });
        }
        let marks = Arc::new(ChunkNorms::new(read_marks(&self.conn).map_err(|e| sql_error(&e))?));
        let parts: Vec<i64> =
            self.list("SELECT DISTINCT part FROM postings ORDER BY part", [], |row| row.get(0))?;
        self.kept()?.marks = Some((Arc::clone(&marks), parts.clone()));
        Ok(Lexicon { store: self, marks, parts })
    }
}

impl Lexicon<'_> {
    /// How many of the chunks that are [measured](Marks::measured) hold a term.
    ///
    /// # Errors
    /// Store errors.
    pub fn count(&self, term: &str) -> Result<u32> {
        let mut found = 0;
        for part in self.postings(term)? {
            each_posting(&part, &mut |chunk, _| found += u32::from(self.marks.is_measured(chunk)));
        }
        Ok(found)
    }

    /// What is known about the chunks.
    pub fn marks(&self) -> &ChunkNorms {
        &self.marks
    }

    /// The postings of a term, packed, in each part of the index that has any.
    ///
    /// # Errors
    /// Store errors.
    pub fn postings(&self, term: &str) -> Result<Vec<Vec<u8>>> {
        let mut found = Vec::new();
        let read = |part: i64| -> rusqlite::Result<Option<Vec<u8>>> {
            self.store
                .conn
                .prepare_cached(
                    "SELECT data FROM postings WHERE part = ?1 AND first_term <= ?2 ORDER BY first_term DESC LIMIT 1",
                )?
                .query_row(params![part, term], |row| Ok(find(row.get_ref(0)?.as_blob()?, term)))
                .optional()
                .map(Option::flatten)
        };
        for part in &self.parts {
            found.extend(read(*part).map_err(|e| sql_error(&e))?);
        }
        Ok(found)
    }

    /// Calls `take` with every term, chunk and count of every part.
    pub(crate) fn each_posting(&self, take: &mut dyn FnMut(&str, u32, u32)) -> Result<()> {
        let blocks: Vec<Vec<u8>> =
            self.store.list("SELECT data FROM postings ORDER BY part, first_term", [], |row| row.get(0))?;
        for block in blocks {
            entries(&block, &mut |term, postings| {
                each_posting(postings, &mut |chunk, count| take(term, chunk, count));
                true
            });
        }
        Ok(())
    }
}

/// The marks of all ids that were given.
pub(crate) fn read_marks(c: &Connection) -> rusqlite::Result<Vec<u8>> {
    let mut marks: Vec<u8> = Vec::new();
    let mut statement = c.prepare_cached("SELECT block, marks FROM chunk_marks ORDER BY block")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let block = row.get::<_, u32>(0)? as usize;
        // Blocks follow each other, and only the last is not full; a file that says otherwise is damaged.
        if block.checked_mul(MARKS_BLOCK) != Some(marks.len()) {
            break;
        }
        marks.extend_from_slice(row.get_ref(1)?.as_blob()?);
    }
    Ok(marks)
}
