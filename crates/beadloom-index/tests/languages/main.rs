//! Every language has a project on disk, `tests/languages/<id>/`, that shows what a full index of it holds: symbols,
//! imports and where they lead, references and what they mean, routes. `<id>.expected` beside it is read by a
//! person before it is committed.
//!
//! `UPDATE_EXPECTED=1 cargo test -p beadloom-index --test languages` writes the expectations anew, with
//! `ONLY=<id>` that one's alone; read the difference.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what cannot be set up fails the test")]

mod project;
mod report;

use std::path::{Path, PathBuf};

/// Where the projects lie.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/languages")
}

/// Ids of the projects, sorted.
fn projects() -> Vec<String> {
    let mut ids: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    ids.sort();
    ids
}

#[test]
fn every_project_reads_as_expected() {
    let update = std::env::var_os("UPDATE_EXPECTED").is_some();
    let only = std::env::var("ONLY").ok();
    let mut differing = Vec::new();
    for id in projects().into_iter().filter(|id| only.as_ref().is_none_or(|only| only == id)) {
        let said = report::of(&project::indexed(&folder().join(&id)));
        let path = folder().join(format!("{id}.expected"));
        if update {
            std::fs::write(&path, said).unwrap();
            continue;
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        if said != expected {
            differing.push(format!("{id}:\n{}", report::difference(&expected, &said)));
        }
    }
    assert!(
        differing.is_empty(),
        "differs from what is expected (UPDATE_EXPECTED=1 writes it anew):\n{}",
        differing.join("\n")
    );
}

#[test]
fn every_expectation_belongs_to_a_project_of_a_language() {
    let ids = projects();
    for id in &ids {
        assert!(
            beadloom_model::LanguageId::parse(id).is_some(),
            "tests/languages/{id} is no language of the table"
        );
    }
    for entry in std::fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(id) = name.strip_suffix(".expected") {
            assert!(ids.iter().any(|known| known == id), "{name} has no project beside it");
        }
    }
}

#[test]
fn a_second_run_finds_nothing_to_do() {
    let only = std::env::var("ONLY").ok();
    for id in projects().into_iter().filter(|id| only.as_ref().is_none_or(|only| only == id)) {
        project::assert_settled(&folder().join(&id));
    }
}

#[test]
fn a_difference_shows_lines_of_both_sides() {
    assert_eq!(report::difference("a\nb\nc\n", "a\nd\nc\n"), "    - b\n    + d\n");
    assert_eq!(report::difference("a\n", "a\n"), "");
}
