//! A watched project is indexed as one that is walked each time, whatever happens to its files.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "what cannot be set up fails the test")]

mod hard_links;
mod project;
mod questions;
mod random_edits;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::Duration;

use beadloom_graph::Config;
use beadloom_index::{Wait, Watch};

use crate::watch::project::Watched;

/// Changes, each after a moment of rest. What they are called, what they do.
type Change = (&'static str, fn(&Path));

/// Each is seen by the next call, and the one after it has nothing to do.
const CHANGES: &[Change] = &[
    ("a file is written to", |root| fs::write(root.join("src/a.py"), "def other(): pass\n").unwrap()),
    ("a file is replaced by another", |root| {
        fs::write(root.join("src/.a.py.tmp"), "def replaced(): pass\n").unwrap();
        fs::rename(root.join("src/.a.py.tmp"), root.join("src/a.py")).unwrap();
    }),
    ("a file comes", |root| fs::write(root.join("src/new.py"), "def new(): pass\n").unwrap()),
    ("a file goes", |root| fs::remove_file(root.join("src/b.py")).unwrap()),
    ("a folder comes", |root| {
        fs::create_dir_all(root.join("src/deep/deeper")).unwrap();
        fs::write(root.join("src/deep/deeper/c.py"), "def deeper(): pass\n").unwrap();
    }),
    ("a file in a folder that came is written to", |root| {
        fs::write(root.join("src/deep/deeper/c.py"), "def deepest(): pass\n").unwrap();
    }),
    ("a folder is called something else", |root| {
        fs::rename(root.join("src/deep"), root.join("src/low")).unwrap();
    }),
    ("a file in a folder that moved is written to", |root| {
        fs::write(root.join("src/low/deeper/c.py"), "def lowest(): pass\n").unwrap();
    }),
    ("another folder of that name", |root| {
        fs::rename(root.join("src/low"), root.join("src/high")).unwrap();
        fs::create_dir_all(root.join("src/low/deeper")).unwrap();
        fs::write(root.join("src/low/deeper/c.py"), "def another(): pass\n").unwrap();
    }),
    ("a folder leaves the project and comes back", |root| {
        let away = root.parent().unwrap().join("away");
        fs::rename(root.join("src/high"), &away).unwrap();
        fs::write(away.join("deeper/c.py"), "def away(): pass\n").unwrap();
        fs::rename(&away, root.join("src/high")).unwrap();
    }),
    ("a folder goes", |root| fs::remove_dir_all(root.join("src/low")).unwrap()),
    ("an ignore file comes", |root| fs::write(root.join(".gitignore"), "src/high/\n*.log\n").unwrap()),
    ("an ignored file is written to", |root| fs::write(root.join("src/x.log"), "words\n").unwrap()),
    ("an ignored file is written to again", |root| fs::write(root.join("src/x.log"), "more\n").unwrap()),
    ("an ignore file says something else", |root| fs::write(root.join(".gitignore"), "a.py\n").unwrap()),
    ("an ignore file goes", |root| fs::remove_file(root.join(".gitignore")).unwrap()),
    ("an ignore file of our own", |root| fs::write(root.join("src/.beadloomignore"), "b*\n").unwrap()),
    ("an ignore file above the root", |root| {
        fs::write(root.parent().unwrap().join(".gitignore"), "new.py\n").unwrap();
    }),
    ("what Git keeps beside a repository", |root| {
        fs::create_dir_all(root.join(".git/info")).unwrap();
        fs::write(root.join(".git/info/exclude"), "high\n").unwrap();
    }),
    ("that is emptied", |root| fs::write(root.join(".git/info/exclude"), "").unwrap()),
    ("a repository inside", |root| {
        fs::create_dir_all(root.join("src/high/.git/info")).unwrap();
        fs::write(root.join("src/high/.git/info/exclude"), "c.py\n").unwrap();
    }),
    ("what that one leaves out", |root| {
        fs::write(root.join("src/high/.git/info/exclude"), "").unwrap();
    }),
    ("output beside a manifest", |root| {
        fs::create_dir_all(root.join("dist")).unwrap();
        fs::write(root.join("dist/out.js"), "function out() {}\n").unwrap();
        fs::write(root.join("package.json"), "{\"name\": \"x\"}\n").unwrap();
    }),
    ("output is made", |root| fs::write(root.join("dist/out.js"), "function again() {}\n").unwrap()),
    ("the manifest goes", |root| fs::remove_file(root.join("package.json")).unwrap()),
    ("output that counts is made", |root| {
        fs::write(root.join("dist/out.js"), "function counts() {}\n").unwrap();
    }),
    ("a link to a file that does not count", |root| {
        fs::create_dir_all(root.join(".hidden/kept")).unwrap();
        fs::write(root.join(".hidden/kept/d.py"), "def d(): pass\n").unwrap();
        symlink("../.hidden/kept/d.py", root.join("src/d.py")).unwrap();
    }),
    ("that file is written to", |root| {
        fs::write(root.join(".hidden/kept/d.py"), "def written(): pass\n").unwrap();
    }),
    ("the link leads to nothing", |root| fs::remove_file(root.join(".hidden/kept/d.py")).unwrap()),
    ("the link leads somewhere again", |root| {
        fs::write(root.join(".hidden/kept/d.py"), "def again(): pass\n").unwrap();
    }),
    ("a link to a folder that does not count", |root| {
        symlink(root.join(".hidden/kept"), root.join("linked")).unwrap();
    }),
    ("a file comes behind it", |root| {
        fs::write(root.join(".hidden/kept/e.py"), "def e(): pass\n").unwrap();
    }),
    ("another folder behind it", |root| {
        fs::rename(root.join(".hidden"), root.join(".old")).unwrap();
        fs::create_dir_all(root.join(".hidden/kept")).unwrap();
        fs::write(root.join(".hidden/kept/f.py"), "def f(): pass\n").unwrap();
    }),
    ("a second name for a file, outside", |root| {
        fs::hard_link(root.join("src/new.py"), root.parent().unwrap().join("other-name.py")).unwrap();
    }),
    ("it is written to by that name", |root| {
        fs::write(root.parent().unwrap().join("other-name.py"), "def by_another_name(): pass\n").unwrap();
    }),
    ("a graph is kept", |root| {
        fs::create_dir_all(root.join(".beadloom/_graph")).unwrap();
        let nodes = "nodes:\n  - {ref_id: all, kind: domain, source: src/}\n";
        fs::write(root.join(".beadloom/_graph/all.yml"), nodes).unwrap();
    }),
    ("another graph in its place", |root| {
        fs::rename(root.join(".beadloom"), root.join(".beadloom-old")).unwrap();
        fs::create_dir_all(root.join(".beadloom/_graph")).unwrap();
        let nodes = "nodes:\n  - {ref_id: other, kind: domain, source: src/}\n";
        fs::write(root.join(".beadloom/_graph/all.yml"), nodes).unwrap();
    }),
    ("the owners of code", |root| {
        fs::create_dir_all(root.join(".github")).unwrap();
        fs::write(root.join(".github/CODEOWNERS"), "src/ @team\n").unwrap();
    }),
    ("a file becomes a folder", |root| {
        fs::remove_file(root.join("src/a.py")).unwrap();
        fs::create_dir(root.join("src/a.py")).unwrap();
        fs::write(root.join("src/a.py/inner.py"), "def inner(): pass\n").unwrap();
    }),
    ("and a file again", |root| {
        fs::remove_dir_all(root.join("src/a.py")).unwrap();
        fs::write(root.join("src/a.py"), "def outer(): pass\n").unwrap();
    }),
    ("a folder may not be read", |root| {
        fs::set_permissions(root.join("src/high"), fs::Permissions::from_mode(0o755)).unwrap();
    }),
    ("the project's folder is another one", |root| {
        let other = root.parent().unwrap().join("other-project");
        fs::create_dir_all(other.join("src")).unwrap();
        fs::write(other.join("src/z.py"), "def z(): pass\n").unwrap();
        fs::rename(root, root.parent().unwrap().join("old-project")).unwrap();
        fs::rename(&other, root).unwrap();
    }),
    ("a file in that one is written to", |root| {
        fs::write(root.join("src/z.py"), "def zz(): pass\n").unwrap();
    }),
];

/// Folders that are watched at most.
const MANY: usize = 10_000;

#[test]
fn whatever_happens_is_seen_by_the_next_call() {
    is_all_seen(Watched::new());
}

#[test]
fn whatever_happens_is_seen_by_what_other_systems_have() {
    is_all_seen(Watched::with(|root| Watch::by_notify(root, MANY)));
}

fn is_all_seen(mut watched: Watched) {
    fs::create_dir_all(watched.root().join("src")).unwrap();
    fs::write(watched.root().join("src/a.py"), "def a(): pass\n").unwrap();
    fs::write(watched.root().join("src/b.py"), "def b(): pass\n").unwrap();
    for (what, change) in CHANGES {
        watched.settle(what);
        change(&watched.root());
        watched.assert_as_fresh(what);
    }
    watched.settle("at the end");
}

#[test]
fn an_edit_within_the_clock_s_tick_is_seen() {
    is_seen_within_the_tick(Watched::new());
}

#[test]
fn an_edit_within_the_clock_s_tick_is_seen_by_what_other_systems_have() {
    is_seen_within_the_tick(Watched::with(|root| Watch::by_notify(root, MANY)));
}

fn is_seen_within_the_tick(mut watched: Watched) {
    let file = watched.root().join("a.py");
    fs::write(&file, "def f0000(): pass\n").unwrap();
    watched.settle("before");
    for n in 0..200 {
        fs::write(&file, format!("def f{n:04}(): pass\n")).unwrap();
        watched.bring_up_to_date();
        assert_eq!(watched.symbols(), [format!("f{n:04}")]);
    }
}

#[test]
fn more_events_than_the_system_keeps() {
    let mut watched = Watched::new();
    fs::write(watched.root().join("a.py"), "def a(): pass\n").unwrap();
    watched.settle("before");
    let most: usize =
        fs::read_to_string("/proc/sys/fs/inotify/max_queued_events").unwrap().trim().parse().unwrap();
    // Four events each.
    for n in 0..=most / 3 {
        let file = watched.root().join(format!("passing-{}", n % 2));
        fs::write(&file, "x").unwrap();
        fs::remove_file(&file).unwrap();
    }
    fs::write(watched.root().join("a.py"), "def after(): pass\n").unwrap();
    watched.assert_as_fresh("after the events that were lost");
    watched.settle("again");
    fs::write(watched.root().join("a.py"), "def later(): pass\n").unwrap();
    watched.assert_as_fresh("watched anew");
}

#[test]
fn whoever_waits_hears_of_files_that_change_together_once() {
    let watches: [fn(&Path) -> Watch; 2] = [|root| Watch::new(root), |root| Watch::by_notify(root, MANY)];
    for watch in watches {
        let mut watched = Watched::with(watch);
        fs::create_dir(watched.root().join("src")).unwrap();
        assert_eq!(watched.watch.wait(), Wait::Idle, "nothing began it");
        watched.settle("before");
        assert!(watched.watch.is_up_to_date(&Config::default()));
        let root = watched.root();
        let writer = std::thread::spawn(move || {
            for n in 0..500 {
                fs::write(root.join(format!("src/f{n}.py")), format!("def f{n}(): pass\n")).unwrap();
            }
        });
        assert_eq!(watched.watch.wait(), Wait::Changed);
        writer.join().unwrap();
        assert!(!watched.watch.is_up_to_date(&Config::default()), "nobody looked at it yet");
        watched.assert_as_fresh("after the change");
        assert_eq!(watched.symbols().len(), 500);
        watched.settle("after the change");
        assert!(watched.watch.is_up_to_date(&Config::default()));
        // Somebody waits while it ends.
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| watched.watch.wait());
            std::thread::sleep(Duration::from_millis(50));
            watched.watch.end();
            assert!(matches!(waiting.join().unwrap(), Wait::Ended | Wait::Off));
        });
    }
}

#[test]
fn more_folders_than_may_be_watched_by_what_other_systems_have() {
    let mut watched = Watched::with(|root| Watch::by_notify(root, 3));
    for n in 0..5 {
        fs::create_dir(watched.root().join(format!("f{n}"))).unwrap();
    }
    watched.bring_up_to_date();
    while watched.watch.wait() != Wait::Off {
        watched.bring_up_to_date();
    }
    let said = "the project has more than 3 folders; every call looks at all files, which is slower";
    assert_eq!(watched.watch.notice().as_deref(), Some(said));
    fs::write(watched.root().join("f4/a.py"), "def other(): pass\n").unwrap();
    watched.assert_as_fresh("without a watch");
}

#[test]
fn more_folders_than_may_be_watched() {
    let mut watched = Watched::with(|root| Watch::of_at_most(root, 3));
    for n in 0..5 {
        fs::create_dir(watched.root().join(format!("f{n}"))).unwrap();
        fs::write(watched.root().join(format!("f{n}/a.py")), "def a(): pass\n").unwrap();
    }
    watched.bring_up_to_date();
    let notice = (0..500).find_map(|_| {
        std::thread::sleep(Duration::from_millis(10));
        watched.watch.notice()
    });
    let said = "the project has more than 3 folders; every call looks at all files, which is slower";
    assert_eq!(notice.as_deref(), Some(said));
    watched.bring_up_to_date();
    assert!(!watched.watch.is_watching());
    assert_eq!(watched.watch.notice(), None, "it is said once");
    fs::write(watched.root().join("f4/a.py"), "def other(): pass\n").unwrap();
    watched.assert_as_fresh("without a watch");
}

#[test]
fn a_graph_that_lies_behind_a_link_is_watched() {
    let mut watched = Watched::new();
    let root = watched.root();
    fs::create_dir_all(root.join("docs/graph")).unwrap();
    fs::create_dir_all(root.join(".beadloom")).unwrap();
    symlink("../docs/graph", root.join(".beadloom/_graph")).unwrap();
    for n in 0..12 {
        let nodes = format!("nodes:\n  - {{ref_id: n{n}, kind: domain}}\n");
        fs::write(root.join("docs/graph/all.yml"), nodes).unwrap();
        watched.assert_as_fresh("behind a link");
        watched.settle("behind a link");
    }
    assert!(watched.watch.is_watching());
}

#[test]
fn a_watch_that_has_ended_sees_nothing_and_breaks_nothing() {
    let mut watched = Watched::new();
    fs::write(watched.root().join("a.py"), "def a(): pass\n").unwrap();
    watched.settle("before");
    watched.watch.end();
    assert!(!watched.watch.is_watching());
    fs::write(watched.root().join("a.py"), "def other(): pass\n").unwrap();
    assert!(watched.bring_up_to_date(), "it cannot know");
    watched.assert_as_fresh("after the end");
    assert!(!watched.watch.is_watching(), "and does not begin again");
}

#[test]
fn another_process_that_writes_the_index_is_noticed() {
    let mut watched = Watched::new();
    fs::write(watched.root().join("a.py"), "def a(): pass\n").unwrap();
    watched.settle("before");
    watched.index_by_another(true);
    assert!(watched.bring_up_to_date(), "the index is another one");
    watched.settle("after");
}
