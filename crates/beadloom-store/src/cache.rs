//! Bundles that were computed before, for whoever asks the same of the same index again.

use std::time::Duration;

use beadloom_model::Result;
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use crate::failures::sql_error;
use crate::open::READ_WAIT;
use crate::state::State;
use crate::{Store, Writer};

/// Bytes of all kept bundles together, at most.
const KEPT_BYTES: i64 = 4 << 20;

/// Names a question: a hash over all that the answer depends on besides the index.
pub type CacheKey = [u8; 32];

impl State<'_> {
    /// As [`Store::stamp`].
    ///
    /// # Errors
    /// Store errors.
    pub fn stamp(&self) -> Result<String> {
        let part = |key| Ok(self.meta(key)?.unwrap_or_default());
        Ok(format!("{}:{}:{}", part("generation")?, part("changed_ns")?, part("past_changed")?))
    }
}

impl Store {
    /// Names the state that the index is in: another one after every change that a reader can see, also where the
    /// file was deleted and made anew.
    ///
    /// # Errors
    /// Store errors.
    pub fn stamp(&self) -> Result<String> {
        self.state().stamp()
    }

    /// What was answered in this state.
    ///
    /// # Errors
    /// Store errors.
    pub fn cached_bundle(&self, key: &CacheKey, stamp: &str) -> Result<Option<String>> {
        self.conn
            .prepare_cached(
                "SELECT content FROM bundle_cache
                 WHERE key = ?1 AND EXISTS (SELECT 1 FROM meta WHERE key = 'bundles_of' AND value = ?2)",
            )
            .and_then(|mut select| select.query_row(params![key, stamp], |row| row.get(0)).optional())
            .map_err(|e| sql_error(&e))
    }

    /// Notes that a kept answer was used: it is the last to go now. Does nothing where the index cannot be written.
    ///
    /// # Errors
    /// Store errors.
    pub fn touch_bundle(&self, key: &CacheKey) -> Result<()> {
        self.try_to_write(|c| {
            c.prepare_cached(
                "UPDATE bundle_cache SET used = (SELECT MAX(used) + 1 FROM bundle_cache)
                 WHERE key = ?1 AND used < (SELECT MAX(used) FROM bundle_cache)",
            )?
            .execute([key.as_slice()])
            .map(drop)
        })
    }

    /// Keeps an answer, and forgets those of other states and those that were not used for longest. Does nothing
    /// where the index cannot be written now: it is being rewritten, or may only be read.
    ///
    /// # Errors
    /// Store errors.
    pub fn cache_bundle(&self, key: &CacheKey, stamp: &str, content: &str) -> Result<()> {
        let bytes = i64::try_from(content.len()).unwrap_or(i64::MAX);
        if bytes > KEPT_BYTES {
            return Ok(());
        }
        self.try_to_write(|c| {
            let transaction = c.unchecked_transaction()?;
            // A run may have ended meanwhile.
            if self.stamp().ok().as_deref() != Some(stamp) {
                return Ok(());
            }
            let news = c
                .prepare_cached(
                    "INSERT INTO meta (key, value) VALUES ('bundles_of', ?1)
                     ON CONFLICT (key) DO UPDATE SET value = ?1 WHERE value <> ?1",
                )?
                .execute([stamp])?;
            if news > 0 {
                c.prepare_cached("DELETE FROM bundle_cache")?.execute([])?;
            }
            c.prepare_cached(
                "INSERT OR REPLACE INTO bundle_cache (key, used, bytes, content)
                 VALUES (?1, (SELECT coalesce(MAX(used), 0) + 1 FROM bundle_cache), ?2, ?3)",
            )?
            .execute(params![key, bytes, content])?;
            let total: i64 = c
                .prepare_cached(
                    "SELECT coalesce(SUM(bytes), 0) FROM bundle_cache INDEXED BY idx_bundle_cache_used",
                )?
                .query_row([], |row| row.get(0))?;
            if total > KEPT_BYTES {
                c.prepare_cached(
                    "DELETE FROM bundle_cache WHERE used <=
                         (SELECT MAX(used) FROM
                             (SELECT used, SUM(bytes) OVER (ORDER BY used DESC) AS total FROM bundle_cache)
                          WHERE total > ?1)",
                )?
                .execute([KEPT_BYTES])?;
            }
            transaction.commit()
        })
    }

    /// Writes if that is possible at once.
    fn try_to_write(&self, write: impl FnOnce(&Connection) -> rusqlite::Result<()>) -> Result<()> {
        let cannot = |error: &rusqlite::Error| {
            matches!(
                error.sqlite_error_code(),
                Some(
                    ErrorCode::DatabaseBusy
                        | ErrorCode::DatabaseLocked
                        | ErrorCode::ReadOnly
                        | ErrorCode::DiskFull
                        | ErrorCode::SystemIoFailure
                )
            )
        };
        if self.note_log().is_err() {
            return Ok(());
        }
        let wait = |time| self.conn.busy_timeout(time);
        let written = wait(Duration::ZERO).and_then(|()| write(&self.conn));
        wait(READ_WAIT).map_err(|e| sql_error(&e))?;
        match written {
            Err(error) if !cannot(&error) => Err(sql_error(&error)),
            _ => Ok(()),
        }
    }
}

impl Writer<'_> {
    /// Says that from here on the index is in a state of its own: see [`Store::stamp`].
    ///
    /// # Errors
    /// Store errors.
    pub fn set_state(&self, generation: u64, now_ns: i64) -> Result<()> {
        self.set_meta("generation", &generation.to_string())?;
        self.set_meta("changed_ns", &now_ns.to_string())
    }
}

impl State<'_> {
    /// Bundles that are kept, and bytes of their texts.
    ///
    /// # Errors
    /// Store errors.
    pub fn cached_bundles(&self) -> Result<(u64, u64)> {
        self.conn
            .query_row("SELECT COUNT(*), coalesce(SUM(bytes), 0) FROM bundle_cache", [], |row| {
                Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get::<_, i64>(1)?.cast_unsigned()))
            })
            .map_err(|e| sql_error(&e))
    }
}
