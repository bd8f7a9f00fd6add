//! What files hold: as they lie on the disk, or what stands in their place for a question.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use beadloom_model::Diagnostic;
use beadloom_sync::{LOCK_PATH, Lock, blob_id};
use sha2::{Digest as _, Sha256};

use super::lock::{lock_text, parsed, text_of};
use crate::source::{FileText, decode, read_source};

/// The project's files, some of them with other contents than on the disk: those of the next commit.
#[derive(Debug, Clone)]
pub struct Contents {
    root: PathBuf,
    max_size: u64,
    /// By path; None: it is not there.
    other: BTreeMap<String, Option<Vec<u8>>>,
}

impl Contents {
    /// As they lie on the disk. Files of more than `max_size` bytes are not read.
    pub fn of_project(root: &Path, max_size: u64) -> Self {
        Self { root: root.to_owned(), max_size, other: BTreeMap::new() }
    }

    /// With other bytes in the place of some files; None where such a file is not there.
    pub fn with(self, other: BTreeMap<String, Option<Vec<u8>>>) -> Self {
        Self { other, ..self }
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Whether a file is looked at in another state than on the disk.
    pub(super) fn replaces(&self, path: &str) -> bool {
        self.other.contains_key(path)
    }

    pub(super) fn replaced(&self) -> impl Iterator<Item = &str> {
        self.other.keys().map(String::as_str)
    }

    /// Whether a file that is replaced is there.
    pub(super) fn has(&self, path: &str) -> bool {
        self.other.get(path).is_some_and(Option::is_some)
    }

    /// The text of a file that is replaced; None where it is not there. What is no text has none of anything.
    pub(super) fn text(&self, path: &str) -> Option<String> {
        let bytes = self.other.get(path)?.as_ref()?;
        Some(decode(path, bytes.clone()).unwrap_or_default())
    }

    /// Of a file that is replaced.
    pub(super) fn sha256(&self, path: &str) -> [u8; 32] {
        let bytes = self.other.get(path).and_then(Option::as_ref);
        Sha256::digest(bytes.map_or(&[][..], Vec::as_slice)).into()
    }

    /// What Git calls a file's content; None where it cannot be read.
    pub(super) fn blob(&self, path: &str) -> Option<String> {
        match self.other.get(path) {
            Some(bytes) => bytes.as_ref().map(|bytes| blob_id(bytes)),
            None => read_source(&self.root, path, self.max_size).map(|file| file.blob),
        }
    }

    /// A file with its text; None where it cannot be read as text.
    pub fn file(&self, path: &str) -> Option<FileText> {
        let Some(bytes) = self.other.get(path) else {
            return read_source(&self.root, path, self.max_size);
        };
        let bytes = bytes.as_ref()?;
        let text = decode(path, bytes.clone()).ok()?;
        Some(FileText { text, hash: Sha256::digest(bytes).into(), blob: blob_id(bytes) })
    }

    /// The lock, and what is wrong with it.
    pub fn lock(&self) -> (Lock, Vec<Diagnostic>) {
        let (text, unreadable) = self.lock_text();
        parsed(&text, unreadable)
    }

    /// The text of the lock, and why it cannot be read, if so; of a lock that is not there it is empty.
    pub fn lock_text(&self) -> (String, Option<Diagnostic>) {
        match self.other.get(LOCK_PATH) {
            None => lock_text(&self.root),
            Some(None) => (String::new(), None),
            Some(Some(bytes)) => text_of(bytes.clone()),
        }
    }
}
