//! Where `memory.db` lies, and whose it is: a repository may bring one along, with memories that nobody here has.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use beadloom_model::{Code, Error, Result};
use rusqlite::{Connection, OptionalExtension, params};

use super::failures::{SHOWN, disk_full, memory_error};
use crate::Access;
use crate::seal::{SealKey, same};

/// Who may have made a `memory.db` that is read.
#[derive(Debug, Clone, Copy)]
pub struct MemoryOwner {
    /// The user's secret; None where none is kept, so that there is nothing to compare with.
    pub key: Option<SealKey>,
    /// Whether the user says that a file of unknown origin is to be taken as theirs.
    pub trusts: bool,
}

const NAME: &str = "memory.db";

/// The file's place, once nothing lies there that is no regular file with one name. None where there is none to read.
pub(super) fn look(root: &Path, access: Access) -> Result<Option<PathBuf>> {
    let folder = root.join(".beadloom");
    let Some(real) = real_folder(root, &folder)? else {
        return if access == Access::Read { Ok(None) } else { Err(no_folder()) };
    };
    let is_there = is_file(&real, NAME)?;
    for beside in ["memory.db-wal", "memory.db-shm", "memory.db-journal"] {
        is_file(&real, beside)?;
    }
    let path = real.join(NAME);
    match (is_there, access) {
        (true, Access::Read) => Ok(Some(path)),
        (false, Access::Read) => Ok(None),
        (_, Access::Write) => make(&path).map(|()| Some(path)),
    }
}

/// Has a file there for the user's eyes only; what SQLite makes beside it gets the same permissions.
fn make(path: &Path) -> Result<()> {
    match beadloom_files::keep_private(path) {
        Ok(()) => Ok(()),
        Err(error) if beadloom_files::is_out_of_room(&error) => Err(disk_full().caused_by(error)),
        Err(error) => Err(Error::new(Code::NotWritable, "the file of memories cannot be made")
            .at(SHOWN, 0, 0)
            .hint("check the permissions of the .beadloom folder")
            .caused_by(error)),
    }
}

fn no_folder() -> Error {
    Error::new(Code::NotWritable, "the folder .beadloom is missing, and memories have to live there").at(
        ".beadloom",
        0,
        0,
    )
}

/// The folder without links; None where there is none.
fn real_folder(root: &Path, folder: &Path) -> Result<Option<PathBuf>> {
    let metadata = match folder.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(".beadloom").caused_by(error)),
        Ok(metadata) => metadata,
    };
    let real = folder.canonicalize().map_err(|error| unreadable(".beadloom").caused_by(error))?;
    let is_inside = || root.canonicalize().is_ok_and(|root| real.starts_with(root));
    if metadata.is_symlink() && !is_inside() {
        return Err(outside(".beadloom", "is a link to a place outside of the project"));
    }
    // SQLite does not take the form in which Windows says where links lead.
    Ok(Some(if cfg!(windows) { folder.to_owned() } else { real }))
}

fn is_file(folder: &Path, name: &str) -> Result<bool> {
    let shown = format!(".beadloom/{name}");
    let metadata = match folder.join(name).symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(unreadable(&shown).caused_by(error)),
        Ok(metadata) => metadata,
    };
    if metadata.is_symlink() {
        return Err(outside(&shown, "is a link"));
    }
    if !metadata.is_file() {
        return Err(Error::new(Code::NotReadable, format!("{shown} is not a regular file"))
            .at(shown, 0, 0)
            .hint("move it away: memories are kept in a file of that name"));
    }
    if !has_one_name(&metadata) {
        return Err(outside(&shown, "has another name elsewhere"));
    }
    Ok(true)
}

fn has_one_name(metadata: &fs::Metadata) -> bool {
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

fn outside(shown: &str, what: &str) -> Error {
    Error::new(Code::OutsideRoot, format!("{shown} {what}; beadloom keeps no memories through links"))
        .at(shown, 0, 0)
        .hint("put the file itself there, or remove the link")
}

fn unreadable(shown: &str) -> Error {
    Error::new(Code::NotReadable, format!("{shown} cannot be looked at"))
        .at(shown, 0, 0)
        .hint("check the permissions of the .beadloom folder")
}

/// Whether this user made the file. It says so itself, by a code that takes the user's secret to make: so a copy that the user
/// made, or restored, is still theirs, and one that came with a repository is not.
pub(super) fn check_owner(conn: &Connection, owner: MemoryOwner, access: Access) -> Result<()> {
    let Some(key) = owner.key else { return Ok(()) };
    let value = |name: &str| -> Result<Option<Vec<u8>>> {
        conn.query_row("SELECT value FROM meta WHERE key = ?1", [name], |row| row.get(0))
            .optional()
            .map_err(|e| memory_error(&e))
    };
    let name = value("name")?;
    if let (Some(name), Some(seal)) = (&name, value("seal")?)
        && same(&seal, &mac(&key, name))
    {
        return Ok(());
    }
    // Without a name nobody has written into it yet.
    let is_new = name.is_none() && is_untouched(conn)?;
    if !is_new && !owner.trusts {
        return Err(Error::new(
            Code::MemoryForeign,
            "the memories were not made by this user on this machine, so they are not read",
        )
        .at(SHOWN, 0, 0)
        .hint(
            "where you know who made them, BEADLOOM_TRUST_INDEX=1 with `beadloom memories list` makes them yours; else move \
             the file away",
        ));
    }
    if access == Access::Read {
        return Ok(());
    }
    let write = || -> rusqlite::Result<()> {
        let tx = conn.unchecked_transaction()?;
        let name: Vec<u8> = tx.query_row("SELECT randomblob(16)", [], |row| row.get(0))?;
        tx.execute("INSERT OR IGNORE INTO meta (key, value) VALUES ('name', ?1)", params![name])?;
        // Another process may have named it since.
        let name: Vec<u8> =
            tx.query_row("SELECT value FROM meta WHERE key = 'name'", [], |row| row.get(0))?;
        tx.execute(
            "INSERT OR REPLACE INTO meta (key, value) VALUES ('seal', ?1)",
            params![mac(&key, &name).as_slice()],
        )?;
        tx.commit()
    };
    write().map_err(|e| memory_error(&e))
}

fn is_untouched(conn: &Connection) -> Result<bool> {
    conn.query_row("SELECT NOT EXISTS (SELECT 1 FROM memories)", [], |row| row.get(0))
        .map_err(|e| memory_error(&e))
}

fn mac(key: &SealKey, name: &[u8]) -> [u8; 32] {
    key.mac(&[b"beadloom memories", name])
}
