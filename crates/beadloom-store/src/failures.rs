//! What goes wrong with an index, as people are told.

use beadloom_model::{Code, Error};
use rusqlite::ErrorCode;

pub(crate) fn no_index() -> Error {
    Error::new(Code::NoIndex, "the project has no index yet").hint("run `beadloom reindex`")
}

pub(crate) fn damaged(message: &str) -> Error {
    Error::new(Code::IndexDamaged, message)
        .at(".beadloom/beadloom.db", 0, 0)
        .hint("the index is a cache: `beadloom reindex --full` rebuilds it")
}

pub(crate) fn disk_full() -> Error {
    Error::new(Code::DiskFull, "the disk is full; the index is unchanged")
        .hint("free some space and run the command again")
}

/// Whether a write failed, or the log's index could not grow: what a full disk looks like where the operating system
/// does not say so outright.
fn out_of_room(error: &rusqlite::Error) -> bool {
    use rusqlite::ffi::{SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_WRITE};
    matches!(
        error,
        rusqlite::Error::SqliteFailure(failure, _)
            if failure.extended_code == SQLITE_IOERR_WRITE || failure.extended_code == SQLITE_IOERR_SHMSIZE
    )
}

/// Whether the file ends before a page that it must have: somebody cut it.
fn is_cut(error: &rusqlite::Error) -> bool {
    matches!(
        error,
        rusqlite::Error::SqliteFailure(failure, _)
            if failure.extended_code == rusqlite::ffi::SQLITE_IOERR_SHORT_READ
    )
}

/// Whether a value is another than the column has.
fn is_other_value(error: &rusqlite::Error) -> bool {
    use rusqlite::Error as E;
    matches!(
        error,
        E::FromSqlConversionFailure(..)
            | E::IntegralValueOutOfRange(..)
            | E::Utf8Error(..)
            | E::InvalidColumnType(..)
            | E::QueryReturnedNoRows
    )
}

/// What an SQLite error means to a person.
pub(crate) fn sql_error(error: &rusqlite::Error) -> Error {
    let base = match error.sqlite_error_code() {
        _ if out_of_room(error) => disk_full(),
        _ if is_cut(error) => damaged("the index file is damaged"),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed) => {
            Error::new(Code::IndexBusy, "another process is writing the index")
                .hint("wait until it is done, then try again")
        }
        Some(ErrorCode::DiskFull) => disk_full(),
        Some(ErrorCode::NotADatabase) => damaged("the index file is not a database"),
        Some(ErrorCode::DatabaseCorrupt) => damaged("the index file is damaged"),
        // Statements and tables fit each other, so what they stumble over are values: no JSON, a twin, one that is too long.
        Some(
            ErrorCode::Unknown | ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch | ErrorCode::TooBig,
        ) => damaged("the index file contains invalid data"),
        None if is_other_value(error) => damaged("the index file contains invalid data"),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            Error::new(Code::NotWritable, "the index file cannot be written")
                .at(".beadloom/beadloom.db", 0, 0)
                .hint("check the permissions of the .beadloom folder")
        }
        Some(ErrorCode::CannotOpen) => Error::new(Code::NotReadable, "the index file cannot be opened")
            .at(".beadloom/beadloom.db", 0, 0)
            .hint("check the permissions of the .beadloom folder"),
        Some(ErrorCode::SystemIoFailure) => {
            Error::new(Code::NotReadable, "the index file cannot be read or written")
                .at(".beadloom/beadloom.db", 0, 0)
                .hint("check the disk; if it is full, free some space and run the command again")
        }
        Some(ErrorCode::OutOfMemory) => damaged("the index file demands more memory than an index takes"),
        Some(ErrorCode::OperationInterrupted) => {
            Error::new(Code::Cancelled, "cancelled; the index is unchanged")
        }
        _ => Error::new(Code::Internal, "the index answered with an unexpected error")
            .hint("run the command with --debug for the cause"),
    };
    base.caused_by(error)
}
