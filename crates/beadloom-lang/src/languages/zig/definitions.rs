//! Functions, tests and what constants name: types, error sets, values.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::{File, plain};
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::{has_word, named_children};

/// Errors of one set.
const MAX_ERRORS_ITEMS: usize = 1024;

/// The parts of a declaration of a variable or constant.
struct Variable<'t> {
    name: Node<'t>,
    value: Option<Node<'t>>,
    public: bool,
    /// `const` or `var`.
    form: &'static str,
}

impl File<'_> {
    pub(super) fn function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let public = has_word(node, "pub");
        outline.entry_point |= name == "main" && public && outline.container().is_none();
        let result = fields.r#type.of(node);
        // What makes types is a type to what it holds: `fn List(comptime T: type) type`.
        let container = match result.map(|result| outline.text(result)) {
            Some("type") => Container::Type,
            _ => Container::Function,
        };
        let definition = Definition::new(plain(name), Self::callable(outline), "fn", node)
            .body(fields.body.of(node))
            .visible(public || has_word(node, "export"))
            .opens(container);
        let number = outline.define(definition);
        if let Some(result) = result {
            self.type_use(result, outline);
            if let Some(of) = self.type_name(result, outline) {
                outline.gives(number, of);
            }
        }
    }

    /// A test is named by its string or by what it tests. One without a name runs all the same.
    pub(super) fn test(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        outline.tests.push(node.byte_range());
        let named = (1..node.child_count().min(4))
            .filter_map(|at| node.child(at))
            .find(|child| self.rules.kinds.string.is(*child) || self.rules.kinds.identifier.is(*child));
        let Some(name) = outline.name(named) else {
            return outline.open(node, None, Container::Function);
        };
        // A test of `Ledger` is not `Ledger`.
        let name = match name.strip_prefix('"').and_then(|name| name.strip_suffix('"')) {
            Some(text) => text.to_owned(),
            None => format!("test {name}"),
        };
        let mut definition = Definition::new(name, SymbolKind::Function, "test", node)
            .visible(false)
            .opens(Container::Function);
        if let Some(named) = named {
            definition.body = named.end_byte();
            definition.shown = definition.body;
        }
        outline.define(definition);
    }

    pub(super) fn variable(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(Variable { name: name_node, value, public, form }) = self.variable_parts(node) else {
            return;
        };
        let Some(name) = outline.name(Some(name_node)).filter(|name| *name != "_") else { return };
        if let Some(of) = fields.r#type.of(node) {
            self.type_use(of, outline);
        }
        if let Some(value) = value
            && self.imported(plain(name), public, value, node, outline)
        {
            return;
        }
        if let Some(value) = value
            && kinds.builtin_function.is(value)
        {
            let function = value.child(0).map_or("", |function| outline.text(function));
            // The type around has a name already; a file has none.
            if function == "@This" && outline.container().is_some() {
                return;
            }
            if function == "@cImport" {
                self.foreign = Some((value.byte_range(), plain(name).to_owned()));
                return;
            }
        }
        let named_type = value.and_then(|value| self.kind_of_type(value));
        let variable = outline.in_function() || self.in_type_function(node, outline);
        if named_type.is_none() && variable {
            let of = match fields.r#type.of(node) {
                Some(of) => self.type_name(of, outline),
                None => value.and_then(|value| self.made_by(value, outline)),
            };
            outline.bind(Some(name_node), of);
            return;
        }
        match (named_type, value) {
            (Some((kind, form)), Some(value)) => {
                let definition =
                    Definition::new(plain(name), kind, form, node).visible(public).opens(Container::Type);
                self.named_type(definition, value, outline);
            }
            _ => {
                let (kind, form) = match value {
                    Some(value) if form == "const" && self.is_alias(name, value) => {
                        (SymbolKind::Type, "alias")
                    }
                    _ => (SymbolKind::Constant, form),
                };
                let definition = Definition::new(plain(name), kind, form, node).value(value).visible(public);
                outline.define(definition);
                if let Some(of) = fields.r#type.of(node).and_then(|of| self.type_name(of, outline)) {
                    outline.bind(Some(name_node), Some(of));
                }
            }
        }
    }

    /// What a declaration of a variable consists of; none for `_ = f();`, which is the same kind of node.
    fn variable_parts<'t>(&self, node: Node<'t>) -> Option<Variable<'t>> {
        let mut name = None;
        let mut value = None;
        let mut public = false;
        let mut form = None;
        let mut after_is = false;
        for child in (0..node.child_count().min(16)).filter_map(|at| node.child(at)) {
            match child.kind() {
                "pub" | "export" => public = true,
                "const" if name.is_none() => form = Some("const"),
                "var" if name.is_none() => form = Some("var"),
                "=" => after_is = true,
                _ if after_is && child.is_named() => {
                    value = Some(child);
                    break;
                }
                _ if name.is_none() && self.rules.kinds.identifier.is(child) => name = Some(child),
                _ => {}
            }
        }
        Some(Variable { name: name?, value, public, form: form? })
    }

    /// Defines a type that has its name from the variable which it is the value of.
    fn named_type(&mut self, definition: Definition, value: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        self.value = value.start_byte();
        let bracket = (0..value.child_count().min(10))
            .filter_map(|at| value.child(at))
            .find(|child| child.kind() == "{");
        let definition = if kinds.error_set_declaration.is(value) {
            definition.value(bracket)
        } else if kinds.binary_expression.is(value) {
            definition.value(Some(value))
        } else {
            definition.body(bracket)
        };
        let is_new = outline.define(definition).is_some();
        if is_new && kinds.error_set_declaration.is(value) {
            for name in named_children(value).take(MAX_ERRORS_ITEMS) {
                self.member(Some(name), "error", name, outline);
            }
        }
    }

    fn kind_of_type(&self, value: Node<'_>) -> Option<(SymbolKind, &'static str)> {
        let kinds = &self.rules.kinds;
        Some(if kinds.struct_declaration.is(value) {
            (SymbolKind::Class, "struct")
        } else if kinds.enum_declaration.is(value) {
            (SymbolKind::Type, "enum")
        } else if kinds.union_declaration.is(value) {
            (SymbolKind::Type, "union")
        } else if kinds.opaque_declaration.is(value) {
            (SymbolKind::Type, "opaque")
        } else if kinds.error_set_declaration.is(value) {
            (SymbolKind::Type, "error set")
        } else if kinds.function_signature.is(value) {
            (SymbolKind::Type, "fn type")
        } else if kinds.binary_expression.is(value) && has_word(value, "||") {
            (SymbolKind::Type, "error set")
        } else {
            return None;
        })
    }

    /// By convention what begins in upper case is a type: `const Names = List([]const u8);`.
    fn is_alias(&self, name: &str, value: Node<'_>) -> bool {
        let kinds = &self.rules.kinds;
        name.starts_with(char::is_uppercase)
            && (kinds.call_expression.is(value)
                || kinds.field_expression.is(value)
                || kinds.identifier.is(value)
                || kinds.builtin_function.is(value))
    }

    /// In the body of a function that makes a type, but not in that type.
    fn in_type_function(&self, node: Node<'_>, outline: &Outline<'_>) -> bool {
        outline.enclosing().is_some_and(|around| around.definition.form == "fn")
            && !self.nameless.contains(&node.start_byte())
    }
}
