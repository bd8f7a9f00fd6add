//! Indexes that an earlier version made.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what cannot be set up fails the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use beadloom_graph::config::Config;
use beadloom_index::{Options, Outcome, Report, reindex};
use beadloom_store::{Access, Condition, SCHEMA_VERSION, Store};
use rusqlite::Connection;

/// As `open.rs` has it: "bdlm".
const APPLICATION_ID: i32 = 0x6264_6c6d;

/// What an index of schema 8 may hold.
const ROWS_OF_8: &str =
    "INSERT INTO meta VALUES ('generation', '7'), ('fingerprint', 'of then'), ('totals', '{}');
     INSERT INTO file_index (path, kind, language) VALUES ('gone.py', 'code', 'python');
     INSERT INTO nodes (ref_id, kind) VALUES ('gone', 'domain'), ('here', 'domain');
     INSERT INTO edges VALUES ('gone', 'here', 'uses', 'declared', '{}', NULL, NULL);
     INSERT INTO docs (path, kind, hash) VALUES ('gone.md', 'other', x'00');
     INSERT INTO code_symbols (file_id, symbol_name, scope, kind_number, line_start, line_end, nameless, exported, hashes)
         VALUES (1, 'f', '', 3, 1, 2, 'def f()', 1, x'00');
     INSERT INTO symbol_nodes VALUES (1, 1);
     INSERT INTO file_nodes VALUES (1, 1);
     INSERT INTO texts VALUES (1, 'os');
     INSERT INTO imports (file_id, seq, part, line, specifier, kind_number, local) VALUES (1, 0, 0, 1, 1, 0, 0);
     INSERT INTO refs VALUES (1, x'01', x'00', NULL, x'00');
     INSERT INTO ref_targets VALUES (1, 1);
     INSERT INTO ref_keys VALUES (1, 1, x'000000');
     INSERT INTO routing VALUES ('gone.py', '{}');
     INSERT INTO routes (file_path, line, method, path, framework) VALUES ('gone.py', 1, 'GET', '/', 'flask');
     INSERT INTO sync_state (doc_path, code_path, ref_id, status) VALUES ('gone.md', 'gone.py', 'gone', 'stale');
     INSERT INTO bundle_cache VALUES (x'00', 1, 2, '{}');
     INSERT INTO code_chunks VALUES (1, 0, 1, x'0101');
     INSERT INTO chunk_marks VALUES (0, x'01');
     INSERT INTO postings VALUES (1, 1, 'f', x'00');
     INSERT INTO vec_chunks VALUES (0, x'00', x'00');
     INSERT INTO search_index VALUES ('gone', 'domain', '', '');";

/// The schemas of earlier versions, and rows that such an index may hold.
const EARLIER: &[(u32, &str, &str)] =
    &[(8, include_str!("../../beadloom-store/tests/schemas/8.sql"), ROWS_OF_8)];

/// A project in a folder of its own, always of the same name: the name is in the index.
struct Project(tempfile::TempDir);

impl Project {
    fn path(&self) -> PathBuf {
        self.0.path().join("shop")
    }
}

fn project() -> Project {
    let project = Project(tempfile::tempdir().unwrap());
    fs::create_dir_all(project.path().join(".beadloom")).unwrap();
    fs::write(project.path().join("here.py"), "import os\n\n\ndef f():\n    return g()\n\n\ndef g(): ...\n")
        .unwrap();
    project
}

fn run(root: &Path, store: &mut Store) -> Report {
    let options = Options {
        root,
        config: &Config::default(),
        config_digest: "default",
        embedder: None,
        history: None,
        watch: None,
        indexed: None,
        parse_cache: None,
        config_diagnostics: &[],
        full: false,
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

fn index(root: &Path) -> PathBuf {
    root.join(".beadloom/beadloom.db")
}

#[test]
fn an_index_of_an_earlier_schema_is_rebuilt() {
    let fresh = project();
    let mut expected = Store::open(&index(&fresh.path()), Access::Write).unwrap();
    run(&fresh.path(), &mut expected);

    assert!(EARLIER.iter().all(|(version, ..)| *version < SCHEMA_VERSION));
    for (version, schema, rows) in EARLIER {
        let project = project();
        let path = index(&project.path());
        let old = Connection::open(&path).unwrap();
        old.execute_batch(schema).unwrap();
        old.execute_batch(rows).unwrap();
        old.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
        old.pragma_update(None, "user_version", version).unwrap();
        drop(old);

        // Nobody reads it as what it is not.
        assert_eq!(Store::open(&path, Access::Read).unwrap().condition().unwrap(), Condition::Empty);
        let mut store = Store::open(&path, Access::Write).unwrap();
        let report = run(&project.path(), &mut store);
        assert_eq!(store.condition().unwrap(), Condition::Ready);
        assert_eq!(store.dump().unwrap(), expected.dump().unwrap(), "schema {version}");
        assert_eq!(report.generation, 8, "an index goes on where the one before it stood");
        // A second run has nothing to do.
        assert_eq!(run(&project.path(), &mut store).files.parsed, 0);
    }
}

#[test]
fn the_history_of_health_outlives_rebuilds() {
    let project = project();
    let path = index(&project.path());
    let mut store = Store::open(&path, Access::Write).unwrap();
    run(&project.path(), &mut store);
    run(&project.path(), &mut store);
    let first = store.state().health_snapshots().unwrap();
    assert_eq!(first.len(), 1, "a run that changes nothing leaves no snapshot");
    assert_eq!((first[0].generation, first[0].totals.symbols, first[0].errors), (1, 2, 0));

    fs::write(project.path().join("more.py"), "def h(): ...\n").unwrap();
    run(&project.path(), &mut store);
    drop(store);
    // As if a later version had changed the schema.
    let old = Connection::open(&path).unwrap();
    old.pragma_update(None, "user_version", 1).unwrap();
    drop(old);
    let mut store = Store::open(&path, Access::Write).unwrap();
    run(&project.path(), &mut store);
    let snapshots = store.state().health_snapshots().unwrap();
    let seen: Vec<(u64, u64)> = snapshots.iter().map(|s| (s.generation, s.totals.symbols)).collect();
    assert_eq!(seen, [(1, 2), (2, 3), (3, 3)]);
}
