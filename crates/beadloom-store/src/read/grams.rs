//! All files with what is known of their trigrams, and the definitions in some of them.

use std::sync::Arc;

use beadloom_model::{Result, SymbolKind};

use crate::Store;
use crate::columns::symbol_kind;
use crate::kept::{TextFile, TextFiles};
use crate::rows::{FileKind, to_json};

/// Where a definition stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionPlace {
    /// Row id of the file.
    pub file_id: i64,
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
}

/// Reads definitions as [`DefinitionPlace`]s.
macro_rules! definitions {
    ($which:literal) => {
        concat!(
            "SELECT s.file_id, s.symbol_name, s.qualified_name, s.kind, s.line_start, s.line_end FROM code_symbols s WHERE s.kind_number < 16 AND ",
            $which,
            " ORDER BY s.file_id, s.line_start, s.line_end DESC, s.qualified_name"
        )
    };
}

impl Store {
    /// All files with their filters, of one state of the index.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn text_files(&self) -> Result<Arc<TextFiles>> {
        if let Some(known) = &self.kept()?.texts {
            return Ok(Arc::clone(known));
        }
        let mut found = TextFiles::default();
        let filters = &mut found.filters;
        found.files = self.list(
            "SELECT f.id, f.path, f.kind, f.language, f.generated, g.grams
             FROM file_index f LEFT JOIN file_grams g ON g.file_id = f.id ORDER BY f.path",
            [],
            |row| {
                let filter = row.get_ref(5)?.as_blob_or_null()?.map(|blob| {
                    let from = filters.len();
                    filters.extend_from_slice(blob);
                    (from, filters.len())
                });
                Ok(TextFile {
                    id: row.get(0)?,
                    path: row.get(1)?,
                    kind: FileKind::from_name(row.get_ref(2)?.as_str()?),
                    language: row.get(3)?,
                    generated: row.get(4)?,
                    filter,
                })
            },
        )?;
        let found = Arc::new(found);
        self.kept()?.texts = Some(Arc::clone(&found));
        Ok(found)
    }

    /// The definitions with one of these short names, by file and line.
    ///
    /// # Errors
    /// Store errors.
    pub fn definitions_named(&self, names: &[String]) -> Result<Vec<DefinitionPlace>> {
        self.definition_places(
            definitions!("s.symbol_name IN (SELECT value FROM json_each(?1))"),
            to_json(&names),
        )
    }

    /// The definitions in files, by file and line; the outer one first.
    ///
    /// # Errors
    /// Store errors.
    pub fn definitions_in(&self, files: &[i64]) -> Result<Vec<DefinitionPlace>> {
        self.definition_places(
            definitions!("s.file_id IN (SELECT value FROM json_each(?1))"),
            to_json(&files),
        )
    }

    fn definition_places(&self, sql: &str, which: String) -> Result<Vec<DefinitionPlace>> {
        self.list(sql, [which], |row| {
            Ok(DefinitionPlace {
                file_id: row.get(0)?,
                name: row.get(1)?,
                qualified_name: row.get(2)?,
                kind: symbol_kind(row, 3)?,
                line_start: row.get(4)?,
                line_end: row.get(5)?,
            })
        })
    }
}
