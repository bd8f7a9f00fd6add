//! What Git tracks, by name alone.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::command::{Deadline, GitOutput, Index, ProcessIo, ask};
use crate::index_file;
use crate::names::Names;
use crate::repository::{Absence, Repository};

/// Bytes of an index, or of a list.
const MAX_LIST_BYTES: u64 = 512 << 20;

/// For an index of a form that only Git reads.
const TIME: Duration = Duration::from_secs(5);

/// The tracked files of a repository.
#[derive(Debug, Default)]
pub struct TrackedPaths {
    names: Names,
    /// Where Git has its list.
    index: PathBuf,
    digest: u64,
}

impl TrackedPaths {
    /// Those of the repository that a folder is in, and how the folder is called there (`/`-separated, empty for its top).
    /// Nothing is tracked where there is no index yet.
    ///
    /// # Errors
    /// Why there is no repository to ask.
    pub fn around(folder: &Path, cancelled: &AtomicBool) -> Result<(Self, String), Absence> {
        let repository = Repository::around(folder)?;
        let prefix = repository.prefix();
        Ok((Self::read(&repository, cancelled), prefix))
    }

    fn read(repository: &Repository, cancelled: &AtomicBool) -> Self {
        // Not that of a hook: what counts would be another thing as soon as the commit is made.
        let index = Index::Own.file(repository);
        let mut found = Self { index, ..Self::default() };
        let Ok(bytes) = beadloom_files::read_regular(&found.index, MAX_LIST_BYTES) else { return found };
        let listed = || {
            let mut names = Names::default();
            let deadline = Deadline { until: Instant::now() + TIME, cancelled };
            let exchange = ProcessIo { input: &[], most: MAX_LIST_BYTES };
            if let GitOutput::Whole(list) = ask(&repository.top, &["ls-files", "-z"], exchange, deadline) {
                list.split(|byte| *byte == 0)
                    .filter(|path| !path.is_empty())
                    .for_each(|path| names.add(path));
            }
            names
        };
        let gathered = index_file::gather(&bytes, |names: &mut Names, entry| names.add(entry.path));
        found.names = gathered.unwrap_or_else(listed).sorted();
        let mut hasher = DefaultHasher::new();
        found.names.hash(&mut hasher);
        found.digest = hasher.finish();
        found
    }

    /// Whether a path below the top is a tracked file, or a folder that has one.
    pub fn has(&self, path: &str) -> bool {
        self.names.has(path)
    }

    /// Git's list, which changes with what is tracked.
    pub fn index(&self) -> &Path {
        &self.index
    }

    /// Another number for other paths.
    pub fn digest(&self) -> u64 {
        self.digest
    }
}
