//! Which files differ from a revision, and when they were last committed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::command::{Deadline, Index, output, output_until};
use crate::contents::contents;
use crate::disk::Disk;
use crate::index_diff::{IndexChange, IndexDiff};
use crate::index_entry::Entry;
use crate::moves::{Held, moves};
use crate::repository::Repository;
use crate::tracked::{State, Tracked};

/// Of each question.
const TIME: Duration = Duration::from_secs(10);

/// Bytes of files of which it is seen whether they were moved.
const MOVED: u64 = 64 << 20;

/// Of the question for last commits: what they tell is good to know, and not worth waiting for.
const COMMITS_TIME: Duration = Duration::from_millis(1_500);

/// What differs between a revision and the files as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Since {
    /// Changed or new, relative to the root; files that Git does not know yet are among them.
    pub changed: BTreeSet<String>,
    /// Gone.
    pub deleted: BTreeSet<String>,
    /// Of what is changed, what Git knows and the revision does not have.
    pub added: BTreeSet<String>,
}

/// The id of the commit that a revision means; None where it means none.
pub fn resolve(root: &Path, revision: &str, cancelled: &AtomicBool) -> Option<String> {
    let deadline = Deadline { until: Instant::now() + TIME, cancelled };
    // It comes from a person, and shall be no option.
    if revision.starts_with('-') || revision.is_empty() {
        return None;
    }
    let commit = format!("{revision}^{{commit}}");
    let id = output(root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit], deadline)?;
    let id = String::from_utf8_lossy(&id).trim().to_owned();
    (matches!(id.len(), 40 | 64) && id.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(id)
}

/// What differs from a commit; None where Git cannot say. Git compares the commit with its index, and says which files it does
/// not know; how files lie on the disk is compared here.
pub fn changed_since(root: &Path, commit: &str, cancelled: &AtomicBool) -> Option<Since> {
    let deadline = Deadline { until: Instant::now() + TIME, cancelled };
    let repository = Repository::around(root).ok()?;
    std::thread::scope(|scope| {
        let others =
            scope.spawn(|| output(root, &["ls-files", "--others", "--exclude-standard", "-z"], deadline));
        let diff = scope.spawn(|| IndexDiff::read(root, commit, Index::Own, deadline));
        let tracked = Tracked::read(&repository, Index::Own, deadline)?;
        let entries = tracked.entries();
        let states = tracked.states(&entries)?;
        let IndexDiff(diff) = diff.join().ok()??;
        let others = others.join().ok()??;
        Some(combine(&tracked, entries.iter().zip(states), diff, paths(&others).collect()))
    })
}

/// What differs from a commit, of how the files of the index lie on the disk, what the index has otherwise than the commit, and
/// the files that Git does not know.
fn combine<'e>(
    tracked: &Tracked<'_>,
    entries: impl Iterator<Item = (&'e Entry<'e>, State)>,
    diff: BTreeMap<String, IndexChange>,
    mut others: BTreeSet<String>,
) -> Since {
    let mut since = Since::default();
    let mut known = BTreeSet::new();
    for (entry, state) in entries {
        if state == State::Same && diff.is_empty() && !entry.is_unmerged() {
            continue;
        }
        let path = entry.path();
        // Of the commit: as in the index where nothing else is said; what Git was only told of it has not.
        let change = diff.get(path.as_ref());
        if state == State::Same && change.is_none() && !entry.is_unmerged() {
            continue;
        }
        let path = path.into_owned();
        let old = change.and_then(|change| change.old.as_deref());
        let is_new = change.map_or(entry.is_intended(), |_| old.is_none());
        if change.is_some() {
            known.insert(path.clone());
        }
        let set = match (state, old) {
            _ if entry.is_unmerged() => &mut since.changed,
            (State::Other, Some(old)) if tracked.holds(entry, old) => continue,
            (State::Gone, _) if is_new => continue,
            (State::Gone, _) => &mut since.deleted,
            (State::Same | State::Other, _) => {
                if is_new {
                    since.added.insert(path.clone());
                }
                &mut since.changed
            }
        };
        set.insert(path);
    }
    for (path, change) in diff {
        // Taken out of the index; the file may still be there.
        let Some(old) = change.old.filter(|_| !known.contains(&path)) else { continue };
        if !others.contains(&path) {
            since.deleted.insert(path);
        } else if tracked.path_holds(Path::new(&path), &old) {
            others.remove(&path);
        }
    }
    since.changed.extend(others);
    since
}

/// Where files of a commit are now, by their old path, as far as they were moved; what Git does not know of yet was not.
/// `since`: what differs from the commit.
pub fn renamed_since(
    root: &Path,
    commit: &str,
    since: &Since,
    cancelled: &AtomicBool,
) -> BTreeMap<String, String> {
    if since.deleted.is_empty() || since.added.is_empty() {
        return BTreeMap::new();
    }
    let deadline = Deadline { until: Instant::now() + TIME, cancelled };
    let arguments = [
        "diff-index", "--cached", "--name-status", "-z", "--find-renames", "--diff-filter=R", "--relative",
        "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", commit, "--",
    ];
    let Some(diff) = output(root, &arguments, deadline) else { return BTreeMap::new() };
    let diff = String::from_utf8_lossy(&diff);
    let mut fields = diff.split('\0');
    let mut renamed = BTreeMap::new();
    while let (Some(_), Some(from), Some(to)) = (fields.next(), fields.next(), fields.next()) {
        if since.deleted.contains(from) && since.added.contains(to) {
            renamed.insert(from.to_owned(), to.to_owned());
        }
    }
    // What is gone from the disk and not from the index, Git does not see without a look at the disk.
    let mut gone = since.deleted.clone();
    gone.retain(|path| !renamed.contains_key(path));
    let mut new = since.added.clone();
    new.retain(|path| !renamed.values().any(|to| to == path));
    if !gone.is_empty() && !new.is_empty() {
        let name = |path: &String| format!("{commit}:./{path}");
        let names: Vec<String> = gone.iter().map(name).collect();
        let mut old = contents(root, &names, cancelled);
        let old =
            gone.into_iter().filter_map(|path| Some((path.clone(), old.remove(&name(&path))?))).collect();
        renamed.extend(moves(&old, &files(root, new)));
    }
    renamed
}

/// What files hold, as far as the bound for all of them goes.
fn files(root: &Path, paths: BTreeSet<String>) -> Held {
    let mut disk = Disk::new(root);
    let mut room = MOVED;
    let mut held = Held::new();
    for path in paths {
        if let Some(bytes) = disk.read(Path::new(&path), room) {
            room = room.saturating_sub(bytes.len() as u64);
            held.insert(path, bytes);
        }
    }
    held
}

/// Files that differ from HEAD, committed or not; None where Git cannot say.
pub fn unsaved(root: &Path, cancelled: &AtomicBool) -> Option<BTreeSet<String>> {
    let since = changed_since(root, "HEAD", cancelled)?;
    Some(since.changed.into_iter().chain(since.deleted).collect())
}

/// When each file was last committed, ISO 8601, as far as it was and the time suffices. For files that a merge has from one of
/// its sides, that is when it was committed there.
pub fn last_committed(
    root: &Path,
    files: &BTreeSet<String>,
    cancelled: &AtomicBool,
) -> BTreeMap<String, String> {
    if files.is_empty() {
        return BTreeMap::new();
    }
    let deadline = Deadline { until: Instant::now() + COMMITS_TIME, cancelled };
    // One walk for all, ended when the last of them is found: a walk for each would begin anew every time.
    let mut arguments = vec![
        "log", "--format=%x01%cI", "--name-only", "-c", "-z", "--no-renames", "--ignore-submodules=all",
        "--relative", "HEAD", "--",
    ];
    arguments.extend(files.iter().map(String::as_str));
    let mut dates = BTreeMap::new();
    let mut read = 0;
    let mut gather = |log: &[u8], is_whole: bool| {
        let rest = log.get(read..).unwrap_or_default();
        // What stands behind the last mark may go on.
        let end = if is_whole { rest.len() } else { rest.iter().rposition(|byte| *byte == 1).unwrap_or(0) };
        for commit in rest.get(..end).unwrap_or_default().split(|byte| *byte == 1) {
            let commit = String::from_utf8_lossy(commit);
            let mut fields = commit.split(['\0', '\n']);
            let date = fields.next().unwrap_or_default();
            for path in fields.filter(|path| files.contains(*path)) {
                dates.entry(path.to_owned()).or_insert_with(|| date.to_owned());
            }
        }
        read += end;
        dates.len() == files.len()
    };
    // Without Git or without a commit there is nothing to learn.
    if let Some(log) = output_until(root, &arguments, deadline, &mut |log| gather(log, false)) {
        gather(&log, true);
    }
    dates
}

fn paths(output: &[u8]) -> impl Iterator<Item = String> {
    let text = String::from_utf8_lossy(output).into_owned();
    let paths: Vec<String> = text.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect();
    paths.into_iter()
}
