//! Classes, modules, methods, constants, and who may reach them.

use beadloom_model::{ReferenceKind, SymbolKind};
use tree_sitter::Node;

use super::names::split_path;
use super::{Body, File, Visibility};
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// What `private` and its like are called with at most.
const NAMES: usize = 200;

impl File<'_> {
    pub(super) fn class(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = fields.name.of(node) else { return };
        let base = fields.superclass.of(node);
        let parent = base.and_then(|base| base.named_child(0));
        let form = parent.and_then(|parent| self.record_form(parent, outline)).unwrap_or("class");
        let header = base.unwrap_or(name);
        self.take(name);
        self.type_with_body(node, name, header, SymbolKind::Class, form, outline);
        if let Some(parent) = parent {
            self.inherit(parent, outline);
            self.record_members(parent, None, outline);
        }
    }

    pub(super) fn module(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = self.rules.fields.name.of(node) else { return };
        self.take(name);
        self.type_with_body(node, name, name, SymbolKind::Module, "module", outline);
    }

    /// `header` is what the signature ends with.
    fn type_with_body(
        &mut self,
        node: Node<'_>,
        name: Node<'_>,
        header: Node<'_>,
        kind: SymbolKind,
        form: &'static str,
        outline: &mut Outline<'_>,
    ) {
        let Some(path) = outline.name(Some(name)) else { return };
        let (owner, name) = split_path(path);
        let mut definition = Definition::new(name, kind, form, node).opens(Container::Type);
        definition.body = header.end_byte();
        definition.shown = definition.body;
        definition.owner = owner;
        self.record(name, definition, false, outline);
        self.open_body(node.end_byte(), false);
    }

    pub(super) fn open_body(&mut self, end: usize, singleton: bool) {
        self.bodies.push(Body {
            end,
            visibility: Visibility::Public,
            singleton,
            members: Default::default(),
        });
    }

    /// `class << self`, and `class << Ledger`.
    pub(super) fn singleton_class(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(value) = self.rules.fields.value.of(node) else { return };
        let name = if kinds.constant.is(value) { outline.name(Some(value)) } else { None };
        outline.open(node, name, Container::Type);
        self.arrive(node.start_byte());
        self.open_body(node.end_byte(), true);
    }

    pub(super) fn method(&mut self, node: Node<'_>, object: Option<Node<'_>>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(name_node) = fields.name.of(node) else { return };
        self.name_here(name_node);
        let Some(name) = outline.name(Some(name_node)) else { return };
        self.arrive(node.start_byte());
        let of_class = object.is_some() || self.bodies.last().is_some_and(|body| body.singleton);
        let in_type = outline.container() == Some(Container::Type);
        let owner = object.filter(|object| !self.rules.this.is(*object)).and_then(|object| {
            self.name_here(object);
            // `def obj.m` adds to one object, which has no name of its own.
            kinds.constant.is(object).then(|| outline.text(object).to_owned())
        });
        let (kind, form) = match (in_type || owner.is_some(), of_class) {
            (true, true) => (SymbolKind::Method, "singleton method"),
            (true, false) => (SymbolKind::Method, "method"),
            (false, _) => (SymbolKind::Function, "method"),
        };
        let visible = self.is_visible(node.start_byte(), object.is_some());
        let mut definition =
            Definition::new(name, kind, form, node).visible(visible).opens(Container::Function);
        definition.body = fields.parameters.of(node).unwrap_or(name_node).end_byte();
        definition.shown = definition.body;
        definition.owner = owner;
        self.method = (node.byte_range(), name_node.byte_range());
        self.record(name, definition, of_class, outline);
    }

    fn is_visible(&self, at: usize, of_class: bool) -> bool {
        let body = self.bodies.last();
        let hidden =
            body.is_some_and(|body| body.visibility == Visibility::Hidden && (!of_class || body.singleton));
        !hidden && !self.hidden.contains(&at)
    }

    /// Defines a member of the body around and remembers it for what `private` may say later.
    pub(super) fn record(
        &mut self,
        name: &str,
        definition: Definition,
        of_class: bool,
        outline: &mut Outline<'_>,
    ) {
        self.arrive(definition.start);
        if let Some(number) = outline.define(definition)
            && let Some(body) = self.bodies.last_mut()
        {
            let key = if of_class { format!("self.{name}") } else { name.to_owned() };
            body.members.insert(key, number);
        }
    }

    /// `alias new old`
    pub(super) fn alias(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let (Some(name), Some(of)) = (fields.name.of(node), fields.alias.of(node)) else { return };
        self.name_here(of);
        self.name_here(name);
        self.alias_named(node, name, outline);
        self.aliased(of, outline);
    }

    /// What an alias is another name of.
    fn aliased(&self, of: Node<'_>, outline: &mut Outline<'_>) {
        let name = outline.text(of).trim_start_matches(':');
        outline.value_to(name, Before::This, of.start_byte());
    }

    fn alias_named(&mut self, node: Node<'_>, name: Node<'_>, outline: &mut Outline<'_>) {
        let name = outline.name(Some(name)).map_or("", |name| name.trim_matches([':', '"', '\'']));
        if name.starts_with('$') || outline.container() == Some(Container::Function) {
            return;
        }
        let kind = self.kind_of_method(outline);
        let visible = self.is_visible(node.start_byte(), false);
        self.record(name, Definition::new(name, kind, "alias", node).visible(visible), false, outline);
    }

    fn kind_of_method(&self, outline: &Outline<'_>) -> SymbolKind {
        if outline.container() == Some(Container::Type) { SymbolKind::Method } else { SymbolKind::Function }
    }

    // Calls that define

    /// What a call in the body of a type says about that type. Whether it said all there is to say.
    pub(super) fn declare(&mut self, name: &str, node: Node<'_>, outline: &mut Outline<'_>) -> bool {
        self.arrive(node.start_byte());
        match name {
            "attr_reader"
            | "attr_writer"
            | "attr_accessor"
            | "attr"
            | "cattr_reader"
            | "cattr_writer"
            | "cattr_accessor"
            | "mattr_reader"
            | "mattr_writer"
            | "mattr_accessor"
            | "class_attribute"
            | "thread_mattr_accessor"
            | "thread_cattr_accessor" => self.attributes(name, node, outline),
            "private" | "protected" | "private_class_method" | "private_constant" => {
                self.hide(name, node, Visibility::Hidden, outline);
            }
            "public" | "public_class_method" | "module_function" => {
                self.hide(name, node, Visibility::Public, outline);
            }
            "include" | "extend" | "prepend" => self.mix_in(name == "prepend", node, outline),
            "alias_method" => {
                if let Some(name) = self.argument(node, 0) {
                    self.alias_named(node, name, outline);
                }
                if let Some(of) = self.argument(node, 1) {
                    self.aliased(of, outline);
                }
            }
            "define_method" | "define_singleton_method" => return self.define_method(name, node, outline),
            _ => return false,
        }
        true
    }

    /// `private` alone: holds for what follows. The word of a bare identifier.
    pub(super) fn visibility_word(&mut self, word: &str, node: Node<'_>, outline: &Outline<'_>) -> bool {
        let visibility = match word {
            "private" | "protected" => Visibility::Hidden,
            "public" | "module_function" => Visibility::Public,
            _ => return false,
        };
        if outline.container() != Some(Container::Type) {
            return false;
        }
        self.arrive(node.start_byte());
        if let Some(body) = self.bodies.last_mut() {
            body.visibility = visibility;
        }
        true
    }

    /// `private :a, :b`, `private def a`, `private attr_reader :a`.
    fn hide(&mut self, word: &str, node: Node<'_>, visibility: Visibility, outline: &mut Outline<'_>) {
        let Some(arguments) = self.rules.fields.arguments.of(node) else { return };
        if visibility == Visibility::Hidden {
            self.hidden = arguments.byte_range();
        }
        let of_class =
            word.ends_with("class_method") || self.bodies.last().is_some_and(|body| body.singleton);
        for name in self.symbols(arguments, outline).into_iter().take(NAMES) {
            let key = if of_class { format!("self.{name}") } else { name.to_owned() };
            let number = self.bodies.last().and_then(|body| body.members.get(&key)).copied();
            if let Some(draft) = number.and_then(|number| outline.drafts.get_mut(number)) {
                draft.definition.visible = visibility == Visibility::Public;
            }
        }
    }

    /// Symbols and strings of a list of arguments, those of lists in it included.
    pub(super) fn symbols<'t>(&self, arguments: Node<'_>, outline: &Outline<'t>) -> Vec<&'t str> {
        let kinds = &self.rules.kinds;
        let mut names = Vec::new();
        for argument in named_children(arguments) {
            let argument = if kinds.splat_argument.is(argument) {
                argument.named_child(0).unwrap_or(argument)
            } else {
                argument
            };
            if kinds.array.is(argument) || kinds.symbol_array.is(argument) || kinds.string_array.is(argument)
            {
                names.extend(named_children(argument).filter_map(|item| self.literal(item, outline)));
            } else {
                names.extend(self.literal(argument, outline));
            }
        }
        names
    }

    fn attributes(&mut self, word: &str, node: Node<'_>, outline: &mut Outline<'_>) {
        const FORMS: &[(&str, &str)] = &[
            ("attr", "attr "),
            ("attr_reader", "attr_reader "),
            ("attr_writer", "attr_writer "),
            ("attr_accessor", "attr_accessor "),
            ("cattr_reader", "cattr_reader "),
            ("cattr_writer", "cattr_writer "),
            ("cattr_accessor", "cattr_accessor "),
            ("mattr_reader", "mattr_reader "),
            ("mattr_writer", "mattr_writer "),
            ("mattr_accessor", "mattr_accessor "),
            ("class_attribute", "class_attribute "),
            ("thread_mattr_accessor", "thread_mattr_accessor "),
            ("thread_cattr_accessor", "thread_cattr_accessor "),
        ];
        let Some((form, lead)) = FORMS.iter().find(|(form, _)| *form == word) else { return };
        let Some(arguments) = self.rules.fields.arguments.of(node) else { return };
        let named: Vec<(Node<'_>, &str)> = named_children(arguments)
            .filter_map(|argument| Some((argument, self.literal(argument, outline)?)))
            .collect();
        let visible = self.is_visible(node.start_byte(), false);
        let several = named.len() > 1;
        for (argument, name) in named {
            let at = if several { argument } else { node };
            let mut definition = Definition::new(name, SymbolKind::Method, form, at).visible(visible);
            if several {
                definition.lead = lead;
                definition.group = Some(node.start_byte());
            }
            self.record(name, definition, false, outline);
        }
    }

    /// Whether the name is a literal, so that there is a definition.
    fn define_method(&mut self, word: &str, node: Node<'_>, outline: &mut Outline<'_>) -> bool {
        let fields = &self.rules.fields;
        let Some(name) = self.argument(node, 0).and_then(|name| self.literal(name, outline)) else {
            return false;
        };
        let of_class = word == "define_singleton_method";
        let visible = self.is_visible(node.start_byte(), of_class);
        let block = fields.block.of(node);
        let mut definition =
            Definition::new(name, SymbolKind::Method, "define_method", node).body(block).visible(visible);
        if block.is_some() {
            definition = definition.opens(Container::Function);
        }
        self.record(name, definition, of_class, outline);
        true
    }

    /// Of several in one statement the first is asked first, as if it had been added last. `before`: what is added comes
    /// before the type itself, which is said as of a value of the module.
    fn mix_in(&mut self, before: bool, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(arguments) = fields.arguments.of(node) else { return };
        let arguments: Vec<Node<'_>> = named_children(arguments).take(NAMES).collect();
        for argument in arguments.into_iter().rev() {
            let name =
                if kinds.scope_resolution.is(argument) { fields.name.of(argument) } else { Some(argument) };
            if before && (kinds.constant.is(argument) || kinds.scope_resolution.is(argument)) {
                let whole = outline.text(argument).trim_start_matches(':');
                outline.reference(ReferenceKind::Inherit, name, Before::Typed(whole));
                self.take(argument);
            } else {
                self.inherit(argument, outline);
            }
        }
    }

    /// The type around inherits from a constant, or from what takes arguments: `Migration[7.0]`.
    fn inherit(&mut self, from: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let from =
            if kinds.element_reference.is(from) { fields.object.of(from).unwrap_or(from) } else { from };
        if kinds.constant.is(from) || kinds.scope_resolution.is(from) {
            self.reference_constant(ReferenceKind::Inherit, from, outline);
            self.take(from);
        }
    }
}
