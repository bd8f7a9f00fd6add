//! Which shared memories a person of this machine accepted. What a repository brings in `memories.jsonl` is text of strangers; it is
//! as good as the user's own once the user wrote it here, or said so.
//!
//! The record lies in the user's folder, where no repository can put one: a file per project with a code for each accepted line. A
//! project is known as that of the private memories is (`homes.rs`), so what moves stays accepted, and a clone or a copy is asked
//! about anew. A code is an HMAC by the user's secret over the project and the memory as a line, so a line that a later pull changes
//! is not accepted, and a copy of the file says nothing elsewhere.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use beadloom_files::{FileLock, make_private_folders, read_regular_text, remove_file, write_private};
use beadloom_memory::{MAX_MEMORIES, Record, write_line};
use beadloom_model::{Code, Error, Result};
use beadloom_store::SealKey;

use beadloom_local::{places, seals};

use super::homes::{self, Identity};

/// Below the user's folder.
const FOLDER: &str = "accepted-memories";

/// What codes are made for.
const PURPOSE: &[u8] = b"memory that was accepted";
const EARLIER_PURPOSE: &[u8] = b"accepted memory";

/// Bytes of a code that are kept.
const CODE_BYTES: usize = 16;

const MAX_BYTES: u64 = (2 * MAX_MEMORIES * (4 * CODE_BYTES + 2)) as u64;

/// How long another process that writes is waited for.
const WAIT: Duration = Duration::from_secs(5);
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// What is accepted of one project.
pub struct Accepted {
    key: Option<SealKey>,
    /// What the codes of the project are made with, and the file that has them.
    own: Option<(Vec<u8>, PathBuf)>,
    /// The same as earlier versions kept it: by the project's path, with links resolved.
    earlier: Option<(Vec<u8>, PathBuf)>,
    /// The list of projects.
    list: Option<PathBuf>,
    codes: HashSet<String>,
}

impl Accepted {
    /// Reads what is accepted. Without a secret that lasts, or a folder of the user's, nothing is.
    pub fn of(root: &Path) -> Self {
        let mut accepted = Self::nothing(root);
        if let Some(folder) = folder() {
            let id = homes::known(&folder, &Identity::of(root));
            accepted.own = id.map(|id| own(&folder, &id));
        }
        accepted.read();
        accepted
    }

    fn nothing(root: &Path) -> Self {
        let key = seals::kept_key();
        let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let root = root.as_os_str().as_encoded_bytes().to_vec();
        let folder = folder();
        let earlier = key.as_ref().zip(folder.as_ref()).map(|(key, folder)| {
            let file = folder.join(hex(&key.code(b"accepted memories of", &root)));
            (root, file)
        });
        let list = folder.as_deref().map(homes::list_in);
        Self { key, own: None, earlier, list, codes: HashSet::new() }
    }

    fn read(&mut self) {
        for (_, file) in [&self.own, &self.earlier].into_iter().flatten() {
            let text = read_regular_text(file, MAX_BYTES).unwrap_or_default();
            self.codes.extend(text.lines().map(str::to_owned));
        }
    }

    /// The files that say so, to see whether one changed.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let own = self.own.as_ref().map_or(self.list.as_deref(), |(_, file)| Some(file));
        own.into_iter().chain(self.earlier.as_ref().map(|(_, file)| file.as_path()))
    }

    /// Whether a memory is accepted as it stands.
    pub fn has(&self, record: &Record) -> bool {
        let is_known = |code: Option<String>| code.is_some_and(|code| self.codes.contains(&code));
        !self.codes.is_empty() && (is_known(self.code(record)) || is_known(self.earlier_code(record)))
    }

    fn code(&self, record: &Record) -> Option<String> {
        let (key, (project, _)) = self.key.as_ref().zip(self.own.as_ref())?;
        let of = |what: &str| hex(&key.code(PURPOSE, &[project, what.as_bytes()].join(&0)));
        Some(format!("{} {}", of(&record.id), of(&write_line(record))))
    }

    fn earlier_code(&self, record: &Record) -> Option<String> {
        let (key, (root, _)) = self.key.as_ref().zip(self.earlier.as_ref())?;
        Some(hex(&key.code(EARLIER_PURPOSE, &[root, write_line(record).as_bytes()].join(&0))))
    }
}

/// What the codes of a project are made with, and the file that has them.
fn own(folder: &Path, id: &str) -> (Vec<u8>, PathBuf) {
    (id.as_bytes().to_vec(), folder.join(id))
}

fn folder() -> Option<PathBuf> {
    Some(places::data_folder()?.join(FOLDER))
}

/// Accepts memories as they stand, or no longer, whatever they said before; `present`: all that the project shares.
///
/// # Errors
/// `not_writable` where the user's folder cannot keep it, `index_busy`.
pub fn change(root: &Path, put: &[&Record], gone: &[&Record], present: &[&Record]) -> Result<()> {
    let mut accepted = Accepted::nothing(root);
    let Some(folder) = folder().filter(|_| accepted.key.is_some()) else {
        return Err(cannot_write().hint("beadloom needs a writable folder of the user's: set XDG_DATA_HOME"));
    };
    make_private_folders(&folder).map_err(|error| cannot_write().caused_by(error))?;
    let _lock = lock(&folder.join("lock"))?;
    let id = homes::register(&folder, &Identity::of(root)).map_err(|error| match error.code {
        Code::MemoryDamaged => {
            let list = homes::list_in(&folder);
            cannot_write()
                .hint(format!("move {} away: it cannot be understood", list.display()))
                .caused_by(error)
        }
        _ => error,
    })?;
    let (project, file) = own(&folder, &id);
    accepted.own = Some((project, file.clone()));
    accepted.read();
    let code = |record: &&Record| accepted.code(record);
    let of_id = |code: &str| code.split_once(' ').map(|(id, _)| id.to_owned());
    let gone: HashSet<String> = gone.iter().filter_map(|record| of_id(&code(record)?)).collect();
    // Other work trees share other lines.
    let mut codes: Vec<String> = accepted.codes.iter().filter(|code| code.contains(' ')).cloned().collect();
    codes.extend(present.iter().filter(|record| accepted.has(record)).filter_map(code));
    codes.retain(|code| of_id(code).is_some_and(|id| !gone.contains(&id)));
    if codes.len() + put.len() > MAX_MEMORIES {
        let known: HashSet<String> = present.iter().filter_map(code).collect();
        codes.retain(|code| known.contains(code));
    }
    codes.extend(put.iter().filter_map(code));
    codes.sort_unstable();
    codes.dedup();
    let text: String = codes.into_iter().map(|code| code + "\n").collect();
    write_private(&file, text.as_bytes()).map_err(|error| cannot_write().caused_by(error))?;
    if let Some((_, earlier)) = accepted.earlier {
        // What it said is in the file now.
        let _ = remove_file(&earlier);
    }
    Ok(())
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
