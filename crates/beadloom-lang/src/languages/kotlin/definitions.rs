//! Imports, classes, objects, functions, properties.

use std::ops::Range;

use beadloom_model::{ImportKind, SymbolKind};
use tree_sitter::Node;

use super::{File, bare};
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::{has_word, named_children};

/// Children of a definition that stand before its name, modifiers as one.
const BEFORE_NAME: usize = 16;

/// What the modifiers of a definition say.
#[derive(Default)]
struct Modifiers {
    /// `data`, `sealed`, `enum`, …
    class: &'static str,
    hidden: bool,
    private: bool,
    constant: bool,
    annotations: Vec<Range<usize>>,
}

impl File<'_> {
    pub(super) fn import(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(path) = kinds.qualified_identifier.child(node) else { return };
        let path: String = outline.text(path).chars().filter(|c| !c.is_whitespace() && *c != '`').collect();
        let wildcard = has_word(node, "*");
        let alias = kinds.identifier.child(node).and_then(|alias| outline.name(Some(alias))).map(bare);
        self.spring.import(&path, alias, wildcard);
        let at = node.start_byte();
        if wildcard {
            outline.import(&format!("{path}.*"), vec!["*".to_owned()], ImportKind::Import, at);
            return;
        }
        let name = path.rsplit('.').next().unwrap_or(&path).to_owned();
        let aliases = alias.map(|alias| (alias.to_owned(), name.clone()));
        outline.import_as(&path, vec![name], aliases.into_iter().collect(), ImportKind::Import, at);
    }

    fn modifiers(&self, node: Node<'_>, outline: &Outline<'_>) -> Modifiers {
        let kinds = &self.rules.kinds;
        let mut found = Modifiers::default();
        let Some(modifiers) = kinds.modifiers.child(node) else { return found };
        for modifier in named_children(modifiers) {
            if kinds.annotation.is(modifier) {
                found.annotations.push(modifier.byte_range());
            } else if kinds.visibility_modifier.is(modifier) {
                // `internal` is for the module, like `pub(crate)`.
                let word = outline.text(modifier);
                found.private |= word == "private";
                found.hidden |= matches!(word, "private" | "internal");
            } else if kinds.property_modifier.is(modifier) {
                found.constant = true;
            } else if kinds.class_modifier.is(modifier) && found.class.is_empty() {
                found.class = match outline.text(modifier) {
                    "enum" => "enum",
                    "sealed" => "sealed",
                    "annotation" => "annotation",
                    "data" => "data",
                    "inner" => "inner",
                    "value" => "value",
                    _ => "",
                };
            }
        }
        found
    }

    /// The definition with annotations kept out of its signature.
    fn definition(
        name: &str,
        kind: SymbolKind,
        form: &'static str,
        node: Node<'_>,
        modifiers: Modifiers,
    ) -> Definition {
        let mut definition = Definition::new(name, kind, form, node).visible(!modifiers.hidden);
        definition.skip = modifiers.annotations;
        if let Some(first) = definition.skip.first().filter(|first| first.start == definition.start) {
            // Comments between annotations and the rest are looked for up to here.
            definition.start = first.end;
        }
        definition
    }

    pub(super) fn class(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let modifiers = self.modifiers(node, outline);
        let (kind, form) = if has_word(node, "interface") {
            let form = match modifiers.class {
                "sealed" => "sealed interface",
                _ if has_word(node, "fun") => "fun interface",
                _ => "interface",
            };
            (SymbolKind::Interface, form)
        } else {
            match modifiers.class {
                "enum" => (SymbolKind::Type, "enum class"),
                "sealed" => (SymbolKind::Class, "sealed class"),
                "annotation" => (SymbolKind::Class, "annotation class"),
                "data" => (SymbolKind::Class, "data class"),
                "inner" => (SymbolKind::Class, "inner class"),
                "value" => (SymbolKind::Class, "value class"),
                _ => (SymbolKind::Class, "class"),
            }
        };
        let body = kinds.class_body.child(node).or_else(|| kinds.enum_class_body.child(node));
        let definition =
            Self::definition(bare(name), kind, form, node, modifiers).body(body).opens(Container::Type);
        let annotations = self.mappings(node, outline);
        let number = self.define(definition, outline);
        self.inheritance(node, outline);
        self.components(node, outline);
        self.constructor_properties(node, outline);
        self.members(body, outline);
        if self.spring.is_imported() {
            let bases = self.base_names(node, outline);
            self.spring.class(number, &annotations, &bases, outline);
        }
    }

    pub(super) fn object(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = outline.name(self.rules.fields.name.of(node)) else { return };
        let modifiers = self.modifiers(node, outline);
        let form = if modifiers.class == "data" { "data object" } else { "object" };
        self.singleton(bare(name), form, node, modifiers, outline);
    }

    pub(super) fn companion(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let name = outline.name(self.rules.fields.name.of(node)).unwrap_or("Companion");
        let modifiers = self.modifiers(node, outline);
        self.singleton(bare(name), "companion object", node, modifiers, outline);
    }

    fn singleton(
        &mut self,
        name: &str,
        form: &'static str,
        node: Node<'_>,
        modifiers: Modifiers,
        outline: &mut Outline<'_>,
    ) {
        let body = self.rules.kinds.class_body.child(node);
        let definition = Self::definition(name, SymbolKind::Class, form, node, modifiers)
            .body(body)
            .opens(Container::Type);
        self.define(definition, outline);
        self.inheritance(node, outline);
        self.members(body, outline);
    }

    pub(super) fn alias(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = outline.name(self.rules.fields.r#type.of(node)) else { return };
        let modifiers = self.modifiers(node, outline);
        // Its type parameters end with it.
        let definition = Self::definition(bare(name), SymbolKind::Type, "typealias", node, modifiers)
            .opens(Container::Type);
        self.define(definition, outline);
    }

    pub(super) fn function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(name_node) = fields.name.of(node) else { return };
        let Some(name) = outline.name(Some(name_node)).map(bare) else { return };
        let member = outline.is_member();
        let receiver = self.receiver(node, name_node, outline);
        let kind = if member || receiver.is_some() { SymbolKind::Method } else { SymbolKind::Function };
        outline.entry_point |= name == "main" && receiver.is_none() && self.is_run(member, outline);
        let class = outline.enclosing_number().filter(|_| member);
        let mut definition = Self::definition(name, kind, "fun", node, self.modifiers(node, outline))
            .body(kinds.function_body.child(node))
            .opens(Container::Function);
        definition.owner = receiver;
        let number = self.define(definition, outline);
        // A single letter is a type parameter.
        if let Some(of) = self.result(node, outline).filter(|of| of.len() > 1) {
            outline.gives(number, of);
        }
        self.handler(node, class, number, name, outline);
    }

    /// Whether a `main` here is where the program begins: at the top of a file or in an object.
    fn is_run(&self, member: bool, outline: &Outline<'_>) -> bool {
        let in_object =
            || outline.enclosing().is_some_and(|around| around.definition.form.ends_with("object"));
        outline.container().is_none() || (member && !outline.in_function() && in_object())
    }

    /// The type that an extension extends, without type arguments.
    fn receiver(&self, node: Node<'_>, name: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let kinds = &self.rules.kinds;
        let mut before =
            named_children(node).take_while(|child| child.start_byte() < name.start_byte()).take(BEFORE_NAME);
        before
            .find(|child| {
                kinds.user_type.is(*child)
                    || kinds.nullable_type.is(*child)
                    || kinds.parenthesized_type.is(*child)
            })
            .and_then(|of| self.names_of(of, outline))
    }

    /// The type that a function says it gives: what stands behind its parameters.
    fn result<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let kinds = &self.rules.kinds;
        let parameters = kinds.function_value_parameters.child(node)?;
        named_children(node)
            .take(BEFORE_NAME)
            .filter(|child| child.start_byte() >= parameters.end_byte())
            .find_map(|child| self.bound_type(child, outline))
    }

    pub(super) fn constructor(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = outline.enclosing().map(|around| around.definition.name.clone()) else { return };
        let modifiers = self.modifiers(node, outline);
        let definition = Self::definition(&name, SymbolKind::Method, "constructor", node, modifiers)
            .body(self.rules.kinds.block.child(node))
            .opens(Container::Function);
        self.define(definition, outline);
    }

    /// Constants are `const val`, and `val` at the top of a file or in an object. What has accessors of its own
    /// is like a method. Others are parts of their type.
    pub(super) fn property(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        if outline.in_function() {
            self.local(node, outline);
            return;
        }
        let Some(variable) = kinds.variable_declaration.child(node) else { return };
        let Some(name) = outline.name(kinds.identifier.child(variable)).map(bare) else { return };
        let member = outline.is_member();
        let shared = if member {
            outline.enclosing().is_some_and(|around| around.definition.form.ends_with("object"))
        } else {
            outline.container().is_none()
        };
        let modifiers = self.modifiers(node, outline);
        let form = match (has_word(node, "val"), modifiers.constant) {
            (true, true) => "const val",
            (true, false) => "val",
            (false, _) => "var",
        };
        let receiver = self.receiver(node, variable, outline);
        let accessor = self.accessor(node);
        let kind = if form != "var" && (modifiers.constant || shared) && receiver.is_none() {
            SymbolKind::Constant
        } else if accessor.is_some() {
            SymbolKind::Method
        } else if modifiers.private || receiver.is_some() || !member {
            return;
        } else {
            let mut definition = Self::definition(name, SymbolKind::Constant, form, node, modifiers).part();
            definition = definition.value(self.value(node).or(kinds.property_delegate.child(node)));
            self.define(definition, outline);
            return;
        };
        let value = self.value(node);
        if self.spring.is_imported() && !member {
            self.remember_text(node, variable, outline);
        }
        let mut definition = Self::definition(name, kind, form, node, modifiers).opens(Container::Function);
        definition.owner = receiver;
        let delegate = kinds.property_delegate.child(node);
        let definition = match value.or(delegate) {
            Some(value) => definition.value(Some(value)),
            None => definition.body(accessor),
        };
        self.define(definition, outline);
    }

    /// `val` and `var` in the head of a class are properties.
    fn constructor_properties(&mut self, class: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let list = kinds.primary_constructor.child(class).and_then(|of| kinds.class_parameters.child(of));
        if outline.in_function() {
            return;
        }
        for parameter in list.into_iter().flat_map(named_children) {
            let form = match () {
                () if has_word(parameter, "val") => "val",
                () if has_word(parameter, "var") => "var",
                () => continue,
            };
            let modifiers = self.modifiers(parameter, outline);
            let name = kinds.identifier.child(parameter).and_then(|name| outline.name(Some(name)));
            let Some(name) = name.filter(|_| !modifiers.private).map(bare) else { continue };
            let definition = Self::definition(name, SymbolKind::Constant, form, parameter, modifiers).part();
            let value = self.value(parameter);
            self.define(definition.value(value), outline);
        }
    }

    pub(super) fn enum_entry(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        if outline.in_function() {
            return;
        }
        let Some(name) = outline.name(kinds.identifier.child(node)).map(bare) else { return };
        let modifiers = self.modifiers(node, outline);
        let (body, value) = (kinds.class_body.child(node), kinds.value_arguments.child(node));
        let definition = Self::definition(name, SymbolKind::Constant, "enum entry", node, modifiers).part();
        let definition = if body.is_some() { definition.body(body) } else { definition.value(value) };
        self.define(definition, outline);
    }

    /// An accessor that does something.
    fn accessor<'n>(&self, node: Node<'n>) -> Option<Node<'n>> {
        let kinds = &self.rules.kinds;
        let does = |accessor: &Node<'_>| kinds.function_body.child(*accessor).is_some();
        let getter = kinds.getter.child(node).filter(does);
        getter.or_else(|| kinds.setter.child(node).filter(does))
    }

    /// What stands after the `=` of a declaration.
    pub(super) fn value<'n>(&self, node: Node<'n>) -> Option<Node<'n>> {
        let mut after = false;
        for at in 0..node.child_count().min(BEFORE_NAME as u32) {
            let child = node.child(at)?;
            if after && child.is_named() && !child.is_extra() {
                return Some(child);
            }
            after |= !child.is_named() && child.kind() == "=";
        }
        None
    }
}
