//! Row ids of files.

use std::collections::{BTreeMap, HashMap};

use beadloom_store::Stamp;

use crate::walk::Found;

/// Row ids of files that are numbered as they are listed.
#[derive(Debug, Clone, Copy)]
pub struct Numbered<'a>(&'a [Found]);

impl Numbered<'_> {
    /// The id of a file.
    pub fn of(self, path: &str) -> Option<i64> {
        let at = self.0.binary_search_by(|file| (*file.path).cmp(path)).ok()?;
        Some(number(at) + 1)
    }
}

/// Gives every file its row id: the one that the index knows, or a new one.
///
/// A full run numbers the files as they are listed, so that an import may lead to a file that is not written yet,
/// and files that lie together have ids that do.
pub struct FileIds<'a> {
    /// Empty unless the run is full.
    numbered: Numbered<'a>,
    known: &'a BTreeMap<String, Stamp>,
    /// Paths of this run: new files, and files under their new names.
    new: HashMap<String, i64>,
    next: i64,
}

impl<'a> FileIds<'a> {
    /// `files`: sorted by path. `known`: what the index holds; empty in a full run.
    pub fn new(full: bool, files: &'a [Found], known: &'a BTreeMap<String, Stamp>) -> Self {
        let numbered = Numbered(if full { files } else { &[] });
        let last = known.values().map(|stamp| stamp.id).max().unwrap_or(0);
        Self { numbered, known, new: HashMap::new(), next: last.max(number(numbered.0.len())) + 1 }
    }

    /// The ids of a full run.
    pub fn numbered(&self) -> Option<Numbered<'a>> {
        (!self.numbered.0.is_empty()).then_some(self.numbered)
    }

    /// The id of a file that has one.
    pub fn of(&self, path: &str) -> Option<i64> {
        let new = self.new.get(path).copied();
        new.or_else(|| self.known.get(path).map(|stamp| stamp.id)).or_else(|| self.numbered.of(path))
    }

    /// The id of a file, a new one where it has none.
    pub fn take(&mut self, path: &str) -> i64 {
        if let Some(id) = self.of(path) {
            return id;
        }
        let id = self.next;
        self.next += 1;
        self.new.insert(path.to_owned(), id);
        id
    }

    /// A file keeps its id under another name.
    pub fn rename(&mut self, id: i64, to: &str) {
        self.new.insert(to.to_owned(), id);
    }
}

fn number(position: usize) -> i64 {
    i64::try_from(position).unwrap_or(i64::MAX / 2)
}
