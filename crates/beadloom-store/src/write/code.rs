//! Symbols, imports, and which nodes symbols belong to.

use beadloom_model::{Result, SymbolFacts};
use rusqlite::{Connection, params};

use super::Writer;
use crate::rows::{Belonging, ImportRow, annotations_json, to_json};
use crate::words;

impl Writer<'_> {
    /// Removes a code file's symbols and imports.
    ///
    /// # Errors
    /// Store errors.
    pub fn clear_code(&self, path: &str) -> Result<()> {
        self.run(|c| {
            c.prepare_cached(
                "DELETE FROM code_search WHERE rowid IN (SELECT id FROM code_symbols WHERE file_path = ?1)",
            )?
            .execute([path])?;
            c.prepare_cached("DELETE FROM code_symbols WHERE file_path = ?1")?.execute([path])?;
            c.prepare_cached("DELETE FROM imports WHERE file_path = ?1")?.execute([path]).map(drop)
        })
    }

    /// Adds a file's symbols; the file must have none.
    ///
    /// # Errors
    /// Store errors.
    pub fn add_symbols(&self, path: &str, symbols: &[SymbolFacts]) -> Result<()> {
        self.run(|c| {
            let mut insert = c.prepare_cached(
                "INSERT INTO code_symbols (file_path, symbol_name, qualified_name, kind, form, line_start, line_end,
                     signature, summary, exported, annotations, signature_hash, body_hash)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
            )?;
            for s in symbols {
                insert.execute(params![
                    path,
                    s.symbol_name,
                    s.qualified_name,
                    s.kind.as_str(),
                    s.form,
                    s.line_start,
                    s.line_end,
                    s.signature,
                    s.summary,
                    s.exported,
                    annotations_json(&s.annotations),
                    s.signature_hash.as_slice(),
                    s.body_hash.as_slice(),
                ])?;
                let id = c.last_insert_rowid();
                let summary = s.summary.as_deref().unwrap_or("");
                insert_symbol_words(c, id, path, &s.symbol_name, &s.qualified_name, &s.signature, summary)?;
            }
            Ok(())
        })
    }

    /// Replaces a file's imports.
    ///
    /// # Errors
    /// Store errors.
    pub fn set_imports(&self, path: &str, imports: &[ImportRow]) -> Result<()> {
        self.run(|c| {
            c.prepare_cached("DELETE FROM imports WHERE file_path = ?1")?.execute([path])?;
            let mut insert = c.prepare_cached(
                "INSERT INTO imports (file_path, seq, part, line, specifier, names, kind, local, target_path, package)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?;
            for row in imports {
                insert.execute(params![
                    path,
                    row.seq,
                    row.part,
                    row.import.line,
                    row.import.specifier,
                    to_json(&row.import.names),
                    row.import.kind.as_str(),
                    row.import.local,
                    row.target_path,
                    row.package,
                ])?;
            }
            Ok(())
        })
    }

    /// Forgets which symbols belong to which nodes: everywhere, or for one file.
    ///
    /// # Errors
    /// Store errors.
    pub fn clear_symbol_nodes(&self, path: Option<&str>) -> Result<()> {
        self.run(|c| match path {
            None => c.prepare_cached("DELETE FROM symbol_nodes")?.execute([]).map(drop),
            Some(path) => c
                .prepare_cached(
                    "DELETE FROM symbol_nodes WHERE symbol_id IN (SELECT id FROM code_symbols WHERE file_path = ?1)",
                )?
                .execute([path])
                .map(drop),
        })
    }

    /// Says that a symbol belongs to a node.
    ///
    /// # Errors
    /// Store errors.
    pub fn add_symbol_node(&self, ref_id: &str, symbol_id: i64, belonging: Belonging) -> Result<()> {
        self.run(|c| {
            c.prepare_cached(
                "INSERT OR IGNORE INTO symbol_nodes (ref_id, symbol_id, origin) VALUES (?1, ?2, ?3)",
            )?
            .execute(params![ref_id, symbol_id, belonging.as_str()])
            .map(drop)
        })
    }
}

/// The words under which a symbol is found: its name, what encloses it, its file's stem and folders.
pub(super) fn insert_symbol_words(
    c: &Connection,
    id: i64,
    path: &str,
    name: &str,
    qualified: &str,
    signature: &str,
    summary: &str,
) -> rusqlite::Result<()> {
    let (dirs, file) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
    let scope = qualified.strip_suffix(name).unwrap_or("");
    c.prepare_cached(
        "INSERT INTO code_search (rowid, name, scope, stem, dirs, signature, summary)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        id,
        words::split_identifiers(name),
        words::split_identifiers(scope),
        words::split_identifiers(stem),
        words::split_identifiers(dirs),
        words::split_identifiers(signature),
        words::split_identifiers(summary),
    ])
    .map(drop)
}
