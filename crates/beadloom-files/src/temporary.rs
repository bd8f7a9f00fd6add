//! Files and folders that are to take another's place, and what is left of those whose process was killed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::name::{self, Origin};

/// Of another machine it is known neither whether a process runs there nor whether locks reach it: by then it is over.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

/// A name of 128 random bits is free. More than one attempt is for a sweep that comes between making and locking.
const ATTEMPTS: usize = 16;

/// Who may do what with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// What the file that it replaces allowed, or a new one.
    Plain,
    /// Everybody may run it.
    Program,
    /// Nobody but its owner may read it.
    Private,
}

/// A file under a name of its own, locked as long as it is being written. Dropped, it goes.
pub(crate) struct Temporary {
    path: PathBuf,
    file: Option<File>,
    in_place: bool,
}

impl Temporary {
    /// Makes a file with these bytes, flushed, in that folder.
    ///
    /// `like`: the file whose owner and permissions it gets; None: those of a new file.
    pub fn create(folder: &Path, bytes: &[u8], like: Option<&fs::Metadata>, kind: Kind) -> io::Result<Self> {
        let like = like.filter(|_| kind != Kind::Private);
        let (file, path) = create_new(folder, like.is_none() && kind != Kind::Private)?;
        let mut made = Self { path, file: Some(file), in_place: false };
        if let Some(file) = made.file.as_mut() {
            fill(file, bytes, like)?;
            if kind == Kind::Program {
                let_run(file)?;
            }
        }
        Ok(made)
    }

    /// Gives the file its name for good.
    pub fn rename(mut self, place: &Path) -> io::Result<()> {
        // Where a lock keeps others from reading, and an open file from being renamed, it is over before.
        if !cfg!(unix) {
            self.file = None;
        }
        fs::rename(&self.path, place)?;
        self.in_place = true;
        Ok(())
    }
}

impl Temporary {
    /// Gives the file its name for good by a second name, which fails where the name is taken; the file is there still where
    /// that did not do.
    pub fn link(
        mut self,
        place: &Path,
        link: impl FnOnce(&Path, &Path) -> io::Result<()>,
    ) -> Result<(), (Self, io::Error)> {
        if !cfg!(unix) {
            self.file = None;
        }
        link(&self.path, place).map_err(|error| (self, error))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.in_place {
            if !cfg!(unix) {
                self.file = None;
            }
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Writes all bytes, looks whether they are there, and flushes them. Errors of a full disk come out at the latest here,
/// also where the system learns of them only when it flushes.
pub(crate) fn fill(file: &mut File, bytes: &[u8], like: Option<&fs::Metadata>) -> io::Result<()> {
    file.write_all(bytes)?;
    if let Some(like) = like {
        take_after(file, like);
    }
    let length = file.metadata()?.len();
    if length != bytes.len() as u64 {
        let message = format!("{length} of {} bytes were written", bytes.len());
        return Err(io::Error::new(io::ErrorKind::WriteZero, message));
    }
    file.sync_all()
}

fn create_new(folder: &Path, for_all: bool) -> io::Result<(File, PathBuf)> {
    let mut taken = io::Error::from(io::ErrorKind::AlreadyExists);
    for _ in 0..ATTEMPTS {
        let path = folder.join(name::beside()?);
        match new_file(&path, for_all).and_then(|file| locked(file, &path)) {
            Ok(Some(file)) => return Ok((file, path)),
            Ok(None) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = error,
            Err(error) => return Err(error),
        }
    }
    Err(taken)
}

/// Opens a file that must not exist; a link of that name exists, wherever it leads.
///
/// `for_all`: as the umask has it; else the owner alone may read it until it has the permissions of another.
pub(crate) fn new_file(path: &Path, for_all: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(if for_all { 0o666 } else { 0o600 });
        options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
    }
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt as _;
        // Nobody else opens or deletes it meanwhile.
        options.share_mode(0);
    }
    #[cfg(not(unix))]
    let _ = for_all;
    options.open(path)
}

/// The file with a lock on it; None where a sweep was quicker. Where the file system has no locks it goes without.
fn locked(file: File, path: &Path) -> io::Result<Option<File>> {
    #[cfg(unix)]
    {
        if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
            return Ok(None);
        }
        if !is_at(&file, path) {
            return Ok(None);
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(Some(file))
}

/// Whether an open file is the one at a path.
#[cfg(unix)]
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(one), Ok(two)) => (one.dev(), one.ino()) == (two.dev(), two.ino()),
        _ => false,
    }
}

/// Gives a file the owner and the permissions of another, as far as the system lets us.
#[cfg(unix)]
fn take_after(file: &File, like: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    if let Ok(own) = file.metadata()
        && (own.uid(), own.gid()) != (like.uid(), like.gid())
        && std::os::unix::fs::fchown(file, Some(like.uid()), Some(like.gid())).is_err()
    {
        // The group alone, which may be another in a shared folder.
        let _ = std::os::unix::fs::fchown(file, None, Some(like.gid()));
    }
    let _ = file.set_permissions(fs::Permissions::from_mode(like.mode() & 0o777));
}

#[cfg(not(unix))]
fn take_after(_: &File, _: &fs::Metadata) {}

/// Lets everybody run a file, as Git has hooks.
#[cfg(unix)]
fn let_run(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o755))
}

/// Windows runs hooks whatever their mode.
#[cfg(not(unix))]
fn let_run(_: &File) -> io::Result<()> {
    Ok(())
}

/// A folder for files that are to go elsewhere, locked. Dropped, it goes with what is in it.
pub(crate) struct TemporaryFolder {
    path: PathBuf,
    /// None where folders cannot be locked.
    _lock: Option<File>,
}

impl TemporaryFolder {
    /// Makes it under a name that nothing has.
    pub fn create(parent: &Path, name: impl Fn() -> io::Result<String>) -> io::Result<Self> {
        let mut taken = io::Error::from(io::ErrorKind::AlreadyExists);
        for _ in 0..ATTEMPTS {
            let path = parent.join(name()?);
            match fs::create_dir(&path) {
                Ok(()) => {
                    if let Some(lock) = lock_folder(&path) {
                        return Ok(Self { path, _lock: lock });
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = error,
                Err(error) => return Err(error),
            }
        }
        Err(taken)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// A lock on a folder, where there are such locks; None where a sweep was quicker.
pub(crate) fn lock_folder(path: &Path) -> Option<Option<File>> {
    #[cfg(unix)]
    {
        let file = match open_as_it_is(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(_) => return Some(None),
        };
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => None,
            Err(fs::TryLockError::Error(_)) => Some(None),
            Ok(()) if is_at(&file, path) => Some(Some(file)),
            Ok(()) => None,
        }
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        Some(None)
    }
}

/// Opens a file or folder for its lock: no link is followed, and no pipe waited for.
#[cfg(unix)]
fn open_as_it_is(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)
}

/// Takes away what processes left in a folder that were killed while they wrote.
pub(crate) fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let Some(origin) = entry.file_name().to_str().and_then(name::origin) else { continue };
        let path = entry.path();
        // The lock is kept until it is gone: whoever made it just now sees that and makes another.
        if let Some(_lock) = left(&path, origin) {
            let _ = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
}

/// A lock on a temporary file or folder that nobody needs any more. One that somebody else owns is theirs, a link nobody's of us.
fn left(path: &Path, origin: Origin) -> Option<Lock> {
    let metadata = fs::symlink_metadata(path).ok()?;
    if !(metadata.is_file() || metadata.is_dir()) || !is_own(&metadata) {
        return None;
    }
    let age = metadata.modified().ok().and_then(|time| SystemTime::now().duration_since(time).ok());
    let is_old = age.is_some_and(|age| age > OLD);
    if origin == Origin::Another && !is_old {
        return None;
    }
    lock(path, is_old)
}

/// Held, nobody else writes there. None inside where there are no locks.
pub(crate) struct Lock {
    _file: Option<File>,
}

/// The lock on a file or folder that nobody holds. `unknown`: whether that is assumed where the file system has no locks.
#[cfg(unix)]
pub(crate) fn lock(path: &Path, unknown: bool) -> Option<Lock> {
    let without = unknown.then_some(Lock { _file: None });
    let Ok(file) = open_as_it_is(path) else { return without };
    match file.try_lock() {
        Ok(()) => is_at(&file, path).then_some(Lock { _file: Some(file) }),
        Err(fs::TryLockError::WouldBlock) => None,
        Err(fs::TryLockError::Error(_)) => without,
    }
}

/// A file that is being written cannot be deleted there; a folder is known by its age alone.
#[cfg(not(unix))]
pub(crate) fn lock(path: &Path, unknown: bool) -> Option<Lock> {
    (unknown || path.is_file()).then_some(Lock { _file: None })
}

#[cfg(unix)]
fn is_own(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    metadata.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_own(_: &fs::Metadata) -> bool {
    true
}

/// Flushes the names in a folder. A rename that could not be flushed is one that a power cut may undo, and no error: what
/// is there then is whole, too.
pub(crate) fn flush_folder(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}
