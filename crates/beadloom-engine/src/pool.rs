//! Connections to one project's index, kept open between calls.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use beadloom_model::{Code, Error, Result};
use beadloom_store::{Access, FileId, Place, Replaced, Store};

use crate::seals;

/// Written into a `.beadloom` folder that beadloom itself made, so that a project without `init` shows no
/// untracked files.
const OWN_GITIGNORE: &str = "beadloom.db*\nmemory.db*\ngateway.db*\nCONTEXT.md\n.gitignore\n";

/// Idle connections kept at most; more are opened when calls overlap, and closed again.
const IDLE: usize = 4;

/// Open stores of one index file.
pub struct Pool {
    root: PathBuf,
    idle: Mutex<Vec<Open>>,
    /// What became of an index that could not be used, until somebody asks.
    replaced: Mutex<Option<Replaced>>,
}

struct Open {
    store: Store,
    access: Access,
    /// The file behind the connection; another one at the same path means that the index was replaced.
    file: Option<FileId>,
}

impl Pool {
    /// Of the project at `root`.
    pub fn new(root: PathBuf) -> Self {
        Self { root, idle: Mutex::default(), replaced: Mutex::default() }
    }

    /// What to tell of an index that was replaced since this was asked last: a code, and a sentence.
    pub fn take_notice(&self) -> Option<(Code, String)> {
        let replaced = self.replaced.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()?;
        Some(match replaced {
            Replaced::Foreign => (Code::IndexForeign, seals::foreign()),
            Replaced::Altered => {
                (Code::IndexDamaged, "the index was rebuilt because its tables did not match".to_owned())
            }
        })
    }

    /// Takes the index away, so that the next one to write makes another.
    ///
    /// # Errors
    /// `not_writable`, and `outside_root` and `not_readable` where links or what is no file lie in its place.
    pub fn remove(&self) -> Result<()> {
        self.clear();
        self.place().remove()
    }

    fn place(&self) -> Place {
        Place::new(&self.root, seals::key(), seals::trusts())
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

    /// Closes what is idle: last what may write, because only that leaves the index without its log.
    pub fn clear(&self) {
        let mut idle = self.lock();
        idle.retain(|open| open.access == Access::Write);
        idle.clear();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Open>> {
        self.idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn take(&self, access: Access) -> Result<Open> {
        let place = self.place();
        let now = place.current();
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
            make_folder(place.folder())?;
        }
        let (store, replaced) = place.open(access)?;
        if replaced.is_some() {
            *self.replaced.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = replaced;
        }
        Ok(Open { store, access, file: place.current() })
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Makes the folder `.beadloom` where it is missing.
///
/// # Errors
/// `not_writable`, `disk_full`.
pub(crate) fn make_folder(folder: &Path) -> Result<()> {
    // What a link leads to is looked at when the index is opened.
    if folder.is_dir() || folder.is_symlink() {
        return Ok(());
    }
    beadloom_files::place_folder(folder, ".gitignore", OWN_GITIGNORE.as_bytes()).map_err(|error| {
        let code = if beadloom_files::is_out_of_room(&error) { Code::DiskFull } else { Code::NotWritable };
        Error::new(code, "the folder .beadloom cannot be made, and the index and memories have to live there")
            .at(".beadloom", 0, 0)
            .hint("check the permissions and the free space of the project's folder")
            .caused_by(error)
    })
}
