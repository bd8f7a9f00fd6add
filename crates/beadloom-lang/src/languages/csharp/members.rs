//! Methods, properties and other members.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Words that parameters seem to follow where a file does not parse.
const STATEMENTS: &[&str] =
    &["if", "for", "foreach", "while", "switch", "catch", "using", "lock", "return", "fixed", "when"];

/// Constants of one declaration.
const CONSTANTS: usize = 64;

impl File<'_> {
    pub(super) fn method(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let name = outline.name(fields.name.of(node)).filter(|name| !STATEMENTS.contains(name));
        let Some(name) = name else { return };
        let modifiers = self.rules.modifiers(node, outline);
        outline.entry_point |= name == "Main" && modifiers.is_static && !outline.in_function();
        let form = if modifiers.is_async { "async method" } else { "method" };
        let extended = if modifiers.is_static { self.extended(node, outline) } else { None };
        let form = if extended.is_some() { "extension method" } else { form };
        let mut definition = self
            .definition(name, SymbolKind::Method, form, node, outline)
            .body(fields.body.of(node))
            .opens(Container::Function);
        // Reached through the interface.
        definition.visible |= kinds.explicit_interface_specifier.child(node).is_some();
        if let Some(of) = extended {
            definition.owner = Some(of);
            definition.by_owner = true;
        }
        let number = outline.define(definition);
        let of = fields.returns.of(node);
        self.type_use(of, outline);
        let result = of.and_then(|of| self.rules.awaited(of, outline));
        if let Some(path) = result.and_then(|place| outline.text.get(place)) {
            outline.gives(number, path);
        }
        self.action(node, name, number, outline);
    }

    /// The type that an extension method extends: that of its `this` parameter.
    fn extended(&self, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let list = fields.parameters.of(node)?;
        let first = named_children(list).find(|child| kinds.parameter.is(*child))?;
        let mut modifiers = named_children(first).take(8).filter(|child| kinds.modifier.is(*child));
        if !modifiers.any(|modifier| outline.text(modifier) == "this") {
            return None;
        }
        let mut of = fields.r#type.of(first)?;
        // `this Ledger[] all`, `this IEnumerable<T>? all`
        for _ in 0..4 {
            let inner = kinds.array_type.is(of) || kinds.nullable_type.is(of) || kinds.ref_type.is(of);
            match fields.r#type.of(of).filter(|_| inner) {
                Some(inner) => of = inner,
                None => break,
            }
        }
        let path = self.rules.type_path(of, outline)?;
        Some(path.rsplit(['.', ':']).next().unwrap_or(path).trim().to_owned())
    }

    pub(super) fn constructor(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let definition = self
            .definition(name, SymbolKind::Method, "constructor", node, outline)
            .body(fields.body.of(node))
            .opens(Container::Function);
        outline.define(definition);
    }

    pub(super) fn destructor(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let definition = self
            .definition(format!("~{name}"), SymbolKind::Method, "finalizer", node, outline)
            .body(fields.body.of(node))
            .opens(Container::Function);
        outline.define(definition);
    }

    pub(super) fn operator(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(sign) = fields.operator.of(node).map(|of| outline.text(of)) else { return };
        // `operator true` is a word.
        let space = if sign.starts_with(char::is_alphabetic) { " " } else { "" };
        let definition = self
            .definition(format!("operator{space}{sign}"), SymbolKind::Method, "operator", node, outline)
            .body(fields.body.of(node))
            .opens(Container::Function);
        outline.define(definition);
        self.type_use(self.rules.fields.r#type.of(node), outline);
    }

    pub(super) fn conversion(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(of) = fields.r#type.of(node) else { return };
        let to: Vec<&str> = outline.text(of).split_whitespace().take(32).collect();
        let definition = self
            .definition(format!("operator {}", to.join(" ")), SymbolKind::Method, "conversion", node, outline)
            .body(fields.body.of(node))
            .opens(Container::Function);
        outline.define(definition);
        self.type_use(Some(of), outline);
    }

    pub(super) fn property(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = outline.name(self.rules.fields.name.of(node)) else { return };
        self.accessed(node, name, "property", outline);
    }

    pub(super) fn indexer(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        self.accessed(node, "this[]", "indexer", outline);
    }

    pub(super) fn event(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = outline.name(self.rules.fields.name.of(node)) else { return };
        self.accessed(node, name, "event", outline);
    }

    /// A member that accessors or an expression stand for.
    fn accessed(&mut self, node: Node<'_>, name: &str, form: &'static str, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let body = fields.accessors.of(node).or_else(|| fields.value.of(node));
        let mut definition = self
            .definition(name, SymbolKind::Method, form, node, outline)
            .body(body)
            .opens(Container::Function);
        definition.visible |= kinds.explicit_interface_specifier.child(node).is_some();
        outline.define(definition);
        self.type_use(self.rules.fields.r#type.of(node), outline);
    }

    /// `event EventHandler Posted, Closed;`
    pub(super) fn event_field(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        for name in self.declared(node) {
            let Some(name) = outline.name(Some(name)) else { continue };
            let definition = self.definition(name, SymbolKind::Method, "event", node, outline);
            outline.define(definition);
        }
    }

    /// A value of an enum.
    pub(super) fn enum_member(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let definition = self.definition(name, SymbolKind::Constant, "enum member", node, outline);
        outline.define(definition.value(fields.value.of(node)).visible(true).part());
    }

    /// `const` and `static readonly` fields are constants; others that are not private are parts of their type.
    pub(super) fn field(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let modifiers = self.rules.modifiers(node, outline);
        let form = if modifiers.is_const {
            "const"
        } else if modifiers.is_static && modifiers.readonly {
            "static readonly"
        } else if modifiers.public || modifiers.internal && !modifiers.private {
            "field"
        } else {
            return;
        };
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(declaration) = kinds.variable_declaration.child(node) else { return };
        let declarators = named_children(declaration).filter(|of| kinds.variable_declarator.is(*of));
        for declarator in declarators.take(CONSTANTS) {
            let Some(name) = outline.name(fields.name.of(declarator)) else { continue };
            let mut definition: Definition = self
                .definition(name, SymbolKind::Constant, form, node, outline)
                .value(self.rules.initial(declarator));
            definition.part = form == "field";
            outline.define(definition);
        }
    }

    /// The names that a declaration of fields declares.
    fn declared<'n>(&self, node: Node<'n>) -> Vec<Node<'n>> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(declaration) = kinds.variable_declaration.child(node) else { return Vec::new() };
        named_children(declaration)
            .filter(|of| kinds.variable_declarator.is(*of))
            .take(CONSTANTS)
            .filter_map(|declarator| fields.name.of(declarator))
            .collect()
    }

    pub(super) fn local_function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let name = outline.name(fields.name.of(node)).filter(|name| !STATEMENTS.contains(name));
        let Some(name) = name else { return };
        let form = if self.rules.modifiers(node, outline).is_async {
            "async local function"
        } else {
            "local function"
        };
        let definition = self
            .definition(name, SymbolKind::Function, form, node, outline)
            .body(fields.body.of(node))
            .opens(Container::Function);
        outline.define(definition);
        self.type_use(self.rules.fields.r#type.of(node), outline);
    }
}
