//! What files say about routes, and the routes that follow.

use beadloom_model::{Result, Routing};
use rusqlite::params;

use super::Writer;
use crate::rows::{RouteRow, to_json};

impl Writer<'_> {
    /// Says what a file states about routes. Returns whether that is something else than before.
    ///
    /// # Errors
    /// Store errors.
    pub fn set_routing(&self, path: &str, routing: &Routing) -> Result<bool> {
        self.run(|c| {
            let changed = if routing.is_empty() {
                c.prepare_cached("DELETE FROM routing WHERE file_path = ?1")?.execute([path])?
            } else {
                c.prepare_cached(
                    "INSERT INTO routing (file_path, content) VALUES (?1, ?2)
                     ON CONFLICT (file_path) DO UPDATE SET content = excluded.content
                     WHERE content <> excluded.content",
                )?
                .execute(params![path, to_json(routing)])?
            };
            Ok(changed > 0)
        })
    }

    /// Replaces all routes. Returns whether they are others than before.
    ///
    /// # Errors
    /// Store errors.
    pub fn set_routes(&self, routes: &[RouteRow]) -> Result<bool> {
        if self.state().routes()? == routes {
            return Ok(false);
        }
        self.run(|c| {
            c.prepare_cached("DELETE FROM routes")?.execute([])?;
            let mut insert = c.prepare_cached(
                "INSERT INTO routes (file_path, line, method, path, handler, framework) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?;
            for route in routes {
                insert.execute(params![
                    route.file_path,
                    route.line,
                    route.method,
                    route.path,
                    route.handler,
                    route.framework
                ])?;
            }
            Ok(true)
        })
    }
}
