//! Commits that changed two files at once.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::command::{Deadline, output};
use crate::contents::contents;

const TIME: Duration = Duration::from_secs(10);

/// Commits that are looked at: those of the last months, in a busy project.
const COMMITS: &str = "--max-count=1000";

/// Files that one question names; a command line has an end.
const FILES: usize = 400;

/// Texts of one pair.
const TEXTS: usize = 20;

/// Of each pair of files the texts that the second had after commits which changed both, the latest first. Pairs without such
/// a commit are left out. The first commit of a history, or of what a shallow clone has of it, changes nothing: it begins.
pub fn changed_together(
    root: &Path,
    pairs: &[(String, String)],
    cancelled: &AtomicBool,
) -> BTreeMap<(String, String), Vec<String>> {
    let files: BTreeSet<&str> =
        pairs.iter().flat_map(|(one, other)| [one.as_str(), other.as_str()]).collect();
    let mut commits: Vec<HashMap<String, String>> = Vec::new();
    let files: Vec<&str> = files.into_iter().collect();
    // A pair whose files are asked for apart would not be seen; so many stale ones nobody acknowledges by a commit.
    let asked = files.get(..FILES).unwrap_or(&files);
    let deadline = Deadline { until: Instant::now() + TIME, cancelled };
    let mut arguments = vec![
        "log", COMMITS, "--format=%x01%P", "--raw", "--no-abbrev", "--no-renames", "--relative", "-z",
        "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "HEAD", "--",
    ];
    arguments.extend(asked);
    if let Some(log) = output(root, &arguments, deadline) {
        commits = read_log(&String::from_utf8_lossy(&log));
    }
    let mut blobs: BTreeMap<&(String, String), Vec<String>> = BTreeMap::new();
    for pair in pairs {
        let both = commits.iter().filter(|files| files.contains_key(&pair.0));
        let of_pair: Vec<String> = both.filter_map(|files| files.get(&pair.1)).take(TEXTS).cloned().collect();
        if !of_pair.is_empty() {
            blobs.insert(pair, of_pair);
        }
    }
    let names: BTreeSet<&String> = blobs.values().flatten().collect();
    let names: Vec<String> = names.into_iter().cloned().collect();
    let texts = contents(root, &names, cancelled);
    blobs
        .into_iter()
        .map(|(pair, blobs)| {
            let text = |blob: &String| String::from_utf8(texts.get(blob)?.clone()).ok();
            (pair.clone(), blobs.iter().filter_map(text).collect())
        })
        .collect()
}

/// By commit: the files that it changed, with the blob that they were after it. Commits without a parent are left out.
fn read_log(log: &str) -> Vec<HashMap<String, String>> {
    let mut commits = Vec::new();
    for commit in log.split('\u{1}').skip(1) {
        let mut fields = commit.split(['\0', '\n']);
        let has_parent = fields.next().is_some_and(|parents| !parents.trim().is_empty());
        let mut files = HashMap::new();
        while let Some(field) = fields.next() {
            // `:100644 100644 OLD NEW M`, and behind it the path.
            let Some(entry) = field.strip_prefix(':') else { continue };
            let blob = entry.split(' ').nth(3).unwrap_or_default();
            if let Some(path) = fields.next()
                && blob.bytes().any(|digit| digit != b'0')
            {
                files.insert(path.to_owned(), blob.to_owned());
            }
        }
        if has_parent {
            commits.push(files);
        }
    }
    commits
}

#[cfg(test)]
mod tests {
    use super::read_log;

    #[test]
    fn a_log_is_read_commit_by_commit() {
        let log = "\u{1}p1\0:100644 100644 aa bb M\0a.md\0:100644 100644 cc dd M\0x.py\0\u{1}p2\0\n:100644 000000 dd 00 D\0x.py\0\u{1}\0:000000 100644 00 aa A\0a.md\0";
        let commits = read_log(log);
        assert_eq!(commits.len(), 2, "the first of all is left out");
        assert_eq!(commits[0].get("x.py").map(String::as_str), Some("dd"));
        assert!(commits[1].is_empty(), "what went has no text");
    }
}
