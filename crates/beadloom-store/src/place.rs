//! The folder `.beadloom` of a project as the place of its index: what lies there is looked at before SQLite opens it.
//!
//! Whoever wrote the project may have put anything there. Links lead elsewhere, and SQLite would write where they lead; a
//! pipe blocks whoever opens it; an index that another made answers with whatever its maker liked, and a file that is no
//! index at all keeps SQLite busy for as long as its maker liked. So only regular files with one name are opened, and
//! only an index whose seal says that this user made it here. What is not is put aside, unless somebody may be using it: then this
//! user's index lies in a folder of theirs ([`Place::of_user`]).

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use beadloom_model::{Code, Error, Result};
use rusqlite::OpenFlags;

use crate::failures::no_index;
use crate::open::{Access, Condition, condition_of, connect, make_empty};
use crate::schema;
use crate::seal::{FileId, Seal, SealKey};
use crate::sealed::Sealed;
use crate::sealed::files::{
    Files, INDEX, cannot_write, foreign, has_one_name, lock, outside, put_aside, read_seal, remove_files,
    shown, unreadable, was_put_aside, write_seal,
};
use crate::store::Store;

/// An index that was found not to be there for good, and what became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replaced {
    /// Somebody else made it. It lies beside the new one.
    Foreign,
    /// Tables were missing or different. It is gone.
    Altered,
}

/// Where a project's index lives.
#[derive(Debug)]
pub struct Place {
    root: PathBuf,
    folder: PathBuf,
    /// Whether the folder belongs to the project, and links must not lead out of that.
    is_in_project: bool,
    /// The first seals, all of them open.
    keys: &'static [SealKey],
    /// Whether the user says that an index without a seal is to be taken as it is.
    trusts: bool,
}

/// What lies at the place.
enum Found {
    Nothing,
    Ours(FileId),
    /// Made by somebody else, or where that cannot be known.
    Foreign,
    /// A process ended while it made the file: nothing is in it.
    Begun,
}

impl Place {
    /// The `.beadloom` of the project at `root`. `trusts`: take an index that has no seal, if nothing else is wrong with it.
    /// `keys`: the secrets of this user, at least one; the first seals, all of them open.
    pub fn new(root: &Path, keys: &'static [SealKey], trusts: bool) -> Self {
        Self { root: root.to_owned(), folder: root.join(".beadloom"), is_in_project: true, keys, trusts }
    }

    /// A folder of this user's, for a project whose own folder serves somebody else or cannot be written.
    pub fn of_user(root: &Path, folder: PathBuf, keys: &'static [SealKey]) -> Self {
        Self { root: root.to_owned(), folder, is_in_project: false, keys, trusts: false }
    }

    /// Whether an index lies there that somebody else may be using, so that it must not be put aside: that of another user of the
    /// system; and of this one, where an index was put aside here before and there is another again, or where `is_guest`, because
    /// whoever has no lasting secret has no say.
    pub fn serves_another(&self, is_guest: bool) -> bool {
        if self.trusts {
            return false;
        }
        let Ok(folder) = self.real_folder() else { return false };
        if !matches!(judge(&folder, self.keys), Ok(Found::Foreign)) {
            return false;
        }
        let Ok(index) = folder.join(INDEX).symlink_metadata() else { return false };
        is_guest || !beadloom_files::is_own(&index) || was_put_aside(&folder)
    }

    /// Whether an index of this user lies there.
    pub fn is_ours(&self) -> bool {
        self.real_folder().is_ok_and(|folder| matches!(judge(&folder, self.keys), Ok(Found::Ours(_))))
    }

    /// The folder, as it is asked for.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Names the index file that is there now; another name means another file.
    pub fn current(&self) -> Option<FileId> {
        self.folder.join(INDEX).metadata().ok().map(|metadata| FileId::of(&metadata))
    }

    /// Opens the index. For writing, one that is not there is made, one of somebody else is put aside, and one whose tables
    /// are not those that they should be is removed; the second value says so.
    ///
    /// # Errors
    /// `outside_root`, `not_readable` where links or what is no file lie there, `index_foreign` where it cannot be put aside or
    /// is only to be read, and what [`Store::open`] says.
    pub fn open(&self, access: Access) -> Result<(Store, Option<Replaced>)> {
        /// How often another process may replace the index while this one opens it.
        const MAX_TRIES: usize = 5;
        let folder = self.real_folder()?;
        let mut replaced = None;
        for _ in 0..MAX_TRIES {
            // A quick look without the lock: nearly always all is well.
            let index = match judge(&folder, self.keys)? {
                Found::Ours(index) => index,
                Found::Nothing | Found::Begun if access == Access::Read => return Err(no_index()),
                Found::Foreign if access == Access::Read && !self.trusts => return Err(foreign()),
                _ => self.make_ours(&folder, access, &mut replaced)?,
            };
            let conn = connect(&folder.join(INDEX), access, REAL)?;
            // The index and its log are opened one after the other, and must belong together.
            if self.current() != Some(index) {
                continue;
            }
            if condition_of(&conn)? == Condition::Ready && schema::differs(&conn)? {
                if access == Access::Read {
                    return Err(schema::altered());
                }
                drop(conn);
                if self.remove_if(|| self.current() == Some(index))? {
                    replaced = replaced.or(Some(Replaced::Altered));
                }
                continue;
            }
            let key = self.keys.first().copied().ok_or_else(foreign)?;
            let sealed = Sealed { folder, key, index, log: None };
            return Ok((Store::of(conn, Some(sealed))?, replaced));
        }
        Err(Error::new(Code::IndexBusy, "other processes keep replacing the index")
            .at(shown(INDEX), 0, 0)
            .hint("wait until they are done, then try again"))
    }

    /// Takes the index away with all that belongs to it: all of it is derived.
    ///
    /// # Errors
    /// `not_writable`, and those of [`Place::open`] about links.
    pub fn remove(&self) -> Result<()> {
        self.remove_if(|| true).map(drop)
    }

    /// The same, where that is still so once nobody else makes or moves one.
    fn remove_if(&self, is_so: impl FnOnce() -> bool) -> Result<bool> {
        let folder = match self.real_folder() {
            Err(error) if error.code == Code::NoIndex => return Ok(false),
            folder => folder?,
        };
        let _lock = lock(&folder)?;
        Files::at(&folder)?;
        let is_so = is_so();
        if is_so {
            remove_files(&folder)?;
        }
        Ok(is_so)
    }

    /// The folder without links: where one leads out of the project, nothing is read or written there.
    fn real_folder(&self) -> Result<PathBuf> {
        let metadata = match self.folder.symlink_metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(no_index()),
            Err(error) => return Err(unreadable("").caused_by(error)),
            Ok(metadata) => metadata,
        };
        let real = self.folder.canonicalize();
        if metadata.is_symlink() && self.is_in_project {
            let root = self.root.canonicalize();
            if !real.as_ref().is_ok_and(|real| root.is_ok_and(|root| real.starts_with(root))) {
                return Err(outside("", "is a link to a place outside the project"));
            }
        }
        let real = real.map_err(|error| unreadable("").caused_by(error))?;
        // SQLite does not take the form in which Windows says where links lead.
        Ok(if cfg!(windows) { self.folder.clone() } else { real })
    }

    /// Has an index of ours there, and says which file that is. Who else looks meanwhile waits.
    fn make_ours(&self, folder: &Path, access: Access, replaced: &mut Option<Replaced>) -> Result<FileId> {
        let key = self.keys.first().ok_or_else(foreign)?;
        let locked = lock(folder);
        let found = judge(folder, self.keys)?;
        let trusted = match found {
            Found::Ours(index) => return Ok(index),
            Found::Foreign if self.trusts => Files::at(folder)?.whole_by_itself(),
            _ => None,
        };
        let _lock = match (locked, &found, trusted) {
            (Ok(lock), ..) => lock,
            // In a folder that cannot be written it is taken as it is each time.
            (Err(_), _, Some(index)) => return Ok(index),
            (Err(error), Found::Foreign, None) => return Err(foreign().caused_by(error)),
            (Err(error), ..) => return Err(error),
        };
        match (found, trusted) {
            (_, Some(index)) => {
                write_seal(folder, &Seal::new(key, index, None))?;
                return Ok(index);
            }
            (Found::Foreign, None) if access == Access::Read => return Err(foreign()),
            (Found::Foreign, None) => {
                put_aside(folder)?;
                *replaced = Some(Replaced::Foreign);
            }
            _ if access == Access::Read => return Err(no_index()),
            _ => remove_files(folder)?,
        }
        let path = folder.join(INDEX);
        let made =
            OpenOptions::new().write(true).create_new(true).open(&path).and_then(|file| file.metadata());
        let index = FileId::of(&made.map_err(|error| cannot_write(INDEX, error))?);
        write_seal(folder, &Seal::new(key, index, None))?;
        make_empty(&path)?;
        Ok(index)
    }
}

fn judge(folder: &Path, keys: &[SealKey]) -> Result<Found> {
    let files = Files::at(folder)?;
    let Some(index) = &files.index else {
        // What belongs to no index is not to be taken for a part of the next one.
        return Ok(if files.has_writing() { Found::Foreign } else { Found::Nothing });
    };
    let id = FileId::of(index);
    let seal = files.seal.as_ref().filter(|seal| has_one_name(seal)).and_then(|_| read_seal(folder));
    let sealed = seal.and_then(|seal| Some((seal, keys.iter().find(|key| seal.is_of(key, id))?)));
    let Some((seal, key)) = sealed else {
        return Ok(if index.len() == 0 && !files.has_writing() { Found::Begun } else { Found::Foreign });
    };
    if files.journal.is_some() {
        // The one moment at which we have one is before there is anything in the file.
        return Ok(if index.len() <= MAX_BEGUN_BYTES { Found::Begun } else { Found::Foreign });
    }
    let all = [Some(index), files.log.as_ref(), files.shared.as_ref()];
    let sealed_log =
        files.log.as_ref().is_none_or(|log| log.len() == 0 || seal.is_of_log(key, id, FileId::of(log)));
    Ok(if sealed_log && all.into_iter().flatten().all(has_one_name) {
        Found::Ours(id)
    } else {
        Found::Foreign
    })
}

/// The folder's path has no links in it any more, and the file is none.
const REAL: OpenFlags = OpenFlags::SQLITE_OPEN_NOFOLLOW;

/// The largest file without tables, in bytes: one page.
const MAX_BEGUN_BYTES: u64 = 4_096;
