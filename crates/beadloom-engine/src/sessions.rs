//! Sessions: what somebody who asks for several tasks was given already. Kept for 24 hours in the user's cache folder,
//! because it is no part of any project.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use beadloom_model::{Code, Error, Result};
use beadloom_query::Given;
use beadloom_store::{SessionKey, Sessions};
use sha2::{Digest, Sha256};

use beadloom_local::places;

/// The file that holds the sessions of all projects.
const FILE: &str = "sessions.db";

/// Bytes of a session's name.
const MAX_NAME_BYTES: usize = 10_000;

/// A session, and what it was given.
pub(crate) struct Session {
    key: SessionKey,
    /// None where nothing can be kept.
    sessions: Option<Sessions>,
    /// What it was given.
    pub given: Given,
    /// Why the answer may repeat something.
    pub warning: Option<String>,
}

impl Session {
    /// Opens the session of that name in the project at `root`. Where nothing can be read or kept, it begins empty and
    /// says so in its warning.
    ///
    /// # Errors
    /// `usage` for an empty or endless name.
    pub fn open(root: &Path, name: &str) -> Result<Self> {
        Self::in_folder(places::cache_folder().as_deref(), root, name)
    }

    fn in_folder(folder: Option<&Path>, root: &Path, name: &str) -> Result<Self> {
        if name.trim().is_empty() || name.len() > MAX_NAME_BYTES {
            return Err(Error::new(Code::Usage, "the name of the session is empty or too long")
                .hint("use any short text, for example the id of your conversation"));
        }
        let mut digest = Sha256::new();
        let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        digest.update(root.as_os_str().as_encoded_bytes());
        digest.update([0]);
        digest.update(name);
        let key: SessionKey = digest.finalize().into();
        let mut session = Self { key, sessions: None, given: Given::default(), warning: None };
        let Some(folder) = folder else {
            session.warning = Some("the session is not recorded: no cache folder is available".to_owned());
            return Ok(session);
        };
        match read(folder, &key) {
            Ok((sessions, given)) => (session.sessions, session.given) = (Some(sessions), given),
            Err(error) if error.code == Code::IndexDamaged => {
                // Nothing in it can be made anew, and nobody misses it for longer than a day.
                let _ = beadloom_files::remove_file(&folder.join(FILE));
                session.sessions = read(folder, &key).ok().map(|(sessions, _)| sessions);
                session.warning = Some(format!("{}; the session starts over", error.message));
            }
            Err(error) => session.warning = Some(format!("the session is not kept: {}", error.message)),
        }
        Ok(session)
    }

    /// Notes what it is given now. That this cannot be kept is no reason to withhold an answer.
    pub fn add(&self, shown: &Given) {
        let prints = shown.prints();
        if let Some(sessions) = self.sessions.as_ref().filter(|_| !prints.is_empty()) {
            let _ = sessions.add(&self.key, now(), &prints);
        }
    }
}

fn read(folder: &Path, key: &SessionKey) -> Result<(Sessions, Given)> {
    // A folder that is there stays as it is.
    beadloom_files::make_private_folders(folder)
        .map_err(|error| Error::new(Code::NotWritable, "the cache folder cannot be made").caused_by(error))?;
    let sessions = Sessions::open(&folder.join(FILE))?;
    let given = Given::new(sessions.given(key, now())?);
    Ok((sessions, given))
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    i64::try_from(since).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(prints: &[u64]) -> Given {
        Given::new(prints.iter().copied())
    }

    #[test]
    fn sessions_are_told_apart_by_project_and_name() {
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path().join("a/b");
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        let open = |root: &Path, name: &str| Session::in_folder(Some(&cache), root, name).unwrap();
        open(&one, "s").add(&given(&[1, 2]));
        open(&one, "../../s").add(&given(&[3]));
        open(&two, "s").add(&given(&[4]));
        assert_eq!(open(&one, "s").given, given(&[1, 2]));
        assert_eq!(open(&one, "../../s").given, given(&[3]));
        assert_eq!(open(&two, "s").given, given(&[4]));
        assert_eq!(open(&two, "t").given, given(&[]));
        assert!(!folder.path().join("s").exists() && open(&two, "s").warning.is_none());
        for name in ["", " ", &"x".repeat(MAX_NAME_BYTES + 1)] {
            assert_eq!(Session::in_folder(Some(&cache), &one, name).err().unwrap().code, Code::Usage);
        }
    }

    #[test]
    fn a_damaged_record_is_begun_anew_with_a_warning() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Session::in_folder(Some(folder.path()), Path::new("/p"), "s").unwrap();
        open().add(&given(&[1]));
        std::fs::write(
            folder.path().join(FILE),
            "no database at all, but long enough to be looked at".repeat(99),
        )
        .unwrap();
        let anew = open();
        assert!(anew.warning.as_ref().unwrap().contains("starts over"), "{:?}", anew.warning);
        assert_eq!(anew.given, given(&[]));
        anew.add(&given(&[2]));
        assert_eq!(open().given, given(&[2]));
        let nowhere = Session::in_folder(None, Path::new("/p"), "s").unwrap();
        assert!(nowhere.warning.is_some());
        nowhere.add(&given(&[1]));
    }
}
