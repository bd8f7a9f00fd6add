//! What a check passes is the files as they are: it waits for the index, or fails.

#![expect(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use beadloom_engine::{Call, Engine};
use beadloom_index::{Phase, Progress};
use beadloom_model::Result;
use beadloom_model::requests::{
    AffectedRequest, ContextRequest, DebtRequest, DocsAuditRequest, ExportRequest, LintRequest, Request,
    SyncCheckRequest, TaskRequest,
};
use serde_json::{Map, Value, json};

/// Longer than an answer for a reader waits for the index.
const SLOW: Duration = Duration::from_millis(2_500);

fn write(root: &Path, path: &str, text: &str) {
    let full = root.join(path);
    fs::create_dir_all(full.parent().unwrap()).unwrap();
    fs::write(full, text).unwrap();
}

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(
        root,
        ".beadloom/_graph/nodes.yml",
        "nodes:\n  - {ref_id: pay, kind: domain, source: src/pay/, docs: [docs/pay.md]}\n  - {ref_id: web, kind: domain, source: src/web/}\n",
    );
    write(
        root,
        ".beadloom/_graph/rules.yml",
        "rules:\n  - name: pay-not-web\n    severity: error\n    deny: {from: {ref_id: pay}, to: {ref_id: web}}\n",
    );
    write(root, "docs/pay.md", "# Pay\n\nSee [the code](../src/pay/charge.py).\n");
    write(root, "src/pay/charge.py", "def charge(amount):\n    return amount\n");
    write(root, "src/web/page.py", "def page():\n    return 1\n");
    folder
}

/// A request with these fields.
fn request<R: Request>(fields: &Value) -> R {
    let Value::Object(fields) = fields.clone() else { return R::read(Map::new()).unwrap() };
    R::read(fields).unwrap()
}

/// What it is, the file that is written, its text, and the path that is named.
type Change = (&'static str, &'static str, &'static str, &'static str);

type Ask = fn(&Engine, &Value, &Call<'_>) -> Result<String>;

const CHECKS: &[(&str, Ask)] = &[
    ("sync-check", |engine, fields, call| engine.sync_check(&request::<SyncCheckRequest>(fields), call)),
    ("lint", |engine, fields, call| engine.lint(&request::<LintRequest>(fields), call)),
    ("docs audit", |engine, fields, call| engine.audit_documents(&request::<DocsAuditRequest>(fields), call)),
    ("affected", |engine, fields, call| {
        let mut fields = fields.clone();
        fields.as_object_mut().unwrap().insert("files".to_owned(), json!(["src/pay"]));
        engine.affected(&request::<AffectedRequest>(&fields), call)
    }),
    ("export", |engine, fields, call| engine.export(&request::<ExportRequest>(fields), call)),
    ("status --debt", |engine, fields, call| engine.debt(&request::<DebtRequest>(fields), call)),
];

fn stale_paths(answer: &str) -> Vec<String> {
    let answer: Value = serde_json::from_str(answer).unwrap();
    let paths = answer.get("stale_paths").unwrap().as_array().unwrap();
    paths.iter().map(|path| path.as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_check_waits_for_an_index_that_takes_longer_than_an_answer_may() {
    let folder = project();
    let engine = Engine::new(folder.path());
    let is_cancelled = AtomicBool::new(false);
    engine.reindex(false, &Call { cancelled: &is_cancelled, progress: &|_| {} }).unwrap();
    for (at, (name, ask)) in CHECKS.iter().enumerate() {
        write(
            folder.path(),
            "src/pay/charge.py",
            &format!("def charge(amount, n{at}):\n    return amount\n"),
        );
        let is_slow = AtomicBool::new(true);
        let progress = |at: Progress| {
            if at.phase == Phase::Parse && is_slow.swap(false, Ordering::SeqCst) {
                std::thread::sleep(SLOW);
            }
        };
        let answer =
            ask(&engine, &json!({}), &Call { cancelled: &is_cancelled, progress: &progress }).unwrap();
        assert!(!is_slow.load(Ordering::SeqCst), "{name}: nothing was slow");
        assert_eq!(stale_paths(&answer), [""; 0], "{name}");
        let after = engine.call(
            "status",
            r#"{"refresh": "compare"}"#,
            &Call { cancelled: &is_cancelled, progress: &|_| {} },
        );
        assert_eq!(stale_paths(&after.unwrap()), [""; 0], "{name} left the index behind");
    }
}

#[test]
fn without_a_refresh_a_check_names_what_differs() {
    let folder = project();
    let engine = Engine::new(folder.path());
    let is_cancelled = AtomicBool::new(false);
    let call = Call { cancelled: &is_cancelled, progress: &|_| {} };
    engine.reindex(false, &call).unwrap();
    for (name, ask) in CHECKS {
        let answer = ask(&engine, &json!({"refresh": "compare"}), &call).unwrap();
        assert_eq!(stale_paths(&answer), [""; 0], "{name}");
    }
    write(folder.path(), "docs/pay.md", "# Pay\n\nSee [the code](../src/pay/gone.py).\n");
    for (name, ask) in CHECKS {
        let answer = ask(&engine, &json!({"refresh": "compare"}), &call).unwrap();
        assert_eq!(stale_paths(&answer), ["docs/pay.md"], "{name}");
    }
}

#[test]
fn a_check_waits_for_another_writer_and_needs_none_where_nothing_differs() {
    let folder = project();
    let engine = Engine::new(folder.path());
    let is_cancelled = AtomicBool::new(false);
    engine.reindex(false, &Call { cancelled: &is_cancelled, progress: &|_| {} }).unwrap();
    // Files that were written within the clock's tick are compared once more.
    std::thread::sleep(Duration::from_millis(50));
    engine.reindex(false, &Call { cancelled: &is_cancelled, progress: &|_| {} }).unwrap();
    for (at, (name, ask)) in CHECKS.iter().enumerate() {
        let other = rusqlite::Connection::open(folder.path().join(".beadloom/beadloom.db")).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let held = std::sync::Mutex::new(Some(other));
        let has_waited = AtomicBool::new(false);
        let progress = |at: Progress| {
            if at.phase == Phase::Wait {
                has_waited.store(true, Ordering::SeqCst);
                held.lock().unwrap().take();
            }
        };
        let call = Call { cancelled: &is_cancelled, progress: &progress };
        let answer = ask(&engine, &json!({}), &call).unwrap();
        assert_eq!(stale_paths(&answer), [""; 0], "{name}");
        assert!(!has_waited.load(Ordering::SeqCst), "{name} had nothing to write");

        write(folder.path(), "docs/pay.md", &format!("# Pay {at}\n"));
        let answer = ask(&engine, &json!({}), &call).unwrap();
        assert!(has_waited.load(Ordering::SeqCst), "{name} has not waited");
        assert_eq!(stale_paths(&answer), [""; 0], "{name}");
        // What the run wrote lies within the clock's tick again.
        std::thread::sleep(Duration::from_millis(50));
        engine.reindex(false, &Call { cancelled: &is_cancelled, progress: &|_| {} }).unwrap();
    }
}

#[test]
fn a_graph_file_that_does_not_parse_is_named_as_one_that_is_not_in_the_index() {
    let folder = project();
    let engine = Engine::new(folder.path());
    let is_cancelled = AtomicBool::new(false);
    let call = Call { cancelled: &is_cancelled, progress: &|_| {} };
    engine.reindex(false, &call).unwrap();
    write(folder.path(), ".beadloom/_graph/nodes.yml", "nodes:\n  - {ref_id: pay, kind: [\n");
    for (name, ask) in CHECKS {
        let answer = ask(&engine, &json!({}), &call).unwrap();
        assert_eq!(stale_paths(&answer), [".beadloom/_graph/nodes.yml"], "{name}");
    }
}

#[test]
fn what_decides_besides_files_is_named_where_the_index_is_behind_it() {
    let folder = project();
    let engine = Engine::new(folder.path());
    let is_cancelled = AtomicBool::new(false);
    let call = Call { cancelled: &is_cancelled, progress: &|_| {} };
    engine.reindex(false, &call).unwrap();
    let (_, lint) = CHECKS.get(1).unwrap();
    let changes: &[Change] = &[
        (
            "settings that change rows", ".beadloom/config.yml", "max_file_size: 4096\n",
            ".beadloom/beadloom.db",
        ),
        ("files that are ignored", ".gitignore", "web/\n", "src/web/page.py"),
        ("a file that is known by its path", "docs/picture.png", "\u{89}PNG", "docs/picture.png"),
        ("the lock", ".beadloom/sync.lock", "x\n", ".beadloom/sync.lock"),
    ];
    for (what, path, text, named) in changes {
        engine.reindex(false, &call).unwrap();
        write(folder.path(), path, text);
        let told = stale_paths(&lint(&engine, &json!({"refresh": "compare"}), &call).unwrap());
        assert!(told.iter().any(|path| path == named), "{what}: {told:?}");
    }
}

#[test]
fn an_answer_that_was_not_refreshed_names_what_it_shows_and_promises_nothing() {
    beadloom_local::set_data_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../beadloom-tokens/data"));
    let folder = project();
    for n in 0..40 {
        write(folder.path(), &format!("a/noise{n}.py"), &format!("def noise{n}():\n    return {n}\n"));
    }
    let engine = Engine::new(folder.path());
    let is_cancelled = AtomicBool::new(false);
    let call = Call { cancelled: &is_cancelled, progress: &|_| {} };
    engine.reindex(false, &call).unwrap();
    for n in 0..40 {
        write(folder.path(), &format!("a/noise{n}.py"), &format!("def other{n}():\n    return {n}\n"));
    }
    write(folder.path(), "src/pay/charge.py", "");
    let compare = json!({"refresh": "compare", "refs": ["pay"], "format": "json"});
    let bundle = engine.context(&request::<ContextRequest>(&compare), &call).unwrap();
    assert_eq!(stale_paths(&bundle).len(), 20);
    let bundle: Value = serde_json::from_str(&bundle).unwrap();
    assert_eq!(bundle.pointer("/next/complete").unwrap(), false);
    assert_eq!(bundle.pointer("/code_symbols").unwrap(), &json!([]), "its line is gone");
    assert_eq!(bundle.pointer("/limited/code_symbols").unwrap(), 1);

    write(folder.path(), "src/pay/charge.py", "def charge(amount, currency):\n    return amount\n");
    let bundle = engine.context(&request::<ContextRequest>(&compare), &call).unwrap();
    assert_eq!(stale_paths(&bundle).first().unwrap(), "src/pay/charge.py");

    let compare = json!({"refresh": "compare", "task": "charge an amount", "format": "json"});
    let task = engine.task(&request::<TaskRequest>(&compare), &call).unwrap();
    let task: Value = serde_json::from_str(&task).unwrap();
    assert_ne!(task.pointer("/confidence").unwrap(), "high");
    assert_eq!(task.pointer("/next/complete").unwrap(), false);
}
