//! What the system says, by the names that Node has for it.

use std::io::{Error, ErrorKind};

/// Whether a write failed because there is no room for it: on the disk, in the user's share of it, or in what a file may have.
pub fn is_out_of_room(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge | ErrorKind::WriteZero
    )
}

/// The name of a system's error: `ENOSPC`, `EACCES`.
pub fn system_code(error: &Error) -> &'static str {
    match error.kind() {
        // A write that takes no byte more is what a full disk looks like to some systems.
        ErrorKind::StorageFull | ErrorKind::WriteZero => "ENOSPC",
        ErrorKind::QuotaExceeded => "EDQUOT",
        ErrorKind::FileTooLarge => "EFBIG",
        ErrorKind::NotFound => "ENOENT",
        ErrorKind::PermissionDenied => "EACCES",
        ErrorKind::ReadOnlyFilesystem => "EROFS",
        ErrorKind::AlreadyExists => "EEXIST",
        ErrorKind::IsADirectory => "EISDIR",
        ErrorKind::NotADirectory => "ENOTDIR",
        ErrorKind::DirectoryNotEmpty => "ENOTEMPTY",
        ErrorKind::CrossesDevices => "EXDEV",
        ErrorKind::InvalidFilename => "ENAMETOOLONG",
        ErrorKind::InvalidInput => "EINVAL",
        ErrorKind::ResourceBusy => "EBUSY",
        _ => "EIO",
    }
}
