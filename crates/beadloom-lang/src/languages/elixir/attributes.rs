//! Module attributes: documentation, types, callbacks, and constants.

use std::ops::Range;

use beadloom_model::{ReferenceKind, SymbolKind};
use tree_sitter::Node;

use super::File;
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::references::Before;

/// What the language and its tools give a meaning to, and no constants.
const RESERVED: &[&str] = &[
    "after_compile", "after_verify", "before_compile", "compile", "derive", "describetag", "dialyzer",
    "enforce_keys", "external_resource", "fallback_to_any", "file", "foreign_key_type", "moduletag", "nifs",
    "on_definition", "on_load", "optional_callbacks", "preferred_cli_env", "primary_key", "protocol",
    "recursive", "requirements", "schema_prefix", "shortdoc", "tag", "timestamps_opts", "vsn",
];

/// What a module is to the one that uses it. Code that a macro makes is mixed into nothing here.
pub(super) fn mixes_in(outline: &Outline<'_>) -> ReferenceKind {
    if outline.in_function() { ReferenceKind::Type } else { ReferenceKind::Inherit }
}

impl File<'_> {
    /// `&name/1` passes a function on.
    fn capture(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if outline.text.as_bytes().get(node.start_byte()) != Some(&b'&') {
            return;
        }
        let Some(of) = fields.operand.of(node).filter(|of| kinds.binary_operator.is(*of)) else { return };
        let divides = fields.operator.of(of).is_some_and(|operator| outline.text(operator) == "/");
        if let Some(name) = fields.left.of(of).filter(|name| divides && kinds.identifier.is(*name)) {
            let text = outline.text(name);
            outline.value_to(text, Before::Nothing, name.start_byte());
        }
    }

    /// `@name value`; `@name` alone reads it.
    pub(super) fn unary(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if outline.text.as_bytes().get(node.start_byte()) != Some(&b'@') {
            // `foo -1` and `foo - 1` differ.
            outline.tokens.open_block(node.start_byte(), node.end_byte());
            self.capture(node, outline);
            return;
        }
        if let Some(read) = fields.operand.of(node).filter(|operand| kinds.identifier.is(*operand)) {
            let name = outline.text(read);
            outline.value_to(name, Before::This, read.start_byte());
            return;
        }
        let Some(call) = fields.operand.of(node).filter(|operand| kinds.call.is(*operand)) else { return };
        let Some(name_node) = fields.target.of(call) else { return };
        let Some(name) = outline.name(Some(name_node)) else { return };
        self.attribute = name_node.start_byte();
        match name {
            "moduledoc" => self.module_documentation(call, outline),
            "doc" => {
                if let Some(text) = self.documentation_of(call) {
                    self.documentation = Some(text);
                }
                self.continue_row(node, outline);
            }
            "typedoc" => self.type_documentation = self.documentation_of(call),
            "spec" => {
                outline.decorate(node);
                self.hold_types(node, call);
            }
            "impl" | "deprecated" | "since" => {
                outline.decorate(node);
            }
            "type" | "typep" | "opaque" => self.type_definition(name, node, call, outline),
            "callback" | "macrocallback" => self.callback(name, node, call, outline),
            "behaviour" => {
                if let Some(of) = self.first(call).filter(|of| kinds.alias.is(*of)) {
                    self.reference_module(mixes_in(outline), of, outline);
                    self.taken = self.taken.max(of.end_byte());
                    self.import_module(of, outline);
                }
            }
            name if RESERVED.contains(&name) => {}
            name => self.constant(name, node, call, outline),
        }
    }

    /// Documentation between a `@spec` and its function belongs to the row.
    fn continue_row(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        if outline.decorated_from().is_some() {
            outline.decorate(node);
        }
    }

    /// The string that documents, from its quotes or the sigil's letter on.
    fn documentation_of(&self, call: Node<'_>) -> Option<Range<usize>> {
        let kinds = &self.rules.kinds;
        let text = self.first(call)?;
        if kinds.string.is(text) {
            Some(text.byte_range())
        } else if kinds.sigil.is(text) {
            let letter = kinds.sigil_name.child(text)?;
            Some(letter.start_byte()..text.end_byte())
        } else {
            None
        }
    }

    fn module_documentation(&mut self, call: Node<'_>, outline: &mut Outline<'_>) {
        let Some(text) = self.documentation_of(call) else { return };
        let Some(number) = outline.enclosing_number() else { return };
        if let Some(draft) = outline.drafts.get_mut(number)
            && draft.definition.opens == Some(Container::Type)
        {
            draft.definition.docstring.get_or_insert(text);
        }
    }

    /// Calls in this attribute name types, but for the one that it declares.
    fn hold_types(&mut self, node: Node<'_>, call: Node<'_>) {
        self.types = node.byte_range();
        if let Some(name) = self.declared_name(call) {
            self.declared = name.start_byte();
        }
    }

    /// What `name(…) :: …` or `name :: …` declares.
    fn declared_name<'n>(&self, call: Node<'n>) -> Option<Node<'n>> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut declared = self.first(call)?;
        // `name(x) :: y when x: z`
        for _ in 0..2 {
            if kinds.binary_operator.is(declared) {
                declared = fields.left.of(declared)?;
            }
        }
        if kinds.call.is(declared) {
            declared = fields.target.of(declared)?;
        }
        kinds.identifier.is(declared).then_some(declared)
    }

    fn type_definition(&mut self, word: &str, node: Node<'_>, call: Node<'_>, outline: &mut Outline<'_>) {
        self.hold_types(node, call);
        let documentation = self.type_documentation.take();
        let form = match word {
            "type" => "type",
            "typep" => "typep",
            _ => "opaque",
        };
        let Some(name) = outline.name(self.declared_name(call)) else { return };
        if outline.in_function() {
            return;
        }
        self.end_clauses();
        let mut definition = Definition::new(name, SymbolKind::Type, form, node).visible(word != "typep");
        definition.docstring = documentation;
        outline.define(definition);
    }

    fn callback(&mut self, word: &str, node: Node<'_>, call: Node<'_>, outline: &mut Outline<'_>) {
        self.hold_types(node, call);
        let documentation = self.documentation.take();
        let Some(name) = outline.name(self.declared_name(call)) else { return };
        let form = if word == "callback" { "callback" } else { "macrocallback" };
        let mut definition = Definition::new(name, SymbolKind::Function, form, node);
        definition.docstring = documentation;
        self.end_clauses();
        outline.define(definition);
    }

    /// An attribute that a module sets for itself.
    fn constant(&mut self, name: &str, node: Node<'_>, call: Node<'_>, outline: &mut Outline<'_>) {
        if outline.container() != Some(Container::Type) || outline.in_function() {
            return;
        }
        self.end_clauses();
        let definition = Definition::new(name, SymbolKind::Constant, "attribute", node)
            .value(self.first(call))
            .visible(false);
        outline.define(definition);
    }
}
