//! Queries that led to calls, and how right searches were.

use beadloom_model::Result;
use rusqlite::{OptionalExtension, Row, params};

use super::failures::gateway_error;
use super::{GatewayStore, advance};

/// Outcomes that are kept.
const MAX_OUTCOMES: i64 = 500;

/// A query and the tool that was called for it.
#[derive(Debug, Clone, PartialEq)]
pub struct PairRow {
    /// In the order in which they were learned first.
    pub id: i64,
    /// Of the tool.
    pub server: String,
    /// Of the tool.
    pub name: String,
    /// Its text; None where only hashes are kept.
    pub query: Option<String>,
    /// Its words; hashes begin with `#`.
    pub words: String,
    /// 0 to 1.
    pub confidence: f64,
    /// Calls that taught it.
    pub support: i64,
    /// Seconds since 1970.
    pub used_at: i64,
}

/// What a call teaches.
#[derive(Debug, Clone)]
pub struct PairChange<'a> {
    /// Of the tool.
    pub server: &'a str,
    /// Of the tool.
    pub name: &'a str,
    /// What tells this query from others of the tool.
    pub key: &'a [u8],
    /// Its text; None where only hashes are kept.
    pub query: Option<&'a str>,
    /// Its words.
    pub words: &'a str,
    /// Seconds since 1970.
    pub now: i64,
}

/// Which pairs are kept before others.
const BEST_FIRST: &str = "ORDER BY confidence DESC, support DESC, used_at DESC, id DESC";

/// So many times as many pairs as are kept are many.
const MANY: i64 = 4;

impl GatewayStore {
    /// Those that were written after a revision, in the order in which they were learned first.
    pub fn pairs_since(&self, revision: i64) -> Result<Vec<PairRow>> {
        self.list(
            "SELECT id, server, name, query, words, confidence, support, used_at FROM pairs
                     WHERE revision > ?1 ORDER BY id",
            [revision],
            row,
        )
    }

    /// Learns: `confidence` makes the new one of the one that was there.
    pub fn learn(&mut self, change: &PairChange<'_>, confidence: impl Fn(Option<f64>) -> f64) -> Result<()> {
        self.write(|tx| {
            let before: Option<f64> = tx
                .prepare_cached("SELECT confidence FROM pairs WHERE server = ?1 AND name = ?2 AND key = ?3")?
                .query_row(params![change.server, change.name, change.key], |row| row.get(0))
                .optional()?;
            let revision = advance(tx, "pairs")?;
            tx.prepare_cached(
                "INSERT INTO pairs (server, name, key, query, words, confidence, support, used_at, revision)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7, ?8)
                 ON CONFLICT (server, name, key) DO UPDATE SET query = excluded.query, words = excluded.words,
                 confidence = excluded.confidence, support = min(support + 1, 1000000000),
                 used_at = max(used_at, excluded.used_at), revision = excluded.revision",
            )?
            .execute(params![
                change.server,
                change.name,
                change.key,
                change.query,
                change.words,
                confidence(before),
                change.now,
                revision
            ])?;
            Ok(())
        })
    }

    /// Takes the texts of pairs away, and keeps these words.
    pub fn replace_texts(&mut self, words: &[(i64, String)]) -> Result<()> {
        self.write(|tx| {
            for (id, words) in words {
                tx.prepare_cached("UPDATE pairs SET query = NULL, words = ?2 WHERE id = ?1")?
                    .execute(params![id, words])?;
            }
            // Who has read them has to read all anew.
            removed(tx, words.len())
        })?;
        self.empty_log();
        Ok(())
    }

    /// Takes the pairs away that `wanted` names, with what was counted of how right searches were where it is all of them; how many.
    pub fn forget(&mut self, wanted: impl Fn(&str, &str) -> bool, all: bool) -> Result<u64> {
        let gone = self.write(|tx| {
            let ids: Vec<i64> = tx
                .prepare_cached("SELECT id, server, name FROM pairs")?
                .query_map([], |row| {
                    let (server, name): (String, String) = (row.get(1)?, row.get(2)?);
                    Ok((row.get::<_, i64>(0)?, wanted(&server, &name)))
                })?
                .filter_map(|found| found.map(|(id, is_wanted)| is_wanted.then_some(id)).transpose())
                .collect::<rusqlite::Result<_>>()?;
            for id in &ids {
                tx.prepare_cached("DELETE FROM pairs WHERE id = ?1")?.execute([id])?;
            }
            if all {
                tx.execute("DELETE FROM outcomes", [])?;
            }
            removed(tx, ids.len())?;
            Ok(ids.len() as u64)
        })?;
        if gone > 0 {
            self.empty_log();
        }
        Ok(gone)
    }

    /// Takes away what has less confidence than `least`, what was not used since `unused`, and then all but the `most` best.
    pub fn prune(&mut self, least: f64, unused: i64, most: i64) -> Result<u64> {
        self.write(|tx| {
            let count = |tx: &rusqlite::Transaction<'_>| -> rusqlite::Result<i64> {
                tx.query_row("SELECT COUNT(*) FROM pairs", [], |row| row.get(0))
            };
            let before = count(tx)?;
            if before > most.saturating_mul(MANY) {
                // To delete a row at a time takes seconds of a hundred thousand; to delete all, and put back what is left, does not.
                tx.execute(
                    &format!(
                        "CREATE TEMP TABLE left_pairs AS SELECT * FROM pairs
                         WHERE confidence >= ?1 AND used_at >= ?2 {BEST_FIRST} LIMIT ?3"
                    ),
                    params![least, unused, most],
                )?;
                tx.execute("DELETE FROM pairs", [])?;
                tx.execute("INSERT INTO pairs SELECT * FROM left_pairs", [])?;
                tx.execute("DROP TABLE temp.left_pairs", [])?;
            } else {
                tx.execute(
                    "DELETE FROM pairs WHERE confidence < ?1 OR used_at < ?2",
                    params![least, unused],
                )?;
                tx.execute(
                    &format!(
                        "DELETE FROM pairs WHERE id IN (SELECT id FROM pairs {BEST_FIRST} LIMIT -1 OFFSET ?1)"
                    ),
                    [most],
                )?;
            }
            let gone = before - count(tx)?;
            removed(tx, gone.unsigned_abs() as usize)?;
            Ok(gone.unsigned_abs())
        })
    }

    /// What was taken away shall not be read in the log either. Where others read just now, the next one does it.
    fn empty_log(&self) {
        let _ = self.conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    }

    /// How many there are.
    pub fn pair_count(&self) -> Result<u64> {
        self.conn
            .query_row("SELECT COUNT(*) FROM pairs", [], |row| row.get::<_, i64>(0))
            .map(i64::unsigned_abs)
            .map_err(|e| gateway_error(&e))
    }

    /// Notes whether the first five held what was called then, with the signals of the search.
    pub fn note_outcome(&mut self, signals: &str, hit: bool) -> Result<()> {
        self.write(|tx| {
            tx.prepare_cached("INSERT INTO outcomes (signals, hit) VALUES (?1, ?2)")?
                .execute(params![signals, hit])?;
            tx.prepare_cached("DELETE FROM outcomes WHERE id <= (SELECT MAX(id) FROM outcomes) - ?1")?
                .execute([MAX_OUTCOMES])?;
            Ok(())
        })
    }

    /// Those, oldest first.
    pub fn outcomes(&self) -> Result<Vec<(String, bool)>> {
        self.list("SELECT signals, hit FROM outcomes ORDER BY id", [], |row| Ok((row.get(0)?, row.get(1)?)))
    }
}

fn removed(tx: &rusqlite::Transaction<'_>, gone: usize) -> rusqlite::Result<()> {
    if gone > 0 {
        let revision = advance(tx, "pairs")?;
        tx.execute("UPDATE meta SET value = ?1 WHERE key = 'removals'", [revision])?;
    }
    Ok(())
}

fn row(row: &Row<'_>) -> rusqlite::Result<PairRow> {
    Ok(PairRow {
        id: row.get(0)?,
        server: row.get(1)?,
        name: row.get(2)?,
        query: row.get(3)?,
        words: row.get(4)?,
        confidence: row.get(5)?,
        support: row.get(6)?,
        used_at: row.get(7)?,
    })
}
