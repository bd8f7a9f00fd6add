//! Which files are tests that a runner can be given.

use beadloom_model::{FolderKind, LanguageId};

use crate::places::is_test;

/// Folders beside tests whose files are read or imported by tests and are none; those of test data beside.
const SUPPORT_FOLDERS: &[&str] = &["snapshots", "support", "helpers", "data"];

/// Whether a runner can be given a file: what is named as a test, and what lies with tests, where nothing imports it.
pub(super) fn is_runnable(path: &str, imported: bool) -> bool {
    if !is_test(path) || is_data(path) {
        return false;
    }
    let file = path.rsplit_once('/').map_or(path, |(_, file)| file);
    let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
    if matches!(stem, "conftest" | "__init__" | "mod" | "setup" | "globals") {
        return false;
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

/// Whether it is no code: data that lies with tests is read by them.
fn is_data(path: &str) -> bool {
    let data = ["json", "md", "txt", "yml", "yaml", "snap", "toml", "csv", "xml", "html", "svg", "lock"];
    path.rsplit_once('.').is_some_and(|(_, extension)| data.contains(&extension))
        || LanguageId::of_path(path) == Some(LanguageId::Sql)
}
