//! What was counted of calls and lists, and vectors of a model.

use beadloom_model::Result;
use rusqlite::{OptionalExtension, params};

use super::GatewayStore;
use super::failures::gateway_error;

/// Vectors that are kept, of all models.
const MAX_VECTORS: i64 = 20_000;

/// Calls of a server's tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallCount {
    /// Of the tools.
    pub server: String,
    /// All calls.
    pub calls: i64,
    /// Those that failed.
    pub failed: i64,
    /// Of results.
    pub bytes: i64,
}

/// Calls that took about as long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LatencyCount {
    /// Of the tools.
    pub server: String,
    /// Whether it is what the gateway added; else what the upstream took.
    pub is_added: bool,
    /// As it was given.
    pub bucket: i64,
    /// How many.
    pub calls: i64,
}

impl GatewayStore {
    /// Counts a call. `upstream` and `added` are buckets.
    pub fn count_call(
        &mut self,
        server: &str,
        name: &str,
        ok: bool,
        bytes: u64,
        (upstream, added): (i64, i64),
    ) -> Result<()> {
        self.write(|tx| {
            tx.prepare_cached(
                "INSERT INTO calls (server, name, calls, failed, bytes) VALUES (?1, ?2, 1, ?3, ?4)
                 ON CONFLICT (server, name) DO UPDATE SET calls = calls + 1, failed = failed + excluded.failed,
                 bytes = min(bytes + excluded.bytes, 1000000000000000)",
            )?
            .execute(params![server, name, !ok, i64::try_from(bytes.min(1 << 40)).unwrap_or(0)])?;
            for (kind, bucket) in [("upstream", upstream), ("added", added)] {
                tx.prepare_cached(
                    "INSERT INTO latencies (server, kind, bucket, calls) VALUES (?1, ?2, ?3, 1)
                     ON CONFLICT (server, kind, bucket) DO UPDATE SET calls = calls + 1",
                )?
                .execute(params![server, kind, bucket])?;
            }
            Ok(())
        })
    }

    /// By server.
    pub fn call_counts(&self) -> Result<Vec<CallCount>> {
        self.list(
            "SELECT server, sum(calls), sum(failed), sum(bytes) FROM calls GROUP BY server ORDER BY server",
            [],
            |row| {
                Ok(CallCount {
                    server: row.get(0)?,
                    calls: row.get(1)?,
                    failed: row.get(2)?,
                    bytes: row.get(3)?,
                })
            },
        )
    }

    /// By server, kind and bucket.
    pub fn latency_counts(&self) -> Result<Vec<LatencyCount>> {
        self.list(
            "SELECT server, kind = 'added', bucket, calls FROM latencies ORDER BY server, kind, bucket",
            [],
            |row| {
                Ok(LatencyCount {
                    server: row.get(0)?,
                    is_added: row.get(1)?,
                    bucket: row.get(2)?,
                    calls: row.get(3)?,
                })
            },
        )
    }

    /// Pairs that were learned, by server.
    pub fn pair_counts(&self) -> Result<Vec<(String, u64)>> {
        self.list("SELECT server, COUNT(*) FROM pairs GROUP BY server ORDER BY server", [], |row| {
            Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs()))
        })
    }

    /// Notes the tokens of a list, all and shown.
    pub fn note_list(&mut self, all: u64, shown: u64) -> Result<()> {
        self.write(|tx| {
            for (key, tokens) in [("tokens_all", all), ("tokens_shown", shown)] {
                tx.prepare_cached("INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)")?
                    .execute(params![key, i64::try_from(tokens).unwrap_or(i64::MAX)])?;
            }
            Ok(())
        })
    }

    /// Of the last list: all and shown.
    pub fn last_list(&self) -> Result<Option<(u64, u64)>> {
        let read = |key: &str| -> rusqlite::Result<Option<u64>> {
            let found: Option<i64> = self
                .conn
                .query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0))
                .optional()?;
            Ok(found.map(i64::unsigned_abs))
        };
        let both =
            || -> rusqlite::Result<Option<(u64, u64)>> { Ok(read("tokens_all")?.zip(read("tokens_shown")?)) };
        both().map_err(|e| gateway_error(&e))
    }

    /// The vector of a text by a model.
    pub fn vector(&self, model: &str, text: &[u8]) -> Result<Option<Vec<u8>>> {
        let read = || -> rusqlite::Result<Option<Vec<u8>>> {
            self.conn
                .prepare_cached("SELECT vector FROM vectors WHERE model = ?1 AND text = ?2")?
                .query_row(params![model, text], |row| row.get(0))
                .optional()
        };
        read().map_err(|e| gateway_error(&e))
    }

    /// Keeps vectors of a model, by the hashes of their texts.
    pub fn put_vectors(&mut self, model: &str, vectors: &[(Vec<u8>, Vec<u8>)]) -> Result<()> {
        self.write(|tx| {
            for (text, vector) in vectors {
                tx.prepare_cached("INSERT OR REPLACE INTO vectors (model, text, vector) VALUES (?1, ?2, ?3)")?
                    .execute(params![model, text, vector])?;
            }
            let count: i64 = tx.query_row("SELECT COUNT(*) FROM vectors", [], |row| row.get(0))?;
            if count > MAX_VECTORS {
                tx.execute("DELETE FROM vectors WHERE model <> ?1", [model])?;
                tx.execute(
                    "DELETE FROM vectors WHERE text IN (SELECT text FROM vectors ORDER BY text LIMIT max(0, ?1))",
                    [count - MAX_VECTORS],
                )?;
            }
            Ok(())
        })
    }

    /// Deletes the vectors of all models.
    pub fn drop_vectors(&mut self) -> Result<()> {
        self.write(|tx| tx.execute("DELETE FROM vectors", []).map(drop))
    }
}
