//! The references of a file as far as they are known, and the bindings in force.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::ops::Range;

use beadloom_model::{MAX_LINES_ITEMS, ReferenceKind};

/// What a name is bound to.
#[derive(Clone, Copy)]
pub(crate) enum Bound<'t> {
    Unknown,
    Typed(&'t str),
    /// Likewise, in no function: the name stands for a definition, which may be called.
    Declared(&'t str),
    /// A field, or a path of fields, of the type with that number in [`References::owners`].
    Field(usize, &'t str),
    TypeParameter,
    /// The module with that number, as a whole, or a promise of it.
    Module(u32),
    /// Likewise, in no function: the name stands for a definition, too.
    ModuleAtTop(u32),
    /// A function that gives the module with that number.
    Loader(u32),
    /// What the module with that number calls so.
    Member(u32, &'t str),
}

/// A module that is loaded where it has no name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Loaded<'t> {
    pub(crate) number: u32,
    /// What is reached in it: a name, and names below that.
    pub(crate) path: (&'t str, &'t str),
    /// The file shows that this is what is used.
    pub(crate) sure: bool,
}

/// What stands before a name, once what is bound is known; fields wait for the end of the file.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Known<'t> {
    Nothing,
    This,
    Super,
    Path(&'t str),
    Typed(&'t str),
    /// Fields of the type with that qualified name.
    FieldOf(String, &'t str),
    Module(Loaded<'t>),
    Value,
}

/// Where a binding holds: not in the value that is given, and no further than the block around.
#[derive(Clone)]
pub(crate) struct Extent {
    pub(crate) value: Range<usize>,
    pub(crate) end: usize,
}

impl Extent {
    fn has(&self, at: usize) -> bool {
        at < self.end && !self.value.contains(&at)
    }
}

pub(crate) struct Pending<'t> {
    pub(crate) name: &'t str,
    pub(crate) receiver: Known<'t>,
    pub(crate) kind: ReferenceKind,
    pub(crate) from: From,
    pub(crate) lines: Vec<u32>,
}

/// What a reference stands in.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum From {
    /// The definition with this number.
    Definition(Option<usize>),
    /// The type of that qualified name, wherever it stands in the file.
    Type(String),
}

/// The references of a file and the bindings in force.
#[derive(Default)]
pub(crate) struct References<'t> {
    pub(crate) pending: Vec<Pending<'t>>,
    /// Places in `pending` by hash.
    known: HashMap<u64, Vec<u32>>,
    hasher: std::hash::BuildHasherDefault<std::hash::DefaultHasher>,
    /// Innermost last, each with where it holds in its scope.
    bindings: HashMap<&'t str, Vec<(Bound<'t>, Extent)>>,
    /// Bound names with the number of scopes that were open.
    bound: Vec<(usize, &'t str)>,
    /// Types of fields by qualified name of the type and field; `None` where the file says two things.
    pub(crate) fields: HashMap<String, HashMap<&'t str, Option<&'t str>>>,
    /// Qualified names of types whose fields variables are bound to.
    pub(crate) owners: Vec<String>,
    /// Numbers of functions and what they give.
    pub(crate) results: Vec<(usize, &'t str)>,
    /// Names that are bound by patterns and declarations of which only values take notice, with the same.
    shadows: HashMap<&'t str, Vec<Extent>>,
    /// These names with the number of scopes that were open.
    shadowed: Vec<(usize, &'t str)>,
}

impl<'t> References<'t> {
    /// Bindings of scopes beyond the first `open` end.
    pub(crate) fn leave(&mut self, open: usize) {
        while self.bound.last().is_some_and(|(scopes, _)| *scopes > open) {
            if let Some((_, name)) = self.bound.pop()
                && let Some(bindings) = self.bindings.get_mut(name)
            {
                bindings.pop();
            }
        }
        while self.shadowed.last().is_some_and(|(scopes, _)| *scopes > open) {
            if let Some((_, name)) = self.shadowed.pop()
                && let Some(shadows) = self.shadows.get_mut(name)
            {
                shadows.pop();
            }
        }
    }

    /// The name is no value of anything outside, until the scope ends.
    pub(crate) fn shadow(&mut self, scopes: usize, name: &'t str, extent: Extent) {
        self.shadows.entry(name).or_default().push(extent);
        self.shadowed.push((scopes, name));
    }

    pub(crate) fn is_shadowed(&self, name: &str, at: usize) -> bool {
        self.shadows.get(name).is_some_and(|shadows| shadows.iter().any(|extent| extent.has(at)))
    }

    pub(crate) fn bind(&mut self, scopes: usize, name: &'t str, to: Bound<'t>, extent: Extent) {
        self.bindings.entry(name).or_default().push((to, extent));
        self.bound.push((scopes, name));
    }

    /// What a name is bound to at a place.
    pub(crate) fn of(&self, name: &str, at: usize) -> Option<Bound<'t>> {
        let bindings = self.bindings.get(name)?;
        bindings.iter().rev().find(|(_, extent)| extent.has(at)).map(|(to, _)| *to)
    }

    pub(crate) fn field_of(&mut self, owner: String, path: &'t str) -> Bound<'t> {
        if self.owners.last() != Some(&owner) {
            self.owners.push(owner);
        }
        Bound::Field(self.owners.len().saturating_sub(1), path)
    }

    pub(crate) fn add(&mut self, reference: Pending<'t>, line: u32) -> bool {
        let hash = self.hasher.hash_one((
            reference.name,
            reference.kind,
            &reference.from,
            std::mem::discriminant(&reference.receiver),
            match &reference.receiver {
                Known::Path(text) | Known::Typed(text) | Known::FieldOf(_, text) => text,
                _ => "",
            },
            match &reference.receiver {
                Known::Module(loaded) => loaded.number,
                _ => 0,
            },
        ));
        let places = self.known.entry(hash).or_default();
        for place in places.iter() {
            if let Some(known) = self.pending.get_mut(*place as usize)
                && known.name == reference.name
                && known.kind == reference.kind
                && known.from == reference.from
                && known.receiver == reference.receiver
            {
                if known.lines.last() != Some(&line) && known.lines.len() < MAX_LINES_ITEMS {
                    known.lines.push(line);
                }
                return false;
            }
        }
        places.push(u32::try_from(self.pending.len()).unwrap_or(u32::MAX));
        self.pending.push(reference);
        true
    }
}

pub(crate) fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '@' | '#')
}

/// Names joined by `.`, whatever stood between them.
pub(crate) fn joined(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for name in path.split(|c: char| !is_name(c)).filter(|name| !name.is_empty()) {
        if !out.is_empty() {
            out.push('.');
        }
        out.push_str(name);
    }
    out
}
