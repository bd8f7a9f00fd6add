//! Documents, their chunks and the nodes they tell about.

use beadloom_model::{ParsedDocument, Result};
use rusqlite::{Connection, params};
use serde_json::{Value, json};

use super::{ChunkVectors, Writer};
use crate::rows::to_json;
use crate::words;

/// Makes a chunk's words known to full text: those of its heading, its document's title, its text and its path.
pub(crate) fn index_chunk(c: &Connection, id: i64, words: [&str; 4]) -> rusqlite::Result<()> {
    let [heading, title, content, path] = words.map(words::split_identifiers);
    c.prepare_cached(
        "INSERT INTO chunk_search (rowid, heading, title, content, path) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![id, heading, title, content, path])
    .map(drop)
}

impl Writer<'_> {
    /// Removes a document, its chunks and what links it to nodes.
    ///
    /// # Errors
    /// Store errors.
    pub fn clear_document(&self, path: &str) -> Result<()> {
        self.run(|c| {
            c.prepare_cached(
                "DELETE FROM chunk_search WHERE rowid IN
                     (SELECT c.id FROM chunks c JOIN docs d ON d.id = c.doc_id WHERE d.path = ?1)",
            )?
            .execute([path])?;
            c.prepare_cached("DELETE FROM docs WHERE path = ?1")?.execute([path]).map(drop)
        })
    }

    /// Replaces a document and its chunks. `vectors`: of all of them, of the same model in the whole index, or none. Links
    /// to nodes are set by [`Writer::link_document`].
    ///
    /// # Errors
    /// Store errors.
    pub fn put_document(
        &self,
        path: &str,
        hash: &[u8; 32],
        document: &ParsedDocument,
        vectors: Option<&ChunkVectors>,
    ) -> Result<()> {
        self.clear_document(path)?;
        let refs: Vec<Value> = document.refs.iter().map(|(id, line)| json!([id, line])).collect();
        self.run(|c| {
            c.prepare_cached(
                "INSERT INTO docs (path, kind, title, refs, metadata, hash, stub, draft, mentions)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?
            .execute(params![
                path,
                document.kind.as_str(),
                document.title,
                to_json(&refs),
                to_json(&document.metadata),
                hash.as_slice(),
                document.stub,
                document.draft,
                to_json(&document.mentions),
            ])?;
            let doc = c.last_insert_rowid();
            if let Some(vectors) = vectors {
                c.prepare_cached("INSERT INTO vec_docs (doc_id, bits, bytes) VALUES (?1, ?2, ?3)")?
                    .execute(params![doc, vectors.bits, vectors.bytes])?;
            }
            let title = document.title.as_deref().unwrap_or("");
            for (index, chunk) in document.chunks.iter().enumerate() {
                c.prepare_cached(
                    "INSERT INTO chunks (doc_id, chunk_index, heading, section, content, line_start)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                )?
                .execute(params![
                    doc,
                    i64::try_from(index).unwrap_or(i64::MAX),
                    chunk.heading,
                    chunk.section.as_str(),
                    chunk.content,
                    chunk.line_start,
                ])?;
                index_chunk(c, c.last_insert_rowid(), [&chunk.heading, title, &chunk.content, path])?;
            }
            Ok(())
        })
    }

    /// Says which nodes a document belongs to, by id. The first one stands in `docs` and `chunks` too.
    ///
    /// # Errors
    /// Store errors.
    pub fn link_document(&self, path: &str, nodes: &[String]) -> Result<()> {
        self.run(|c| {
            let Some(id) = c
                .prepare_cached("SELECT id FROM docs WHERE path = ?1")?
                .query_map([path], |row| row.get::<_, i64>(0))?
                .next()
                .transpose()?
            else {
                return Ok(());
            };
            let first = nodes.first();
            c.prepare_cached("UPDATE docs SET ref_id = ?2 WHERE id = ?1")?.execute(params![id, first])?;
            c.prepare_cached("UPDATE chunks SET node_ref_id = ?2 WHERE doc_id = ?1")?
                .execute(params![id, first])?;
            c.prepare_cached("DELETE FROM doc_nodes WHERE doc_id = ?1")?.execute([id])?;
            for node in nodes {
                c.prepare_cached("INSERT OR IGNORE INTO doc_nodes (doc_id, ref_id) VALUES (?1, ?2)")?
                    .execute(params![id, node])?;
            }
            Ok(())
        })
    }
}
