//! Asks Git once for everything that judging pairs needs: the texts that the lock names, and when files were last committed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_git::Staging;
use beadloom_index::{Contents, decode};
use beadloom_sync::{Lock, LockLines};

/// Files whose last commit is asked for; a person does not read on.
const COMMITS: usize = 200;

/// Bytes of old texts that are looked at.
const TEXTS: usize = 48 << 20;

/// Of a commit with more files, nothing is asked ahead: it is no time to be in a hurry.
const MAX_PREFETCHED_FILES: usize = 50;

/// Git's answers by question; `None` for what it does not know.
#[derive(Debug, Default)]
pub struct GitPrefetch {
    /// Files, and what the lock has of them as code.
    lines: (BTreeSet<String>, Lock),
    /// By blob.
    texts: BTreeMap<String, Option<String>>,
    /// ISO 8601, by path.
    committed: BTreeMap<String, Option<String>>,
    /// What HEAD has, by path.
    heads: BTreeMap<String, String>,
}

impl GitPrefetch {
    /// What will be wanted if the code that is staged turns out to be ahead of its documents. It is asked while the index is
    /// still brought up to date.
    pub fn ahead(root: &Path, staging: &Staging, cancelled: &AtomicBool) -> Self {
        let mut prefetched = Self::default();
        let staged = &staging.staged;
        if staged.is_empty() || staged.len() > MAX_PREFETCHED_FILES {
            return prefetched;
        }
        let (text, _) = Contents::of_project(root, u64::MAX).lock_text();
        let lock = LockLines::of_code(&text, |path| staged.contains(path));
        prefetched.lines = (staged.clone(), lock.clone());
        // What no commit has would be looked for in the whole history.
        let paths =
            lock.baselines().map(|line| &line.code_path).filter(|path| !staging.added.contains(*path));
        let paths = paths.cloned().collect();
        let blobs = lock.baselines().filter_map(|line| line.blob.clone()).collect();
        prefetched.ask(root, blobs, paths, cancelled);
        prefetched
    }

    /// Where another lock counts than the one on the disk.
    pub fn without_lines(self) -> Self {
        Self { lines: Default::default(), ..self }
    }

    /// The lines of the lock for these code files, where all were asked for ahead.
    pub fn lines<'p>(&self, mut paths: impl Iterator<Item = &'p String>) -> Option<Lock> {
        let (known, lock) = &self.lines;
        paths.all(|path| known.contains(path)).then(|| lock.clone())
    }

    /// Asks for texts by their blobs and for the last commits of files, unless both are known.
    pub fn ask(
        &mut self,
        root: &Path,
        mut blobs: BTreeSet<String>,
        mut paths: BTreeSet<String>,
        cancelled: &AtomicBool,
    ) {
        blobs.retain(|blob| !self.texts.contains_key(blob));
        paths.retain(|path| !self.committed.contains_key(path));
        let blobs: Vec<String> = blobs.into_iter().collect();
        let paths: BTreeSet<String> = paths.into_iter().take(COMMITS).collect();
        let in_head = |path: &String| format!("HEAD:./{path}");
        let names: Vec<String> = blobs.iter().cloned().chain(paths.iter().map(in_head)).collect();
        // Of each question most is the start of Git.
        let (mut texts, mut committed) = std::thread::scope(|scope| {
            let committed = (!paths.is_empty())
                .then(|| scope.spawn(|| beadloom_git::last_committed(root, &paths, cancelled)));
            let texts = beadloom_git::contents(root, &names, cancelled);
            (texts, committed.and_then(|asked| asked.join().ok()).unwrap_or_default())
        });
        let mut room = TEXTS;
        for blob in blobs {
            let text = texts.remove(&blob).filter(|bytes| bytes.len() <= room);
            room -= text.as_ref().map_or(0, Vec::len);
            let text = text.and_then(|bytes| decode(&blob, bytes).ok());
            self.texts.insert(blob, text);
        }
        for path in paths {
            let head = texts.remove(&in_head(&path)).and_then(|bytes| decode(&path, bytes).ok());
            self.heads.extend(head.map(|text| (path.clone(), text)));
            let date = committed.remove(&path);
            self.committed.insert(path, date);
        }
    }

    /// The text of a blob.
    pub fn text(&self, blob: &str) -> Option<&String> {
        self.texts.get(blob)?.as_ref()
    }

    /// When a file was last committed; None where it is another by now, which no commit has. `text`: as it is, None where it
    /// is gone.
    pub fn committed(&self, path: &str, text: Option<&str>) -> Option<&String> {
        // A checkout may write other line ends than Git has.
        let is_head = |text: &&str| self.heads.get(path).is_some_and(|head| head.lines().eq(text.lines()));
        text.filter(is_head).and_then(|_| self.committed.get(path)?.as_ref())
    }
}
