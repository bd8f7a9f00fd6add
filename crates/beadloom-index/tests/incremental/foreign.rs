//! Random edits to a real project: what people write differs from what a generator makes.
//!
//! `BEADLOOM_PROJECT=/path cargo test -p beadloom-index --test incremental foreign -- --ignored --nocapture`, with
//! `BEADLOOM_STEPS` edits (2,000), compared with a fresh index after each `BEADLOOM_EVERY` of them (10), by
//! `BEADLOOM_SEED` (1). The project is copied; nothing is written into it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use beadloom_model::Code;
use beadloom_store::{Access, Store};

use crate::incremental::random::Random;
use crate::incremental::{differences, run_without_model, write};

/// No file above it is edited: what a project's own files are is seldom larger.
const MAX_FILE_BYTES: u64 = 200_000;
/// Where the graph of the project lies, if it has one.
const GRAPH: &str = ".beadloom/_graph/";

/// A copy of a project, and what its files were at first.
struct Foreign {
    root: PathBuf,
    original: BTreeMap<String, String>,
    present: BTreeSet<String>,
    random: Random,
}

impl Foreign {
    /// Copies the text files of a project; version control and what tools installed stay behind.
    fn copy(project: &Path, root: &Path, seed: u64) -> Self {
        let mut original = BTreeMap::new();
        let mut folders = vec![project.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let entry = entry.unwrap();
                let (path, kind) = (entry.path(), entry.file_type().unwrap());
                let name = entry.file_name();
                if kind.is_dir() && name != ".git" && name != "node_modules" && name != "target" {
                    folders.push(path);
                } else if kind.is_file()
                    && entry.metadata().unwrap().len() <= MAX_FILE_BYTES
                    && let Ok(text) = fs::read_to_string(&path)
                {
                    let below = path.strip_prefix(project).unwrap().to_str().unwrap().replace('\\', "/");
                    if !below.starts_with(".beadloom/") || below.starts_with(GRAPH) {
                        write(root, &below, &text);
                        original.insert(below, text);
                    }
                }
            }
        }
        let present = original.keys().cloned().collect();
        Self { root: root.to_owned(), original, present, random: Random(seed) }
    }

    /// One edit, and what it was.
    fn edit(&mut self) -> String {
        let present: Vec<String> = self.present.iter().cloned().collect();
        let path = self.random.pick(&present).clone();
        let text = fs::read_to_string(self.root.join(&path)).unwrap();
        match self.random.below(12) {
            0 => {
                fs::remove_file(self.root.join(&path)).unwrap();
                self.present.remove(&path);
                format!("remove {path}")
            }
            1 => {
                let folder = self.random.pick(&present).rsplit_once('/').map_or("", |(folder, _)| folder);
                let name = path.rsplit('/').next().unwrap();
                let to = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
                if to == path || self.root.join(&to).is_dir() {
                    return format!("leave {path}");
                }
                fs::rename(self.root.join(&path), self.root.join(&to)).unwrap();
                self.present.remove(&path);
                self.present.insert(to.clone());
                format!("move {path} to {to}")
            }
            2 | 3 => self.restore(),
            4 | 5 => {
                let like: Vec<&String> =
                    present.iter().filter(|other| ending(other) == ending(&path)).collect();
                let other = (*self.random.pick(&like)).clone();
                let lines = self.some_lines(&fs::read_to_string(self.root.join(&other)).unwrap());
                let at = self.random.below(text.lines().count() + 1);
                let mut all: Vec<&str> = text.lines().collect();
                all.splice(at..at, lines.iter().map(String::as_str));
                self.put(&path, &(all.join("\n") + "\n"));
                format!("lines of {other} into {path}")
            }
            6 | 7 => {
                let lines = text.lines().count();
                let (from, count) = (self.random.below(lines + 1), self.random.below(12));
                let kept: Vec<&str> = text
                    .lines()
                    .enumerate()
                    .filter(|(at, _)| *at < from || *at >= from + count)
                    .map(|(_, line)| line)
                    .collect();
                self.put(&path, &(kept.join("\n") + "\n"));
                format!("lines out of {path}")
            }
            _ => {
                let other = self.random.pick(&present).clone();
                let theirs = fs::read_to_string(self.root.join(&other)).unwrap();
                let (old, new) = (self.word(&text), self.word(&theirs));
                self.put(&path, &renamed(&text, &old, &new));
                format!("{old} becomes {new} in {path}")
            }
        }
    }

    /// A file that was changed or went is as it was.
    fn restore(&mut self) -> String {
        let all: Vec<String> = self.original.keys().cloned().collect();
        let path = self.random.pick(&all).clone();
        let text = self.original[&path].clone();
        self.put(&path, &text);
        self.present.insert(path.clone());
        format!("restore {path}")
    }

    fn put(&self, path: &str, text: &str) {
        write(&self.root, path, text);
    }

    fn some_lines(&mut self, text: &str) -> Vec<String> {
        let lines: Vec<&str> = text.lines().collect();
        let from = self.random.below(lines.len() + 1);
        lines.iter().skip(from).take(self.random.below(20)).map(|line| (*line).to_owned()).collect()
    }

    /// A word as code has them, or one that nothing else has.
    fn word(&mut self, text: &str) -> String {
        let words: Vec<&str> = text.split(|c: char| !is_word(c)).filter(|word| word.len() > 2).collect();
        if words.is_empty() { "nothing_else".to_owned() } else { (*self.random.pick(&words)).to_owned() }
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn ending(path: &str) -> &str {
    path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("", |(_, ending)| ending)
}

/// The text with a whole word replaced wherever it stands.
fn renamed(text: &str, old: &str, new: &str) -> String {
    text.split_inclusive(|c: char| !is_word(c))
        .map(|piece| {
            let end = piece.find(|c: char| !is_word(c)).unwrap_or(piece.len());
            let (word, after) = piece.split_at(end);
            if word == old { format!("{new}{after}") } else { piece.to_owned() }
        })
        .collect()
}

#[test]
#[ignore = "BEADLOOM_PROJECT names the project"]
fn foreign_projects_stay_as_fresh_over_random_edits() {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(default)
    };
    let project = PathBuf::from(std::env::var("BEADLOOM_PROJECT").unwrap());
    let (steps, every, seed) =
        (number("BEADLOOM_STEPS", 2_000), number("BEADLOOM_EVERY", 10), number("BEADLOOM_SEED", 1));
    let (folder, indexes) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut foreign = Foreign::copy(&project, folder.path(), seed);
    let mut kept = Store::open(&indexes.path().join("kept.db"), Access::Write).unwrap();
    run_without_model(folder.path(), &mut kept);
    println!("{}: {} files", project.display(), foreign.present.len());
    let (mut edits, mut compared, mut failures) = (Vec::new(), 0, 0);
    for step in 1..=steps {
        edits.push(foreign.edit());
        let report = run_without_model(folder.path(), &mut kept);
        // A graph file that does not parse answers with what it last said, which a fresh index cannot know.
        for finding in report.diagnostics.iter().filter(|finding| finding.code == Code::YamlSyntax) {
            let path = finding.path.clone().unwrap_or_default();
            if let Some(text) = foreign.original.get(&path) {
                foreign.put(&path, text);
            } else {
                fs::remove_file(folder.path().join(&path)).unwrap();
                foreign.present.remove(&path);
            }
            run_without_model(folder.path(), &mut kept);
        }
        if step % every != 0 {
            continue;
        }
        let file = indexes.path().join(format!("fresh-{step}.db"));
        let mut fresh = Store::open(&file, Access::Write).unwrap();
        run_without_model(folder.path(), &mut fresh);
        compared += 1;
        if let Some(found) = differences(&kept, &fresh) {
            failures += 1;
            println!("step {step}, after {edits:#?}: {found}");
            // What comes after is judged by itself.
            kept = fresh;
        } else {
            drop(fresh);
            fs::remove_file(&file).unwrap();
        }
        edits.clear();
        if step % 100 == 0 {
            println!("step {step}: {compared} compared, {failures} differ");
        }
    }
    assert!(kept.is_sound().unwrap() && failures == 0, "{failures} of {compared} comparisons differ");
}
