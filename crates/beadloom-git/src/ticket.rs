//! Commits whose messages name a ticket, and where the lines that they touched are now.

use beadloom_model::CompactSort as _;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use beadloom_model::{TicketCommit, TouchedFile};

use crate::command::{Deadline, output};
use crate::patch::{FilePatch, files, moved};

/// Commits of one ticket.
const COMMITS: usize = 20;
/// Files of one commit; one that touches more moved things about and says little of the ticket.
const FILES: usize = 100;
/// Ranges of lines of one file.
const RANGES: usize = 1_000;
/// Characters of a subject.
const SUBJECT: usize = 200;
/// All of it.
const TIME: Duration = Duration::from_millis(1_500);

/// Whether a text has the form of a ticket key, in any case: `PROJ-123`, or of a number of one: `#123`.
pub fn is_ticket(text: &str) -> bool {
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    if text.len() > 40 {
        return false;
    }
    if let Some(number) = text.strip_prefix('#') {
        return is_number(number);
    }
    let Some((project, number)) = text.rsplit_once('-') else { return false };
    project.len() >= 2
        && project.starts_with(|c: char| c.is_ascii_alphabetic())
        && project.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && is_number(number)
}

/// The commits before HEAD whose messages name the ticket, newest first, at most twenty. Empty where there are none,
/// or nothing can be known: no ticket key, no Git, no repository, no commit, or Git takes longer than 1.5 s.
pub fn ticket_commits(root: &Path, ticket: &str, cancelled: &AtomicBool) -> Vec<TicketCommit> {
    if !is_ticket(ticket) {
        return Vec::new();
    }
    let deadline = Deadline { until: Instant::now() + TIME, cancelled };
    let grep = format!("--grep=(^|[^A-Za-z0-9_-]){ticket}([^A-Za-z0-9_-]|$)");
    let most = format!("--max-count={COMMITS}");
    let log = output(
        root,
        &[
            "log", "--extended-regexp", "--regexp-ignore-case", &grep, &most, "--no-merges", "--topo-order",
            "--format=%x00%H%x00%s%x00", "--patch", "--unified=0", "--find-renames", "--no-ext-diff",
            "--no-textconv", "--ignore-submodules=all", "--submodule=short", "--relative", "HEAD",
        ],
        deadline,
    );
    let Some(log) = log else { return Vec::new() };
    let mut commits = read_log(&String::from_utf8_lossy(&log));
    for commit in &mut commits {
        follow_to_head(root, commit, deadline);
    }
    commits
}

/// Records of hash, subject and patch. A patch holds no zero byte: files that do are binary to Git.
fn read_log(log: &str) -> Vec<TicketCommit> {
    let mut fields = log.split('\0').skip(1);
    let mut commits = Vec::new();
    while let (Some(id), Some(subject), Some(patch)) = (fields.next(), fields.next(), fields.next()) {
        let patches = files(patch);
        let touched = if patches.len() > FILES { Vec::new() } else { touched(&patches) };
        commits.push(TicketCommit {
            id: id.to_owned(),
            subject: subject.chars().take(SUBJECT).collect(),
            files_count: patches.len(),
            files: touched,
        });
    }
    commits
}

fn touched(patches: &[FilePatch]) -> Vec<TouchedFile> {
    let mut files: Vec<TouchedFile> = patches
        .iter()
        .filter_map(|file| {
            let path = file.path.clone().or_else(|| file.old_path.clone())?;
            let added = file.hunks.iter().map(|hunk| hunk.new).filter(|(_, count)| *count > 0).take(RANGES);
            let lines = added.map(|(first, count)| (first, first.saturating_add(count - 1))).collect();
            Some(TouchedFile { path, lines: if file.path.is_some() { lines } else { Vec::new() } })
        })
        .collect();
    files.compact_sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// Moves the lines of a commit to where they are at HEAD.
fn follow_to_head(root: &Path, commit: &mut TicketCommit, deadline: Deadline<'_>) {
    if commit.files.is_empty() {
        return;
    }
    let mut arguments = vec![
        "diff", "--unified=0", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all",
        "--submodule=short", "--no-renames", "--relative", &commit.id, "HEAD", "--",
    ];
    arguments.extend(commit.files.iter().map(|file| file.path.as_str()));
    let since = output(root, &arguments, deadline);
    let since = since.map(|since| files(&String::from_utf8_lossy(&since))).unwrap_or_default();
    let by_path: BTreeMap<&str, &FilePatch> = since
        .iter()
        .filter_map(|file| Some((file.old_path.as_deref().or(file.path.as_deref())?, file)))
        .collect();
    for file in &mut commit.files {
        if let Some(patch) = by_path.get(file.path.as_str()) {
            file.lines = file.lines.iter().filter_map(|lines| moved(*lines, &patch.hunks)).collect();
        }
    }
}
