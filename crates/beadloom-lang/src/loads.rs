//! Modules that a file loads where they have no name of their own: `import("./a").then((m) => m.run())`,
//! `require("./b")()`.
//!
//! Each has a number, and is called by it in the facts, with `#` so that no name of the language is the same. What holds in one
//! function holds there alone, because local names of imports hold in the whole file.

use std::collections::{BTreeSet, HashMap};

use beadloom_model::{ImportFacts, LOADED_MODULE, ReferenceKind};

use crate::bindings::{Bound, From, Known, Loaded, Pending, joined};
use crate::outline::Outline;

/// Modules of one file that are told apart.
const MAX_MODULES_ITEMS: usize = 10_000;

/// The modules that a file loads without a name for the whole file.
#[derive(Default)]
pub(crate) struct Loads<'t> {
    numbers: HashMap<&'t str, u32>,
    /// How many have a number and no specifier of their own.
    unnamed: usize,
    /// Those that are handed to what the file does not show.
    handed_on: BTreeSet<u32>,
}

impl<'t> Outline<'t> {
    /// The number of a module; the same for all loads of it.
    pub(crate) fn module(&mut self, specifier: &'t str) -> Option<u32> {
        let next = self.loads.numbers.len() + self.loads.unnamed;
        if let Some(known) = self.loads.numbers.get(specifier) {
            return Some(*known);
        }
        if next >= MAX_MODULES_ITEMS || !self.spend(48) {
            return None;
        }
        let number = u32::try_from(next).ok()?;
        self.loads.numbers.insert(specifier, number);
        Some(number)
    }

    /// A number for modules that are loaded together.
    pub(crate) fn unnamed_module(&mut self) -> Option<u32> {
        let number = self.loads.numbers.len() + self.loads.unnamed;
        if number >= MAX_MODULES_ITEMS || !self.spend(48) {
            return None;
        }
        self.loads.unnamed += 1;
        u32::try_from(number).ok()
    }

    /// A variable or parameter is that module, or a promise of it. In no function it is a definition as well.
    pub(crate) fn bind_module(&mut self, name: &'t str, number: u32) {
        let to = if self.in_function() { Bound::Module(number) } else { Bound::ModuleAtTop(number) };
        self.bind_loaded(name, to);
    }

    /// A variable of the file's top is given that module by a function.
    pub(crate) fn bind_module_at_top(&mut self, name: &'t str, number: u32) {
        self.bind_loaded(name, Bound::ModuleAtTop(number));
    }

    /// A function gives that module, or a promise of it.
    pub(crate) fn bind_loader(&mut self, name: &'t str, number: u32) {
        self.bind_loaded(name, Bound::Loader(number));
    }

    /// A local name for what the module calls `theirs`. In no function it is a definition, and found as such.
    pub(crate) fn bind_module_member(&mut self, name: &'t str, number: u32, theirs: &'t str) {
        if self.in_function() {
            self.bind_loaded(name, Bound::Member(number, theirs));
        }
    }

    fn bind_loaded(&mut self, name: &'t str, to: Bound<'t>) {
        if self.spend(24) {
            self.bind_as(name, to);
        }
    }

    /// The module that a name is bound to.
    pub(crate) fn bound_module(&self, name: &str) -> Option<u32> {
        match self.bound(name) {
            Some(Bound::Module(number) | Bound::ModuleAtTop(number)) => Some(number),
            _ => None,
        }
    }

    /// The module that the function of a name gives.
    pub(crate) fn bound_loader(&self, name: &str) -> Option<u32> {
        match self.bound(name) {
            Some(Bound::Loader(number)) => Some(number),
            _ => None,
        }
    }

    /// A use of a name of a module. `sure`: the file shows that this is what is used.
    pub(crate) fn use_of_module(
        &mut self,
        kind: ReferenceKind,
        name: &'t str,
        (number, sure): (u32, bool),
        at: usize,
    ) {
        let receiver = Known::Module(Loaded { number, path: ("", ""), sure });
        let line = self.lines.line_of(at);
        let from = From::Definition(self.enclosing_number());
        if self.references.add(Pending { name, receiver, kind, from, lines: vec![line] }, line) {
            self.spend(name.len() + 64);
        }
    }

    /// The module goes to what the file does not show: any of its names may be used there.
    pub(crate) fn hand_on(&mut self, number: u32) {
        self.loads.handed_on.insert(number);
    }
}

/// The local name that stands for the module of that number.
pub(crate) fn local_name(number: u32) -> String {
    format!("{LOADED_MODULE}#{number}")
}

/// What stands before a name of a module in the facts.
pub(crate) fn path_of(loaded: &Loaded<'_>) -> String {
    let sign = if loaded.sure { '#' } else { '@' };
    let mut path = format!("{LOADED_MODULE}{sign}{}", loaded.number);
    for names in [loaded.path.0, &joined(loaded.path.1)] {
        if !names.is_empty() {
            path.push('.');
            path.push_str(names);
        }
    }
    path
}

/// Notes with the imports of a file which modules are handed on: those with these numbers or local names.
pub(crate) fn note_handed_on(imports: &mut [ImportFacts], loads: &Loads<'_>, names: &BTreeSet<String>) {
    if loads.handed_on.is_empty() && names.is_empty() {
        return;
    }
    let mut locals = names.clone();
    locals.extend(loads.handed_on.iter().map(|number| local_name(*number)));
    for import in imports {
        let is_whole = |(local, theirs): &(String, String)| theirs == "*" && locals.contains(local);
        let noted = import.aliases.iter().any(|(local, _)| local == LOADED_MODULE);
        if !noted && import.aliases.iter().any(is_whole) {
            import.aliases.push((LOADED_MODULE.to_owned(), "*".to_owned()));
        }
    }
}
