//! What goes wrong with `gateway.db`, as people are told.

use beadloom_model::{Code, Error};
use rusqlite::ErrorCode;

/// As messages name it.
pub(super) const SHOWN: &str = ".beadloom/gateway.db";

/// Whether the file itself is at fault, so that another one would do.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    match error.sqlite_error_code() {
        Some(code) => matches!(
            code,
            ErrorCode::NotADatabase
                | ErrorCode::DatabaseCorrupt
                | ErrorCode::TypeMismatch
                | ErrorCode::OutOfMemory
                | ErrorCode::Unknown
        ),
        None => true,
    }
}

pub(super) fn gateway_error(error: &rusqlite::Error) -> Error {
    let (code, what, hint) = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => {
            (Code::DiskFull, "the disk is full; what the gateway keeps is as it was", "free some space")
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed) => {
            (Code::IndexBusy, "another process is writing what the gateway keeps", "try again")
        }
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => (
            Code::NotWritable,
            "what the gateway keeps cannot be written",
            "check the permissions of the .beadloom folder",
        ),
        Some(ErrorCode::CannotOpen | ErrorCode::SystemIoFailure) => (
            Code::NotReadable,
            "what the gateway keeps cannot be opened or read",
            "check the permissions of the .beadloom folder, and the disk",
        ),
        _ => (
            Code::IndexDamaged,
            "what the gateway keeps is damaged",
            "restart the gateway: it sets the file aside and starts a new one",
        ),
    };
    Error::new(code, what).at(SHOWN, 0, 0).hint(hint).caused_by(error)
}
