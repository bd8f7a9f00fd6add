//! Imports, types, methods and constants.

use beadloom_model::{ImportKind, SymbolKind};
use tree_sitter::Node;

use super::File;
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::{has_word, named_children};

impl File<'_> {
    pub(super) fn import(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let path = kinds.scoped_identifier.child(node).or_else(|| kinds.identifier.child(node));
        let Some(path) = path else { return };
        let path: String = outline.text(path).chars().filter(|c| !c.is_whitespace()).collect();
        let wildcard = kinds.asterisk.child(node).is_some();
        let is_static = has_word(node, "static");
        if !is_static {
            self.spring.import(&path, None, wildcard);
        }
        let (specifier, names) = match (is_static, wildcard) {
            (true, true) => (path, vec!["*".to_owned()]),
            (true, false) => match path.rsplit_once('.') {
                Some((of, member)) => (of.to_owned(), vec![member.to_owned()]),
                None => (path, Vec::new()),
            },
            (false, true) => (format!("{path}.*"), vec!["*".to_owned()]),
            (false, false) => (path, Vec::new()),
        };
        outline.import(&specifier, names, ImportKind::Import, node.start_byte());
    }

    /// The definition with the modifiers' annotations kept out of its signature.
    fn definition(
        &self,
        name: &str,
        kind: SymbolKind,
        form: &'static str,
        node: Node<'_>,
        outline: &Outline<'_>,
    ) -> Definition {
        let kinds = &self.rules.kinds;
        let mut definition = Definition::new(name, kind, form, node);
        let modifiers = kinds.modifiers.child(node);
        if let Some(modifiers) = modifiers {
            definition.skip = named_children(modifiers)
                .filter(|child| kinds.annotation.is(*child) || kinds.marker_annotation.is(*child))
                .map(|child| child.byte_range())
                .collect();
            if let Some(first) = definition.skip.first().filter(|first| first.start == definition.start) {
                // Comments between annotations and the rest are looked for up to here.
                definition.start = first.end;
            }
        }
        let says = |word| modifiers.is_some_and(|modifiers| has_word(modifiers, word));
        let of_interface = outline
            .enclosing()
            .is_some_and(|around| matches!(around.definition.form, "interface" | "annotation"))
            && outline.is_member();
        definition.visible(says("public") || says("protected") || (of_interface && !says("private")))
    }

    pub(super) fn type_declaration(
        &mut self,
        node: Node<'_>,
        kind: SymbolKind,
        form: &'static str,
        outline: &mut Outline<'_>,
    ) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let body = fields.body.of(node);
        let definition = self.definition(name, kind, form, node, outline).body(body).opens(Container::Type);
        let number = outline.define(definition);
        self.bind_type_parameters(node, outline);
        self.inheritance(node, form, outline);
        if let Some(parameters) = fields.parameters.of(node) {
            self.components(parameters, outline);
        }
        if let Some(body) = body {
            self.members(body, outline);
        }
        self.controller(node, form, number, outline);
    }

    pub(super) fn method(&mut self, node: Node<'_>, form: &'static str, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        outline.entry_point |= self.is_main(node, name, outline);
        let class = outline.enclosing_number().filter(|_| outline.is_member());
        let definition = self
            .definition(name, SymbolKind::Method, form, node, outline)
            .body(fields.body.of(node))
            .opens(Container::Function);
        let number = outline.define(definition);
        self.handler(node, class, number, name, outline);
    }

    /// `static void main(…)` of a type that is not nested in a method.
    fn is_main(&self, node: Node<'_>, name: &str, outline: &Outline<'_>) -> bool {
        name == "main"
            && !outline.in_function()
            && self.rules.kinds.modifiers.child(node).is_some_and(|modifiers| has_word(modifiers, "static"))
    }

    /// `static final` fields, and those of interfaces, are constants by themselves; others are parts of their type.
    pub(super) fn field(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if outline.in_function() {
            // Of a class without a name; that of others are bound before their methods are seen.
            self.bind_declared(node, outline);
            return;
        }
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let is_constant = self.is_constant(node);
        let is_private = || kinds.modifiers.child(node).is_some_and(|of| has_word(of, "private"));
        // What no other file can read.
        if !is_constant && is_private() {
            return;
        }
        for declarator in named_children(node).filter(|child| kinds.variable_declarator.is(*child)) {
            let Some(name) = outline.name(fields.name.of(declarator)) else { continue };
            let form = if is_constant { "constant" } else { "field" };
            let mut definition = self
                .definition(name, SymbolKind::Constant, form, node, outline)
                .value(fields.value.of(declarator));
            definition.part = !is_constant;
            outline.define(definition);
        }
    }

    /// A constant of an enum.
    pub(super) fn enum_constant(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)).filter(|_| !outline.in_function()) else {
            return;
        };
        let body = fields.body.of(node);
        let definition = self.definition(name, SymbolKind::Constant, "enum constant", node, outline);
        let definition =
            if body.is_some() { definition.body(body) } else { definition.value(fields.arguments.of(node)) };
        outline.define(definition.visible(true).part());
    }

    /// Whether a field declares constants.
    pub(super) fn is_constant(&self, node: Node<'_>) -> bool {
        let kinds = &self.rules.kinds;
        let modifiers = kinds.modifiers.child(node);
        let says = |word| modifiers.is_some_and(|modifiers| has_word(modifiers, word));
        kinds.constant_declaration.is(node) || (says("static") && says("final"))
    }
}
