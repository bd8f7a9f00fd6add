//! Routes.

use beadloom_model::{Result, Routing};
use rusqlite::params;

use super::range;
use crate::Store;
use crate::failures::sql_error;
use crate::queries::list;
use crate::rows::RouteRow;
use crate::state::State;

impl Store {
    /// Routes that a file states, or the files below a folder (ending in `/`), by file, line, method and path.
    ///
    /// # Errors
    /// Store errors.
    pub fn routes_of(&self, path: &str, most: usize) -> Result<Vec<RouteRow>> {
        let (from, to) = range(path);
        self.list(
            "SELECT file_path, line, method, path, handler, framework FROM routes
             WHERE file_path >= ?1 AND file_path < ?2
             ORDER BY file_path, line, method, path, handler, framework LIMIT ?3",
            params![from, to, i64::try_from(most).unwrap_or(i64::MAX)],
            route,
        )
    }
}

impl Store {
    /// Routes of the files that belong to a node itself, not to its parts, and of the files of definitions that an annotation
    /// gives it; in the order of [`Store::routes_of`].
    ///
    /// # Errors
    /// Store errors.
    pub fn routes_of_node(&self, ref_id: &str, most: usize) -> Result<Vec<RouteRow>> {
        self.list(
            "SELECT file_path, line, method, path, handler, framework FROM routes
             WHERE file_path IN (
                 SELECT f.path FROM nodes o JOIN file_nodes n ON n.node_id = o.id JOIN file_index f ON f.id = n.file_id
                 WHERE o.ref_id = ?1)
                 OR EXISTS (
                     SELECT 1 FROM nodes o JOIN symbol_nodes n ON n.node_id = o.id
                         JOIN code_symbols s ON s.id = n.symbol_id JOIN file_index f ON f.id = s.file_id
                     WHERE o.ref_id = ?1 AND f.path = file_path AND line BETWEEN s.line_start AND s.line_end)
             ORDER BY file_path, line, method, path, handler, framework LIMIT ?2",
            params![ref_id, i64::try_from(most).unwrap_or(i64::MAX)],
            route,
        )
    }
}

/// Columns in the order of [`RouteRow`].
fn route(row: &rusqlite::Row<'_>) -> rusqlite::Result<RouteRow> {
    Ok(RouteRow {
        file_path: row.get(0)?,
        line: row.get(1)?,
        method: row.get(2)?,
        path: row.get(3)?,
        handler: row.get(4)?,
        framework: row.get(5)?,
    })
}

impl State<'_> {
    /// Every file that says something about routes, by path.
    ///
    /// # Errors
    /// Store errors.
    pub fn routing(&self) -> Result<Vec<(String, Routing)>> {
        let collect = || -> rusqlite::Result<Vec<(String, String)>> {
            self.conn
                .prepare_cached("SELECT file_path, content FROM routing ORDER BY file_path")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        };
        let rows = collect().map_err(|e| sql_error(&e))?;
        Ok(rows
            .into_iter()
            .map(|(path, content)| (path, serde_json::from_str(&content).unwrap_or_default()))
            .collect())
    }

    /// All routes by file, line, method, path and the rest.
    ///
    /// # Errors
    /// Store errors.
    pub fn routes(&self) -> Result<Vec<RouteRow>> {
        list(
            self.conn,
            "SELECT file_path, line, method, path, handler, framework FROM routes
                     ORDER BY file_path, line, method, path, handler, framework",
            [],
            route,
        )
    }
}
