//! The secret that this user's indexes are sealed with. It lies in the user's cache folder, where no project can put one.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use beadloom_store::SealKey;

use crate::models;

/// The file that holds the secret.
const FILE: &str = "seal.key";

/// How long another process may take to write the secret that it drew, in steps.
const STEPS: u32 = 20;
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A secret, and whether the next process will have it too.
struct Secret {
    key: SealKey,
    is_kept: bool,
}

/// Read once. Without a cache folder each process has a secret of its own: what another one made is made anew then, and
/// answers are as right as ever.
fn secret() -> &'static Secret {
    static SECRET: OnceLock<Secret> = OnceLock::new();
    SECRET.get_or_init(|| match models::cache_folder().and_then(|folder| kept(&folder)) {
        Some(bytes) => Secret { key: SealKey::new(bytes), is_kept: true },
        None => Secret { key: SealKey::new(drawn().unwrap_or_else(of_the_standard_library)), is_kept: false },
    })
}

/// What indexes of this user are sealed with.
pub fn key() -> SealKey {
    secret().key
}

/// The same, where the next process will have it too.
pub fn kept_key() -> Option<SealKey> {
    let secret = secret();
    secret.is_kept.then_some(secret.key)
}

/// Whether the user says that an index of unknown origin is to be taken as it is.
pub fn trusts() -> bool {
    std::env::var_os("BEADLOOM_TRUST_INDEX").is_some_and(|value| value == "1")
}

/// What to say of an index that was put aside.
pub fn foreign() -> String {
    let what = "the index that was there was not made by this user on this machine, so it was put aside as \
                .beadloom/beadloom.db.foreign and made anew";
    if secret().is_kept {
        what.to_owned()
    } else {
        format!(
            "{what}; beadloom needs a writable cache folder to record who built an index: set XDG_CACHE_HOME"
        )
    }
}

/// The secret in that folder, which is made where it is not there; None where nothing can be kept.
fn kept(folder: &Path) -> Option<[u8; SealKey::BYTES]> {
    let path = folder.join(FILE);
    for step in 0..=STEPS {
        match read(&path) {
            Ok(bytes) => return Some(bytes),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                beadloom_files::make_private_folders(folder).ok()?;
                match make(&path) {
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                    made => return made.ok(),
                }
            }
            // Another process may be about to write it; one that was ended meanwhile will not.
            Err(error) if error.kind() == ErrorKind::UnexpectedEof && step < STEPS => {
                std::thread::sleep(POLL_INTERVAL)
            }
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                beadloom_files::remove_file(&path).ok()?;
                return make(&path).ok();
            }
            Err(_) => return None,
        }
    }
    None
}

fn read(path: &Path) -> std::io::Result<[u8; SealKey::BYTES]> {
    let bytes = beadloom_files::read_regular(path, SealKey::BYTES as u64)?;
    bytes.try_into().map_err(|_| ErrorKind::UnexpectedEof.into())
}

fn make(path: &Path) -> std::io::Result<[u8; SealKey::BYTES]> {
    let bytes = drawn().ok_or(ErrorKind::Unsupported)?;
    beadloom_files::create_private(path, &bytes)?;
    Ok(bytes)
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
        let first = kept(&cache).unwrap();
        assert_ne!(first, [0; 32]);
        assert_eq!(kept(&cache), Some(first));
        assert_ne!(kept(&folder.path().join("other")), Some(first));
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
        let made = kept(folder.path()).unwrap();
        assert_eq!(kept(folder.path()), Some(made));
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert_eq!(kept(&file.join("below")), None);
        std::fs::create_dir_all(folder.path().join("taken").join(FILE)).unwrap();
        assert_eq!(kept(&folder.path().join("taken")), None);
    }

    #[test]
    fn many_at_once_have_one_secret() {
        let folder = tempfile::tempdir().unwrap();
        let all: std::collections::HashSet<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| kept(folder.path()).unwrap())).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(all.len(), 1);
    }
}
