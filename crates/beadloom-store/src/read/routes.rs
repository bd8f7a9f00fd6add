//! Routes.

use beadloom_model::{Result, Routing};

use crate::open::sql_error;
use crate::rows::RouteRow;
use crate::state::State;

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
        let collect = || -> rusqlite::Result<Vec<RouteRow>> {
            self.conn
                .prepare_cached(
                    "SELECT file_path, line, method, path, handler, framework FROM routes
                     ORDER BY file_path, line, method, path, handler, framework",
                )?
                .query_map([], |row| {
                    Ok(RouteRow {
                        file_path: row.get(0)?,
                        line: row.get(1)?,
                        method: row.get(2)?,
                        path: row.get(3)?,
                        handler: row.get(4)?,
                        framework: row.get(5)?,
                    })
                })?
                .collect()
        };
        collect().map_err(|e| sql_error(&e))
    }
}
