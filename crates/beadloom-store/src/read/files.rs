//! How files hang together by imports, and to which nodes they belong; many files at once.

use std::collections::BTreeSet;

use beadloom_model::CompactSort as _;
use beadloom_model::{ImportKind, LOADED_MODULE, Result};
use rusqlite::Row;

use super::below;
use crate::Store;
use crate::rows::to_json;

/// That a file imports another one, or a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileLink {
    /// Row id of the file that imports.
    pub from: i64,
    /// Row id of the file that is imported; None for a folder.
    pub to: Option<i64>,
    /// The path of the end that was not asked for; a folder ends in `/`.
    pub path: String,
    /// The strongest kind of its statements: a plain import before a re-export, the rest, and types alone.
    pub kind: ImportKind,
    /// Statements.
    pub statements: u64,
}

/// An import statement that leads to a file, or to the package that the file is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportingStatement {
    /// The file that it stands in.
    pub path: String,
    /// As it is written.
    pub specifier: String,
    /// 1-based.
    pub line: u32,
    /// The package that is meant, where that is known.
    pub package: Option<String>,
    /// Whether it imports the file's folder as a whole.
    pub folder: bool,
}

/// By its number, as `schema.sql` has it.
fn kind_of(number: i64) -> ImportKind {
    match number {
        0 => ImportKind::Import,
        1 => ImportKind::ReExport,
        2 => ImportKind::Module,
        3 => ImportKind::Dynamic,
        _ => ImportKind::Type,
    }
}

fn link(row: &Row<'_>) -> rusqlite::Result<FileLink> {
    Ok(FileLink {
        from: row.get(0)?,
        to: row.get(1)?,
        path: row.get(2)?,
        kind: kind_of(row.get(3)?),
        statements: row.get::<_, i64>(4)?.cast_unsigned(),
    })
}

impl Store {
    /// Of these paths, those of files that another one hands on as a whole, or that pass on to such a file what they define. Each
    /// with the first of those that hand it on.
    ///
    /// # Errors
    /// Store errors.
    pub fn handed_on(&self, paths: &[&str]) -> Result<Vec<(String, String)>> {
        self.list(
            "WITH RECURSIVE giving(path, id) AS (
                 SELECT f.path, f.id FROM json_each(?1) j CROSS JOIN file_index f ON f.path = j.value
                 UNION SELECT g.path, i.file_id
                 FROM giving g CROSS JOIN imports i ON i.target_id = g.id AND i.kind_number = 1)
             SELECT g.path, min(f.path) FROM giving g CROSS JOIN imports i ON i.target_id = g.id
                 CROSS JOIN file_index f ON f.id = i.file_id
             WHERE instr(i.aliases, ?2) > 0 GROUP BY g.path",
            (to_json(&paths), format!("[\"{LOADED_MODULE}\",\"*\"]")),
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// The files that import any of the files, once per pair, by path. `files`: each once.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn importers_of_files(&self, files: &[i64]) -> Result<Vec<FileLink>> {
        // Sorted and put together here: GROUP BY and ORDER BY take twice the time with a hub's thousands.
        let mut rows = self.list(
            "SELECT i.file_id, i.target_id, f.path, i.kind_number, i.seq
             FROM json_each(?1) j CROSS JOIN imports i ON i.target_id = j.value AND i.target_id <> i.file_id
                 CROSS JOIN file_index f ON f.id = i.file_id
             UNION ALL
             -- A package that is imported for what loading it does needs all of its files.
             SELECT i.file_id, t.id, f.path, i.kind_number, i.seq
             FROM json_each(?1) j CROSS JOIN file_index t ON t.id = j.value
                 CROSS JOIN imports i ON i.target_folder = rtrim(t.path, replace(t.path, '/', ''))
                     AND i.names = '[\"_\"]'
                 CROSS JOIN file_index f ON f.id = i.file_id",
            [to_json(&files)],
            |row| {
                let (from, to, path) = (row.get(0)?, row.get(1)?, row.get(2)?);
                let (kind, seq): (i64, i64) = (row.get(3)?, row.get(4)?);
                Ok((FileLink { from, to, path, kind: kind_of(kind), statements: 1 }, (seq, kind)))
            },
        )?;
        rows.compact_sort_by(|(a, a_key), (b, b_key)| (&a.path, a.to, a_key).cmp(&(&b.path, b.to, b_key)));
        let mut links: Vec<FileLink> = Vec::with_capacity(rows.len());
        // The last statement, and the number of the pair's strongest kind.
        let (mut last, mut strongest) = (0, 0);
        for (link, (seq, kind)) in rows {
            match links.last_mut() {
                Some(known) if (known.from, known.to) == (link.from, link.to) => {
                    known.statements += u64::from(last != seq);
                    if kind < strongest {
                        (known.kind, strongest) = (link.kind, kind);
                    }
                }
                _ => {
                    links.push(link);
                    strongest = kind;
                }
            }
            last = seq;
        }
        Ok(links)
    }

    /// Row ids of the files that import any of the files, each with the one that it imports, once per pair, in their order.
    ///
    /// # Errors
    /// Store errors.
    pub fn importer_ids(&self, files: &[i64]) -> Result<Vec<(i64, i64)>> {
        let pairs = self.list(
            "SELECT i.file_id, i.target_id
             FROM json_each(?1) j CROSS JOIN imports i ON i.target_id = j.value AND i.target_id <> i.file_id
             UNION ALL
             SELECT i.file_id, t.id
             FROM json_each(?1) j CROSS JOIN file_index t ON t.id = j.value
                 CROSS JOIN imports i ON i.target_folder = rtrim(t.path, replace(t.path, '/', ''))
                     AND i.names = '[\"_\"]'",
            [to_json(&files)],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        Ok(BTreeSet::from_iter(pairs).into_iter().collect())
    }

    /// Row ids of the files that any of the files imports, each behind the one that imports it, once per pair, in their order.
    ///
    /// # Errors
    /// Store errors.
    pub fn imported_ids(&self, files: &[i64]) -> Result<Vec<(i64, i64)>> {
        self.list(
            "SELECT DISTINCT i.file_id, i.target_id FROM imports i
             WHERE i.file_id IN (SELECT value FROM json_each(?1)) AND i.target_id <> i.file_id
             ORDER BY i.file_id, i.target_id",
            [to_json(&files)],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// The files and folders that any of the files imports, once per pair, by path.
    ///
    /// # Errors
    /// Store errors.
    pub fn imported_by_files(&self, files: &[i64]) -> Result<Vec<FileLink>> {
        self.list(
            "SELECT i.file_id, i.target_id, coalesce(f.path, i.target_folder), MIN(i.kind_number), COUNT(DISTINCT i.seq)
             FROM imports i LEFT JOIN file_index f ON f.id = i.target_id
             WHERE i.file_id IN (SELECT value FROM json_each(?1)) AND i.target_id IS NOT i.file_id
                 AND (i.target_id IS NOT NULL OR i.target_folder IS NOT NULL)
             GROUP BY i.file_id, i.target_id, i.target_folder ORDER BY 3, i.file_id",
            [to_json(&files)],
            link,
        )
    }

    /// The statements that import a file or its folder, by path and line.
    ///
    /// # Errors
    /// Store errors.
    pub fn statements_importing(&self, file: i64, path: &str) -> Result<Vec<ImportingStatement>> {
        let folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        self.list(
            "SELECT f.path, s.text, i.line, p.text, i.target_id IS NULL
             FROM imports i JOIN file_index f ON f.id = i.file_id JOIN texts s ON s.id = i.specifier
                 LEFT JOIN texts p ON p.id = i.package
             WHERE i.target_id = ?1 AND i.file_id <> ?1
             UNION
             SELECT f.path, s.text, i.line, p.text, 1
             FROM imports i JOIN file_index f ON f.id = i.file_id JOIN texts s ON s.id = i.specifier
                 LEFT JOIN texts p ON p.id = i.package
             WHERE i.target_folder = ?2 AND i.file_id <> ?1
             ORDER BY 1, 3, 2",
            (file, folder),
            |row| {
                Ok(ImportingStatement {
                    path: row.get(0)?,
                    specifier: row.get(1)?,
                    line: row.get(2)?,
                    package: row.get(3)?,
                    folder: row.get(4)?,
                })
            },
        )
    }

    /// The files that may refer to each of the symbols, where at most `most` do: row id of the symbol, row id and path
    /// of the file; by symbol, then path.
    ///
    /// # Errors
    /// Store errors.
    pub fn files_referring_together(&self, symbols: &[i64], most: u64) -> Result<Vec<(i64, i64, String)>> {
        self.list(
            "SELECT r.symbol_id, f.id, f.path FROM
                 (SELECT symbol_id FROM ref_targets WHERE symbol_id IN (SELECT value FROM json_each(?1))
                  GROUP BY symbol_id HAVING COUNT(*) <= ?2) few
             JOIN ref_targets r ON r.symbol_id = few.symbol_id JOIN file_index f ON f.id = r.file_id
             ORDER BY r.symbol_id, f.path",
            (to_json(&symbols), i64::try_from(most).unwrap_or(i64::MAX)),
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )
    }

    /// How many files import each of the files: pairs of row id and count, by row id; none where it is 0.
    ///
    /// # Errors
    /// Store errors.
    pub fn importer_counts(&self, files: &[i64]) -> Result<Vec<(i64, u64)>> {
        self.list(
            "SELECT target_id, COUNT(DISTINCT file_id) FROM imports
             WHERE target_id IN (SELECT value FROM json_each(?1)) AND target_id <> file_id
             GROUP BY target_id ORDER BY target_id",
            [to_json(&files)],
            |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned())),
        )
    }

    /// All paths, sorted, at most `most`.
    ///
    /// # Errors
    /// Store errors.
    pub fn paths(&self, most: usize) -> Result<Vec<String>> {
        self.list("SELECT path FROM file_index ORDER BY path LIMIT ?1", [super::limit(most)], |row| {
            row.get(0)
        })
    }

    /// The paths of code files and documents, sorted, at most `most`.
    ///
    /// # Errors
    /// Store errors.
    pub fn paths_with_content(&self, most: usize) -> Result<Vec<String>> {
        self.list(
            "SELECT path FROM file_index WHERE kind IN ('code', 'doc') ORDER BY path LIMIT ?1",
            [super::limit(most)],
            |row| row.get(0),
        )
    }

    /// The paths that end like this, sorted, at most `most`.
    ///
    /// # Errors
    /// Store errors.
    pub fn paths_ending(&self, ending: &str, most: usize) -> Result<Vec<String>> {
        self.list(
            "SELECT path FROM file_index WHERE substr(path, -length(?1)) = ?1 ORDER BY path LIMIT ?2",
            rusqlite::params![ending, super::limit(most)],
            |row| row.get(0),
        )
    }

    /// Whether some path ends like one of these.
    ///
    /// # Errors
    /// Store errors.
    pub fn has_path_ending(&self, endings: &[&str]) -> Result<bool> {
        let found = self.first(
            "SELECT 1 FROM file_index f WHERE EXISTS
                 (SELECT 1 FROM json_each(?1) e WHERE substr(f.path, -length(e.value)) = e.value) LIMIT 1",
            [crate::rows::to_json(&endings)],
            |_| Ok(()),
        )?;
        Ok(found.is_some())
    }

    /// The namespaces, packages and modules that a file declares.
    ///
    /// # Errors
    /// Store errors.
    pub fn declared_in(&self, path: &str) -> Result<Vec<beadloom_model::Declared>> {
        let found = self.first("SELECT declares FROM file_index WHERE path = ?1", [path], |row| {
            let text = row.get_ref(0)?.as_str_or_null()?;
            Ok(text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default())
        })?;
        Ok(found.unwrap_or_default())
    }

    /// Whether a file below a folder imports one below another; folders end in `/`, `""` is the root.
    ///
    /// # Errors
    /// Store errors.
    pub fn imports_between(&self, from: &str, to: &str) -> Result<bool> {
        let range = |folder: &str| match folder.trim_end_matches('/') {
            "" => (String::new(), "\u{10ffff}".to_owned()),
            folder => below(folder),
        };
        let ((from, before), (to, end)) = (range(from), range(to));
        let found = self.first(
            "SELECT 1 FROM file_index f JOIN imports i ON i.file_id = f.id JOIN file_index t ON t.id = i.target_id
             WHERE f.path >= ?1 AND f.path < ?2 AND t.path >= ?3 AND t.path < ?4",
            rusqlite::params![from, before, to, end],
            |row| row.get::<_, i64>(0),
        )?;
        Ok(found.is_some())
    }

    /// The row id of a file.
    ///
    /// # Errors
    /// Store errors.
    pub fn file_id(&self, path: &str) -> Result<Option<i64>> {
        self.first("SELECT id FROM file_index WHERE path = ?1", [path], |row| row.get(0))
    }

    /// Whether there is a file of code at that path.
    ///
    /// # Errors
    /// Store errors.
    pub fn is_code_file(&self, path: &str) -> Result<bool> {
        let found =
            self.first("SELECT 1 FROM file_index WHERE path = ?1 AND kind = 'code'", [path], |row| {
                row.get::<_, i64>(0)
            })?;
        Ok(found.is_some())
    }

    /// Files with their row ids, by path. `files`: each once.
    ///
    /// # Errors
    /// Store errors.
    pub fn paths_of_files(&self, files: &[i64]) -> Result<Vec<(i64, String)>> {
        let mut found: Vec<(i64, String)> = self.list(
            "SELECT f.id, f.path FROM json_each(?1) j CROSS JOIN file_index f ON f.id = j.value",
            [to_json(&files)],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        found.compact_sort_by(|a, b| a.1.cmp(&b.1));
        Ok(found)
    }

    /// The code files below a folder (`""`: all), with their row ids, by path, at most `most`.
    ///
    /// # Errors
    /// Store errors.
    pub fn code_files_below(&self, folder: &str, most: usize) -> Result<Vec<(i64, String)>> {
        let (from, to) =
            if folder.is_empty() { (String::new(), "\u{10ffff}".to_owned()) } else { below(folder) };
        self.list(
            "SELECT id, path FROM file_index WHERE path >= ?1 AND path < ?2 AND kind = 'code'
             ORDER BY path LIMIT ?3",
            rusqlite::params![from, to, super::limit(most)],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// The symbols of files: pairs of row ids of symbol and file, by symbol.
    ///
    /// # Errors
    /// Store errors.
    pub fn symbol_ids_of_files(&self, files: &[i64]) -> Result<Vec<(i64, i64)>> {
        self.list(
            "SELECT id, file_id FROM code_symbols WHERE file_id IN (SELECT value FROM json_each(?1)) ORDER BY id",
            [to_json(&files)],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// The modules that the files open only for the types within, and that other files open, too: a name of such a module leads to all
    /// of these files and needs none of them.
    ///
    /// # Errors
    /// Store errors.
    pub fn namespaces_of_files(&self, files: &[i64]) -> Result<Vec<i64>> {
        self.list(
            "SELECT s.id FROM code_symbols s
             WHERE s.file_id IN (SELECT value FROM json_each(?1)) AND s.kind_number & 15 = 6
                 AND EXISTS (SELECT 1 FROM code_symbols t
                     WHERE t.file_id = s.file_id AND t.scope = s.qualified_name || '.')
                 AND NOT EXISTS (SELECT 1 FROM code_symbols m
                     WHERE m.file_id = s.file_id AND m.scope = s.qualified_name || '.'
                         AND m.kind_number & 15 NOT IN (0, 4, 6, 8))
                 AND EXISTS (SELECT 1 FROM code_symbols o
                     WHERE o.symbol_name = s.symbol_name AND o.scope = s.scope
                         AND o.kind_number & 15 = 6 AND o.file_id <> s.file_id)
             ORDER BY s.id",
            [to_json(&files)],
            |row| row.get(0),
        )
    }

    /// The file that each symbol stands in: row id of the symbol, row id and path of the file, by symbol.
    ///
    /// # Errors
    /// Store errors.
    pub fn files_of_symbols(&self, symbols: &[i64]) -> Result<Vec<(i64, i64, String)>> {
        self.list(
            "SELECT s.id, f.id, f.path FROM code_symbols s JOIN file_index f ON f.id = s.file_id
             WHERE s.id IN (SELECT value FROM json_each(?1)) ORDER BY s.id",
            [to_json(&symbols)],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )
    }

    /// The nodes that symbols of any of the files belong to, by ref_id.
    ///
    /// # Errors
    /// Store errors.
    pub fn nodes_of_files(&self, files: &[i64]) -> Result<Vec<String>> {
        self.list(
            "SELECT ref_id FROM nodes WHERE id IN
                 (SELECT n.node_id FROM json_each(?1) j CROSS JOIN code_symbols s ON s.file_id = j.value
                  CROSS JOIN symbol_nodes n ON n.symbol_id = s.id
                  UNION ALL
                  SELECT n.node_id FROM json_each(?1) j CROSS JOIN file_nodes n ON n.file_id = j.value
                  WHERE EXISTS (SELECT 1 FROM code_symbols s WHERE s.file_id = n.file_id
                      AND NOT EXISTS (SELECT 1 FROM symbol_nodes a WHERE a.symbol_id = s.id)))
             ORDER BY ref_id",
            [to_json(&files)],
            |row| row.get(0),
        )
    }

    /// The nodes whose sources hold the files: pairs of row id of the file and ref_id, by row id.
    ///
    /// # Errors
    /// Store errors.
    pub fn owners_of_files(&self, files: &[i64]) -> Result<Vec<(i64, String)>> {
        self.list(
            "SELECT n.file_id, o.ref_id FROM json_each(?1) j CROSS JOIN file_nodes n ON n.file_id = j.value
                 CROSS JOIN nodes o ON o.id = n.node_id ORDER BY n.file_id",
            [to_json(&files)],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// Which of the files a program wrote, by row id.
    ///
    /// # Errors
    /// Store errors.
    pub fn generated_files(&self, files: &[i64]) -> Result<Vec<i64>> {
        self.list(
            "SELECT f.id FROM json_each(?1) j CROSS JOIN file_index f ON f.id = j.value WHERE f.generated = 1
             ORDER BY f.id",
            [to_json(&files)],
            |row| row.get(0),
        )
    }

    /// The nodes that the symbols belong to: pairs of row id of the symbol and ref_id, sorted. `symbols`: each once.
    ///
    /// # Errors
    /// Store errors.
    pub fn nodes_of_symbols(&self, symbols: &[i64]) -> Result<Vec<(i64, String)>> {
        let mut found: Vec<(i64, String)> = self.list(
            "SELECT n.symbol_id, o.ref_id FROM json_each(?1) j CROSS JOIN symbol_nodes n ON n.symbol_id = j.value
                 CROSS JOIN nodes o ON o.id = n.node_id
             UNION ALL
             SELECT s.id, o.ref_id FROM json_each(?1) j CROSS JOIN code_symbols s ON s.id = j.value
                 CROSS JOIN file_nodes n ON n.file_id = s.file_id CROSS JOIN nodes o ON o.id = n.node_id
             WHERE NOT EXISTS (SELECT 1 FROM symbol_nodes a WHERE a.symbol_id = s.id)",
            [to_json(&symbols)],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        found.compact_sort();
        Ok(found)
    }
}
