//! The secrets that this user's indexes, memories and gateways are sealed with. They lie in folders of the user, where no project
//! can put one.
//!
//! The first lies among the user's data, because what is sealed with it must stay readable when a cache is emptied. Earlier versions
//! kept it in the cache: it is copied from there. Where neither can be written, as in a sandbox, it lies in a folder for temporary
//! files that nobody else can reach, so that the next process has it too. What was sealed with another of them is still read, also once
//! that folder is emptied: a secret that is found elsewhere is copied to the user's data.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use beadloom_files::FileLock;
use beadloom_store::SealKey;

use crate::places;

/// The file that holds the secret.
pub const FILE: &str = "seal.key";

/// The file among the user's data with other secrets, one behind the other, that were found elsewhere: they open what they sealed.
const OTHERS: &str = "seal-others.key";

/// Secrets in that file, at most; the newest are kept.
const MAX_OTHERS: usize = 16;

/// How long a process of an earlier version may take to write the secret that it drew, in steps.
const STEPS: u32 = 20;
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// How long a secret is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lasts {
    /// As long as the user wants.
    Always,
    /// Until the cache is emptied, or the machine starts anew.
    AWhile,
    /// As long as this process.
    ProcessOnly,
}

/// The secrets of this user.
struct Secrets {
    /// The first is what is sealed with; the others open what they sealed once.
    keys: Vec<SealKey>,
    lasts: Lasts,
    /// The file of the first; None where there is none.
    file: Option<PathBuf>,
}

/// Where secrets may lie.
#[derive(Default)]
struct Folders {
    data: Option<PathBuf>,
    cache: Option<PathBuf>,
    temporary: Vec<PathBuf>,
}

/// Read once.
fn secrets() -> &'static Secrets {
    static SECRETS: OnceLock<Secrets> = OnceLock::new();
    SECRETS.get_or_init(|| {
        let (data, cache) = (places::data_folder(), places::cache_folder());
        Secrets::of(&Folders { data, cache, temporary: places::temporary_folders().collect() })
    })
}

impl Secrets {
    fn of(Folders { data, cache, temporary }: &Folders) -> Self {
        let there = |folder: &PathBuf| read(&folder.join(FILE)).ok();
        let inherited = cache.as_ref().and_then(there);
        let lasting = data.iter().map(|folder| (folder, Lasts::Always, inherited));
        let passing = cache.iter().chain(temporary).map(|folder| (folder, Lasts::AWhile, None));
        let first = lasting.chain(passing).find_map(|(folder, lasts, inherited)| {
            let key = kept(folder, inherited)?;
            // Another user may have made a folder for temporary files meanwhile.
            let is_ours = !temporary.contains(folder) || beadloom_files::is_private_folder(folder);
            is_ours.then(|| (key, lasts, Some(folder.join(FILE))))
        });
        let drawn = || (drawn().unwrap_or_else(of_the_standard_library), Lasts::ProcessOnly, None);
        let (first, lasts, file) = first.unwrap_or_else(drawn);
        let known = data.as_ref().map(|folder| others(folder)).unwrap_or_default();
        let mut all = vec![first];
        for other in inherited.into_iter().chain(temporary.iter().filter_map(there)).chain(known.clone()) {
            if !all.contains(&other) {
                all.push(other);
            }
        }
        if let (Some(folder), Lasts::Always) = (data, lasts) {
            keep_others(folder, &known, all.get(1..).unwrap_or_default());
        }
        Self { keys: all.into_iter().map(SealKey::new).collect(), lasts, file }
    }
}

/// What is sealed with from now on, then what opens what was sealed before. At least one.
pub fn keys() -> &'static [SealKey] {
    &secrets().keys
}

/// The same, where the next process will have them too; else none.
pub fn kept_keys() -> &'static [SealKey] {
    let Secrets { keys, lasts, .. } = secrets();
    if *lasts == Lasts::ProcessOnly { &[] } else { keys }
}

/// What is sealed with from now on, where the next process will have it too.
pub fn kept_key() -> Option<SealKey> {
    kept_keys().first().copied()
}

/// How long the first secret is there.
pub fn lasts() -> Lasts {
    secrets().lasts
}

/// The file of the first secret; None where none is kept.
pub fn file() -> Option<&'static Path> {
    secrets().file.as_deref()
}

/// Whether the user says that an index of unknown origin is to be taken as it is.
pub fn trusts() -> bool {
    std::env::var_os("BEADLOOM_TRUST_INDEX").is_some_and(|value| value == "1")
}

/// The secret in that folder, which is made where it is not there: a copy of the one that the user had already, else a new one.
/// None where nothing can be kept.
fn kept(folder: &Path, inherited: Option<[u8; SealKey::BYTES]>) -> Option<[u8; SealKey::BYTES]> {
    let path = folder.join(FILE);
    for step in 0..=STEPS {
        match read(&path) {
            Ok(bytes) => return Some(bytes),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                beadloom_files::make_private_folders(folder).ok()?;
                match make(&path, inherited) {
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                    made => return made.ok(),
                }
            }
            // A process of an earlier version may be about to write it; one that was ended meanwhile will not.
            Err(error) if error.kind() == ErrorKind::UnexpectedEof && step < STEPS => {
                std::thread::sleep(POLL_INTERVAL)
            }
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => break,
            Err(_) => return None,
        }
    }
    replaced(&path, inherited)
}

/// The secret in place of half of one. One process at a time writes it, so that all come to the same.
fn replaced(path: &Path, inherited: Option<[u8; SealKey::BYTES]>) -> Option<[u8; SealKey::BYTES]> {
    let mut lock = path.as_os_str().to_owned();
    lock.push(".lock");
    for _ in 0..STEPS * STEPS {
        let held = FileLock::try_acquire(Path::new(&lock)).ok()?;
        if let Ok(bytes) = read(path) {
            return Some(bytes);
        }
        if held.is_some() {
            let bytes = inherited.or_else(drawn)?;
            beadloom_files::write_private(path, &bytes).ok()?;
            return Some(bytes);
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    None
}

fn read(path: &Path) -> std::io::Result<[u8; SealKey::BYTES]> {
    let bytes = beadloom_files::read_regular(path, SealKey::BYTES as u64)?;
    bytes.try_into().map_err(|_| ErrorKind::UnexpectedEof.into())
}

fn make(path: &Path, inherited: Option<[u8; SealKey::BYTES]>) -> std::io::Result<[u8; SealKey::BYTES]> {
    let bytes = inherited.or_else(drawn).ok_or(ErrorKind::Unsupported)?;
    beadloom_files::create_private(path, &bytes)?;
    Ok(bytes)
}

/// The other secrets that are kept among the user's data.
fn others(folder: &Path) -> Vec<[u8; SealKey::BYTES]> {
    let max_bytes = (MAX_OTHERS * SealKey::BYTES) as u64;
    let bytes = beadloom_files::read_regular(&folder.join(OTHERS), max_bytes).unwrap_or_default();
    bytes.as_chunks().0.to_vec()
}

/// Keeps secrets that may be gone elsewhere tomorrow. Where that cannot be written, the next process tries again.
fn keep_others(folder: &Path, known: &[[u8; SealKey::BYTES]], found: &[[u8; SealKey::BYTES]]) {
    if found.iter().all(|key| known.contains(key)) {
        return;
    }
    let bytes: Vec<u8> = found.iter().take(MAX_OTHERS).flatten().copied().collect();
    let _ = beadloom_files::write_private(&folder.join(OTHERS), &bytes);
}

/// From the operating system.
fn drawn() -> Option<[u8; SealKey::BYTES]> {
    let mut bytes = [0; SealKey::BYTES];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes)
}

/// Where the operating system has none: what keeps maps from being flooded, hashed. It is of this process alone.
fn of_the_standard_library() -> [u8; SealKey::BYTES] {
    use sha2::{Digest, Sha256};
    use std::hash::{BuildHasher, RandomState};
    let mut digest = Sha256::new();
    for n in 0..8u8 {
        digest.update(RandomState::new().hash_one(n).to_le_bytes());
    }
    digest.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_drawn_once_and_kept_to_the_user() {
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path().join("a/b");
        let first = kept(&cache, None).unwrap();
        assert_ne!(first, [0; 32]);
        assert_eq!(kept(&cache, None), Some(first));
        assert_ne!(kept(&folder.path().join("other"), None), Some(first));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(cache.join(FILE).metadata().unwrap().permissions().mode() & 0o777, 0o600);
            assert_eq!(cache.metadata().unwrap().permissions().mode() & 0o777, 0o700);
        }
    }

    #[test]
    fn half_a_secret_is_replaced_and_none_is_kept_where_that_cannot_be() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "short").unwrap();
        let made = kept(folder.path(), None).unwrap();
        assert_eq!(kept(folder.path(), None), Some(made));
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert_eq!(kept(&file.join("below"), None), None);
        std::fs::create_dir_all(folder.path().join("taken").join(FILE)).unwrap();
        assert_eq!(kept(&folder.path().join("taken"), None), None);
    }

    #[test]
    fn many_at_once_have_one_secret() {
        let folder = tempfile::tempdir().unwrap();
        let all: std::collections::HashSet<_> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..8).map(|_| scope.spawn(|| kept(folder.path(), None).unwrap())).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(all.len(), 1);
    }

    #[test]
    fn many_that_meet_half_a_secret_replace_it_once() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "").unwrap();
        let all: std::collections::HashSet<_> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..8).map(|_| scope.spawn(|| kept(folder.path(), None).unwrap())).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(all.len(), 1);
        assert_eq!(all.into_iter().next(), kept(folder.path(), None));
    }

    #[test]
    fn the_secret_of_the_cache_is_copied_to_the_data_and_outlives_the_cache() {
        let home = tempfile::tempdir().unwrap();
        let (data, cache) = (home.path().join("data"), home.path().join("cache"));
        let old = kept(&cache, None).unwrap();
        let folders = |data: &Path| Folders {
            data: Some(data.to_owned()),
            cache: Some(cache.clone()),
            temporary: Vec::new(),
        };
        let code = |key: &SealKey| key.code(b"a", b"b");
        let secrets = Secrets::of(&folders(&data));
        assert_eq!((secrets.lasts, secrets.keys.len()), (Lasts::Always, 1));
        assert_eq!(code(&secrets.keys[0]), code(&SealKey::new(old)));
        std::fs::remove_dir_all(&cache).unwrap();
        assert_eq!(code(&Secrets::of(&folders(&data)).keys[0]), code(&SealKey::new(old)));
        // One that another process made in the emptied cache opens what it sealed, and seals no more.
        let other = kept(&cache, None).unwrap();
        let both = Secrets::of(&folders(&data));
        assert_eq!(
            both.keys.iter().map(code).collect::<Vec<_>>(),
            [code(&SealKey::new(old)), code(&SealKey::new(other))]
        );
        std::fs::remove_dir_all(&cache).unwrap();
        let later = Secrets::of(&folders(&data));
        assert_eq!(
            later.keys.iter().map(code).collect::<Vec<_>>(),
            both.keys.iter().map(code).collect::<Vec<_>>()
        );
        // Data that cannot be written leave the cache, then what lasts a while, then this process.
        let blocked = home.path().join("file");
        std::fs::write(&blocked, "").unwrap();
        let without = Secrets::of(&folders(&blocked.join("data")));
        assert_eq!((without.lasts, without.file.unwrap()), (Lasts::AWhile, cache.join(FILE)));
        let passing = home.path().join("passing");
        let last = || Secrets::of(&Folders { data: None, cache: None, temporary: vec![passing.clone()] });
        assert_eq!(code(&last().keys[0]), code(&last().keys[0]));
        assert_eq!(last().lasts, Lasts::AWhile);
        assert_eq!(Secrets::of(&Folders::default()).lasts, Lasts::ProcessOnly);
    }

    #[test]
    fn many_at_once_copy_one_secret() {
        let home = tempfile::tempdir().unwrap();
        let (data, cache) = (home.path().join("data"), home.path().join("cache"));
        let old = kept(&cache, None).unwrap();
        let folders = Folders { data: Some(data), cache: Some(cache), temporary: Vec::new() };
        let all: Vec<Vec<[u8; 32]>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| Secrets::of(&folders).keys.iter().map(|key| key.code(b"", b"")).collect())
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(all.iter().all(|keys| *keys == [SealKey::new(old).code(b"", b"")]));
    }
}
