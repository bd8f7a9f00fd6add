//! What `status` counts.

use beadloom_model::Result;

use crate::Store;

/// A node with one of its documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeDocument {
    /// The node.
    pub ref_id: String,
    /// The document, relative to the root.
    pub path: String,
    /// Whether a generated text still waits to be written: it holds a `TODO` comment.
    pub stub: bool,
}

/// How many symbols belong to a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeCode {
    /// The node.
    pub ref_id: String,
    /// Symbols.
    pub symbols: u64,
}

/// A code file, as far as it can be without an owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeFile {
    /// Relative to the root.
    pub path: String,
    /// Whether one of its symbols belongs to a node by annotation.
    pub annotated: bool,
}

impl Store {
    /// Every node with each of its documents, by ref_id and path.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn node_documents(&self) -> Result<Vec<NodeDocument>> {
        self.list(
            "SELECT n.ref_id, d.path, d.stub
             FROM doc_nodes n JOIN docs d ON d.id = n.doc_id ORDER BY n.ref_id, d.path",
            [],
            |row| Ok(NodeDocument { ref_id: row.get(0)?, path: row.get(1)?, stub: row.get(2)? }),
        )
    }

    /// Every node that has symbols, by ref_id.
    ///
    /// # Errors
    /// Store errors.
    pub fn node_symbol_counts(&self) -> Result<Vec<NodeCode>> {
        self.list(
            // Symbols of files are counted by the file, and those that annotations give away taken off again: few have any.
            "SELECT o.ref_id, SUM(n.symbols) total FROM (
                 SELECT node_id, COUNT(*) symbols FROM symbol_nodes GROUP BY node_id
                 UNION ALL
                 SELECT f.node_id, COUNT(*) FROM file_nodes f CROSS JOIN code_symbols s ON s.file_id = f.file_id
                     AND s.kind_number < 16
                 GROUP BY f.node_id
                 UNION ALL
                 SELECT f.node_id, -1 FROM (SELECT DISTINCT symbol_id FROM symbol_nodes) a
                     JOIN code_symbols s ON s.id = a.symbol_id JOIN file_nodes f ON f.file_id = s.file_id
             ) n JOIN nodes o ON o.id = n.node_id GROUP BY n.node_id HAVING total > 0 ORDER BY o.ref_id",
            [],
            |row| Ok(NodeCode { ref_id: row.get(0)?, symbols: row.get::<_, i64>(1)?.cast_unsigned() }),
        )
    }

    /// Nodes with their kind, by ref_id.
    ///
    /// # Errors
    /// Store errors.
    pub fn node_kinds_by_id(&self) -> Result<Vec<(String, String)>> {
        self.list("SELECT ref_id, kind FROM nodes ORDER BY ref_id", [], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Code files that a person wrote and that have content in the index, by path.
    ///
    /// # Errors
    /// Store errors.
    pub fn code_files(&self) -> Result<Vec<CodeFile>> {
        self.list(
            "WITH annotated AS MATERIALIZED
                 (SELECT DISTINCT s.file_id FROM symbol_nodes n JOIN code_symbols s ON s.id = n.symbol_id)
             SELECT f.path, f.id IN (SELECT file_id FROM annotated) FROM file_index f
             WHERE f.kind = 'code' AND f.skipped IS NULL AND f.generated = 0 ORDER BY f.path",
            [],
            |row| Ok(CodeFile { path: row.get(0)?, annotated: row.get(1)? }),
        )
    }

    /// Code files that a person wrote, each with the number of its symbols, by path.
    ///
    /// # Errors
    /// Store errors.
    pub fn file_symbol_counts(&self) -> Result<Vec<(String, u64)>> {
        self.list(
            "SELECT f.path, (SELECT COUNT(*) FROM code_symbols s WHERE s.file_id = f.id AND s.kind_number < 16) FROM file_index f
             WHERE f.kind = 'code' AND f.skipped IS NULL AND f.generated = 0 ORDER BY f.path",
            [],
            |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned())),
        )
    }

    /// The symbols that more files refer to than to others: row id and number of files, at least `most` of them where
    /// there are as many, and all that have as many as the last; in no order.
    ///
    /// # Errors
    /// Store errors.
    pub fn most_referred(&self, most: usize) -> Result<Vec<(i64, u64)>> {
        let mut counts: Vec<(i64, u64)> = self.list(
            "SELECT symbol_id, COUNT(*) FROM ref_targets GROUP BY symbol_id HAVING COUNT(*) > 1",
            [],
            |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned())),
        )?;
        if counts.len() > most && most > 0 {
            let (_, (_, cut), _) = counts.select_nth_unstable_by(most - 1, |a, b| b.1.cmp(&a.1));
            let cut = *cut;
            counts.retain(|(_, count)| *count >= cut);
        }
        Ok(counts)
    }

    /// Pairs of document and node that are behind, once each, by document.
    ///
    /// # Errors
    /// Store errors.
    pub fn stale_document_nodes(&self) -> Result<Vec<(String, String)>> {
        self.list(
            "SELECT DISTINCT doc_path, ref_id FROM sync_state WHERE status = 'stale' ORDER BY doc_path, ref_id",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// How many pairs of document and code are behind.
    ///
    /// # Errors
    /// Store errors.
    pub fn count_stale_pairs(&self) -> Result<u64> {
        let count = self.first("SELECT COUNT(*) FROM sync_state WHERE status = 'stale'", [], |row| {
            row.get::<_, i64>(0)
        })?;
        Ok(count.unwrap_or(0).cast_unsigned())
    }
}
