//! Memories of one file into another: where earlier versions kept them in each work tree, and a file that a person names.

use std::collections::BTreeMap;

use beadloom_model::{Code, Error, Result};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::failures::{at, memory_error};
use super::{MemoryRow, MemoryStore, put, revision, signed};

/// What one file has of memories.
struct Whole {
    /// Nobody else's.
    name: Vec<u8>,
    revision: u64,
    rows: Vec<MemoryRow>,
    uses: Vec<(String, i64)>,
}

/// Which of two states of one memory counts, both JSON lines.
pub type IsNewer<'a> = &'a dyn Fn(&str, &str) -> bool;

impl MemoryStore {
    /// Takes over what another file has: all of it or nothing. Of two states of one memory the newer counts, and what was forgotten in
    /// one is forgotten. A second time changes nothing. How many memories it did not have.
    ///
    /// # Errors
    /// Store errors.
    pub fn absorb(&mut self, from: &Self, is_newer: IsNewer<'_>) -> Result<u64> {
        let whole = whole(&from.conn).map_err(|e| from.failed(&e))?;
        self.take_over(&whole, is_newer)
    }

    /// The same, after which the other file is gone. Whoever has it open meanwhile finds that it is another one before they write. Where
    /// another process moved it first, nothing is left to do: 0.
    ///
    /// # Errors
    /// Store errors; the other file is then as it was, or gone with all its memories here.
    pub fn replace(&mut self, from: Self, is_newer: IsNewer<'_>) -> Result<u64> {
        let place = from.place.clone();
        let shown = place.shown();
        let _lock = place.lock()?;
        if place.id() != from.file {
            return Ok(0);
        }
        let other = |e: rusqlite::Error| at(&shown, memory_error(&e));
        // The log is empty when the file is moved, so that nobody takes it for the log of the next one.
        from.conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).map_err(other)?;
        let tx = Transaction::new_unchecked(&from.conn, TransactionBehavior::Immediate).map_err(other)?;
        let whole = whole(&tx).map_err(other)?;
        let added = self.take_over(&whole, is_newer)?;
        self.check_has(&whole)?;
        // Who waits to write decides anew by this, and then looks which file there is.
        tx.execute("UPDATE meta SET value = ?1 WHERE key = 'revision'", [signed(whole.revision + 1)])
            .map_err(other)?;
        place.put_away()?;
        tx.commit().map_err(other)?;
        drop(from);
        place.clear_away()?;
        Ok(added)
    }

    fn take_over(&mut self, from: &Whole, is_newer: IsNewer<'_>) -> Result<u64> {
        let mut write = || -> rusqlite::Result<u64> {
            self.conn.pragma_update(None, "synchronous", "FULL")?;
            let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mark = format!("absorbed-{}", hex(&from.name));
            let before: Option<i64> = tx
                .query_row("SELECT value FROM meta WHERE key = ?1", [&mark], |row| row.get(0))
                .optional()?;
            let next = revision(&tx)? + 1;
            let mut added = 0;
            let mut has_changed = false;
            for row in &from.rows {
                let there: Option<Option<String>> = tx
                    .prepare_cached("SELECT record FROM memories WHERE id = ?1")?
                    .query_row([&row.id], |row| row.get(0))
                    .optional()?;
                let takes = match (&there, &row.record) {
                    (None, record) => {
                        added += u64::from(record.is_some());
                        true
                    }
                    (Some(None), _) => false,
                    (Some(Some(_)), None) => true,
                    (Some(Some(ours)), Some(theirs)) => ours != theirs && is_newer(theirs, ours),
                };
                if takes {
                    put(&tx, row, next)?;
                    has_changed = true;
                }
            }
            for (id, count) in &from.uses {
                // Counted once: a second time those of before are among them.
                let both = if before.is_some() { "max(count, ?2)" } else { "min(count + ?2, 1000000000)" };
                tx.prepare_cached(&format!(
                    "INSERT INTO uses (id, count) SELECT ?1, ?2
                     WHERE NOT EXISTS (SELECT 1 FROM memories WHERE id = ?1 AND record IS NULL)
                     ON CONFLICT (id) DO UPDATE SET count = {both}"
                ))?
                .execute(params![id, count])?;
            }
            if has_changed {
                tx.execute("UPDATE meta SET value = ?1 WHERE key = 'revision'", [signed(next)])?;
            }
            tx.execute(
                "INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)",
                params![mark, signed(from.revision)],
            )?;
            tx.commit()?;
            Ok(added)
        };
        write().map_err(|e| self.failed(&e))
    }

    /// Refuses to go on where a memory of the other file is not here.
    fn check_has(&self, from: &Whole) -> Result<()> {
        let known = || -> rusqlite::Result<BTreeMap<String, bool>> {
            self.conn
                .prepare("SELECT id, record IS NOT NULL FROM memories")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        };
        let known = known().map_err(|e| self.failed(&e))?;
        match from.rows.iter().find(|row| !known.contains_key(&row.id)) {
            None => Ok(()),
            Some(row) => Err(Error::new(
                Code::MemoryDamaged,
                format!("the memory {} was not moved, so the file stays where it is", row.id),
            )
            .at(self.place.shown(), 0, 0)),
        }
    }

    /// The revision of another file when this one took over what it had; None where it never did.
    ///
    /// # Errors
    /// Store errors.
    pub fn has_absorbed(&self, other: &Self) -> Result<Option<u64>> {
        let name = name_of(&other.conn).map_err(|e| other.failed(&e))?;
        let mark = format!("absorbed-{}", hex(&name));
        let found: Option<i64> = self
            .conn
            .query_row("SELECT value FROM meta WHERE key = ?1", [mark], |row| row.get(0))
            .optional()
            .map_err(|e| self.failed(&e))?;
        Ok(found.map(i64::unsigned_abs))
    }
}

fn whole(conn: &Connection) -> rusqlite::Result<Whole> {
    let rows = conn
        .prepare("SELECT id, record FROM memories ORDER BY id")?
        .query_map([], |row| Ok(MemoryRow { id: row.get(0)?, record: row.get(1)? }))?
        .collect::<rusqlite::Result<_>>()?;
    let uses = conn
        .prepare("SELECT id, count FROM uses WHERE count > 0 ORDER BY id")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Whole { name: name_of(conn)?, revision: revision(conn)?, rows, uses })
}

/// Without a key a file has no name; then it is known by nothing.
fn name_of(conn: &Connection) -> rusqlite::Result<Vec<u8>> {
    let found: Option<Vec<u8>> =
        conn.query_row("SELECT value FROM meta WHERE key = 'name'", [], |row| row.get(0)).optional()?;
    Ok(found.unwrap_or_default())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
