//! What the next commit holds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::changes::resolve;
use crate::command::{Deadline, Index, output};
use crate::index_diff::IndexDiff;
use crate::repository::Repository;
use crate::tracked::{State, Tracked};

const TIME: Duration = Duration::from_secs(20);

/// The next commit, compared with the last one and with the disk. Paths are relative to the root.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Staging {
    /// What it changes.
    pub staged: BTreeSet<String>,
    /// Of that, what the last commit does not have.
    pub added: BTreeSet<String>,
    /// What it holds otherwise than it lies on the disk: the blob, or None where it does not hold the file any more. Files
    /// that Git was never told of are not among them.
    pub unlike: BTreeMap<String, Option<String>>,
}

/// What is staged; None where Git cannot say. While a hook runs, that is what the commit takes, which for `git commit -a` or
/// `git commit FILE` is another index than the one that stays.
pub fn staging(root: &Path, cancelled: &AtomicBool) -> Option<Staging> {
    let deadline = Deadline { until: Instant::now() + TIME, cancelled };
    let repository = Repository::around(root).ok()?;
    let (tracked, diff) = std::thread::scope(|scope| {
        let diff = scope.spawn(|| IndexDiff::read(root, "HEAD", Index::OfHook, deadline));
        (Tracked::read(&repository, Index::OfHook, deadline), diff.join().ok().flatten())
    });
    let tracked = tracked?;
    let entries = tracked.entries();
    let states = tracked.states(&entries)?;
    let mut staging = Staging::default();
    match diff {
        Some(diff) => staging.compare(diff),
        // Before the first commit everything is new.
        None if is_unborn(root, deadline) => {
            let paths =
                entries.iter().filter(|entry| !entry.is_intended()).map(|entry| entry.path().into_owned());
            staging.added.extend(paths);
            staging.staged = staging.added.clone();
        }
        None => return None,
    }
    // While a merge has conflicts nothing can be committed: the disk is as good as anything.
    for (entry, state) in entries.iter().zip(states).filter(|(entry, _)| !entry.is_unmerged()) {
        if state != State::Same {
            let blob = (!entry.is_intended()).then(|| entry.id());
            staging.unlike.insert(entry.path().into_owned(), blob);
        }
    }
    Some(staging)
}

/// Whether there is no commit yet, in a repository that Git takes for one.
fn is_unborn(root: &Path, deadline: Deadline<'_>) -> bool {
    output(root, &["rev-parse", "--git-dir"], deadline).is_some()
        && resolve(root, "HEAD", deadline.cancelled).is_none()
}

impl Staging {
    fn compare(&mut self, IndexDiff(diff): IndexDiff) {
        for (path, change) in diff {
            if !change.is_unmerged {
                if change.new.is_none() {
                    self.unlike.insert(path.clone(), None);
                }
                if change.old.is_none() {
                    self.added.insert(path.clone());
                }
            }
            self.staged.insert(path);
        }
    }
}
