//! Modules that a file loads where they have no name of their own: `import("./a").then((m) => m.run())`,
//! `require("./b")()`.
//!
//! Each has a number, and is called by it in the facts, with `#` so that no name of the language is the same. What holds in one
//! function holds there alone, because local names of imports hold in the whole file.

use beadloom_model::ReferenceKind;

use crate::bindings::{Bound, From, Known, Loaded, Pending};
use crate::outline::Outline;

/// Modules of one file that are told apart.
const MAX_MODULES_ITEMS: usize = 10_000;

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
