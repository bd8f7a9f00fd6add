//! The project as the index holds it: for runs that look at few files.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use beadloom_model::{Error, Result};
use beadloom_store::{DefinitionRow, MAX_DEFINITIONS, State, StoredReferences, unpack_resolutions};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bases::{TypeBases, bases_of};
use super::files::{Files, StoredFiles};
use super::imports::{Builder, Imports};
use super::lookup::{Base, Def, Definitions, Lookup};
use super::memory::{Exports, def, last_name};
use super::names::hash;

/// Definitions of a name.
type Defs = Arc<[Def]>;

/// As [`Definitions`] has it.
#[derive(Clone)]
enum Anywhere {
    All(Defs),
    TooMany(Option<Defs>),
}

/// Asks the index, and remembers what it said. An error of the store is kept, and what follows it is empty:
/// [`Stored::check`] tells.
pub struct Stored<'a> {
    state: &'a State<'a>,
    files: StoredFiles<'a>,
    /// Texts of the names that were met, by hash: the index is asked by text.
    texts: RefCell<FxHashMap<u64, Box<str>>>,
    anywhere: RefCell<FxHashMap<u64, Anywhere>>,
    in_files: RefCell<FxHashMap<(u64, i64), Defs>>,
    by_id: RefCell<FxHashMap<i64, Option<Def>>>,
    /// Files of which every definition is in `in_files`.
    whole: RefCell<FxHashSet<i64>>,
    imports: RefCell<FxHashMap<i64, Arc<Imports>>>,
    /// Of files that were parsed in this run.
    exports: FxHashMap<i64, Exports>,
    /// By type, for each file that was looked into.
    bases: RefCell<FxHashMap<i64, TypeBases>>,
    /// See [`Lookup::givers`].
    givers: OnceCell<Arc<[i64]>>,
    error: RefCell<Option<Error>>,
}

impl<'a> Stored<'a> {
    /// On the index as the transaction has left it so far; `exports`: the names that files which were parsed in this
    /// run give others.
    pub fn new(state: &'a State<'a>, exports: FxHashMap<i64, Exports>) -> Self {
        Self {
            state,
            exports,
            files: StoredFiles::new(state),
            texts: RefCell::default(),
            anywhere: RefCell::default(),
            in_files: RefCell::default(),
            by_id: RefCell::default(),
            whole: RefCell::default(),
            imports: RefCell::default(),
            bases: RefCell::default(),
            givers: OnceCell::new(),
            error: RefCell::default(),
        }
    }

    /// The first error that an answer met.
    ///
    /// # Errors
    /// That one.
    pub fn check(&self) -> Result<()> {
        self.files.check()?;
        self.error.borrow_mut().take().map_or(Ok(()), Err)
    }

    /// Says what the types of a file inherit from now, whatever the index says still.
    pub fn set_bases(&self, file: i64, bases: TypeBases) {
        self.bases.borrow_mut().insert(file, bases);
    }

    fn some<T: Default>(&self, result: Result<T>) -> T {
        result.unwrap_or_else(|error| {
            self.error.borrow_mut().get_or_insert(error);
            T::default()
        })
    }

    fn text(&self, name: u64) -> Option<Box<str>> {
        self.texts.borrow().get(&name).cloned()
    }

    fn known(&self, row: &DefinitionRow) -> Def {
        self.name(&row.name);
        if let Some(owner) = last_name(&row.scope) {
            self.name(owner);
        }
        def(row)
    }
}

impl Lookup for Stored<'_> {
    fn name(&self, text: &str) -> u64 {
        let name = hash(text);
        self.texts.borrow_mut().entry(name).or_insert_with(|| text.into());
        name
    }

    fn definitions(&self, name: u64) -> Definitions<'_> {
        let known = self.anywhere.borrow().get(&name).cloned();
        let defs = known.unwrap_or_else(|| {
            let text = self.text(name).unwrap_or_default();
            let few = |rows: Vec<DefinitionRow>| -> Option<Defs> {
                (rows.len() <= MAX_DEFINITIONS).then(|| rows.iter().map(|row| self.known(row)).collect())
            };
            let defs = match few(self.some(self.state.definitions(&text, MAX_DEFINITIONS + 1))) {
                Some(defs) => Anywhere::All(defs),
                None => {
                    let rows = self.some(self.state.listed_definitions(&text, MAX_DEFINITIONS + 1));
                    Anywhere::TooMany(few(rows))
                }
            };
            self.anywhere.borrow_mut().insert(name, defs.clone());
            defs
        });
        match defs {
            Anywhere::All(defs) => Definitions::All(Cow::Owned(defs.to_vec())),
            Anywhere::TooMany(listed) => Definitions::TooMany(listed.map(|defs| Cow::Owned(defs.to_vec()))),
        }
    }

    fn definitions_in(&self, name: u64, file: i64) -> Cow<'_, [Def]> {
        let known = self.in_files.borrow().get(&(name, file)).cloned();
        if known.is_none() && self.whole.borrow().contains(&file) {
            return Cow::Borrowed(&[]);
        }
        let defs = known.unwrap_or_else(|| {
            let text = self.text(name).unwrap_or_default();
            let rows = self.some(self.state.definitions_in(&text, file));
            let defs: Defs = rows.iter().map(|row| self.known(row)).collect();
            self.in_files.borrow_mut().insert((name, file), Arc::clone(&defs));
            defs
        });
        Cow::Owned(defs.to_vec())
    }

    fn definition(&self, id: i64) -> Option<Def> {
        if let Some(known) = self.by_id.borrow().get(&id) {
            return *known;
        }
        let def = self.some(self.state.definition(id)).map(|row| self.known(&row));
        self.by_id.borrow_mut().insert(id, def);
        def
    }

    fn own(&self, file: i64, ids: &[i64]) -> Vec<Def> {
        let rows = self.some(self.state.definitions_of(file));
        let defs: FxHashMap<i64, Def> = rows.iter().map(|row| (row.id, self.known(row))).collect();
        let mut by_name: FxHashMap<u64, Vec<Def>> = FxHashMap::default();
        for def in defs.values() {
            by_name.entry(def.name).or_default().push(*def);
        }
        self.by_id.borrow_mut().extend(defs.iter().map(|(id, def)| (*id, Some(*def))));
        let in_file = by_name.into_iter().map(|(name, mut defs)| {
            defs.sort_unstable_by_key(|def| def.id);
            ((name, file), defs.into())
        });
        self.in_files.borrow_mut().extend(in_file);
        self.whole.borrow_mut().insert(file);
        ids.iter().filter_map(|id| defs.get(id)).copied().collect()
    }

    fn files(&self) -> &dyn Files {
        &self.files
    }

    fn imports(&self, file: i64) -> Arc<Imports> {
        if let Some(known) = self.imports.borrow().get(&file) {
            return Arc::clone(known);
        }
        let imports = match self.files.get(file) {
            Some(of) => {
                let name_of = |text: &str| self.name(text);
                let mut builder = Builder::new(of.rules, file, &self.files, &name_of);
                self.some(self.state.bindings_of(file)).iter().for_each(|row| builder.import(row));
                self.some(self.state.written_paths_of(file))
                    .iter()
                    .for_each(|path| builder.written_path(path));
                let exports = match self.exports.get(&file) {
                    Some(exports) => exports.clone(),
                    None => self.some(self.state.exports_of(file)),
                };
                exports.iter().for_each(|(exported, local)| builder.export(exported, local));
                Arc::new(builder.finish())
            }
            None => Arc::default(),
        };
        self.imports.borrow_mut().insert(file, Arc::clone(&imports));
        imports
    }

    fn givers(&self) -> Arc<[i64]> {
        let read = || {
            let found = self.some(self.state.givers_on());
            let gives = |id: &i64| self.files.get(*id).is_some_and(|file| file.rules.projects.is_some());
            found.into_iter().filter(gives).collect()
        };
        Arc::clone(self.givers.get_or_init(read))
    }

    fn bases(&self, of: &Def) -> Arc<[Base]> {
        if let Some(known) = self.bases.borrow().get(&of.file) {
            return known.get(&of.id).cloned().unwrap_or_default();
        }
        let bases = match self.some(self.state.stored_references(of.file)) {
            Some(stored) => stored_bases(&stored),
            None => FxHashMap::default(),
        };
        let found = bases.get(&of.id).cloned().unwrap_or_default();
        self.bases.borrow_mut().insert(of.file, bases);
        found
    }
}

/// What the types of a file inherited from when its references were last resolved.
pub fn stored_bases(stored: &StoredReferences) -> TypeBases {
    let facts = beadloom_store::Facts::new(&stored.stated.facts);
    let resolutions = unpack_resolutions(&stored.targets, facts.total());
    bases_of(facts.zip(resolutions), &stored.stated.symbols)
}
