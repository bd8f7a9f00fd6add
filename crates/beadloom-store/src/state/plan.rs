//! What the draft of a graph is made of, beside files and imports.

use beadloom_model::Result;

use super::State;
use crate::open::sql_error;

/// Kinds of types as they are numbered: class, interface, type.
const TYPES: &str = "kind_number IN (0, 4, 8)";

impl State<'_> {
    /// How many routes each file declares, by path.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn route_counts(&self) -> Result<Vec<(String, u32)>> {
        self.rows("SELECT file_path, COUNT(*) FROM routes GROUP BY file_path ORDER BY file_path", |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    }

    /// Hands out the path of each document with heading and content of its sections, in order, by path.
    ///
    /// # Errors
    /// As above.
    pub fn each_document(&self, mut take: impl FnMut(&str, &[(String, String)])) -> Result<()> {
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.conn.prepare_cached(
                "SELECT d.path, c.heading, c.content FROM docs d JOIN chunks c ON c.doc_id = d.id
                 ORDER BY d.path, c.chunk_index",
            )?;
            let mut rows = statement.query([])?;
            let (mut path, mut sections) = (String::new(), Vec::new());
            while let Some(row) = rows.next()? {
                let of = row.get_ref(0)?.as_str()?;
                if of != path {
                    take(&path, &sections);
                    sections.clear();
                    of.clone_into(&mut path);
                }
                sections.push((row.get(1)?, row.get(2)?));
            }
            take(&path, &sections);
            Ok(())
        };
        read().map_err(|e| sql_error(&e))
    }

    /// Types of these names that a file offers at its top level, with their paths: by name, then path.
    ///
    /// # Errors
    /// As above.
    pub fn offered_types(&self, names: &[String]) -> Result<Vec<(String, String)>> {
        let names = serde_json::to_string(names).unwrap_or_default();
        let collect = || -> rusqlite::Result<Vec<(String, String)>> {
            self.conn
                .prepare_cached(&format!(
                    "SELECT s.symbol_name, f.path FROM json_each(?1) j
                     CROSS JOIN code_symbols s ON s.symbol_name = j.value JOIN file_index f ON f.id = s.file_id
                     WHERE s.{TYPES} AND s.exported AND s.scope = '' ORDER BY s.symbol_name, f.path"
                ))?
                .query_map([names], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        };
        collect().map_err(|e| sql_error(&e))
    }

    /// The names of the types that a file offers at its top level, sorted, each once.
    ///
    /// # Errors
    /// As above.
    pub fn types_of(&self, file: i64) -> Result<Vec<String>> {
        let collect = || -> rusqlite::Result<Vec<String>> {
            self.conn
                .prepare_cached(&format!(
                    "SELECT DISTINCT symbol_name FROM code_symbols
                     WHERE file_id = ?1 AND {TYPES} AND exported AND scope = '' ORDER BY symbol_name"
                ))?
                .query_map([file], |row| row.get(0))?
                .collect()
        };
        collect().map_err(|e| sql_error(&e))
    }
}
