//! What watches folders, whatever the system has for it.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use super::bell::Bell;
use super::pending::{Pending, WatchError};
use crate::ignore_files::NAMES;
use crate::ignore_rules::GIT;
use crate::walk::is_output_manifest;

/// The folders that are watched.
pub trait Folders: Send + Sync {
    /// Watches a folder that is about to be listed, unless it is watched.
    fn enter(&self, folder: &Path);

    /// Follows a listed file of one name, so that another name that it gets is reported: whoever writes by that one changes it
    /// without an event in its folder. False where it has another name by now.
    fn follow(&self, file: &Path) -> bool {
        let _ = file;
        true
    }

    /// What went wrong while folders were entered.
    fn trouble(&self) -> Result<(), WatchError>;

    /// Adds what was reported since the last time, which is all that happened before this call; returns how many events that
    /// were.
    fn drain(&self, pending: &mut Pending) -> Result<usize, WatchError>;

    /// What rings when there is something to drain; None where the system has no means for it.
    fn bell(&self) -> Option<Arc<dyn Bell>>;
}

/// Whether a file says which others count: by what is in it, or by being there.
pub fn decides_on_others(name: &OsStr, comes_or_goes: bool) -> bool {
    let Some(name) = name.to_str() else { return false };
    name == GIT || NAMES.contains(&name) || (comes_or_goes && is_output_manifest(name))
}

/// What follows where nothing is watched.
pub const SLOWER: &str = "every call looks at all files, which is slower";

/// Why nothing is watched, and how to change that.
pub fn slower(why: &str, remedy: &str) -> String {
    format!("{why}; {SLOWER}. To raise it: {remedy}")
}
