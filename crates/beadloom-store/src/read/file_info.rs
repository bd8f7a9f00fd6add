//! Files, one by one, in folders and by language.

use beadloom_model::CompactSort as _;
use std::collections::BTreeMap;

use beadloom_model::Result;
use rusqlite::{Row, params};

use super::{below, limit, range};
use crate::Store;
use crate::columns::annotations;
use crate::rows::{FileKind, to_json};
use crate::state::test_lines;

/// A file of the project, short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileInfo {
    /// Relative to the root.
    pub path: String,
    /// What it is to the index.
    pub kind: FileKind,
    /// Id of its language, or of the format of a text.
    pub language: Option<String>,
    /// Lines of text.
    pub lines: u32,
    /// First sentence of the head comment.
    pub summary: Option<String>,
    /// Nodes that the annotations in force for the whole file name, sorted; whether they exist is not checked.
    pub annotated: Vec<String>,
}

fn file_info(row: &Row<'_>) -> rusqlite::Result<FileInfo> {
    let mut annotated: Vec<String> = annotations(row, 5)?.into_values().flatten().collect();
    annotated.compact_sort();
    annotated.dedup();
    Ok(FileInfo {
        path: row.get(0)?,
        kind: FileKind::from_name(row.get_ref(1)?.as_str()?),
        language: row.get(2)?,
        lines: row.get(3)?,
        summary: row.get(4)?,
        annotated,
    })
}

impl Store {
    /// A file of the project, by its path or by another name of it that a link makes.
    ///
    /// # Errors
    /// Store errors.
    pub fn file(&self, path: &str) -> Result<Option<FileInfo>> {
        let at = |path: &str| {
            self.first(
                "SELECT path, kind, language, lines, summary, file_annotations FROM file_index WHERE path = ?1",
                [path],
                file_info,
            )
        };
        match at(path)? {
            None => self.links()?.real(path).map_or(Ok(None), |real| at(&real)),
            found => Ok(found),
        }
    }

    /// SHA-256 of a file's bytes when it was read; None where it was not.
    ///
    /// # Errors
    /// Store errors.
    pub fn file_hash(&self, path: &str) -> Result<Option<Vec<u8>>> {
        let found: Option<Option<Vec<u8>>> =
            self.first("SELECT hash FROM file_index WHERE path = ?1", [path], |row| row.get(0))?;
        Ok(found.flatten())
    }

    /// The files whose bytes have a SHA-256 that begins so, by path, at most `most`.
    ///
    /// # Errors
    /// Store errors.
    pub fn files_with_hash(&self, start: &[u8], most: usize) -> Result<Vec<String>> {
        self.list(
            "SELECT path FROM file_index WHERE substr(hash, 1, length(?1)) = ?1 ORDER BY path LIMIT ?2",
            rusqlite::params![start, i64::try_from(most).unwrap_or(i64::MAX)],
            |row| row.get(0),
        )
    }

    /// The code files that a place is or, where it ends in `/`, holds; by path, at most `most`.
    ///
    /// # Errors
    /// Store errors.
    pub fn code_files_of(&self, place: &str, most: usize) -> Result<Vec<String>> {
        let (from, to) = range(place);
        self.list(
            "SELECT path FROM file_index WHERE path >= ?1 AND path < ?2 AND kind = 'code' ORDER BY path LIMIT ?3",
            params![from, to, limit(most)],
            |row| row.get(0),
        )
    }

    /// How many files a folder holds.
    ///
    /// # Errors
    /// Store errors.
    pub fn count_files_below(&self, folder: &str) -> Result<u64> {
        let (from, to) = below(folder);
        let count = self.first(
            "SELECT COUNT(*) FROM file_index WHERE path >= ?1 AND path < ?2",
            [from, to],
            |row| row.get::<_, i64>(0),
        )?;
        Ok(count.unwrap_or(0).cast_unsigned())
    }

    /// Files whose name holds `test` or `spec` in any case and that import from `path` (a file, or a folder
    /// ending in `/`), with the number of these imports: most first, then by path. Imports of a package folder count
    /// for that folder.
    ///
    /// # Errors
    /// Store errors.
    pub fn testlike_importers(&self, path: &str, most: usize) -> Result<Vec<(String, u64)>> {
        let (from, to) = range(path);
        self.list(
            "SELECT f.path, COUNT(*) FROM
                 (SELECT i.file_id FROM file_index t JOIN imports i ON i.target_id = t.id
                  WHERE t.path >= ?1 AND t.path < ?2
                  UNION ALL
                  SELECT file_id FROM imports WHERE target_folder >= ?1 AND target_folder < ?2) i
             JOIN file_index f ON f.id = i.file_id
             WHERE f.path LIKE '%test%' OR f.path LIKE '%spec%'
             GROUP BY f.id ORDER BY COUNT(*) DESC, f.path LIMIT ?3",
            params![from, to, limit(most)],
            |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned())),
        )
    }

    /// Code files in and below a folder whose name holds `test` or `spec` in any case, by path.
    ///
    /// # Errors
    /// Store errors.
    pub fn testlike_files(&self, folder: &str, most: usize) -> Result<Vec<String>> {
        let (from, to) = below(folder);
        self.list(
            "SELECT path FROM file_index
             WHERE path >= ?1 AND path < ?2 AND kind = 'code' AND (path LIKE '%test%' OR path LIKE '%spec%')
             ORDER BY path LIMIT ?3",
            params![from, to, limit(most)],
            |row| row.get(0),
        )
    }

    /// Code files, at `path` or in and below that folder, with tests beside other code, by path.
    ///
    /// # Errors
    /// Store errors.
    pub fn files_with_inline_tests(&self, path: &str, most: usize) -> Result<Vec<String>> {
        let (from, to) = range(path);
        self.list(
            "SELECT path FROM file_index WHERE path >= ?1 AND path < ?2 AND tests IS NOT NULL
             ORDER BY path LIMIT ?3",
            params![from, to, limit(most)],
            |row| row.get(0),
        )
    }

    /// The lines of tests that stand beside other code, of those of the files that have any, by row id.
    ///
    /// # Errors
    /// Store errors.
    pub fn inline_tests_of(&self, files: &[i64]) -> Result<BTreeMap<i64, Vec<(u32, u32)>>> {
        if files.is_empty() {
            return Ok(BTreeMap::new());
        }
        let rows = self.list(
            "SELECT id, tests FROM file_index
             WHERE id IN (SELECT value FROM json_each(?1)) AND tests IS NOT NULL",
            [to_json(&files)],
            |row| Ok((row.get(0)?, test_lines(row, 1)?)),
        )?;
        Ok(rows.into_iter().collect())
    }

    /// Code files by language.
    ///
    /// # Errors
    /// Store errors.
    pub fn languages(&self) -> Result<BTreeMap<String, u64>> {
        let rows = self.list(
            "SELECT language, COUNT(*) FROM file_index WHERE kind = 'code' AND language IS NOT NULL
             GROUP BY language ORDER BY language",
            [],
            |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned())),
        )?;
        Ok(rows.into_iter().collect())
    }

    /// Files whose text is searched, by language or format.
    ///
    /// # Errors
    /// Store errors.
    pub fn searched_languages(&self) -> Result<BTreeMap<String, u64>> {
        let rows = self.list(
            "SELECT f.language, COUNT(*) FROM code_chunks c JOIN file_index f ON f.id = c.file_id
             WHERE f.language IS NOT NULL GROUP BY f.language ORDER BY f.language",
            [],
            |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned())),
        )?;
        Ok(rows.into_iter().collect())
    }

    /// Size of the index in bytes, as its pages make it: the file may be behind the log, which SQLite empties into it now and
    /// then.
    ///
    /// # Errors
    /// Store errors.
    pub fn bytes(&self) -> Result<u64> {
        let bytes = self.first(
            "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
            [],
            |row| row.get::<_, i64>(0),
        )?;
        Ok(bytes.unwrap_or(0).cast_unsigned())
    }

    /// Files in the index.
    ///
    /// # Errors
    /// Store errors.
    pub fn count_files(&self) -> Result<u64> {
        let count = self.first("SELECT COUNT(*) FROM file_index", [], |row| row.get::<_, i64>(0))?;
        Ok(count.unwrap_or(0).cast_unsigned())
    }
}
