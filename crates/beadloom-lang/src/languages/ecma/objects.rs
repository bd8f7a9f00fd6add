//! Object literals whose functions are definitions: values of variables and exports at the top of a file, alone or as
//! what a call is given (`defineStore("cart", { … })`); what functions return, and their variables.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use super::file::{Entries, Literal};
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Parts of the options of a component or store that hold its own functions: what is in them is called without
/// their names.
const OPTIONS: &[&str] = &["actions", "computed", "getters", "methods", "watch"];

/// Layers of assertions around a literal.
const LAYERS: usize = 4;

/// An object literal in a value.
#[derive(Clone, Copy)]
pub(super) struct Found<'n> {
    pub(super) object: Node<'n>,
    /// How many levels below the value its entries stand.
    levels: usize,
    /// A call is given it.
    called: bool,
}

impl File<'_> {
    /// The object literal that a value is or that a call is given last.
    pub(super) fn literal_of<'n>(&self, value: Node<'n>) -> Option<Found<'n>> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut node = value;
        let mut levels = 1;
        for _ in 0..LAYERS {
            if kinds.object.is(node) {
                return Some(Found { object: node, levels, called: false });
            } else if kinds.call_expression.is(node) {
                let arguments = fields.arguments.of(node)?;
                let last = u32::try_from(arguments.named_child_count()).ok()?.checked_sub(1)?;
                let object = arguments.named_child(last).filter(|last| kinds.object.is(*last))?;
                return Some(Found { object, levels: levels + 2, called: true });
            } else if kinds.parenthesized_expression.is(node)
                || kinds.as_expression.is(node)
                || kinds.satisfies_expression.is(node)
            {
                node = node.named_child(0)?;
                levels += 1;
            } else {
                return None;
            }
        }
        None
    }

    /// The entries of the literal are members of what was just defined. `layers`: how many levels the value that
    /// [`File::literal_of`] looked at stands below a child of the node that the walk is at.
    pub(super) fn open_literal(&mut self, found: Option<Found<'_>>, layers: usize, outline: &Outline<'_>) {
        self.open_entries(found, layers, Entries::Members, outline);
    }

    /// The entries of the literal are what the file exports, or members of the component that it is.
    pub(super) fn open_exports(&mut self, found: Option<Found<'_>>, outline: &Outline<'_>) {
        let entries = if outline.component.is_some() { Entries::Component } else { Entries::Exports };
        self.open_entries(found, 0, entries, outline);
    }

    fn open_entries(
        &mut self,
        found: Option<Found<'_>>,
        layers: usize,
        entries: Entries,
        outline: &Outline<'_>,
    ) {
        let Some(Found { object, levels, called }) = found else { return };
        let depth = outline.depth + 1 + levels + layers;
        let options = called || entries == Entries::Component;
        self.leave_literals(object.start_byte());
        self.literals.push(Literal { end: object.end_byte(), depth, entries, options });
    }

    /// A function gives back an object: `return { … }`, `() => ({ … })`. The value is a child of the node.
    pub(super) fn returned_literal(&mut self, given: Option<Node<'_>>, outline: &Outline<'_>) {
        let object = given.filter(|given| !self.rules.kinds.call_expression.is(*given));
        if outline.in_function() {
            self.open_literal(object.and_then(|given| self.literal_of(given)), 0, outline);
        }
    }

    /// The literal that the node is an entry of.
    pub(super) fn literal_around(&mut self, node: Node<'_>, outline: &Outline<'_>) -> Option<&Literal> {
        self.leave_literals(node.start_byte());
        self.literals.last().filter(|literal| literal.depth == outline.depth)
    }

    fn leave_literals(&mut self, at: usize) {
        while self.literals.last().is_some_and(|literal| literal.end <= at) {
            self.literals.pop();
        }
    }

    /// What a function in that literal is.
    pub(super) fn entry_kind(literal: &Literal) -> SymbolKind {
        if literal.entries == Entries::Exports { SymbolKind::Function } else { SymbolKind::Method }
    }

    /// `name: function …`, `name: { … }`, `name: require("…")` in such a literal.
    pub(super) fn pair(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if self.literals.is_empty() {
            return;
        }
        let Some(literal) = self.literal_around(node, outline) else { return };
        let (entries, options, kind) = (literal.entries, literal.options, Self::entry_kind(literal));
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(given) = fields.value.of(node) else { return };
        let value = self.bare(given);
        let Some(name) = self.member_name(fields.key.of(node), outline) else { return };
        if self.is_function(value) {
            let form = if kind == SymbolKind::Method { "method" } else { "function" };
            self.await_value(value, Definition::new(name, kind, form, node), outline);
        } else if kinds.object.is(value) {
            let found = self.literal_of(given);
            if options && OPTIONS.contains(&name.as_str()) {
                self.open_entries(found, 0, entries, outline);
                if let Some(part) = self.literals.last_mut() {
                    part.options = false;
                }
            } else {
                outline.open(node, Some(&name), Container::Type);
                self.open_literal(found, 0, outline);
            }
        } else if entries == Entries::Exports {
            self.export_required(value, Some(&name), outline);
        }
    }

    /// The names that an object given to `module.exports` exports by name alone.
    pub(super) fn export_entries(&self, object: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        for entry in named_children(object) {
            if kinds.shorthand_property_identifier.is(entry) {
                let name = outline.text(entry);
                outline.export_as(name, name);
            } else if kinds.pair.is(entry)
                && let Some(value) = fields.value.of(entry).filter(|of| kinds.identifier.is(*of))
                && let Some(name) = self.member_name(fields.key.of(entry), outline)
            {
                outline.export_as(&name, outline.text(value));
            }
        }
    }
}
