//! Which files differ from a revision, and when they were last committed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::command::{Patience, output, output_until};

/// Of each question.
const TIME: Duration = Duration::from_secs(10);

/// Of the question for last commits: what they tell is good to know, and not worth waiting for.
const COMMITS_TIME: Duration = Duration::from_millis(1_500);

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
    let patience = Patience { until: Instant::now() + COMMITS_TIME, cancelled };
    // One walk for all, ended when the last of them is found: a walk for each would begin anew every time.
    let mut arguments = vec![
        "log",
        "--format=%x01%cI",
        "--name-only",
        "-c",
        "-z",
        "--no-renames",
        "--relative",
        "HEAD",
        "--",
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
    if let Some(log) = output_until(root, &arguments, patience, &mut |log| gather(log, false)) {
        gather(&log, true);
    }
    dates
}

fn paths(output: &[u8]) -> impl Iterator<Item = String> {
    let text = String::from_utf8_lossy(output).into_owned();
    let paths: Vec<String> = text.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect();
    paths.into_iter()
}
