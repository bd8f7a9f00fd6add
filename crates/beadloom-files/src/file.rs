//! One file.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

use crate::lock::FileLock;
use crate::temporary::{Kind, Temporary, flush_folder, new_file, sweep};

/// What became of a file that was to be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It says what it shall.
    Written,
    /// Somebody else changed it since it was read; it is as they left it.
    Changed,
}

/// Writes a file, or over it. Its permissions stay. Its folder must be there.
///
/// What is neither a file nor a folder – a pipe, a terminal – is written to.
///
/// # Errors
/// Those of the file system; the file is then as it was.
pub fn write(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let there = present(place)?;
    if there.as_ref().is_some_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        return OpenOptions::new().write(true).open(place)?.write_all(bytes);
    }
    replace(place, bytes, there.as_ref(), &How::default()).map(|_| ())
}

/// How long another process may hold the lock under which it makes a file, in steps.
const LOCK_STEPS: u32 = 400;
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Makes a file that must not be there, for the user's eyes only. Of many that make it at once one does, and nobody meets
/// it before it is whole.
///
/// # Errors
/// `AlreadyExists`, and those of the file system.
pub fn create_private(place: &Path, bytes: &[u8]) -> io::Result<()> {
    create_by(place, bytes, |from, to| fs::hard_link(from, to))
}

/// `link`: gives a file a second name, and fails where that name is taken. Where the file system has no second names, a lock
/// keeps others from the rename.
fn create_by(
    place: &Path,
    bytes: &[u8],
    link: impl FnOnce(&Path, &Path) -> io::Result<()>,
) -> io::Result<()> {
    let taken = || io::Error::from(io::ErrorKind::AlreadyExists);
    if is_there(place) {
        return Err(taken());
    }
    let folder = place.parent().ok_or(io::ErrorKind::IsADirectory)?;
    sweep(folder);
    let temporary = Temporary::create(folder, bytes, None, Kind::Private)?;
    let unlocked = match temporary.link(place, link) {
        Ok(()) => {
            flush_folder(folder);
            return Ok(());
        }
        Err((_, error)) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
        Err((temporary, _)) => temporary,
    };
    let mut name = place.as_os_str().to_owned();
    name.push(".lock");
    for _ in 0..LOCK_STEPS {
        if let Some(_lock) = FileLock::try_acquire(Path::new(&name))? {
            if is_there(place) {
                return Err(taken());
            }
            unlocked.rename(place)?;
            flush_folder(folder);
            return Ok(());
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    Err(io::ErrorKind::WouldBlock.into())
}

/// Whether anything has that name, a link that leads nowhere included.
fn is_there(place: &Path) -> bool {
    fs::symlink_metadata(place).is_ok()
}

/// Has a file there that its owner alone may read and write, whatever the umask: an empty one where there is none, else the one that
/// is there. A database takes its own permissions on to what it keeps beside it.
///
/// # Errors
/// Those of the file system. Where the file belongs to somebody else its permissions stay.
pub fn keep_private(place: &Path) -> io::Result<()> {
    match new_file(place, false) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            take_from_others(place);
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Takes the rights of others from a regular file of this user's; a link stays as it is, and so does what it leads to.
#[cfg(unix)]
fn take_from_others(place: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    if let Ok(metadata) = fs::symlink_metadata(place)
        && metadata.is_file()
        && metadata.permissions().mode() & 0o077 != 0
        && let Ok((file, metadata)) = crate::regular::open_found(place, metadata)
    {
        let mode = metadata.permissions().mode() & 0o700;
        let _ = file.set_permissions(fs::Permissions::from_mode(mode));
    }
}

#[cfg(not(unix))]
fn take_from_others(_: &Path) {}

/// Makes an empty file that must not be there, and takes it away at once: whatever reports changes of files reports this one
/// after those before it.
///
/// # Errors
/// `AlreadyExists`, and those of the file system.
pub fn flash(place: &Path) -> io::Result<()> {
    drop(new_file(place, false)?);
    fs::remove_file(place)
}

/// Writes a file as [`write`] does, and lets everybody run it.
///
/// # Errors
/// As [`write`].
pub fn write_program(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let there = present(place)?;
    replace(place, bytes, there.as_ref(), &How { is_program: true, ..How::default() }).map(|_| ())
}

/// Writes a file as [`write`] does, for the user's eyes only, whatever the permissions of one that is there.
///
/// # Errors
/// As [`write`].
pub fn write_private(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let there = present(place)?;
    replace(place, bytes, there.as_ref(), &How { is_private: true, ..How::default() }).map(|_| ())
}

/// Writes over a file that still has these bytes when everything but the rename is done.
///
/// # Errors
/// As [`write`].
pub fn write_unless_changed(place: &Path, bytes: &[u8], before: &[u8]) -> io::Result<Outcome> {
    let there = present(place)?;
    replace(place, bytes, there.as_ref(), &How { before: Some(before), ..How::default() })
}

#[derive(Default)]
struct How<'b> {
    /// What the file must hold still when it is replaced.
    before: Option<&'b [u8]>,
    is_program: bool,
    is_private: bool,
}

fn replace(place: &Path, bytes: &[u8], like: Option<&fs::Metadata>, how: &How<'_>) -> io::Result<Outcome> {
    if like.is_some_and(fs::Metadata::is_dir) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let folder = place.parent().ok_or(io::ErrorKind::IsADirectory)?;
    // First, for it may make the room that is needed.
    sweep(folder);
    let kind = match (how.is_program, how.is_private) {
        (true, _) => Kind::Program,
        (_, true) => Kind::Private,
        _ => Kind::Plain,
    };
    let temporary = Temporary::create(folder, bytes, like, kind)?;
    if how.before.is_some_and(|before| !has_bytes(place, before)) {
        return Ok(Outcome::Changed);
    }
    temporary.rename(place)?;
    flush_folder(folder);
    Ok(Outcome::Written)
}

/// What is at a place, links followed; None where nothing is.
pub(crate) fn present(place: &Path) -> io::Result<Option<fs::Metadata>> {
    match fs::metadata(place) {
        Ok(metadata) => Ok(Some(metadata)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether a file holds exactly these bytes. No more of it is read.
fn has_bytes(place: &Path, bytes: &[u8]) -> bool {
    let read = || -> io::Result<Vec<u8>> {
        let mut found = Vec::with_capacity(bytes.len() + 1);
        fs::File::open(place)?.take(bytes.len() as u64 + 1).read_to_end(&mut found)?;
        Ok(found)
    };
    read().is_ok_and(|found| found == bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_files_have_no_second_names_one_of_many_makes_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("key");
        let none = |_: &Path, _: &Path| Err(io::Error::from(io::ErrorKind::Unsupported));
        let made: Vec<Result<(), io::ErrorKind>> = std::thread::scope(|scope| {
            let place = &place;
            let threads: Vec<_> = (0..8u8)
                .map(|n| scope.spawn(move || create_by(place, &[n; 32], none).map_err(|error| error.kind())))
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(made.iter().filter(|one| one.is_ok()).count(), 1, "{made:?}");
        assert!(made.iter().flat_map(|one| one.err()).all(|kind| kind == io::ErrorKind::AlreadyExists));
        let winner = made.iter().position(Result::is_ok).unwrap();
        assert_eq!(fs::read(&place).unwrap(), [u8::try_from(winner).unwrap(); 32]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }
}
