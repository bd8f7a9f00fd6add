//! `.beadloom/memories.jsonl`: the memories that everybody has who has the repository. Whatever is written, lines that are no
//! memories stay; where a merge left its markers nothing is written until somebody resolves them.

use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

use beadloom_files::{FileLock, Outcome, is_out_of_room, read_regular};
use beadloom_memory::Lines;
use beadloom_model::{Code, Diagnostic, Error, Result};

use beadloom_git::place_to_write;

/// As people know it.
pub const PATH: &str = ".beadloom/memories.jsonl";

/// Held by whoever writes; `.gitignore` leaves it out with the private memories.
const LOCK: &str = ".beadloom/memory.db-shared-lock";

/// Bytes of the file.
const MAX_BYTES: u64 = 64 << 20;

/// How long another writer is waited for.
const WAIT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// How often somebody else may change the file while it is being changed.
const TRIES: usize = 20;

/// The bytes of the file; None where there is none.
pub fn read(root: &Path) -> Result<Option<Vec<u8>>> {
    let place = root.join(PATH);
    match place.symlink_metadata() {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(unreadable("cannot be looked at").caused_by(error)),
        Ok(metadata) if metadata.is_symlink() => return Err(unreadable("is a link")),
        Ok(metadata) if !metadata.is_file() => return Err(unreadable("is not a regular file")),
        Ok(_) => {}
    }
    // What a link above leads to is no part of the project.
    let real = place.canonicalize().and_then(|real| Ok((real, root.canonicalize()?)));
    if !real.is_ok_and(|(real, root)| real.starts_with(root)) {
        return Err(unreadable("lies outside the project"));
    }
    match read_regular(&place, MAX_BYTES) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::FileTooLarge => Err(unreadable("is larger than 64 MiB")),
        Err(error) => Err(unreadable("cannot be read").caused_by(error)),
    }
}

fn unreadable(what: &str) -> Error {
    Error::new(Code::BadMemories, format!("{PATH} {what}"))
        .at(PATH, 0, 0)
        .hint("shared memories are the lines of a file of that name, in the project itself")
}

/// The same as a finding: private memories are found all the same.
pub fn finding(error: &Error) -> Diagnostic {
    let finding = Diagnostic::warn(error.code, error.message.clone()).at(PATH, 0, 0);
    error.hint.iter().fold(finding, |finding, hint| finding.hint(hint.clone()))
}

/// Changes the file: `change` says what of it shall be, from what is there; None for nothing. Whether it was written.
pub fn change(root: &Path, change: &mut dyn FnMut(Lines) -> Result<Option<Vec<u8>>>) -> Result<bool> {
    let _lock = lock(&place_to_write(root, LOCK, cannot_write)?)?;
    for _ in 0..TRIES {
        let before = read(root)?;
        let Some(bytes) = change(Lines::parse(before.as_deref().unwrap_or_default()))? else {
            return Ok(false);
        };
        if bytes.len() as u64 > MAX_BYTES {
            return Err(Error::new(Code::Usage, format!("{PATH} would be larger than 64 MiB"))
                .at(PATH, 0, 0)
                .hint("forget some of the shared memories, or keep this one private"));
        }
        let place = place_to_write(root, PATH, cannot_write)?;
        let written = match &before {
            Some(before) if *before == bytes => return Ok(false),
            Some(before) => beadloom_files::write_unless_changed(&place, &bytes, before),
            None => beadloom_files::write(&place, &bytes).map(|()| Outcome::Written),
        };
        match written.map_err(cannot_write)? {
            Outcome::Written => return Ok(true),
            Outcome::Changed => {}
        }
    }
    Err(Error::new(Code::FileChanged, "somebody else keeps changing the shared memories")
        .at(PATH, 0, 0)
        .hint("wait until they are done, then try again"))
}

/// Puts memories in, or takes them out.
pub fn edit(root: &Path, edit: &mut dyn FnMut(&mut Lines)) -> Result<bool> {
    change(root, &mut |mut lines| {
        if lines.has_markers() {
            return Err(Error::new(Code::BadMemories, format!("a merge left its markers in {PATH}"))
                .at(PATH, 0, 0)
                .hint("`beadloom memories resolve` removes them and keeps the memories of both sides"));
        }
        edit(&mut lines);
        Ok(Some(lines.bytes()))
    })
}

fn lock(path: &Path) -> Result<FileLock> {
    let began = Instant::now();
    loop {
        match FileLock::try_acquire(path).map_err(cannot_write)? {
            Some(lock) => return Ok(lock),
            None if began.elapsed() < WAIT => std::thread::sleep(POLL_INTERVAL),
            None => {
                return Err(Error::new(Code::IndexBusy, "another process is writing the shared memories")
                    .at(PATH, 0, 0)
                    .hint("wait until it is done, then try again"));
            }
        }
    }
}

fn cannot_write(error: std::io::Error) -> Error {
    let (code, message, hint) = if is_out_of_room(&error) {
        (
            Code::DiskFull,
            "the disk is full; the shared memories are as they were",
            "free some space and run the command again",
        )
    } else {
        (
            Code::NotWritable,
            "the shared memories cannot be written",
            "check the permissions of the .beadloom folder",
        )
    };
    Error::new(code, message).at(PATH, 0, 0).hint(hint).caused_by(error)
}
