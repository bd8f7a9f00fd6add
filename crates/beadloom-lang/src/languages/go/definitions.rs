//! Functions, methods, types, constants, imports.

use beadloom_model::{ImportKind, SymbolKind};
use tree_sitter::Node;

use super::{File, Group};
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::{has_word, named_children};

impl File<'_> {
    pub(super) fn import(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(path) = fields.path.of(node) else { return };
        let specifier = outline.text(path).trim_matches(['"', '`']);
        let everything = fields.name.of(node).is_some_and(|name| self.rules.kinds.dot.is(name));
        // Imported for what it does when it is loaded: no name of it is used.
        let blank = fields.name.of(node).is_some_and(|name| outline.text(name) == "_");
        let names = match (everything, blank) {
            (true, _) => vec!["*".to_owned()],
            (false, true) => vec!["_".to_owned()],
            (false, false) => Vec::new(),
        };
        let local = fields.name.of(node).filter(|name| self.rules.kinds.package_identifier.is(*name));
        self.web_import(specifier, outline.name(local));
        let aliases =
            outline.name(local).map(|local| (local.to_owned(), String::new())).into_iter().collect();
        outline.import_as(specifier, names, aliases, ImportKind::Import, node.start_byte());
    }

    pub(super) fn function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        outline.entry_point |= self.main && name == "main";
        let definition = Definition::new(name, SymbolKind::Function, "func", node)
            .body(fields.body.of(node))
            .visible(is_exported(name))
            .opens(Container::Function);
        if let Some(number) = outline.define(definition) {
            self.web_function(node, outline);
            self.bind_signature(node, outline);
            if let Some(of) = fields.result.of(node).and_then(|result| self.result_type(result, outline)) {
                outline.gives(Some(number), of);
            }
        }
    }

    pub(super) fn method(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let mut definition = Definition::new(name, SymbolKind::Method, "method", node)
            .body(fields.body.of(node))
            .visible(is_exported(name))
            .opens(Container::Function);
        let parameter =
            fields.receiver.of(node).and_then(|of| self.rules.kinds.parameter_declaration.child(of));
        let receiver = parameter.and_then(|parameter| self.receiver(parameter, outline));
        definition.owner = receiver.map(|(_, name)| name.to_owned());
        if let Some((of, _)) = receiver {
            self.type_read = of.start_byte();
        }
        if outline.define(definition).is_some() {
            if let Some(parameter) = parameter {
                self.bind_receiver(parameter, receiver.map(|(_, name)| name), outline);
            }
            self.web_function(node, outline);
            self.bind_signature(node, outline);
        }
    }

    /// The type of a receiver, without pointer and type parameters.
    fn receiver<'n, 't>(&self, parameter: Node<'n>, outline: &Outline<'t>) -> Option<(Node<'n>, &'t str)> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = fields.r#type.of(parameter)?;
        // `**T` is not Go, but it parses.
        for _ in 0..4 {
            if kinds.type_identifier.is(of) {
                return Some((of, outline.name(Some(of))?));
            }
            of = if kinds.generic_type.is(of) { fields.r#type.of(of)? } else { of.named_child(0)? };
        }
        None
    }

    pub(super) fn open_group(&self, node: Node<'_>, lead: &'static str) -> Group {
        let grouped = has_word(node, "(") || self.rules.kinds.var_spec_list.child(node).is_some();
        Group { start: node.start_byte(), grouped, lead }
    }

    /// A spec alone begins with its keyword; in a group it borrows it.
    fn in_group(&self, mut definition: Definition) -> Definition {
        if self.group.grouped {
            definition.lead = self.group.lead;
            definition.group = Some(self.group.start);
        } else if self.group.start <= definition.start {
            definition.outer = self.group.start;
            definition.start = self.group.start;
        }
        definition
    }

    pub(super) fn type_spec(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(name_node) = fields.name.of(node) else { return };
        let Some(name) = outline.name(Some(name_node)) else { return };
        self.type_read = name_node.start_byte();
        let Some(of) = fields.r#type.of(node) else { return };
        let (kind, form, body) = if kinds.struct_type.is(of) {
            (SymbolKind::Class, "struct", kinds.field_declaration_list.child(of))
        } else if kinds.interface_type.is(of) {
            (SymbolKind::Interface, "interface", of.child(1))
        } else {
            (SymbolKind::Type, "type", None)
        };
        let definition = Definition::new(name, kind, form, node)
            .body(body)
            .visible(is_exported(name))
            .opens(Container::Type);
        if outline.define(self.in_group(definition)).is_some() {
            self.bind_type_parameters(node, outline);
        }
    }

    pub(super) fn alias(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name_node) = self.rules.fields.name.of(node) else { return };
        let Some(name) = outline.name(Some(name_node)) else { return };
        self.type_read = name_node.start_byte();
        let definition = Definition::new(name, SymbolKind::Type, "alias", node).visible(is_exported(name));
        outline.define(self.in_group(definition));
    }

    /// `const` and `var` specs of the package, each name a constant.
    pub(super) fn values(&mut self, node: Node<'_>, form: &'static str, outline: &mut Outline<'_>) {
        self.bind_values(node, outline);
        if outline.container().is_some() {
            return;
        }
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let value = fields.value.of(node);
        let names: Vec<&str> = named_children(node)
            .take_while(|child| kinds.identifier.is(*child))
            .filter_map(|child| outline.name(Some(child)))
            .filter(|name| *name != "_")
            .collect();
        for name in names {
            let definition = Definition::new(name, SymbolKind::Constant, form, node)
                .value(value)
                .visible(is_exported(name));
            outline.define(self.in_group(definition));
        }
    }

    /// A method that an interface asks for.
    pub(super) fn requirement(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if !outline.is_member() {
            return;
        }
        let Some(name) = outline.name(self.rules.fields.name.of(node)) else { return };
        outline.define(Definition::new(name, SymbolKind::Method, "method", node).visible(is_exported(name)));
    }
}

pub(super) fn is_exported(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}
