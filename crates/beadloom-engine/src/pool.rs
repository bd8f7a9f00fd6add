//! Connections to one project's index, kept open between calls.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;

use beadloom_model::{Code, Error, Result};
use beadloom_store::{Access, Store};

/// Written into a `.beadloom` folder that beadloom itself made, so that a project without `init` shows no
/// untracked files.
const OWN_GITIGNORE: &str = "beadloom.db*\nmemory.db*\nCONTEXT.md\n.gitignore\n";

/// Idle connections kept at most; more are opened when calls overlap, and closed again.
const IDLE: usize = 4;

/// Open stores of one index file.
pub struct Pool {
    folder: PathBuf,
    idle: Mutex<Vec<Open>>,
}

struct Open {
    store: Store,
    access: Access,
    /// The file behind the connection; another one at the same path means that the index was replaced.
    file: Option<FileId>,
}

impl Pool {
    /// `folder`: the project's `.beadloom`.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, idle: Mutex::default() }
    }

    /// Lends a store for one call. For writing, the folder and an empty file are made where they are missing.
    /// A store under which the call panicked does not come back.
    ///
    /// # Errors
    /// `not_writable`, what [`Store::open`] says, and what `f` says.
    pub fn with<T>(&self, access: Access, f: impl FnOnce(&mut Store) -> Result<T>) -> Result<T> {
        let mut open = self.take(access)?;
        let result = f(&mut open.store);
        let mut idle = self.lock();
        if idle.len() < IDLE {
            idle.push(open);
        }
        result
    }

    /// Closes what is idle.
    pub fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Open>> {
        self.idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn take(&self, access: Access) -> Result<Open> {
        let path = self.folder.join("beadloom.db");
        let now = file_id(&path);
        {
            let mut idle = self.lock();
            idle.retain(|open| open.file == now);
            if let Some(at) =
                idle.iter().position(|open| open.access == access || open.access == Access::Write)
            {
                return Ok(idle.swap_remove(at));
            }
        }
        if access == Access::Write {
            self.make_folder()?;
        }
        let store = Store::open(&path, access)?;
        Ok(Open { store, access, file: file_id(&path) })
    }

    fn make_folder(&self) -> Result<()> {
        if self.folder.is_dir() {
            return Ok(());
        }
        beadloom_write::place_folder(&self.folder, ".gitignore", OWN_GITIGNORE.as_bytes()).map_err(|error| {
            let code = if error.kind() == std::io::ErrorKind::StorageFull {
                Code::DiskFull
            } else {
                Code::NotWritable
            };
            Error::new(code, "the folder .beadloom cannot be made, and the index has to live there")
                .at(".beadloom", 0, 0)
                .hint("check the permissions and the free space of the project's folder")
                .caused_by(error)
        })
    }
}

/// Tells a file from another one at the same path. The number alone does not: a file that is made right after one was
/// deleted often gets the same.
type FileId = (u64, Option<SystemTime>);

/// Names the file behind a path; where the platform has no numbers, by when it was made.
fn file_id(path: &Path) -> Option<FileId> {
    let metadata = path.metadata().ok()?;
    let made = metadata.created().ok();
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((metadata.ino(), made))
    }
    #[cfg(not(unix))]
    {
        Some((0, made))
    }
}
