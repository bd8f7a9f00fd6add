//! Functions, classes and their members, interfaces, enums, aliases, namespaces.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::{File, Wrapper};
use crate::definition::{Container, Definition};
use crate::literals::unquote;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::{has_word, named_children};

impl File<'_> {
    /// A definition with what stands before it: decorators inside the node or before it, `export`, `declare`.
    pub(super) fn definition(
        &self,
        name: &str,
        kind: SymbolKind,
        form: &'static str,
        node: Node<'_>,
        outline: &Outline<'_>,
    ) -> Definition {
        let kinds = &self.rules.kinds;
        let mut definition = Definition::new(name, kind, form, node);
        let decorators = if node.named_child(0).is_some_and(|first| kinds.decorator.is(first)) {
            let first = named_children(node).take_while(|child| kinds.decorator.is(*child));
            first.map(|child| child.byte_range()).collect()
        } else {
            Vec::new()
        };
        if let Some(last) = decorators.last() {
            definition.start = last.end;
        }
        let wrapper = self.wrapper_of(node);
        if let Some(Wrapper { outer, start, .. }) = wrapper {
            definition.outer = outer;
            definition.start = start;
            definition.skip = decorators;
        } else if let Some(from) = outline.decorated_from() {
            definition = definition.outer(from);
        }
        let member = outline.is_member();
        let ambient = self.ambient.contains(&node.start_byte()) && outline.container().is_some();
        definition.visible(wrapper.is_some_and(|wrapper| wrapper.exported) || member || ambient)
    }

    pub(super) fn function(&mut self, node: Node<'_>, form: &'static str, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let form = if outline.text(node).starts_with("async") { async_form(form) } else { form };
        let name = outline.name(fields.name.of(node)).unwrap_or("default");
        let definition = self
            .definition(name, SymbolKind::Function, form, node, outline)
            .body(fields.body.of(node))
            .opens(Container::Function);
        self.bind_if_loader(name, node, outline);
        let number = outline.define(definition);
        self.enter_factory(node, fields.name.of(node), number, outline);
        self.gives(node, number, outline);
        self.parameters(node, false, outline);
        self.enter_function(node, outline);
        self.answering(node, number, outline);
    }

    /// A function without a name of its own: what it was given to has one, or its content is just local.
    pub(super) fn nameless(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        match self.awaited.take_if(|(awaited, _)| *awaited == node.id()) {
            Some((_, definition)) => {
                let number = outline.define(definition);
                self.enter_factory(node, self.rules.fields.name.of(node), number, outline);
                self.gives(node, number, outline);
                self.answering(node, number, outline);
            }
            None => outline.open(node, None, Container::Function),
        }
        // Its own name is known to itself alone.
        outline.bind(self.rules.fields.name.of(node), None);
        self.parameters(node, false, outline);
        self.bind_given(node, outline);
        self.enter_function(node, outline);
        let body = self.rules.fields.body.of(node);
        self.returned_literal(
            body.filter(|body| self.rules.kinds.parenthesized_expression.is(*body)),
            outline,
        );
    }

    /// Names a function or class after what it is given to.
    pub(super) fn await_value(&mut self, value: Node<'_>, mut definition: Definition, outline: &Outline<'_>) {
        let fields = &self.rules.fields;
        if self.is_function(value) {
            if definition.kind == SymbolKind::Constant {
                definition.kind = SymbolKind::Function;
            }
            let arrow = self.rules.kinds.arrow_function.is(value);
            let form = if arrow { "arrow function" } else { "function" };
            // `async => …` is a function of one parameter that is called so.
            let asynchronous = outline.text(value).starts_with("async") && has_word(value, "async");
            definition.form = if asynchronous { async_form(form) } else { form };
            definition = definition.body(fields.body.of(value)).opens(Container::Function);
        } else {
            definition.kind = SymbolKind::Class;
            definition.form = "class";
            definition = definition.body(fields.body.of(value)).opens(Container::Type);
        }
        self.awaited = Some((value.id(), definition));
    }

    pub(super) fn class(&mut self, node: Node<'_>, form: &'static str, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        self.expect_name(fields.name.of(node));
        self.enter_class(node, outline);
        if let Some((_, definition)) = self.awaited.take_if(|(awaited, _)| *awaited == node.id()) {
            outline.define(definition);
            return;
        }
        let Some(name) = outline.name(fields.name.of(node)) else {
            outline.open(node, None, Container::Function);
            return;
        };
        let definition = self
            .definition(name, SymbolKind::Class, form, node, outline)
            .body(fields.body.of(node))
            .opens(Container::Type);
        outline.define(definition);
    }

    pub(super) fn type_declaration(
        &mut self,
        node: Node<'_>,
        kind: SymbolKind,
        form: &'static str,
        outline: &mut Outline<'_>,
    ) {
        let fields = &self.rules.fields;
        self.expect_name(fields.name.of(node));
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let form = if form == "enum" && has_word(node, "const") { "const enum" } else { form };
        let definition = self
            .definition(name, kind, form, node, outline)
            .body(fields.body.of(node))
            .opens(Container::Type);
        outline.define(definition);
    }

    pub(super) fn alias(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        self.expect_name(fields.name.of(node));
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        // The members of an object type are those of an interface.
        let definition =
            self.definition(name, SymbolKind::Type, "type alias", node, outline).opens(Container::Type);
        outline.define(definition);
    }

    pub(super) fn namespace(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let (name, quoted) = (unquote(name).unwrap_or(name), unquote(name).is_some());
        let form = if self.rules.kinds.internal_module.is(node) { "namespace" } else { "module" };
        // `namespace a.b` is one in the other.
        let (owner, name) = match name.rsplit_once('.').filter(|_| !quoted) {
            Some((owner, name)) => (Some(joined(owner)), name.trim_start()),
            None => (None, name),
        };
        let mut definition =
            self.definition(name, SymbolKind::Module, form, node, outline).opens(Container::Module);
        definition.owner = owner;
        // `declare module "x"` speaks for somebody else's module.
        definition.visible |= quoted;
        outline.define(definition.body(fields.body.of(node)));
    }

    pub(super) fn method(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let name = self.member_name(fields.name.of(node), outline);
        let member = outline.is_member();
        let entry = self.literal_around(node, outline).map(Self::entry_kind);
        let (Some(name), true) = (name, member || entry.is_some()) else {
            outline.open(node, None, Container::Function);
            self.parameters(node, false, outline);
            self.enter_function(node, outline);
            return;
        };
        let kind = entry.unwrap_or(SymbolKind::Method);
        let constructs = member && entry.is_none() && name == "constructor";
        let form = match () {
            () if kind == SymbolKind::Function => "function",
            () if constructs => "constructor",
            () if has_word(node, "get") => "getter",
            () if has_word(node, "set") => "setter",
            () => method_form(node),
        };
        if form == "getter" {
            self.bind_getter(node, outline);
        }
        let definition = self
            .definition(&name, kind, form, node, outline)
            .body(fields.body.of(node))
            .visible(!member || !self.is_private(node, &name, outline))
            .opens(Container::Function);
        let number = outline.define(definition);
        self.gives(node, number, outline);
        self.parameters(node, constructs, outline);
        self.enter_function(node, outline);
        self.route_method(node, number, outline);
    }

    pub(super) fn method_signature(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if !outline.is_member() {
            return;
        }
        let Some(name) = self.member_name(self.rules.fields.name.of(node), outline) else { return };
        let form = if has_word(node, "abstract") { "abstract method" } else { method_form(node) };
        let definition = self
            .definition(&name, SymbolKind::Method, form, node, outline)
            .visible(!self.is_private(node, &name, outline))
            .opens(Container::Function);
        let number = outline.define(definition);
        self.gives(node, number, outline);
    }

    /// A class field that holds a function is a method.
    pub(super) fn field(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        self.enter_field(node);
        if !outline.is_member() {
            return;
        }
        let value = fields.value.of(node).map(|value| self.bare(value));
        let Some(value) = value.filter(|value| self.is_function(*value)) else {
            if let (Some(name), Some(value)) = (self.field_name(node), value) {
                self.declare_router(name, true, value, outline);
            }
            self.bind_declared_field(node, outline);
            self.stored_field(node, outline);
            return;
        };
        let Some(name) = self.member_name(self.field_name(node), outline) else { return };
        let definition = self
            .definition(&name, SymbolKind::Method, "method", node, outline)
            .visible(!self.is_private(node, &name, outline));
        self.await_value(value, definition, outline);
    }

    /// A field that holds no function: what others can read is a part of the class.
    fn stored_field(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = self.field_name(node).filter(|_| !outline.in_function()) else { return };
        let Some(text) = self.member_name(Some(name), outline) else { return };
        if !self.rules.kinds.property_identifier.is(name) || self.is_private(node, &text, outline) {
            return;
        }
        let definition = self.definition(&text, SymbolKind::Constant, "field", node, outline);
        outline.define(definition.value(self.rules.fields.value.of(node)).visible(true).part());
    }

    /// `enum Mode { On, Off = 'off' }`
    pub(super) fn enum_members(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        const MAX_MEMBERS_ITEMS: usize = 4096;
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if outline.in_function() {
            return;
        }
        for member in named_children(node).take(MAX_MEMBERS_ITEMS) {
            let (name, value) = if kinds.enum_assignment.is(member) {
                (fields.name.of(member), fields.value.of(member))
            } else {
                (Some(member), None)
            };
            let is_name = |of: &Node<'_>| kinds.property_identifier.is(*of) || kinds.string.is(*of);
            let Some(name) = self.member_name(name.filter(is_name), outline) else { continue };
            let definition = Definition::new(name, SymbolKind::Constant, "enum member", member);
            outline.define(definition.value(value).part());
        }
    }

    /// `Mode['On']` reads a member by a name that is written out.
    pub(super) fn element(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let (Some(of), Some(index)) = (fields.object.of(node), fields.index.of(node)) else { return };
        let is_path = kinds.identifier.is(of) || kinds.member_expression.is(of);
        if !is_path || !kinds.string.is(index) {
            return;
        }
        let Some(path) = outline.name(Some(of)) else { return };
        if let Some(name) = outline.name(Some(index)).and_then(unquote) {
            outline.value_to(name, Before::Path(path), index.start_byte());
        }
    }

    /// The grammars call the name of a field differently.
    pub(super) fn field_name<'n>(&self, node: Node<'n>) -> Option<Node<'n>> {
        let fields = &self.rules.fields;
        fields.name.of(node).or_else(|| fields.property.of(node))
    }

    /// A member's name as it is used: without quotes; computed ones in their brackets.
    pub(super) fn member_name(&self, node: Option<Node<'_>>, outline: &Outline<'_>) -> Option<String> {
        let name = outline.name(node)?;
        Some(unquote(name).unwrap_or(name).to_owned())
    }

    fn is_private(&self, node: Node<'_>, name: &str, outline: &Outline<'_>) -> bool {
        name.starts_with('#')
            || self
                .rules
                .kinds
                .accessibility_modifier
                .child(node)
                .is_some_and(|of| outline.text(of) == "private")
    }
}

fn method_form(node: Node<'_>) -> &'static str {
    match (has_word(node, "static"), has_word(node, "async")) {
        (true, true) => "static async method",
        (true, false) => "static method",
        (false, true) => "async method",
        (false, false) => "method",
    }
}

fn async_form(form: &'static str) -> &'static str {
    match form {
        "function" => "async function",
        "arrow function" => "async arrow function",
        "generator function" => "async generator function",
        other => other,
    }
}

/// A dotted name without white space around the dots.
fn joined(name: &str) -> String {
    name.split('.').map(str::trim).collect::<Vec<_>>().join(".")
}
