//! What functions bind: parameters, local variables, destructured names; and the fields of types.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::{has_word, named_children};

/// Patterns within patterns are followed this far.
const NESTED: usize = 8;

impl File<'_> {
    /// The parameters of the function whose scope is the innermost. Those of a constructor may be fields too.
    pub(super) fn parameters(&mut self, function: Node<'_>, is_constructor: bool, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if let Some(only) = fields.parameter.of(function) {
            outline.bind(Some(only), None);
            return;
        }
        let Some(list) = fields.parameters.of(function) else { return };
        for parameter in named_children(list) {
            let Some(pattern) = fields.pattern.of(parameter) else {
                self.bind_parts(parameter, outline);
                continue;
            };
            if !kinds.identifier.is(pattern) {
                self.type_object(Some(pattern), fields.r#type.of(parameter), outline);
                self.bind_parts(pattern, outline);
                continue;
            }
            let of = match (fields.r#type.of(parameter), fields.value.of(parameter)) {
                (Some(annotation), _) => self.type_text(annotation, outline),
                (None, Some(value)) => self.value_type(value, outline),
                (None, None) => None,
            };
            let modifier = kinds.accessibility_modifier.child(parameter);
            if is_constructor && (modifier.is_some() || has_word(parameter, "readonly")) {
                if let Some(of) = of {
                    outline.bind_field(Some(pattern), of);
                }
                if modifier.is_none_or(|of| outline.text(of) != "private") {
                    self.parameter_property(parameter, pattern, outline);
                }
            }
            outline.bind(Some(pattern), of);
        }
    }

    /// `constructor(readonly size: number)` declares a field.
    fn parameter_property(&self, parameter: Node<'_>, name: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = outline.name(Some(name)) else { return };
        let class = outline.enclosing().and_then(|constructor| constructor.parent);
        let Some(class) = class.and_then(|class| outline.drafts.get(class)) else { return };
        let class = class.qualified_name.clone();
        let mut definition = Definition::new(name, SymbolKind::Constant, "field", parameter);
        definition.owner = Some(class);
        definition.by_owner = true;
        outline.define_outside(definition.value(self.rules.fields.value.of(parameter)).part());
    }

    /// The names that a pattern binds to parts of an unknown value.
    pub(super) fn bind_parts(&self, pattern: Node<'_>, outline: &mut Outline<'_>) {
        for part in self.parts(pattern) {
            outline.bind(Some(part), None);
        }
    }

    /// The names in a pattern: `a`, `c` and `d` of `{a, b: [c], ...d}`.
    pub(super) fn parts<'n>(&self, pattern: Node<'n>) -> Vec<Node<'n>> {
        let mut parts = Vec::new();
        self.collect_parts(pattern, &mut parts, NESTED);
        parts
    }

    fn collect_parts<'n>(&self, pattern: Node<'n>, parts: &mut Vec<Node<'n>>, nested: usize) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if kinds.identifier.is(pattern) || kinds.shorthand_property_identifier_pattern.is(pattern) {
            parts.push(pattern);
            return;
        }
        let Some(nested) = nested.checked_sub(1) else { return };
        if kinds.object_pattern.is(pattern)
            || kinds.array_pattern.is(pattern)
            || kinds.rest_pattern.is(pattern)
        {
            for part in named_children(pattern) {
                self.collect_parts(part, parts, nested);
            }
        } else {
            let inner = if kinds.pair_pattern.is(pattern) {
                fields.value.of(pattern)
            } else if kinds.assignment_pattern.is(pattern) || kinds.object_assignment_pattern.is(pattern) {
                fields.left.of(pattern)
            } else {
                None
            };
            if let Some(inner) = inner {
                self.collect_parts(inner, parts, nested);
            }
        }
    }

    /// `for (const a of b)`
    pub(super) fn bind_loop(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        if let Some(left) = fields.left.of(node).filter(|_| fields.kind.of(node).is_some()) {
            self.bind_parts(left, outline);
        }
    }

    /// `catch (error)`
    pub(super) fn bind_catch(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        if let Some(parameter) = self.rules.fields.parameter.of(node) {
            self.bind_parts(parameter, outline);
        }
    }

    /// A field as its class declares it, with a type or with a value that shows one.
    pub(super) fn bind_declared_field(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let of = match (fields.r#type.of(node), fields.value.of(node)) {
            (Some(annotation), _) => self.type_text(annotation, outline),
            (None, Some(value)) => self.value_type(value, outline),
            (None, None) => None,
        };
        if let Some(of) = of {
            outline.bind_field(self.field_name(node), of);
        }
    }

    /// A member of an interface, or of a type that is an object or joins some.
    pub(super) fn property(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let is_joined = || outline.container() == Some(Container::Type) && outline.is_below(3);
        if !outline.is_member() && !is_joined() {
            return;
        }
        self.bind_declared_field(node, outline);
        let Some(name) = self.field_name(node).filter(|_| !outline.in_function()) else { return };
        let is_name = self.rules.kinds.property_identifier.is(name) || self.rules.kinds.string.is(name);
        let Some(text) = self.member_name(Some(name).filter(|_| is_name), outline) else { return };
        let definition = Definition::new(text, SymbolKind::Constant, "property", node);
        outline.define(definition.visible(true).part());
    }

    /// `get ledger(): Ledger` reads like a field.
    pub(super) fn bind_getter(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        if let Some(of) = fields.return_type.of(node).and_then(|of| self.type_text(of, outline)) {
            outline.bind_field(fields.name.of(node), of);
        }
    }
}
