//! Documents and their chunks, by node.

use beadloom_model::CompactSort as _;
use beadloom_model::{Result, Section};
use rusqlite::Row;

use super::limit;
use crate::Store;
use crate::rows::to_json;

/// What is needed to choose a chunk without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkHead {
    /// Row id.
    pub id: i64,
    /// A node of the chunk's document; a chunk of several nodes has a head for each.
    pub ref_id: String,
    /// The document, relative to the root.
    pub doc_path: String,
    /// Place in the document, from 0.
    pub index: u32,
    /// What the section is for.
    pub section: Section,
}

/// A chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkRow {
    /// Row id.
    pub id: i64,
    /// Row id of the document.
    pub doc_id: i64,
    /// Place in the document, from 0.
    pub index: u32,
    /// The document, relative to the root.
    pub doc_path: String,
    /// The H2 above it; empty before the first one.
    pub heading: String,
    /// What the section is for.
    pub section: Section,
    /// Markdown.
    pub content: String,
    /// 1-based.
    pub line_start: u32,
    /// The first of the document's nodes.
    pub ref_id: Option<String>,
}

/// The reverse of [`Section::as_str`]; unknown names read as `Other`.
pub(super) fn section(name: &str) -> Section {
    [Section::Spec, Section::Invariants, Section::Constraints, Section::Api, Section::Tests]
        .into_iter()
        .find(|section| section.as_str() == name)
        .unwrap_or(Section::Other)
}

/// Columns of [`ChunkRow`], from `chunks c` and `docs d`.
pub(super) const CHUNK: &str = "c.id, d.path, c.heading, c.section, c.content, c.line_start, c.node_ref_id, c.doc_id, \
     c.chunk_index";

pub(super) fn chunk_row(row: &Row<'_>) -> rusqlite::Result<ChunkRow> {
    Ok(ChunkRow {
        id: row.get(0)?,
        doc_path: row.get(1)?,
        heading: row.get(2)?,
        section: section(row.get_ref(3)?.as_str()?),
        content: row.get(4)?,
        line_start: row.get(5)?,
        ref_id: row.get(6)?,
        doc_id: row.get(7)?,
        index: row.get(8)?,
    })
}

impl Store {
    /// The chunks of the nodes' documents without their text, by ref_id, path and place.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn chunk_heads(&self, ref_ids: &[String]) -> Result<Vec<ChunkHead>> {
        self.list(
            "SELECT c.id, n.ref_id, d.path, c.chunk_index, c.section
             FROM doc_nodes n JOIN docs d ON d.id = n.doc_id JOIN chunks c ON c.doc_id = d.id
             WHERE n.ref_id IN (SELECT value FROM json_each(?1)) ORDER BY n.ref_id, d.path, c.chunk_index",
            [to_json(&ref_ids)],
            |row| {
                Ok(ChunkHead {
                    id: row.get(0)?,
                    ref_id: row.get(1)?,
                    doc_path: row.get(2)?,
                    index: row.get(3)?,
                    section: section(row.get_ref(4)?.as_str()?),
                })
            },
        )
    }

    /// Chunks by row id, in the order of the ids.
    ///
    /// # Errors
    /// Store errors.
    pub fn chunks(&self, ids: &[i64]) -> Result<Vec<ChunkRow>> {
        self.list(
            &format!(
                "SELECT {CHUNK} FROM json_each(?1) i JOIN chunks c ON c.id = i.value JOIN docs d ON d.id = c.doc_id
                 ORDER BY i.key"
            ),
            [to_json(&ids)],
            chunk_row,
        )
    }

    /// Title and text of the README of a folder, up to `most` chunks of it; `folder` is empty for the root, else it ends with
    /// `/`.
    ///
    /// # Errors
    /// Store errors.
    pub fn readme_of(&self, folder: &str, most: usize) -> Result<Option<(String, String)>> {
        let chunks: Vec<(Option<String>, String)> = self.list(
            "SELECT d.title, c.content FROM docs d JOIN chunks c ON c.doc_id = d.id
             WHERE d.path = ?1 || 'README.md' COLLATE NOCASE ORDER BY d.path, c.chunk_index LIMIT ?2",
            (folder, limit(most)),
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        let title = chunks.first().and_then(|(title, _)| title.clone()).unwrap_or_default();
        let text: Vec<String> = chunks.into_iter().map(|(_, content)| content).collect();
        Ok((!text.is_empty()).then(|| (title, text.join("\n\n"))))
    }

    /// The nodes of a document, by ref_id.
    ///
    /// # Errors
    /// Store errors.
    pub fn nodes_of_document(&self, path: &str) -> Result<Vec<String>> {
        self.list(
            "SELECT n.ref_id FROM docs d JOIN doc_nodes n ON n.doc_id = d.id WHERE d.path = ?1 ORDER BY n.ref_id",
            [path],
            |row| row.get(0),
        )
    }

    /// Documents of the nodes that are behind their code, by path.
    ///
    /// # Errors
    /// Store errors.
    pub fn stale_documents(&self, ref_ids: &[String]) -> Result<Vec<String>> {
        self.list(
            "SELECT DISTINCT doc_path FROM sync_state
             WHERE status = 'stale' AND ref_id IN (SELECT value FROM json_each(?1)) ORDER BY doc_path",
            [to_json(&ref_ids)],
            |row| row.get(0),
        )
    }

    /// The documents of the nodes, once per document and node: pairs of path and ref_id, sorted. `ref_ids`: each
    /// once.
    ///
    /// # Errors
    /// Store errors.
    pub fn documents_of_nodes(&self, ref_ids: &[String]) -> Result<Vec<(String, String)>> {
        let mut found: Vec<(String, String)> = self.list(
            "SELECT d.path, n.ref_id FROM json_each(?1) j CROSS JOIN doc_nodes n ON n.ref_id = j.value
                 JOIN docs d ON d.id = n.doc_id",
            [to_json(&ref_ids)],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        found.compact_sort();
        Ok(found)
    }

    /// Titles, headings and texts of up to `most` chunks, by path and place: what a vocabulary is made of.
    ///
    /// # Errors
    /// Store errors.
    pub fn chunk_texts(&self, most: usize) -> Result<Vec<String>> {
        self.list(
            "SELECT coalesce(d.title, '') || ' ' || c.heading || ' ' || c.content
             FROM docs d JOIN chunks c ON c.doc_id = d.id ORDER BY d.path, c.chunk_index LIMIT ?1",
            [limit(most)],
            |row| row.get(0),
        )
    }
}
