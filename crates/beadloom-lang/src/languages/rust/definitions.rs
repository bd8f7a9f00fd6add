//! Functions, types, constants, macros, `impl` blocks.

use beadloom_model::{ReferenceKind, SymbolKind};
use tree_sitter::Node;

use super::{Attributes, File, attributes, testing};
use crate::definition::{Container, Definition};
use crate::literals::unquote;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::{has_word, named_children};

/// Attributes of one item that are looked at.
const ATTRIBUTES: usize = 32;
/// Longer types have no name to file their members under (bytes).
const MAX_TYPE_BYTES: usize = 60;

impl File<'_> {
    pub(super) fn attribute(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if !outline.decorate(node) {
            self.attributes = Attributes::default();
        }
        self.tokens_until = node.end_byte();
        testing::of_attribute(node, outline);
        attributes::values(node, outline);
        let text = outline.text(node).trim_start_matches("#[").trim_end_matches(']').trim();
        if text == "macro_export" || text.starts_with("macro_export(") {
            self.attributes.macro_export = true;
        } else if let Some(("path", value)) =
            text.split_once('=').map(|(key, value)| (key.trim(), value.trim()))
        {
            self.attributes.path = unquote(value).map(str::to_owned);
        }
        if let Some(of) = node.named_child(0)
            && self.attributes.macros.len() < ATTRIBUTES
        {
            self.attributes.macros.push(of.byte_range());
        }
    }

    /// The attributes of the item that begins now, and where they begin.
    pub(super) fn take_attributes(&mut self, outline: &Outline<'_>) -> (usize, Attributes) {
        let attributes = std::mem::take(&mut self.attributes);
        match outline.decorated_from() {
            Some(from) => (from, attributes),
            None => (usize::MAX, Attributes::default()),
        }
    }

    /// `pub` and nothing narrower; what belongs to a trait follows the trait or the type.
    pub(super) fn is_public(&self, node: Node<'_>, outline: &Outline<'_>) -> bool {
        let says =
            self.rules.kinds.visibility_modifier.child(node).is_some_and(|of| outline.text(of) == "pub");
        says || (outline.is_member()
            && (self.impl_of_trait.contains(&node.start_byte())
                || outline.enclosing().is_some_and(|around| around.definition.form == "trait")))
    }

    pub(super) fn function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let (from, attributes) = self.take_attributes(outline);
        self.macros_of(&attributes, outline);
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let method = outline.container() == Some(Container::Type);
        outline.entry_point |= name == "main" && outline.container().is_none();
        let says =
            |word| kinds.function_modifiers.child(node).is_some_and(|modifiers| has_word(modifiers, word));
        let form = if says("async") { "async fn" } else { "fn" };
        let kind = if method { SymbolKind::Method } else { SymbolKind::Function };
        let definition = Definition::new(name, kind, form, node)
            .body(fields.body.of(node))
            .outer(from)
            .visible(self.is_public(node, outline))
            .opens(Container::Function);
        let Some(number) = outline.define(definition) else { return };
        self.web_attributes(&attributes, number, name, outline);
        self.web_function(node, outline);
        self.bind_signature(node, outline);
        if let Some(of) = fields.return_type.of(node).and_then(|of| self.bound_type(of, outline)) {
            outline.gives(Some(number), of);
        }
    }

    pub(super) fn item(
        &mut self,
        node: Node<'_>,
        kind: SymbolKind,
        form: &'static str,
        outline: &mut Outline<'_>,
    ) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let (from, attributes) = self.take_attributes(outline);
        self.macros_of(&attributes, outline);
        let Some(name_node) = fields.name.of(node) else { return };
        // A trait's bases come after its name. What an associated type must be is no base of it.
        let bounds = fields.bounds.of(node).filter(|_| form != "type");
        let bases = bounds.into_iter().flat_map(named_children).filter_map(|base| self.base(base)).collect();
        self.claim(bases);
        self.claim(vec![name_node.start_byte()]);
        let Some(name) = outline.name(Some(name_node)) else { return };
        // A tuple struct's fields are short and tell more than their absence.
        let body =
            fields.body.of(node).filter(|body| form != "struct" || kinds.field_declaration_list.is(*body));
        let definition = Definition::new(name, kind, form, node)
            .body(body)
            .outer(from)
            .visible(self.is_public(node, outline))
            .opens(Container::Type);
        if outline.define(definition).is_none() {
            return;
        }
        self.bind_type_parameters(node, outline);
        self.enter_type(node, name_node);
        for base in bounds.into_iter().flat_map(named_children) {
            if let Some((path, name, at)) = self.type_path(base, outline) {
                outline.reference_to(ReferenceKind::Inherit, name, path, at);
            }
        }
    }

    pub(super) fn value(&mut self, node: Node<'_>, form: &'static str, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let (from, _) = self.take_attributes(outline);
        let Some(name_node) = fields.name.of(node) else { return };
        if outline.container() != Some(Container::Type) {
            let of = fields.r#type.of(node).and_then(|of| self.bound_type(of, outline));
            outline.bind(Some(name_node), of);
        }
        let Some(name) = outline.name(Some(name_node)) else { return };
        if outline.in_function() || name == "_" {
            return;
        }
        let definition = Definition::new(name, SymbolKind::Constant, form, node)
            .value(fields.value.of(node))
            .outer(from)
            .visible(self.is_public(node, outline));
        outline.define(definition);
    }

    /// A variant of an enum.
    pub(super) fn variant(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = outline.name(self.rules.fields.name.of(node)) else { return };
        if !outline.in_function()
            && outline.enclosing().is_some_and(|around| around.definition.form == "enum")
        {
            outline.define(Definition::new(name, SymbolKind::Constant, "variant", node).part());
        }
    }

    pub(super) fn macro_rules(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (from, attributes) = self.take_attributes(outline);
        let Some(name_node) = self.rules.fields.name.of(node) else { return };
        let Some(name) = outline.name(Some(name_node)) else { return };
        let mut definition = Definition::new(name, SymbolKind::Function, "macro", node)
            .outer(from)
            .visible(attributes.macro_export);
        definition.body = name_node.end_byte();
        definition.shown = definition.body;
        self.tokens_until = node.end_byte();
        outline.define(definition);
        members_in_macro(node, outline);
    }

    pub(super) fn impl_block(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        if fields.r#trait.of(node).is_some() {
            self.impl_of_trait = node.byte_range();
        } else {
            // An inherent block within a trait's function does not inherit its freedom.
            self.impl_of_trait = 0..0;
        }
        let of = fields.r#type.of(node).and_then(|of| self.own_type(of));
        let name: Option<String> = of.map(|of| outline.text(of).split_whitespace().collect());
        let name = name.filter(|name| !name.is_empty() && name.len() <= MAX_TYPE_BYTES);
        outline.open(node, name.as_deref(), Container::Type);
        self.bind_type_parameters(node, outline);
        if let Some(of) = of {
            self.enter_type(node, of);
        }
        self.implements(node, outline);
    }

    /// What an `impl` is for, without references and type arguments, as its short name.
    fn own_type<'n>(&self, of: Node<'n>) -> Option<Node<'n>> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = of;
        for _ in 0..8 {
            if kinds.generic_type.is(of) || kinds.reference_type.is(of) {
                of = fields.r#type.of(of)?;
            } else if kinds.scoped_type_identifier.is(of) {
                of = fields.name.of(of)?;
            } else if kinds.dynamic_type.is(of) {
                of = fields.r#trait.of(of)?;
            } else {
                break;
            }
        }
        Some(of)
    }

    /// `impl Trait for Type`: the type inherits, wherever it stands in the file. Of types that stand in another
    /// file, only the use is known.
    fn implements(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(of) = fields.r#trait.of(node) else {
            // Its methods are its own.
            self.claim(fields.r#type.of(node).and_then(|of| self.base(of)).into_iter().collect());
            return;
        };
        if let Some(at) = self.base(of) {
            self.claim(vec![at]);
        }
        if has_word(node, "!") {
            return;
        }
        if let Some((path, name, at)) = self.type_path(of, outline) {
            outline.inherits(name, path, at);
        }
    }
}

/// The body of a macro is no code yet. What it names behind a dot is a member of values that only its uses know.
fn members_in_macro(node: Node<'_>, outline: &mut Outline<'_>) {
    const MAX_NAMES_ITEMS: usize = 512;
    let text = outline.text(node);
    for (at, _) in text.match_indices('.').take(MAX_NAMES_ITEMS) {
        let rest = text.get(at + 1..).unwrap_or("");
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = rest.get(..end).unwrap_or("");
        let is_range = text.get(..at).is_some_and(|before| before.ends_with('.'));
        if !is_range && name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            outline.value_to(name, Before::Value, node.start_byte() + at + 1);
        }
    }
}
