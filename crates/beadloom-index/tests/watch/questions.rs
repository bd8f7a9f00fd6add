//! A question that leaves the index as it is takes no change away from who keeps it fresh.

use std::fs;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use beadloom_index::{Wait, Watch};

use crate::watch::project::Watched;

/// How long a change that was swallowed is waited for before the test fails.
const LOST: Duration = Duration::from_secs(30);

#[test]
fn a_question_that_only_compares_swallows_no_change() {
    let watches: [fn(&Path) -> Watch; 2] = [|root| Watch::new(root), |root| Watch::by_notify(root, 10_000)];
    for watch in watches {
        let mut watched = Watched::with(watch);
        fs::create_dir(watched.root().join("src")).unwrap();
        watched.settle("before");
        for n in 0..12 {
            // Files that come, change and go, and folders.
            let file = watched.root().join(format!("src/f{}.py", n % 3));
            match n % 4 {
                3 => fs::remove_file(&file).unwrap(),
                2 => fs::create_dir_all(watched.root().join(format!("src/d{n}"))).unwrap(),
                _ => {}
            }
            if n % 4 != 3 {
                fs::write(&file, format!("def f{n}(): pass\n")).unwrap();
            }
            assert!(!watched.behind().is_empty(), "change {n} is not in the index");
            assert_eq!(heard(&watched.watch), Some(Wait::Changed), "change {n} was told to nobody");
            assert!(!watched.behind().is_empty(), "change {n} is still not in the index");
            watched.assert_as_fresh(&format!("change {n}"));
            watched.settle("after a change");
            assert!(watched.behind().is_empty());
        }
    }
}

/// What who waits hears; None where it hears nothing.
fn heard(watch: &Watch) -> Option<Wait> {
    std::thread::scope(|scope| {
        let (hears, heard) = mpsc::channel();
        scope.spawn(move || hears.send(watch.wait()));
        let said = heard.recv_timeout(LOST).ok();
        if said.is_none() {
            watch.end();
        }
        said
    })
}
