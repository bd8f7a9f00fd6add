//! Files as chunks and as outlines of definitions, which a search goes through.

use std::collections::HashMap;
use std::sync::Arc;

use beadloom_lexical::unpack_chunks;
use beadloom_model::{Code, Error, Result};
use beadloom_words::{bigram_mask, fold_name};
use rusqlite::{Row, params};

use crate::Store;
use crate::columns::symbol_kind_of;
use crate::kept::{ChunkFile, OutlineRow, weight};
use crate::queries::attempt;
use crate::rows::{FileKind, to_json};

impl Store {
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

    /// The id of the first chunk of a file; None where it is none that is searched.
    ///
    /// # Errors
    /// Store errors.
    pub fn chunk_first_of(&self, path: &str) -> Result<Option<u32>> {
        self.first(
            "SELECT c.first FROM code_chunks c JOIN file_index f ON f.id = c.file_id WHERE f.path = ?1",
            [path],
            |row| row.get(0),
        )
    }

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
                (a.line_start, b.line_end, &a.qualified_name)
                    .cmp(&(b.line_start, a.line_end, &b.qualified_name))
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
        attempt(|| {
            let mut statement = self.conn.prepare_cached(
                "SELECT id, symbol_name, scope, kind_number, line_start, line_end, exported FROM code_symbols
                 WHERE file_id = ?1 AND kind_number < 16",
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
                            bigram_mask(&folded)
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
        })
    }
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
