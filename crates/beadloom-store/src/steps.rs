//! A bound on what one answer may cost: an index that somebody else wrote may hold rows that make a statement run for hours.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use beadloom_model::{Code, Error, Result};
use rusqlite::Connection;

use crate::failures::damaged;

/// Instructions of SQLite's virtual machine between two looks.
const BETWEEN: std::ffi::c_int = 1 << 20;

/// Looks that one answer lasts: 2³² instructions, which take about a minute. The dearest answer of an index of 7,448 files
/// took less than a thousandth of that.
const MAX_LOOKS: u32 = 1 << 12;

/// Counts what the statements of one answer cost. Nothing is counted outside of an answer: how long a run that writes takes
/// follows from the files.
pub(crate) struct Steps {
    left: Arc<AtomicU32>,
    most: u32,
}

impl Steps {
    pub(crate) fn watch(conn: &mut Connection) -> rusqlite::Result<Self> {
        let left = Arc::new(AtomicU32::new(u32::MAX));
        let counted = Arc::clone(&left);
        let look = move || match counted.load(Ordering::Relaxed) {
            u32::MAX => false,
            0 => true,
            left => {
                counted.store(left - 1, Ordering::Relaxed);
                false
            }
        };
        conn.progress_handler(BETWEEN, Some(look))?;
        Ok(Self { left, most: MAX_LOOKS })
    }

    /// Runs the reads of one answer.
    ///
    /// # Errors
    /// Those of `read`; `index_damaged` where it went on for too long.
    pub(crate) fn bounded<T>(&self, read: impl FnOnce() -> Result<T>) -> Result<T> {
        self.left.store(self.most, Ordering::Relaxed);
        let value = read();
        let is_exhausted = self.left.swap(u32::MAX, Ordering::Relaxed) == 0;
        match value {
            Err(error) if is_exhausted && error.code == Code::Cancelled => Err(endless(error)),
            other => other,
        }
    }
}

fn endless(cause: Error) -> Error {
    damaged("an answer would take far longer than any index of a project lets it").caused_by(cause)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    #[test]
    fn an_answer_that_never_ends_is_ended_and_the_next_one_is_not() {
        let mut store = Store::nothing().unwrap();
        store.steps.most = 2;
        let count = |most: &str| {
            let sql = format!(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n {most}) SELECT max(i) FROM n"
            );
            store.snapshot(|| {
                let counted = store.conn.query_row(&sql, [], |row| row.get::<_, i64>(0));
                counted.map_err(|error| crate::failures::sql_error(&error))
            })
        };
        assert_eq!(count("").unwrap_err().code, Code::IndexDamaged);
        assert_eq!(count("LIMIT 1000").unwrap(), 1000);
    }
}
