//! Opening, creating and checking the index file.

use rusqlite::Connection;

/// The version of `schema.sql`.
pub const SCHEMA_VERSION: u32 = 1;

/// What a store is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Answers only; the file must exist.
    Read,
    /// Answers and reindexing; the file is created where it is missing.
    Write,
}

/// An open index.
pub struct Store {
    pub(crate) conn: Connection,
}
