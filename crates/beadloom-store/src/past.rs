//! Past commits: written whole when HEAD is another one, read whole by who asks.

use std::sync::Arc;
use std::time::Duration;

use beadloom_history::{Packed, Past};
use beadloom_model::Result;
use rusqlite::{OptionalExtension, params};

use crate::Store;
use crate::failures::sql_error;

/// Parts of the table.
mod part {
    pub const STAMP: i64 = 0;
    pub const COMMITS: i64 = 1;
    pub const PATHS: i64 = 2;
    pub const TERMS: i64 = 3;
}

impl Store {
    /// Of which HEAD the commits are that are kept: what was given to [`Store::set_past`]; None where none are.
    ///
    /// # Errors
    /// Store errors.
    pub fn past_stamp(&self) -> Result<Option<String>> {
        let stamp = self.part(part::STAMP)?;
        Ok(stamp.map(|stamp| String::from_utf8_lossy(&stamp).into_owned()))
    }

    /// The commits that are kept; none where there are none, or another version packed them.
    ///
    /// # Errors
    /// Store errors.
    pub fn past(&self) -> Result<Arc<Past>> {
        if let Some(past) = &self.kept()?.past {
            return Ok(Arc::clone(past));
        }
        let part = |number| Ok(self.part(number)?.unwrap_or_default());
        let packed =
            Packed { commits: part(part::COMMITS)?, paths: part(part::PATHS)?, terms: part(part::TERMS)? };
        let past = Arc::new(packed.unpack().unwrap_or_default());
        self.kept()?.past = Some(Arc::clone(&past));
        Ok(past)
    }

    /// Keeps these commits and no others; none at all where `kept` is None. Answers that were made without them are forgotten.
    ///
    /// # Errors
    /// As [`Store::write`], and store errors.
    pub fn set_past(&mut self, kept: Option<(&str, &Packed)>, wait: Duration) -> Result<()> {
        let writer = self.write(wait)?;
        writer.run(|c| {
            c.execute("DELETE FROM past", [])?;
            let Some((stamp, packed)) = kept else { return Ok(()) };
            let mut insert = c.prepare("INSERT INTO past (part, data) VALUES (?1, ?2)")?;
            for (number, data) in [
                (part::STAMP, stamp.as_bytes()),
                (part::COMMITS, packed.commits.as_slice()),
                (part::PATHS, packed.paths.as_slice()),
                (part::TERMS, packed.terms.as_slice()),
            ] {
                insert.execute(params![number, data])?;
            }
            Ok(())
        })?;
        let changes = writer.state().meta("past_changed")?.and_then(|n| n.parse::<u64>().ok()).unwrap_or(0);
        writer.set_meta("past_changed", &(changes + 1).to_string())?;
        writer.commit()
    }

    fn part(&self, number: i64) -> Result<Option<Vec<u8>>> {
        self.conn
            .prepare_cached("SELECT data FROM past WHERE part = ?1")
            .and_then(|mut select| select.query_row([number], |row| row.get(0)).optional())
            .map_err(|e| sql_error(&e))
    }
}
