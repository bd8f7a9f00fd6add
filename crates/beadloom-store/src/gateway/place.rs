//! Where `gateway.db` lies, whose it is, and what becomes of one that does not serve.
//!
//! What it holds is learned again in use, so a gateway never stops for it: a damaged file is set aside, one that somebody
//! else made too – it would approve tools that this user never saw –, and a new one begins.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use beadloom_files::{FileLock, is_out_of_room, keep_private, make_folders};
use beadloom_model::{Code, Error, Result};
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, params};

use super::failures::{SHOWN, gateway_error, is_damage};
use crate::MemoryOwner;
use crate::open::distrust;
use crate::seal::{SealKey, same};

/// `PRAGMA application_id`: "bdgw".
const APPLICATION_ID: i32 = 0x6264_6777;

/// `PRAGMA user_version`.
const VERSION: u32 = 1;

const SCHEMA: &str = include_str!("schema.sql");

/// How long another process is waited for.
const WAIT: Duration = Duration::from_secs(5);

/// How often a lock is asked for that another process has, and how long it is waited between.
const TRIES: u32 = 250;
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Why a file does not serve.
enum Unfit {
    /// Another one would.
    Aside {
        suffix: &'static str,
        why: String,
    },
    /// It stays, and is not written.
    TooNew(u32),
    Error(Error),
}

impl From<rusqlite::Error> for Unfit {
    fn from(error: rusqlite::Error) -> Self {
        if is_damage(&error) {
            Self::Aside { suffix: "damaged", why: format!("is damaged ({error})") }
        } else {
            Self::Error(gateway_error(&error))
        }
    }
}

/// The open file, or one in memory; and what a person has to know.
pub(super) fn open(path: Option<&Path>, owner: MemoryOwner) -> Result<(Connection, Option<String>)> {
    let Some(path) = path else { return Ok((in_memory(owner)?, None)) };
    let path = &real_place(path)?;
    let kept_nothing = |why: String| -> Result<(Connection, Option<String>)> {
        let notice = format!("{SHOWN} {why}; what this gateway learns ends with it");
        Ok((in_memory(owner)?, Some(notice)))
    };
    match open_file(path, owner) {
        Ok(conn) => Ok((conn, None)),
        Err(Unfit::TooNew(version)) => {
            kept_nothing(format!("has schema {version} of a newer beadloom, and stays unchanged"))
        }
        Err(Unfit::Error(error)) if matches!(error.code, Code::NotWritable | Code::NotReadable) => {
            kept_nothing(format!("cannot be written ({})", error.causes.first().unwrap_or(&error.message)))
        }
        Err(Unfit::Error(error)) => Err(error),
        Err(Unfit::Aside { .. }) => set_aside(path, owner),
    }
}

/// Moves the file away, under a lock: of two processes that find it damaged, the second shall not move what the first began.
fn set_aside(path: &Path, owner: MemoryOwner) -> Result<(Connection, Option<String>)> {
    let mut lock = None;
    for _ in 0..TRIES {
        lock = FileLock::try_acquire(&beside(path, ".lock")).map_err(unwritable)?;
        if lock.is_some() {
            break;
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    if lock.is_none() {
        return Err(
            Error::new(Code::IndexBusy, "another process is putting a damaged file aside").at(SHOWN, 0, 0)
        );
    }
    let (suffix, why) = match open_file(path, owner) {
        Ok(conn) => return Ok((conn, None)),
        Err(Unfit::Aside { suffix, why }) => (suffix, why),
        Err(Unfit::Error(error)) => return Err(error),
        Err(Unfit::TooNew(version)) => {
            return Err(
                Error::new(Code::IndexBusy, format!("another process made schema {version}")).at(SHOWN, 0, 0)
            );
        }
    };
    for ending in ["", "-wal", "-shm", "-journal"] {
        let from = beside(path, ending);
        if from.symlink_metadata().is_ok() {
            fs::rename(&from, beside(path, &format!(".{suffix}{ending}"))).map_err(unwritable)?;
        }
    }
    let conn = open_file(path, owner).map_err(|unfit| match unfit {
        Unfit::Error(error) => error,
        Unfit::Aside { why, .. } => {
            Error::new(Code::NotReadable, format!("a new {SHOWN} {why}")).at(SHOWN, 0, 0)
        }
        Unfit::TooNew(_) => Error::new(Code::IndexBusy, "another process made the file").at(SHOWN, 0, 0),
    })?;
    let notice = format!(
        "{SHOWN} {why}, so it was set aside as {SHOWN}.{suffix}; the gateway begins anew, and what was approved before has to \
         be approved again"
    );
    Ok((conn, Some(notice)))
}

fn open_file(path: &Path, owner: MemoryOwner) -> std::result::Result<Connection, Unfit> {
    for ending in ["", "-wal", "-shm", "-journal"] {
        check_file(&beside(path, ending))?;
    }
    keep_private(path).map_err(|error| Unfit::Error(unwritable(error)))?;
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let conn = Connection::open_with_flags(path, flags)?;
    conn.busy_timeout(WAIT)?;
    distrust(&conn)?;
    // The first look into the file, which is where a bad one shows: before anything of it is changed.
    let tables: i64 = conn.query_row("SELECT COUNT(*) FROM sqlite_master", [], |row| row.get(0))?;
    let application: i32 = conn.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let version: u32 = conn.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    match (application, version, tables) {
        (APPLICATION_ID, VERSION, _) => {}
        (APPLICATION_ID, newer, _) if newer > VERSION => return Err(Unfit::TooNew(newer)),
        (0, 0, 0) => {}
        _ => {
            return Err(Unfit::Aside {
                suffix: "damaged",
                why: "is a database of another program".to_owned(),
            });
        }
    }
    use_log(&conn)?;
    conn.pragma_update(None, "synchronous", "NORMAL")?;
    // What is forgotten is overwritten.
    conn.pragma_update_and_check(None, "secure_delete", true, |_| Ok(()))?;
    make_tables(&conn)?;
    check_tables(&conn)?;
    check_owner(&conn, owner)?;
    Ok(conn)
}

/// Why a file would be set aside; None where it serves, or is not there. Nothing is changed.
pub(super) fn unfit(path: &Path, owner: MemoryOwner) -> Option<String> {
    let look = || -> std::result::Result<(), Unfit> {
        check_file(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        let conn = Connection::open_with_flags(path, flags)?;
        conn.busy_timeout(WAIT)?;
        distrust(&conn)?;
        let version: u32 = conn.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        if version == VERSION { owner_of(&conn, owner).map(drop) } else { Ok(()) }
    };
    path.symlink_metadata().ok()?;
    match look() {
        Err(Unfit::Aside { why, .. }) => Some(why),
        _ => None,
    }
}

fn in_memory(owner: MemoryOwner) -> Result<Connection> {
    let open = || -> std::result::Result<Connection, Unfit> {
        let conn = Connection::open_in_memory()?;
        make_tables(&conn)?;
        check_owner(&conn, owner)?;
        Ok(conn)
    };
    open().map_err(|unfit| match unfit {
        Unfit::Error(error) => error,
        _ => Error::new(Code::Internal, "a database in memory cannot be made"),
    })
}

fn use_log(conn: &Connection) -> rusqlite::Result<()> {
    let mut tries = 0;
    loop {
        // Two processes may ask for this at once; the busy handler does not cover it.
        match conn.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0)) {
            Ok(_) => return Ok(()),
            Err(error)
                if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) && tries < TRIES =>
            {
                tries += 1;
                std::thread::sleep(POLL_INTERVAL);
            }
            Err(error) => return Err(error),
        }
    }
}

fn make_tables(conn: &Connection) -> rusqlite::Result<()> {
    let tx = rusqlite::Transaction::new_unchecked(conn, TransactionBehavior::Immediate)?;
    let version: u32 = tx.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version == 0 {
        tx.execute_batch(SCHEMA)?;
        tx.execute("INSERT INTO meta (key, value) VALUES ('salt', randomblob(32))", [])?;
        tx.pragma_update(None, "application_id", APPLICATION_ID)?;
        tx.pragma_update(None, "user_version", VERSION)?;
    }
    tx.commit()
}

/// Whether every page that is asked for can be read: a file that was cut off says so only there.
fn check_tables(conn: &Connection) -> std::result::Result<(), Unfit> {
    let said: String = conn.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if said == "ok" {
        Ok(())
    } else {
        Err(Unfit::Aside { suffix: "damaged", why: format!("is damaged ({said})") })
    }
}

/// Whether this user made the file, with what seals now: see `memory/owner.rs`.
fn owner_of(conn: &Connection, owner: MemoryOwner) -> std::result::Result<bool, Unfit> {
    let Some(key) = owner.keys.first() else { return Ok(true) };
    let value = |name: &str| -> rusqlite::Result<Option<Vec<u8>>> {
        conn.query_row("SELECT value FROM meta WHERE key = ?1", [name], |row| row.get(0)).optional()
    };
    let name = value("name")?;
    let mut is_ours = false;
    if let (Some(name), Some(seal)) = (&name, value("seal")?) {
        if same(&seal, &mac(key, name)) {
            return Ok(true);
        }
        is_ours = owner.keys.iter().any(|key| same(&seal, &mac(key, name)));
    }
    let is_new = name.is_none()
        && conn.query_row(
            "SELECT NOT EXISTS (SELECT 1 FROM tools) AND NOT EXISTS (SELECT 1 FROM pairs)",
            [],
            |row| row.get::<_, bool>(0),
        )?;
    if !is_ours && !is_new && !owner.trusts {
        return Err(Unfit::Aside {
            suffix: "foreign",
            why: "has no valid code of this user's key".to_owned(),
        });
    }
    Ok(false)
}

fn check_owner(conn: &Connection, owner: MemoryOwner) -> std::result::Result<(), Unfit> {
    let Some(key) = owner.keys.first() else { return Ok(()) };
    if owner_of(conn, owner)? {
        return Ok(());
    }
    let tx = rusqlite::Transaction::new_unchecked(conn, TransactionBehavior::Immediate)?;
    tx.execute("INSERT OR IGNORE INTO meta (key, value) VALUES ('name', randomblob(16))", [])?;
    // Another process may have named it since.
    let name: Vec<u8> = tx.query_row("SELECT value FROM meta WHERE key = 'name'", [], |row| row.get(0))?;
    tx.execute(
        "INSERT OR REPLACE INTO meta (key, value) VALUES ('seal', ?1)",
        params![mac(key, &name).as_slice()],
    )?;
    tx.commit()?;
    Ok(())
}

fn mac(key: &SealKey, name: &[u8]) -> [u8; 32] {
    key.mac(&[b"beadloom gateway", name])
}

/// The place with the links above it resolved, in a folder that is there.
fn real_place(path: &Path) -> Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| {
        Error::new(Code::Usage, "the gateway's database needs the name of a file").at(
            path.display().to_string(),
            0,
            0,
        )
    })?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Where it cannot be made, opening says so, and the gateway goes on without.
    let _ = make_folders(folder);
    let real =
        if cfg!(windows) { folder.to_owned() } else { folder.canonicalize().unwrap_or(folder.to_owned()) };
    Ok(real.join(name))
}

fn check_file(path: &Path) -> std::result::Result<(), Unfit> {
    let metadata = match path.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Unfit::Error(unwritable(error))),
        Ok(metadata) => metadata,
    };
    let what = if metadata.is_symlink() {
        "is a link"
    } else if !metadata.is_file() {
        "is not a regular file"
    } else if !has_one_name(&metadata) {
        "has another name elsewhere"
    } else {
        return Ok(());
    };
    Err(Unfit::Aside { suffix: "foreign", why: what.to_owned() })
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

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn unwritable(error: std::io::Error) -> Error {
    let code = if is_out_of_room(&error) { Code::DiskFull } else { Code::NotWritable };
    Error::new(code, "what the gateway keeps cannot be written")
        .at(SHOWN, 0, 0)
        .hint("check the permissions of the .beadloom folder")
        .caused_by(error)
}
