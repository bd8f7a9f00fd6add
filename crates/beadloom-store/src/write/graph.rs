//! Graph files, nodes and edges.

use beadloom_model::{GraphFile, Result};
use rusqlite::params;

use super::{ChunkVectors, Writer};
use crate::rows::{EdgeRow, NodeRow, to_json};
use crate::words;

impl Writer<'_> {
    /// Notes what a graph file says. While it does not parse, `broken`, that is what it last said.
    ///
    /// # Errors
    /// Store errors.
    pub fn put_graph_file(&self, path: &str, content: &GraphFile, broken: bool) -> Result<()> {
        self.run(|c| {
            c.prepare_cached(
                "INSERT OR REPLACE INTO graph_files (path, content, broken) VALUES (?1, ?2, ?3)",
            )?
            .execute(params![path, to_json(content), broken])
            .map(drop)
        })
    }

    /// Inserts or changes a node; edges and links that hang on it stay.
    ///
    /// # Errors
    /// Store errors.
    pub fn put_node(&self, node: &NodeRow) -> Result<()> {
        self.run(|c| {
            c.prepare_cached(
                "INSERT INTO nodes (ref_id, kind, summary, source, docs, tags, extra, path, line)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                 ON CONFLICT (ref_id) DO UPDATE SET kind = ?2, summary = ?3, source = ?4, docs = ?5, tags = ?6,
                     extra = ?7, path = ?8, line = ?9",
            )?
            .execute(params![
                node.ref_id,
                node.kind,
                node.summary,
                node.source,
                to_json(&node.docs),
                to_json(&node.tags),
                to_json(&node.extra),
                node.path,
                node.line,
            ])
            .map(drop)
        })
    }

    /// Removes a node; its edges go, documents keep their text.
    ///
    /// # Errors
    /// Store errors.
    pub fn delete_node(&self, ref_id: &str) -> Result<()> {
        self.run(|c| {
            c.prepare_cached(
                "DELETE FROM search_index WHERE rowid = (SELECT id FROM nodes WHERE ref_id = ?1)",
            )?
            .execute([ref_id])?;
            c.prepare_cached("DELETE FROM nodes WHERE ref_id = ?1")?.execute([ref_id]).map(drop)
        })
    }

    /// Inserts or changes an edge; both ends must exist.
    ///
    /// # Errors
    /// Store errors.
    pub fn put_edge(&self, edge: &EdgeRow) -> Result<()> {
        self.run(|c| {
            c.prepare_cached(
                "INSERT OR REPLACE INTO edges (src_ref_id, dst_ref_id, kind, origin, extra, path, line)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                edge.src,
                edge.dst,
                edge.kind,
                edge.origin.as_str(),
                to_json(&edge.extra),
                edge.path,
                edge.line,
            ])
            .map(drop)
        })
    }

    /// Removes an edge.
    ///
    /// # Errors
    /// Store errors.
    pub fn delete_edge(&self, src: &str, dst: &str, kind: &str) -> Result<()> {
        self.run(|c| {
            c.prepare_cached("DELETE FROM edges WHERE src_ref_id = ?1 AND dst_ref_id = ?2 AND kind = ?3")?
                .execute([src, dst, kind])
                .map(drop)
        })
    }

    /// Brings a node's row of `search_index` up to date with the node and its documents. What a transformer made of its
    /// text is forgotten.
    ///
    /// # Errors
    /// Store errors.
    pub fn refresh_node_words(&self, ref_id: &str) -> Result<()> {
        self.run(|c| {
            let Some((id, kind, summary)) = c
                .prepare_cached("SELECT id, kind, summary FROM nodes WHERE ref_id = ?1")?
                .query_map([ref_id], |row| {
                    Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?))
                })?
                .next()
                .transpose()?
            else {
                return Ok(());
            };
            let mut content = String::new();
            let mut chunks = c.prepare_cached(
                "SELECT c.heading, c.content FROM doc_nodes n JOIN docs d ON d.id = n.doc_id
                     JOIN chunks c ON c.doc_id = d.id
                 WHERE n.ref_id = ?1 ORDER BY d.path, c.chunk_index",
            )?;
            let mut rows = chunks.query([ref_id])?;
            while let Some(row) = rows.next()? {
                for column in 0..2 {
                    content.push_str(&words::split_identifiers(row.get_ref(column)?.as_str()?));
                    content.push('\n');
                }
            }
            c.prepare_cached("DELETE FROM node_texts WHERE node_id = ?1")?.execute([id])?;
            c.prepare_cached("DELETE FROM search_index WHERE rowid = ?1")?.execute([id])?;
            c.prepare_cached(
                "INSERT INTO search_index (rowid, ref_id, kind, summary, content) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                id,
                words::split_identifiers(ref_id),
                kind,
                words::split_identifiers(&summary),
                content
            ])
            .map(drop)
        })
    }
    /// Replaces a node's vector.
    ///
    /// # Errors
    /// Store errors.
    pub fn put_node_vector(&self, ref_id: &str, vector: &ChunkVectors) -> Result<()> {
        self.run(|c| {
            c.prepare_cached(
                "REPLACE INTO vec_nodes (node_id, bits, bytes) SELECT id, ?2, ?3 FROM nodes WHERE ref_id = ?1",
            )?
            .execute(params![ref_id, vector.bits, vector.bytes])
            .map(drop)
        })
    }
}
