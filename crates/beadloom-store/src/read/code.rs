//! Files, symbols and imports, by node, path or name.

use beadloom_model::CompactSort as _;
use std::collections::BTreeMap;

use beadloom_model::{Result, SymbolKind};
use rusqlite::{Row, params};

use super::{below, limit};
use crate::Store;
use crate::columns::{annotations, members, symbol_columns, symbol_owner};
use crate::rows::{FileKind, to_json};

/// A definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolRow {
    /// Row id.
    pub id: i64,
    /// Relative to the root.
    pub file_path: String,
    /// Short.
    pub symbol_name: String,
    /// With the enclosing types and modules.
    pub qualified_name: String,
    /// Across languages.
    pub kind: SymbolKind,
    /// The language's own word.
    pub form: String,
    /// 1-based.
    pub line_start: u32,
    /// 1-based, inclusive.
    pub line_end: u32,
    /// On one line.
    pub signature: String,
    /// First sentence of its doc comment.
    pub summary: Option<String>,
    /// Visible outside.
    pub exported: bool,
    /// The node it belongs to: the one asked for, else by annotation before source, then by id.
    pub ref_id: Option<String>,
}

/// Where a symbol of that name is defined.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SymbolTarget {
    /// With the enclosing types and modules.
    pub qualified_name: String,
    /// Relative to the root.
    pub file_path: String,
}

/// A file of the project, short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileInfo {
    /// Relative to the root.
    pub path: String,
    /// What it is to the index.
    pub kind: FileKind,
    /// Id in the language table.
    pub language: Option<String>,
    /// Lines of text.
    pub lines: u32,
    /// First sentence of the head comment.
    pub summary: Option<String>,
    /// Nodes that the annotations in force for the whole file name, sorted; whether they exist is not checked.
    pub annotated: Vec<String>,
}

/// Types before functions before methods before the rest: the order in which a bundle shows symbols.
macro_rules! kind_order {
    () => {
        "CASE s.kind WHEN 'class' THEN 0 WHEN 'interface' THEN 0 WHEN 'type' THEN 0 WHEN 'component' THEN 1 \
         WHEN 'module' THEN 1 WHEN 'route' THEN 2 WHEN 'function' THEN 2 WHEN 'method' THEN 3 ELSE 4 END"
    };
}

/// Symbols of test files come last: they say how a part is tested, not what it is. A rough look at the path will do,
/// for only the order hangs on it.
macro_rules! tests_last {
    () => {
        "f.path LIKE 'test%' OR f.path LIKE '%/test%' OR f.path LIKE '%/fixtures/%' \
             OR f.path LIKE '%\\_test.%' ESCAPE '\\' OR f.path LIKE '%.test.%' OR f.path LIKE '%.spec.%'"
    };
}

pub(super) fn symbol_row(row: &Row<'_>) -> rusqlite::Result<SymbolRow> {
    let kind = row.get_ref(4)?.as_str()?;
    Ok(SymbolRow {
        id: row.get(0)?,
        file_path: row.get(1)?,
        symbol_name: row.get(2)?,
        qualified_name: row.get(3)?,
        kind: symbol_kind(kind),
        form: row.get(5)?,
        line_start: row.get(6)?,
        line_end: row.get(7)?,
        signature: row.get(8)?,
        summary: row.get(9)?,
        exported: row.get(10)?,
        ref_id: row.get(11)?,
    })
}

pub(super) fn symbol_kind(text: &str) -> SymbolKind {
    SymbolKind::ALL.iter().copied().find(|known| known.as_str() == text).unwrap_or(SymbolKind::Constant)
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
    /// The most telling symbols of a node, at most `most`: those of tests last, exported first, types before functions
    /// before methods, then by path and line.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn symbols_of_node(&self, ref_id: &str, most: usize) -> Result<Vec<SymbolRow>> {
        self.list(
            concat!(
                "SELECT ",
                symbol_columns!(),
                ", ?1 FROM (",
                members!("node_id = (SELECT id FROM nodes WHERE ref_id = ?1)"),
                ") n CROSS JOIN code_symbols s ON s.id = n.symbol_id JOIN file_index f ON f.id = s.file_id ORDER BY ",
                tests_last!(),
                ", s.exported DESC, ",
                kind_order!(),
                ", f.path, s.line_start, s.qualified_name LIMIT ?2"
            ),
            params![ref_id, limit(most)],
            symbol_row,
        )
    }

    /// How many different symbols the nodes have together.
    ///
    /// # Errors
    /// Store errors.
    pub fn count_symbols(&self, ref_ids: &[String]) -> Result<u64> {
        let count = self.first(
            concat!(
                "SELECT COUNT(DISTINCT symbol_id) FROM (",
                members!(
                    "node_id IN (SELECT id FROM nodes WHERE ref_id IN (SELECT value FROM json_each(?1)))"
                ),
                ")"
            ),
            [to_json(&ref_ids)],
            |row| row.get::<_, i64>(0),
        )?;
        Ok(count.unwrap_or(0).cast_unsigned())
    }

    /// The files that hold symbols of a node, at most `most`, by path.
    ///
    /// # Errors
    /// Store errors.
    pub fn symbol_files(&self, ref_id: &str, most: usize) -> Result<Vec<String>> {
        self.list(
            concat!(
                "SELECT f.path FROM file_index f WHERE f.id IN (SELECT s.file_id FROM (",
                members!("node_id = (SELECT id FROM nodes WHERE ref_id = ?1)"),
                ") n CROSS JOIN code_symbols s ON s.id = n.symbol_id) ORDER BY f.path LIMIT ?2"
            ),
            params![ref_id, limit(most)],
            |row| row.get(0),
        )
    }

    /// A file's symbols, at most `most`, in the order of [`Store::symbols_of_node`].
    ///
    /// # Errors
    /// Store errors.
    pub fn symbols_of_file(&self, path: &str, most: usize) -> Result<Vec<SymbolRow>> {
        self.list(
            concat!(
                "SELECT ",
                symbol_columns!(),
                ", ",
                symbol_owner!(),
                " FROM file_index f JOIN code_symbols s ON s.file_id = f.id WHERE f.path = ?1 ORDER BY s.exported DESC, ",
                kind_order!(),
                ", s.line_start, s.qualified_name LIMIT ?2"
            ),
            params![path, limit(most)],
            symbol_row,
        )
    }

    /// Every symbol of code that a person wrote which is visible outside of its file, by path, line and name.
    ///
    /// # Errors
    /// Store errors.
    pub fn public_symbols(&self) -> Result<Vec<SymbolRow>> {
        self.list(
            concat!(
                "SELECT ",
                symbol_columns!(),
                ", ",
                symbol_owner!(),
                " FROM code_symbols s JOIN file_index f ON f.id = s.file_id WHERE s.exported = 1 AND f.generated = 0 \
                 ORDER BY f.path, s.line_start, s.qualified_name"
            ),
            [],
            symbol_row,
        )
    }

    /// How many symbols of a file, or of the files below a folder (ending in `/`), belong to none of the nodes.
    ///
    /// # Errors
    /// Store errors.
    pub fn count_symbols_outside(&self, path: &str, ref_ids: &[String]) -> Result<u64> {
        let (from, to) = range(path);
        let count = self.first(
            concat!(
                "SELECT COUNT(*) FROM file_index f JOIN code_symbols s ON s.file_id = f.id
                 WHERE f.path >= ?1 AND f.path < ?2 AND s.id NOT IN (SELECT symbol_id FROM (",
                members!(
                    "node_id IN (SELECT id FROM nodes WHERE ref_id IN (SELECT value FROM json_each(?3)))"
                ),
                "))"
            ),
            params![from, to, to_json(&ref_ids)],
            |row| row.get::<_, i64>(0),
        )?;
        Ok(count.unwrap_or(0).cast_unsigned())
    }

    /// Symbols of files below a folder, at most `most`, in the order of [`Store::symbols_of_node`].
    ///
    /// # Errors
    /// Store errors.
    pub fn symbols_below(&self, folder: &str, most: usize) -> Result<Vec<SymbolRow>> {
        let (from, to) = range(&format!("{}/", folder.trim_end_matches('/')));
        self.list(
            concat!(
                "SELECT ",
                symbol_columns!(),
                ", ",
                symbol_owner!(),
                " FROM file_index f JOIN code_symbols s ON s.file_id = f.id WHERE f.path >= ?1 AND f.path < ?2 ORDER BY ",
                tests_last!(),
                ", s.exported DESC, ",
                kind_order!(),
                ", f.path, s.line_start, s.qualified_name LIMIT ?3"
            ),
            params![from, to, limit(most)],
            symbol_row,
        )
    }

    /// Where symbols of that short name are defined, at most `most` places, by qualified name and path.
    ///
    /// # Errors
    /// Store errors.
    pub fn symbol_targets(&self, short_name: &str, most: usize) -> Result<Vec<SymbolTarget>> {
        self.list(
            "SELECT DISTINCT s.qualified_name, f.path FROM code_symbols s JOIN file_index f ON f.id = s.file_id
             WHERE s.symbol_name = ?1 ORDER BY s.qualified_name, f.path LIMIT ?2",
            params![short_name, limit(most)],
            |row| Ok(SymbolTarget { qualified_name: row.get(0)?, file_path: row.get(1)? }),
        )
    }

    /// The definitions of a symbol, at most `most`: exported first, then by path and line.
    ///
    /// # Errors
    /// Store errors.
    pub fn symbols_named(&self, short_name: &str, qualified: &str, most: usize) -> Result<Vec<SymbolRow>> {
        self.list(
            concat!(
                "SELECT ",
                symbol_columns!(),
                ", ",
                symbol_owner!(),
                " FROM code_symbols s JOIN file_index f ON f.id = s.file_id
                 WHERE s.symbol_name = ?1 AND s.qualified_name = ?2
                 ORDER BY s.exported DESC, f.path, s.line_start LIMIT ?3"
            ),
            params![short_name, qualified, limit(most)],
            symbol_row,
        )
    }

    /// The symbol with that row id.
    ///
    /// # Errors
    /// Store errors.
    pub fn symbol(&self, id: i64) -> Result<Option<SymbolRow>> {
        self.first(
            concat!(
                "SELECT ",
                symbol_columns!(),
                ", ",
                symbol_owner!(),
                " FROM code_symbols s JOIN file_index f ON f.id = s.file_id WHERE s.id = ?1"
            ),
            [id],
            symbol_row,
        )
    }

    /// The symbols with those row ids, by path, line and name.
    ///
    /// # Errors
    /// Store errors.
    pub fn symbols_by_id(&self, ids: &[i64]) -> Result<Vec<SymbolRow>> {
        self.list(
            concat!(
                "SELECT ",
                symbol_columns!(),
                ", ",
                symbol_owner!(),
                " FROM code_symbols s JOIN file_index f ON f.id = s.file_id
                 WHERE s.id IN (SELECT value FROM json_each(?1))
                 ORDER BY f.path, s.line_start, s.qualified_name, s.id"
            ),
            [to_json(&ids)],
            symbol_row,
        )
    }

    /// A file of the project.
    ///
    /// # Errors
    /// Store errors.
    pub fn file(&self, path: &str) -> Result<Option<FileInfo>> {
        self.first(
            "SELECT path, kind, language, lines, summary, file_annotations FROM file_index WHERE path = ?1",
            [path],
            file_info,
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

    /// Files in the index.
    ///
    /// # Errors
    /// Store errors.
    pub fn count_files(&self) -> Result<u64> {
        let count = self.first("SELECT COUNT(*) FROM file_index", [], |row| row.get::<_, i64>(0))?;
        Ok(count.unwrap_or(0).cast_unsigned())
    }
}

/// A folder's paths (itself included, for imports of it), or the one path of a file.
pub(super) fn range(path: &str) -> (String, String) {
    if path.ends_with('/') { below(path) } else { (path.to_owned(), format!("{path}\0")) }
}
