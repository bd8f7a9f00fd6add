//! Symbols, imports, and which nodes symbols belong to.

use beadloom_model::{Result, SymbolFacts};
use rusqlite::{Connection, Statement, params};

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

    /// Adds a file's symbols with the words under which they are found; the file must have none.
    ///
    /// # Errors
    /// Store errors.
    pub fn add_symbols(&self, path: &str, symbols: &[SymbolFacts], words: &CodeWords) -> Result<()> {
        self.run(|c| {
            let mut insert = c.prepare_cached(
                "INSERT INTO code_symbols (file_path, symbol_name, qualified_name, kind, form, line_start, line_end,
                     signature, summary, exported, annotations, signature_hash, body_hash)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
            )?;
            let mut insert_words = c.prepare_cached(INSERT_WORDS)?;
            for (s, own) in symbols.iter().zip(&words.symbols) {
                let annotations = annotations_json(&s.annotations);
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
                    annotations,
                    s.signature_hash.as_slice(),
                    s.body_hash.as_slice(),
                ])?;
                let id = c.last_insert_rowid();
                words.insert(&mut insert_words, id, own)?;
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
                "INSERT INTO imports (file_path, seq, part, line, specifier, names, kind, local, target_path, package,
                     aliases)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
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
                    to_json(&row.import.aliases),
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

    /// Says which symbols belong to which nodes: node, symbol, and why. Best in the order of node and symbol.
    ///
    /// # Errors
    /// Store errors.
    pub fn add_symbol_nodes(&self, links: &[(&str, i64, Belonging)]) -> Result<()> {
        self.run(|c| {
            let mut insert = c.prepare_cached(
                "INSERT OR IGNORE INTO symbol_nodes (ref_id, symbol_id, origin) VALUES (?1, ?2, ?3)",
            )?;
            for (ref_id, symbol_id, belonging) in links {
                insert.execute(params![ref_id, symbol_id, belonging.as_str()])?;
            }
            Ok(())
        })
    }
}

/// Into `code_search`; the row id is the symbol's.
const INSERT_WORDS: &str = "INSERT INTO code_search (rowid, name, scope, stem, dirs, signature, summary)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";

/// The words under which a file's symbols are found. Made where files are parsed, on many threads, not where rows
/// are written, on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeWords {
    /// Of the file's name, up to its first dot.
    stem: String,
    /// Of the folders.
    dirs: String,
    /// In the order of the symbols.
    symbols: Vec<SymbolWords>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct SymbolWords {
    name: String,
    scope: String,
    signature: String,
    summary: String,
}

impl CodeWords {
    /// The words of a file's symbols.
    pub fn of(path: &str, symbols: &[SymbolFacts]) -> Self {
        Self::from_parts(
            path,
            symbols.iter().map(|s| {
                (
                    s.symbol_name.as_str(),
                    s.qualified_name.as_str(),
                    s.signature.as_str(),
                    s.summary.as_deref(),
                )
            }),
        )
    }

    /// Inserts the words of one symbol; `insert` is [`INSERT_WORDS`].
    fn insert(&self, insert: &mut Statement<'_>, id: i64, own: &SymbolWords) -> rusqlite::Result<()> {
        insert
            .execute(params![id, own.name, own.scope, self.stem, self.dirs, own.signature, own.summary])
            .map(drop)
    }

    /// `parts`: name, qualified name, signature and summary of each symbol.
    fn from_parts<'a>(
        path: &str,
        parts: impl Iterator<Item = (&'a str, &'a str, &'a str, Option<&'a str>)>,
    ) -> Self {
        let (dirs, file) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
        Self {
            stem: words::split_identifiers(stem),
            dirs: words::split_identifiers(dirs),
            symbols: parts
                .map(|(name, qualified, signature, summary)| SymbolWords {
                    name: words::split_identifiers(name),
                    scope: words::split_identifiers(qualified.strip_suffix(name).unwrap_or("")),
                    signature: words::of_signature(signature, name),
                    summary: words::split_identifiers(summary.unwrap_or("")),
                })
                .collect(),
        }
    }
}

/// Gives the symbols of a file that was renamed the words of its new path.
pub(super) fn renew_words(c: &Connection, path: &str) -> rusqlite::Result<()> {
    let rows: Vec<(i64, String, String, String, Option<String>)> = c
        .prepare_cached(
            "SELECT id, symbol_name, qualified_name, signature, summary FROM code_symbols WHERE file_path = ?1",
        )?
        .query_map([path], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let words = CodeWords::from_parts(
        path,
        rows.iter().map(|(_, name, qualified, signature, summary)| {
            (name.as_str(), qualified.as_str(), signature.as_str(), summary.as_deref())
        }),
    );
    let mut insert = c.prepare_cached(INSERT_WORDS)?;
    for ((id, ..), own) in rows.iter().zip(&words.symbols) {
        c.prepare_cached("DELETE FROM code_search WHERE rowid = ?1")?.execute([id])?;
        insert.execute(params![
            id,
            own.name,
            own.scope,
            words.stem,
            words.dirs,
            own.signature,
            own.summary
        ])?;
    }
    Ok(())
}
