//! The seal of an open index, and of its log.

pub(crate) mod files;

use std::path::PathBuf;

use beadloom_model::Result;

use self::files::{INDEX, LOG, lock, write_seal};
use crate::seal::{FileId, Seal, SealKey};

/// What an open store has to say before it writes.
#[derive(Debug)]
pub(crate) struct Sealed {
    pub(crate) folder: PathBuf,
    pub(crate) key: SealKey,
    pub(crate) index: FileId,
    /// The log that has a seal, as far as this connection knows.
    pub(crate) log: Option<FileId>,
}

impl Sealed {
    /// Seals the log before something is written into it.
    pub(crate) fn note_log(&mut self) -> Result<()> {
        let id = |name| {
            let metadata = self.folder.join(name).symlink_metadata().ok()?;
            metadata.is_file().then(|| FileId::of(&metadata))
        };
        let Some(log) = id(LOG) else { return Ok(()) };
        // Where another file took the place of this one, its log is not that of this connection.
        if self.log == Some(log) || id(INDEX) != Some(self.index) {
            return Ok(());
        }
        let _lock = lock(&self.folder)?;
        if id(INDEX) == Some(self.index) {
            write_seal(&self.folder, &Seal::new(&self.key, self.index, Some(log)))?;
            self.log = Some(log);
        }
        Ok(())
    }
}
