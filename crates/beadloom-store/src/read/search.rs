//! Full-text search. Every query is built by [`crate::words::match_expression`].

use beadloom_model::{Result, SymbolKind};
use rusqlite::{Row, params};

use super::code::{SymbolRow, symbol_row};
use super::documents::{CHUNK, ChunkRow, chunk_row};
use super::limit;
use crate::Store;
use crate::columns::{symbol_columns, symbol_owner};
use crate::rows::to_json;

/// So many rows that tie at the cut are looked at; which of more are taken, their row ids decide.
const MAX_TIES: usize = 4_000;

/// A node that matches.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeMatch {
    /// The node.
    pub ref_id: String,
    /// Its kind.
    pub kind: String,
    /// One sentence.
    pub summary: String,
    /// Its source.
    pub source: Option<String>,
    /// bm25, higher is better.
    pub score: f64,
}

/// A chunk of a document that matches.
#[derive(Debug, Clone, PartialEq)]
pub struct ChunkMatch {
    /// The chunk.
    pub chunk: ChunkRow,
    /// The document's title.
    pub title: Option<String>,
    /// bm25, higher is better.
    pub score: f64,
}

/// A symbol that matches.
#[derive(Debug, Clone, PartialEq)]
pub struct SymbolMatch {
    /// The symbol.
    pub symbol: SymbolRow,
    /// Whether a program wrote its file.
    pub generated: bool,
    /// bm25, higher is better.
    pub score: f64,
}

/// Which symbols are looked at.
#[derive(Default, Clone, Copy)]
pub struct SymbolFilter<'a> {
    /// Only of this kind.
    pub kind: Option<SymbolKind>,
    /// Only in files of this language.
    pub language: Option<&'a str>,
    /// Only in files whose path it accepts.
    pub path: Option<&'a dyn Fn(&str) -> bool>,
}

impl SymbolFilter<'_> {
    fn is_open(&self) -> bool {
        self.kind.is_none() && self.language.is_none() && self.path.is_none()
    }
}

impl Store {
    /// The nodes that match best, at most `most`; ties by ref_id. `keep` sees kind and source.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn search_nodes(
        &self,
        expression: &str,
        most: usize,
        keep: &dyn Fn(&str, Option<&str>) -> bool,
    ) -> Result<Vec<NodeMatch>> {
        // An id says most, then the summary; a kind is a word of many. Documents are hits of their own.
        let mut found = self.list(
            "SELECT n.ref_id, n.kind, n.summary, n.source, -bm25(search_index, 4.0, 0.5, 2.0, 0.6)
             FROM search_index JOIN nodes n ON n.id = search_index.rowid WHERE search_index MATCH ?1",
            [expression],
            |row| {
                Ok(NodeMatch {
                    ref_id: row.get(0)?,
                    kind: row.get(1)?,
                    summary: row.get(2)?,
                    source: row.get(3)?,
                    score: row.get(4)?,
                })
            },
        )?;
        found.retain(|node| keep(&node.kind, node.source.as_deref()));
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.ref_id.cmp(&b.ref_id)));
        found.truncate(most);
        Ok(found)
    }

    /// The chunks that match best, at most `most`; ties by path and line. `keep` sees the path.
    ///
    /// # Errors
    /// Store errors.
    pub fn search_chunks(
        &self,
        expression: &str,
        most: usize,
        keep: Option<&dyn Fn(&str) -> bool>,
    ) -> Result<Vec<ChunkMatch>> {
        const RANK: &str = "-bm25(chunk_search, 3.0, 2.0, 1.0, 1.5)";
        let ranked = match keep {
            None => self.list(
                &format!("SELECT rowid, {RANK} FROM chunk_search WHERE chunk_search MATCH ?1"),
                [expression],
                ranked_row,
            )?,
            Some(keep) => self
                .list(
                    &format!(
                        "SELECT chunk_search.rowid, {RANK}, d.path FROM chunk_search
                             JOIN chunks c ON c.id = chunk_search.rowid JOIN docs d ON d.id = c.doc_id
                         WHERE chunk_search MATCH ?1"
                    ),
                    [expression],
                    |row| Ok(keep(row.get_ref(2)?.as_str()?).then_some(ranked_row(row)?)),
                )?
                .into_iter()
                .flatten()
                .collect(),
        };
        let best = self.best(
            ranked,
            most,
            "SELECT c.id FROM json_each(?1) i JOIN chunks c ON c.id = i.value JOIN docs d ON d.id = c.doc_id
             ORDER BY d.path, c.chunk_index LIMIT ?2",
        )?;
        let mut found = self.list(
            &format!(
                "SELECT {CHUNK}, d.title, json_extract(i.value, '$[1]') FROM json_each(?1) i
                     JOIN chunks c ON c.id = json_extract(i.value, '$[0]') JOIN docs d ON d.id = c.doc_id"
            ),
            [to_json(&best)],
            |row| Ok(ChunkMatch { chunk: chunk_row(row)?, title: row.get(7)?, score: row.get(8)? }),
        )?;
        found.sort_by(|a, b| {
            b.score.total_cmp(&a.score).then_with(|| {
                (&a.chunk.doc_path, a.chunk.line_start).cmp(&(&b.chunk.doc_path, b.chunk.line_start))
            })
        });
        Ok(found)
    }

    /// The symbols that match best, at most `most`; ties by path, line and name.
    ///
    /// # Errors
    /// Store errors.
    pub fn search_symbols(
        &self,
        expression: &str,
        most: usize,
        filter: SymbolFilter<'_>,
    ) -> Result<Vec<SymbolMatch>> {
        // name, scope, stem, dirs, signature, summary: what a thing is called says most, then the file it is in.
        const RANK: &str = "-bm25(code_search, 4.0, 1.0, 2.4, 0.8, 1.0, 1.0)";
        let ranked = if filter.is_open() {
            self.list(
                &format!("SELECT rowid, {RANK} FROM code_search WHERE code_search MATCH ?1"),
                [expression],
                ranked_row,
            )?
        } else {
            self.list(
                &format!(
                    "SELECT code_search.rowid, {RANK}, f.path FROM code_search
                         JOIN code_symbols s ON s.id = code_search.rowid JOIN file_index f ON f.id = s.file_id
                     WHERE code_search MATCH ?1 AND (?2 IS NULL OR s.kind = ?2)
                         AND (?3 IS NULL OR f.language = ?3)"
                ),
                params![expression, filter.kind.map(SymbolKind::as_str), filter.language],
                |row| {
                    let kept = match filter.path {
                        None => true,
                        Some(keep) => keep(row.get_ref(2)?.as_str()?),
                    };
                    Ok(kept.then_some(ranked_row(row)?))
                },
            )?
            .into_iter()
            .flatten()
            .collect()
        };
        let best = self.best(
            ranked,
            most,
            "SELECT s.id FROM json_each(?1) i JOIN code_symbols s ON s.id = i.value JOIN file_index f ON f.id = s.file_id
             ORDER BY f.path, s.line_start, s.line_end, s.qualified_name LIMIT ?2",
        )?;
        let mut found = self.list(
            concat!(
                "SELECT ",
                symbol_columns!(),
                ", ",
                symbol_owner!(),
                ", f.generated, json_extract(i.value, '$[1]')
                 FROM json_each(?1) i JOIN code_symbols s ON s.id = json_extract(i.value, '$[0]')
                     JOIN file_index f ON f.id = s.file_id"
            ),
            [to_json(&best)],
            |row| Ok(SymbolMatch { symbol: symbol_row(row)?, generated: row.get(12)?, score: row.get(13)? }),
        )?;
        found.sort_by(|a, b| {
            b.score.total_cmp(&a.score).then_with(|| {
                let key = |m: &SymbolMatch| (m.symbol.line_start, m.symbol.line_end);
                a.symbol
                    .file_path
                    .cmp(&b.symbol.file_path)
                    .then_with(|| key(a).cmp(&key(b)))
                    .then_with(|| a.symbol.qualified_name.cmp(&b.symbol.qualified_name))
            })
        });
        found.truncate(most);
        Ok(found)
    }

    /// Symbols of exactly that short name, at most `most`, with score 0: exported first, then by path and line.
    ///
    /// # Errors
    /// Store errors.
    pub fn symbols_called(
        &self,
        short_name: &str,
        most: usize,
        filter: SymbolFilter<'_>,
    ) -> Result<Vec<SymbolMatch>> {
        let mut found = self.list(
            concat!(
                "SELECT ",
                symbol_columns!(),
                ", ",
                symbol_owner!(),
                ", f.generated FROM code_symbols s JOIN file_index f ON f.id = s.file_id
                 WHERE s.symbol_name = ?1 AND (?2 IS NULL OR s.kind = ?2) AND (?3 IS NULL OR f.language = ?3)
                 ORDER BY s.exported DESC, f.path, s.line_start LIMIT ?4"
            ),
            params![short_name, filter.kind.map(SymbolKind::as_str), filter.language, limit(most)],
            |row| Ok(SymbolMatch { symbol: symbol_row(row)?, generated: row.get(12)?, score: 0.0 }),
        )?;
        if let Some(keep) = filter.path {
            found.retain(|one| keep(&one.symbol.file_path));
        }
        Ok(found)
    }

    /// Different short names of symbols whose length in characters lies between the two, at most `most`, sorted.
    ///
    /// # Errors
    /// Store errors.
    pub fn symbol_names(&self, shortest: usize, longest: usize, most: usize) -> Result<Vec<String>> {
        self.list(
            "SELECT DISTINCT symbol_name FROM code_symbols WHERE length(symbol_name) BETWEEN ?1 AND ?2
             ORDER BY symbol_name LIMIT ?3",
            params![limit(shortest), limit(longest), limit(most)],
            |row| row.get(0),
        )
    }
}

fn ranked_row(row: &Row<'_>) -> rusqlite::Result<(i64, f64)> {
    Ok((row.get(0)?, row.get(1)?))
}

impl Store {
    /// The best `most` of the ranked rows. Row ids differ between two indexes of the same files, so which rows of
    /// equal rank fall behind the cut is decided by `by_name`: it gives the first so many (`?2`) of a JSON list of
    /// ids (`?1`) in the order of their names.
    fn best(&self, mut ranked: Vec<(i64, f64)>, most: usize, by_name: &str) -> Result<Vec<(i64, f64)>> {
        if most == 0 {
            return Ok(Vec::new());
        }
        if ranked.len() <= most {
            return Ok(ranked);
        }
        let (_, (_, cut), _) = ranked.select_nth_unstable_by(most - 1, |a, b| b.1.total_cmp(&a.1));
        let cut = *cut;
        let mut tied: Vec<i64> =
            ranked.iter().filter(|(_, score)| *score == cut).map(|(id, _)| *id).collect();
        ranked.retain(|(_, score)| *score > cut);
        tied.sort_unstable();
        tied.truncate(MAX_TIES);
        let room = most - ranked.len();
        let taken: Vec<i64> = self.list(by_name, params![to_json(&tied), limit(room)], |row| row.get(0))?;
        ranked.extend(taken.into_iter().map(|id| (id, cut)));
        Ok(ranked)
    }
}
