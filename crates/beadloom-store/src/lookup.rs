//! What references are resolved with: definitions by name, imports by file, what files state.

use beadloom_model::{ImportKind, LanguageId, Result, SymbolKind};
use rusqlite::types::ValueRef;
use rusqlite::{Params, Row};

use crate::columns::{PART, json, language, symbol_kind};
use crate::queries::{attempt, first, list};
use crate::references::unpack_ids;
use crate::state::State;
use crate::write::{StatedReferences, WrittenPath};

/// A definition, as far as looking for it by name goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionRow {
    /// Row id.
    pub id: i64,
    /// Row id of its file.
    pub file_id: i64,
    /// Short.
    pub name: String,
    /// What stands before the name in the qualified name, with its final dot.
    pub scope: String,
    /// Across languages.
    pub kind: SymbolKind,
    /// The language's own word.
    pub form: String,
    /// Visible outside.
    pub exported: bool,
    /// A member of an enum, a field.
    pub part: bool,
}

/// An import, as far as what it binds goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BindingRow {
    /// Row id of the importing file.
    pub file_id: i64,
    /// As the statement writes it.
    pub specifier: String,
    /// Those of its names that lead to this target.
    pub names: Vec<String>,
    /// Pairs of local name and name in the exporting file.
    pub aliases: Vec<(String, String)>,
    /// What kind of statement.
    pub kind: ImportKind,
    /// Row id of the file it leads to.
    pub target: Option<i64>,
    /// The folder it leads to, ending in `/`.
    pub folder: Option<String>,
}

/// What lies directly in a folder.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CodeFolder {
    /// Row id, path and language of its code files, by path.
    pub files: Vec<(i64, String, Option<LanguageId>)>,
    /// Names of the folders in it that have code, sorted as their files are.
    pub folders: Vec<String>,
}

/// The references of a file as the last run left them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredReferences {
    /// What the file states.
    pub stated: StatedReferences,
    /// Of [`crate::pack_resolutions`].
    pub targets: Vec<u8>,
}

/// Columns of [`DefinitionRow`].
macro_rules! definition {
    () => {
        "id, file_id, symbol_name, scope, kind, form, exported, kind_number"
    };
}

/// Columns of [`BindingRow`].
macro_rules! binding {
    () => {
        "file_id, (SELECT text FROM texts WHERE id = specifier), names, aliases, kind, target_id, target_folder"
    };
}

impl State<'_> {
    fn every<T>(
        &self,
        sql: &str,
        params: impl Params,
        map: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        list(self.conn, sql, params, map)
    }

    fn one<T>(
        &self,
        sql: &str,
        params: impl Params,
        map: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        first(self.conn, sql, params, map)
    }

    /// Definitions of a short name, at most `most` of them, by file and row id.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn definitions(&self, name: &str, most: usize) -> Result<Vec<DefinitionRow>> {
        self.every(
            concat!(
                "SELECT ",
                definition!(),
                " FROM code_symbols WHERE symbol_name = ?1 ORDER BY file_id, id LIMIT ?2"
            ),
            (name, i64::try_from(most).unwrap_or(i64::MAX)),
            definition_row,
        )
    }

    /// Likewise, without parts of types.
    ///
    /// # Errors
    /// Store errors.
    pub fn listed_definitions(&self, name: &str, most: usize) -> Result<Vec<DefinitionRow>> {
        self.every(
            concat!(
                "SELECT ",
                definition!(),
                " FROM code_symbols WHERE symbol_name = ?1 AND kind_number < 16 ORDER BY file_id, id LIMIT ?2"
            ),
            (name, i64::try_from(most).unwrap_or(i64::MAX)),
            definition_row,
        )
    }

    /// Definitions of a short name in a file, by row id.
    ///
    /// # Errors
    /// Store errors.
    pub fn definitions_in(&self, name: &str, file: i64) -> Result<Vec<DefinitionRow>> {
        self.every(
            concat!(
                "SELECT ",
                definition!(),
                " FROM code_symbols WHERE symbol_name = ?1 AND file_id = ?2 ORDER BY id"
            ),
            (name, file),
            definition_row,
        )
    }

    /// A file's definitions, by row id.
    ///
    /// # Errors
    /// Store errors.
    pub fn definitions_of(&self, file: i64) -> Result<Vec<DefinitionRow>> {
        self.every(
            concat!("SELECT ", definition!(), " FROM code_symbols WHERE file_id = ?1 ORDER BY id"),
            [file],
            definition_row,
        )
    }

    /// The definition with that row id.
    ///
    /// # Errors
    /// Store errors.
    pub fn definition(&self, id: i64) -> Result<Option<DefinitionRow>> {
        self.one(concat!("SELECT ", definition!(), " FROM code_symbols WHERE id = ?1"), [id], definition_row)
    }

    /// Every definition, in the order of row ids.
    ///
    /// # Errors
    /// Those of `take`, and store errors.
    pub fn each_definition(&self, mut take: impl FnMut(DefinitionRow)) -> Result<()> {
        self.each(concat!("SELECT ", definition!(), " FROM code_symbols"), |row| {
            take(definition_row(row)?);
            Ok(())
        })
    }

    /// Hands out the name of every definition that is listed, with the row id of its file. In no order.
    ///
    /// # Errors
    /// Store errors.
    pub fn each_name(&self, mut take: impl FnMut(&str, i64)) -> Result<()> {
        self.each("SELECT symbol_name, file_id FROM code_symbols WHERE kind_number < 16", |row| {
            take(row.get_ref(0)?.as_str()?, row.get(1)?);
            Ok(())
        })
    }

    /// What a file imports, in the order of its statements.
    ///
    /// # Errors
    /// Store errors.
    pub fn bindings_of(&self, file: i64) -> Result<Vec<BindingRow>> {
        self.every(
            concat!("SELECT ", binding!(), " FROM imports WHERE file_id = ?1 ORDER BY seq, part"),
            [file],
            binding_row,
        )
    }

    /// What all files import, by file, in the order of the statements.
    ///
    /// # Errors
    /// Store errors.
    pub fn each_binding(&self, mut take: impl FnMut(BindingRow)) -> Result<()> {
        self.each(concat!("SELECT ", binding!(), " FROM imports ORDER BY file_id, seq, part"), |row| {
            take(binding_row(row)?);
            Ok(())
        })
    }

    /// Files with imports that pass on what they bring in, by path.
    ///
    /// # Errors
    /// Store errors.
    pub fn givers_on(&self) -> Result<Vec<i64>> {
        self.every(
            "SELECT id FROM file_index WHERE id IN (SELECT file_id FROM imports WHERE kind_number = 1) ORDER BY path",
            [],
            |row| row.get(0),
        )
    }

    /// The paths that a file writes out, sorted.
    ///
    /// # Errors
    /// Store errors.
    pub fn written_paths_of(&self, file: i64) -> Result<Vec<WrittenPath>> {
        self.every(
            "SELECT path, target_id, target_folder FROM ref_paths WHERE file_id = ?1 ORDER BY path",
            [file],
            |row| Ok(WrittenPath { path: row.get(0)?, target: row.get(1)?, folder: row.get(2)? }),
        )
    }

    /// The paths that all files write out, by file.
    ///
    /// # Errors
    /// Store errors.
    pub fn each_written_path(&self, mut take: impl FnMut(i64, WrittenPath)) -> Result<()> {
        self.each(
            "SELECT file_id, path, target_id, target_folder FROM ref_paths ORDER BY file_id, path",
            |row| {
                take(
                    row.get(0)?,
                    WrittenPath { path: row.get(1)?, target: row.get(2)?, folder: row.get(3)? },
                );
                Ok(())
            },
        )
    }

    /// The names under which a file offers others of its names: exported and local.
    ///
    /// # Errors
    /// Store errors.
    pub fn exports_of(&self, file: i64) -> Result<Vec<(String, String)>> {
        let exports = self.one("SELECT exports FROM refs WHERE file_id = ?1", [file], |row| json(row, 0))?;
        Ok(exports.unwrap_or_default())
    }

    /// Those of all files that have any.
    ///
    /// # Errors
    /// Store errors.
    pub fn each_exports(&self, mut take: impl FnMut(i64, Vec<(String, String)>)) -> Result<()> {
        self.each("SELECT file_id, exports FROM refs WHERE exports IS NOT NULL", |row| {
            take(row.get(0)?, json(row, 1)?);
            Ok(())
        })
    }

    /// Row id, path and language of every code file.
    ///
    /// # Errors
    /// Store errors.
    pub fn code_files(&self) -> Result<Vec<(i64, String, Option<LanguageId>)>> {
        self.every(
            "SELECT id, path, language FROM file_index WHERE kind = 'code' AND language IS NOT NULL",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, language(row, 2)?)),
        )
    }

    /// What lies directly in a folder; `prefix`: its path with `/` at the end, empty for the root. Whatever lies deeper is
    /// passed over, not read.
    ///
    /// # Errors
    /// Store errors.
    pub fn code_folder(&self, prefix: &str) -> Result<CodeFolder> {
        attempt(|| {
            let mut statement = self.conn.prepare_cached(
                "SELECT id, path, language FROM file_index
                 WHERE path >= ?1 AND kind = 'code' AND language IS NOT NULL ORDER BY path",
            )?;
            let mut found = CodeFolder::default();
            let mut from = Some(prefix.to_owned());
            while let Some(first) = from.take() {
                let mut rows = statement.query([&first])?;
                while let Some(row) = rows.next()? {
                    let path = row.get_ref(1)?.as_str()?;
                    let Some(rest) = path.strip_prefix(prefix) else { break };
                    if let Some((folder, _)) = rest.split_once('/') {
                        // `0` is what follows `/`.
                        from = Some(format!("{prefix}{folder}0"));
                        found.folders.push(folder.to_owned());
                        break;
                    }
                    found.files.push((row.get(0)?, path.to_owned(), language(row, 2)?));
                }
            }
            Ok(found)
        })
    }

    /// The row id and the language of the code file of that path.
    ///
    /// # Errors
    /// Store errors.
    pub fn code_file_at(&self, path: &str) -> Result<Option<(i64, Option<LanguageId>)>> {
        self.one(
            "SELECT id, language FROM file_index WHERE path = ?1 AND kind = 'code' AND language IS NOT NULL",
            [path],
            |row| Ok((row.get(0)?, language(row, 1)?)),
        )
    }

    /// A code file's path and language.
    ///
    /// # Errors
    /// Store errors.
    pub fn code_file(&self, id: i64) -> Result<Option<(String, Option<LanguageId>)>> {
        self.one(
            "SELECT path, language FROM file_index WHERE id = ?1 AND kind = 'code' AND language IS NOT NULL",
            [id],
            |row| Ok((row.get(0)?, language(row, 1)?)),
        )
    }

    /// Files that import from a file.
    ///
    /// # Errors
    /// Store errors.
    pub fn importers_of(&self, file: i64) -> Result<Vec<i64>> {
        self.every("SELECT DISTINCT file_id FROM imports WHERE target_id = ?1", [file], |row| row.get(0))
    }

    /// The references of a file as they are kept.
    ///
    /// # Errors
    /// Store errors.
    pub fn stored_references(&self, file: i64) -> Result<Option<StoredReferences>> {
        self.one("SELECT symbols, facts, exports, targets FROM refs WHERE file_id = ?1", [file], |row| {
            stored_references(row, 0)
        })
    }

    /// The references of every file as they are kept, by file.
    ///
    /// # Errors
    /// Store errors.
    pub fn each_stored_references(&self, mut take: impl FnMut(i64, StoredReferences)) -> Result<()> {
        self.each("SELECT file_id, symbols, facts, exports, targets FROM refs ORDER BY file_id", |row| {
            take(row.get(0)?, stored_references(row, 1)?);
            Ok(())
        })
    }

    /// What the meaning of each file's references was found by.
    ///
    /// # Errors
    /// Store errors.
    pub fn each_reference_keys(&self, mut take: impl FnMut(i64, &[u8])) -> Result<()> {
        self.each("SELECT file_id, keys FROM ref_keys", |row| {
            if let ValueRef::Blob(keys) = row.get_ref(1)? {
                take(row.get(0)?, keys);
            }
            Ok(())
        })
    }

    pub(crate) fn each(
        &self,
        sql: &str,
        mut take: impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
    ) -> Result<()> {
        attempt(|| {
            let mut statement = self.conn.prepare_cached(sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                take(row)?;
            }
            Ok(())
        })
    }
}

fn definition_row(row: &Row<'_>) -> rusqlite::Result<DefinitionRow> {
    Ok(DefinitionRow {
        id: row.get(0)?,
        file_id: row.get(1)?,
        name: row.get(2)?,
        scope: row.get(3)?,
        kind: symbol_kind(row, 4)?,
        form: row.get(5)?,
        exported: row.get(6)?,
        part: row.get::<_, u8>(7)? >= PART,
    })
}

fn binding_row(row: &Row<'_>) -> rusqlite::Result<BindingRow> {
    Ok(BindingRow {
        file_id: row.get(0)?,
        specifier: row.get(1)?,
        names: json(row, 2)?,
        aliases: json(row, 3)?,
        kind: ImportKind::from_name(row.get_ref(4)?.as_str()?).unwrap_or(ImportKind::Import),
        target: row.get(5)?,
        folder: row.get(6)?,
    })
}

fn stored_references(row: &Row<'_>, first: usize) -> rusqlite::Result<StoredReferences> {
    Ok(StoredReferences {
        stated: StatedReferences {
            symbols: unpack_ids(row.get_ref(first)?.as_blob()?),
            facts: row.get(first + 1)?,
            exports: json(row, first + 2)?,
        },
        targets: row.get(first + 3)?,
    })
}
