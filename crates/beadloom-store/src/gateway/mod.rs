//! `gateway.db`: upstream servers' tools as they were read and approved, the queries that led to calls, and what was counted.
//!
//! Several processes have it open at once. What a process keeps in memory it compares by [`GatewayRevisions`]; whatever is
//! decided by what lies there is decided inside the transaction that writes it.

mod failures;
mod pairs;
mod place;
mod stats;
mod tools;

use std::path::Path;

use beadloom_model::Result;
use rusqlite::{Connection, OptionalExtension, Params, Row, Transaction, TransactionBehavior};

use self::failures::gateway_error;
pub use self::pairs::{PairChange, PairRow};
pub use self::stats::{CallCount, LatencyCount};
pub use self::tools::{ServerRow, ToolRow};
use crate::MemoryOwner;

/// Another number after each write of the kind, by whatever process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GatewayRevisions {
    /// Of servers and tools.
    pub tools: i64,
    /// Of pairs.
    pub pairs: i64,
    /// The revision of pairs at which some were taken away last: who has read less has to read all anew.
    pub removals: i64,
}

/// The open file.
pub struct GatewayStore {
    conn: Connection,
}

impl GatewayStore {
    /// Opens the file, and makes it where it is missing; None is one in memory. What does not serve – damaged, made by somebody
    /// else, of a newer version, not writable – is replaced by another, and the second value says so.
    ///
    /// # Errors
    /// `index_busy`, `disk_full`, `usage` for a place that can be no file.
    pub fn open(path: Option<&Path>, owner: MemoryOwner) -> Result<(Self, Option<String>)> {
        let (conn, notice) = place::open(path, owner)?;
        Ok((Self { conn }, notice))
    }

    /// Why a file would be set aside by [`GatewayStore::open`]; None where it serves, or is not there. Nothing is changed.
    pub fn unfit(path: &Path, owner: MemoryOwner) -> Option<String> {
        place::unfit(path, owner)
    }

    /// What to compare with.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn revisions(&self) -> Result<GatewayRevisions> {
        let read = |key| number(&self.conn, key);
        let all = || -> rusqlite::Result<GatewayRevisions> {
            Ok(GatewayRevisions { tools: read("tools")?, pairs: read("pairs")?, removals: read("removals")? })
        };
        all().map_err(|e| gateway_error(&e))
    }

    /// What words are hashed with where the user has no secret.
    pub fn salt(&self) -> Result<Vec<u8>> {
        self.conn
            .query_row("SELECT value FROM meta WHERE key = 'salt'", [], |row| row.get(0))
            .map_err(|e| gateway_error(&e))
    }

    /// All rows of a statement that is kept prepared.
    fn list<T>(
        &self,
        sql: &str,
        params: impl Params,
        map: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let rows = || -> rusqlite::Result<Vec<T>> {
            self.conn.prepare_cached(sql)?.query_map(params, map)?.collect()
        };
        rows().map_err(|e| gateway_error(&e))
    }

    fn write<T>(&mut self, work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>) -> Result<T> {
        let write = || -> rusqlite::Result<T> {
            let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = work(&tx)?;
            tx.commit()?;
            Ok(done)
        };
        write().map_err(|e| gateway_error(&e))
    }
}

fn number(conn: &Connection, key: &str) -> rusqlite::Result<i64> {
    let found: Option<i64> = conn
        .prepare_cached("SELECT value FROM meta WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?;
    Ok(found.unwrap_or(0))
}

/// The next number under that key.
fn advance(tx: &Transaction<'_>, key: &str) -> rusqlite::Result<i64> {
    let next = number(tx, key)?.saturating_add(1);
    tx.prepare_cached("UPDATE meta SET value = ?2 WHERE key = ?1")?.execute(rusqlite::params![key, next])?;
    Ok(next)
}
