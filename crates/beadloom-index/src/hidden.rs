//! Hidden and ignored files and folders: those count that Git tracks, and where there is no Git, the hidden ones that are known
//! to be kept with a project's sources.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use beadloom_git::TrackedPaths;

use crate::skipped::with_slashes;

/// What never counts by itself, tracked or not: what holds the index, and what tools keep for themselves.
const NEVER: &[&str] = &[
    ".angular", ".beadloom", ".cache", ".dart_tool", ".eggs", ".git", ".gradle", ".hypothesis",
    ".mypy_cache", ".next", ".nox", ".nuxt", ".parcel-cache", ".pnp.cjs", ".pnp.loader.mjs", ".pytest_cache",
    ".ruff_cache", ".svelte-kit", ".terraform", ".tox", ".turbo", ".vs", ".yarn",
];

/// What counts where no Git says what is tracked.
const WELL_KNOWN: &[&str] = &[
    ".buildkite", ".changeset", ".circleci", ".config", ".devcontainer", ".gitea", ".github", ".gitlab",
    ".gitlab-ci.yml", ".husky", ".pre-commit-config.yaml", ".storybook", ".travis.yml", ".vitepress",
    ".vuepress",
];

/// What Git's indexes say, each read once, when a hidden or ignored name is first met.
#[derive(Default)]
pub struct Indexes {
    /// By the folder that was asked about.
    read: Mutex<BTreeMap<PathBuf, Arc<Tracked>>>,
}

struct Tracked {
    /// None where there is no repository.
    paths: Option<TrackedPaths>,
    /// How the folder is called in it, with a final `/`; empty for its top.
    prefix: String,
}

/// An index of Git that decided what counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decided {
    /// The folder that was asked about.
    pub folder: PathBuf,
    /// Where Git has its list.
    pub index: PathBuf,
    /// See [`TrackedPaths::digest`].
    pub digest: u64,
}

impl Decided {
    /// Whether Git still tracks the same paths.
    pub fn holds(&self) -> bool {
        TrackedPaths::around(&self.folder, &AtomicBool::new(false))
            .is_ok_and(|(paths, _)| paths.digest() == self.digest)
    }
}

impl Indexes {
    /// Those that were asked, by folder.
    pub fn decided(self) -> Vec<Decided> {
        let read = self.read.into_inner().unwrap_or_else(PoisonError::into_inner);
        let decided = |(folder, tracked): (PathBuf, Arc<Tracked>)| {
            let paths = tracked.paths.as_ref()?;
            Some(Decided { folder, index: paths.index().to_owned(), digest: paths.digest() })
        };
        read.into_iter().filter_map(decided).collect()
    }

    fn of(&self, folder: &Path, cancelled: &AtomicBool) -> Arc<Tracked> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tracked) = read.get(folder) {
            return Arc::clone(tracked);
        }
        let tracked = match TrackedPaths::around(folder, cancelled) {
            Ok((paths, mut prefix)) => {
                if !prefix.is_empty() {
                    prefix.push('/');
                }
                Tracked { paths: Some(paths), prefix }
            }
            Err(_) => Tracked { paths: None, prefix: String::new() },
        };
        let tracked = Arc::new(tracked);
        read.insert(folder.to_owned(), Arc::clone(&tracked));
        tracked
    }
}

/// Below one folder, where a walk or a repository begins.
pub struct Scope {
    folder: PathBuf,
    tracked: OnceLock<Arc<Tracked>>,
}

impl Scope {
    /// Below this one.
    pub fn of(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), tracked: OnceLock::new() }
    }

    /// Whether a hidden file or folder, or one in a hidden folder, counts. `path`: absolute.
    pub fn counts(&self, path: &Path, indexes: &Indexes, cancelled: &AtomicBool) -> bool {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
        if NEVER.contains(&name) {
            return false;
        }
        // In a folder that counts, its files do.
        let unasked = !name.starts_with('.') || WELL_KNOWN.contains(&name);
        self.is_tracked(path, indexes, cancelled).unwrap_or(unasked)
    }

    /// Whether Git tracks a file, or one in a folder; None where there is no Git. `path`: absolute.
    pub fn is_tracked(&self, path: &Path, indexes: &Indexes, cancelled: &AtomicBool) -> Option<bool> {
        let tracked = self.tracked.get_or_init(|| indexes.of(&self.folder, cancelled));
        let paths = tracked.paths.as_ref()?;
        let below = path.strip_prefix(&self.folder).ok().and_then(Path::to_str);
        Some(below.is_some_and(|below| paths.has(&format!("{}{}", tracked.prefix, with_slashes(below)))))
    }
}
