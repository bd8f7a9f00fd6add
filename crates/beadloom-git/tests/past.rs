//! Past commits of real repositories, odd ones too.

#![expect(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use beadloom_git::{Pace, commit_ids, head_stamp, past_commits};

fn git(root: &Path, arguments: &[&str]) -> String {
    let settings = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false"];
    let output = Command::new("git")
        .args(settings)
        .args(arguments)
        .current_dir(root)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .env("GIT_COMMITTER_DATE", "2026-03-04T23:30:00+0200")
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn commit(root: &Path, files: &[&str], message: &str) {
    for path in files {
        let full = root.join(path);
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        fs::write(&full, format!("{message}{}", fs::read_to_string(&full).unwrap_or_default())).unwrap();
    }
    git(root, &["add", "-A"]);
    let file = root.join(".git/MESSAGE");
    fs::write(&file, message).unwrap();
    git(
        root,
        &[
            "commit",
            "-q",
            "--allow-empty",
            "--allow-empty-message",
            "--cleanup=verbatim",
            "-F",
            file.to_str().unwrap(),
        ],
    );
}

/// Subjects with files, newest first; a `.` in front where there is no parent.
fn shown(root: &Path) -> Vec<String> {
    let (never, until) = (AtomicBool::new(false), Instant::now() + Duration::from_secs(60));
    let ids = commit_ids(root, 100, until, &never).unwrap_or_default();
    let mut said = Vec::new();
    let is_whole = past_commits(root, &ids, 3, until, &never, Pace::Behind, &mut |commit| {
        let subject = commit.message.lines().next().unwrap_or("").chars().take(20).collect::<String>();
        let begin = if commit.has_parent { "" } else { "." };
        said.push(format!("{begin}{subject}: {} ({})", commit.files.join(" "), commit.files_count));
    });
    assert!(is_whole);
    said
}

#[test]
fn commits_are_told_with_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    assert_eq!((head_stamp(root), shown(root)), (None, Vec::new()), "no repository");
    git(root, &["init", "-q", "-b", "main"]);
    assert!(head_stamp(root).is_some());
    assert_eq!(shown(root), Vec::<String>::new(), "no commit");
    commit(root, &["a.py", "sub/b.py"], "first");
    let first = head_stamp(root);
    commit(root, &["a.py", "é ü.py", "c.py", "d.py"], "second\n\nbody");
    assert_ne!(head_stamp(root), first);
    commit(root, &[], "");
    git(root, &["checkout", "-q", "-b", "side", "HEAD~1"]);
    commit(root, &["sub/b.py"], "on the side");
    git(root, &["checkout", "-q", "main"]);
    git(root, &["merge", "-q", "--no-ff", "-m", "merge", "side"]);
    let all = shown(root);
    assert_eq!(all.len(), 4, "no merge: {all:?}");
    assert!(all.contains(&"second: a.py c.py d.py (4)".to_owned()), "{all:?}");
    assert!(all.contains(&".first: a.py sub/b.py (2)".to_owned()), "{all:?}");
    assert!(shown(&root.join("sub")).contains(&"on the side: b.py (1)".to_owned()), "relative to the folder");
    let packed = head_stamp(root);
    git(root, &["pack-refs", "--all"]);
    assert_ne!(
        head_stamp(root),
        packed,
        "where it is packed nobody can tell without Git, so that it is asked"
    );
}

#[test]
fn odd_histories_are_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("whole");
    fs::create_dir(&root).unwrap();
    git(&root, &["init", "-q", "-b", "main"]);
    commit(&root, &["a.py"], "first");
    commit(&root, &["a.py"], "\u{1b}[31mred\u{7}");
    commit(&root, &["b.py"], &"long ".repeat(2 << 20));
    commit(&root, &["a.py"], "last");
    let expected = [
        "last: a.py (1)",
        "long long long long : b.py (1)",
        "\u{1b}[31mred\u{7}: a.py (1)",
        ".first: a.py (1)",
    ];
    assert_eq!(shown(&root), expected);

    // Replaced objects, and grafts, lead elsewhere; what was committed stays what it was.
    let (head, other) = (git(&root, &["rev-parse", "HEAD"]), git(&root, &["rev-parse", "HEAD~2"]));
    git(&root, &["replace", &head, &other]);
    assert_eq!(shown(&root), expected);
    git(&root, &["replace", "-d", &head]);
    fs::create_dir_all(root.join(".git/info")).unwrap();
    fs::write(root.join(".git/info/grafts"), format!("{head}\n")).unwrap();
    assert_eq!(shown(&root), [".last: a.py b.py (2)"], "a graft shortens it");
    fs::remove_file(root.join(".git/info/grafts")).unwrap();

    let shallow = folder.path().join("shallow");
    let from = format!("file://{}", root.display());
    git(folder.path(), &["clone", "-q", "--depth", "2", &from, shallow.to_str().unwrap()]);
    assert_eq!(shown(&shallow), ["last: a.py (1)", ".long long long long : a.py b.py (2)"]);
    let stamp = head_stamp(&shallow);
    git(&shallow, &["fetch", "-q", "--unshallow"]);
    assert_eq!(shown(&shallow), expected);
    assert_ne!(head_stamp(&shallow), stamp, "it got longer");

    // Another history altogether.
    git(&root, &["checkout", "-q", "--orphan", "new"]);
    commit(&root, &["n.py"], "anew");
    assert_eq!(shown(&root), [".anew: a.py b.py n.py (3)"]);

    // What is missing ends it early.
    fs::remove_dir_all(shallow.join(".git/objects")).unwrap();
    fs::create_dir(shallow.join(".git/objects")).unwrap();
    assert_eq!(shown(&shallow), Vec::<String>::new());
}

#[test]
fn when_the_time_is_over_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    git(root, &["init", "-q"]);
    commit(root, &["a.py"], "first");
    let never = AtomicBool::new(false);
    let id = git(root, &["rev-parse", "HEAD"]);
    assert_eq!(commit_ids(root, 10, Instant::now(), &never), None);
    assert!(!past_commits(root, &[id], 3, Instant::now(), &never, Pace::Same, &mut |_| {}));
}
