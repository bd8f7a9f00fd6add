//! Files that bring in all of others (`#include`, `export *`): which of them lead to a name.
//!
//! A file of C names hundreds of things, and reaches hundreds of headers. Looking into each header for each name is most of the
//! work where headers include headers, though nearly all of them have nothing of that name. So the headers that a file
//! reaches are listed once, and only those are followed that lead to one that has the name.

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::imports::{Imports, Target, Wildcard};
use super::keys::{Dependencies, Key};
use super::lookup::{Definitions, Lookup};
use super::names::{ROOT, fold};
use super::rules::{BareImport, Import};

/// Files of a web: what lies beyond is followed without one.
const MAX_FILES: usize = 1_000;

/// What following a file for a name comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leads {
    /// Something may be found.
    Somewhere,
    /// Nothing of the project has the name; something outside of it may.
    Outside,
    /// Nothing has it.
    Nowhere,
}

/// A bit per file of a web.
type Bits = Rc<[u64]>;

/// The files that one file was found to reach.
#[derive(Default)]
pub struct Web {
    /// Row ids.
    files: Vec<i64>,
    /// Places in `files`.
    places: FxHashMap<i64, usize>,
    /// Of each file, those that bring it in.
    above: Vec<Vec<usize>>,
    /// Files that bind a local name, by its hash.
    binding: FxHashMap<u64, Vec<usize>>,
    /// Files of which more than their own definitions and bindings decides what a name means.
    special: Vec<usize>,
    /// Files that bring in something from outside.
    with_outside: Vec<usize>,
    /// What follows from the rest, until another file comes.
    known: Known,
}

#[derive(Default)]
struct Known {
    /// All that lead to a file, by its place.
    leading_to: FxHashMap<usize, Bits>,
    leading_to_special: Option<Bits>,
    leading_outside: Option<Bits>,
    /// Files that have a name, by its hash.
    having: FxHashMap<u64, Rc<[usize]>>,
}

/// Who asks for names: what is looked at is written down.
pub struct Asking<'a> {
    pub lookup: &'a dyn Lookup,
    /// The file that is asked for.
    pub id: i64,
    /// What it imports.
    pub imports: &'a Arc<Imports>,
    pub dependencies: &'a mut Dependencies,
}

impl Asking<'_> {
    /// Notes that a file is looked into, for names that are asked for.
    pub fn look_at(&mut self, file: i64) {
        if file != self.id
            && let Some(other) = self.lookup.files().get(file)
        {
            self.dependencies.add(other.key);
        }
    }

    /// What a file imports.
    pub fn imports_of(&mut self, file: i64) -> Arc<Imports> {
        if file == self.id {
            return Arc::clone(self.imports);
        }
        if let Some(other) = self.lookup.files().get(file) {
            self.dependencies.add(other.imports_key);
        }
        self.lookup.imports(file)
    }
}

impl Web {
    /// What following a wildcard for a name comes to.
    pub fn leads(&mut self, asking: &mut Asking<'_>, wildcard: &Wildcard, name: u64) -> Leads {
        let Some(file) = followed(wildcard) else {
            let is_outside = wildcard.target == Target::Outside;
            return if is_outside { Leads::Outside } else { Leads::Somewhere };
        };
        if self.files.is_empty() {
            let imports = Arc::clone(asking.imports);
            self.add(asking, imports.wildcards.iter().filter_map(followed));
        }
        if !self.places.contains_key(&file) {
            self.add(asking, std::iter::once(file));
        }
        let Some(at) = self.places.get(&file).copied() else { return Leads::Somewhere };
        asking.dependencies.add(Key::name(name));
        let having = self.having(asking, name);
        if has(&self.leading_to_special(), at) || having.iter().any(|place| has(&self.leading_to(*place), at))
        {
            return Leads::Somewhere;
        }
        if has(&self.leading_outside(), at) { Leads::Outside } else { Leads::Nowhere }
    }

    /// Adds files and all that they bring in, the nearest first.
    fn add(&mut self, asking: &mut Asking<'_>, files: impl Iterator<Item = i64>) {
        let mut next: VecDeque<usize> = files.filter_map(|file| self.place(asking, file)?.if_new()).collect();
        if next.is_empty() {
            return;
        }
        self.known = Known::default();
        while let Some(at) = next.pop_front() {
            let Some(file) = self.files.get(at).copied() else { continue };
            let imports = asking.imports_of(file);
            self.note(asking, at, file, &imports);
            for wildcard in imports.wildcards.iter().filter(|one| imports.passes_on || one.passed_on) {
                let target = match (&wildcard.target, followed(wildcard)) {
                    (Target::Outside, _) => {
                        self.with_outside.push(at);
                        continue;
                    }
                    (_, Some(file)) => self.place(asking, file),
                    (_, None) => None,
                };
                match target {
                    Some(place) => {
                        self.above.get_mut(place.at).into_iter().for_each(|above| above.push(at));
                        next.extend(place.if_new());
                    }
                    None => self.special.push(at),
                }
            }
        }
    }

    /// What a file has that names may lead to.
    fn note(&mut self, asking: &Asking<'_>, at: usize, file: i64, imports: &Imports) {
        for local in imports.locals() {
            self.binding.entry(local).or_default().push(at);
        }
        // Modules below a package are found by name.
        let is_package = asking.lookup.files().get(file).is_none_or(|file| {
            file.rules.import == Import::Names(BareImport::Dotted) && file.path.ends_with("__init__.py")
        });
        if is_package {
            self.special.push(at);
        }
    }

    /// The place of a file, which it gets where there is room.
    fn place(&mut self, asking: &mut Asking<'_>, file: i64) -> Option<Place> {
        if let Some(at) = self.places.get(&file) {
            return Some(Place { at: *at, is_new: false });
        }
        let at = self.files.len();
        if at == MAX_FILES {
            return None;
        }
        asking.look_at(file);
        self.files.push(file);
        self.places.insert(file, at);
        self.above.push(Vec::new());
        Some(Place { at, is_new: true })
    }

    /// Files that define a name, or bind it.
    fn having(&mut self, asking: &Asking<'_>, name: u64) -> Rc<[usize]> {
        if let Some(known) = self.known.having.get(&name) {
            return Rc::clone(known);
        }
        let mut having: Vec<usize> = match asking.lookup.definitions(name) {
            Definitions::All(defs) => {
                defs.iter().filter_map(|def| self.places.get(&def.file)).copied().collect()
            }
            Definitions::TooMany(_) => {
                let defines = |file: i64| !asking.lookup.definitions_in(name, file).is_empty();
                let files = self.files.iter().enumerate();
                files.filter(|(_, file)| defines(**file)).map(|(at, _)| at).collect()
            }
        };
        having.extend(self.binding.get(&fold(ROOT, name)).into_iter().flatten());
        having.sort_unstable();
        having.dedup();
        let having: Rc<[usize]> = having.into();
        self.known.having.insert(name, Rc::clone(&having));
        having
    }

    fn leading_to(&mut self, place: usize) -> Bits {
        if let Some(known) = self.known.leading_to.get(&place) {
            return Rc::clone(known);
        }
        let bits = self.leading_to_any(&[place]);
        self.known.leading_to.insert(place, Rc::clone(&bits));
        bits
    }

    fn leading_to_special(&mut self) -> Bits {
        let known = self.known.leading_to_special.clone();
        let bits = known.unwrap_or_else(|| self.leading_to_any(&self.special));
        self.known.leading_to_special = Some(Rc::clone(&bits));
        bits
    }

    fn leading_outside(&mut self) -> Bits {
        let known = self.known.leading_outside.clone();
        let bits = known.unwrap_or_else(|| self.leading_to_any(&self.with_outside));
        self.known.leading_outside = Some(Rc::clone(&bits));
        bits
    }

    /// Files that lead to one of these, themselves included.
    fn leading_to_any(&self, places: &[usize]) -> Bits {
        let mut bits = vec![0u64; self.files.len().div_ceil(64)];
        let mut next: Vec<usize> = places.to_vec();
        while let Some(at) = next.pop() {
            let Some(word) = bits.get_mut(at / 64) else { continue };
            if *word & 1 << (at % 64) == 0 {
                *word |= 1 << (at % 64);
                next.extend(self.above.get(at).into_iter().flatten());
            }
        }
        bits.into()
    }
}

/// Where a file stands in a web.
struct Place {
    at: usize,
    is_new: bool,
}

impl Place {
    fn if_new(&self) -> Option<usize> {
        self.is_new.then_some(self.at)
    }
}

/// The file that a wildcard brings in all of.
fn followed(wildcard: &Wildcard) -> Option<i64> {
    match wildcard.target {
        Target::File(file) if wildcard.of.is_none() => Some(file),
        _ => None,
    }
}

fn has(bits: &Bits, at: usize) -> bool {
    bits.get(at / 64).is_some_and(|word| word & 1 << (at % 64) != 0)
}
