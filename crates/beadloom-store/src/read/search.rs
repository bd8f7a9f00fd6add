//! Full-text search. Every query is built by [`crate::words::match_expression`].

use beadloom_model::CompactSort as _;
use std::collections::HashSet;

use beadloom_model::Result;
use rusqlite::{Row, params};

use super::documents::{CHUNK, ChunkRow, chunk_row};
use super::limit;
use crate::Store;
use crate::rows::to_json;

/// So many rows that tie at the cut are looked at; which of more are taken, their row ids decide.
const MAX_TIES: usize = 4_000;

/// A node that matches.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeMatch {
    /// Row id.
    pub id: i64,
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
            "SELECT n.ref_id, n.kind, n.summary, n.source, n.id, -bm25(search_index, 4.0, 0.5, 2.0, 0.6)
             FROM search_index JOIN nodes n ON n.id = search_index.rowid WHERE search_index MATCH ?1",
            [expression],
            |row| Ok(NodeMatch { score: row.get(5)?, ..node_match(row)? }),
        )?;
        found.retain(|node| keep(&node.kind, node.source.as_deref()));
        found.compact_sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.ref_id.cmp(&b.ref_id)));
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
            |row| Ok(ChunkMatch { chunk: chunk_row(row)?, title: row.get(9)?, score: row.get(10)? }),
        )?;
        found.compact_sort_by(|a, b| {
            b.score.total_cmp(&a.score).then_with(|| {
                (&a.chunk.doc_path, a.chunk.line_start).cmp(&(&b.chunk.doc_path, b.chunk.line_start))
            })
        });
        Ok(found)
    }

    /// A node, without a score.
    ///
    /// # Errors
    /// Store errors.
    pub fn node_match(&self, ref_id: &str) -> Result<Option<NodeMatch>> {
        self.first(
            "SELECT n.ref_id, n.kind, n.summary, n.source, n.id FROM nodes n WHERE n.ref_id = ?1",
            [ref_id],
            node_match,
        )
    }

    /// Nodes by row id, without a score, in the order of the ids.
    ///
    /// # Errors
    /// Store errors.
    pub fn node_matches(&self, ids: &[i64]) -> Result<Vec<NodeMatch>> {
        self.list(
            "SELECT n.ref_id, n.kind, n.summary, n.source, n.id FROM json_each(?1) i JOIN nodes n ON n.id = i.value
             ORDER BY i.key",
            [to_json(&ids)],
            node_match,
        )
    }

    /// Chunks by row id of the document and place in it, without a score, in the order of the places.
    ///
    /// # Errors
    /// Store errors.
    pub fn chunk_matches(&self, places: &[(i64, u32)]) -> Result<Vec<ChunkMatch>> {
        self.list(
            &format!(
                "SELECT {CHUNK}, d.title FROM json_each(?1) i
                     JOIN chunks c ON c.doc_id = json_extract(i.value, '$[0]')
                         AND c.chunk_index = json_extract(i.value, '$[1]')
                     JOIN docs d ON d.id = c.doc_id ORDER BY i.key"
            ),
            [to_json(&places)],
            |row| Ok(ChunkMatch { chunk: chunk_row(row)?, title: row.get(9)?, score: 0.0 }),
        )
    }

    /// Row ids of the documents whose paths `keep` wants.
    ///
    /// # Errors
    /// Store errors.
    pub fn documents_at(&self, keep: &dyn Fn(&str) -> bool) -> Result<HashSet<i64>> {
        let found: Vec<Option<i64>> = self.list("SELECT path, id FROM docs", [], |row| {
            Ok(if keep(row.get_ref(0)?.as_str()?) { Some(row.get(1)?) } else { None })
        })?;
        Ok(found.into_iter().flatten().collect())
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

/// Of `ref_id, kind, summary, source, id`, without a score.
fn node_match(row: &Row<'_>) -> rusqlite::Result<NodeMatch> {
    Ok(NodeMatch {
        id: row.get(4)?,
        ref_id: row.get(0)?,
        kind: row.get(1)?,
        summary: row.get(2)?,
        source: row.get(3)?,
        score: 0.0,
    })
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
        tied.compact_sort();
        tied.truncate(MAX_TIES);
        let room = most - ranked.len();
        let taken: Vec<i64> = self.list(by_name, params![to_json(&tied), limit(room)], |row| row.get(0))?;
        ranked.extend(taken.into_iter().map(|id| (id, cut)));
        Ok(ranked)
    }
}
