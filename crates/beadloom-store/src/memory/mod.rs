//! `memory.db`: what was remembered and belongs to no file. A database of its own, which nobody rebuilds: it is never
//! replaced, it is brought to a later schema only with a copy beside it, and it goes only once another one has its memories.

mod failures;
mod moving;
mod owner;
mod place;
mod schema;

use std::collections::HashMap;

use beadloom_model::{Code, Error, Result};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

pub use self::owner::MemoryOwner;
pub use self::place::MemoryPlace;
use crate::open::has_room;
use crate::{Access, FileId};

/// A memory as it lies there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryRow {
    /// Never another's.
    pub id: String,
    /// As a JSON line; None where it was forgotten.
    pub record: Option<String>,
}

/// The open file.
pub struct MemoryStore {
    conn: Connection,
    place: MemoryPlace,
    /// Which file lay there just before it was opened.
    file: Option<FileId>,
    is_snapshot: bool,
}

impl MemoryStore {
    /// Opens the file at a place. For writing it is made where it is missing, for the user's eyes only, and brought to this schema; for
    /// reading a missing one is None. Its folder must be there.
    ///
    /// # Errors
    /// `outside_root` and `not_readable` where links or what is no file lie there; `memory_damaged`, `memory_too_new`,
    /// `memory_foreign`, `index_busy`, `disk_full`, `not_writable`.
    pub fn open(place: &MemoryPlace, owner: MemoryOwner, access: Access) -> Result<Option<Self>> {
        let open = || {
            let Some(path) = place.look(access)? else { return Ok(None) };
            let file = place.id();
            let opened = || {
                let (conn, is_snapshot) = schema::connect(&path, access)?;
                schema::bring_up_to_date(&conn, &path, access, schema::VERSIONS)?;
                owner::check_owner(&conn, owner, access)?;
                Ok(Some(Self { conn, place: place.clone(), file, is_snapshot }))
            };
            // SQLite says of what it cannot make no more than that.
            opened().map_err(|error: Error| match error.code {
                Code::NotReadable | Code::NotWritable if access == Access::Write && !has_room(&path) => {
                    failures::disk_full().caused_by(error)
                }
                _ => error,
            })
        };
        open().map_err(|error| failures::at(&place.shown(), error))
    }

    fn failed(&self, error: &rusqlite::Error) -> Error {
        failures::at(&self.place.shown(), failures::memory_error(error))
    }

    /// Whether it stays as it was when it was opened, whatever others write.
    pub fn is_snapshot(&self) -> bool {
        self.is_snapshot
    }

    /// Another number after every write of memories, by whatever process.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn revision(&self) -> Result<u64> {
        revision(&self.conn).map_err(|e| self.failed(&e))
    }

    /// Another number after a write by another connection, one of uses too.
    pub fn data_version(&self) -> Result<i64> {
        self.conn.query_row("PRAGMA data_version", [], |row| row.get(0)).map_err(|e| self.failed(&e))
    }

    /// What was written since a revision, by id, with the revision that it leads to.
    pub fn since(&self, revision: u64) -> Result<(u64, Vec<MemoryRow>)> {
        let read = || -> rusqlite::Result<(u64, Vec<MemoryRow>)> {
            let tx = self.conn.unchecked_transaction()?;
            let now = self::revision(&tx)?;
            let rows = tx
                .prepare_cached("SELECT id, record FROM memories WHERE revision > ?1 ORDER BY id")?
                .query_map([signed(revision)], |row| Ok(MemoryRow { id: row.get(0)?, record: row.get(1)? }))?
                .collect::<rusqlite::Result<_>>()?;
            Ok((now, rows))
        };
        read().map_err(|e| self.failed(&e))
    }

    /// How often each memory was recalled; those that never were are missing.
    pub fn uses(&self) -> Result<HashMap<String, u64>> {
        let read = || -> rusqlite::Result<HashMap<String, u64>> {
            let mut select = self.conn.prepare_cached("SELECT id, count FROM uses")?;
            select.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs())))?.collect()
        };
        read().map_err(|e| self.failed(&e))
    }

    /// Counts a use of each. A power cut may lose the count: nobody waits for the disk.
    pub fn count_uses(&mut self, ids: &[&str]) -> Result<()> {
        let mut write = || -> rusqlite::Result<()> {
            self.conn.pragma_update(None, "synchronous", "NORMAL")?;
            let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for id in ids {
                tx.prepare_cached(
                    "INSERT INTO uses (id, count) VALUES (?1, 1) ON CONFLICT (id) DO UPDATE SET count = min(count + 1, 1000000000)",
                )?
                .execute([id])?;
            }
            tx.commit()
        };
        write().map_err(|e| self.failed(&e))
    }

    /// Writes memories, all of them or none, and returns the new revision. None, and nothing is written, where another process wrote
    /// since `expected`: what was decided by what lay there then has to be decided anew. Once this returns, a crash loses none.
    pub fn write(&mut self, expected: u64, changes: &[MemoryRow]) -> Result<Option<u64>> {
        let mut write = || -> rusqlite::Result<Option<u64>> {
            // Counts of uses leave it otherwise.
            self.conn.pragma_update(None, "synchronous", "FULL")?;
            let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
            if revision(&tx)? != expected {
                return Ok(None);
            }
            let next = expected + 1;
            for change in changes {
                put(&tx, change, next)?;
            }
            tx.execute("UPDATE meta SET value = ?1 WHERE key = 'revision'", [signed(next)])?;
            tx.commit()?;
            Ok(Some(next))
        };
        let written = write().map_err(|e| self.failed(&e))?;
        if written.is_some() && changes.iter().any(|change| change.record.is_none()) {
            // What was forgotten shall not be read in the log either. Where others read just now, the next one does it.
            let _ = self.conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        }
        Ok(written)
    }

    /// Whether a memory ever had that id.
    pub fn is_known(&self, id: &str) -> Result<bool> {
        self.conn
            .query_row("SELECT EXISTS (SELECT 1 FROM memories WHERE id = ?1)", [id], |row| row.get(0))
            .map_err(|e| self.failed(&e))
    }
}

fn put(tx: &Transaction<'_>, change: &MemoryRow, revision: u64) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO memories (id, record, revision) VALUES (?1, ?2, ?3)
         ON CONFLICT (id) DO UPDATE SET record = excluded.record, revision = excluded.revision",
    )?
    .execute(params![change.id, change.record, signed(revision)])?;
    if change.record.is_none() {
        tx.prepare_cached("DELETE FROM uses WHERE id = ?1")?.execute([&change.id])?;
    }
    Ok(())
}

fn revision(conn: &Connection) -> rusqlite::Result<u64> {
    let found: Option<i64> =
        conn.query_row("SELECT value FROM meta WHERE key = 'revision'", [], |row| row.get(0)).optional()?;
    Ok(found.map_or(0, i64::unsigned_abs))
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
