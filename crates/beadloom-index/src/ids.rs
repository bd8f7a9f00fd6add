//! Row ids of files.

use std::collections::HashMap;

use beadloom_store::Stamp;

use crate::walk::Found;

/// Gives every file its row id: the one that the index knows, or a new one.
///
/// A full run numbers the files as they are listed, so that an import may lead to a file that is not written yet,
/// and files that lie together have ids that do.
pub struct FileIds<'a> {
    /// Sorted by path; empty unless the run is full.
    numbered: &'a [Found],
    known: &'a HashMap<String, Stamp>,
    /// Paths of this run: new files, and files under their new names.
    new: HashMap<String, i64>,
    next: i64,
}

impl<'a> FileIds<'a> {
    /// `known`: what the index holds; empty in a full run.
    pub fn new(full: bool, files: &'a [Found], known: &'a HashMap<String, Stamp>) -> Self {
        let numbered = if full { files } else { &[] };
        let last = known.values().map(|stamp| stamp.id).max().unwrap_or(0);
        Self { numbered, known, new: HashMap::new(), next: last.max(number(numbered.len())) + 1 }
    }

    /// The id of a file that has one.
    pub fn of(&self, path: &str) -> Option<i64> {
        self.new.get(path).copied().or_else(|| self.known.get(path).map(|stamp| stamp.id)).or_else(|| {
            let at = self.numbered.binary_search_by(|file| file.path.as_str().cmp(path)).ok()?;
            Some(number(at) + 1)
        })
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
