//! Statements that are kept prepared, and their rows.

use beadloom_model::Result;
use rusqlite::{Connection, Params, Row};

use crate::failures::sql_error;

/// All rows.
pub(crate) fn list<T>(
    conn: &Connection,
    sql: &str,
    params: impl Params,
    map: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>> {
    let collect =
        || -> rusqlite::Result<Vec<T>> { conn.prepare_cached(sql)?.query_map(params, map)?.collect() };
    collect().map_err(|e| sql_error(&e))
}

/// The first row.
pub(crate) fn first<T>(
    conn: &Connection,
    sql: &str,
    params: impl Params,
    map: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>> {
    let get = || -> rusqlite::Result<Option<T>> {
        conn.prepare_cached(sql)?.query_map(params, map)?.next().transpose()
    };
    get().map_err(|e| sql_error(&e))
}
