//! Connections to one project's index, kept open between calls.
//!
//! The index lies in the `.beadloom` of the project. Where that folder serves another user or cannot be written, it lies in a folder of
//! this user's: two users of one checkout never put each other's index aside, and neither believes what the other one wrote.

use std::path::PathBuf;
use std::sync::{Mutex, OnceLock};

use beadloom_model::{Code, Error, Result};
use beadloom_query::MADE_ANEW;
use beadloom_store::{Access, FileId, Place, Replaced, Store};

use beadloom_local::make_folder;
use beadloom_local::places::{cache_folder, temporary_folders};
use beadloom_local::seals::{self, Lasts};

/// The folder for indexes that lie elsewhere, in the user's cache.
const ELSEWHERE: &str = "indexes";

/// Idle connections kept at most; more are opened when calls overlap, and closed again.
const IDLE: usize = 4;

/// Open stores of one index file.
pub struct Pool {
    root: PathBuf,
    idle: Mutex<Vec<Open>>,
    /// What became of an index that could not be used, until somebody asks.
    replaced: Mutex<Option<Replaced>>,
    /// The folder of this user's, once it was needed; None where there is none.
    elsewhere: OnceLock<Option<PathBuf>>,
}

struct Open {
    store: Store,
    access: Access,
    place: Place,
    /// The file behind the connection; another one at the same path means that the index was replaced.
    file: Option<FileId>,
}

impl Pool {
    /// Of the project at `root`.
    pub fn new(root: PathBuf) -> Self {
        Self { root, idle: Mutex::default(), replaced: Mutex::default(), elsewhere: OnceLock::new() }
    }

    /// What to tell of an index that was replaced since this was asked last: a code, and a sentence.
    pub fn take_notice(&self) -> Option<(Code, String)> {
        let replaced = self.replaced.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()?;
        Some(match replaced {
            Replaced::Foreign => (Code::IndexForeign, foreign()),
            Replaced::Altered => {
                (Code::IndexDamaged, format!("the tables of the index did not match, so it was {MADE_ANEW}"))
            }
        })
    }

    /// Takes the index away, so that the next one to write makes another.
    ///
    /// # Errors
    /// `not_writable`, and `outside_root` and `not_readable` where links or what is no file lie in its place.
    pub fn remove(&self) -> Result<()> {
        self.clear();
        self.chosen().remove()
    }

    /// Where the index is kept now.
    fn chosen(&self) -> Place {
        let place = self.place();
        let is_guest = seals::lasts() != Lasts::Always;
        if place.serves_another(is_guest) { self.elsewhere(Access::Write).unwrap_or(place) } else { place }
    }

    fn place(&self) -> Place {
        Place::new(&self.root, seals::keys(), seals::trusts())
    }

    /// A folder of this user's for the index of this project; None where none can be written either. To read, nothing is made.
    fn elsewhere(&self, access: Access) -> Option<Place> {
        let of_user = |folder: PathBuf| Place::of_user(&self.root, folder, seals::keys());
        if access == Access::Read {
            return self.folders_elsewhere().map(|(folder, _)| of_user(folder)).find(Place::is_ours);
        }
        let folder = self.elsewhere.get_or_init(|| {
            self.folders_elsewhere().find_map(|(folder, temporary)| {
                beadloom_files::make_private_folders(&folder).ok()?;
                // A folder that was made before may be read only by now.
                let probe = beadloom_files::FileLock::try_acquire(&folder.join("beadloom.db-probe"));
                let is_ours = temporary.is_none_or(|above| beadloom_files::is_private_folder(&above));
                (is_ours && probe.is_ok()).then_some(folder)
            })
        });
        folder.clone().map(of_user)
    }

    /// Where it may be, the best first, and the folder for temporary files that it is in.
    fn folders_elsewhere(&self) -> impl Iterator<Item = (PathBuf, Option<PathBuf>)> {
        let root = self.root.canonicalize().unwrap_or_else(|_| self.root.clone());
        let root = root.as_os_str().as_encoded_bytes();
        let code =
            seals::keys().first().map(|key| key.code(b"beadloom index elsewhere", root)).unwrap_or_default();
        let name: String = code.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let cache = cache_folder().into_iter().map(|above| (above, false));
        let all = cache.chain(temporary_folders().map(|above| (above, true)));
        all.map(move |(above, passes)| (above.join(ELSEWHERE).join(&name), passes.then_some(above)))
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
        {
            let mut idle = self.lock();
            idle.retain(|open| open.file == open.place.current());
            if let Some(at) =
                idle.iter().position(|open| open.access == access || open.access == Access::Write)
            {
                return Ok(idle.swap_remove(at));
            }
        }
        let place = self.chosen();
        match self.open(place, access) {
            // Another one's folder: what is there of ours stays in use, and is as fresh as it can be.
            Err(error) if can_lie_elsewhere(&error, access) && !self.place().is_ours() => {
                let Some(elsewhere) = self.elsewhere(access) else { return Err(error) };
                // To read, nothing is made; why there is nothing is what the project's own folder says.
                self.open(elsewhere, access)
                    .map_err(|other| if access == Access::Read { error } else { other })
            }
            opened => opened,
        }
    }

    fn open(&self, place: Place, access: Access) -> Result<Open> {
        if access == Access::Write {
            make_folder(place.folder())?;
        }
        let (store, replaced) = place.open(access)?;
        if replaced.is_some() {
            *self.replaced.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = replaced;
        }
        let file = place.current();
        Ok(Open { store, access, file, place })
    }
}

/// Whether another folder would do where this one did not.
fn can_lie_elsewhere(error: &Error, access: Access) -> bool {
    match access {
        Access::Write => matches!(error.code, Code::NotWritable | Code::IndexForeign),
        Access::Read => matches!(error.code, Code::NoIndex | Code::IndexForeign),
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.clear();
    }
}

/// What to say of an index that was put aside.
fn foreign() -> String {
    let what = format!(
        "the index that was there was not made by this user on this machine, so it was put aside as \
         .beadloom/beadloom.db.foreign and {MADE_ANEW}"
    );
    if seals::lasts() != Lasts::ProcessOnly {
        what
    } else {
        format!(
            "beadloom needs a writable folder of your own to record who built an index, which XDG_DATA_HOME names: {what}"
        )
    }
}
