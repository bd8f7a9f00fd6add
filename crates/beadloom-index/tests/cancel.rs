//! A run that is cancelled ends soon, wherever it is, and leaves the index as it was.
//!
//! How soon is printed, not asserted: `cargo test -p beadloom-index --test cancel -- --nocapture`. What is asserted
//! does not depend on the machine: once the flag is set, no further batch of files is begun.

#![expect(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use beadloom_graph::Config;
use beadloom_index::{Options, Outcome, Phase, Progress, reindex};
use beadloom_model::{Code, Result};
use beadloom_store::{Access, Store};

const FILES: usize = 480;

/// A project in several languages whose files import and call each other. Another `revision` has the same files with
/// other content.
fn write_project(root: &Path, revision: usize) {
    for n in 0..FILES {
        let (folder, other) = (n % 30, (n * 7 + 1) % FILES);
        let (path, text) = match n % 6 {
            0 => (
                format!("py/p{folder}/m{n}.py"),
                format!(
                    "from ..p{}.m{other} import f{other}\n\n\ndef f{n}(a):\n    return f{other}(a) + {revision}\n",
                    other % 30
                ),
            ),
            1 => (
                format!("web/p{folder}/m{n}.ts"),
                format!(
                    "import {{ f }} from '../p{}/m{other}';\nexport const f = (a: number) => f(a) + {revision};\n",
                    other % 30
                ),
            ),
            2 => (
                format!("go/p{folder}/m{n}.go"),
                format!(
                    "package p{folder}\n\nfunc F{n}(a int) int {{\n\treturn F{other}(a) + {revision}\n}}\n"
                ),
            ),
            3 => (
                format!("rust/src/p{folder}/m{n}.rs"),
                format!(
                    "pub struct S{n};\nimpl S{n} {{ pub fn f(&self) -> u32 {{ f{other}({revision}) }} }}\n"
                ),
            ),
            4 => (
                format!("java/p{folder}/M{n}.java"),
                format!(
                    "package p{folder};\n\nclass M{n} {{ int f() {{ return new M{other}().f() + {revision}; }} }}\n"
                ),
            ),
            _ => (
                format!("docs/p{folder}/m{n}.md"),
                format!("# Page {n}\n\n## Constraints\n\nRevision {revision} of `f{other}`.\n"),
            ),
        };
        let full = root.join(path);
        std::fs::create_dir_all(full.parent().unwrap()).unwrap();
        std::fs::write(full, text).unwrap();
    }
}

fn run(
    root: &Path,
    store: &mut Store,
    full: bool,
    cancelled: &AtomicBool,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Outcome> {
    let config = Config::default();
    let options = Options {
        root,
        config: &config,
        config_digest: "default",
        embedder: None,
        history: None,
        watch: None,
        indexed: None,
        parse_cache: None,
        config_diagnostics: &[],
        full,
        wait: Duration::from_secs(60),
        deadline: None,
        cancelled,
        progress,
    };
    reindex(store, &options)
}

/// How many times a whole run reports.
fn reports(root: &Path, full: bool) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("index.db"), Access::Write).unwrap();
    let count = AtomicUsize::new(0);
    let progress = |_: Progress| {
        count.fetch_add(1, Ordering::Relaxed);
    };
    run(root, &mut store, full, &AtomicBool::new(false), &progress).unwrap();
    count.into_inner()
}

#[test]
fn a_cancelled_run_begins_nothing_more_and_leaves_the_index_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let indexes = tempfile::tempdir().unwrap();
    write_project(root, 0);
    let mut store = Store::open(&indexes.path().join("index.db"), Access::Write).unwrap();
    let never = AtomicBool::new(false);
    run(root, &mut store, true, &never, &|_| {}).unwrap();
    let before = store.dump().unwrap();
    write_project(root, 1);

    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let mut slowest: BTreeMap<&str, Duration> = BTreeMap::new();
    let mut phases_cancelled = Vec::new();
    for full in [true, false] {
        for at in 0..reports(root, full) {
            let cancelled = AtomicBool::new(false);
            let reported = AtomicUsize::new(0);
            let moment = Mutex::new(None::<(Phase, Instant)>);
            let later = AtomicUsize::new(0);
            let progress = |progress: Progress| {
                if reported.fetch_add(1, Ordering::Relaxed) == at {
                    *moment.lock().unwrap() = Some((progress.phase, Instant::now()));
                    cancelled.store(true, Ordering::Relaxed);
                } else if cancelled.load(Ordering::Relaxed) {
                    later.fetch_add(1, Ordering::Relaxed);
                }
            };
            let outcome = run(root, &mut store, full, &cancelled, &progress);
            // A run without the report at `at` was shorter than the one that was counted.
            let Some((phase, moment)) = moment.into_inner().unwrap() else {
                panic!("a run of {at} reports and more became shorter")
            };
            let spent = moment.elapsed();
            let name = phase.as_str();
            slowest.entry(name).and_modify(|most| *most = spent.max(*most)).or_insert(spent);
            let later = later.into_inner();
            // Threads that list folders may each be about to report.
            let most = if phase == Phase::Scan { threads } else { 0 };
            assert!(later <= most, "{name}: {later} reports after the flag was set");
            match outcome {
                Err(error) => {
                    assert_eq!(error.code, Code::Cancelled, "{name}: {error:?}");
                    assert_eq!(store.dump().unwrap(), before, "{name}");
                    phases_cancelled.push(name);
                }
                // What is being made visible may become so.
                Ok(_) => assert_eq!(phase, Phase::Commit),
            }
            if phase == Phase::Commit {
                break;
            }
        }
        // Back to an index that is behind.
        write_project(root, 0);
        run(root, &mut store, false, &never, &|_| {}).unwrap();
        assert_eq!(store.dump().unwrap(), before);
        write_project(root, 1);
    }
    for phase in ["scan", "parse", "resolve", "graph"] {
        assert!(phases_cancelled.contains(&phase), "nothing was cancelled during {phase}");
    }
    for (phase, spent) in slowest {
        println!("cancelled during {phase}: ended after at most {} ms", spent.as_millis());
    }
    assert!(store.is_sound().unwrap());
}

#[test]
fn waiting_for_another_writer_can_be_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    std::fs::write(root.join("a.py"), "x = 1\n").unwrap();
    let indexes = tempfile::tempdir().unwrap();
    let path = indexes.path().join("index.db");
    let mut other = Store::open(&path, Access::Write).unwrap();
    let mut store = Store::open(&path, Access::Write).unwrap();
    let writer = other.write(Duration::ZERO).unwrap();
    let cancelled = AtomicBool::new(false);
    // The run waits for a minute; the flag is set once it does.
    let progress = |progress: Progress| {
        if progress.phase == Phase::Wait {
            cancelled.store(true, Ordering::Relaxed);
        }
    };
    let error = run(root, &mut store, false, &cancelled, &progress).unwrap_err();
    assert_eq!(error.code, Code::Cancelled);
    drop(writer);
    run(root, &mut store, false, &AtomicBool::new(false), &|_| {}).unwrap();
}
