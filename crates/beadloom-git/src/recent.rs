//! The last commits before HEAD.

use beadloom_model::CompactSort as _;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use beadloom_model::RecentCommit;

use crate::command::{Deadline, output};

/// All of it.
const TIME: Duration = Duration::from_millis(1_500);

/// Characters of a subject.
const SUBJECT: usize = 200;

/// Files of one commit; one that touches more moved things about.
const FILES: usize = 100;

/// The commits before HEAD that touched something below `root`, newest first, at most `most`, without merges. Empty
/// where there are none or nothing can be known: no Git, no repository, no commit, or Git takes longer than 1.5 s.
pub fn recent_commits(root: &Path, most: usize, cancelled: &AtomicBool) -> Vec<RecentCommit> {
    let deadline = Deadline { until: Instant::now() + TIME, cancelled };
    let most = format!("--max-count={most}");
    let log = output(
        root,
        &[
            "log",
            &most,
            "--no-merges",
            "--topo-order",
            "--format=%x00%H%x00%cs%x00%s%x00",
            "--name-only",
            "--no-renames",
            "--no-ext-diff",
            "--no-textconv",
            "--ignore-submodules=all",
            "--relative",
            "-z",
            "HEAD",
            "--",
            ".",
        ],
        deadline,
    );
    log.map(|log| read(&String::from_utf8_lossy(&log))).unwrap_or_default()
}

/// Records begin with an empty field and a hash; the paths behind the subject are fields of their own.
fn read(log: &str) -> Vec<RecentCommit> {
    let is_hash =
        |text: &str| matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut commits: Vec<RecentCommit> = Vec::new();
    let mut fields = log.split('\0').peekable();
    while let Some(field) = fields.next() {
        let next = fields.peek().copied().unwrap_or("");
        if field.trim().is_empty() && is_hash(next) {
            let id = fields.next().unwrap_or("").to_owned();
            let date = fields.next().unwrap_or("").to_owned();
            let subject = fields.next().unwrap_or("").chars().take(SUBJECT).collect();
            commits.push(RecentCommit { id, date, subject, files: Vec::new(), files_count: 0 });
        } else if let Some(commit) = commits.last_mut() {
            let path = field.trim_start_matches('\n');
            if !path.is_empty() {
                commit.files_count += 1;
                commit.files.push(path.to_owned());
            }
        }
    }
    for commit in &mut commits {
        if commit.files.len() > FILES {
            commit.files.clear();
        }
        commit.files.compact_sort();
    }
    commits
}
