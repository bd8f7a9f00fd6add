//! Chunks of code, and the postings of their terms.

use std::cell::RefMut;
use std::collections::HashMap;
use std::sync::Arc;

use beadloom_lexical::{Chunk, MARKS_BLOCK, Marks, each_posting, entries, find, unpack_chunks};
use beadloom_model::{Code, Error, Result, SymbolKind};
use beadloom_words::{fold_name, letter_pairs};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::recent::Recent;
use super::vectors::KeptVectors;
use crate::Store;
use crate::open::sql_error;
use crate::rows::{FileKind, to_json};
use crate::write::symbol_kind_of;

/// A file that has chunks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkFile {
    /// Its row id.
    pub file_id: i64,
    /// Where it is.
    pub path: String,
    /// The id of its language or format.
    pub language: String,
    /// Whether it is no code.
    pub is_text: bool,
    /// Whether a program wrote it.
    pub generated: bool,
    /// First sentence of its head comment.
    pub summary: Option<String>,
    /// Id of its first chunk; those of the others follow.
    pub first: u32,
    /// Lines of its chunks, in their order.
    pub chunks: Vec<Chunk>,
}

/// A definition of a file, short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineRow {
    /// Row id.
    pub id: i64,
    /// Short.
    pub name: String,
    /// [`letter_pairs`] of the name, folded: found out once, for it is compared with every query.
    pub letters: u64,
    /// With the enclosing types and modules.
    pub qualified_name: String,
    /// Across languages.
    pub kind: SymbolKind,
    /// 1-based.
    pub line_start: u32,
    /// 1-based, inclusive.
    pub line_end: u32,
    /// Visible outside.
    pub exported: bool,
}

impl OutlineRow {
    /// The enclosing types and modules, with a dot behind each; empty at the top.
    pub fn scope(&self) -> &str {
        self.qualified_name.strip_suffix(self.name.as_str()).unwrap_or("")
    }
}

/// What is known about all chunks, and the way to the postings.
pub struct Lexicon<'s> {
    store: &'s Store,
    marks: Arc<Marks>,
    parts: Vec<i64>,
}

/// Definitions of files that are kept, and chunks of files, at most: about fifteen megabytes.
const KEPT_DEFINITIONS: usize = 80_000;
const KEPT_CHUNKS: usize = 40_000;

/// What a search reads whole or again and again, of one state of the index: for whoever asks more than once, reading it
/// would be most of the work.
pub(crate) struct Kept {
    stamp: String,
    snapshot: Snapshot,
    marks: Option<(Arc<Marks>, Vec<i64>)>,
    pub(super) vectors: KeptVectors,
    /// By id of the first chunk.
    files: Recent<Arc<ChunkFile>>,
    /// By row id of the file.
    outlines: Recent<Arc<Vec<OutlineRow>>>,
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
fn weight(rows: usize) -> usize {
    rows + 4
}

impl Store {
    /// What is kept of the state that statements see now.
    pub(super) fn kept(&self) -> Result<RefMut<'_, Kept>> {
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
}

impl Store {
    /// Names the state of what is kept: vectors of texts come without a change that any other answer shows.
    fn kept_stamp(&self) -> Result<String> {
        let texts = self.state().meta("texts_changed")?.unwrap_or_default();
        Ok(format!("{};{texts}", self.stamp()?))
    }

    /// The lexicon of the code.
    ///
    /// # Errors
    /// Store errors.
    pub fn lexicon(&self) -> Result<Lexicon<'_>> {
        if let Some((marks, parts)) = &self.kept()?.marks {
            return Ok(Lexicon { store: self, marks: Arc::clone(marks), parts: parts.clone() });
        }
        let marks = Arc::new(Marks::new(read_marks(&self.conn).map_err(|e| sql_error(&e))?));
        let parts: Vec<i64> =
            self.list("SELECT DISTINCT part FROM postings ORDER BY part", [], |row| row.get(0))?;
        self.kept()?.marks = Some((Arc::clone(&marks), parts.clone()));
        Ok(Lexicon { store: self, marks, parts })
    }

    /// The files whose first chunks have these ids, in the order of ids.
    ///
    /// # Errors
    /// Store errors; `index_damaged`.
    pub fn chunk_files(&self, firsts: &[u32]) -> Result<Vec<Arc<ChunkFile>>> {
        let weigh = |file: &Arc<ChunkFile>| weight(file.chunks.len());
        let (mut files, missing) = {
            let kept = &mut self.kept()?.files;
            let mut files: Vec<Arc<ChunkFile>> = Vec::with_capacity(firsts.len());
            let mut missing = Vec::new();
            for first in firsts {
                match kept.get(i64::from(*first), weigh) {
                    Some(file) => files.push(file),
                    None => missing.push(*first),
                }
            }
            (files, missing)
        };
        if missing.is_empty() {
            files.sort_unstable_by_key(|file| file.first);
            return Ok(files);
        }
        let read = self.list(
            "SELECT c.file_id, f.path, f.language, f.generated, c.first, c.lines, f.summary, f.kind
             FROM json_each(?1) i CROSS JOIN code_chunks c ON c.first = i.value
                 CROSS JOIN file_index f ON f.id = c.file_id",
            [to_json(&missing)],
            |row| chunk_file(row).map(Arc::new),
        )?;
        let kept = &mut self.kept()?.files;
        for file in &read {
            kept.put(i64::from(file.first), Arc::clone(file), weigh(file));
        }
        files.extend(read);
        files.sort_unstable_by_key(|file| file.first);
        Ok(files)
    }

    /// Paths of the files whose first chunks have these ids, with those ids; in any order.
    ///
    /// # Errors
    /// Store errors.
    pub fn chunk_paths(&self, firsts: &[u32]) -> Result<Vec<(String, u32)>> {
        self.list(
            "SELECT f.path, c.first FROM json_each(?1) i CROSS JOIN code_chunks c ON c.first = i.value
                 CROSS JOIN file_index f ON f.id = c.file_id",
            [to_json(&firsts)],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// Ids of the first chunks of all files that `keep` wants, by path; only of one language, where one is given.
    ///
    /// # Errors
    /// Store errors.
    pub fn chunk_firsts(&self, language: Option<&str>, keep: &dyn Fn(&str) -> bool) -> Result<Vec<u32>> {
        let found: Vec<Option<u32>> = self.list(
            "SELECT c.first, f.path FROM code_chunks c JOIN file_index f ON f.id = c.file_id
             WHERE ?1 IS NULL OR f.language = ?1",
            params![language],
            |row| Ok(if keep(row.get_ref(1)?.as_str()?) { Some(row.get(0)?) } else { None }),
        )?;
        Ok(found.into_iter().flatten().collect())
    }
}

impl Store {
    /// Ids of the first chunks of files that define something of that short name, at most `most`, by path.
    ///
    /// # Errors
    /// Store errors.
    pub fn chunk_firsts_defining(&self, name: &str, most: usize) -> Result<Vec<u32>> {
        self.list(
            "SELECT DISTINCT c.first FROM code_symbols s JOIN code_chunks c ON c.file_id = s.file_id
                 JOIN file_index f ON f.id = s.file_id
             WHERE s.symbol_name = ?1 ORDER BY f.path LIMIT ?2",
            params![name, super::limit(most)],
            |row| row.get(0),
        )
    }

    /// The definitions of files, by row id of the file, empty for those without; in the order of lines.
    ///
    /// # Errors
    /// Store errors.
    pub fn outlines(&self, files: &[i64]) -> Result<HashMap<i64, Arc<Vec<OutlineRow>>>> {
        let weigh = |outline: &Arc<Vec<OutlineRow>>| weight(outline.len());
        let mut outlines = HashMap::with_capacity(files.len());
        let mut missing: HashMap<i64, Vec<OutlineRow>> = HashMap::new();
        {
            let kept = &mut self.kept()?.outlines;
            for file in files {
                match kept.get(*file, weigh) {
                    Some(outline) => {
                        outlines.insert(*file, outline);
                    }
                    None => {
                        missing.insert(*file, Vec::new());
                    }
                }
            }
        }
        if missing.is_empty() {
            return Ok(outlines);
        }
        self.read_outlines(&mut missing)?;
        let kept = &mut self.kept()?.outlines;
        for (file, mut outline) in missing {
            outline.sort_by(|a, b| {
                (a.line_start, b.line_end, &a.qualified_name).cmp(&(
                    b.line_start,
                    a.line_end,
                    &b.qualified_name,
                ))
            });
            let outline = Arc::new(outline);
            kept.put(file, Arc::clone(&outline), weigh(&outline));
            outlines.insert(file, outline);
        }
        Ok(outlines)
    }

    /// Fills the outlines of files, in any order.
    fn read_outlines(&self, files: &mut HashMap<i64, Vec<OutlineRow>>) -> Result<()> {
        let mut ids: Vec<i64> = files.keys().copied().collect();
        ids.sort_unstable();
        let mut folded = String::new();
        let read = || -> rusqlite::Result<()> {
            let mut statement = self.conn.prepare_cached(
                "SELECT id, symbol_name, scope, kind_number, line_start, line_end, exported FROM code_symbols
                 WHERE file_id = ?1",
            )?;
            for file in ids {
                let Some(outline) = files.get_mut(&file) else { continue };
                let mut rows = statement.query([file])?;
                while let Some(row) = rows.next()? {
                    let (name, scope) = (row.get_ref(1)?.as_str()?, row.get_ref(2)?.as_str()?);
                    outline.push(OutlineRow {
                        id: row.get(0)?,
                        name: name.to_owned(),
                        letters: {
                            fold_name(name, &mut folded);
                            letter_pairs(&folded)
                        },
                        qualified_name: [scope, name].concat(),
                        kind: symbol_kind_of(row.get(3)?),
                        line_start: row.get(4)?,
                        line_end: row.get(5)?,
                        exported: row.get(6)?,
                    });
                }
            }
            Ok(())
        };
        read().map_err(|e| sql_error(&e))
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
    pub fn marks(&self) -> &Marks {
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

fn chunk_file(row: &Row<'_>) -> rusqlite::Result<ChunkFile> {
    let lines = row.get_ref(5)?.as_blob()?;
    let Some(chunks) = unpack_chunks(lines) else {
        let cause = Error::new(Code::IndexDamaged, "the lines of a file's chunks cannot be read");
        return Err(rusqlite::Error::FromSqlConversionFailure(5, rusqlite::types::Type::Blob, cause.into()));
    };
    Ok(ChunkFile {
        file_id: row.get(0)?,
        path: row.get(1)?,
        language: row.get::<_, Option<String>>(2)?.unwrap_or_default(),
        is_text: FileKind::from_name(row.get_ref(7)?.as_str()?) != FileKind::Code,
        generated: row.get(3)?,
        summary: row.get(6)?,
        first: row.get(4)?,
        chunks,
    })
}
