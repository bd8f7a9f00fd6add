//! Methods that implement or override one another: who calls the one may run the other.
//!
//! Nothing of this stands in the index: types say what they inherit from, and methods of one name in two types of
//! which one inherits from the other are what is looked for. In Go nothing says so, and what has all methods of an
//! interface implements it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use beadloom_model::{LanguageId, ReferenceKind, Result, SymbolKind};
use beadloom_store::{Confidence, DefinitionRow, FactReceiver, Store};
use rustc_hash::FxHashMap;

use crate::conventions::Conventions;
use crate::go_methods::{self, Shape};
use crate::places::is_test;
use crate::symbols::holds_definitions;

/// Methods of one name that are looked at.
const MAX_METHODS: usize = 1_000;

/// Types that a type inherits from, at any distance.
const MAX_ANCESTORS: usize = 64;

/// Definitions of a type's name that are looked at where its methods stand in another file.
const MAX_TYPES: usize = 50;

/// Files that are read for one answer.
const MAX_FILES: usize = 4_000;

/// A method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Method {
    /// Row id.
    pub id: i64,
    /// Row id of its file.
    pub file: i64,
    /// Whether that is one of tests.
    pub in_test: bool,
    /// Whether it stands in an interface, and has no body of its own, mostly.
    pub of_interface: bool,
}

/// What a method overrides or implements, and what does so with it; by row id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Kin {
    pub above: Vec<Method>,
    pub below: Vec<Method>,
}

/// Finds methods that override one another, and remembers what it read.
pub(crate) struct Overrides<'s> {
    store: &'s Store,
    /// What frameworks link.
    pub conventions: Conventions<'s>,
    named: FxHashMap<Rc<str>, Rc<Vec<Known>>>,
    bases: FxHashMap<i64, Rc<FxHashMap<i64, Vec<i64>>>>,
    packages: FxHashMap<Rc<str>, Rc<go_methods::Package>>,
    kin: FxHashMap<i64, Rc<Kin>>,
    read: usize,
}

/// A method with its types, and what these inherit from.
struct Known {
    method: Method,
    owner: String,
    types: Vec<i64>,
    ancestors: BTreeSet<i64>,
}

impl<'s> Overrides<'s> {
    pub fn new(store: &'s Store) -> Self {
        Self {
            store,
            conventions: Conventions::new(store),
            named: FxHashMap::default(),
            bases: FxHashMap::default(),
            packages: FxHashMap::default(),
            kin: FxHashMap::default(),
            read: 0,
        }
    }

    /// False where there was more than is read for one answer.
    pub fn is_complete(&self) -> bool {
        self.read < MAX_FILES
    }

    /// What overrides a symbol and what it overrides; nothing for what is no method.
    ///
    /// # Errors
    /// Store errors.
    pub fn of(&mut self, symbol: i64) -> Result<Rc<Kin>> {
        if let Some(kin) = self.kin.get(&symbol) {
            return Ok(Rc::clone(kin));
        }
        let kin = Rc::new(match self.store.state().definition(symbol)? {
            Some(row) if is_method(&row) => self.find(&row)?,
            _ => Kin::default(),
        });
        self.kin.insert(symbol, Rc::clone(&kin));
        Ok(kin)
    }

    fn find(&mut self, row: &DefinitionRow) -> Result<Kin> {
        let named = self.methods_named(&row.name)?;
        let Some(own) = named.iter().find(|known| known.method.id == row.id) else {
            return Ok(Kin::default());
        };
        let mut kin = Kin::default();
        for other in named.iter().filter(|other| other.method.id != row.id) {
            let shares =
                |types: &[i64], ancestors: &BTreeSet<i64>| types.iter().any(|of| ancestors.contains(of));
            if shares(&other.types, &own.ancestors) {
                kin.above.push(other.method.clone());
            } else if shares(&own.types, &other.ancestors) {
                kin.below.push(other.method.clone());
            }
        }
        if is_go(&self.conventions.path(row.file_id)?) {
            self.find_in_go(&row.name, own, &named, &mut kin)?;
        }
        Ok(kin)
    }

    /// Methods of a short name. One that stands alone has nothing to override, whatever its type inherits from.
    fn methods_named(&mut self, name: &str) -> Result<Rc<Vec<Known>>> {
        if let Some(known) = self.named.get(name) {
            return Ok(Rc::clone(known));
        }
        let mut rows = self.store.state().definitions(name, MAX_METHODS)?;
        rows.retain(is_method);
        let mut found = Vec::new();
        if rows.len() > 1 {
            for row in rows {
                found.push(self.known(&row)?);
            }
        }
        let found = Rc::new(found);
        self.named.insert(name.into(), Rc::clone(&found));
        Ok(found)
    }

    fn known(&mut self, row: &DefinitionRow) -> Result<Known> {
        let owner = row.scope.trim_end_matches('.').to_owned();
        let types = self.types_of(&owner, row.file_id)?;
        let of_interface = types.iter().any(|of| of.kind == SymbolKind::Interface);
        let mut ancestors = BTreeSet::new();
        for of in &types {
            self.add_ancestors(of.id, of.file_id, &mut ancestors)?;
        }
        let types: Vec<i64> = types.iter().map(|of| of.id).collect();
        types.iter().for_each(|of| {
            ancestors.remove(of);
        });
        let in_test = is_test(&self.conventions.path(row.file_id)?);
        let method = Method { id: row.id, file: row.file_id, in_test, of_interface };
        Ok(Known { method, owner, types, ancestors })
    }

    /// The types of a qualified name that members in a file may belong to: of the file itself, else of its folder,
    /// else the only one that there is.
    fn types_of(&mut self, qualified: &str, file: i64) -> Result<Vec<DefinitionRow>> {
        let short = qualified.rsplit('.').next().unwrap_or(qualified);
        let state = self.store.state();
        let is_it = |row: &DefinitionRow| {
            holds_definitions(row.kind)
                && row.scope.len() + row.name.len() == qualified.len()
                && qualified.starts_with(row.scope.as_str())
        };
        let mut here = state.definitions_in(short, file)?;
        here.retain(is_it);
        if !here.is_empty() {
            return Ok(here);
        }
        let mut all = state.definitions(short, MAX_TYPES)?;
        all.retain(is_it);
        let path = self.conventions.path(file)?;
        let mut near = Vec::new();
        for row in &all {
            if folder(&self.conventions.path(row.file_id)?) == folder(&path) {
                near.push(row.clone());
            }
        }
        Ok(match (near.is_empty(), all.len()) {
            (false, _) => near,
            (true, 1) => all,
            _ => Vec::new(),
        })
    }

    fn add_ancestors(&mut self, of: i64, file: i64, found: &mut BTreeSet<i64>) -> Result<()> {
        let mut left = vec![(of, file)];
        while let Some((of, file)) = left.pop() {
            let bases = self.bases_in(file)?;
            for base in bases.get(&of).into_iter().flatten() {
                if found.len() < MAX_ANCESTORS
                    && found.insert(*base)
                    && let Some(row) = self.store.state().definition(*base)?
                {
                    left.push((row.id, row.file_id));
                }
            }
        }
        Ok(())
    }

    /// What the types of a file inherit from for sure, by row id.
    fn bases_in(&mut self, file: i64) -> Result<Rc<FxHashMap<i64, Vec<i64>>>> {
        if let Some(known) = self.bases.get(&file) {
            return Ok(Rc::clone(known));
        }
        let mut bases: FxHashMap<i64, Vec<i64>> = FxHashMap::default();
        if self.read < MAX_FILES {
            self.read += 1;
            self.store.each_reference(&[file], |_, from, fact, resolution| {
                // What is prepended to a type overrides it.
                let prepended = matches!(fact.receiver, FactReceiver::Typed(_));
                if fact.kind == ReferenceKind::Inherit
                    && !prepended
                    && resolution.confidence() < Confidence::Ambiguous
                    && let Some(from) = from
                {
                    bases.entry(from).or_default().extend(resolution.targets());
                }
            })?;
        }
        let bases = Rc::new(bases);
        self.bases.insert(file, Rc::clone(&bases));
        Ok(bases)
    }

    fn find_in_go(&mut self, name: &str, own: &Known, named: &[Known], kin: &mut Kin) -> Result<()> {
        let hidden = !name.starts_with(char::is_uppercase);
        let home = self.conventions.path(own.method.file)?;
        let own_shape = self.shape(own)?;
        for other in named.iter().filter(|other| other.method.id != own.method.id) {
            let path = self.conventions.path(other.method.file)?;
            let known = kin.above.iter().chain(&kin.below).any(|known| known.id == other.method.id);
            if known
                || other.method.of_interface == own.method.of_interface
                || !is_go(&path)
                || hidden && folder(&path) != folder(&home)
            {
                continue;
            }
            let shape = self.shape(other)?;
            if own.method.of_interface {
                if shape.implements(&own_shape) {
                    kin.below.push(other.method.clone());
                }
            } else if own_shape.implements(&shape) {
                kin.above.push(other.method.clone());
            }
        }
        Ok(())
    }

    /// The methods of a type of Go: its own, and those of the types of its package that it embeds.
    fn shape(&mut self, of: &Known) -> Result<Shape> {
        let home = self.conventions.path(of.method.file)?;
        let package = self.package(folder(&home))?;
        let mut shape = package.of(&of.owner);
        for base in &of.ancestors {
            if let Some(row) = self.store.state().definition(*base)? {
                let path = self.conventions.path(row.file_id)?;
                let package = self.package(folder(&path))?;
                shape.add(&package.of(&row.name));
            }
        }
        Ok(shape)
    }

    fn package(&mut self, folder: &str) -> Result<Rc<go_methods::Package>> {
        if let Some(known) = self.packages.get(folder) {
            return Ok(Rc::clone(known));
        }
        let mut package = go_methods::Package::default();
        for (_, path, language) in self.store.state().code_folder(folder)?.files {
            if language == Some(LanguageId::Go) && self.read < MAX_FILES {
                self.read += 1;
                for symbol in self.store.symbols_of_file(&path, usize::MAX)? {
                    if symbol.kind == SymbolKind::Method
                        && let Some((owner, name)) = symbol.qualified_name.rsplit_once('.')
                    {
                        package.add(owner, name, &symbol.signature);
                    }
                }
            }
        }
        let package = Rc::new(package);
        self.packages.insert(folder.into(), Rc::clone(&package));
        Ok(package)
    }
}

/// How sure it is that a call on what is above runs a method below, and what else it may run.
pub(crate) fn dispatch(above: &Method, all: &Kin, below: i64) -> (Confidence, Vec<i64>) {
    let mut others: BTreeMap<(bool, i64), ()> = BTreeMap::new();
    for other in all.below.iter().filter(|other| other.id != below && !other.of_interface) {
        others.insert((other.in_test, other.id), ());
    }
    let own_body = !above.of_interface;
    let in_code = others.keys().any(|(in_test, _)| !in_test);
    let confidence = if own_body || in_code { Confidence::Ambiguous } else { Confidence::Unique };
    let mut candidates = vec![below];
    if own_body {
        candidates.push(above.id);
    }
    candidates.extend(others.into_keys().map(|(_, id)| id));
    (confidence, if confidence == Confidence::Ambiguous { candidates } else { Vec::new() })
}

fn is_method(row: &DefinitionRow) -> bool {
    row.kind == SymbolKind::Method && !row.scope.is_empty()
}

/// The folder of a file, ending in `/`; empty for the root.
fn folder(path: &str) -> &str {
    path.rfind('/').map_or("", |at| path.get(..=at).unwrap_or(""))
}

/// Whether types of a file have their interfaces by the methods alone.
fn is_go(path: &str) -> bool {
    LanguageId::of_path(path) == Some(LanguageId::Go)
}
