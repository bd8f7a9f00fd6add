//! What the manifests of folders say.

use std::collections::BTreeMap;

/// Folders with manifests (no `/` at the end, empty at the root) and the manifests in them.
pub(super) type ManifestFolders<'a> = BTreeMap<&'a str, Vec<&'a str>>;

/// What a folder's manifests say together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    /// As written, with its scope or group.
    pub(super) name: Option<String>,
    /// One sentence.
    pub(super) description: Option<String>,
    /// It has a binary, is deployed, or is an application.
    pub(super) runs: bool,
    /// It says what it offers to others and has no program of its own name: files that can be run only help.
    pub(super) library: bool,
}
