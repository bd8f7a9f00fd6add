//! What goes wrong with `memory.db`, as people are told. Its memories are in no other file, so nothing here says to delete it.

use beadloom_model::requests::RememberRequest;
use beadloom_model::{Code, Error};
use rusqlite::ErrorCode;
use rusqlite::ffi::{SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_WRITE};

/// As messages name it; where it lies elsewhere, whoever opened it says so ([`at`]).
pub(super) const SHOWN: &str = ".beadloom/memory.db";

/// The same error, of the file that is shown so.
pub(super) fn at(shown: &str, mut error: Error) -> Error {
    if let Some(place) = error.path.as_mut().filter(|path| *path == SHOWN) {
        shown.clone_into(place);
    }
    error
}

pub(super) fn disk_full() -> Error {
    Error::new(Code::DiskFull, "the disk is full; the memories are as they were")
        .at(SHOWN, 0, 0)
        .hint("free some space and run the command again")
}

pub(super) fn memory_error(error: &rusqlite::Error) -> Error {
    let out_of_room = matches!(
        error,
        rusqlite::Error::SqliteFailure(failure, _)
            if failure.extended_code == SQLITE_IOERR_WRITE || failure.extended_code == SQLITE_IOERR_SHMSIZE
    );
    let said = match error.sqlite_error_code() {
        _ if out_of_room => disk_full(),
        Some(ErrorCode::DiskFull) => disk_full(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed) => {
            Error::new(Code::IndexBusy, "another process is writing the memories")
                .at(SHOWN, 0, 0)
                .hint("wait until it is done, then try again")
        }
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            Error::new(Code::NotWritable, "the memories cannot be written")
                .at(SHOWN, 0, 0)
                .hint("check the permissions of its folder")
        }
        Some(ErrorCode::CannotOpen | ErrorCode::SystemIoFailure) => {
            Error::new(Code::NotReadable, "the memories cannot be opened or read")
                .at(SHOWN, 0, 0)
                .hint("check the permissions of its folder, and the disk")
        }
        Some(ErrorCode::NotADatabase) => damaged("the file is not a database"),
        Some(ErrorCode::OutOfMemory) => damaged("the file demands more memory than memories take"),
        _ => damaged("the file is damaged"),
    };
    said.caused_by(error)
}

pub(super) fn damaged(what: &str) -> Error {
    Error::new(Code::MemoryDamaged, what).at(SHOWN, 0, 0).hint_with(|hints| {
        let remember = hints.call::<RememberRequest>("");
        format!(
            "it stays unchanged; restore a copy of it, or move it away: {remember} then creates a new one"
        )
    })
}
