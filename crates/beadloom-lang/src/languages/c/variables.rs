//! Variables: globals and constants as symbols, all of them as bindings.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use super::functions::in_class;
use super::names::Declared;
use crate::definition::Definition;
use crate::outline::Outline;
use crate::vocabulary::named_children;

impl File<'_> {
    /// A declaration: prototypes, globals, locals; in a class of C++ its constructors.
    pub(super) fn declaration(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        if outline.in_function() {
            let of = fields.r#type.of(node);
            for declarator in fields.declarator.all(node) {
                self.bind_local(declarator, of, outline);
            }
            return;
        }
        let start = self.start_of(node, outline);
        let alone = fields.declarator.all(node).nth(1).is_none();
        for declarator in fields.declarator.all(node) {
            let Some(declared) = self.rules.declared(declarator, outline) else { continue };
            if declared.function {
                self.prototype(node, start, declared, alone, outline);
            } else {
                self.global(node, start, declarator, declared, outline);
            }
        }
    }

    fn global(
        &mut self,
        node: Node<'_>,
        start: usize,
        declarator: Node<'_>,
        declared: Declared<'_, '_>,
        outline: &mut Outline<'_>,
    ) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(of) = fields.r#type.of(node) else { return };
        let value = fields.value.of(declarator).filter(|_| kinds.init_declarator.is(declarator));
        let path = self.rules.type_path(of, outline);
        outline.bind(Some(declared.node), path.or_else(|| self.rules.made_by(value?, outline)));
        let form = self.form_of_value(node, outline);
        let hidden = !self.rules.header && self.rules.is_static(node, outline);
        let mut definition = Definition::new(declared.name, SymbolKind::Constant, form, node)
            .value(value)
            .outer(start)
            .visible(!hidden && self.is_reachable(node.start_byte()));
        definition.start = definition.outer;
        definition.owner = declared.owner;
        outline.define(definition);
    }

    fn form_of_value(&self, node: Node<'_>, outline: &Outline<'_>) -> &'static str {
        ["constexpr", "const", "extern"]
            .into_iter()
            .find(|word| self.rules.says(node, word, outline))
            .unwrap_or("variable")
    }

    /// A member of a class: a method, or a value; constants are symbols, and other values are parts of the class.
    pub(super) fn field(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let start = self.start_of(node, outline);
        let of = fields.r#type.of(node);
        let constant = self.rules.is_static(node, outline)
            && (self.rules.says(node, "const", outline) || self.rules.says(node, "constexpr", outline));
        let alone = fields.declarator.all(node).nth(1).is_none();
        for declarator in fields.declarator.all(node) {
            let Some(declared) = self.rules.declared(declarator, outline) else { continue };
            if declared.function && self.rules.cpp {
                self.prototype(node, start, declared, alone, outline);
                continue;
            }
            if let Some(path) = of.and_then(|of| self.rules.type_path(of, outline)) {
                outline.bind_field(Some(declared.node), path);
            }
            if in_class(outline) && !outline.in_function() {
                let form = if constant { self.form_of_value(node, outline) } else { "field" };
                let mut definition = Definition::new(declared.name, SymbolKind::Constant, form, node)
                    .value(fields.default_value.of(node))
                    .outer(start)
                    .visible(self.is_reachable(node.start_byte()));
                definition.start = definition.outer;
                definition.part = !constant;
                outline.define(definition);
            }
        }
    }

    /// A parameter of a function that has a body; those of prototypes name nothing.
    pub(super) fn parameter(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if !outline.in_function() {
            return;
        }
        let fields = &self.rules.fields;
        if let Some(declarator) = fields.declarator.of(node) {
            self.bind_local(declarator, fields.r#type.of(node), outline);
        }
    }

    /// `for (const auto &entry : entries)`
    pub(super) fn range_loop(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        if let Some(declarator) = fields.declarator.of(node) {
            self.bind_local(declarator, fields.r#type.of(node), outline);
        }
    }

    fn bind_local(&mut self, declarator: Node<'_>, of: Option<Node<'_>>, outline: &mut Outline<'_>) {
        /// A structured binding has at most this many names.
        const NAMES: usize = 64;
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let value = fields.value.of(declarator).filter(|_| kinds.init_declarator.is(declarator));
        let inner =
            if kinds.init_declarator.is(declarator) { fields.declarator.of(declarator) } else { None };
        let mut inner = inner.unwrap_or(declarator);
        if kinds.reference_declarator.is(inner) {
            inner = named_children(inner).last().unwrap_or(inner);
        }
        if kinds.structured_binding_declarator.is(inner) {
            for name in named_children(inner).take(NAMES) {
                outline.bind(Some(name), None);
            }
            return;
        }
        let Some(declared) = self.rules.declared(declarator, outline) else { return };
        if declared.function && self.rules.cpp {
            self.arguments_not_types(inner, outline);
        }
        let path = match of {
            Some(of) if kinds.placeholder_type_specifier.is(of) => {
                value.and_then(|value| self.rules.made_by(value, outline))
            }
            Some(of) => self.rules.type_path(of, outline),
            None => None,
        };
        outline.bind(Some(declared.node), path);
    }

    /// `Entry copy(entry);` declares a variable, though a function called `copy` reads the same.
    fn arguments_not_types(&mut self, declarator: Node<'_>, outline: &Outline<'_>) {
        /// A constructor has few arguments.
        const ARGUMENTS: usize = 8;
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(parameters) = fields.parameters.of(declarator) else { return };
        let types: Vec<Node<'_>> = named_children(parameters)
            .take(ARGUMENTS)
            .filter_map(|parameter| fields.r#type.of(parameter))
            .filter(|of| kinds.type_identifier.is(*of) && outline.is_bound(outline.text(*of)))
            .collect();
        for of in types {
            self.not_a_use(of);
        }
    }
}
