//! Which shared memories a person of this machine accepted. What a repository brings in `memories.jsonl` is text of strangers; it is
//! as good as the user's own once the user wrote it here, or said so.
//!
//! The record lies in the user's folder, where no repository can put one: a file per project with a code for each accepted line. A
//! code is an HMAC by the user's secret over the root of the project and the memory as a line, so a line that a later pull changes is
//! not accepted, and a copy of the file says nothing elsewhere.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use beadloom_files::{FileLock, make_private_folders, read_regular_text, write_private};
use beadloom_memory::{MAX_MEMORIES, Record, write_line};
use beadloom_model::{Code, Error, Result};
use beadloom_store::SealKey;

use beadloom_local::{places, seals};

/// Below the user's folder.
const FOLDER: &str = "accepted-memories";

/// What codes are made for.
const PURPOSE: &[u8] = b"accepted memory";

/// Bytes of a code that are kept.
const CODE_BYTES: usize = 16;

const MAX_BYTES: u64 = (MAX_MEMORIES * (2 * CODE_BYTES + 1)) as u64;

/// How long another process that writes is waited for.
const WAIT: Duration = Duration::from_secs(5);
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// What is accepted of one project.
pub struct Accepted {
    key: Option<SealKey>,
    /// The root, with links resolved: each project says for itself.
    root: Vec<u8>,
    file: Option<PathBuf>,
    codes: HashSet<String>,
}

impl Accepted {
    /// Reads what is accepted. Without a secret that lasts, or a folder of the user's, nothing is.
    pub fn of(root: &Path) -> Self {
        let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let root = root.as_os_str().as_encoded_bytes().to_vec();
        let key = seals::kept_key();
        let file = key
            .as_ref()
            .zip(places::data_folder())
            .map(|(key, folder)| folder.join(FOLDER).join(hex(&key.code(b"accepted memories of", &root))));
        let text =
            file.as_deref().and_then(|file| read_regular_text(file, MAX_BYTES).ok()).unwrap_or_default();
        Self { key, root, file, codes: text.lines().map(str::to_owned).collect() }
    }

    /// The file that says so, to see whether it changed.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Whether a memory is accepted as it stands.
    pub fn has(&self, record: &Record) -> bool {
        !self.codes.is_empty() && self.code(record).is_some_and(|code| self.codes.contains(&code))
    }

    fn code(&self, record: &Record) -> Option<String> {
        let mut text = self.root.clone();
        text.push(0);
        text.extend(write_line(record).as_bytes());
        self.key.as_ref().map(|key| hex(&key.code(PURPOSE, &text)))
    }
}

/// Accepts memories as they stand, or no longer; `present`: all that the project shares, whose codes are kept.
///
/// # Errors
/// `not_writable` where the user's folder cannot keep it, `index_busy`.
pub fn change(root: &Path, put: &[&Record], gone: &[&Record], present: &[&Record]) -> Result<()> {
    let place = Accepted::of(root);
    let (Some(file), Some(folder)) = (&place.file, place.file.as_deref().and_then(Path::parent)) else {
        return Err(cannot_write().hint("beadloom needs a writable folder of the user's: set XDG_DATA_HOME"));
    };
    make_private_folders(folder).map_err(|error| cannot_write().caused_by(error))?;
    let _lock = lock(&folder.join("lock"))?;
    // Read again: another process may have accepted others meanwhile.
    let accepted = Accepted::of(root);
    let code = |record: &&Record| accepted.code(record);
    let known: HashSet<String> = present.iter().filter_map(code).collect();
    let gone: HashSet<String> = gone.iter().filter_map(code).collect();
    let mut codes: Vec<String> =
        accepted.codes.iter().filter(|code| known.contains(*code)).cloned().collect();
    codes.extend(put.iter().filter_map(code));
    codes.retain(|code| !gone.contains(code));
    codes.sort_unstable();
    codes.dedup();
    let text: String = codes.into_iter().map(|code| code + "\n").collect();
    write_private(file, text.as_bytes()).map_err(|error| cannot_write().caused_by(error))
}

fn lock(path: &Path) -> Result<FileLock> {
    let began = Instant::now();
    loop {
        match FileLock::try_acquire(path).map_err(|error| cannot_write().caused_by(error))? {
            Some(lock) => return Ok(lock),
            None if began.elapsed() < WAIT => std::thread::sleep(POLL_INTERVAL),
            None => {
                return Err(
                    Error::new(Code::IndexBusy, "another process is accepting memories").hint("try again")
                );
            }
        }
    }
}

fn cannot_write() -> Error {
    Error::new(Code::NotWritable, "the acceptance cannot be stored in the user's data folder")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().take(CODE_BYTES).map(|byte| format!("{byte:02x}")).collect()
}
