//! The references of a file as far as they are known, and the bindings in force.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

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
    Value,
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
    /// Innermost last.
    bindings: HashMap<&'t str, Vec<Bound<'t>>>,
    /// Bound names with the number of scopes that were open.
    bound: Vec<(usize, &'t str)>,
    /// Types of fields by qualified name of the type and field; `None` where the file says two things.
    pub(crate) fields: HashMap<String, HashMap<&'t str, Option<&'t str>>>,
    /// Qualified names of types whose fields variables are bound to.
    pub(crate) owners: Vec<String>,
    /// Numbers of functions and what they give.
    pub(crate) results: Vec<(usize, &'t str)>,
    /// How often a name is bound by a pattern or declaration of which only values take notice.
    shadows: HashMap<&'t str, u32>,
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
                && let Some(count) = self.shadows.get_mut(name)
            {
                *count = count.saturating_sub(1);
            }
        }
    }

    /// The name is no value of anything outside, until the scope ends.
    pub(crate) fn shadow(&mut self, scopes: usize, name: &'t str) {
        *self.shadows.entry(name).or_default() += 1;
        self.shadowed.push((scopes, name));
    }

    pub(crate) fn is_shadowed(&self, name: &str) -> bool {
        self.shadows.get(name).is_some_and(|count| *count > 0)
    }

    /// Where the one local of that name is written, as a part of the text; none where several locals have it.
    pub(crate) fn only_local(&self, name: &str) -> Option<&'t str> {
        const MAX_LOOKED_AT_ITEMS: usize = 64;
        let bound = self.bindings.get(name).map_or(0, Vec::len);
        let shadows = self.shadows.get(name).copied().unwrap_or(0);
        if bound > 1 || shadows > 1 {
            return None;
        }
        let list = if bound == 1 { &self.bound } else { &self.shadowed };
        list.iter().rev().take(MAX_LOOKED_AT_ITEMS).map(|(_, local)| *local).find(|local| *local == name)
    }

    pub(crate) fn bind(&mut self, scopes: usize, name: &'t str, to: Bound<'t>) {
        self.bindings.entry(name).or_default().push(to);
        self.bound.push((scopes, name));
    }

    pub(crate) fn of(&self, name: &str) -> Option<Bound<'t>> {
        self.bindings.get(name).and_then(|bindings| bindings.last()).copied()
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
