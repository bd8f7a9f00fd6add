//! Where a `memory.db` lies: in a folder of the user's for each repository, or, as earlier versions had it and where that folder
//! cannot be written, in the `.beadloom` of the project.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use beadloom_files::FileLock;
use beadloom_model::{Code, Error, Result};

use super::failures::{SHOWN, disk_full};
use crate::{Access, FileId};

const NAME: &str = "memory.db";

/// Held by whoever makes the file of a project, or moves it away.
const LOCK: &str = "memory.db-lock";

/// What is put behind the name of a file whose memories are in another one now, until it is gone.
const MOVED: &str = ".moved";

/// What belongs to a file, itself first.
const ENDINGS: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// How long another process that moves the file is waited for.
const WAIT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A place for a `memory.db`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryPlace {
    folder: PathBuf,
    name: String,
    /// Of a project: what links may not lead out of.
    root: Option<PathBuf>,
}

impl MemoryPlace {
    /// In the `.beadloom` of a project.
    pub fn of_project(root: &Path) -> Self {
        Self { folder: root.join(".beadloom"), name: NAME.to_owned(), root: Some(root.to_owned()) }
    }

    /// In a folder of this user's, absolute.
    pub fn of_user(folder: PathBuf) -> Self {
        Self { folder, name: NAME.to_owned(), root: None }
    }

    /// A file that a person names; None where that can be none.
    pub fn of_file(file: &Path) -> Option<Self> {
        let name = file.file_name()?.to_str()?.to_owned();
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(Self { folder: folder.to_owned(), name, root: None })
    }

    /// The file.
    pub fn file(&self) -> PathBuf {
        self.folder.join(&self.name)
    }

    /// Which file lies there now; None where there is none.
    pub fn id(&self) -> Option<FileId> {
        self.file().symlink_metadata().ok().map(|metadata| FileId::of(&metadata))
    }

    /// As messages name the file.
    pub fn shown(&self) -> String {
        match self.root {
            Some(_) => SHOWN.to_owned(),
            None => self.file().display().to_string(),
        }
    }

    /// The file's place, once nothing lies there that is no regular file with one name. None where there is none to read.
    pub(super) fn look(&self, access: Access) -> Result<Option<PathBuf>> {
        let Some(real) = self.real_folder()? else {
            return if access == Access::Read { Ok(None) } else { Err(no_folder()) };
        };
        let is_there = is_file(&real, &self.name)?;
        for ending in ENDINGS.iter().skip(1) {
            is_file(&real, &format!("{}{ending}", self.name))?;
        }
        let path = real.join(&self.name);
        match (is_there, access) {
            (true, Access::Read) => Ok(Some(path)),
            (true, Access::Write) => make(&path).map(|()| Some(path)),
            (false, Access::Read) => Ok(None),
            (false, Access::Write) => {
                let _lock = self.root.is_some().then(|| lock(&real)).transpose()?;
                make(&path).map(|()| Some(path))
            }
        }
    }

    /// The folder without links; None where there is none.
    fn real_folder(&self) -> Result<Option<PathBuf>> {
        let folder = &self.folder;
        let metadata = match folder.symlink_metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unreadable(".beadloom").caused_by(error)),
            Ok(metadata) => metadata,
        };
        let real = folder.canonicalize().map_err(|error| unreadable(".beadloom").caused_by(error))?;
        let is_inside = |root: &Path| root.canonicalize().is_ok_and(|root| real.starts_with(root));
        if metadata.is_symlink() && self.root.as_deref().is_some_and(|root| !is_inside(root)) {
            return Err(outside(".beadloom", "is a link to a place outside the project"));
        }
        // SQLite does not take the form in which Windows says where links lead.
        Ok(Some(if cfg!(windows) { folder.to_owned() } else { real }))
    }

    /// Nobody else makes or moves the file of this project until that is dropped.
    pub(super) fn lock(&self) -> Result<FileLock> {
        lock(&self.folder)
    }

    /// Moves the file out of the way, with what belongs to it, under the lock. The file itself goes first: without it, nobody takes the
    /// log for another one's.
    pub(super) fn put_away(&self) -> Result<()> {
        for ending in ENDINGS {
            let from = self.folder.join(format!("{NAME}{ending}"));
            match fs::rename(from, self.folder.join(format!("{NAME}{MOVED}{ending}"))) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(cannot_make(error)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes away what was put out of the way, if there is something.
    pub(super) fn clear_away(&self) -> Result<()> {
        // The file itself last: as long as it is there, the rest is known to be its.
        for ending in ENDINGS.iter().rev() {
            match fs::remove_file(self.folder.join(format!("{NAME}{MOVED}{ending}"))) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(cannot_make(error)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes away a file whose memories are elsewhere by now.
    ///
    /// # Errors
    /// `not_writable`, `index_busy`.
    pub fn clear_moved(&self) -> Result<()> {
        let _lock = self.lock()?;
        self.clear_away()
    }

    /// Whether a file lies there whose memories are elsewhere by now.
    pub fn has_moved(&self) -> bool {
        self.folder.join(format!("{NAME}{MOVED}")).symlink_metadata().is_ok()
    }
}

fn lock(folder: &Path) -> Result<FileLock> {
    let began = Instant::now();
    loop {
        match FileLock::try_acquire(&folder.join(LOCK)).map_err(cannot_make)? {
            Some(lock) => return Ok(lock),
            None if began.elapsed() < WAIT => std::thread::sleep(POLL_INTERVAL),
            None => {
                return Err(Error::new(Code::IndexBusy, "another process is moving the memories")
                    .at(SHOWN, 0, 0)
                    .hint("wait until it is done, then try again"));
            }
        }
    }
}

/// Has a file there for the user's eyes only; what SQLite makes beside it gets the same permissions.
fn make(path: &Path) -> Result<()> {
    beadloom_files::keep_private(path).map_err(cannot_make)
}

fn cannot_make(error: std::io::Error) -> Error {
    if beadloom_files::is_out_of_room(&error) {
        return disk_full().caused_by(error);
    }
    Error::new(Code::NotWritable, "the file of memories cannot be made or moved")
        .at(SHOWN, 0, 0)
        .hint("check the permissions of its folder")
        .caused_by(error)
}

fn no_folder() -> Error {
    Error::new(Code::NotWritable, "the folder .beadloom is missing, and memories have to live there")
        .at(".beadloom", 0, 0)
}

fn is_file(folder: &Path, name: &str) -> Result<bool> {
    let shown = format!(".beadloom/{name}");
    let metadata = match folder.join(name).symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(unreadable(&shown).caused_by(error)),
        Ok(metadata) => metadata,
    };
    if metadata.is_symlink() {
        return Err(outside(&shown, "is a link"));
    }
    if !metadata.is_file() {
        return Err(Error::new(Code::NotReadable, format!("{shown} is not a regular file"))
            .at(shown, 0, 0)
            .hint("move it away: memories are kept in a file of that name"));
    }
    if !has_one_name(&metadata) {
        return Err(outside(&shown, "has another name elsewhere"));
    }
    Ok(true)
}

fn has_one_name(metadata: &fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        std::os::unix::fs::MetadataExt::nlink(metadata) == 1
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        true
    }
}

fn outside(shown: &str, what: &str) -> Error {
    Error::new(Code::OutsideRoot, format!("{shown} {what}; beadloom keeps no memories through links"))
        .at(shown, 0, 0)
        .hint("put the file itself there, or remove the link")
}

fn unreadable(shown: &str) -> Error {
    Error::new(Code::NotReadable, format!("{shown} cannot be looked at"))
        .at(shown, 0, 0)
        .hint("check the permissions of the .beadloom folder")
}
