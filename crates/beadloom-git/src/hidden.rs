//! Which hidden files Git tracks: few among many, so they alone are kept of its index.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::command::{Exchange, Index, Patience, Reply, ask};
use crate::index_file;
use crate::repository::{Absence, Repository};

/// Bytes of an index, or of a list.
const MOST: u64 = 512 << 20;

/// For an index of a form that only Git reads.
const TIME: Duration = Duration::from_secs(5);

/// The tracked paths with a part that begins with a dot, and those of the folders that they lie in, from the first such part
/// on.
#[derive(Debug, Default)]
pub struct HiddenPaths {
    paths: HashSet<Box<[u8]>>,
    /// Where Git has its list.
    index: PathBuf,
    digest: u64,
}

impl HiddenPaths {
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
        let Ok(bytes) = beadloom_files::read_regular(&found.index, MOST) else { return found };
        let listed = || {
            let mut paths = HashSet::new();
            let patience = Patience { until: Instant::now() + TIME, cancelled };
            let exchange = Exchange { input: &[], most: MOST };
            if let Reply::Whole(list) = ask(&repository.top, &["ls-files", "-z"], exchange, patience) {
                list.split(|byte| *byte == 0).for_each(|path| add(&mut paths, path));
            }
            paths
        };
        let paths = index_file::gather(&bytes, |paths, entry| add(paths, entry.path)).unwrap_or_else(listed);
        // Sums know no order.
        found.digest = paths.iter().fold(paths.len() as u64, |sum, path| {
            let mut hasher = DefaultHasher::new();
            path.hash(&mut hasher);
            sum.wrapping_add(hasher.finish())
        });
        found.paths = paths;
        found
    }

    /// Whether a path below the top is one of them.
    pub fn has(&self, path: &str) -> bool {
        self.paths.contains(path.as_bytes())
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

fn add(paths: &mut HashSet<Box<[u8]>>, path: &[u8]) {
    let Some(first) = hidden_part(path) else { return };
    paths.insert(path.into());
    // Files of a folder follow each other: those above it are there already.
    for (at, _) in path.iter().enumerate().rev().filter(|(at, byte)| **byte == b'/' && *at > first) {
        let folder = path.get(..at).unwrap_or_default();
        if paths.contains(folder) {
            break;
        }
        paths.insert(folder.into());
    }
}

/// Where the first part begins that starts with a dot.
fn hidden_part(path: &[u8]) -> Option<usize> {
    if path.first() == Some(&b'.') {
        return Some(0);
    }
    path.windows(2).position(|pair| pair == b"/.").map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::add;

    #[test]
    fn folders_count_from_the_first_hidden_one_on() {
        let mut paths = HashSet::new();
        for path in ["src/a.py", ".github/workflows/ci.yml", ".github/x.yml", "web/.storybook/main.ts", ".a"]
        {
            add(&mut paths, path.as_bytes());
        }
        let mut found: Vec<String> =
            paths.iter().map(|path| String::from_utf8_lossy(path).into_owned()).collect();
        found.sort();
        let expected = [
            ".a",
            ".github",
            ".github/workflows",
            ".github/workflows/ci.yml",
            ".github/x.yml",
            "web/.storybook",
            "web/.storybook/main.ts",
        ];
        assert_eq!(found, expected);
    }
}
