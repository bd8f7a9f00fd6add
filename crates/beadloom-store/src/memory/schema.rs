//! Opening the file, and bringing it to this version: all steps in one transaction, after a copy was made.

use std::path::Path;
use std::time::Duration;

use beadloom_model::{Code, Error, Result};
use rusqlite::{Connection, OpenFlags};

use super::failures::{SHOWN, damaged, memory_error};
use crate::Access;
use crate::open::{cannot_log, distrust, encode_uri, has_log};

/// `PRAGMA application_id`: "bdmm".
const APPLICATION_ID: i32 = 0x6264_6d6d;

/// How long another process is waited for.
const WAIT: Duration = Duration::from_secs(10);

/// What leads from each version to the next; the first makes version 1 of an empty file.
pub(super) const VERSIONS: &[&str] = &[include_str!("schema.sql")];

/// Opens the file; whether what it gives stays as it is now, because nothing can be written beside it: without room for a log
/// nobody else writes either, and where the log holds nothing the file may be read as it is.
pub(super) fn connect(path: &Path, access: Access) -> Result<(Connection, bool)> {
    match connect_with(path, access, None) {
        Ok(conn) => Ok((conn, false)),
        Err(error) if access == Access::Read && cannot_log(&error) && !has_log(path) => {
            let uri = format!("file:{}?immutable=1", encode_uri(path));
            connect_with(path, access, Some(&uri)).map(|conn| (conn, true)).map_err(|e| memory_error(&e))
        }
        Err(error) => Err(memory_error(&error)),
    }
}

fn connect_with(path: &Path, access: Access, uri: Option<&str>) -> rusqlite::Result<Connection> {
    let mode = match access {
        Access::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
        Access::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
    };
    let flags = mode | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let conn = match uri {
        Some(uri) => Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)?,
        None => Connection::open_with_flags(path, flags)?,
    };
    conn.busy_timeout(WAIT)?;
    distrust(&conn)?;
    // The first look into the file, which is where a bad one shows: before anything of it is changed.
    conn.query_row("SELECT COUNT(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0))?;
    if access == Access::Write {
        // What is forgotten is overwritten, and what is acknowledged survives a power cut.
        conn.pragma_update_and_check(None, "secure_delete", true, |_| Ok(()))?;
        conn.pragma_update(None, "synchronous", "FULL")?;
    }
    Ok(conn)
}

/// `versions`: as [`VERSIONS`].
pub(super) fn bring_up_to_date(
    conn: &Connection,
    path: &Path,
    access: Access,
    versions: &[&str],
) -> Result<()> {
    let newest = versions.len() as u32;
    let found = version(conn, newest)?;
    if found == newest {
        return if access == Access::Write { use_log(conn) } else { Ok(()) };
    }
    if access == Access::Read {
        return Err(Error::new(
            Code::NotWritable,
            format!(
                "the memories have schema {found}, and the file cannot be written to bring it to {newest}"
            ),
        )
        .at(SHOWN, 0, 0)
        .hint("check the permissions of its folder"));
    }
    use_log(conn)?;
    let backup = (found > 0).then(|| back_up(conn, path, found)).transpose()?;
    let migrate = || -> rusqlite::Result<()> {
        let tx = rusqlite::Transaction::new_unchecked(conn, rusqlite::TransactionBehavior::Immediate)?;
        // Another process may have done it since.
        let from: u32 = tx.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        for step in versions.iter().skip(from as usize) {
            tx.execute_batch(step)?;
        }
        if from < newest {
            tx.pragma_update(None, "application_id", APPLICATION_ID)?;
            tx.pragma_update(None, "user_version", newest)?;
        }
        tx.commit()
    };
    migrate().map_err(|error| {
        let said = memory_error(&error);
        let Some(backup) = backup.filter(|_| said.code == Code::MemoryDamaged) else { return said };
        Error::new(
            Code::MemoryDamaged,
            format!(
                "the memories could not be brought from schema {found} to {newest}, and are as they were"
            ),
        )
        .at(SHOWN, 0, 0)
        .hint(format!("a copy is next to it as {backup}; the beadloom that wrote them still reads both"))
        .caused_by(error)
    })
}

/// The version of the schema; 0 of an empty file.
fn version(conn: &Connection, newest: u32) -> Result<u32> {
    let read = || -> rusqlite::Result<(i32, u32, i64)> {
        let pragma = |name: &str| conn.query_row(name, [], |row| row.get::<_, i64>(0));
        let application = pragma("PRAGMA application_id")?;
        let version = pragma("PRAGMA user_version")?;
        let tables = pragma("SELECT COUNT(*) FROM sqlite_master")?;
        Ok((application as i32, u32::try_from(version).unwrap_or(u32::MAX), tables))
    };
    let (application, version, tables) = read().map_err(|e| memory_error(&e))?;
    if application != APPLICATION_ID {
        return if tables == 0 && version == 0 {
            Ok(0)
        } else {
            Err(damaged("the file is a database of another program"))
        };
    }
    if version > newest {
        return Err(Error::new(
            Code::MemoryTooNew,
            format!("the memories have schema {version}, this beadloom reads up to {newest}"),
        )
        .at(SHOWN, 0, 0)
        .hint("update beadloom; the file stays unchanged"));
    }
    Ok(version)
}

fn use_log(conn: &Connection) -> Result<()> {
    let mut tries = 0;
    loop {
        // Two processes may ask for this at once; the busy handler does not cover it.
        match conn.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0)) {
            Ok(_) => return Ok(()),
            Err(error)
                if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) && tries < 250 =>
            {
                tries += 1;
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(error) => return Err(memory_error(&error)),
        }
    }
}

/// Copies the file as it is now beside it; the copy's name.
fn back_up(conn: &Connection, path: &Path, version: u32) -> Result<String> {
    let name = format!("memory.db.schema-{version}");
    let place = path.with_file_name(&name);
    // One that was begun and not ended is of no use, and one that was ended is made anew.
    let _ = std::fs::remove_file(&place);
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(&place).map_err(|error| {
        Error::new(Code::NotWritable, "the memories cannot be copied before they are brought to this version")
            .at(place.display().to_string(), 0, 0)
            .hint("check the permissions and the free space of its folder")
            .caused_by(error)
    })?;
    drop(made);
    // SQLite takes text alone for the name.
    let text = place.to_string_lossy().into_owned();
    conn.execute("VACUUM INTO ?1", [text]).map_err(|e| memory_error(&e))?;
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{MemoryOwner, MemoryPlace, MemoryRow, MemoryStore};

    fn open(path: &Path, versions: &[&str]) -> Result<Connection> {
        let (conn, _) = connect(path, Access::Write)?;
        bring_up_to_date(&conn, path, Access::Write, versions)?;
        Ok(conn)
    }

    fn made() -> (tempfile::TempDir, std::path::PathBuf) {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join(".beadloom")).unwrap();
        let owner = MemoryOwner { keys: &[], trusts: false };
        let mut store =
            MemoryStore::open(&MemoryPlace::of_project(root.path()), owner, Access::Write).unwrap().unwrap();
        store.write(0, &[MemoryRow { id: "a".to_owned(), record: Some("{}".to_owned()) }]).unwrap().unwrap();
        let path = root.path().join(".beadloom/memory.db");
        (root, path)
    }

    fn count(conn: &Connection) -> i64 {
        conn.query_row("SELECT COUNT(*) FROM memories", [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn a_later_version_is_reached_with_a_copy_beside() {
        let (_root, path) = made();
        let versions =
            &[VERSIONS[0], "ALTER TABLE memories ADD COLUMN note TEXT; UPDATE memories SET note = 'x';"];
        let conn = open(&path, versions).unwrap();
        assert_eq!(
            conn.query_row("SELECT note FROM memories", [], |row| row.get::<_, String>(0)).unwrap(),
            "x"
        );
        let copy = path.with_file_name("memory.db.schema-1");
        assert_eq!(count(&open(&copy, VERSIONS).unwrap()), 1);
        #[cfg(unix)]
        assert_eq!(
            std::os::unix::fs::PermissionsExt::mode(&copy.metadata().unwrap().permissions()) & 0o777,
            0o600
        );
        assert_eq!(open(&path, VERSIONS).unwrap_err().code, Code::MemoryTooNew);
    }

    #[test]
    fn a_step_that_fails_leaves_all_as_it_was() {
        let (_root, path) = made();
        let versions = &[VERSIONS[0], "DELETE FROM memories;", "UPDATE nothing SET a = 1;"];
        let error = open(&path, versions).unwrap_err();
        assert_eq!(error.code, Code::MemoryDamaged);
        assert!(error.hint.unwrap().contains("memory.db.schema-1"));
        assert_eq!(count(&open(&path, VERSIONS).unwrap()), 1);
    }
}
