//! Tickets in the history of real repositories.

#![expect(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use beadloom_git::{is_ticket, ticket_commits};
use beadloom_model::TicketCommit;

/// Whether there is a Git; what needs one says that it is skipped where there is none.
fn has_git(test: &str) -> bool {
    let found = Command::new("git").arg("--version").output().is_ok();
    if !found {
        println!("skipped: {test}: there is no git");
    }
    found
}

fn git(root: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false"];
    let status = Command::new("git")
        .args(identity)
        .args(arguments)
        .current_dir(root)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status()
        .unwrap();
    assert!(status.success(), "git {arguments:?}");
}

fn commit(root: &Path, files: &[(&str, &str)], message: &str) {
    for (path, text) in files {
        let full = root.join(path);
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        fs::write(full, text).unwrap();
    }
    git(root, &["add", "-A"]);
    git(root, &["commit", "-q", "--allow-empty", "-m", message]);
}

fn asked(root: &Path, ticket: &str) -> Vec<TicketCommit> {
    ticket_commits(root, ticket, &AtomicBool::new(false))
}

/// Subject, and path with lines of each file.
fn shown(commits: &[TicketCommit]) -> Vec<String> {
    commits
        .iter()
        .map(|commit| {
            let files: Vec<String> =
                commit.files.iter().map(|file| format!("{} {:?}", file.path, file.lines)).collect();
            format!("{}: {}", commit.subject, files.join(", "))
        })
        .collect()
}

fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "-q"]);
    folder
}

#[test]
fn keys_have_a_form() {
    for (text, want) in [
        ("PROJ-123", true),
        ("AB2_C-1", true),
        ("P-1", false),
        ("proj-1", true),
        ("#123", true),
        ("#", false),
        ("#1a", false),
        ("1-1", false),
        ("PROJ-", false),
        ("PROJ-1a", false),
        ("-1", false),
        ("--output-1", false),
        ("PROJ 1", false),
        (".*-1", false),
    ] {
        assert_eq!(is_ticket(text), want, "{text}");
    }
}

#[test]
fn commits_name_a_ticket_and_their_lines_are_followed() {
    if !has_git("commits_name_a_ticket_and_their_lines_are_followed") {
        return;
    }
    let folder = repository();
    let root = folder.path();
    commit(root, &[("src/a.py", "def f():\n    return 1\n"), ("src/b.py", "x = 1\n")], "PAY-1: begin");
    commit(
        root,
        &[("src/a.py", "def f():\n    return 1\n\n\ndef g():\n    return 2\n")],
        "Add g\n\nFor PAY-12.",
    );
    commit(root, &[("src/c.py", "y = 1\n")], "PAY-123 and XPAY-12 and PAY-12-b are others");
    // Everything moves down, and one line is replaced.
    commit(
        root,
        &[("src/a.py", "import os\n\n\ndef f():\n    return 1\n\n\ndef g():\n    return 3\n")],
        "Move",
    );
    fs::remove_file(root.join("src/b.py")).unwrap();
    commit(root, &[], "Drop b [PAY-1]");
    assert_eq!(
        shown(&asked(root, "PAY-1")),
        ["Drop b [PAY-1]: src/b.py []", "PAY-1: begin: src/a.py [(4, 5)], src/b.py []"]
    );
    assert_eq!(shown(&asked(root, "PAY-12")), ["Add g: src/a.py [(6, 8)]"]);
    assert_eq!(asked(root, "PAY-99"), []);
    // A folder below the root of the repository is a project of its own.
    assert_eq!(shown(&asked(&root.join("src"), "PAY-12")), ["Add g: a.py [(6, 8)]"]);
}

#[test]
fn where_nothing_can_be_known_there_is_nothing() {
    if !has_git("where_nothing_can_be_known_there_is_nothing") {
        return;
    }
    let none = tempfile::tempdir().unwrap();
    assert_eq!(asked(none.path(), "PAY-1"), []);
    let empty = repository();
    assert_eq!(asked(empty.path(), "PAY-1"), []);
    commit(empty.path(), &[("a.py", "x = 1\n")], "PAY-1");
    assert_eq!(ticket_commits(empty.path(), "PAY-1", &AtomicBool::new(true)), []);
}

#[test]
fn a_commit_of_very_many_files_says_how_many() {
    if !has_git("a_commit_of_very_many_files_says_how_many") {
        return;
    }
    let folder = repository();
    let names: Vec<String> = (0..150).map(|n| format!("f{n}.py")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "x = 1\n")).collect();
    commit(folder.path(), &files, "PAY-7 move all");
    let commits = asked(folder.path(), "PAY-7");
    assert_eq!((commits.len(), commits[0].files_count, commits[0].files.len()), (1, 150, 0));
}

#[cfg(unix)]
#[test]
fn no_program_of_the_repositorys_own_is_run() {
    if !has_git("no_program_of_the_repositorys_own_is_run") {
        return;
    }
    let folder = repository();
    let root = folder.path();
    commit(root, &[("a.txt", "one\n"), (".gitattributes", "*.txt diff=evil filter=evil\n")], "PAY-1");
    let trap = root.join("ran");
    let evil = format!("sh -c 'touch {}; cat'", trap.display());
    for setting in [
        "core.fsmonitor", "core.pager", "pager.log", "pager.diff", "diff.external", "diff.evil.textconv",
        "diff.evil.command", "filter.evil.clean", "filter.evil.smudge", "gpg.program", "core.editor",
    ] {
        git(root, &["config", setting, &evil]);
    }
    git(root, &["config", "log.showSignature", "true"]);
    fs::write(root.join("a.txt"), "two\n").unwrap();
    assert_eq!(shown(&asked(root, "PAY-1")), ["PAY-1: .gitattributes [(1, 1)], a.txt [(1, 1)]"]);
    assert!(!trap.exists());
}
