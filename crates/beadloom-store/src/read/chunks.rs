//! Chunks of code, and the postings of their terms.

use std::collections::HashMap;
use std::sync::Arc;

use beadloom_lexical::{Chunk, MARKS_BLOCK, Marks, each_posting, entries, find, unpack_chunks};
use beadloom_model::{Code, Error, Result, SymbolKind};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::code::symbol_kind;
use crate::Store;
use crate::open::sql_error;
use crate::rows::{FileKind, to_json};

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

/// Chunks whose vectors are kept in one row.
pub(crate) const VECTOR_BLOCK: usize = 1_024;

/// The key in `meta` of the generation in which chunks last got other ids.
pub(crate) const CHUNK_IDS: &str = "chunk_ids";

/// Vectors of chunks, packed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VectorBlock {
    /// Id of the chunk of the first.
    pub first: u32,
    /// A bit per dimension.
    pub bits: Vec<u8>,
    /// A byte per dimension.
    pub bytes: Vec<u8>,
}

/// A definition of a file, short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineRow {
    /// Row id.
    pub id: i64,
    /// Short.
    pub name: String,
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

/// The vectors of all chunks.
pub type Vectors = Arc<Vec<Arc<VectorBlock>>>;

/// What a search reads whole, of one state of the index: for whoever asks more than once, reading it would be most of the
/// work.
#[derive(Default)]
pub(crate) struct Kept {
    stamp: String,
    marks: Option<(Arc<Marks>, Vec<i64>)>,
    vectors: Option<Vectors>,
    /// The last that were read, and how ids were given then: while that is the same, full blocks are.
    earlier: Option<(String, Vectors)>,
}

impl Kept {
    /// Forgets what is of another state.
    fn of(&mut self, stamp: String) -> &mut Self {
        if self.stamp != stamp {
            *self = Self { stamp, earlier: self.earlier.take(), ..Self::default() };
        }
        self
    }
}

impl Store {
    /// The lexicon of the code.
    ///
    /// # Errors
    /// Store errors.
    pub fn lexicon(&self) -> Result<Lexicon<'_>> {
        let stamp = self.stamp()?;
        if let Some((marks, parts)) = &self.kept.borrow_mut().of(stamp).marks {
            return Ok(Lexicon { store: self, marks: Arc::clone(marks), parts: parts.clone() });
        }
        let marks = Arc::new(Marks::new(read_marks(&self.conn).map_err(|e| sql_error(&e))?));
        let parts: Vec<i64> =
            self.list("SELECT DISTINCT part FROM postings ORDER BY part", [], |row| row.get(0))?;
        self.kept.borrow_mut().marks = Some((Arc::clone(&marks), parts.clone()));
        Ok(Lexicon { store: self, marks, parts })
    }

    /// The files whose first chunks have these ids, in the order of ids.
    ///
    /// # Errors
    /// Store errors; `index_damaged`.
    pub fn chunk_files(&self, firsts: &[u32]) -> Result<Vec<ChunkFile>> {
        self.list(
            "SELECT c.file_id, f.path, f.language, f.generated, c.first, c.lines, f.summary, f.kind
             FROM json_each(?1) i CROSS JOIN code_chunks c ON c.first = i.value
                 CROSS JOIN file_index f ON f.id = c.file_id ORDER BY c.first",
            [to_json(&firsts)],
            chunk_file,
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

    /// The vectors of all chunks, those of chunks that are gone among them, in the order of ids. What a run adds stands
    /// behind the rest, so that after a change only the last block that was known and those behind it are read.
    ///
    /// # Errors
    /// Store errors.
    pub fn chunk_vectors(&self) -> Result<Vectors> {
        let stamp = self.stamp()?;
        if let Some(vectors) = &self.kept.borrow_mut().of(stamp).vectors {
            return Ok(Arc::clone(vectors));
        }
        let given = self.state().meta(CHUNK_IDS)?.unwrap_or_default();
        let mut blocks: Vec<Arc<VectorBlock>> = match self.kept.borrow_mut().earlier.take() {
            Some((as_then, blocks)) if as_then == given => blocks.to_vec(),
            _ => Vec::new(),
        };
        blocks.pop();
        let first = |block: u32| block.saturating_mul(u32::try_from(VECTOR_BLOCK).unwrap_or(u32::MAX));
        blocks.extend(self.list(
            "SELECT block, bits, bytes FROM vec_chunks WHERE block >= ?1 ORDER BY block",
            [u32::try_from(blocks.len()).unwrap_or(u32::MAX)],
            |row| {
                let (first, bits, bytes) = (first(row.get(0)?), row.get(1)?, row.get(2)?);
                Ok(Arc::new(VectorBlock { first, bits, bytes }))
            },
        )?);
        let vectors: Vectors = Arc::new(blocks);
        self.kept.borrow_mut().earlier = Some((given, Arc::clone(&vectors)));
        self.kept.borrow_mut().vectors = Some(Arc::clone(&vectors));
        Ok(vectors)
    }

    /// The definitions of files, by row id of the file; in the order of lines.
    ///
    /// # Errors
    /// Store errors.
    pub fn outlines(&self, files: &[i64]) -> Result<HashMap<i64, Vec<OutlineRow>>> {
        let rows: Vec<(i64, OutlineRow)> = self.list(
            "SELECT s.file_id, s.id, s.symbol_name, s.scope, s.kind, s.line_start, s.line_end, s.exported
             FROM json_each(?1) i CROSS JOIN code_symbols s ON s.file_id = i.value",
            [to_json(&files)],
            |row| {
                let name: String = row.get(2)?;
                let qualified_name = format!("{}{name}", row.get_ref(3)?.as_str()?);
                let symbol = OutlineRow {
                    id: row.get(1)?,
                    name,
                    qualified_name,
                    kind: symbol_kind(row.get_ref(4)?.as_str()?),
                    line_start: row.get(5)?,
                    line_end: row.get(6)?,
                    exported: row.get(7)?,
                };
                Ok((row.get(0)?, symbol))
            },
        )?;
        let mut outlines: HashMap<i64, Vec<OutlineRow>> = HashMap::new();
        for (file, symbol) in rows {
            outlines.entry(file).or_default().push(symbol);
        }
        for outline in outlines.values_mut() {
            outline.sort_by(|a, b| {
                (a.line_start, b.line_end, &a.qualified_name).cmp(&(
                    b.line_start,
                    a.line_end,
                    &b.qualified_name,
                ))
            });
        }
        Ok(outlines)
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
