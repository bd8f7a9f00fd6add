//! A folder that takes another's place as a whole, as a graph does that is made anew.
//!
//! It is written under the name under which the old one is to be kept, with a file [`UNFINISHED`] in it; then both change
//! places in one step. At every moment the place has a whole folder, and a killed run leaves either a folder under the name
//! of a kept one that has that file, and so is none, or nothing at all. Where the system cannot exchange two folders, the
//! old one goes aside for the moment between two renames; a run that is killed in it leaves it there, and [`recover`] puts
//! it back.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::name;
use crate::temporary::{TemporaryFolder, fill, flush_folder, lock, lock_folder, new_file, sweep};

/// A folder that appears as a whole, or takes the place of another.
#[derive(Debug, Clone)]
pub struct Folder {
    /// Absolute.
    pub place: PathBuf,
    /// Where the one that is there is kept; None where there is none.
    pub backup: Option<PathBuf>,
    /// Names and contents. Until somebody takes it away, a file [`crate::UNFINISHED`] is beside them.
    pub files: Vec<(String, Vec<u8>)>,
}

/// A file in a folder that whoever put it there has not finished with.
pub const UNFINISHED: &str = ".unfinished";

/// Between the name of a folder and a time, where the old folder waits between two renames.
const ASIDE: &str = ".aside-";

/// Between the name of a folder and a time, where an old folder is kept.
const BACKUP: &str = ".bak-";

/// A folder that is written, and not in its place yet. Dropped, it goes.
pub(crate) enum Staged<'f> {
    /// Nothing is at its place.
    New(&'f Folder, TemporaryFolder),
    /// Under the name of the backup, with a lock that tells that somebody is at it.
    InExchange(&'f Folder, &'f Path, Removed, Option<fs::File>),
}

/// A folder that goes when this is dropped, unless it is not ours any more.
pub(crate) struct Removed(Option<PathBuf>);

impl Drop for Removed {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            let _ = fs::remove_dir_all(path);
        }
    }
}

impl<'f> Staged<'f> {
    /// Writes the files, and takes away what killed runs left.
    pub fn write(folder: &'f Folder) -> io::Result<Self> {
        let parent = folder.place.parent().ok_or(io::ErrorKind::InvalidInput)?;
        sweep(parent);
        remove_unfinished(&folder.place);
        let Some(backup) = &folder.backup else {
            let staged = TemporaryFolder::create(parent, name::beside)?;
            write_files(staged.path(), &folder.files)?;
            return Ok(Self::New(folder, staged));
        };
        // A name that is taken, by a link too, is an error.
        fs::create_dir(backup)?;
        let removed = Removed(Some(backup.clone()));
        let Some(lock) = lock_folder(backup) else { return Err(io::ErrorKind::ResourceBusy.into()) };
        write_files(backup, &folder.files)?;
        Ok(Self::InExchange(folder, backup, removed, lock))
    }

    /// Puts the folder in its place.
    pub fn put(self) -> io::Result<()> {
        let (folder, result) = match self {
            Self::New(folder, staged) => {
                // An empty folder may be there, over which not every system renames.
                let _ = fs::remove_dir(&folder.place);
                (folder, fs::rename(staged.path(), &folder.place))
            }
            Self::InExchange(folder, backup, mut removed, _lock) => {
                // Finished or not, what is kept is no folder that is being made.
                let _ = fs::remove_file(folder.place.join(UNFINISHED));
                let exchanged = exchange(backup, &folder.place);
                if exchanged.is_ok() {
                    // What has that name now is what was there.
                    removed.0 = None;
                }
                (folder, exchanged)
            }
        };
        result?;
        if let Some(parent) = folder.place.parent() {
            flush_folder(parent);
        }
        Ok(())
    }
}

fn write_files(folder: &Path, files: &[(String, Vec<u8>)]) -> io::Result<()> {
    // First, so that it is there as long as anything is missing.
    fill(&mut new_file(&folder.join(UNFINISHED), true)?, b"", None)?;
    for (name, bytes) in files {
        fill(&mut new_file(&folder.join(name), true)?, bytes, None)?;
    }
    flush_folder(folder);
    Ok(())
}

/// Lets two folders change places.
fn exchange(new: &Path, old: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, new, CWD, old, RenameFlags::EXCHANGE) {
            // Not every file system can, nor every kernel.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => exchange_in_steps(new, old),
            other => Ok(other?),
        }
    }
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    exchange_in_steps(new, old)
}

/// [`recover`] knows what is there after each of the steps.
fn exchange_in_steps(new: &Path, old: &Path) -> io::Result<()> {
    let aside = aside_of(new, old).ok_or(io::ErrorKind::InvalidInput)?;
    fs::rename(old, &aside)?;
    if let Err(error) = fs::rename(new, old) {
        fs::rename(&aside, old)?;
        return Err(error);
    }
    fs::rename(&aside, new)
}

/// `_graph.bak-<time>` and `_graph` → `_graph.aside-<time>`.
fn aside_of(backup: &Path, place: &Path) -> Option<PathBuf> {
    let name = place.file_name()?.to_str()?;
    let time = backup.file_name()?.to_str()?.strip_prefix(name)?.strip_prefix(BACKUP)?;
    Some(place.with_file_name(format!("{name}{ASIDE}{time}")))
}

/// Puts back a folder that a killed run left aside: in its place where that has none, else where it was to be kept.
///
/// # Errors
/// Those of the file system.
pub fn recover(place: &Path) -> io::Result<()> {
    for (aside, time) in beside(place, ASIDE) {
        let Some(name) = place.file_name().and_then(|name| name.to_str()) else { continue };
        let kept = place.with_file_name(format!("{name}{BACKUP}{time}"));
        if fs::symlink_metadata(place).is_err() {
            fs::rename(&aside, place)?;
        } else if fs::symlink_metadata(&kept).is_err() {
            fs::rename(&aside, &kept)?;
        }
    }
    Ok(())
}

/// Takes away folders that were never finished, and whose process is gone.
fn remove_unfinished(place: &Path) {
    for (folder, _) in beside(place, BACKUP) {
        if fs::symlink_metadata(folder.join(UNFINISHED)).is_ok()
            && let Some(_lock) = lock(&folder, true)
        {
            let _ = fs::remove_dir_all(folder);
        } else {
            // Empty: the run ended before the first file. Else it stays.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Folders beside a place that are named after it, each with the time in its name, the oldest first.
fn beside(place: &Path, between: &str) -> Vec<(PathBuf, String)> {
    let (Some(parent), Some(name)) = (place.parent(), place.file_name().and_then(|name| name.to_str()))
    else {
        return Vec::new();
    };
    let Ok(entries) = fs::read_dir(parent) else { return Vec::new() };
    let mut found: Vec<(PathBuf, String)> = entries
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .filter_map(|entry| {
            let time = entry.file_name().to_str()?.strip_prefix(name)?.strip_prefix(between)?.to_owned();
            Some((entry.path(), time))
        })
        .collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(path: &Path, text: &str) {
        fs::create_dir_all(path).unwrap();
        fs::write(path.join("a.yml"), text).unwrap();
    }

    fn text(path: &Path) -> String {
        fs::read_to_string(path.join("a.yml")).unwrap_or_default()
    }

    #[test]
    fn after_each_step_of_an_exchange_the_old_folder_or_the_new_one_is_there() {
        let within = tempfile::tempdir().unwrap();
        let (place, kept) = (within.path().join("_graph"), within.path().join("_graph.bak-7"));
        let aside = within.path().join("_graph.aside-7");
        // How many of the renames were done, and what is at the place then, and kept.
        for (steps, here, there) in
            [(0, "old", "new"), (1, "old", "new"), (2, "new", "old"), (3, "new", "old")]
        {
            for path in [&place, &kept, &aside] {
                let _ = fs::remove_dir_all(path);
            }
            folder(&place, "old");
            folder(&kept, "new");
            let renames = [(&place, &aside), (&kept, &place), (&aside, &kept)];
            for (from, to) in renames.into_iter().take(steps) {
                fs::rename(from, to).unwrap();
            }
            recover(&place).unwrap();
            assert_eq!((text(&place).as_str(), text(&kept).as_str()), (here, there), "{steps} steps");
            assert!(!aside.exists(), "{steps} steps");
        }
        exchange_in_steps(&kept, &place).unwrap();
        assert_eq!((text(&place).as_str(), text(&kept).as_str()), ("old", "new"));
    }
}
