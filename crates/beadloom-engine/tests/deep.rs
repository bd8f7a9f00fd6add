//! Projects that lead round in circles, or go deeper than any that a person writes: every run over them ends with an index, and
//! every question with an answer.
//!
//! `bench/attack/shapes.json` says how units of a language, a manifest, a graph or a schema refer to each other (`links`), and
//! what nests (`nests`). Each group of rows is a project that a process of its own indexes, so that a stack that overflows is a
//! row that fails. `DEEP=NAME cargo test -p beadloom-engine --test it deep` tries the rows whose names begin so. Diamonds and meshes
//! are tried with `BEADLOOM_LONG_TESTS` alone; the attack `deep` tries random ones. `BEADLOOM_TEST_SHARE=4` tries every fourth row.

#![expect(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use beadloom_engine::{Call, Engine};
use beadloom_model::Code;
use serde_json::Value;

const SHAPES: &str = include_str!("../../../bench/attack/shapes.json");
/// The rows that the child process is to make, as indexes into all of them.
const ROWS: &str = "BEADLOOM_DEEP_ROWS";
const CHILD: &str = "deep::one_project";
/// Rows of one process.
const ROWS_PER_PROJECT: usize = 40;
/// After that time a project is taken to be without an end, on a slow machine too.
const HANGS: Duration = Duration::from_secs(1_200);
/// Places of a project that are asked for.
const MAX_PLACES: usize = 4;
/// Units of a chain: in one file, and where each is a file.
const CHAIN: usize = 10_000;
const FILE_CHAIN: usize = 110;
/// Layers of a diamond: units that each refer to both of the next layer.
const LAYERS: usize = 40;
const NESTED: usize = 10_000;
/// Where indentation says how deep it is, text grows with the square.
const INDENTED: usize = 400;
/// Files that beadloom finds by their places are at the root, in a project of their own.
const AT_ROOT: &str = ".beadloom/";

/// A row of the table in one of its shapes. Its files are written where they are asked for: a process of the test needs a few
/// rows of hundreds.
struct Row {
    name: String,
    of: Value,
    shape: Shape,
}

/// How units lead to each other, or that they stand in each other.
#[derive(Clone, Copy)]
enum Shape {
    Ring,
    Chain,
    Diamond,
    /// Each refers to itself, too.
    Mesh,
    Nested,
}

impl Row {
    fn is_at_root(&self) -> bool {
        text(&self.of, "file").starts_with(AT_ROOT)
    }

    /// Files by path and text.
    fn files(&self) -> Vec<(String, String)> {
        let chain = if text(&self.of, "file").contains("{a}") { FILE_CHAIN } else { CHAIN };
        let layers = |at: usize| {
            let next = (at / 2 + 1) * 2;
            if next < 2 * LAYERS { vec![next, next + 1] } else { Vec::new() }
        };
        match self.shape {
            Shape::Ring => units(&self.of, 3, &|at| vec![(at + 1) % 3]),
            Shape::Chain => units(&self.of, chain, &|at| (at + 1..chain).take(1).collect()),
            Shape::Diamond => units(&self.of, 2 * LAYERS, &layers),
            Shape::Mesh => units(&self.of, 12, &|_| (0..12).collect()),
            Shape::Nested => nested(&self.of),
        }
    }
}

/// Whether everything is tried, as every night.
fn is_long() -> bool {
    std::env::var_os("BEADLOOM_LONG_TESTS").is_some()
}

/// Of so many rows one is tried: `npm test` says how many where a machine is slow.
fn share() -> usize {
    std::env::var("BEADLOOM_TEST_SHARE").ok().and_then(|text| text.parse().ok()).unwrap_or(1).max(1)
}

fn rows() -> Vec<Row> {
    let shapes: Value = serde_json::from_str(SHAPES).unwrap();
    let list = |key: &str| shapes[key].as_array().unwrap().clone();
    let links = list("links").into_iter().flat_map(linked);
    let nested = |of: Value| Row { name: format!("nested {}", text(&of, "name")), of, shape: Shape::Nested };
    links.chain(list("nests").into_iter().map(nested)).collect()
}

fn text<'v>(of: &'v Value, key: &str) -> &'v str {
    of[key].as_str().unwrap()
}

fn linked(of: Value) -> Vec<Row> {
    let shapes =
        [("ring", Shape::Ring), ("chain", Shape::Chain), ("diamond", Shape::Diamond), ("mesh", Shape::Mesh)];
    let row = |(shape_name, shape): (&str, Shape)| Row {
        name: format!("{}: {shape_name}", text(&of, "name")),
        of: of.clone(),
        shape,
    };
    shapes.into_iter().take(if is_long() { 4 } else { 2 }).map(row).collect()
}

/// The files of `count` units that lead to others.
fn units(of: &Value, count: usize, leads: &dyn Fn(usize) -> Vec<usize>) -> Vec<(String, String)> {
    let unit = |at: usize| {
        let refs: Vec<String> =
            leads(at).iter().map(|to| text(of, "ref").replace("{b}", &to.to_string())).collect();
        let none = text(of, "none");
        let written = match (refs.is_empty(), none.is_empty()) {
            (true, false) if text(of, "unit").contains("{{refs}}") => {
                text(of, "unit").replace("{refs}", none)
            }
            (true, false) => none.to_owned(),
            _ => text(of, "unit").replace("{refs}", &refs.join(text(of, "sep"))),
        };
        written.replace("{a}", &at.to_string())
    };
    let file = |at: usize| text(of, "file").replace("{a}", &at.to_string());
    let whole = |body: &str| format!("{}{body}{}", text(of, "head"), text(of, "tail"));
    if text(of, "file").contains("{a}") {
        let mut files: Vec<(String, String)> = (0..count).map(|at| (file(at), whole(&unit(at)))).collect();
        for more in of["more"].as_array().unwrap() {
            let part = |key: usize, at: usize| more[key].as_str().unwrap().replace("{a}", &at.to_string());
            files.extend((0..count).map(|at| (part(0, at), part(1, at))));
        }
        return files;
    }
    let all: Vec<String> = (0..count).map(unit).collect();
    vec![(file(0), whole(&all.join(text(of, "between"))))]
}

fn nested(of: &Value) -> Vec<(String, String)> {
    let open = text(of, "open");
    let depth = if open.contains("{i}") { INDENTED } else { NESTED };
    let opened: String = (0..depth).map(|at| open.replace("{i}", &" ".repeat(at))).collect();
    let parts = [text(of, "head"), &opened, text(of, "middle"), &text(of, "close").repeat(depth)];
    let whole = format!("{}{}", parts.concat(), text(of, "tail"));
    vec![(text(of, "file").to_owned(), whole)]
}

#[test]
fn whatever_leads_round_or_deep_is_indexed_and_answered() {
    let rows = rows();
    let only = std::env::var("DEEP").unwrap_or_default();
    let named = (0..rows.len()).filter(|at| rows[*at].name.starts_with(&only));
    let wanted: Vec<usize> = named.step_by(share()).collect();
    let (alone, together): (Vec<usize>, Vec<usize>) =
        wanted.into_iter().partition(|at| rows[*at].is_at_root());
    let mut groups: Vec<Vec<usize>> = together.chunks(ROWS_PER_PROJECT).map(<[usize]>::to_vec).collect();
    groups.extend(alone.into_iter().map(|at| vec![at]));
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Err(said) = tried(group) else { continue };
                    // Which of them it is.
                    let mut named: Vec<String> = group
                        .iter()
                        .filter_map(|at| {
                            tried(&[*at]).err().map(|said| format!("{}: {said}", rows[*at].name))
                        })
                        .collect();
                    if named.is_empty() {
                        let names: Vec<&str> = group.iter().map(|at| rows[*at].name.as_str()).collect();
                        named.push(format!("{} together: {said}", names.join(", ")));
                    }
                    wrong.lock().unwrap().extend(named);
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(!groups.is_empty(), "no row is called {only:?}");
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// Makes a project of these rows in a process of its own.
fn tried(group: &[usize]) -> Result<(), String> {
    let list: Vec<String> = group.iter().map(usize::to_string).collect();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", CHILD, "--ignored", "--nocapture"])
        .env(ROWS, list.join(","))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let began = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            // What it is at work on does not end.
            None if began.elapsed() > HANGS => {
                child.kill().unwrap();
                break child.wait().unwrap();
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    if status.success() {
        return Ok(());
    }
    let mut said = String::new();
    child.stderr.take().unwrap().take(600).read_to_string(&mut said).unwrap_or_default();
    Err(format!("{status}: {said}"))
}

/// Every way of asking that walks along what leads on.
const REQUESTS: &[(&str, &str)] = &[
    ("status", "{}"),
    ("overview", "{}"),
    ("graph", "{}"),
    ("graph", r#"{"format":"mermaid"}"#),
    ("graph", r#"{"format":"c4"}"#),
    ("lint", "{}"),
    ("doctor", "{}"),
    ("debt", "{}"),
    ("export", "{}"),
    ("search", r#"{"query":"last missing"}"#),
    ("task", r#"{"task":"change what last does","format":"markdown"}"#),
];

/// The same for a place of the project.
const PLACE_REQUESTS: &[(&str, &str, &str)] = &[
    ("context", "refs", r#","force":true,"format":"markdown""#),
    ("why", "ref", ""),
    ("why", "ref", r#","reverse":true"#),
    ("related", "path", ""),
    ("signatures", "paths", ""),
];

/// Symbols and nodes that rows define, asked for by name.
const NAMES: &[&str] = &["A0", "C0", "T0", "f0", "last", "m.C0.m0", "g0", "e0", "A"];

#[test]
#[ignore = "another test runs it, in a process of its own"]
fn one_project() {
    let Ok(list) = std::env::var(ROWS) else { return };
    let rows = rows();
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let mut places = Vec::new();
    for at in list.split(',') {
        let row = &rows[at.parse::<usize>().unwrap()];
        let below = if row.is_at_root() { String::new() } else { format!("r{at}/") };
        let files = row.files();
        for (path, text) in &files {
            write(root, &format!("{below}{path}"), text);
        }
        places.extend(files.first().map(|(path, _)| format!("{below}{path}")));
        places.extend(files.get(files.len() / 2).map(|(path, _)| format!("{below}{path}")));
    }
    places.dedup();
    let apart = places.len().div_ceil(MAX_PLACES).max(1);
    let places: Vec<String> = places.into_iter().step_by(apart).collect();
    write(root, ".beadloom/_graph/whole.yml", "nodes:\n  - {ref_id: whole, kind: domain, source: ./}\n");
    beadloom_local::set_data_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../beadloom-tokens/data"));
    let call = Call { cancelled: &AtomicBool::new(false), progress: &|_| {} };
    let engine = Engine::new(root);
    let report = engine.reindex(true, &call).unwrap();
    let bug = report.diagnostics.iter().find(|one| one.code == Code::Internal);
    assert!(bug.is_none(), "{bug:?}");
    let again = engine.reindex(false, &call).unwrap();
    assert_eq!(again.files.parsed, 0, "what was indexed is indexed again");
    let ask = |name: &str, json: &str| {
        let said = engine.call(name, json, &call);
        assert!(!said.as_ref().is_err_and(|error| error.code == Code::Internal), "{name} {json}: {said:?}");
    };
    REQUESTS.iter().for_each(|(name, json)| ask(name, json));
    for (name, key, more) in PLACE_REQUESTS {
        for place in &places {
            ask(name, &format!(r#"{{"{key}":"{place}"{more}}}"#));
        }
    }
    for name in NAMES {
        ask("refs", &format!(r#"{{"symbol":"{name}"}}"#));
        ask("why", &format!(r#"{{"ref":"{name}","reverse":true}}"#));
        ask("path", &format!(r#"{{"from":"{name}","to":"last"}}"#));
    }
}

fn write(root: &Path, path: &str, text: &str) {
    fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
    fs::write(root.join(path), text).unwrap();
}
