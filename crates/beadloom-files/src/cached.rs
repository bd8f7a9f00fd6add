//! Files of a cache folder: made whole elsewhere and then moved there, listed with the time of their last use, taken away.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;
use std::time::SystemTime;

use crate::name;
use crate::temporary::{TemporaryFolder, flush_folder, sweep};

/// A file in a cache folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CachedFile {
    /// Its name in the folder.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// When it was made, or used last: see [`note_use`].
    pub used: SystemTime,
}

/// The regular files of a folder, by name; none where the folder is not there, or is a link. What has a name that is no text is
/// nobody's of us.
pub fn cached_files(folder: &Path) -> Vec<CachedFile> {
    if !folder.symlink_metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Vec::new();
    }
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let file = |entry: fs::DirEntry| {
        let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        let used = metadata.modified().ok()?;
        Some(CachedFile { name: entry.file_name().into_string().ok()?, bytes: metadata.len(), used })
    };
    let mut files: Vec<CachedFile> = entries.flatten().filter_map(file).collect();
    files.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    files
}

/// Notes that a file was used now: what was not used for longest goes first. That it cannot be noted is nobody's business.
pub fn note_use(file: &Path) {
    let open = OpenOptions::new().append(true).open(file);
    let _ = open.and_then(|file| file.set_modified(SystemTime::now()));
}

/// A folder of its own in which a file is made. Dropped, it goes with what is left in it; if the process is killed, the next
/// one that writes there takes it away.
pub struct Workshop(TemporaryFolder);

impl Workshop {
    /// In that folder, which must be there and be no link.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn within(folder: &Path) -> io::Result<Self> {
        if !folder.symlink_metadata()?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        sweep(folder);
        TemporaryFolder::create(folder, name::beside).map(Self)
    }

    /// Where to make it.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Gives a file that was made its place for good, instead of what is there.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn place(&self, name: &str, place: &Path) -> io::Result<()> {
        fs::rename(self.path().join(name), place)?;
        if let Some(folder) = place.parent() {
            flush_folder(folder);
        }
        Ok(())
    }
}
