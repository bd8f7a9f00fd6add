//! The files of an index in `.beadloom`: looked at without following links, moved, removed, sealed.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use beadloom_model::{Code, Error, Result};

use crate::seal::{FileId, Seal};

/// The index.
pub(crate) const INDEX: &str = "beadloom.db";
/// What SQLite keeps beside it: what was written last, a shared list of that, and what is undone after a crash.
pub(crate) const LOG: &str = "beadloom.db-wal";
pub(crate) const SHARED: &str = "beadloom.db-shm";
pub(crate) const JOURNAL: &str = "beadloom.db-journal";
/// Says who made the index.
pub(crate) const SEAL: &str = "beadloom.db-seal";
/// Held by whoever makes, moves or seals an index. Not the seal itself: Windows lets nobody read what another has locked.
const LOCK: &str = "beadloom.db-lock";

/// What is put behind the names of files that are put aside. `.gitignore` leaves them out too.
const ASIDE: &str = ".foreign";

/// The files beside each other, none of them a link or a device.
pub(crate) struct Files {
    pub(crate) index: Option<Metadata>,
    pub(crate) log: Option<Metadata>,
    pub(crate) shared: Option<Metadata>,
    pub(crate) journal: Option<Metadata>,
    pub(crate) seal: Option<Metadata>,
}

impl Files {
    pub(crate) fn at(folder: &Path) -> Result<Self> {
        look(folder, LOCK)?;
        Ok(Self {
            index: look(folder, INDEX)?,
            log: look(folder, LOG)?,
            shared: look(folder, SHARED)?,
            journal: look(folder, JOURNAL)?,
            seal: look(folder, SEAL)?,
        })
    }

    /// Whether something lies beside the index that SQLite would take for a part of it.
    pub(crate) fn has_writing(&self) -> bool {
        self.journal.is_some() || self.log.as_ref().is_some_and(|log| log.len() > 0)
    }

    /// The index, where nothing else says what is in it.
    pub(crate) fn whole_by_itself(&self) -> Option<FileId> {
        let index = self.index.as_ref()?;
        let all = [Some(index), self.log.as_ref(), self.shared.as_ref()];
        (!self.has_writing() && all.into_iter().flatten().all(has_one_name)).then(|| FileId::of(index))
    }
}

/// What is said of a file; None where there is none.
fn look(folder: &Path, name: &str) -> Result<Option<Metadata>> {
    match folder.join(name).symlink_metadata() {
        Ok(metadata) if metadata.is_symlink() => Err(outside(name, "is a link")),
        Ok(metadata) if !metadata.is_file() => Err(no_file(name)),
        Ok(metadata) => Ok(Some(metadata)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(name).caused_by(error)),
    }
}

/// Whether no hard link leads to the file from elsewhere.
pub(crate) fn has_one_name(metadata: &Metadata) -> bool {
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

/// Moves what is there out of the way, in place of what was moved last. The index goes last: until then nobody makes another.
pub(crate) fn put_aside(folder: &Path) -> Result<()> {
    for name in [SHARED, JOURNAL, LOG, INDEX] {
        match fs::rename(folder.join(name), folder.join(format!("{name}{ASIDE}"))) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(foreign().caused_by(error)),
            _ => {}
        }
    }
    Ok(())
}

/// Whether an index was moved out of the way here before.
pub(crate) fn was_put_aside(folder: &Path) -> bool {
    folder.join(format!("{INDEX}{ASIDE}")).symlink_metadata().is_ok()
}

pub(crate) fn remove_files(folder: &Path) -> Result<()> {
    for name in [SHARED, JOURNAL, LOG, INDEX] {
        match fs::remove_file(folder.join(name)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(cannot_write(name, error)),
            _ => {}
        }
    }
    Ok(())
}

pub(crate) fn read_seal(folder: &Path) -> Option<Seal> {
    let mut options = OpenOptions::new();
    let mut file = regular(options.read(true), &folder.join(SEAL)).ok()?;
    let mut bytes = [0; Seal::BYTES];
    file.read_exact(&mut bytes).ok()?;
    Seal::read(&bytes)
}

/// Under the lock. A reader that sees half of it takes the lock and looks again.
pub(crate) fn write_seal(folder: &Path, seal: &Seal) -> Result<()> {
    let write = || -> std::io::Result<()> {
        let path = folder.join(SEAL);
        // A file with another name elsewhere is not written to; nothing is lost with this one.
        if path.symlink_metadata().is_ok_and(|metadata| metadata.is_file() && !has_one_name(&metadata)) {
            fs::remove_file(&path)?;
        }
        let mut options = OpenOptions::new();
        let mut file = regular(options.write(true).create(true).truncate(false), &path)?;
        file.write_all(seal.bytes())
    };
    write().map_err(|error| cannot_write(SEAL, error))
}

/// Until it is closed, nobody else has it.
pub(crate) fn lock(folder: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    let file = regular(options.read(true).write(true).create(true).truncate(false), &folder.join(LOCK))
        .map_err(|error| cannot_write(LOCK, error))?;
    match file.lock() {
        // Some network file systems have no locks; SQLite has its own.
        Err(error) if error.kind() != ErrorKind::Unsupported => Err(cannot_write(LOCK, error)),
        _ => Ok(file),
    }
}

/// Opens a regular file, without following a link and without waiting for whoever is at the other end of a pipe.
fn regular(options: &mut OpenOptions, path: &Path) -> std::io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        options.custom_flags(i32::try_from(flags.bits()).unwrap_or(0));
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(ErrorKind::InvalidInput.into()) }
}

pub(crate) fn shown(name: &str) -> String {
    if name.is_empty() { ".beadloom".to_owned() } else { format!(".beadloom/{name}") }
}

pub(crate) fn outside(name: &str, what: &str) -> Error {
    Error::new(
        Code::OutsideRoot,
        format!("{} {what}; beadloom does not write its index through links", shown(name)),
    )
    .at(shown(name), 0, 0)
    .hint("remove the link: it could be meant to overwrite a file elsewhere")
}

fn no_file(name: &str) -> Error {
    Error::new(Code::NotReadable, format!("{} is not a regular file", shown(name)))
        .at(shown(name), 0, 0)
        .hint("remove it; everything in an index is derived")
}

pub(crate) fn unreadable(name: &str) -> Error {
    Error::new(Code::NotReadable, format!("{} cannot be looked at", shown(name)))
        .at(shown(name), 0, 0)
        .hint("check the permissions of the .beadloom folder")
}

pub(crate) fn cannot_write(name: &str, error: std::io::Error) -> Error {
    let (code, what) = if beadloom_files::is_out_of_room(&error) {
        (Code::DiskFull, "cannot be written: the disk is full")
    } else {
        (Code::NotWritable, "cannot be written")
    };
    Error::new(code, format!("{} {what}", shown(name)))
        .at(shown(name), 0, 0)
        .hint("check the permissions and the free space of the .beadloom folder")
        .caused_by(error)
}

pub(crate) fn foreign() -> Error {
    Error::new(Code::IndexForeign, "the existing index was built by another user or machine")
        .at(shown(INDEX), 0, 0)
        .hint(
            "`beadloom reindex` puts it aside and makes one; BEADLOOM_TRUST_INDEX=1 takes it as it is, where you know who \
             made it",
        )
}
