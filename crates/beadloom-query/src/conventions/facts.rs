//! What a file says, read once for an answer.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use crate::lists::sort_once;
use beadloom_model::{Result, SymbolKind};
use beadloom_store::{Confidence, ConventionRow, ReferenceRow, Store, SymbolRow};
use rustc_hash::FxHashMap;

/// Files that are read for one answer.
const MAX_FILES: usize = 4_000;

pub(super) struct Facts<'s> {
    store: &'s Store,
    references: FxHashMap<i64, Rc<Vec<ReferenceRow>>>,
    marks: FxHashMap<i64, Rc<Vec<ConventionRow>>>,
    order: FxHashMap<i64, Rc<Vec<i64>>>,
    symbols: FxHashMap<i64, Rc<Vec<SymbolRow>>>,
    paths: FxHashMap<i64, Rc<str>>,
}

impl<'s> Facts<'s> {
    pub fn new(store: &'s Store) -> Self {
        Self {
            store,
            references: FxHashMap::default(),
            marks: FxHashMap::default(),
            order: FxHashMap::default(),
            symbols: FxHashMap::default(),
            paths: FxHashMap::default(),
        }
    }

    /// The references of a file.
    pub fn references(&mut self, file: i64) -> Result<Rc<Vec<ReferenceRow>>> {
        let (store, full) = (self.store, self.references.len() >= MAX_FILES);
        let read = || if full { Ok(Vec::new()) } else { store.references_of_file(file) };
        once(&mut self.references, file, read)
    }

    /// What a file gives and uses by conventions.
    pub fn marks(&mut self, file: i64) -> Result<Rc<Vec<ConventionRow>>> {
        let store = self.store;
        once(&mut self.marks, file, || store.conventions_of(file))
    }

    /// The symbols of a file with what they are, by line.
    pub fn symbols(&mut self, file: i64) -> Result<Rc<Vec<SymbolRow>>> {
        let store = self.store;
        once(&mut self.symbols, file, || {
            let ids: Vec<i64> = store.symbol_places_in(file)?.into_iter().map(|place| place.id).collect();
            store.symbols_by_id(&ids)
        })
    }

    /// The definition that a mark stands in.
    pub fn around(&mut self, mark: &ConventionRow) -> Result<Option<i64>> {
        let Some(at) = mark.symbol else { return Ok(None) };
        let store = self.store;
        let order = once(&mut self.order, mark.file_id, || store.symbols_in_order(mark.file_id))?;
        if order.is_empty() {
            // A file without references keeps no order: the innermost definition there; outer ones come first.
            let symbols = self.symbols(mark.file_id)?;
            let around =
                symbols.iter().rev().find(|row| (row.line_start..=row.line_end).contains(&mark.line));
            return Ok(around.map(|row| row.id));
        }
        Ok(order.get(at as usize).copied())
    }

    /// What a name surely means in a file: what it refers to by it, or what it defines.
    pub fn meaning(&mut self, file: i64, name: &str) -> Result<Vec<i64>> {
        let short = name.rsplit('.').next().unwrap_or(name);
        let mut found: Vec<i64> = self
            .references(file)?
            .iter()
            .filter(|row| row.name == short && row.confidence < Confidence::Ambiguous)
            .flat_map(|row| row.targets.iter().copied())
            .collect();
        if found.is_empty() {
            let own = self.symbols(file)?;
            let named = own.iter().filter(|row| row.symbol_name == short && !is_member(row));
            found.extend(named.map(|row| row.id));
        }
        sort_once(&mut found);
        Ok(found)
    }

    pub fn path(&mut self, file: i64) -> Result<Rc<str>> {
        if let Some(known) = self.paths.get(&file) {
            return Ok(Rc::clone(known));
        }
        let found = self.store.paths_of_files(&[file])?.into_iter().next();
        let path: Rc<str> = found.map_or_else(|| "".into(), |(_, path)| path.into());
        self.paths.insert(file, Rc::clone(&path));
        Ok(path)
    }
}

/// What is known of a file, read where it is not.
fn once<T>(known: &mut FxHashMap<i64, Rc<T>>, file: i64, read: impl FnOnce() -> Result<T>) -> Result<Rc<T>> {
    Ok(Rc::clone(match known.entry(file) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(vacant) => vacant.insert(Rc::new(read()?)),
    }))
}

fn is_member(row: &SymbolRow) -> bool {
    row.kind == SymbolKind::Method
}
