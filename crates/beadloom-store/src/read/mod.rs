//! Reads for answers: few rows, by key, through cached statements. Reads for a reindex are in `state`.

mod chunks;
mod code;
mod coverage;
mod documents;
mod files;
mod graph;
mod imports;
mod recent;
mod references;
mod routes;
mod search;
mod vectors;

use beadloom_model::Result;
use rusqlite::{Params, Row};

use crate::Store;
use crate::open::sql_error;

pub use chunks::{ChunkFile, Lexicon, OutlineRow};
pub(crate) use chunks::{Kept, read_marks};
pub use code::{FileInfo, SymbolRow, SymbolTarget};
pub use coverage::{CodeFile, NodeCode, NodeDocument};
pub use documents::{ChunkHead, ChunkRow};
pub use files::{FileLink, ImportingStatement};
pub use graph::{Link, NodeLink};
pub use imports::ImportLine;
pub use references::{SymbolPlace, TargetCount};
pub use search::{ChunkMatch, NodeMatch};
pub(crate) use vectors::{CHUNK_IDS, TEXT_BLOCK, VECTOR_BLOCK};
pub use vectors::{Shared, TextModel, VectorBlock, Vectors, VectorsBy, VectorsOf};

impl Store {
    /// All rows of a statement that is kept prepared.
    fn list<T>(
        &self,
        sql: &str,
        params: impl Params,
        map: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let collect = || -> rusqlite::Result<Vec<T>> {
            self.conn.prepare_cached(sql)?.query_map(params, map)?.collect()
        };
        collect().map_err(|e| sql_error(&e))
    }

    /// The first row of a statement that is kept prepared.
    fn first<T>(
        &self,
        sql: &str,
        params: impl Params,
        map: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        let get = || -> rusqlite::Result<Option<T>> {
            self.conn.prepare_cached(sql)?.query_map(params, map)?.next().transpose()
        };
        get().map_err(|e| sql_error(&e))
    }

    /// Runs several reads on one state of the index, even while another process commits a new one.
    ///
    /// # Errors
    /// Those of `read`, and store errors.
    pub fn snapshot<T>(&self, read: impl FnOnce() -> Result<T>) -> Result<T> {
        if !self.conn.is_autocommit() {
            return read();
        }
        let transaction = self.conn.unchecked_transaction().map_err(|e| sql_error(&e))?;
        self.kept.borrow_mut().begin_snapshot();
        let value = read();
        self.kept.borrow_mut().end_snapshot();
        let value = value?;
        transaction.finish().map_err(|e| sql_error(&e))?;
        Ok(value)
    }
}

/// A limit as SQLite takes it.
fn limit(rows: usize) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}

/// The half-open range of paths below a folder (`src/a/` to `src/a0`): `/` is followed by `0`.
fn below(folder: &str) -> (String, String) {
    let stem = folder.strip_suffix('/').unwrap_or(folder);
    (format!("{stem}/"), format!("{stem}0"))
}
