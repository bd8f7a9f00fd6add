//! Whatever stands in the index: an answer, or an error that says that it is damaged. A run over all files mends it.

#![expect(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use beadloom_engine::{Call, Engine};
use beadloom_model::{Code, Result};
use rusqlite::Connection;

const FILES: &[(&str, &str)] = &[
    (
        "src/post.py",
        "from src.base import Base\n\n\nclass Post(Base):\n    def save(self):\n        return post(1)\n\n\n# beadloom:feature=FEAT-7\ndef post(amount):\n    \"\"\"Posts.\"\"\"\n    return amount\n",
    ),
    ("src/base.py", "import os\n\n\nclass Base:\n    def save(self): ...\n"),
    (
        "web/app.py",
        "from flask import Flask\nfrom src.post import post\n\napp = Flask(__name__)\n\n\n@app.get('/a')\ndef a():\n    return post(2)\n",
    ),
    ("settings.toml", "[a]\nb = 1\n"),
    ("docs/ledger.md", "# Ledger\n\nWhat `Post` does.\n\n## API\n\n`post(amount)`\n"),
    (
        ".beadloom/_graph/parts.yml",
        "nodes:\n  - {ref_id: ledger, kind: domain, summary: Money, source: src/, docs: [docs/ledger.md], tags: [t]}\n  - {ref_id: web, kind: service, source: web/}\n  - {ref_id: FEAT-7, kind: feature}\n  - {ref_id: gone, kind: domain, source: none/}\nedges:\n  - {src: web, dst: ledger, kind: uses}\n",
    ),
];

/// In place of what a column holds.
const VALUES: &[&str] = &[
    "x''",
    "x'ff'",
    "x'ffffffffffffffffffffffffffffffffffffffff'",
    "9223372036854775807",
    "-1",
    "4294967296",
    "1e300",
    "''",
    "'{'",
    "'[1,{}]'",
    "CAST(x'ff41ff' AS TEXT)",
    "substr({}, 1, length({}) / 2)",
    "substr({}, 2)",
    "{} || {}",
    "zeroblob(5000)",
];

/// Every answer that reads the index in a way of its own: a name, the request and its fields but `refresh`.
const REQUESTS: &[(&str, &str, &str)] = &[
    ("status", "status", "{}"),
    ("context of a node", "context", r#"{"refs":"ledger","force":true,"format":"markdown"}"#),
    ("context of a path", "context", r#"{"refs":"src/post.py","force":true,"format":"markdown"}"#),
    ("context of a symbol", "context", r#"{"refs":"post","force":true,"format":"markdown"}"#),
    ("context of a feature", "context", r#"{"refs":"FEAT-7","force":true,"format":"markdown"}"#),
    ("search", "search", r#"{"query":"post amount","allChunks":true,"explain":true}"#),
    ("task", "task", r#"{"task":"change what post does","format":"markdown"}"#),
    ("graph", "graph", "{}"),
    ("nodes", "listNodes", "{}"),
    ("why a node", "why", r#"{"ref":"ledger"}"#),
    ("why a file", "why", r#"{"ref":"src/post.py","reverse":true}"#),
    ("why a symbol", "why", r#"{"ref":"post","reverse":true}"#),
    ("refs", "refs", r#"{"symbol":"post"}"#),
    ("related", "related", r#"{"path":"src/post.py"}"#),
    ("signatures", "signatures", r#"{"paths":"src/post.py"}"#),
    ("overview", "overview", "{}"),
];

fn ask(engine: &Engine, refresh: &str) -> Vec<(&'static str, Result<String>)> {
    beadloom_local::set_data_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../beadloom-tokens/data"));
    let call = Call { cancelled: &AtomicBool::new(false), progress: &|_| {} };
    let answer = |name: &str, fields: &str| {
        let mut request: serde_json::Value = serde_json::from_str(fields).unwrap();
        request["refresh"] = refresh.into();
        engine.call(name, &request.to_string(), &call)
    };
    REQUESTS.iter().map(|(what, name, fields)| (*what, answer(name, fields))).collect()
}

fn reindex(root: &Path, full: bool) -> Result<()> {
    let call = Call { cancelled: &AtomicBool::new(false), progress: &|_| {} };
    Engine::new(root).reindex(full, &call).map(drop)
}

/// Tables and their columns, those of full text too, without what is computed.
fn columns(index: &Path) -> Vec<(String, String)> {
    let conn = Connection::open(index).unwrap();
    let mut all = conn
        .prepare(
            "SELECT t.name, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
             WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY 1, 2",
        )
        .unwrap();
    all.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(|row| row.unwrap()).collect()
}

/// Of all columns, every so many is tried in a round: the rounds of one night try all of them, with several values.
const SHARE: usize = 4;

#[test]
fn any_value_in_any_column_is_an_answer_or_a_damage() {
    let seed = std::env::var("BEADLOOM_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(3);
    let rounds: usize = std::env::var("BEADLOOM_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut random = fastrand::Rng::with_seed(seed);
    let folder = tempfile::tempdir().unwrap();
    let columns = columns(&indexed(folder.path()));
    assert!(columns.len() > 100, "{}", columns.len());
    let mut cases = Vec::new();
    for round in 0..rounds {
        for (table, column) in columns.iter().skip((seed as usize + round) % SHARE).step_by(SHARE) {
            let value = random.choice(VALUES).unwrap().replace("{}", &format!("\"{column}\""));
            cases.push((table.as_str(), column.as_str(), value));
        }
    }
    let mut halves = cases.chunks(cases.len().div_ceil(2));
    let outcome = std::thread::scope(|scope| {
        let first = halves.next().map(|half| scope.spawn(|| try_values(half)));
        let second = halves.next().map(try_values).unwrap_or_default();
        first.map(|first| first.join().unwrap()).into_iter().chain([second]).collect::<Vec<_>>()
    });
    let damaged: u32 = outcome.iter().map(|(_, damaged)| damaged).sum();
    let wrong: Vec<String> = outcome.into_iter().flat_map(|(wrong, _)| wrong).collect();
    assert!(wrong.is_empty(), "seed {seed}: {} of them:\n{}", wrong.len(), wrong.join("\n"));
    assert!(damaged > 10, "{damaged}");
}

/// Makes the project in a folder and indexes it; the index's file.
fn indexed(root: &Path) -> PathBuf {
    for (path, text) in FILES {
        fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        fs::write(root.join(path), text).unwrap();
    }
    reindex(root, false).unwrap();
    root.join(".beadloom/beadloom.db")
}

/// Writes each value into its table and column and asks everything: what was wrong, and how often an answer said that the index
/// is damaged.
fn try_values(cases: &[(&str, &str, String)]) -> (Vec<String>, u32) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let index = indexed(root);
    let healthy = fs::read(&index).unwrap();
    let (mut wrong, mut damaged) = (Vec::new(), 0);
    for (table, column, value) in cases {
        let case = format!("{table}.{column} = {value}");
        // In place: it stays the index that we made.
        fs::write(&index, &healthy).unwrap();
        let conn = Connection::open(&index).unwrap();
        conn.execute_batch("PRAGMA ignore_check_constraints = on; PRAGMA foreign_keys = off").unwrap();
        // A column that numbers rows takes nothing but numbers.
        let _ = conn.execute(&format!("UPDATE OR IGNORE \"{table}\" SET \"{column}\" = {value}"), []);
        conn.close().unwrap();
        for refresh in ["off", "auto"] {
            for (name, answer) in ask(&Engine::new(root), refresh) {
                match answer {
                    Err(error) if error.code == Code::Internal => {
                        wrong.push(format!("{case}: {name}: {error:?}"));
                    }
                    Err(error) => damaged += u32::from(error.code == Code::IndexDamaged),
                    Ok(_) => {}
                }
            }
        }
        if let Err(error) = reindex(root, true) {
            wrong.push(format!("{case}: a full run does not mend it: {error:?}"));
        }
        for (name, answer) in ask(&Engine::new(root), "auto") {
            if let Err(error) = answer {
                wrong.push(format!("{case}: {name} after a full run: {error:?}"));
            }
        }
    }
    (wrong, damaged)
}
