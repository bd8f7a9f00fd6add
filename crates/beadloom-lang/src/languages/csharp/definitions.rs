//! Types, and what all definitions share: modifiers and attributes.

use std::ops::Range;

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::{CSharp, File};
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::{has_word, named_children};

/// Modifiers and attributes stand among the first children.
const MAX_HEAD_CHILDREN: usize = 32;

/// What modifiers say.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Modifiers {
    pub(super) public: bool,
    pub(super) private: bool,
    pub(super) internal: bool,
    pub(super) is_static: bool,
    pub(super) is_const: bool,
    pub(super) readonly: bool,
    pub(super) is_async: bool,
    pub(super) partial: bool,
    pub(super) is_abstract: bool,
}

/// The form of a type that other declarations have further parts of.
fn partial(form: &'static str) -> &'static str {
    match form {
        "class" => "partial class",
        "struct" => "partial struct",
        "interface" => "partial interface",
        "record" => "partial record",
        "record struct" => "partial record struct",
        other => other,
    }
}

impl CSharp {
    pub(super) fn modifiers(&self, node: Node<'_>, outline: &Outline<'_>) -> Modifiers {
        let mut found = Modifiers::default();
        let head =
            named_children(node).take(MAX_HEAD_CHILDREN).filter(|child| self.kinds.modifier.is(*child));
        for modifier in head {
            match outline.text(modifier) {
                // What is protected belongs to whoever derives from the type.
                "public" | "protected" => found.public = true,
                "private" => found.private = true,
                "internal" => found.internal = true,
                "static" => found.is_static = true,
                "const" => found.is_const = true,
                "readonly" => found.readonly = true,
                "async" => found.is_async = true,
                "partial" => found.partial = true,
                "abstract" => found.is_abstract = true,
                _ => {}
            }
        }
        // `private protected` is no more than private outside of the assembly.
        found.public &= !found.private;
        found
    }

    /// The attributes before a definition.
    pub(super) fn attributes<'n>(&self, node: Node<'n>) -> impl Iterator<Item = Node<'n>> {
        let (list, attribute) = (self.kinds.attribute_list, self.kinds.attribute);
        named_children(node)
            .take(MAX_HEAD_CHILDREN)
            .filter(move |child| list.is(*child))
            .flat_map(named_children)
            .filter(move |child| attribute.is(*child))
    }

    fn attribute_lists(&self, node: Node<'_>) -> Vec<Range<usize>> {
        named_children(node)
            .take(MAX_HEAD_CHILDREN)
            .filter(|child| self.kinds.attribute_list.is(*child))
            .map(|list| list.byte_range())
            .collect()
    }
}

impl File<'_> {
    /// A definition without its attributes in the signature, as visible as its modifiers say.
    pub(super) fn definition(
        &self,
        name: impl Into<String>,
        kind: SymbolKind,
        form: &'static str,
        node: Node<'_>,
        outline: &Outline<'_>,
    ) -> Definition {
        let modifiers = self.rules.modifiers(node, outline);
        let in_interface = outline.container() == Some(Container::Type)
            && outline.enclosing().is_some_and(|around| around.definition.form.ends_with("interface"));
        let mut definition = Definition::new(name, kind, form, node)
            .visible(modifiers.public || (in_interface && !modifiers.private));
        definition.skip = self.rules.attribute_lists(node);
        if let Some(last) = definition.skip.last() {
            // Attributes come first; comments among them are looked for up to here.
            definition.start = last.end;
        }
        definition
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
        let form = if form == "record" && has_word(node, "struct") { "record struct" } else { form };
        let form = if self.rules.modifiers(node, outline).partial { partial(form) } else { form };
        let body = fields.body.of(node);
        let definition = self.definition(name, kind, form, node, outline).body(body).opens(Container::Type);
        let number = outline.define(definition);
        if form == "enum" {
            return;
        }
        self.controller(node, name, number, outline);
        if let Some(body) = body {
            self.members(body, outline);
        }
    }

    pub(super) fn delegate(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let definition =
            self.definition(name, SymbolKind::Type, "delegate", node, outline).opens(Container::Function);
        outline.define(definition);
        self.type_use(self.rules.fields.r#type.of(node), outline);
    }
}
