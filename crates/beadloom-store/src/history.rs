//! What the index held after each change.

use beadloom_model::Result;
use beadloom_model::answers::Totals;
use rusqlite::params;
use rusqlite::types::Type;

use crate::queries::{attempt, list};
use crate::rows::to_json;
use crate::state::State;
use crate::write::Writer;

/// As many snapshots are kept.
const KEPT: i64 = 200;

/// What an index held.
#[derive(Debug, Clone, PartialEq)]
pub struct HealthSnapshot {
    /// UTC, `2026-01-31T12:00:00Z`.
    pub created_at: String,
    /// Of the index.
    pub generation: u64,
    /// Counts of rows.
    pub totals: Totals,
    /// Findings of that level.
    pub errors: u64,
    /// Findings of that level.
    pub warnings: u64,
}

impl Writer<'_> {
    /// Adds a snapshot and forgets the oldest beyond the first 200.
    ///
    /// # Errors
    /// Store errors.
    pub fn add_health_snapshot(&self, snapshot: &HealthSnapshot) -> Result<()> {
        attempt(|| {
            let conn = self.connection();
            conn.prepare_cached(
                "INSERT INTO health_snapshots (created_at, generation, totals, errors, warnings)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                snapshot.created_at,
                snapshot.generation.cast_signed(),
                to_json(&snapshot.totals),
                snapshot.errors.cast_signed(),
                snapshot.warnings.cast_signed()
            ])?;
            conn.prepare_cached("DELETE FROM health_snapshots WHERE id <= ?1")?
                .execute([conn.last_insert_rowid() - KEPT])?;
            Ok(())
        })
    }
}

impl State<'_> {
    /// Snapshots, oldest first.
    ///
    /// # Errors
    /// Store errors.
    pub fn health_snapshots(&self) -> Result<Vec<HealthSnapshot>> {
        list(
            self.conn,
            "SELECT created_at, generation, totals, errors, warnings FROM health_snapshots ORDER BY id",
            [],
            |row| {
                let count = |at: usize| row.get::<_, i64>(at).map(i64::cast_unsigned);
                let totals = serde_json::from_str(row.get_ref(2)?.as_str()?)
                    .map_err(|e| rusqlite::Error::FromSqlConversionFailure(2, Type::Text, e.into()))?;
                Ok(HealthSnapshot {
                    created_at: row.get(0)?,
                    generation: count(1)?,
                    totals,
                    errors: count(3)?,
                    warnings: count(4)?,
                })
            },
        )
    }
}
