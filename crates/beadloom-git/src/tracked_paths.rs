//! What Git tracks, by name alone.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::command::{Deadline, GitOutput, Index, ProcessIo, ask};
use crate::index_file;
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

/// Paths one after the other, sorted.
#[derive(Debug, Default)]
struct Names {
    bytes: Vec<u8>,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Names {
    fn add(&mut self, path: &[u8]) {
        self.bytes.extend_from_slice(path);
        self.ends.push(self.bytes.len());
    }

    fn get(&self, at: usize) -> &[u8] {
        let end = |at: usize| self.ends.get(at).copied().unwrap_or_default();
        let start = at.checked_sub(1).map_or(0, end);
        self.bytes.get(start..end(at)).unwrap_or_default()
    }

    /// Git keeps them sorted; whoever else wrote the list may not have.
    fn sorted(self) -> Self {
        if (1..self.ends.len()).all(|at| self.get(at - 1) <= self.get(at)) {
            return self;
        }
        let mut all: Vec<&[u8]> = (0..self.ends.len()).map(|at| self.get(at)).collect();
        all.sort_unstable();
        let mut sorted = Self::default();
        all.into_iter().for_each(|path| sorted.add(path));
        sorted
    }

    /// The first that is not before `path`.
    fn from(&self, path: &[u8]) -> Option<&[u8]> {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.get(middle) < path {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low < self.ends.len()).then(|| self.get(low))
    }

    /// Whether it is a file, or a folder of one.
    fn has(&self, path: &str) -> bool {
        let folder = format!("{path}/");
        self.from(path.as_bytes()) == Some(path.as_bytes())
            || self.from(folder.as_bytes()).is_some_and(|next| next.starts_with(folder.as_bytes()))
    }
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
        hasher.write(&found.names.bytes);
        found.names.ends.hash(&mut hasher);
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

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn files_and_the_folders_that_have_them_are_there() {
        let mut names = Names::default();
        for path in ["src/a.py", ".github/workflows/ci.yml", "src.py", "src-old/b.py", "web/x"] {
            names.add(path.as_bytes());
        }
        let names = names.sorted();
        for (path, is_there) in [
            ("src", true),
            ("src/a.py", true),
            ("src.py", true),
            ("src-old", true),
            (".github/workflows", true),
            (".git", false),
            ("sr", false),
            ("src/a", false),
            ("src/a.py/x", false),
            ("web/x", true),
            ("web/y", false),
            ("zoo", false),
            ("", false),
        ] {
            assert_eq!(names.has(path), is_there, "{path}");
        }
        assert!(!Names::default().has("src"));
    }
}
