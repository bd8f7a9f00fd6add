//! Files that belong together: all of them, or none where one cannot be written.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::entries::{drop_empty, make_missing};
use crate::file::{Outcome, present, write};
use crate::graph_folder::{Folder, Staged};
use crate::name;
use crate::temporary::{TemporaryFolder, fill, flush_folder, new_file, sweep};

/// A file and what it shall hold.
#[derive(Debug, Clone)]
pub struct Change {
    /// Absolute. The folders above it are made.
    pub place: PathBuf,
    /// All of it.
    pub bytes: Vec<u8>,
    /// What the file must hold still when it is replaced; None: whatever it holds.
    pub before: Option<Vec<u8>>,
}

/// What was not written, and why. Everything is as it was.
#[derive(Debug)]
pub struct Failure {
    /// The file or folder.
    pub place: PathBuf,
    /// What kept it from being written.
    pub reason: Reason,
}

/// Why something was not written.
#[derive(Debug)]
pub enum Reason {
    /// Somebody else changed it since it was read; it is as they left it.
    Changed,
    /// The system does not let us.
    System(io::Error),
}

/// Writes files in their order, then the folder.
///
/// All is written to staging folders first, where nobody reads and where a disk that is full shows; moving into place takes
/// milliseconds. Killed in between, each file is the old one or the new one.
///
/// `staging`: a folder for that, of the same file system if possible; made where it is missing. What killed runs left in it
/// goes, also where nothing is to be written: a run that was killed after its last file leaves no more than that.
///
/// # Errors
/// With what could not be written. What was written before is taken back.
pub fn write_together(staging: &Path, changes: &[Change], folder: Option<&Folder>) -> Result<(), Failure> {
    if changes.is_empty() && folder.is_none() {
        sweep(staging);
        return Ok(());
    }
    let mut done = Done::default();
    carry_out(staging, changes, folder, &mut done).inspect_err(|_| done.take_back())
}

/// What was changed, to be taken back where the rest fails.
#[derive(Default)]
struct Done {
    folders: Vec<PathBuf>,
    /// Files with what they held; None: they were not there.
    files: Vec<(PathBuf, Option<Vec<u8>>)>,
}

impl Done {
    fn make_folder(&mut self, folder: &Path) -> io::Result<()> {
        self.folders.extend(make_missing(folder)?);
        Ok(())
    }

    /// As far as that goes: what cannot be restored could not be written either, or the disk is failing.
    fn take_back(&mut self) {
        for (place, before) in self.files.drain(..).rev() {
            let _ = match before {
                Some(bytes) => write(&place, &bytes),
                None => fs::remove_file(&place),
            };
        }
        drop_empty(&self.folders);
    }
}

fn carry_out(
    staging: &Path,
    changes: &[Change],
    folder: Option<&Folder>,
    done: &mut Done,
) -> Result<(), Failure> {
    let at = |place: &Path| {
        let place = place.to_owned();
        move |error| Failure { place, reason: Reason::System(error) }
    };
    done.make_folder(staging).map_err(at(staging))?;
    sweep(staging);
    let graph = folder.map(|folder| Staged::write(folder).map_err(at(&folder.place))).transpose()?;
    if !changes.is_empty() {
        let staged = TemporaryFolder::create(staging, name::staged).map_err(at(staging))?;
        for (number, change) in changes.iter().enumerate() {
            stage(&staged.path().join(number.to_string()), change).map_err(at(&change.place))?;
        }
        let mut touched = BTreeSet::new();
        for (number, change) in changes.iter().enumerate() {
            match move_in(&staged.path().join(number.to_string()), change, done).map_err(at(&change.place))? {
                Outcome::Written => {}
                Outcome::Changed => {
                    return Err(Failure { place: change.place.clone(), reason: Reason::Changed });
                }
            }
            touched.extend(change.place.parent());
        }
        touched.into_iter().for_each(flush_folder);
    }
    if let (Some(folder), Some(graph)) = (folder, graph) {
        graph.put().map_err(at(&folder.place))?;
    }
    Ok(())
}

fn stage(path: &Path, change: &Change) -> io::Result<()> {
    let there = present(&change.place)?;
    if there.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // Somebody wrote a file where a folder has to be: better known before anything is moved.
    if let Some(above) = change.place.ancestors().skip(1).find(|above| above.exists())
        && !above.is_dir()
    {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    fill(&mut new_file(path, there.is_none())?, &change.bytes, there.as_ref())
}

fn move_in(staged: &Path, change: &Change, done: &mut Done) -> io::Result<Outcome> {
    let Change { place, bytes, before: expected } = change;
    let before = match fs::read(place) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if expected.is_some() && *expected != before {
        return Ok(Outcome::Changed);
    }
    if let Some(folder) = place.parent() {
        done.make_folder(folder)?;
    }
    match fs::rename(staged, place) {
        // The folder is on another file system.
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => write(place, bytes)?,
        other => other?,
    }
    done.files.push((place.clone(), before));
    Ok(Outcome::Written)
}
