//! An open index.

use std::cell::RefCell;
use std::path::Path;

use beadloom_model::Result;
use rusqlite::{Connection, OpenFlags};

use crate::failures::sql_error;
use crate::kept::Kept;
use crate::open::{Access, Condition, READ_WAIT, condition_of, connect, create_schema, prepare};
use crate::schema;
use crate::sealed::Sealed;
use crate::steps::Steps;

/// An open index.
pub struct Store {
    pub(crate) conn: Connection,
    pub(crate) steps: Steps,
    /// What searches read whole, as long as the index stays as it is.
    pub(crate) kept: RefCell<Kept>,
    /// None where the file is in no project's folder.
    pub(crate) sealed: RefCell<Option<Sealed>>,
}

impl Store {
    /// Opens a file that is known to be an index of our own; what lies in a project is opened by
    /// [`Place::open`](crate::Place::open).
    ///
    /// # Errors
    /// `no_index` (reading a missing file), `index_damaged`, `index_too_new`, `not_writable`, `not_readable`.
    pub fn open(path: &Path, access: Access) -> Result<Self> {
        let conn = connect(path, access, OpenFlags::empty())?;
        if condition_of(&conn)? == Condition::Ready && schema::differs(&conn)? {
            return Err(schema::altered());
        }
        Self::of(conn, None)
    }

    pub(crate) fn of(mut conn: Connection, sealed: Option<Sealed>) -> Result<Self> {
        let steps = Steps::watch(&mut conn).map_err(|e| sql_error(&e))?;
        Ok(Self { conn, steps, kept: RefCell::default(), sealed: RefCell::new(sealed) })
    }

    /// Seals the log: to be done before anything is written.
    pub(crate) fn note_log(&self) -> Result<()> {
        self.sealed.borrow_mut().as_mut().map_or(Ok(()), Sealed::note_log)
    }

    /// An index of nothing, in memory: what there is to answer from while the first one is being made.
    ///
    /// # Errors
    /// Store errors.
    pub fn nothing() -> Result<Self> {
        let make = || -> rusqlite::Result<Connection> {
            let conn = Connection::open_in_memory()?;
            prepare(&conn, READ_WAIT)?;
            create_schema(&conn)?;
            Ok(conn)
        };
        Self::of(make().map_err(|e| sql_error(&e))?, None)
    }

    /// Whether the file holds an index that this version reads.
    ///
    /// # Errors
    /// `index_damaged`, `index_too_new`.
    pub fn condition(&self) -> Result<Condition> {
        condition_of(&self.conn)
    }

    /// What SQLite finds wrong in the file, at most ten sentences; nothing where it is whole. Reads all of it.
    ///
    /// # Errors
    /// Store errors.
    pub fn damages(&self) -> Result<Vec<String>> {
        let read = || -> rusqlite::Result<Vec<String>> {
            let mut statement = self.conn.prepare("PRAGMA quick_check(10)")?;
            statement.query_map([], |row| row.get(0))?.collect()
        };
        let mut found = read().map_err(|e| sql_error(&e))?;
        found.retain(|line| line != "ok");
        Ok(found)
    }
}
