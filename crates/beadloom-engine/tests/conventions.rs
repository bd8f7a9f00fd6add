//! Every line of the table of conventions, on projects that are written as the frameworks' documentation shows them.
//!
//! `conventions/*.txt` has the cases. A case is a name, all links that hold in it, and its files. What is not listed must not be
//! linked: each case has something that only looks like it. Links are asked for from both ends, by `refs` and by `why`, and a test
//! that uses something is among the tests of what it uses.
//!
//! `> USER -> USED` is a link; a file stands for what is no definition. ` ?` behind it: it is one of several.

#![expect(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_conventions::{Rule, TABLE};
use beadloom_engine::{Call, Engine};
use rusqlite::Connection;
use serde_json::{Value, json};

#[derive(Default)]
struct Case {
    name: String,
    links: BTreeSet<String>,
    files: BTreeMap<String, String>,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conventions");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut cases: Vec<Case> = Vec::new();
    for path in paths {
        let mut file: Option<String> = None;
        for line in fs::read_to_string(&path).unwrap().lines() {
            if let Some(name) = line.strip_prefix("#### ") {
                cases.push(Case { name: name.to_owned(), ..Case::default() });
                file = None;
                continue;
            }
            let Some(case) = cases.last_mut() else { continue };
            if let Some(path) = line.strip_prefix("== ") {
                file = Some(path.to_owned());
                case.files.insert(path.to_owned(), String::new());
            } else if let Some(path) = &file {
                let text = case.files.get_mut(path).unwrap();
                text.push_str(line);
                text.push('\n');
            } else if let Some(link) = line.strip_prefix("> ") {
                case.links.insert(link.to_owned());
            }
        }
    }
    cases
}

struct Project {
    folder: tempfile::TempDir,
    engine: Engine,
}

impl Project {
    fn new(files: &BTreeMap<String, String>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let full = folder.path().join(path);
            fs::create_dir_all(full.parent().unwrap()).unwrap();
            fs::write(full, text).unwrap();
        }
        let engine = Engine::new(folder.path());
        let made = Self { folder, engine };
        made.call(|engine, call| engine.reindex(true, call).map(|_| String::new()));
        made
    }

    fn call(&self, ask: impl Fn(&Engine, &Call<'_>) -> beadloom_model::Result<String>) -> String {
        let is_cancelled = AtomicBool::new(false);
        ask(&self.engine, &Call { cancelled: &is_cancelled, progress: &|_| {} }).unwrap()
    }

    fn ask(&self, name: &str, fields: &Value) -> Value {
        serde_json::from_str(&self.call(|engine, call| engine.call(name, &fields.to_string(), call))).unwrap()
    }

    fn index(&self) -> Connection {
        Connection::open(self.folder.path().join(".beadloom/beadloom.db")).unwrap()
    }

    /// Path and qualified name of every definition.
    fn definitions(&self) -> BTreeSet<(String, String)> {
        let index = self.index();
        let sql = "SELECT path, qualified_name FROM code_symbols JOIN file_index ON file_index.id = file_id";
        let mut statement = index.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    }

    /// The lines of the table by which files say anything.
    fn rules(&self) -> BTreeSet<usize> {
        let index = self.index();
        let mut statement = index.prepare("SELECT DISTINCT rule FROM conventions").unwrap();
        let rows = statement.query_map([], |row| row.get(0)).unwrap();
        rows.map(|rule: rusqlite::Result<u32>| usize::try_from(rule.unwrap()).unwrap()).collect()
    }
}

fn text<'v>(of: &'v Value, key: &str) -> &'v str {
    of[key].as_str().unwrap_or_default()
}

fn list<'v>(of: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    of[key].as_array().into_iter().flatten()
}

/// How a definition is called in a case: by its name, or that of its file where it is a whole.
fn called<'a>(path: &'a str, name: &'a str) -> &'a str {
    if name.is_empty() { path } else { name }
}

/// A link as a case has it, with the files of both ends.
struct Link {
    said: String,
    user: String,
    used: String,
    user_path: String,
    used_path: String,
}

/// All links to definitions as `refs` has them, and what is wrong with how the other questions see them.
fn links(project: &Project, files: &BTreeMap<String, String>, wrong: &mut String) -> BTreeSet<String> {
    let mut found: Vec<Link> = Vec::new();
    let mut callees: BTreeSet<(String, String)> = BTreeSet::new();
    for (path, name) in project.definitions() {
        let fields = json!({"symbol": format!("{path}:{name}"), "kind": "convention", "limit": 1000});
        let answer = project.ask("refs", &fields);
        for row in list(&answer, "callers") {
            let (user_path, confidence) = (text(row, "path").to_owned(), text(row, "confidence"));
            assert_ne!(confidence, "exact", "{path}:{name}");
            let user = called(&user_path, text(row, "symbol")).to_owned();
            let doubt = if confidence == "ambiguous" { " ?" } else { "" };
            let said = format!("{user} -> {name}{doubt}");
            found.push(Link { said, user, used: name.clone(), user_path, used_path: path.clone() });
        }
        for row in list(&answer, "callees") {
            callees.insert((name.clone(), text(row, "symbol").to_owned()));
        }
    }
    let mut all: BTreeSet<String> = BTreeSet::new();
    for link in &found {
        let is_file = link.user == link.user_path;
        if !is_file && !callees.contains(&(link.user.clone(), link.used.clone())) {
            writeln!(wrong, "  {} is not seen from its user", link.said).unwrap();
        }
        let why = project.ask(
            "why",
            &json!({"ref": format!("{}:{}", link.used_path, link.used), "depth": 1, "limit": 1000}),
        );
        let of_user = |row: &Value| text(row, "path") == link.user_path;
        if !["downstream", "ambiguous", "tests"].iter().any(|part| list(&why, part).any(of_user)) {
            writeln!(wrong, "  {} is not seen by why", link.said).unwrap();
        }
        let affected = project.ask("affected", &json!({"files": [link.used_path]}));
        let reached = list(&affected, "tests").any(|row| text(row, "path") == link.user_path);
        let is_test = link.user_path.to_lowercase().contains("test") || link.user_path.contains("spec");
        if is_test && !reached {
            writeln!(wrong, "  {} is no test of {}", link.user_path, link.used_path).unwrap();
        }
        all.insert(link.said.clone());
    }
    // Files that no definition stands in: templates.
    for path in files.keys() {
        let answer = project.ask("why", &json!({"ref": path, "depth": 1, "limit": 1000}));
        let own = |row: &&Value| text(row, "edge_kind") == "convention";
        for row in list(&answer, "downstream").filter(own) {
            let user = text(row, "path");
            if !found.iter().any(|link| link.used_path == *path && link.user_path == user) {
                all.insert(format!("{user} -> {path}"));
            }
        }
    }
    all
}

#[test]
fn every_line_of_the_table_links_what_it_should_and_nothing_else() {
    let only = std::env::var("CASE").unwrap_or_default();
    let mut wrong = String::new();
    let mut met: BTreeSet<usize> = BTreeSet::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for case in cases().iter().filter(|case| case.name.contains(&only)) {
        let project = Project::new(&case.files);
        met.extend(project.rules());
        names.insert(case.name.split(':').next().unwrap().to_owned());
        let mut of_case = String::new();
        let found = links(&project, &case.files, &mut of_case);
        for link in found.difference(&case.links) {
            writeln!(of_case, "  too much: {link}").unwrap();
        }
        for link in case.links.difference(&found) {
            writeln!(of_case, "  missing: {link}").unwrap();
        }
        if !of_case.is_empty() {
            writeln!(wrong, "{}\n{of_case}", case.name).unwrap();
        }
    }
    if only.is_empty() {
        for (at, row) in TABLE.iter().enumerate() {
            let has_marks = !matches!(
                row.rule,
                Rule::Sends(_)
                    | Rule::Templates(..)
                    | Rule::Shows(..)
                    | Rule::Mirrors(..)
                    | Rule::Beside(..)
                    | Rule::NoTests
            );
            if matches!(row.rule, Rule::NoTests) {
                continue;
            }
            if has_marks && !met.contains(&at) || !names.contains(row.framework) {
                writeln!(wrong, "no case has {}: {}", row.framework, row.rule.said()).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
