//! What texts there are to make vectors of, and which have theirs.

use std::collections::HashMap;

use beadloom_lexical::{Chunk, unpack_chunks};
use beadloom_model::Result;
use rusqlite::{OptionalExtension, Row};

use crate::State;
use crate::kept::{TextModel, VectorBlock};
use crate::queries::{attempt, first};

/// The first 16 bytes of a text's SHA-256.
pub type TextHash = [u8; 16];

/// What the vector of a node is made of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NodeWords {
    /// Its id.
    pub ref_id: String,
    /// Its kind.
    pub kind: String,
    /// One sentence.
    pub summary: String,
    /// Those of its documents' chunks, each that differs from the one before it, by path and place.
    pub headings: Vec<String>,
}

/// Whoever waits for a transformer: has no vectors of it, or had them of an earlier text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Waiting {
    /// A file of code.
    File {
        /// Its row id.
        id: i64,
        /// Where it is.
        path: String,
        /// SHA-256 of the bytes that were cut into chunks.
        hash: [u8; 32],
        /// Lines of its chunks.
        chunks: Vec<Chunk>,
    },
    /// A document, by row id.
    Document(i64),
    /// A node, by row id and ref_id.
    Node(i64, String),
}

/// A document's text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentText {
    /// Of the first heading; may be empty.
    pub title: String,
    /// Heading and text of each chunk, in their order.
    pub chunks: Vec<(String, String)>,
}

/// How many things have vectors of a transformer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextCounts {
    /// Nodes, chunks of documents and chunks of code that have theirs.
    pub there: u64,
    /// Those that wait.
    pub waiting: u64,
}

impl State<'_> {
    /// What the vector of a node is made of; None where there is no such node.
    ///
    /// # Errors
    /// Store errors.
    pub fn node_words(&self, ref_id: &str) -> Result<Option<NodeWords>> {
        attempt(|| {
            let mut select =
                self.conn.prepare_cached("SELECT ref_id, kind, summary FROM nodes WHERE ref_id = ?1")?;
            let node = |row: &Row<'_>| {
                Ok(NodeWords {
                    ref_id: row.get(0)?,
                    kind: row.get(1)?,
                    summary: row.get(2)?,
                    headings: Vec::new(),
                })
            };
            let Some(mut words) = select.query_row([ref_id], node).optional()? else { return Ok(None) };
            let mut select = self.conn.prepare_cached(
                "SELECT c.heading FROM doc_nodes n JOIN docs d ON d.id = n.doc_id JOIN chunks c ON c.doc_id = d.id
                 WHERE n.ref_id = ?1 ORDER BY d.path, c.chunk_index",
            )?;
            words.headings =
                select.query_map([ref_id], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
            words.headings.dedup();
            Ok(Some(words))
        })
    }

    /// The transformer whose vectors are there.
    ///
    /// # Errors
    /// Store errors.
    pub fn text_model(&self) -> Result<Option<TextModel>> {
        first(self.conn, "SELECT fingerprint, files, dimensions, bits, bytes FROM text_model", [], |row| {
            Ok(TextModel {
                fingerprint: row.get(0)?,
                files: row.get(1)?,
                dimensions: usize::try_from(row.get::<_, i64>(2)?).unwrap_or(0),
                usual: VectorBlock { first: 0, bits: row.get(3)?, bytes: row.get(4)? },
            })
        })
    }

    /// How many have vectors of the transformer, and how many wait.
    ///
    /// # Errors
    /// Store errors.
    pub fn text_counts(&self) -> Result<TextCounts> {
        let count = |sql: &str| -> rusqlite::Result<u64> {
            self.conn.prepare_cached(sql)?.query_row([], |row| row.get::<_, i64>(0)).map(i64::cast_unsigned)
        };
        attempt(|| {
            let there = count("SELECT coalesce(SUM(length(texts)), 0) / 4 FROM file_texts")?
                + count("SELECT coalesce(SUM(length(texts)), 0) / 4 FROM doc_texts")?
                + count("SELECT COUNT(*) FROM node_texts")?;
            let waiting = count(
                "SELECT coalesce(SUM(total), 0) FROM code_chunks c
                 WHERE NOT EXISTS (SELECT 1 FROM file_texts t WHERE t.file_id = c.file_id)",
            )? + count(
                "SELECT COUNT(*) FROM docs d JOIN chunks c ON c.doc_id = d.id
                 WHERE NOT EXISTS (SELECT 1 FROM doc_texts t WHERE t.doc_id = d.id)",
            )? + count(
                "SELECT COUNT(*) FROM nodes n
                 WHERE NOT EXISTS (SELECT 1 FROM node_texts t WHERE t.node_id = n.id)",
            )?;
            Ok(TextCounts { there, waiting })
        })
    }

    /// Whoever waits for the transformer: nodes, documents by path, files of code by path.
    ///
    /// # Errors
    /// Store errors; `index_damaged`.
    pub fn waiting(&self) -> Result<Vec<Waiting>> {
        let file = |row: &Row<'_>| -> rusqlite::Result<Option<Waiting>> {
            let Some(hash) = row.get(2)? else { return Ok(None) };
            let chunks = unpack_chunks(row.get_ref(3)?.as_blob()?).unwrap_or_default();
            Ok(Some(Waiting::File { id: row.get(0)?, path: row.get(1)?, hash, chunks }))
        };
        attempt(|| {
            let mut all: Vec<Waiting> = self
                .conn
                .prepare_cached(
                    "SELECT n.id, n.ref_id FROM nodes n
                     WHERE NOT EXISTS (SELECT 1 FROM node_texts t WHERE t.node_id = n.id) ORDER BY n.ref_id",
                )?
                .query_map([], |row| Ok(Waiting::Node(row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            let documents: Vec<Waiting> = self
                .conn
                .prepare_cached(
                    "SELECT d.id FROM docs d
                     WHERE NOT EXISTS (SELECT 1 FROM doc_texts t WHERE t.doc_id = d.id) ORDER BY d.path",
                )?
                .query_map([], |row| Ok(Waiting::Document(row.get(0)?)))?
                .collect::<rusqlite::Result<_>>()?;
            all.extend(documents);
            let files: Vec<Option<Waiting>> = self
                .conn
                .prepare_cached(
                    "SELECT c.file_id, f.path, f.hash, c.lines FROM code_chunks c JOIN file_index f ON f.id = c.file_id
                     WHERE NOT EXISTS (SELECT 1 FROM file_texts t WHERE t.file_id = c.file_id) ORDER BY f.path",
                )?
                .query_map([], file)?
                .collect::<rusqlite::Result<_>>()?;
            all.extend(files.into_iter().flatten());
            Ok(all)
        })
    }

    /// A document's text.
    ///
    /// # Errors
    /// Store errors.
    pub fn document_text(&self, id: i64) -> Result<DocumentText> {
        attempt(|| {
            let title: Option<Option<String>> = self
                .conn
                .prepare_cached("SELECT title FROM docs WHERE id = ?1")?
                .query_row([id], |row| row.get(0))
                .optional()?;
            let chunks = self
                .conn
                .prepare_cached("SELECT heading, content FROM chunks WHERE doc_id = ?1 ORDER BY chunk_index")?
                .query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(DocumentText { title: title.flatten().unwrap_or_default(), chunks })
        })
    }

    /// The numbers of those of the texts that have vectors.
    ///
    /// # Errors
    /// Store errors.
    pub fn known_texts(&self, hashes: &[TextHash]) -> Result<HashMap<TextHash, u32>> {
        attempt(|| {
            let mut select = self.conn.prepare_cached("SELECT id FROM text_ids WHERE hash = ?1")?;
            let mut known = HashMap::new();
            for hash in hashes {
                if let Some(id) = select.query_row([hash.as_slice()], |row| row.get(0)).optional()? {
                    known.insert(*hash, id);
                }
            }
            Ok(known)
        })
    }
}
