//! Nodes and edges, by id.

use std::sync::Arc;

use beadloom_model::{EdgeOrigin, Links, Result};
use rusqlite::Row;

use crate::Store;
use crate::columns::{EDGE, NODE, edge_row, node_row, origin};
use crate::rows::{EdgeRow, NodeRow, to_json};

/// An edge without what hangs on it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    /// From.
    pub src: String,
    /// To.
    pub dst: String,
    /// Edge kind.
    pub kind: String,
}

/// An edge on the way from one node to the next, with how it came to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeLink {
    /// The node that was asked for.
    pub near: String,
    /// The other end.
    pub far: String,
    /// Edge kind.
    pub kind: String,
    /// How it came to be.
    pub origin: EdgeOrigin,
    /// What its `count` says: the imports behind it, where it was found by imports.
    pub count: Option<u64>,
}

fn node_link(row: &Row<'_>) -> rusqlite::Result<NodeLink> {
    Ok(NodeLink {
        near: row.get(0)?,
        far: row.get(1)?,
        kind: row.get(2)?,
        origin: origin(row, 3)?,
        count: row.get::<_, Option<i64>>(4)?.map(i64::cast_unsigned),
    })
}

fn link(row: &Row<'_>) -> rusqlite::Result<Link> {
    Ok(Link { src: row.get(0)?, dst: row.get(1)?, kind: row.get(2)? })
}

impl Store {
    /// A value of `meta`.
    ///
    /// # Errors
    /// Store errors, here and in the other reads.
    pub fn meta(&self, key: &str) -> Result<Option<String>> {
        self.state().meta(key)
    }

    /// Links that lead to files and folders of the project.
    ///
    /// # Errors
    /// Store errors.
    pub fn links(&self) -> Result<Links> {
        self.state().links()
    }

    /// A node.
    ///
    /// # Errors
    /// Store errors.
    pub fn node(&self, ref_id: &str) -> Result<Option<NodeRow>> {
        self.first(&format!("SELECT {NODE} FROM nodes WHERE ref_id = ?1"), [ref_id], node_row)
    }

    /// Those of the nodes that exist, by ref_id.
    ///
    /// # Errors
    /// Store errors.
    pub fn nodes_by_id(&self, ref_ids: &[String]) -> Result<Vec<NodeRow>> {
        self.list(
            &format!(
                "SELECT {NODE} FROM nodes WHERE ref_id IN (SELECT value FROM json_each(?1)) ORDER BY ref_id"
            ),
            [to_json(&ref_ids)],
            node_row,
        )
    }

    /// The id and source of every node that has one, by ref_id.
    ///
    /// # Errors
    /// Store errors.
    pub fn node_sources(&self) -> Result<Arc<Vec<(String, String)>>> {
        if let Some(known) = &self.kept()?.sources {
            return Ok(Arc::clone(known));
        }
        let sql = "SELECT ref_id, source FROM nodes WHERE source <> '' ORDER BY ref_id";
        let found = Arc::new(self.list(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?);
        self.kept()?.sources = Some(Arc::clone(&found));
        Ok(found)
    }

    /// The same for the nodes with one of these sources.
    ///
    /// # Errors
    /// Store errors.
    pub fn nodes_with_source(&self, sources: &[String]) -> Result<Vec<(String, String)>> {
        self.list(
            "SELECT ref_id, source FROM nodes WHERE source IN (SELECT value FROM json_each(?1)) ORDER BY ref_id",
            [to_json(&sources)],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// The ids of all nodes, sorted.
    ///
    /// # Errors
    /// Store errors.
    pub fn node_ids(&self) -> Result<Vec<String>> {
        self.list("SELECT ref_id FROM nodes ORDER BY ref_id", [], |row| row.get(0))
    }

    /// The node kinds in use, sorted.
    ///
    /// # Errors
    /// Store errors.
    pub fn node_kinds(&self) -> Result<Vec<String>> {
        self.list("SELECT DISTINCT kind FROM nodes ORDER BY kind", [], |row| row.get(0))
    }

    /// Edges that touch any of the nodes, once each, by src, dst and kind. One statement, however many nodes.
    ///
    /// # Errors
    /// Store errors.
    pub fn links_touching(&self, ref_ids: &[String]) -> Result<Vec<Link>> {
        self.list(
            "SELECT src_ref_id, dst_ref_id, kind FROM edges
                 WHERE src_ref_id IN (SELECT value FROM json_each(?1))
             UNION
             SELECT src_ref_id, dst_ref_id, kind FROM edges
                 WHERE dst_ref_id IN (SELECT value FROM json_each(?1))
             ORDER BY 1, 2, 3",
            [to_json(&ref_ids)],
            link,
        )
    }

    /// Edges that lead from any of the nodes to another one, by src, dst and kind.
    ///
    /// # Errors
    /// Store errors.
    pub fn links_from(&self, ref_ids: &[String]) -> Result<Vec<NodeLink>> {
        self.node_links("src_ref_id", "dst_ref_id", ref_ids)
    }

    /// Edges that lead to any of the nodes from another one, by dst, src and kind.
    ///
    /// # Errors
    /// Store errors.
    pub fn links_to(&self, ref_ids: &[String]) -> Result<Vec<NodeLink>> {
        self.node_links("dst_ref_id", "src_ref_id", ref_ids)
    }

    /// `near`, `far`: the columns of the end that is among the nodes, and of the other.
    fn node_links(&self, near: &str, far: &str, ref_ids: &[String]) -> Result<Vec<NodeLink>> {
        self.list(
            &format!(
                "SELECT {near}, {far}, kind, origin,
                     CASE WHEN extra = '{{}}' THEN NULL
                         WHEN json_type(extra, '$.count') = 'integer'
                         THEN MAX(json_extract(extra, '$.count'), 0) END
                 FROM edges WHERE {near} IN (SELECT value FROM json_each(?1)) AND {near} <> {far}
                 ORDER BY {near}, {far}, kind"
            ),
            [to_json(&ref_ids)],
            node_link,
        )
    }

    /// The other nodes that edges of one kind lead from to any of the nodes, once each, by ref_id.
    ///
    /// # Errors
    /// Store errors.
    pub fn sources_of_kind(&self, ref_ids: &[String], kind: &str) -> Result<Vec<String>> {
        self.list(
            "SELECT DISTINCT src_ref_id FROM edges
             WHERE dst_ref_id IN (SELECT value FROM json_each(?1)) AND kind = ?2 AND src_ref_id <> dst_ref_id
             ORDER BY src_ref_id",
            [to_json(&ref_ids).as_str(), kind],
            |row| row.get(0),
        )
    }

    /// Edges with both ends among the nodes, by src, dst and kind.
    ///
    /// The plus keeps SQLite from looking up each pair of two nodes: a hundred million for ten thousand nodes.
    ///
    /// # Errors
    /// Store errors.
    pub fn links_between(&self, ref_ids: &[String]) -> Result<Vec<Link>> {
        self.list(
            "SELECT src_ref_id, dst_ref_id, kind FROM edges
             WHERE src_ref_id IN (SELECT value FROM json_each(?1))
                 AND +dst_ref_id IN (SELECT value FROM json_each(?1))
             ORDER BY src_ref_id, dst_ref_id, kind",
            [to_json(&ref_ids)],
            link,
        )
    }

    /// Edges of one kind, by src and dst.
    ///
    /// # Errors
    /// Store errors.
    pub fn links_of_kind(&self, kind: &str) -> Result<Vec<Link>> {
        self.list(
            "SELECT src_ref_id, dst_ref_id, kind FROM edges WHERE kind = ?1 ORDER BY src_ref_id, dst_ref_id",
            [kind],
            link,
        )
    }

    /// Edges with both ends among the nodes and all that is known of them, by src, dst and kind. The plus is there as in
    /// [`Self::links_between`].
    ///
    /// # Errors
    /// Store errors.
    pub fn edges_between(&self, ref_ids: &[String]) -> Result<Vec<EdgeRow>> {
        self.list(
            &format!(
                "SELECT {EDGE} FROM edges
                 WHERE src_ref_id IN (SELECT value FROM json_each(?1))
                     AND +dst_ref_id IN (SELECT value FROM json_each(?1))
                 ORDER BY src_ref_id, dst_ref_id, kind"
            ),
            [to_json(&ref_ids)],
            edge_row,
        )
    }
}
