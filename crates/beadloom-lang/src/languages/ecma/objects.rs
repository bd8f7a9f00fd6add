//! Object literals whose functions are definitions: values of variables and exports at the top of a file, alone or as
//! what a call is given (`defineStore("cart", { … })`); what functions return, and their variables.

use beadloom_model::{ImportKind, SymbolKind};
use tree_sitter::Node;

use super::File;
use crate::outline::{Container, Definition, Outline};
use crate::vocabulary::named_children;

/// Parts of a component's options that hold its own functions: what is in them is called without their names.
const OPTIONS: &[&str] = &["actions", "computed", "getters", "methods", "watch"];

/// Layers of assertions around a literal.
const LAYERS: usize = 4;

/// An object literal whose entries are definitions.
pub(super) struct Literal {
    end: usize,
    /// Of its entries.
    depth: usize,
    /// Its entries are what the file exports, and have no other name in front.
    exports: bool,
    /// Its entries belong to the component that the file is.
    component: bool,
}

impl File<'_> {
    /// The object literal that a value is or that a call is given last, and how many levels below the value its
    /// entries stand.
    pub(super) fn literal_of<'n>(&self, value: Node<'n>) -> Option<(Node<'n>, usize)> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut node = value;
        let mut levels = 1;
        for _ in 0..LAYERS {
            if kinds.object.is(node) {
                return Some((node, levels));
            } else if kinds.call_expression.is(node) {
                let arguments = fields.arguments.of(node)?;
                let last = u32::try_from(arguments.named_child_count()).ok()?.checked_sub(1)?;
                let last = arguments.named_child(last).filter(|last| kinds.object.is(*last))?;
                return Some((last, levels + 2));
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

    /// The entries of this literal are definitions. The value that [`File::literal_of`] looked at is a child of
    /// the node that the walk is at.
    pub(super) fn open_literal(
        &mut self,
        literal: Node<'_>,
        levels: usize,
        exports: bool,
        outline: &Outline<'_>,
    ) {
        let depth = outline.depth + 1 + levels;
        let component = outline.component.is_some() && exports;
        self.literals.push(Literal { end: literal.end_byte(), depth, exports, component });
    }

    /// A function gives back an object: `return { … }`, `() => ({ … })`. The value is a child of the node.
    pub(super) fn returned_literal(&mut self, given: Option<Node<'_>>, outline: &Outline<'_>) {
        let object = given.filter(|given| !self.rules.kinds.call_expression.is(*given));
        if let Some((object, levels)) = object.and_then(|given| self.literal_of(given))
            && outline.in_function()
        {
            self.open_literal(object, levels, false, outline);
        }
    }

    /// The literal that the node is an entry of.
    pub(super) fn literal_around(&mut self, node: Node<'_>, outline: &Outline<'_>) -> Option<&Literal> {
        while self.literals.last().is_some_and(|literal| literal.end <= node.start_byte()) {
            self.literals.pop();
        }
        self.literals.last().filter(|literal| literal.depth == outline.depth)
    }

    /// What a function in that literal is.
    pub(super) fn entry_kind(literal: &Literal) -> SymbolKind {
        if literal.exports && !literal.component { SymbolKind::Function } else { SymbolKind::Method }
    }

    /// `name: function …`, `name: { … }`, `name: require("…")` in such a literal.
    pub(super) fn pair(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if self.literals.is_empty() {
            return;
        }
        let Some(literal) = self.literal_around(node, outline) else { return };
        let (exports, component, kind) = (literal.exports, literal.component, Self::entry_kind(literal));
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(given) = fields.value.of(node) else { return };
        let value = self.bare(given);
        let Some(name) = self.member_name(fields.key.of(node), outline) else { return };
        if self.is_function(value) {
            let form = if kind == SymbolKind::Method { "method" } else { "function" };
            self.await_value(value, Definition::new(name, kind, form, node), outline);
        } else if kinds.object.is(value) {
            let Some((object, levels)) = self.literal_of(given) else { return };
            let depth = outline.depth + 1 + levels;
            let part = component && OPTIONS.contains(&name.as_str());
            if !part {
                outline.open(node, Some(&name), Container::Type);
            }
            self.literals.push(Literal { end: object.end_byte(), depth, exports: part, component: part });
        } else if exports
            && !component
            && let Some(specifier) = self.required_module(value, outline)
        {
            self.required = Some(value.id());
            let aliases = vec![(name, "*".to_owned())];
            outline.import_as(
                specifier,
                vec!["*".to_owned()],
                aliases,
                ImportKind::ReExport,
                value.start_byte(),
            );
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
