//! What is asked of a project, read once for an answer.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use beadloom_conventions::{Convention, TABLE};
use beadloom_model::Result;
use beadloom_store::Store;
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::Facts;
use super::links::{ConventionLink, Handlers, Named};

/// Marks that are read for one answer.
pub(super) const MAX_MARKS: usize = 200_000;

/// What the project imports, of all that the table asks for.
struct Imported(FxHashSet<String>);

/// Finds links, and remembers what it read.
pub(crate) struct Conventions<'s> {
    pub(super) store: &'s Store,
    pub(super) facts: Facts<'s>,
    /// Whether the index holds any mark.
    any: Option<bool>,
    /// What the project imports, of all that the table asks for.
    imported: Option<Arc<Imported>>,
    pub(super) named: Option<Arc<Named>>,
    pub(super) handlers: Option<Arc<Handlers>>,
    /// The calls by which a framework sends.
    pub(super) calls: FxHashMap<&'static str, Rc<BTreeSet<String>>>,
    /// Files with a folder on their way, by the folder.
    pub(super) folders: FxHashMap<&'static str, Rc<Vec<(i64, String)>>>,
    pub(super) to: FxHashMap<i64, Rc<Vec<ConventionLink>>>,
    pub(super) from: FxHashMap<i64, Rc<Vec<ConventionLink>>>,
}

impl<'s> Conventions<'s> {
    pub fn new(store: &'s Store) -> Self {
        Self {
            store,
            facts: Facts::new(store),
            any: None,
            imported: None,
            named: None,
            handlers: None,
            calls: FxHashMap::default(),
            folders: FxHashMap::default(),
            to: FxHashMap::default(),
            from: FxHashMap::default(),
        }
    }

    /// The path of a file of the index.
    ///
    /// # Errors
    /// Store errors.
    pub fn path(&mut self, file: i64) -> Result<Rc<str>> {
        self.facts.path(file)
    }

    pub(super) fn any(&mut self) -> Result<bool> {
        if let Some(any) = self.any {
            return Ok(any);
        }
        // Templates are shown by their places, where no file says anything.
        let any = self.store.has_conventions()?
            || !self.store.files_within("app/views")?.is_empty()
            || !self.store.files_within("Views")?.is_empty();
        self.any = Some(any);
        Ok(any)
    }

    /// Whether the project imports the framework of a line of the table.
    pub(super) fn holds(&mut self, row: &Convention) -> Result<bool> {
        if row.imports.is_empty() {
            return Ok(true);
        }
        if self.imported.is_none() {
            let wanted: FxHashSet<&str> = TABLE.iter().flat_map(|row| row.imports).copied().collect();
            let store = self.store;
            self.imported = Some(store.derived(|| Ok(Imported(store.imported_among(&wanted)?)))?);
        }
        let imported = self.imported.as_ref();
        Ok(imported.is_some_and(|imported| row.imports.iter().any(|import| imported.0.contains(*import))))
    }

    /// The lines of the table that hold in this project and that `wanted` takes, by number.
    pub(super) fn rules(&mut self, wanted: impl Fn(&Convention) -> bool) -> Result<Vec<u16>> {
        let mut rules = Vec::new();
        for (at, row) in TABLE.iter().enumerate() {
            if wanted(row) && self.holds(row)? {
                rules.extend(u16::try_from(at).ok());
            }
        }
        Ok(rules)
    }
}
