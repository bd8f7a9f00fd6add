//! The one write transaction of a reindex. Readers see the index before it or after it, never in between.

mod chunks;
mod code;
mod conventions;
mod documents;
mod files;
mod graph;
mod links;
mod pending;
mod references;
mod routes;
mod texts;
mod vectors;

pub use code::SymbolChanges;
pub(crate) use documents::index_chunk;
pub use pending::ChunkVectors;
pub use references::{BulkTargets, StatedReferences, WrittenPath};

use std::cell::RefCell;
use std::time::{Duration, Instant};

use beadloom_model::{Diagnostic, Links, Result};
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, params};

use self::pending::{Pending, give_ids_anew};
use crate::columns::LINKS;
use crate::failures::sql_error;
use crate::open::{condition_of, create_schema};
use crate::rows::to_json;
use crate::state::State;
use crate::{Condition, Store};

/// An open write transaction. Dropping it without [`Writer::commit`] leaves the index as it was.
pub struct Writer<'a> {
    tx: Transaction<'a>,
    /// What changed among chunks, not yet in the store.
    chunks: RefCell<Option<Pending>>,
    texts: texts::Texts,
}

/// Indexes that a bulk load goes without.
#[must_use]
pub struct BulkLoad {
    /// As `schema.sql` makes them.
    indexes: Vec<String>,
}

impl Store {
    /// Begins the write transaction, waiting up to `wait` for another writer. An empty file, or one of an older
    /// schema, gets this version's schema within the transaction.
    ///
    /// # Errors
    /// `index_busy`, `disk_full`, `not_writable`, `index_damaged`, `index_too_new`.
    pub fn write(&mut self, wait: Duration) -> Result<Writer<'_>> {
        self.write_unless(wait, &|| false)
    }

    /// The same, and gives up waiting soon after `stop` says so.
    ///
    /// # Errors
    /// As [`Store::write`]; `index_busy` too where `stop` said so.
    pub fn write_unless(&mut self, wait: Duration, stop: &dyn Fn() -> bool) -> Result<Writer<'_>> {
        /// How long SQLite waits by itself, where nobody can stop it.
        const BUSY_TIMEOUT: Duration = Duration::from_millis(40);
        self.note_log()?;
        let until = Instant::now() + wait;
        let tx = loop {
            let left = until.saturating_duration_since(Instant::now());
            self.conn.busy_timeout(left.min(BUSY_TIMEOUT)).map_err(|e| sql_error(&e))?;
            match Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate) {
                Ok(tx) => break tx,
                Err(e) if is_busy(&e) && left > BUSY_TIMEOUT && !stop() => {}
                Err(e) => return Err(sql_error(&e)),
            }
        };
        let writer = Writer { tx, chunks: RefCell::new(None), texts: texts::Texts::default() };
        // Looked at again inside the transaction: another process may have made the schema meanwhile.
        if condition_of(&writer.tx)? == Condition::Empty {
            writer.run(create_schema)?;
        }
        Ok(writer)
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

impl Writer<'_> {
    /// The index as this transaction has left it so far.
    pub fn state(&self) -> State<'_> {
        State { conn: self.connection() }
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.tx
    }

    pub(crate) fn run<T>(&self, f: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        f(&self.tx).map_err(|e| sql_error(&e))
    }

    /// Makes everything written visible at once.
    ///
    /// # Errors
    /// `disk_full` and other store errors; the index is then as it was.
    pub fn commit(self) -> Result<()> {
        self.write_chunks()?;
        self.run(texts::sweep)?;
        self.tx.commit().map_err(|e| sql_error(&e))
    }

    /// Empties every table but `meta`: the start of a full rebuild.
    ///
    /// # Errors
    /// Store errors.
    pub fn clear(&self) -> Result<()> {
        self.chunks.replace(None);
        self.texts.clear();
        self.run(|c| {
            create_schema(c)?;
            give_ids_anew(c)
        })
    }

    /// Drops the indexes of the large tables for the time of a bulk load: made at the end from sorted rows they cost
    /// half. Hand the result to [`Writer::end_bulk`]; until then nothing may be looked up through them.
    ///
    /// # Errors
    /// Store errors.
    pub fn begin_bulk(&self) -> Result<BulkLoad> {
        self.run(|c| {
            let indexes: Vec<(String, String)> = c
                .prepare(
                    "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
                         AND tbl_name IN ('code_symbols', 'file_nodes', 'imports')
                         AND name <> 'idx_symbols_annotated'",
                )?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            for (name, _) in &indexes {
                c.execute_batch(&format!("DROP INDEX \"{name}\""))?;
            }
            Ok(BulkLoad { indexes: indexes.into_iter().map(|(_, sql)| sql).collect() })
        })
    }

    /// Makes the indexes again.
    ///
    /// # Errors
    /// Store errors.
    pub fn end_bulk(&self, bulk: BulkLoad) -> Result<()> {
        self.run(|c| bulk.indexes.iter().try_for_each(|sql| c.execute_batch(sql)))
    }

    /// Sets a key of `meta`.
    ///
    /// # Errors
    /// Store errors.
    pub fn set_meta(&self, key: &str, value: &str) -> Result<()> {
        self.run(|c| {
            c.prepare_cached(
                "INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2",
            )?
            .execute(params![key, value])
            .map(drop)
        })
    }

    /// Notes the links of the project.
    ///
    /// # Errors
    /// Store errors.
    pub fn set_links(&self, links: &Links) -> Result<()> {
        self.set_meta(LINKS, &serde_json::to_string(links).unwrap_or_default())
    }

    /// Replaces the findings of one scope: a file's path, or `""` for the graph as a whole.
    ///
    /// # Errors
    /// Store errors.
    pub fn set_diagnostics(&self, scope: &str, diagnostics: &[Diagnostic]) -> Result<()> {
        self.run(|c| {
            c.prepare_cached("DELETE FROM diagnostics WHERE scope = ?1")?.execute([scope])?;
            for (seq, diagnostic) in diagnostics.iter().enumerate() {
                c.prepare_cached(
                    "INSERT INTO diagnostics (scope, seq, content, level) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![
                    scope,
                    i64::try_from(seq).unwrap_or(i64::MAX),
                    to_json(diagnostic),
                    diagnostic.level.as_str()
                ])?;
            }
            Ok(())
        })
    }

    /// Adds a finding to those of a scope, unless it is one of them.
    ///
    /// # Errors
    /// Store errors.
    pub fn add_diagnostic(&self, scope: &str, diagnostic: &Diagnostic) -> Result<()> {
        self.run(|c| {
            c.prepare_cached(
                "INSERT INTO diagnostics (scope, seq, content, level) \
                 SELECT ?1, (SELECT coalesce(max(seq) + 1, 0) FROM diagnostics WHERE scope = ?1), ?2, ?3 \
                 WHERE NOT EXISTS (SELECT 1 FROM diagnostics WHERE scope = ?1 AND content = ?2)",
            )?
            .execute(params![scope, to_json(diagnostic), diagnostic.level.as_str()])
            .map(drop)
        })
    }
}
