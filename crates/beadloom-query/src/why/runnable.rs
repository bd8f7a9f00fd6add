//! Which files are tests that a runner can be given.

use std::collections::HashSet;

use beadloom_conventions::{Rule, TABLE};
use beadloom_model::{FolderKind, LanguageId, Result};
use beadloom_store::Store;

use crate::places::is_test;

/// Files without tests that are known.
const MAX_FILES: usize = 100_000;

/// Folders beside tests whose files are read or imported by tests and are none; those of test data beside.
const SUPPORT_FOLDERS: &[&str] = &["snapshots", "support", "helpers", "data"];

/// Tells tests from what only lies with them.
pub(super) struct Runnable {
    /// Paths of files that lie with tests and hold none.
    without: HashSet<String>,
}

impl Runnable {
    /// # Errors
    /// Store errors.
    pub fn new(store: &Store) -> Result<Self> {
        let rules = TABLE.iter().enumerate().filter(|(_, row)| matches!(row.rule, Rule::NoTests));
        let rules: Vec<u16> = rules.filter_map(|(at, _)| u16::try_from(at).ok()).collect();
        let marks = store.conventions_by(&rules, MAX_FILES)?;
        let files: Vec<i64> = marks.iter().map(|mark| mark.file_id).collect();
        Ok(Self { without: store.paths_of_files(&files)?.into_iter().map(|(_, path)| path).collect() })
    }

    /// Whether a runner can be given a file: what is named as a test, and what lies with tests, where nothing imports it. None that
    /// holds no test.
    pub fn is(&self, path: &str, imported: bool) -> bool {
        !self.without.contains(path) && is_called_like_one(path, imported)
    }
}

fn is_called_like_one(path: &str, imported: bool) -> bool {
    if !is_test(path) || is_data(path) {
        return false;
    }
    let file = path.rsplit_once('/').map_or(path, |(_, file)| file);
    let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
    if matches!(stem, "conftest" | "__init__" | "mod" | "setup" | "globals") {
        return false;
    }
    // Runners of Ruby look for these names alone, and what a header has runs where it is included.
    match LanguageId::of_path(path) {
        Some(LanguageId::Ruby) => {
            return stem.ends_with("_spec")
                || stem.ends_with("_test")
                || stem.starts_with("test_") && stem != "test_helper"
                || stem.starts_with("tc_");
        }
        Some(LanguageId::C | LanguageId::Cpp) if is_header(file) => return false,
        _ => {}
    }
    // By its own name, wherever it lies.
    if is_test(file) {
        return true;
    }
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    !imported
        && !FolderKind::holds(path, &[FolderKind::TestData])
        && !folders.split('/').any(|folder| SUPPORT_FOLDERS.contains(&folder))
}

fn is_header(file: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, ending)| ending.starts_with(['h', 'H']))
}

/// Whether it is no code: data that lies with tests is read by them.
fn is_data(path: &str) -> bool {
    let data = ["json", "md", "txt", "yml", "yaml", "snap", "toml", "csv", "xml", "html", "svg", "lock"];
    path.rsplit_once('.').is_some_and(|(_, extension)| data.contains(&extension))
        || LanguageId::of_path(path) == Some(LanguageId::Sql)
}
