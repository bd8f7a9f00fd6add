//! A project on disk, copied to a folder of its own and indexed there.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use beadloom_graph::Config;
use beadloom_index::{Options, Outcome, Report, reindex};
use beadloom_store::{Access, Store};
use tempfile::TempDir;

/// An index and the folder that holds it.
pub struct Indexed {
    pub store: Store,
    root: TempDir,
    _index: TempDir,
}

/// A full index of a copy of `project`.
pub fn indexed(project: &Path) -> Indexed {
    let root = tempfile::tempdir().unwrap();
    copy(project, root.path());
    let index = tempfile::tempdir().unwrap();
    let mut store = Store::open(&index.path().join("index.db"), Access::Write).unwrap();
    run(root.path(), &mut store, true);
    Indexed { store, root, _index: index }
}

/// A run over files that did not change parses none and leaves the index as it is.
pub fn assert_settled(project: &Path) {
    let mut indexed = indexed(project);
    let before = indexed.store.dump().unwrap();
    let report = run(indexed.root.path(), &mut indexed.store, false);
    assert_eq!(report.files.parsed, 0, "{}", project.display());
    assert_eq!(indexed.store.dump().unwrap(), before, "{}", project.display());
}

fn run(root: &Path, store: &mut Store, full: bool) -> Report {
    let options = Options {
        root,
        config: &Config::default(),
        config_digest: "default",
        embedder: None,
        history: None,
        watch: None,
        indexed: None,
        config_diagnostics: &[],
        parse_cache: None,
        full,
        wait: Duration::from_secs(5),
        deadline: None,
        cancelled: &AtomicBool::new(false),
        progress: &|_| {},
    };
    match reindex(store, &options).unwrap() {
        Outcome::Done(report) => report,
        Outcome::TooSlow(paths) => panic!("no deadline was set, yet it passed with {paths:?}"),
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
