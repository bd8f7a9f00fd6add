//! What sessions were given: a file of its own, beside no project, shared by all processes of a user.

use std::path::Path;
use std::time::Duration;

use beadloom_model::{Code, Error, Result};
use rusqlite::{Connection, ErrorCode, TransactionBehavior, params};

/// Names a session of a project: a hash, so that nothing of a name acts as anything else.
pub type SessionKey = [u8; 32];

/// How long another process is waited for.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// Seconds that what was given is remembered.
const KEPT: i64 = 24 * 60 * 60;

/// `PRAGMA user_version` of this layout; a file of another one is emptied.
const LAYOUT: i64 = 1;

/// The open file.
pub struct Sessions {
    conn: Connection,
}

impl Sessions {
    /// Opens the file, and makes it where there is none. Its folder must exist.
    ///
    /// # Errors
    /// `index_damaged` where the file is no database or a broken one, `not_writable`.
    pub fn open(path: &Path) -> Result<Self> {
        let open = || -> rusqlite::Result<Connection> {
            // Where that cannot be done, opening says why.
            let _ = beadloom_files::keep_private(path);
            let mut conn = Connection::open(path)?;
            conn.busy_timeout(LOCK_TIMEOUT)?;
            if !is_current(&conn)? {
                let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
                // Another process may have made the layout since.
                if !is_current(&tx)? {
                    tx.execute_batch(
                        "DROP TABLE IF EXISTS given;
                         CREATE TABLE given (session BLOB NOT NULL, at INTEGER NOT NULL, prints BLOB NOT NULL);
                         CREATE INDEX given_by_session ON given (session, at);
                         CREATE INDEX given_by_time ON given (at);
                         PRAGMA user_version = 1;",
                    )?;
                }
                tx.commit()?;
            }
            Ok(conn)
        };
        Ok(Self { conn: open().map_err(|error| session_error(&error))? })
    }

    /// The hashes of what a session was given in the last 24 hours. `now`: seconds since 1970.
    ///
    /// # Errors
    /// As [`Sessions::open`].
    pub fn given(&self, session: &SessionKey, now: i64) -> Result<Vec<u64>> {
        let read = || -> rusqlite::Result<Vec<u64>> {
            let mut select = self.conn.prepare("SELECT prints FROM given WHERE session = ?1 AND at > ?2")?;
            let mut rows = select.query(params![session.as_slice(), now - KEPT])?;
            let mut prints = Vec::new();
            while let Some(row) = rows.next()? {
                let (whole, _) = row.get_ref(0)?.as_blob()?.as_chunks::<8>();
                prints.extend(whole.iter().map(|bytes| u64::from_le_bytes(*bytes)));
            }
            Ok(prints)
        };
        read().map_err(|error| session_error(&error))
    }

    /// Notes what a session was given, and forgets what is older than 24 hours, of all sessions.
    ///
    /// # Errors
    /// As [`Sessions::open`].
    pub fn add(&self, session: &SessionKey, now: i64, prints: &[u64]) -> Result<()> {
        let bytes: Vec<u8> = prints.iter().flat_map(|print| print.to_le_bytes()).collect();
        let write = || -> rusqlite::Result<()> {
            self.conn.execute("DELETE FROM given WHERE at <= ?1", [now - KEPT])?;
            self.conn.execute(
                "INSERT INTO given (session, at, prints) VALUES (?1, ?2, ?3)",
                params![session.as_slice(), now, bytes],
            )?;
            Ok(())
        };
        write().map_err(|error| session_error(&error))
    }
}

fn is_current(conn: &Connection) -> rusqlite::Result<bool> {
    conn.query_row("PRAGMA user_version", [], |row| Ok(row.get::<_, i64>(0)? == LAYOUT))
}

fn session_error(error: &rusqlite::Error) -> Error {
    let said = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            Error::new(Code::IndexBusy, "another process is writing the record of sessions")
        }
        Some(
            ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::DiskFull,
        ) => Error::new(Code::NotWritable, "the record of sessions cannot be written"),
        _ => Error::new(Code::IndexDamaged, "the record of sessions is damaged"),
    };
    said.caused_by(error)
}
