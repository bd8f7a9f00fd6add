//! The last commits of real repositories.

#![expect(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use beadloom_git::recent_commits;

fn git(root: &Path, arguments: &[&str]) -> bool {
    let settings = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false"];
    Command::new("git")
        .args(settings)
        .args(arguments)
        .current_dir(root)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .env("GIT_COMMITTER_DATE", "2026-03-04T23:30:00+0200")
        .output()
        .is_ok_and(|output| output.status.success())
}

fn commit(root: &Path, files: &[(&str, &str)], message: &str) {
    for (path, text) in files {
        let full = root.join(path);
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        fs::write(full, text).unwrap();
    }
    assert!(git(root, &["add", "-A"]) && git(root, &["commit", "-q", "-m", message]));
}

fn shown(root: &Path, most: usize) -> Vec<String> {
    recent_commits(root, most, &AtomicBool::new(false))
        .iter()
        .map(|commit| {
            format!("{} {}: {} ({})", commit.date, commit.subject, commit.files.join(" "), commit.files_count)
        })
        .collect()
}

#[test]
fn the_newest_come_first_with_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    if !git(root, &["init", "-q"]) {
        println!("skipped: there is no git");
        return;
    }
    assert_eq!(shown(root, 5), Vec::<String>::new(), "no commit yet");
    commit(root, &[("src/b.py", "1"), ("src/a b.py", "1"), ("top.py", "1")], "Begin");
    commit(root, &[("top.py", "2")], "Only at the top");
    let many: Vec<(String, &str)> = (0..101).map(|n| (format!("src/many/{n}.py"), "1")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    commit(root, &many, "Many files");
    assert_eq!(
        shown(root, 5),
        [
            "2026-03-04 Many files:  (101)",
            "2026-03-04 Only at the top: top.py (1)",
            "2026-03-04 Begin: src/a b.py src/b.py top.py (3)",
        ]
    );
    assert_eq!(shown(root, 1).len(), 1);
    assert_eq!(
        shown(&root.join("src"), 5),
        ["2026-03-04 Many files:  (101)", "2026-03-04 Begin: a b.py b.py (2)"],
        "a folder of a repository has its own"
    );
}

#[test]
fn without_a_repository_there_is_nothing() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(shown(folder.path(), 5), Vec::<String>::new());
    assert_eq!(shown(&folder.path().join("none"), 5), Vec::<String>::new());
}
