//! Which files differ from a revision, are staged, and when they were last committed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::command::{Patience, output};

/// Of each question.
const TIME: Duration = Duration::from_secs(10);

/// Of all questions for last commits: what they tell is good to know, and not worth waiting for.
const COMMITS_TIME: Duration = Duration::from_millis(1_500);

/// How many files' last commits are asked for at once.
const AT_ONCE: usize = 4;

/// The last commit that touched a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileCommit {
    /// In hexadecimal.
    pub id: String,
    /// When it was made, ISO 8601.
    pub date: String,
}

/// What differs between a revision and the files as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Since {
    /// Changed or new, relative to the root; files that Git does not know yet are among them.
    pub changed: BTreeSet<String>,
    /// Gone.
    pub deleted: BTreeSet<String>,
}

/// The id of the commit that a revision means; None where it means none.
pub fn resolve(root: &Path, revision: &str, cancelled: &AtomicBool) -> Option<String> {
    let patience = Patience { until: Instant::now() + TIME, cancelled };
    // It comes from a person, and shall be no option.
    if revision.starts_with('-') || revision.is_empty() {
        return None;
    }
    let commit = format!("{revision}^{{commit}}");
    let id = output(root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit], patience)?;
    let id = String::from_utf8_lossy(&id).trim().to_owned();
    (matches!(id.len(), 40 | 64) && id.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(id)
}

/// What differs from a commit; None where Git cannot say.
pub fn changed_since(root: &Path, commit: &str, cancelled: &AtomicBool) -> Option<Since> {
    let patience = Patience { until: Instant::now() + TIME, cancelled };
    let arguments = [
        "diff",
        "--name-status",
        "-z",
        "--no-renames",
        "--relative",
        "--no-ext-diff",
        "--no-textconv",
        commit,
        "--",
    ];
    let (diff, others) = std::thread::scope(|scope| {
        let others =
            scope.spawn(|| output(root, &["ls-files", "--others", "--exclude-standard", "-z"], patience));
        (output(root, &arguments, patience), others.join().ok().flatten())
    });
    let mut since = Since::default();
    let diff = diff?;
    let diff = String::from_utf8_lossy(&diff);
    let mut fields = diff.split('\0');
    while let (Some(status), Some(path)) = (fields.next(), fields.next()) {
        let set = if status == "D" { &mut since.deleted } else { &mut since.changed };
        set.insert(path.to_owned());
    }
    since.changed.extend(paths(&others?));
    Some(since)
}

/// Where files of a commit are now, by their old path, as far as Git sees that they were moved; what it does not know of
/// yet was not.
pub fn renamed_since(root: &Path, commit: &str, cancelled: &AtomicBool) -> BTreeMap<String, String> {
    let patience = Patience { until: Instant::now() + TIME, cancelled };
    let arguments = [
        "diff",
        "--name-status",
        "-z",
        "--find-renames",
        "--diff-filter=R",
        "--relative",
        "--no-ext-diff",
        "--no-textconv",
        commit,
        "--",
    ];
    let Some(diff) = output(root, &arguments, patience) else { return BTreeMap::new() };
    let diff = String::from_utf8_lossy(&diff);
    let mut fields = diff.split('\0');
    let mut renamed = BTreeMap::new();
    while let (Some(_), Some(from), Some(to)) = (fields.next(), fields.next(), fields.next()) {
        renamed.insert(from.to_owned(), to.to_owned());
    }
    renamed
}

/// Files that differ from HEAD, committed or not; None where Git cannot say.
pub fn unsaved(root: &Path, cancelled: &AtomicBool) -> Option<BTreeSet<String>> {
    let since = changed_since(root, "HEAD", cancelled)?;
    Some(since.changed.into_iter().chain(since.deleted).collect())
}

/// The last commit of each file, as far as there is one and the time suffices.
pub fn last_commits(
    root: &Path,
    files: &BTreeSet<String>,
    cancelled: &AtomicBool,
) -> BTreeMap<String, FileCommit> {
    let patience = Patience { until: Instant::now() + COMMITS_TIME, cancelled };
    let waiting = Mutex::new(files.iter());
    let commits = Mutex::new(BTreeMap::new());
    let work = || {
        while let Some(path) = locked(&waiting).next() {
            let arguments = ["log", "--max-count=1", "--format=%H %cI", "HEAD", "--", path];
            // Without Git, without a commit, or without time there is nothing more to learn.
            let Some(line) = output(root, &arguments, patience) else { break };
            let line = String::from_utf8_lossy(&line);
            if let Some((id, date)) = line.trim().split_once(' ') {
                let commit = FileCommit { id: id.to_owned(), date: date.to_owned() };
                locked(&commits).insert(path.clone(), commit);
            }
        }
    };
    // Most of what Git takes for one file is its own start.
    std::thread::scope(|scope| {
        for _ in 1..files.len().min(AT_ONCE) {
            scope.spawn(work);
        }
        work();
    });
    commits.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn paths(output: &[u8]) -> impl Iterator<Item = String> {
    let text = String::from_utf8_lossy(output).into_owned();
    let paths: Vec<String> = text.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect();
    paths.into_iter()
}
