//! What the files of a repository parse to, in the user's cache folder: a new work tree of it begins with that, and parses only
//! the files whose bytes differ.
//!
//! An entry is a database of the tables that follow from the content of files, for one repository and one fingerprint of
//! parsers and settings; each of its files is there with the hash of its bytes. Its name ends in a code over all of its bytes by
//! the user's secret: what is damaged, and what somebody else put there, has another one and is taken away. An entry is made
//! elsewhere and never changed, so any number of processes use the folder at once; of two that are made at the same time the
//! later one stays. Whatever goes wrong here is a miss, and no error.

use std::path::{Path, PathBuf};

use beadloom_files::{
    CachedFile, Workshop, cached_files, keep_private, make_private_folders, note_use, open_regular,
    remove_file,
};
use rusqlite::{Connection, OpenFlags};

use crate::copy::export;
use crate::open::SCHEMA_VERSION;
use crate::schema::SCHEMA;
use crate::seal::{Mac, SealKey, same};
use crate::{Condition, Store};

/// Bytes that all entries may take together. The index of 7,000 files of code takes 26 MB, so this is for about forty projects of
/// that size, or a few large ones; those that were not used for longest go first.
pub const MAX_CACHED_BYTES: u64 = 1 << 30;

/// An index above this many bytes is not kept: it would drive out all others.
const MAX_ENTRY_BYTES: u64 = MAX_CACHED_BYTES / 2;

/// Indexes of fewer files are not kept. They are made in less time than most answers take.
const FEWEST_FILES: usize = 200;

/// The folder below that of beadloom in the user's cache.
const FOLDER: &str = "parse";

const ENDING: &str = ".db";

/// How much an entry may be out of date, as a part of its files: where more had to be parsed, a new one is made.
const STALE_PART: usize = 20;

/// Entries in the cache of a user, and their bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CacheSize {
    /// How many.
    pub entries: u64,
    /// Of all of them.
    pub bytes: u64,
}

/// The part of the cache that is for one project of one repository, with all its work trees.
pub struct ParseCache {
    folder: PathBuf,
    key: SealKey,
    /// Names the project: see [`ParseCache::new`].
    of: Vec<u8>,
}

impl ParseCache {
    /// In `cache`, the folder of beadloom in the user's cache, with codes by `key`. `of`: what is the same for all work trees of
    /// the project, and for no other project.
    pub fn new(cache: &Path, key: SealKey, of: &[&[u8]]) -> Self {
        let mut name = Vec::new();
        for part in of {
            name.extend_from_slice(&(part.len() as u64).to_le_bytes());
            name.extend_from_slice(part);
        }
        Self { folder: cache.join(FOLDER), key, of: name }
    }

    /// Where the entries of all projects are.
    pub fn folder(cache: &Path) -> PathBuf {
        cache.join(FOLDER)
    }

    /// What is kept for all projects.
    pub fn size(cache: &Path) -> CacheSize {
        let entries = entries(&cache.join(FOLDER));
        CacheSize { entries: entries.len() as u64, bytes: entries.iter().map(|one| one.bytes).sum() }
    }

    /// Whether it is worth keeping what became of that many files, of which so many were parsed.
    pub fn is_worth(files: usize, parsed: usize) -> bool {
        files >= FEWEST_FILES && parsed > files / STALE_PART
    }

    /// The newest entry for this fingerprint whose bytes are those that were written. One that they are not goes.
    pub fn find(&self, fingerprint: &str) -> Option<PathBuf> {
        // SQLite is told to follow no link.
        let folder = self.real_folder()?;
        let name = self.name(fingerprint);
        let mut own = entries(&folder);
        own.retain(|entry| entry.name.starts_with(&name));
        own.sort_by(|a, b| b.used.cmp(&a.used).then_with(|| b.name.cmp(&a.name)));
        own.iter().map(|entry| folder.join(&entry.name)).find(|path| {
            let is_whole = self.is_whole(path, &name);
            if is_whole {
                note_use(path);
            } else {
                let _ = remove_file(path);
            }
            is_whole
        })
    }

    /// Keeps what the index holds of its files, in place of what was kept for this fingerprint before. Returns whether it is
    /// kept.
    pub fn keep(&self, store: &Store, fingerprint: &str) -> bool {
        self.try_to_keep(store, fingerprint).is_some()
    }

    fn try_to_keep(&self, store: &Store, fingerprint: &str) -> Option<()> {
        if store.condition().ok()? != Condition::Ready || store.bytes().ok()? > MAX_ENTRY_BYTES {
            return None;
        }
        make_private_folders(&self.folder).ok()?;
        let folder = self.real_folder()?;
        let workshop = Workshop::within(&folder).ok()?;
        let made = workshop.path().join("made.db");
        keep_private(&made).ok()?;
        make_empty(&made).ok()?;
        // Another process may have brought the index to another state meanwhile.
        if !export(store, &made, fingerprint).ok()? {
            return None;
        }
        let name = self.name(fingerprint);
        let code = hex(&self.code(&made, &name)?);
        let named = format!("{name}{code}{ENDING}");
        workshop.place("made.db", &folder.join(&named)).ok()?;
        self.make_room(&folder, &name);
        Some(())
    }

    /// Leaves of the entries of a name the newest, and of all together those that were used last.
    fn make_room(&self, folder: &Path, name: &str) {
        let mut all = entries(folder);
        all.sort_by(|a, b| b.used.cmp(&a.used).then_with(|| b.name.cmp(&a.name)));
        let newest = all.iter().position(|entry| entry.name.starts_with(name));
        let mut bytes = 0u64;
        for (at, entry) in all.iter().enumerate() {
            let is_old = entry.name.starts_with(name) && newest != Some(at);
            let with_it = bytes.saturating_add(entry.bytes);
            if is_old || with_it > MAX_CACHED_BYTES {
                let _ = remove_file(&folder.join(&entry.name));
            } else {
                bytes = with_it;
            }
        }
    }

    /// The folder without links on the way to it; None where it is not there, or a link itself.
    fn real_folder(&self) -> Option<PathBuf> {
        if !self.folder.symlink_metadata().ok()?.is_dir() {
            return None;
        }
        // SQLite does not take the form in which Windows says where links lead.
        if cfg!(windows) { Some(self.folder.clone()) } else { self.folder.canonicalize().ok() }
    }

    /// What the names of entries begin with that hold what is asked for.
    fn name(&self, fingerprint: &str) -> String {
        let schema = SCHEMA_VERSION.to_le_bytes();
        let mac = self.key.mac(&[b"beadloom parse cache", &self.of, &[0], &schema, fingerprint.as_bytes()]);
        format!("{}-", hex(mac.get(..16).unwrap_or_default()))
    }

    fn is_whole(&self, path: &Path, name: &str) -> bool {
        let said = path.file_name().and_then(|file| file.to_str());
        let said = said.and_then(|said| said.strip_prefix(name)?.strip_suffix(ENDING));
        let code = self.code(path, name).map(|code| hex(&code));
        said.zip(code).is_some_and(|(said, code)| same(said.as_bytes(), code.as_bytes()))
    }

    /// The code over the bytes of a file that has that name.
    fn code(&self, path: &Path, name: &str) -> Option<Mac> {
        // A link would lead to a file that somebody may change at any time.
        if path.symlink_metadata().ok()?.is_symlink() {
            return None;
        }
        let (file, _) = open_regular(path).ok()?;
        self.key.mac_of(&[b"beadloom parse cache entry", name.as_bytes()], file).ok()
    }
}

/// A database with the tables of an index and nothing in them. It has no log: it is read where nothing can be written.
fn make_empty(path: &Path) -> rusqlite::Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let conn = Connection::open_with_flags(path, flags)?;
    conn.pragma_update(None, "synchronous", "OFF")?;
    conn.execute_batch(&format!("BEGIN; {SCHEMA} COMMIT;"))
}

/// The entries in a folder, by name.
fn entries(folder: &Path) -> Vec<CachedFile> {
    let is_hex = |text: &str, digits: usize| {
        text.len() == digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let is_entry = |name: &str| {
        let parts = name.strip_suffix(ENDING).and_then(|name| name.split_once('-'));
        parts.is_some_and(|(of, code)| is_hex(of, 32) && is_hex(code, 64))
    };
    let mut files = cached_files(folder);
    files.retain(|file| is_entry(&file.name));
    files
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
