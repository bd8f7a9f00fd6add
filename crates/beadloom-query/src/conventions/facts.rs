//! What a file says, read once for an answer.

use std::rc::Rc;

use beadloom_model::{Result, SymbolKind};
use beadloom_store::{Confidence, ConventionRow, ReferenceRow, Store, SymbolPlace, SymbolRow};
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
        if let Some(known) = self.references.get(&file) {
            return Ok(Rc::clone(known));
        }
        let full = self.references.len() >= MAX_FILES;
        let found = Rc::new(if full { Vec::new() } else { self.store.references_of_file(file)? });
        self.references.insert(file, Rc::clone(&found));
        Ok(found)
    }

    /// What a file gives and uses by conventions.
    pub fn marks(&mut self, file: i64) -> Result<Rc<Vec<ConventionRow>>> {
        if let Some(known) = self.marks.get(&file) {
            return Ok(Rc::clone(known));
        }
        let found = Rc::new(self.store.conventions_of(file)?);
        self.marks.insert(file, Rc::clone(&found));
        Ok(found)
    }

    /// The symbols of a file with what they are, by line.
    pub fn symbols(&mut self, file: i64) -> Result<Rc<Vec<SymbolRow>>> {
        if let Some(known) = self.symbols.get(&file) {
            return Ok(Rc::clone(known));
        }
        let ids: Vec<i64> = self.places(file)?.into_iter().map(|place| place.id).collect();
        let found = Rc::new(self.store.symbols_by_id(&ids)?);
        self.symbols.insert(file, Rc::clone(&found));
        Ok(found)
    }

    fn places(&self, file: i64) -> Result<Vec<SymbolPlace>> {
        self.store.symbol_places_in(file)
    }

    /// The definition that a mark stands in.
    pub fn around(&mut self, mark: &ConventionRow) -> Result<Option<i64>> {
        let Some(at) = mark.symbol else { return Ok(None) };
        let order = match self.order.get(&mark.file_id) {
            Some(known) => Rc::clone(known),
            None => {
                let found = Rc::new(self.store.symbols_in_order(mark.file_id)?);
                self.order.insert(mark.file_id, Rc::clone(&found));
                found
            }
        };
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
        found.sort_unstable();
        found.dedup();
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

fn is_member(row: &SymbolRow) -> bool {
    row.kind == SymbolKind::Method
}
