//! Where a file is now that is at its path no longer, as history or the next commit has it.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::command::{Deadline, output};

/// All of it.
const TIME: Duration = Duration::from_millis(1_500);

/// Renames in a row that are followed.
const STEPS: usize = 8;

/// The path that a file has now, by the renames of the next commit and of those before HEAD; relative to `root`, as the path given.
/// None where it was deleted, never was, or nothing can be known. `is_there` says whether a path is one of the project's files.
pub fn renamed_to(
    root: &Path,
    path: &str,
    is_there: &dyn Fn(&str) -> bool,
    cancelled: &AtomicBool,
) -> Option<String> {
    let deadline = Deadline { until: Instant::now() + TIME, cancelled };
    let mut path = path.to_owned();
    for _ in 0..STEPS {
        path = staged(root, &path, deadline).or_else(|| committed(root, &path, deadline))?;
        if is_there(&path) {
            return Some(path);
        }
    }
    None
}

/// Of what the next commit renames.
fn staged(root: &Path, path: &str, deadline: Deadline<'_>) -> Option<String> {
    let mut arguments = vec!["diff-index", "--cached"];
    arguments.extend(RENAMES);
    arguments.extend(["HEAD", "--"]);
    target(&output(root, &arguments, deadline)?, path)
}

/// Of the last commit that took the path away.
fn committed(root: &Path, path: &str, deadline: Deadline<'_>) -> Option<String> {
    let found = output(
        root,
        &[
            "log", "--max-count=1", "--format=%H", "--no-renames", "--diff-filter=D", "--no-ext-diff",
            "--no-textconv", "HEAD", "--", path,
        ],
        deadline,
    )?;
    let commit = String::from_utf8_lossy(&found).trim().to_owned();
    let is_id = matches!(commit.len(), 40 | 64) && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_id {
        return None;
    }
    let mut arguments = vec!["diff-tree", "-r", "-m", "--no-commit-id"];
    arguments.extend(RENAMES);
    arguments.extend([commit.as_str(), "--"]);
    target(&output(root, &arguments, deadline)?, path)
}

const RENAMES: [&str; 8] = [
    "--name-status", "-z", "--find-renames", "--diff-filter=R", "--relative", "--no-ext-diff",
    "--no-textconv", "--ignore-submodules=all",
];

/// Records are a status, the path before and the path after.
fn target(records: &[u8], path: &str) -> Option<String> {
    let records = String::from_utf8_lossy(records);
    let mut fields = records.split('\0');
    while let (Some(_), Some(from), Some(to)) = (fields.next(), fields.next(), fields.next()) {
        if from == path {
            return Some(to.to_owned());
        }
    }
    None
}
