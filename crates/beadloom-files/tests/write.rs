//! Files are whole, and nothing else is left.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use beadloom_files::{
    Change, FileLock, Folder, Outcome, Reason, UNFINISHED, place_folder, remove_file, write, write_program,
    write_together, write_unless_changed,
};
use tempfile::{TempDir, tempdir};

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn with(files: &[(&str, &str)]) -> (TempDir, impl Fn(&str) -> PathBuf + use<>) {
    let folder = tempdir().unwrap();
    let root = folder.path().to_owned();
    let at = move |path: &str| root.join(path);
    for (path, text) in files {
        fs::create_dir_all(at(path).parent().unwrap()).unwrap();
        fs::write(at(path), text).unwrap();
    }
    (folder, at)
}

#[test]
fn a_file_is_written_and_written_over() {
    let (folder, at) = with(&[]);
    for text in ["one", "", "three, which is longer"] {
        write(&at("a.txt"), text.as_bytes()).unwrap();
        assert_eq!(fs::read_to_string(at("a.txt")).unwrap(), text);
    }
    assert_eq!(names(folder.path()), ["a.txt"]);
    assert!(write(&at("missing/a.txt"), b"x").is_err());
    assert!(write(folder.path(), b"x").is_err());
}

#[test]
fn what_somebody_else_changed_is_not_written_over() {
    let (folder, at) = with(&[("a.txt", "theirs")]);
    assert_eq!(write_unless_changed(&at("a.txt"), b"ours", b"read").unwrap(), Outcome::Changed);
    assert_eq!(write_unless_changed(&at("a.txt"), b"ours", b"their").unwrap(), Outcome::Changed);
    assert_eq!(fs::read_to_string(at("a.txt")).unwrap(), "theirs");
    assert_eq!(write_unless_changed(&at("a.txt"), b"ours", b"theirs").unwrap(), Outcome::Written);
    assert_eq!(fs::read_to_string(at("a.txt")).unwrap(), "ours");
    assert_eq!(names(folder.path()), ["a.txt"]);
}

#[test]
fn of_several_files_none_is_written_where_one_was_changed_since_it_was_read() {
    let (folder, at) = with(&[("a.txt", "read"), ("b.txt", "theirs")]);
    let change = |path: &str, before: &str| Change {
        place: at(path),
        bytes: b"ours".to_vec(),
        before: Some(before.into()),
    };
    // Other bytes, as many bytes, and no file at all.
    for (path, before) in [("b.txt", "read"), ("b.txt", "thiers"), ("c.txt", "read")] {
        let changes = [change("a.txt", "read"), change(path, before)];
        let failed = write_together(&at(".beadloom"), &changes, None).unwrap_err();
        assert_eq!(failed.place, at(path));
        assert!(matches!(failed.reason, Reason::Changed), "{failed:?}");
        assert_eq!(fs::read_to_string(at("a.txt")).unwrap(), "read");
        assert_eq!(fs::read_to_string(at("b.txt")).unwrap(), "theirs");
        assert_eq!(names(folder.path()), ["a.txt", "b.txt"]);
    }
    write_together(&at(".beadloom"), &[change("a.txt", "read"), change("b.txt", "theirs")], None).unwrap();
    assert_eq!(fs::read_to_string(at("b.txt")).unwrap(), "ours");
}

#[test]
fn of_several_files_all_are_written_or_none() {
    let (folder, at) = with(&[("a.txt", "old"), ("file", "in the way")]);
    let change = |path: &str| Change { place: at(path), bytes: b"new".to_vec(), before: None };
    let staging = at(".beadloom");
    // The last one has a file where a folder has to be, or is a folder.
    fs::create_dir(at("folder")).unwrap();
    for bad in ["file/b.txt", "folder"] {
        let failed = write_together(&staging, &[change("a.txt"), change("x/y.txt"), change(bad)], None);
        assert_eq!(failed.unwrap_err().place, at(bad));
        assert_eq!(fs::read_to_string(at("a.txt")).unwrap(), "old");
        assert_eq!(names(folder.path()), ["a.txt", "file", "folder"]);
    }
    write_together(&staging, &[change("a.txt"), change("x/y.txt")], None).unwrap();
    assert_eq!(
        fs::read_to_string(at("a.txt")).unwrap() + &fs::read_to_string(at("x/y.txt")).unwrap(),
        "newnew"
    );
    assert!(names(&staging).is_empty());
}

#[test]
fn a_folder_takes_the_place_of_another_which_is_kept() {
    let (_folder, at) = with(&[("g/_graph/a.yml", "old"), ("g/_graph.bak-1/.unfinished", "")]);
    let new = Folder {
        place: at("g/_graph"),
        backup: Some(at("g/_graph.bak-2")),
        files: vec![("a.yml".to_owned(), b"new".to_vec())],
    };
    write_together(&at("g"), &[], Some(&new)).unwrap();
    // What was not finished is gone.
    assert_eq!(names(&at("g")), ["_graph", "_graph.bak-2"]);
    assert_eq!(fs::read_to_string(at("g/_graph/a.yml")).unwrap(), "new");
    assert_eq!(names(&at("g/_graph")), [UNFINISHED, "a.yml"]);
    // What is kept is no unfinished one, whatever it was.
    let next = Folder { backup: Some(at("g/_graph.bak-3")), ..new.clone() };
    write_together(&at("g"), &[], Some(&next)).unwrap();
    assert_eq!(names(&at("g/_graph.bak-3")), ["a.yml"]);
    assert_eq!(fs::read_to_string(at("g/_graph.bak-2/a.yml")).unwrap(), "old");
    // A name that is taken is not written into, and the graph stays.
    assert!(write_together(&at("g"), &[], Some(&next)).is_err());
    assert_eq!(fs::read_to_string(at("g/_graph/a.yml")).unwrap(), "new");
    assert_eq!(names(&at("g/_graph.bak-3")), ["a.yml"]);
}

#[test]
fn a_folder_is_placed_with_its_file_or_not_at_all() {
    let (folder, at) = with(&[]);
    place_folder(&at("made"), ".gitignore", b"*\n").unwrap();
    assert_eq!(
        (names(folder.path()), names(&at("made"))),
        (vec!["made".to_owned()], vec![".gitignore".to_owned()])
    );
    fs::write(at("made/mine"), "").unwrap();
    place_folder(&at("made"), "other", b"").unwrap();
    assert_eq!(names(&at("made")), [".gitignore", "mine"]);
    assert!(remove_file(&at("made/mine")).unwrap() && !remove_file(&at("made/mine")).unwrap());
}

#[test]
fn a_lock_is_held_by_one_and_leaves_nothing() {
    let (folder, at) = with(&[("lock", "of a process that is gone")]);
    let held = FileLock::try_acquire(&at("lock")).unwrap();
    assert!(held.is_some());
    assert!(FileLock::try_acquire(&at("lock")).unwrap().is_none());
    drop(held);
    assert!(names(folder.path()).is_empty());
    fs::create_dir(at("lock")).unwrap();
    assert!(FileLock::try_acquire(&at("lock")).is_err());
}

#[cfg(unix)]
#[test]
fn permissions_stay_and_programs_can_be_run() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_folder, at) = with(&[("a.txt", "old")]);
    let mode = |path: &str| fs::metadata(at(path)).unwrap().permissions().mode() & 0o777;
    for wanted in [0o600, 0o640, 0o666, 0o755] {
        fs::set_permissions(at("a.txt"), fs::Permissions::from_mode(wanted)).unwrap();
        write(&at("a.txt"), b"new").unwrap();
        assert_eq!(mode("a.txt"), wanted);
    }
    write_program(&at("hook"), b"#!/bin/sh\n").unwrap();
    assert_eq!(mode("hook"), 0o755);
}

#[cfg(unix)]
#[test]
fn what_a_link_leads_to_is_not_written() {
    let (folder, at) = with(&[("real.txt", "old")]);
    std::os::unix::fs::symlink(at("real.txt"), at("link")).unwrap();
    // Who asks resolves links; what is there under that name is replaced, never what it leads to.
    write(&at("link"), b"new").unwrap();
    assert_eq!(fs::read_to_string(at("real.txt")).unwrap(), "old");
    assert_eq!(names(folder.path()), ["link", "real.txt"]);
}

/// What takes away what killed processes left must leave alone what others are just making.
#[test]
fn many_make_the_same_folder_and_files_at_once() {
    for _ in 0..60 {
        let (folder, at) = with(&[]);
        std::thread::scope(|scope| {
            for number in 0..8 {
                let at = &at;
                scope.spawn(move || {
                    place_folder(&at(".beadloom"), ".gitignore", b"/beadloom.db*\n").unwrap();
                    write(&at("shared.txt"), format!("{number}").as_bytes()).unwrap();
                });
            }
        });
        assert_eq!(names(folder.path()), [".beadloom", "shared.txt"]);
        assert_eq!(fs::read_to_string(at(".beadloom/.gitignore")).unwrap(), "/beadloom.db*\n");
    }
}

#[cfg(unix)]
#[test]
fn a_private_file_is_for_its_owner_alone_whatever_was_there() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("secret");
    for before in [None, Some(0o644), Some(0o600)] {
        if let Some(mode) = before {
            fs::write(&place, "old").unwrap();
            fs::set_permissions(&place, fs::Permissions::from_mode(mode)).unwrap();
        }
        beadloom_files::write_private(&place, b"new").unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"new");
        assert_eq!(fs::metadata(&place).unwrap().permissions().mode() & 0o777, 0o600, "{before:?}");
    }
}

#[test]
fn a_file_that_one_of_many_makes_is_met_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..100 {
        let place = folder.path().join(format!("key-{round}"));
        let bytes = [7u8; 32];
        let made: usize = std::thread::scope(|scope| {
            let (place, bytes) = (&place, &bytes);
            let readers: Vec<_> = (0..2)
                .map(|_| {
                    scope.spawn(move || {
                        loop {
                            match fs::read(place) {
                                Ok(found) => break assert_eq!(found, bytes, "round {round}"),
                                Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound),
                            }
                        }
                    })
                })
                .collect();
            let makers: Vec<_> = (0..3)
                .map(|_| {
                    scope.spawn(move || match beadloom_files::create_private(place, bytes) {
                        Ok(()) => 1,
                        Err(error) => {
                            assert_eq!(error.kind(), std::io::ErrorKind::AlreadyExists);
                            0
                        }
                    })
                })
                .collect();
            readers.into_iter().for_each(|reader| reader.join().unwrap());
            makers.into_iter().map(|maker| maker.join().unwrap()).sum()
        });
        assert_eq!(made, 1, "round {round}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 100, "nothing is left beside them");
}
