//! Files in which something was found, and which come first.

use beadloom_store::{FileKind, TextFile};

use super::scan::Found;
use crate::places::{is_foreign, is_side, is_test};

/// A file in which something was found.
pub(super) struct FoundIn<'f> {
    pub(super) path: &'f str,
    /// As the index knows it, where it is what was indexed.
    pub(super) file: Option<&'f TextFile>,
    pub(super) found: Found,
}

/// Code of the product first, tests last, because what comes late may only be counted.
pub(super) fn rank(path: &str, file: Option<&TextFile>) -> u8 {
    let is_code = file.is_some_and(|file| file.kind == FileKind::Code);
    let is_generated = file.is_some_and(|file| file.generated || file.kind == FileKind::Other);
    if is_test(path) {
        4
    } else if is_generated || is_foreign(path) {
        3
    } else if is_side(path) || is_migration(path) {
        2
    } else {
        u8::from(!is_code)
    }
}

/// Whether a path is that of a change of data, step by step.
fn is_migration(path: &str) -> bool {
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    folders
        .split('/')
        .any(|folder| matches!(folder, "migrations" | "Migrations" | "migrate" | "old_migrations"))
}
