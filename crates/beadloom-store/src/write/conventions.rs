//! What files give and use by conventions.

use beadloom_model::Result;
use rusqlite::params;

use super::Writer;
use crate::rows::ConventionRow;

impl Writer<'_> {
    /// Says what a file gives and uses by conventions. `known`: the index may hold something of that file.
    ///
    /// # Errors
    /// Store errors.
    pub fn set_conventions(&self, file: i64, rows: &[ConventionRow], known: bool) -> Result<()> {
        if rows.is_empty() && !known {
            return Ok(());
        }
        self.run(|c| {
            if known {
                c.prepare_cached("DELETE FROM conventions WHERE file_id = ?1")?.execute([file])?;
            }
            let mut insert = c.prepare_cached(
                "INSERT INTO conventions (name, role, rule, file_id, line, last, detail, symbol)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?;
            for row in rows {
                let symbol = row.symbol.map_or(-1, i64::from);
                insert.execute(params![
                    row.name, row.role, row.rule, file, row.line, row.last, row.detail, symbol
                ])?;
            }
            Ok(())
        })
    }
}
