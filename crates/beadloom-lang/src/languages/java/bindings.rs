//! What names are bound to: fields, parameters, local variables.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use super::references::STEPS;
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

impl File<'_> {
    /// The fields of a type, wherever in its body they stand: one look at each member.
    pub(super) fn members(&mut self, body: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        for member in named_children(body) {
            if kinds.field_declaration.is(member) || kinds.constant_declaration.is(member) {
                self.member(member, outline);
            } else if kinds.enum_body_declarations.is(member) {
                for member in named_children(member).filter(|of| kinds.field_declaration.is(*of)) {
                    self.member(member, outline);
                }
            }
        }
    }

    fn member(&mut self, field: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if self.spring.is_imported() && self.is_constant(field) {
            self.remember_text(field, outline);
        }
        let of = fields.r#type.of(field).and_then(|of| self.bound_type(of, outline));
        let Some(of) = of else { return };
        for declarator in named_children(field).filter(|child| kinds.variable_declarator.is(*child)) {
            outline.bind_field(fields.name.of(declarator), of);
            outline.bind(fields.name.of(declarator), Some(of));
        }
    }

    /// A record's components: each is a field, and a method that gives it.
    pub(super) fn components(&self, parameters: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        for component in named_children(parameters).filter(|child| kinds.formal_parameter.is(*child)) {
            if let Some(name) = outline.name(fields.name.of(component)) {
                outline.define(Definition::new(name, SymbolKind::Method, "component", component));
            }
            let of = fields.r#type.of(component).and_then(|of| self.bound_type(of, outline));
            if let Some(of) = of {
                outline.bind_field(fields.name.of(component), of);
                outline.bind(fields.name.of(component), Some(of));
            }
        }
    }

    /// Of a method, lambda or `catch`.
    pub(super) fn parameter(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if kinds.spread_parameter.is(node) {
            // An array: its elements' type says nothing about it.
            let name = kinds.variable_declarator.child(node).and_then(|of| fields.name.of(of));
            outline.bind(name, None);
            return;
        }
        let of = if kinds.catch_formal_parameter.is(node) {
            // One type, or no telling which of several.
            kinds
                .catch_type
                .child(node)
                .filter(|of| of.named_child_count() == 1)
                .and_then(|of| of.named_child(0))
        } else {
            fields.r#type.of(node)
        };
        let of = of.and_then(|of| self.bound_type(of, outline));
        outline.bind(fields.name.of(node), of);
    }

    pub(super) fn lambda(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        outline.open(node, None, Container::Function);
        let Some(parameters) = self.rules.fields.parameters.of(node) else { return };
        if kinds.identifier.is(parameters) {
            outline.bind(Some(parameters), None);
        } else if kinds.inferred_parameters.is(parameters) {
            for name in named_children(parameters).filter(|child| kinds.identifier.is(*child)) {
                outline.bind(Some(name), None);
            }
        }
    }

    pub(super) fn locals(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        self.bind_declared(node, outline);
    }

    /// The variables of a declaration; `var` takes the type of what it is given.
    pub(super) fn bind_declared(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(of) = fields.r#type.of(node) else { return };
        let inferred = kinds.type_identifier.is(of) && outline.text(of) == "var";
        let declared = self.bound_type(of, outline);
        for declarator in named_children(node).filter(|child| kinds.variable_declarator.is(*child)) {
            let of = if inferred { self.made_by(fields.value.of(declarator), outline) } else { declared };
            outline.bind(fields.name.of(declarator), of);
        }
    }

    /// The type that a construction or cast shows.
    fn made_by<'t>(&self, value: Option<Node<'_>>, outline: &Outline<'t>) -> Option<&'t str> {
        match self.before(value?, outline) {
            Before::Typed(of) => Some(of),
            _ => None,
        }
    }

    pub(super) fn for_each(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        outline.open(node, None, Container::Function);
        let of = fields.r#type.of(node).and_then(|of| self.bound_type(of, outline));
        outline.bind(fields.name.of(node), of);
    }

    pub(super) fn resource(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(of) = fields.r#type.of(node) else { return };
        let of = self.bound_type(of, outline).or_else(|| self.made_by(fields.value.of(node), outline));
        outline.bind(fields.name.of(node), of);
    }

    pub(super) fn instance_of(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let of = fields.right.of(node).and_then(|of| self.bound_type(of, outline));
        outline.bind(fields.name.of(node), of);
    }

    /// `T t`
    pub(super) fn pattern(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let of = named_children(node).take(STEPS).find_map(|child| self.bound_type(child, outline));
        outline.bind(self.rules.kinds.identifier.child(node), of);
    }
}
