//! One writer at a time, among processes.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// A file that is there as long as somebody holds it. The lock itself is the system's and ends with its process, whatever
/// becomes of the file.
pub struct FileLock {
    path: PathBuf,
    file: Option<File>,
}

impl FileLock {
    /// Takes the lock; None where another has it.
    ///
    /// # Errors
    /// Those of the file system. A folder of that name is one.
    pub fn try_acquire(path: &Path) -> io::Result<Option<Self>> {
        match fs::symlink_metadata(path) {
            Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            // A link or a pipe is none of ours.
            Ok(metadata) if !metadata.is_file() => fs::remove_file(path)?,
            _ => {}
        }
        let Some(file) = open(path)? else { return Ok(None) };
        #[cfg(unix)]
        {
            // Where the file system has no locks, the comparison before each rename has to do.
            if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
                return Ok(None);
            }
            // Who held it took the file away.
            if !crate::temporary::is_at(&file, path) {
                return Ok(None);
            }
        }
        Ok(Some(Self { path: path.to_owned(), file: Some(file) }))
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        if !cfg!(unix) {
            // Nobody deletes a file that is open.
            self.file = None;
        }
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(unix)]
fn open(path: &Path) -> io::Result<Option<File>> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(0o600);
    options.custom_flags(flags.bits().cast_signed()).open(path).map(Some)
}

/// Nobody else opens it meanwhile.
#[cfg(windows)]
fn open(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt as _;
    /// `ERROR_SHARING_VIOLATION`
    const HELD: i32 = 32;
    let opened =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).share_mode(0).open(path);
    match opened {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.raw_os_error() == Some(HELD) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(not(any(unix, windows)))]
fn open(path: &Path) -> io::Result<Option<File>> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map(Some)
}
