//! Texts that stand in many rows: kept in a table of their own, so that the rows have a number.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use rusqlite::{Connection, OptionalExtension};

/// More texts than this are not remembered: those that come again have a second row then.
const MAX_REMEMBERED_TEXTS: usize = 1 << 17;

/// Texts that were written with this many more than at the last sweep are looked through.
const SLACK: i64 = 4_096;

/// The texts that a transaction has met, by their hash. No text can be made to have the hash of another: the hasher's
/// keys are random.
#[derive(Default)]
pub(super) struct Texts {
    known: RefCell<HashMap<u64, i64>>,
    hasher: RandomState,
}

impl Texts {
    /// The row id of a text, which is written where it is not known.
    pub fn id(&self, c: &Connection, text: &str) -> rusqlite::Result<i64> {
        let hash = self.hasher.hash_one(text);
        if let Some(id) = self.known.borrow().get(&hash) {
            return Ok(*id);
        }
        c.prepare_cached("INSERT INTO texts (text) VALUES (?1)")?.execute([text])?;
        let id = c.last_insert_rowid();
        self.note(hash, id);
        Ok(id)
    }

    /// Remembers the texts of a file's imports, so that what is written again has no second row.
    pub fn recall(&self, c: &Connection, file: i64) -> rusqlite::Result<()> {
        let mut statement = c.prepare_cached(
            "SELECT t.id, t.text FROM imports i JOIN texts t ON t.id IN (i.specifier, i.package) WHERE i.file_id = ?1",
        )?;
        let mut rows = statement.query([file])?;
        while let Some(row) = rows.next()? {
            self.note(self.hasher.hash_one(row.get_ref(1)?.as_str()?), row.get(0)?);
        }
        Ok(())
    }

    /// Forgets all: the table was emptied.
    pub fn clear(&self) {
        self.known.borrow_mut().clear();
    }

    fn note(&self, hash: u64, id: i64) {
        let mut known = self.known.borrow_mut();
        if known.len() >= MAX_REMEMBERED_TEXTS {
            known.clear();
        }
        known.insert(hash, id);
    }
}

/// Removes texts that nothing needs any more, where so many were written since the last time that it is worth it.
/// Row ids grow, so the last one tells how many were written.
pub(super) fn sweep(c: &Connection) -> rusqlite::Result<()> {
    let last: i64 = c.query_row("SELECT coalesce(MAX(id), 0) FROM texts", [], |row| row.get(0))?;
    let swept: Option<i64> = c
        .query_row("SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'texts_swept'", [], |row| row.get(0))
        .optional()?;
    if let Some(swept) = swept {
        if last - swept <= SLACK {
            return Ok(());
        }
        let kept: i64 =
            c.query_row("SELECT COUNT(*) FROM texts WHERE id <= ?1", [swept], |row| row.get(0))?;
        if last - swept <= kept + SLACK {
            return Ok(());
        }
        c.execute(
            "DELETE FROM texts WHERE id NOT IN
                 (SELECT specifier FROM imports UNION SELECT package FROM imports WHERE package IS NOT NULL)",
            [],
        )?;
    }
    c.execute(
        "INSERT INTO meta (key, value) VALUES ('texts_swept', ?1) ON CONFLICT (key) DO UPDATE SET value = ?1",
        [last.to_string()],
    )
    .map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open::create_schema;

    #[test]
    fn texts_are_written_once_and_go_when_many_are_needed_no_more() -> rusqlite::Result<()> {
        let c = Connection::open_in_memory()?;
        create_schema(&c)?;
        let count = || c.query_row("SELECT COUNT(*) FROM texts", [], |row| row.get::<_, i64>(0));
        let texts = Texts::default();
        let needed = texts.id(&c, "acme.ledger")?;
        assert_eq!(texts.id(&c, "acme.ledger")?, needed);
        c.execute(
            "INSERT INTO imports (file_id, seq, part, line, specifier, kind_number, local) VALUES (1, 0, 0, 1, ?1, 0, 0)",
            [needed],
        )?;
        sweep(&c)?;
        for number in 0..SLACK {
            texts.id(&c, &format!("gone {number}"))?;
        }
        sweep(&c)?;
        assert_eq!(count()?, SLACK + 1, "too few to look through");

        let other = Texts::default();
        other.recall(&c, 1)?;
        assert_eq!(other.id(&c, "acme.ledger")?, needed, "what the file had is known");
        for number in 0..2 {
            other.id(&c, &format!("gone too {number}"))?;
        }
        sweep(&c)?;
        assert_eq!(count()?, 1);
        Ok(())
    }
}
