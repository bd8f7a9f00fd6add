//! Whether the tables of an index are those that `schema.sql` makes.

use beadloom_model::{Code, Error, Result};
use rusqlite::Connection;
use sha2::{Digest, Sha256};

use crate::failures::sql_error;

/// The tables.
pub(crate) const SCHEMA: &str = include_str!("schema.sql");

/// The hash over what SQLite notes of `SCHEMA`, as [`hash`] makes it; a test says what it should be. SQLite's own part in
/// it, the tables below the full-text ones, may change with its version.
pub(crate) const EXPECTED: u64 = 0xab64_9944_b172_1e87;

/// Whether the file has other tables, columns or indexes than this version makes, or lacks some. Reads nothing but the
/// list of them.
pub(crate) fn differs(conn: &Connection) -> Result<bool> {
    hash(conn).map(|found| found != EXPECTED).map_err(|error| sql_error(&error))
}

/// What to say where it does, and nothing may be written.
pub(crate) fn altered() -> Error {
    Error::new(Code::IndexDamaged, "tables of the index are missing or different")
        .at(".beadloom/beadloom.db", 0, 0)
        .hint("`beadloom reindex` rebuilds it")
}

pub(crate) fn hash(conn: &Connection) -> rusqlite::Result<u64> {
    let mut statement =
        conn.prepare("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")?;
    let mut rows = statement.query([])?;
    let mut digest = Sha256::new();
    while let Some(row) = rows.next()? {
        for column in 0..4 {
            digest.update(row.get_ref(column)?.as_str_or_null()?.unwrap_or_default());
            digest.update([0]);
        }
    }
    let bytes: [u8; 32] = digest.finalize().into();
    Ok(bytes.iter().take(8).fold(0, |hash, byte| hash << 8 | u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_schema() {
        let store = crate::Store::nothing().unwrap();
        let found = hash(&store.conn).unwrap();
        assert_eq!(found, EXPECTED, "the schema changed: EXPECTED is {found:#018x} now");
    }

    #[test]
    fn what_is_missing_or_different_is_seen() {
        for change in [
            "DROP TABLE routes",
            "DROP INDEX idx_nodes_kind",
            "DROP TABLE search_index",
            "ALTER TABLE nodes RENAME COLUMN summary TO other",
            "ALTER TABLE nodes ADD COLUMN more TEXT",
            "CREATE TRIGGER t AFTER INSERT ON nodes BEGIN DELETE FROM edges; END",
            "CREATE VIEW v AS SELECT 1",
            "CREATE TABLE more (x)",
        ] {
            let store = crate::Store::nothing().unwrap();
            assert!(!differs(&store.conn).unwrap());
            store.conn.execute_batch(change).unwrap();
            assert!(differs(&store.conn).unwrap(), "{change}");
        }
    }
}
