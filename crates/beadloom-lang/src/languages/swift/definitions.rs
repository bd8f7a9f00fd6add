//! Types, functions, properties and what else a Swift file defines.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::{has_word, named_children};

/// Names in one declaration (`let a = 1, b = 2`) or tuple beyond this are nobody's code.
const NAMES: usize = 64;

impl File<'_> {
    /// A definition with its attributes kept out of the signature.
    fn definition(
        &self,
        name: &str,
        kind: SymbolKind,
        form: &'static str,
        node: Node<'_>,
        outline: &Outline<'_>,
    ) -> Definition {
        let kinds = &self.rules.kinds;
        let mut definition = Definition::new(name.trim_matches('`'), kind, form, node);
        let modifiers = kinds.modifiers.child(node);
        if let Some(modifiers) = modifiers {
            definition.skip = named_children(modifiers)
                .filter(|child| kinds.attribute.is(*child))
                .map(|child| child.byte_range())
                .collect();
            if let Some(first) = definition.skip.first().filter(|first| first.start == definition.start) {
                // Comments between attributes and the rest are looked for up to here.
                definition.start = first.end;
            }
        }
        definition.visible(self.is_visible(modifiers, node, outline))
    }

    /// Not `private` and not `fileprivate`: the default is the whole module.
    fn is_visible(&self, modifiers: Option<Node<'_>>, node: Node<'_>, outline: &Outline<'_>) -> bool {
        let level = modifiers.and_then(|modifiers| {
            named_children(modifiers)
                .filter(|child| self.rules.kinds.visibility_modifier.is(*child))
                .map(|child| outline.text(child))
                // `private(set)` says who may write.
                .find(|level| !level.contains('('))
        });
        match level {
            Some(level) => !matches!(level, "private" | "fileprivate"),
            None => !self.private.contains(&node.start_byte()),
        }
    }

    pub(super) fn declaration(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let (Some(keyword), Some(name)) = (fields.declaration_kind.of(node), fields.name.of(node)) else {
            return;
        };
        let (kind, form) = match keyword.kind() {
            "extension" => return self.extension(name, node, outline),
            "enum" => (SymbolKind::Type, "enum"),
            "struct" => (SymbolKind::Class, "struct"),
            "actor" => (SymbolKind::Class, "actor"),
            _ => (SymbolKind::Class, "class"),
        };
        let Some(name) = outline.name(Some(name)) else { return };
        let definition = self
            .definition(name, kind, form, node, outline)
            .body(fields.body.of(node))
            .opens(Container::Type);
        outline.define(definition);
    }

    /// An extension is no definition of its own: what is in it belongs to the type that it extends.
    fn extension(&mut self, of: Node<'_>, node: Node<'_>, outline: &mut Outline<'_>) {
        if !self.is_visible(self.rules.kinds.modifiers.child(node), node, outline) {
            self.private = node.byte_range();
        }
        let name = self.path(of, outline).map(|path| path.split_whitespace().collect::<String>());
        outline.open(node, name.as_deref().filter(|name| name.len() <= 120), Container::Type);
    }

    pub(super) fn protocol(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let definition = self
            .definition(name, SymbolKind::Interface, "protocol", node, outline)
            .body(fields.body.of(node))
            .opens(Container::Type);
        outline.define(definition);
    }

    pub(super) fn function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let body = fields.body.of(node);
        let definition = self
            .definition(name, Self::callable(outline), "func", node, outline)
            .body(body)
            .opens(Container::Function);
        let number = outline.define(definition);
        if let Some(of) = self.result(node, body).and_then(|of| self.type_name(of, outline)) {
            outline.gives(number, of);
        }
    }

    /// The type after `->`, which stands in no field of its own.
    fn result<'n>(&self, node: Node<'n>, body: Option<Node<'n>>) -> Option<Node<'n>> {
        const BACK: u32 = 6;
        let count = node.child_count();
        let end = body.map_or(usize::MAX, |body| body.start_byte());
        let tail = (count.saturating_sub(BACK)..count).filter_map(|at| node.child(at));
        let mut after_arrow = false;
        for child in tail.take_while(|child| child.start_byte() < end) {
            if after_arrow && child.is_named() {
                return Some(child);
            }
            after_arrow |= child.kind() == "->";
        }
        None
    }

    pub(super) fn initializer(&mut self, name: &'static str, node: Node<'_>, outline: &mut Outline<'_>) {
        let definition = self
            .definition(name, SymbolKind::Method, name, node, outline)
            .body(self.rules.fields.body.of(node))
            .opens(Container::Function);
        outline.define(definition);
    }

    pub(super) fn subscript(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let requirement = outline.enclosing().is_some_and(|around| around.definition.form == "protocol");
        // What a protocol asks for is all signature.
        let body = self.rules.kinds.computed_property.child(node).filter(|_| !requirement);
        let definition = self
            .definition("subscript", SymbolKind::Method, "subscript", node, outline)
            .body(body)
            .opens(Container::Function);
        outline.define(definition);
    }

    /// `let` and `var`: values of the file and of types are constants, computed ones are read like calls;
    /// what instances store is a part of their type.
    pub(super) fn property<'t>(&mut self, node: Node<'_>, outline: &mut Outline<'t>) {
        let kinds = &self.rules.kinds;
        self.property.depth = outline.depth;
        self.property.range = node.byte_range();
        if outline.in_function() {
            return self.bind_variables(node, outline);
        }
        let computed = self.rules.fields.computed_value.of(node);
        let member = outline.container() == Some(Container::Type);
        if let Some(body) = computed {
            let name = self.rules.fields.name.of(node);
            let Some(name) = outline.name(name.and_then(|name| self.rules.fields.bound_identifier.of(name)))
            else {
                return;
            };
            let definition = self
                .definition(name, Self::callable(outline), "var", node, outline)
                .body(Some(body))
                .opens(Container::Function);
            outline.define(definition);
            return;
        }
        let of_type = kinds.modifiers.child(node).is_some_and(|modifiers| {
            named_children(modifiers).any(|child| kinds.property_modifier.is(child))
        }) || has_word(node, "class");
        self.bind_variables(node, outline);
        if if member { of_type } else { outline.is_below(2) } {
            self.constants(node, false, outline);
        } else if member && self.is_visible(kinds.modifiers.child(node), node, outline) {
            self.constants(node, true, outline);
        }
    }

    /// One constant for each name of the declaration; `stored`: what each instance has of it.
    fn constants(&mut self, node: Node<'_>, stored: bool, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let binding = kinds.value_binding_pattern.child(node);
        let form = if binding.is_some_and(|binding| has_word(binding, "let")) { "let" } else { "var" };
        let mut names: Vec<(Node<'_>, Option<Node<'_>>)> = Vec::new();
        let mut group = 0;
        let mut last = "";
        let mut cursor = node.walk();
        let mut more = cursor.goto_first_child();
        while more && names.len() < NAMES {
            let child = cursor.node();
            if kinds.pattern.is(child) {
                group = names.len();
                match fields.bound_identifier.of(child) {
                    Some(name) => names.push((name, None)),
                    None => names.extend(
                        named_children(child)
                            .filter(|part| kinds.pattern.is(*part) && part.child_count() == 1)
                            .take(NAMES)
                            .map(|name| (name, None)),
                    ),
                }
            } else if last == "=" {
                for (_, value) in names.iter_mut().skip(group) {
                    *value = Some(child);
                }
            }
            last = child.kind();
            more = cursor.goto_next_sibling();
        }
        for (name, value) in names {
            let Some(name) = outline.name(Some(name)).filter(|name| *name != "_") else { continue };
            let mut definition =
                self.definition(name, SymbolKind::Constant, form, node, outline).value(value);
            definition.part = stored;
            outline.define(definition);
        }
    }

    /// A property that a protocol asks for.
    pub(super) fn requirement(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        self.property.depth = outline.depth;
        self.property.range = node.byte_range();
        let name = fields.name.of(node).and_then(|name| fields.bound_identifier.of(name));
        let Some(name) = outline.name(name) else { return };
        outline.define(self.definition(name, SymbolKind::Method, "var", node, outline));
    }

    /// Each case of an enum is a value of it.
    pub(super) fn cases(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let value = fields.raw_value.of(node);
        // A semicolon instead of a line break means the same.
        let end = match node.child_count().checked_sub(2).and_then(|at| node.child(at)) {
            Some(before) if has_word(node, ";") => before.end_byte(),
            _ => node.end_byte(),
        };
        let names = named_children(node).filter(|child| kinds.simple_identifier.is(*child)).take(NAMES);
        let names: Vec<&str> = names.filter_map(|name| outline.name(Some(name))).collect();
        let one = names.len() == 1;
        for name in names {
            let mut definition = self.definition(name, SymbolKind::Constant, "case", node, outline);
            definition.end = end;
            definition.body = end;
            definition.shown = end;
            outline.define(definition.value(value.filter(|_| one)));
        }
    }

    pub(super) fn alias(&mut self, form: &'static str, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = outline.name(self.rules.fields.name.of(node)) else { return };
        outline.define(self.definition(name, SymbolKind::Type, form, node, outline).opens(Container::Type));
    }

    pub(super) fn precedence_group(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = outline.name(self.rules.kinds.simple_identifier.child(node)) else { return };
        outline.define(self.definition(name, SymbolKind::Type, "precedencegroup", node, outline));
    }

    pub(super) fn macro_declaration(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = outline.name(self.rules.kinds.simple_identifier.child(node)) else { return };
        let definition = self
            .definition(name, SymbolKind::Function, "macro", node, outline)
            .body(self.rules.fields.definition.of(node))
            .opens(Container::Function);
        outline.define(definition);
    }
}
