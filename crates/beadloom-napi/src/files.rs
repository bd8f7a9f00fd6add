//! How the shell writes files: as the engine does.

use std::path::Path;
use std::time::Duration;

use beadloom_engine::files::{
    self, Change, Failure, FileLock, Folder, Journal, JournalBounds, Outcome, Reason,
};
use napi::bindgen_prelude::Buffer;
use napi_derive::napi;

/// What was not written. Everything is as it was.
#[napi(object)]
pub struct WriteFailure {
    /// The system's name of the error, `ENOSPC`; missing where somebody else changed the file since it was read.
    pub code: Option<String>,
    /// The file or folder.
    pub place: String,
}

/// Of `replaceFile`.
#[napi(object)]
pub struct ReplaceOutcome {
    /// Whether it was written; not where somebody else changed it.
    pub written: bool,
    /// Why it could not be written.
    pub failure: Option<WriteFailure>,
}

/// A file of `writeFiles`.
#[napi(object)]
pub struct NewFile {
    /// Absolute; of a folder's file its name.
    pub place: String,
    /// All of it.
    pub bytes: Buffer,
    /// What it must hold still when it is replaced; missing: whatever it holds. Of a folder's file none.
    pub before: Option<Buffer>,
}

/// A folder of `writeFiles`.
#[napi(object)]
pub struct NewFolder {
    /// Absolute.
    pub place: String,
    /// Where the one that is there is kept; missing where there is none.
    pub backup: Option<String>,
    /// By name.
    pub files: Vec<NewFile>,
}

/// Writes a file, or over it, whole; null where that is done.
#[napi(catch_unwind)]
pub fn write_file(place: String, text: String) -> Option<WriteFailure> {
    failure(&place, files::write(Path::new(&place), text.as_bytes()))
}

/// Writes a file that everybody may run; null where that is done.
#[napi(catch_unwind)]
pub fn write_program(place: String, text: String) -> Option<WriteFailure> {
    failure(&place, files::write_program(Path::new(&place), text.as_bytes()))
}

/// Writes a file, or over it, for the user's eyes only; null where that is done.
#[napi(catch_unwind)]
pub fn write_private(place: String, text: String) -> Option<WriteFailure> {
    failure(&place, files::write_private(Path::new(&place), text.as_bytes()))
}

/// Makes a folder that only this user may enter, with those above it; null where that is done.
#[napi(catch_unwind)]
pub fn make_private_folders(place: String) -> Option<WriteFailure> {
    failure(&place, files::make_private_folders(Path::new(&place)))
}

/// Writes over a file that still has these bytes.
#[napi(catch_unwind)]
pub fn replace_file(place: String, text: String, before: Buffer) -> ReplaceOutcome {
    let outcome = files::write_unless_changed(Path::new(&place), text.as_bytes(), &before);
    ReplaceOutcome {
        written: outcome.as_ref().is_ok_and(|outcome| *outcome == Outcome::Written),
        failure: failure(&place, outcome),
    }
}

/// Writes files in their order, then a folder: all of it, and null, or nothing.
#[napi(catch_unwind)]
pub fn write_files(
    staging: String,
    new_files: Vec<NewFile>,
    folder: Option<NewFolder>,
) -> Option<WriteFailure> {
    let changes: Vec<Change> = new_files.into_iter().map(change).collect();
    let folder = folder.map(|folder| Folder {
        place: folder.place.into(),
        backup: folder.backup.map(Into::into),
        files: folder.files.into_iter().map(|file| (file.place, file.bytes.to_vec())).collect(),
    });
    let written = files::write_together(Path::new(&staging), &changes, folder.as_ref());
    written.err().map(|Failure { place, reason }| WriteFailure {
        code: match reason {
            Reason::Changed => None,
            Reason::System(error) => Some(files::system_code(&error).to_owned()),
        },
        place: place.to_string_lossy().into_owned(),
    })
}

fn change(file: NewFile) -> Change {
    Change {
        place: file.place.into(),
        bytes: file.bytes.to_vec(),
        before: file.before.map(|bytes| bytes.to_vec()),
    }
}

/// Whether a file of a project is missing that Git tracks and the work tree leaves out.
#[napi(catch_unwind)]
pub fn is_left_out(root: String, path: String) -> bool {
    beadloom_engine::is_left_out(Path::new(&root), &path)
}

/// Takes a file away; null where that is done, or nothing was there.
#[napi(catch_unwind)]
pub fn remove_file(place: String) -> Option<WriteFailure> {
    failure(&place, files::remove_file(Path::new(&place)))
}

/// Makes a folder and those above it; null where that is done.
#[napi(catch_unwind)]
pub fn make_folders(place: String) -> Option<WriteFailure> {
    failure(&place, files::make_folders(Path::new(&place)))
}

/// Takes an empty folder away; whether it went.
#[napi(catch_unwind)]
pub fn remove_empty_folder(place: String) -> bool {
    files::remove_empty_folder(Path::new(&place))
}

/// Puts back a folder that a killed run left aside.
#[napi(catch_unwind)]
pub fn recover_folder(place: String) -> Option<WriteFailure> {
    failure(&place, files::recover(Path::new(&place)))
}

/// The name of the file in a folder that whoever put it there has not finished with.
#[napi(catch_unwind)]
pub fn unfinished() -> String {
    files::UNFINISHED.to_owned()
}

/// A lock that ends with its process.
#[napi]
pub struct NativeFileLock {
    lock: Option<FileLock>,
}

#[napi]
impl NativeFileLock {
    /// Takes the lock; null where another has it. The message of what is thrown is the system's name of the error.
    #[napi(catch_unwind)]
    pub fn try_acquire(path: String) -> napi::Result<Option<NativeFileLock>> {
        match FileLock::try_acquire(Path::new(&path)) {
            Ok(lock) => Ok(lock.map(|lock| Self { lock: Some(lock) })),
            Err(error) => Err(napi::Error::from_reason(files::system_code(&error))),
        }
    }

    /// Gives it back, and takes its file away.
    #[napi(catch_unwind)]
    pub fn release(&mut self) {
        self.lock = None;
    }
}

/// A private file of lines with bounds, to which many processes may add.
#[napi]
pub struct NativeJournal {
    journal: Journal,
}

#[napi]
impl NativeJournal {
    /// The journal of that name in a folder. Nothing is touched. `bytes`: of all lines together; `days`: how old a line may become.
    #[napi(constructor)]
    pub fn new(folder: String, name: String, bytes: u32, days: u32) -> Self {
        let age = Duration::from_secs(u64::from(days) * 24 * 60 * 60);
        Self {
            journal: Journal::new(Path::new(&folder), &name, JournalBounds { bytes: u64::from(bytes), age }),
        }
    }

    /// Adds a line, of which a line break becomes a blank; whether it was added.
    #[napi(catch_unwind)]
    pub fn append(&self, line: String) -> bool {
        self.journal.append(&line.replace(['\n', '\r'], " ")).is_ok()
    }

    /// All that is there, oldest first. The message of what is thrown is the system's name of the error.
    #[napi(catch_unwind)]
    pub fn read(&self) -> napi::Result<String> {
        self.journal.read().map_err(|error| napi::Error::from_reason(files::system_code(&error)))
    }
}

fn failure<T>(place: &str, result: std::io::Result<T>) -> Option<WriteFailure> {
    let error = result.err()?;
    Some(WriteFailure { code: Some(files::system_code(&error).to_owned()), place: place.to_owned() })
}

/// Whether the process at the other end of a Unix socket, by its descriptor, is one of this user's; missing where nobody can say.
#[napi(catch_unwind)]
pub fn is_own_peer(socket: i32) -> Option<bool> {
    files::is_own_peer(socket)
}
