//! Statements, the rows of those that are kept prepared, and their errors.

use beadloom_model::Result;
use rusqlite::{Connection, Params, Row};

use crate::failures::sql_error;

/// Does what SQLite may refuse.
pub(crate) fn attempt<T>(work: impl FnOnce() -> rusqlite::Result<T>) -> Result<T> {
    work().map_err(|e| sql_error(&e))
}

/// All rows.
pub(crate) fn list<T>(
    conn: &Connection,
    sql: &str,
    params: impl Params,
    map: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>> {
    attempt(|| conn.prepare_cached(sql)?.query_map(params, map)?.collect())
}

/// The first row.
pub(crate) fn first<T>(
    conn: &Connection,
    sql: &str,
    params: impl Params,
    map: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>> {
    attempt(|| conn.prepare_cached(sql)?.query_map(params, map)?.next().transpose())
}
