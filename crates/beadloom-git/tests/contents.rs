//! What was in files, what differs, and when they were committed.

#![expect(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use beadloom_git::{changed_since, contents, last_committed, renamed_since, resolve, staging};

fn git(root: &Path, arguments: &[&str]) {
    let run = Command::new("git")
        .args(["-c", "user.name=Test", "-c", "user.email=test@example.org"])
        .args(arguments)
        .current_dir(root)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn a_project_in_a_folder_of_its_repository() {
    let folder = tempfile::tempdir().unwrap();
    let top = folder.path();
    let never = AtomicBool::new(false);
    git(top, &["init", "--quiet", "."]);
    let root = top.join("shop");
    std::fs::create_dir(&root).unwrap();
    let write = |path: &str, text: &str| std::fs::write(root.join(path), text).unwrap();
    write("a b.py", "one\n");
    write("ü.py", "two\n");
    write("gone.py", "three\n");
    std::fs::write(top.join("outside.py"), "x\n").unwrap();
    git(top, &["add", "--all"]);
    git(top, &["commit", "--quiet", "--message", "first"]);

    let head = resolve(&root, "HEAD", &never).unwrap();
    assert_eq!(resolve(&root, "nothing", &never), None);
    assert_eq!(resolve(&root, "--output=x", &never), None);
    let names = ["HEAD:./a b.py".to_owned(), "HEAD:./none.py".to_owned(), format!("{head}:./ü.py")];
    let found = contents(&root, &names, &never);
    assert_eq!(found.len(), 2);
    assert_eq!(found.get("HEAD:./a b.py").unwrap(), b"one\n");
    assert_eq!(found.get(&names[2]).unwrap(), b"two\n");

    write("a b.py", "changed\n");
    write("new.py", "new\n");
    std::fs::remove_file(root.join("gone.py")).unwrap();
    std::fs::write(top.join("outside.py"), "y\n").unwrap();
    let set = |paths: &[&str]| -> BTreeSet<String> { paths.iter().map(|path| (*path).to_owned()).collect() };
    let since = changed_since(&root, &head, &never).unwrap();
    assert_eq!((since.changed, since.deleted), (set(&["a b.py", "new.py"]), set(&["gone.py"])));
    git(&root, &["add", "a b.py"]);
    let next = staging(&root, &never).unwrap();
    assert_eq!(next.staged, set(&["a b.py"]));
    let unlike: Vec<(&String, bool)> =
        next.unlike.iter().map(|(path, blob)| (path, blob.is_some())).collect();
    assert_eq!(unlike, [(&"gone.py".to_owned(), true)]);

    let dates = last_committed(&root, &set(&["a b.py", "new.py"]), &never);
    assert_eq!(dates.keys().collect::<Vec<_>>(), ["a b.py"]);
    let date = dates.get("a b.py").unwrap();
    assert!(date.len() >= 20 && date.contains('T'), "{date}");
}

#[test]
fn when_files_were_last_committed() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let never = AtomicBool::new(false);
    let git = |arguments: &[&str]| git(root, arguments);
    let commit = |paths: &[&str], day: u32| {
        for path in paths {
            std::fs::write(root.join(path), format!("{path} {day}\n")).unwrap();
        }
        git(&["add", "--all"]);
        let date = format!("2024-03-{day:02}T12:00:00Z");
        git(&["commit", "--quiet", "--message", "m", "--date", &date]);
        // It is the date of the commit that counts, not its author's.
        git(&["rebase", "--quiet", "--committer-date-is-author-date", "--force-rebase", "HEAD~1"]);
    };
    git(&["init", "--quiet", "--initial-branch=main", "."]);
    git(&["commit", "--quiet", "--allow-empty", "--message", "begin"]);
    commit(&["a.py", "b.py", "c.py"], 1);
    commit(&["a.py"], 2);
    git(&["checkout", "--quiet", "-b", "side"]);
    commit(&["b.py"], 3);
    git(&["checkout", "--quiet", "main"]);
    commit(&["a.py", "d e.py"], 4);
    git(&["merge", "--quiet", "--no-edit", "side"]);
    let asked: BTreeSet<String> =
        ["a.py", "b.py", "c.py", "d e.py", "none.py"].map(str::to_owned).into_iter().collect();
    let dates = last_committed(root, &asked, &never);
    let days: Vec<(&str, &str)> =
        dates.iter().map(|(path, date)| (path.as_str(), date.get(..10).unwrap())).collect();
    assert_eq!(
        days,
        [("a.py", "2024-03-04"), ("b.py", "2024-03-03"), ("c.py", "2024-03-01"), ("d e.py", "2024-03-04")]
    );
    assert_eq!(last_committed(root, &BTreeSet::new(), &never).len(), 0);
}

#[test]
fn what_was_moved_is_followed_staged_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let never = AtomicBool::new(false);
    git(root, &["init", "--quiet", "."]);
    let text = |name: &str| (0..20).map(|line| format!("{name} {line}\n")).collect::<String>();
    for name in ["staged", "disk", "untold", "stays"] {
        std::fs::write(root.join(name), text(name)).unwrap();
    }
    git(root, &["add", "--all"]);
    git(root, &["commit", "--quiet", "--message", "first"]);
    let head = resolve(root, "HEAD", &never).unwrap();
    assert!(renamed_since(root, &head, &changed_since(root, &head, &never).unwrap(), &never).is_empty());
    git(root, &["mv", "staged", "staged-2"]);
    // Git was told of the new name, and not that the old one is gone.
    std::fs::rename(root.join("disk"), root.join("disk-2")).unwrap();
    git(root, &["add", "disk-2"]);
    std::fs::write(root.join("disk-2"), text("disk") + "one more\n").unwrap();
    std::fs::rename(root.join("untold"), root.join("untold-2")).unwrap();
    let since = changed_since(root, &head, &never).unwrap();
    let set = |paths: &[&str]| -> BTreeSet<String> { paths.iter().map(|path| (*path).to_owned()).collect() };
    assert_eq!(since.changed, set(&["disk-2", "staged-2", "untold-2"]));
    assert_eq!(since.deleted, set(&["disk", "staged", "untold"]));
    assert_eq!(since.added, set(&["disk-2", "staged-2"]));
    let moved = renamed_since(root, &head, &since, &never);
    let pairs: Vec<(&str, &str)> = moved.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
    assert_eq!(pairs, [("disk", "disk-2"), ("staged", "staged-2")]);
}

#[test]
fn every_form_of_index_says_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let never = AtomicBool::new(false);
    git(root, &["init", "--quiet", "."]);
    for name in ["a.py", "deep/b.py", "deep/er/c.py"] {
        std::fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
        std::fs::write(root.join(name), "one\n").unwrap();
    }
    git(root, &["add", "--all"]);
    git(root, &["commit", "--quiet", "--message", "first"]);
    std::fs::write(root.join("deep/b.py"), "two\n").unwrap();
    for form in [&["--index-version", "4"], &["--index-version", "2"], &["--split-index", "--refresh"]] {
        // It says that a file needs an update, by its exit code.
        let _ = Command::new("git").arg("update-index").args(form).current_dir(root).output().unwrap();
        for (place, path) in [(root.to_owned(), "deep/b.py"), (root.join("deep"), "b.py")] {
            let since = changed_since(&place, "HEAD", &never).unwrap();
            assert_eq!(since.changed.into_iter().collect::<Vec<_>>(), [path], "{form:?}");
            assert!(since.deleted.is_empty(), "{form:?}");
            let unlike: Vec<String> = staging(&place, &never).unwrap().unlike.into_keys().collect();
            assert_eq!(unlike, [path], "{form:?}");
        }
    }
}
