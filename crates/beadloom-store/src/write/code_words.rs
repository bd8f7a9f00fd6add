//! The words under which symbols are found.

use beadloom_model::SymbolFacts;
use rusqlite::{Connection, Statement, params};

use crate::words;

/// Into `code_search`; the row id is the symbol's.
pub(super) const INSERT_WORDS: &str =
    "INSERT INTO code_search (rowid, name, scope, stem, dirs, signature, summary)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";

/// The reverse of [`INSERT_WORDS`].
pub(super) const DELETE_WORDS: &str = "DELETE FROM code_search WHERE rowid = ?1";

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

    /// Inserts the words of the symbol at `position` among those that the words were made of; `insert` is
    /// [`INSERT_WORDS`].
    pub(super) fn insert(
        &self,
        insert: &mut Statement<'_>,
        id: i64,
        position: usize,
    ) -> rusqlite::Result<()> {
        let Some(own) = self.symbols.get(position) else { return Ok(()) };
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
pub(super) fn renew_words(c: &Connection, file: i64, path: &str) -> rusqlite::Result<()> {
    let rows: Vec<(i64, String, String, String, Option<String>)> = c
        .prepare_cached(
            "SELECT id, symbol_name, qualified_name, signature, summary FROM code_symbols WHERE file_id = ?1",
        )?
        .query_map([file], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let words = CodeWords::from_parts(
        path,
        rows.iter().map(|(_, name, qualified, signature, summary)| {
            (name.as_str(), qualified.as_str(), signature.as_str(), summary.as_deref())
        }),
    );
    let mut delete = c.prepare_cached(DELETE_WORDS)?;
    let mut insert = c.prepare_cached(INSERT_WORDS)?;
    for (position, (id, ..)) in rows.iter().enumerate() {
        delete.execute([id])?;
        words.insert(&mut insert, *id, position)?;
    }
    Ok(())
}
