//! Reads for answers: few rows, by key, through cached statements. Reads for a reindex are in `state`.

mod chunks;
mod conventions;
mod coverage;
mod documents;
mod erased;
mod file_info;
mod files;
mod grams;
mod graph;
mod imports;
mod lexicon;
mod links;
mod references;
mod routes;
mod search;
mod snapshot;
mod symbols;
mod vectors;

use beadloom_model::Result;
use rusqlite::{Params, Row};

use crate::Store;
use crate::queries::{first, list};

pub use coverage::{CodeFile, NodeCode, NodeDocument};
pub use documents::{ChunkHead, ChunkRow};
pub use erased::{ErasedImport, FileNames, NamedImport, PassedOn, erase, erased, erases_types};
pub use file_info::FileInfo;
pub use files::{FileLink, ImportingStatement};
pub use grams::DefinitionPlace;
pub use graph::{Link, NodeLink};
pub use imports::ImportLine;
pub use lexicon::Lexicon;
pub(crate) use lexicon::read_marks;
pub use links::MentionRow;
pub use references::{SymbolPlace, TargetCount};
pub use search::{ChunkMatch, NodeMatch};
pub use symbols::{SymbolRow, SymbolTarget};

impl Store {
    /// All rows of a statement that is kept prepared.
    fn list<T>(
        &self,
        sql: &str,
        params: impl Params,
        map: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        list(&self.conn, sql, params, map)
    }

    /// The first row of a statement that is kept prepared.
    fn first<T>(
        &self,
        sql: &str,
        params: impl Params,
        map: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        first(&self.conn, sql, params, map)
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

/// A folder's paths (itself included, for imports of it), or the one path of a file.
fn range(path: &str) -> (String, String) {
    if path.ends_with('/') { below(path) } else { (path.to_owned(), format!("{path}\0")) }
}
