//! Opening, creating and checking the index file, as SQLite sees it.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use crate::failures::{damaged, disk_full, no_index, sql_error};
use crate::schema;
use beadloom_model::{Code, Error, Result};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};

/// The version of `schema.sql`, kept in `PRAGMA user_version`.
pub const SCHEMA_VERSION: u32 = 9;

/// `PRAGMA application_id`: "bdlm". Tells a beadloom index from any other SQLite file.
const APPLICATION_ID: i32 = 0x6264_6c6d;

/// How long a reader waits for a lock. Readers meet one only while another process recovers the log.
pub(crate) const READ_WAIT: Duration = Duration::from_secs(5);

/// What a store is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Answers only; the file must exist.
    Read,
    /// Answers and reindexing; the file is created where it is missing.
    Write,
}

/// What an opened file is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// Holds an index of this schema.
    Ready,
    /// Holds nothing yet, or an index of an older schema, which the next write replaces.
    Empty,
}

/// Opens the file with `more` flags than usual.
pub(crate) fn connect(path: &Path, access: Access, more: OpenFlags) -> Result<Connection> {
    match access {
        Access::Read => open_for_reading(path, more),
        Access::Write => open_for_writing(path, more),
    }
}

/// Makes an index without tables of an empty file.
pub(crate) fn make_empty(path: &Path) -> Result<()> {
    open_for_writing(path, OpenFlags::SQLITE_OPEN_NOFOLLOW).map(drop)
}

fn open_for_reading(path: &Path, more: OpenFlags) -> Result<Connection> {
    if !path.exists() {
        return Err(no_index());
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
    let conn = Connection::open_with_flags(path, flags).map_err(|e| sql_error(&e))?;
    match prepare(&conn, READ_WAIT) {
        Ok(()) => Ok(conn),
        // The log and its index need a folder that can be written and a disk with room. Without both nobody else
        // writes either, and where the log holds nothing the file may be read as it is.
        Err(e) if cannot_log(&e) && !has_log(path) => {
            let uri = format!("file:{}?immutable=1", encode_uri(path));
            let flags = flags | OpenFlags::SQLITE_OPEN_URI;
            let conn = Connection::open_with_flags(uri, flags).map_err(|e| sql_error(&e))?;
            prepare(&conn, READ_WAIT).map_err(|e| sql_error(&e))?;
            Ok(conn)
        }
        Err(e) => Err(sql_error(&e)),
    }
}

pub(crate) fn cannot_log(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::SystemIoFailure | ErrorCode::DiskFull)
    )
}

pub(crate) fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    Path::new(&log).metadata().is_ok_and(|metadata| metadata.len() > 0)
}

/// SQLite says of a file that it cannot make no more than that: on a full disk that is what is wrong.
fn open_error(path: &Path, error: &rusqlite::Error) -> Error {
    let cannot_make = error.sqlite_error_code() == Some(ErrorCode::CannotOpen);
    if cannot_make && !has_room(path) { disk_full().caused_by(error) } else { sql_error(error) }
}

/// Whether another file can be made beside an index or memories, as far as room goes.
pub(crate) fn has_room(path: &Path) -> bool {
    let mut beside = path.as_os_str().to_owned();
    beside.push("-room");
    // What a killed run left; of a link only the link goes.
    let _ = fs::remove_file(&beside);
    let made =
        File::create_new(&beside).and_then(|mut file| file.write_all(b"room").and_then(|()| file.sync_all()));
    let _ = fs::remove_file(&beside);
    !made.is_err_and(|error| beadloom_files::is_out_of_room(&error))
}

fn open_for_writing(path: &Path, more: OpenFlags) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | more;
    let conn = Connection::open_with_flags(path, flags).map_err(|e| open_error(path, &e))?;
    prepare(&conn, READ_WAIT).map_err(|e| open_error(path, &e))?;
    let is_log: String =
        conn.query_row("PRAGMA journal_mode", [], |row| row.get(0)).map_err(|e| open_error(path, &e))?;
    if is_log != "wal" {
        // Two processes may ask for this at once; the busy handler does not cover it.
        let mut tries = 0;
        loop {
            match conn.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0)) {
                Ok(_) => break,
                Err(e) if e.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && tries < 250 => {
                    tries += 1;
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(e) => return Err(open_error(path, &e)),
            }
        }
    }
    Ok(conn)
}

/// Connection settings; also the first look into the file, which is where a bad one shows.
pub(crate) fn prepare(conn: &Connection, wait: Duration) -> rusqlite::Result<()> {
    conn.busy_timeout(wait)?;
    distrust(conn)?;
    conn.pragma_update(None, "foreign_keys", true)?;
    // A committed run survives a crash of the process; a power cut may cost the last run, never the file.
    conn.pragma_update(None, "synchronous", "NORMAL")?;
    conn.pragma_update(None, "temp_store", "MEMORY")?;
    conn.pragma_update(None, "cache_size", -16_384)?;
    // Plans follow from statements alone: else values that are bound would have some of them prepared at every call.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    conn.set_prepared_statement_cache_capacity(96);
    conn.query_row("SELECT COUNT(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0))?;
    Ok(())
}

/// The longest value or row that is read, in bytes: far above what an index holds, and far below what a length in a damaged
/// file may say.
const MAX_VALUE_BYTES: i32 = 256 << 20;

/// Bytes that SQLite may take in a process, all connections together. An index of 7,448 files was made in less than a tenth.
const MAX_MEMORY_BYTES: i64 = 2 << 30;

/// A file that is ours may be damaged, or another program may have changed it: nothing that its schema states is run.
pub(crate) fn distrust(conn: &Connection) -> rusqlite::Result<()> {
    for (setting, is_on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    ] {
        conn.set_db_config(setting, is_on)?;
    }
    conn.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)?;
    conn.pragma_update_and_check(None, "hard_heap_limit", MAX_MEMORY_BYTES, |_| Ok(()))?;
    conn.pragma_update(None, "cell_size_check", true)
}

/// Replaces whatever an older version left by an empty index of this schema. Runs inside a write transaction.
///
/// What follows from no file stays: the history of the index's health, and its generation, so that nobody who keeps
/// an answer takes a rebuilt index for the one that it came from. So do the vectors of texts, which take minutes to make.
pub(crate) fn create_schema(conn: &Connection) -> rusqlite::Result<()> {
    let generation = generation(conn)?;
    drop_tables(conn, KEPT)?;
    conn.execute_batch(schema::SCHEMA)?;
    if schema::hash(conn)? != schema::EXPECTED {
        // What was to stay is not what this version reads.
        drop_tables(conn, "''")?;
        conn.execute_batch(schema::SCHEMA)?;
    }
    if let Some(generation) = generation {
        conn.execute("INSERT INTO meta (key, value) VALUES ('generation', ?1)", [generation])?;
    }
    conn.pragma_update(None, "application_id", APPLICATION_ID)?;
    conn.pragma_update(None, "user_version", SCHEMA_VERSION)
}

/// Tables that a rebuild keeps, as SQL.
const KEPT: &str = "'health_snapshots', 'past', 'text_model', 'text_ids', 'vec_texts'";

/// Drops all tables but those named.
fn drop_tables(conn: &Connection, kept: &str) -> rusqlite::Result<()> {
    // None is ours: they would be in the way of tables of their names.
    let other =
        "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger') ORDER BY name LIMIT 1";
    let names = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    while let Some((kind, name)) = conn.query_row(other, [], names).optional()? {
        conn.execute_batch(&format!("DROP {kind} \"{}\"", name.replace('"', "\"\"")))?;
    }
    // A table goes before those that it refers to: dropping one deletes its rows, and that follows foreign keys
    // into tables that must still be there.
    let next = format!(
        "SELECT name FROM sqlite_master t
         WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT IN ({kept})
             AND NOT EXISTS
             (SELECT 1 FROM sqlite_master o JOIN pragma_foreign_key_list(o.name) f
              WHERE o.type = 'table' AND o.name <> t.name AND f.\"table\" = t.name)
         ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC, name LIMIT 1"
    );
    while let Some(name) = conn.query_row(&next, [], |row| row.get::<_, String>(0)).optional()? {
        conn.execute_batch(&format!("DROP TABLE \"{}\"", name.replace('"', "\"\"")))?;
    }
    Ok(())
}

/// The generation that an index of any version has reached.
fn generation(conn: &Connection) -> rusqlite::Result<Option<String>> {
    let has_meta: bool = conn.query_row(
        "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'meta')",
        [],
        |row| row.get(0),
    )?;
    if !has_meta {
        return Ok(None);
    }
    conn.query_row("SELECT value FROM meta WHERE key = 'generation'", [], |row| row.get(0)).optional()
}

fn pragma<T: rusqlite::types::FromSql>(conn: &Connection, name: &str) -> Result<T> {
    conn.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0)).map_err(|e| sql_error(&e))
}

/// The path of a URI, byte by byte: a name need not be UTF-8, and may hold what means something in a URI.
pub(crate) fn encode_uri(path: &Path) -> String {
    let mut out = String::new();
    // A drive is the first of the folders.
    if cfg!(windows) && !path.starts_with("/") {
        out.push('/');
    }
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => out.push('/'),
            b':' if cfg!(windows) => out.push(':'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(*byte));
            }
            _ => out.push_str(&format!("%{byte:02x}")),
        }
    }
    out
}

/// What a file is good for.
pub(crate) fn condition_of(conn: &Connection) -> Result<Condition> {
    let version: u32 = pragma(conn, "user_version")?;
    let application: i32 = pragma(conn, "application_id")?;
    if application != APPLICATION_ID {
        let tables: i64 = conn
            .query_row("SELECT COUNT(*) FROM sqlite_master", [], |row| row.get(0))
            .map_err(|e| sql_error(&e))?;
        if tables > 0 {
            return Err(damaged("the index file is a database of another program"));
        }
        return Ok(Condition::Empty);
    }
    match version {
        SCHEMA_VERSION => Ok(Condition::Ready),
        newer if newer > SCHEMA_VERSION => Err(Error::new(
            Code::IndexTooNew,
            format!("the index has schema {newer}, this beadloom reads up to {SCHEMA_VERSION}"),
        )
        .hint("update beadloom, or delete .beadloom/beadloom.db and run `beadloom reindex`")),
        _ => Ok(Condition::Empty),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_folder_can_be_a_uri() {
        let folder = tempfile::tempdir().unwrap();
        let mut names: Vec<std::ffi::OsString> =
            ["jürgen 日本", "a b%20c", "#f", "it's", "file:x", "100%", "a&b=c;d"].map(Into::into).into();
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStringExt;
            names.extend(["q?x=1".into(), "\"".into(), "back\\slash".into(), "new\nline".into()]);
            if cfg!(target_os = "linux") {
                names.push(std::ffi::OsString::from_vec(vec![b'x', 0xff, 0xfe, b'%']));
            }
        }
        for name in names {
            let path = folder.path().join(&name).join("beadloom.db");
            std::fs::create_dir(folder.path().join(&name)).unwrap();
            drop(connect(&path, Access::Write, OpenFlags::empty()).unwrap());
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            let uri = format!("file:{}?immutable=1", encode_uri(&path));
            let conn = Connection::open_with_flags(&uri, flags).unwrap();
            prepare(&conn, READ_WAIT).unwrap_or_else(|error| panic!("{uri}: {error}"));
        }
    }
}
