//! Whose a `memory.db` is: a repository may bring one along, with memories that nobody here has.

use beadloom_model::{Code, Error, Result};
use rusqlite::{Connection, OptionalExtension, params};

use super::failures::{SHOWN, memory_error};
use crate::Access;
use crate::seal::{SealKey, same};

/// Who may have made a `memory.db` that is read.
#[derive(Debug, Clone, Copy)]
pub struct MemoryOwner {
    /// The user's secrets, that which seals first; empty where none is kept, so that there is nothing to compare with.
    pub keys: &'static [SealKey],
    /// Whether the user says that a file of unknown origin is to be taken as theirs.
    pub trusts: bool,
}

/// Whether this user made the file. It says so itself, by a code that takes the user's secret to make: so a copy that the user
/// made, or restored, is still theirs, and one that came with a repository is not. What another of the user's secrets sealed is sealed
/// with the first from then on.
pub(super) fn check_owner(conn: &Connection, owner: MemoryOwner, access: Access) -> Result<()> {
    let Some(first) = owner.keys.first() else { return Ok(()) };
    let value = |name: &str| -> Result<Option<Vec<u8>>> {
        conn.query_row("SELECT value FROM meta WHERE key = ?1", [name], |row| row.get(0))
            .optional()
            .map_err(|e| memory_error(&e))
    };
    let name = value("name")?;
    let mut is_ours = false;
    if let (Some(name), Some(seal)) = (&name, value("seal")?) {
        if same(&seal, &mac(first, name)) {
            return Ok(());
        }
        is_ours = owner.keys.iter().any(|key| same(&seal, &mac(key, name)));
    }
    // Without a name nobody has written into it yet.
    let is_new = name.is_none() && is_untouched(conn)?;
    if !is_ours && !is_new && !owner.trusts {
        return Err(Error::new(
            Code::MemoryForeign,
            "the memories have no valid code of this user's key: somebody else made the file, or the key is gone",
        )
        .at(SHOWN, 0, 0)
        .hint(
            "`beadloom doctor` says where the key was looked for; put it back, or take the memories over with `beadloom memories \
             adopt FILE` where you know who made them",
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
            params![mac(first, &name).as_slice()],
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
