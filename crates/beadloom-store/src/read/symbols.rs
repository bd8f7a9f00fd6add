//! Symbols, by node, path or name.

use beadloom_model::{Result, SymbolKind};
use rusqlite::{Row, params};

use super::{limit, range};
use crate::Store;
use crate::columns::{PART, listed, members, symbol_columns, symbol_kind, symbol_owner};
use crate::queries::attempt;
use crate::rows::to_json;

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
    /// A member of an enum, a field: the text of the type around it says it.
    pub part: bool,
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
    /// Whether it is a part of the type around it, such as a field.
    pub part: bool,
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

/// Reads symbols as [`symbol_row`] takes them; what is given says which, as `s` of the files `f`, and in what order.
macro_rules! select_symbols {
    ($($which:tt)*) => {
        concat!(
            "SELECT ",
            symbol_columns!(),
            ", ",
            symbol_owner!(),
            " FROM code_symbols s JOIN file_index f ON f.id = s.file_id ",
            $($which)*
        )
    };
}

pub(super) fn symbol_row(row: &Row<'_>) -> rusqlite::Result<SymbolRow> {
    Ok(SymbolRow {
        id: row.get(0)?,
        file_path: row.get(1)?,
        symbol_name: row.get(2)?,
        qualified_name: row.get(3)?,
        kind: symbol_kind(row, 4)?,
        form: row.get(5)?,
        line_start: row.get(6)?,
        line_end: row.get(7)?,
        signature: row.get(8)?,
        summary: row.get(9)?,
        exported: row.get(10)?,
        part: row.get::<_, u8>(11)? >= PART,
        ref_id: row.get(12)?,
    })
}

impl Store {
    /// The definitions whose names and signatures are wanted, in the order of their row ids: row id, that of the file, short name. Reads all.
    ///
    /// # Errors
    /// Store errors.
    pub fn symbols_with_signature(
        &self,
        wanted: impl Fn(&str, &str) -> bool,
    ) -> Result<Vec<(i64, i64, String)>> {
        attempt(|| {
            let mut statement =
                self.conn.prepare_cached("SELECT id, file_id, symbol_name, signature FROM code_symbols")?;
            let mut rows = statement.query([])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                let (name, signature) = (row.get_ref(2)?.as_str()?, row.get_ref(3)?.as_str()?);
                if wanted(name, signature) {
                    found.push((row.get(0)?, row.get(1)?, name.to_owned()));
                }
            }
            Ok(found)
        })
    }

    /// The hashes of the definitions of that qualified name in a file, by line: of the signature and of the body, eight bytes each.
    ///
    /// # Errors
    /// Store errors.
    pub fn symbol_hashes(&self, path: &str, qualified: &str) -> Result<Vec<[u8; 16]>> {
        self.list(
            "SELECT s.hashes FROM code_symbols s JOIN file_index f ON f.id = s.file_id
                     WHERE f.path = ?1 AND s.qualified_name = ?2 ORDER BY s.line_start, s.id LIMIT 100",
            [path, qualified],
            |row| row.get(0),
        )
    }

    /// The definitions of that qualified name in all files: path, first line, and hashes as [`Store::symbol_hashes`] has them; by path
    /// and line, at most `most`.
    ///
    /// # Errors
    /// Store errors.
    pub fn definition_hashes(
        &self,
        short_name: &str,
        qualified: &str,
        most: usize,
    ) -> Result<Vec<(String, u32, [u8; 16])>> {
        self.list(
            "SELECT f.path, s.line_start, s.hashes FROM code_symbols s JOIN file_index f ON f.id = s.file_id
             WHERE s.symbol_name = ?1 AND s.qualified_name = ?2 ORDER BY f.path, s.line_start, s.id LIMIT ?3",
            params![short_name, qualified, limit(most)],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )
    }

    /// The most telling symbols of a node, at most `most`: those of tests last, exported first, types before functions
    /// before methods, then by path and line.
    ///
    /// # Errors
    /// Store errors.
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

    /// The symbols whose annotations name a node, at most `most`, by path, line and name.
    ///
    /// # Errors
    /// Store errors.
    pub fn annotated_symbols(&self, ref_id: &str, most: usize) -> Result<Vec<SymbolRow>> {
        self.list(
            concat!(
                "SELECT ",
                symbol_columns!(),
                ", ?1 FROM symbol_nodes n CROSS JOIN code_symbols s ON s.id = n.symbol_id \
                 JOIN file_index f ON f.id = s.file_id WHERE n.node_id = (SELECT id FROM nodes WHERE ref_id = ?1) \
                 ORDER BY f.path, s.line_start, s.qualified_name LIMIT ?2"
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

    /// A file's symbols without parts of types, at most `most`, in the order of [`Store::symbols_of_node`].
    ///
    /// # Errors
    /// Store errors.
    pub fn symbols_of_file(&self, path: &str, most: usize) -> Result<Vec<SymbolRow>> {
        self.list(
            select_symbols!(
                "WHERE f.path = ?1 AND ",
                listed!(),
                " ORDER BY s.exported DESC, ",
                kind_order!(),
                ", s.line_start, s.qualified_name LIMIT ?2"
            ),
            params![path, limit(most)],
            symbol_row,
        )
    }

    /// All that a file defines, parts of types too, at most `most`, by line and name.
    ///
    /// # Errors
    /// Store errors.
    pub fn definitions_of_file(&self, path: &str, most: usize) -> Result<Vec<SymbolRow>> {
        self.list(
            select_symbols!("WHERE f.path = ?1 ORDER BY s.line_start, s.qualified_name LIMIT ?2"),
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
            select_symbols!(
                "WHERE s.exported = 1 AND f.generated = 0 AND ",
                listed!(),
                " ORDER BY f.path, s.line_start, s.qualified_name"
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
                 WHERE f.path >= ?1 AND f.path < ?2 AND ",
                listed!(),
                " AND s.id NOT IN (SELECT symbol_id FROM (",
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
            select_symbols!(
                "WHERE f.path >= ?1 AND f.path < ?2 AND ",
                listed!(),
                " ORDER BY ",
                tests_last!(),
                ", s.exported DESC, ",
                kind_order!(),
                ", f.path, s.line_start, s.qualified_name LIMIT ?3"
            ),
            params![from, to, limit(most)],
            symbol_row,
        )
    }

    /// Where symbols of that short name are defined, at most `most` places: parts of types last, then by qualified name and path.
    ///
    /// # Errors
    /// Store errors.
    pub fn symbol_targets(&self, short_name: &str, most: usize) -> Result<Vec<SymbolTarget>> {
        self.list(
            "SELECT DISTINCT s.qualified_name, f.path, s.kind_number >= 16 AS part
             FROM code_symbols s JOIN file_index f ON f.id = s.file_id
             WHERE s.symbol_name = ?1 ORDER BY part, s.qualified_name, f.path LIMIT ?2",
            params![short_name, limit(most)],
            |row| Ok(SymbolTarget { qualified_name: row.get(0)?, file_path: row.get(1)?, part: row.get(2)? }),
        )
    }

    /// The definitions of a symbol, at most `most`: exported first, then by path and line.
    ///
    /// # Errors
    /// Store errors.
    pub fn symbols_named(&self, short_name: &str, qualified: &str, most: usize) -> Result<Vec<SymbolRow>> {
        self.list(
            select_symbols!(
                "WHERE s.symbol_name = ?1 AND s.qualified_name = ?2
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
        self.first(select_symbols!("WHERE s.id = ?1"), [id], symbol_row)
    }

    /// The symbols with those row ids, by path, line and name.
    ///
    /// # Errors
    /// Store errors.
    pub fn symbols_by_id(&self, ids: &[i64]) -> Result<Vec<SymbolRow>> {
        self.list(
            select_symbols!(
                "WHERE s.id IN (SELECT value FROM json_each(?1))
                 ORDER BY f.path, s.line_start, s.qualified_name, s.id"
            ),
            [to_json(&ids)],
            symbol_row,
        )
    }
}
