//! Folders, and what is taken away.

use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};

use crate::name;
use crate::temporary::{TemporaryFolder, fill, flush_folder, new_file, sweep};

/// Makes a folder and those above it.
///
/// # Errors
/// Those of the file system.
pub fn make_folders(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// Makes a folder, and those above it, that only the user looks into; those that are there stay as they are.
///
/// # Errors
/// Those of the file system.
pub fn make_private_folders(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// The folders that are made where one is missing, outermost first.
pub(crate) fn make_missing(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let missing: Vec<&Path> = folder.ancestors().take_while(|above| !above.exists()).collect();
    let mut made = Vec::new();
    for folder in missing.into_iter().rev() {
        match fs::create_dir(folder) {
            Ok(()) => made.push(folder.to_owned()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
            Err(error) => {
                drop_empty(&made);
                return Err(error);
            }
        }
    }
    Ok(made)
}

/// Takes folders away again in which nobody put anything, innermost first.
pub(crate) fn drop_empty(made: &[PathBuf]) {
    for folder in made.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
}

/// Makes a folder with a file in it, both or neither; one that is there stays as it is.
///
/// # Errors
/// Those of the file system.
pub fn place_folder(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let parent = folder.parent().ok_or(io::ErrorKind::InvalidInput)?;
    make_folders(parent)?;
    sweep(parent);
    let staged = TemporaryFolder::create(parent, name::beside)?;
    fill(&mut new_file(&staged.path().join(name), true)?, bytes, None)?;
    flush_folder(staged.path());
    match fs::rename(staged.path(), folder) {
        Ok(()) => {
            flush_folder(parent);
            Ok(())
        }
        // Somebody else made it meanwhile.
        Err(_) if folder.is_dir() => Ok(()),
        Err(error) => Err(error),
    }
}

/// Takes a file away, and what killed processes left beside it. Returns whether it was there.
///
/// # Errors
/// Those of the file system.
pub fn remove_file(place: &Path) -> io::Result<bool> {
    if let Some(folder) = place.parent() {
        sweep(folder);
    }
    match fs::remove_file(place) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Takes a folder away in which nothing is. Returns whether it went.
pub fn remove_empty_folder(folder: &Path) -> bool {
    fs::remove_dir(folder).is_ok()
}
