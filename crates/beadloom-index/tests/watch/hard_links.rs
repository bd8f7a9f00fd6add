//! A file with several names is changed by the one that nobody watches.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::watch::project::Watched;

/// A name of a file outside the project.
fn outside(root: &Path) -> PathBuf {
    root.parent().unwrap().join("other-name.py")
}

fn link(root: &Path) {
    let _ = fs::remove_file(outside(root));
    fs::hard_link(root.join("src/a.py"), outside(root)).unwrap();
}

type Linking = fn(&Path);

/// Ways in which a file comes to be what has another name, after the watch began.
const LINKED: &[(&str, Linking)] = &[
    ("as it is", link),
    ("after it was written to", |root| {
        fs::write(root.join("src/a.py"), "def before(): pass\n").unwrap();
        link(root);
    }),
    ("after another file took its place", |root| {
        fs::write(root.join("src/.tmp"), "def replaced(): pass\n").unwrap();
        fs::rename(root.join("src/.tmp"), root.join("src/a.py")).unwrap();
        link(root);
    }),
    ("before it takes the place", |root| {
        fs::write(root.join("src/.tmp"), "def came_with_two(): pass\n").unwrap();
        let _ = fs::remove_file(outside(root));
        fs::hard_link(root.join("src/.tmp"), outside(root)).unwrap();
        fs::rename(root.join("src/.tmp"), root.join("src/a.py")).unwrap();
    }),
    ("after its folder was moved away and back", |root| {
        fs::rename(root.join("src"), root.join("moved")).unwrap();
        fs::rename(root.join("moved"), root.join("src")).unwrap();
        link(root);
    }),
    ("after it was called something else and back", |root| {
        fs::rename(root.join("src/a.py"), root.join("src/b.py")).unwrap();
        fs::rename(root.join("src/b.py"), root.join("src/a.py")).unwrap();
        link(root);
    }),
    ("after who may read it changed", |root| {
        fs::set_permissions(root.join("src/a.py"), fs::Permissions::from_mode(0o644)).unwrap();
        link(root);
    }),
];

#[test]
fn a_file_that_gets_another_name_is_seen_when_it_is_changed_by_that() {
    let mut watched = Watched::new();
    fs::create_dir_all(watched.root().join("src")).unwrap();
    fs::write(watched.root().join("src/a.py"), "def first(): pass\n").unwrap();
    for settles_between in [true, false] {
        for (at, (what, change)) in LINKED.iter().enumerate() {
            watched.settle(what);
            change(&watched.root());
            if settles_between {
                watched.settle(what);
            } else {
                watched.bring_up_to_date();
            }
            for edit in 0..3 {
                let name = format!("by_another_name_{at}_{edit}");
                fs::write(outside(&watched.root()), format!("def {name}(): pass\n")).unwrap();
                watched.bring_up_to_date();
                assert_eq!(watched.symbols(), [name], "{what}");
            }
            watched.assert_as_fresh(what);
        }
    }
}

#[test]
fn a_file_that_had_another_name_is_seen_when_it_is_changed_by_that() {
    let mut watched = Watched::new();
    fs::create_dir_all(watched.root().join("src")).unwrap();
    fs::write(watched.root().join("src/a.py"), "def first(): pass\n").unwrap();
    link(&watched.root());
    watched.settle("before");
    // Of one size, and soon after each other: only the time of change differs, if anything does.
    for n in 0..200 {
        let name = format!("f{n:04}");
        fs::write(outside(&watched.root()), format!("def {name}(): pass\n")).unwrap();
        watched.bring_up_to_date();
        assert_eq!(watched.symbols(), [name]);
    }
    // It has one name again, and then another one.
    fs::remove_file(outside(&watched.root())).unwrap();
    watched.settle("with one name");
    link(&watched.root());
    fs::write(outside(&watched.root()), "def once_more(): pass\n").unwrap();
    watched.bring_up_to_date();
    assert_eq!(watched.symbols(), ["once_more"]);
}
