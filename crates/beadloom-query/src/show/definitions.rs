//! The definitions of files: those of the index, or of the file itself where it changed since.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use beadloom_model::{Result, SymbolFacts};
use beadloom_store::{Store, SymbolRow};

use super::definition::Definition;
use super::{FileNow, FilesNow};

/// Symbols of one file that are looked through.
const MAX_SYMBOLS: usize = 20_000;

/// Reads each file and its definitions once.
pub(super) struct Definitions<'a> {
    store: &'a Store,
    files: &'a dyn FilesNow,
    /// Paths of which it is known that the index is behind.
    pub stale: &'a [String],
    read: RefCell<BTreeMap<String, Option<Rc<FileNow>>>>,
    made: RefCell<BTreeMap<String, Rc<[Definition]>>>,
}

impl<'a> Definitions<'a> {
    pub fn new(store: &'a Store, files: &'a dyn FilesNow, stale: &'a [String]) -> Self {
        Self { store, files, stale, read: RefCell::default(), made: RefCell::default() }
    }

    /// A file as it is now; None where it cannot be read as text.
    pub fn file(&self, path: &str) -> Option<Rc<FileNow>> {
        if let Some(known) = self.read.borrow().get(path) {
            return known.clone();
        }
        let file = self.files.read(path).map(Rc::new);
        self.read.borrow_mut().insert(path.to_owned(), file.clone());
        file
    }

    /// What a file defines now, by line; of those on the same lines the outer one first.
    ///
    /// # Errors
    /// Store errors.
    pub fn of(&self, file: &FileNow) -> Result<Rc<[Definition]>> {
        if let Some(known) = self.made.borrow().get(&file.path) {
            return Ok(Rc::clone(known));
        }
        let mut made: Vec<Definition> = match &file.changed {
            Some(facts) => facts.iter().map(|facts| of_facts(&file.path, facts)).collect(),
            None => {
                let rows = self.store.definitions_of_file(&file.path, MAX_SYMBOLS)?;
                rows.into_iter().map(of_row).collect()
            }
        };
        made.sort_by(|a, b| (a.first, b.last, &a.qualified_name).cmp(&(b.first, a.last, &b.qualified_name)));
        let made: Rc<[Definition]> = made.into();
        self.made.borrow_mut().insert(file.path.clone(), Rc::clone(&made));
        Ok(made)
    }
}

fn of_row(row: SymbolRow) -> Definition {
    Definition {
        id: Some(row.id),
        path: row.file_path,
        qualified_name: row.qualified_name,
        kind: row.kind,
        form: row.form,
        signature: row.signature,
        first: row.line_start,
        last: row.line_end,
        part: row.part,
    }
}

fn of_facts(path: &str, facts: &SymbolFacts) -> Definition {
    Definition {
        id: None,
        path: path.to_owned(),
        qualified_name: facts.qualified_name.clone(),
        kind: facts.kind,
        form: facts.form.clone(),
        signature: facts.signature.clone(),
        first: facts.line_start,
        last: facts.line_end,
        part: facts.part,
    }
}
