//! Functions and values: a type signature and the equations that follow it are one definition.

use std::collections::HashMap;

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use super::file::{Binding, What};
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Types and functions are looked into this far.
const LEVELS: usize = 8;

impl File<'_> {
    /// Puts the declarations of a list together by name: equations follow each other, and the signature comes
    /// right before them or stands apart.
    pub(super) fn gather(&mut self, list: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let mut found: Vec<(Binding, bool)> = Vec::new();
        // What the last declaration was about, so that the next one may go on.
        let mut open = 0..0;
        for node in named_children(list) {
            if kinds.comment.is(node) || kinds.haddock.is(node) || kinds.pragma.is(node) || kinds.cpp.is(node)
            {
                continue;
            }
            let signature = self.signature_of(node);
            let names = match signature {
                Some(signature) => self.signed_names(signature),
                None => self.equation_name(node).into_iter().collect(),
            };
            if names.is_empty() {
                open = 0..0;
                continue;
            }
            let from = found.len();
            let what = self.what(node, signature, outline);
            for name in names {
                let text = outline.text(name);
                let about = |(last, _): &&mut (Binding, bool)| {
                    outline.text.get(last.name.0..last.name.1) == Some(text)
                };
                let before = found.get_mut(open.clone()).unwrap_or_default();
                if signature.is_none()
                    && let Some((last, signed_only)) = before.iter_mut().find(about)
                {
                    last.end = node.end_byte();
                    last.what = if last.what == What::Value { what } else { last.what };
                    *signed_only = false;
                    continue;
                }
                let (head, value) = match signature {
                    Some(_) => (node.end_byte(), None),
                    None => self.head(node),
                };
                let binding = Binding {
                    name: (name.start_byte(), name.end_byte()),
                    start: node.start_byte(),
                    end: node.end_byte(),
                    head,
                    value,
                    what,
                };
                found.push((binding, signature.is_some()));
            }
            if found.len() > from {
                open = from..found.len();
            } else if open.len() > 1 {
                // Equations of one of several names: those of the others stand apart from their signature.
                let last = self.equation_name(node).map_or("", |name| outline.text(name));
                let at = open
                    .clone()
                    .find(|at| {
                        found.get(*at).is_some_and(|(known, _)| {
                            outline.text.get(known.name.0..known.name.1) == Some(last)
                        })
                    })
                    .unwrap_or(open.start);
                open = at..at + 1;
            }
        }
        self.keep(found, outline);
    }

    /// Signatures that stand apart from their equations lend them what they say and are no definition.
    fn keep(&mut self, found: Vec<(Binding, bool)>, outline: &mut Outline<'_>) {
        let name = |binding: &Binding| outline.text.get(binding.name.0..binding.name.1).unwrap_or("");
        let mut signed: HashMap<&str, What> = HashMap::new();
        let mut bound: HashMap<&str, bool> = HashMap::new();
        for (binding, signed_only) in &found {
            if *signed_only {
                signed.insert(name(binding), binding.what);
            } else {
                bound.insert(name(binding), true);
            }
        }
        let mut locals = Vec::new();
        for (mut binding, signed_only) in found {
            let text = name(&binding);
            if signed_only && bound.contains_key(text) {
                continue;
            }
            if let Some(what) = signed.get(text)
                && binding.what == What::Value
            {
                binding.what = *what;
            }
            if outline.in_function() && binding.what == What::Value {
                locals.push(text);
            } else {
                self.bindings.insert(binding.name.0, binding);
            }
        }
        for name in locals {
            outline.bind_name(name, None);
        }
    }

    fn signature_of<'n>(&self, node: Node<'n>) -> Option<Node<'n>> {
        let kinds = &self.rules.kinds;
        if kinds.signature.is(node) {
            return Some(node);
        }
        // `pattern Zero :: Money`
        if node.kind() == "pattern_synonym" { kinds.signature.child(node) } else { None }
    }

    fn signed_names<'n>(&self, signature: Node<'n>) -> Vec<Node<'n>> {
        const NAMES: usize = 64;
        let fields = &self.rules.fields;
        if let Some(list) = fields.names.of(signature) {
            return named_children(list).take(NAMES).map(|name| self.inner(name)).collect();
        }
        let name = fields.name.of(signature).or_else(|| fields.synonym.of(signature));
        name.map(|name| self.inner(name)).into_iter().collect()
    }

    /// `+` of `(+)`, `op` of `` `op` ``.
    pub(super) fn inner<'n>(&self, name: Node<'n>) -> Node<'n> {
        let kinds = &self.rules.kinds;
        if kinds.prefix_id.is(name) || kinds.infix_id.is(name) {
            return name.named_child(0).unwrap_or(name);
        }
        name
    }

    /// The name that an equation is about; `None` for patterns and for whatever else a list declares.
    fn equation_name<'n>(&self, node: Node<'n>) -> Option<Node<'n>> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if kinds.function.is(node) || kinds.bind.is(node) {
            if let Some(name) = fields.name.of(node) {
                return Some(self.inner(name));
            }
            return self
                .infix_head(node)
                .and_then(|infix| fields.operator.of(infix))
                .map(|name| self.inner(name));
        }
        if node.kind() != "pattern_synonym" {
            return None;
        }
        let mut of = fields.synonym.of(kinds.equation.child(node)?)?;
        for _ in 0..LEVELS {
            of = match fields.function.of(of).or_else(|| fields.constructor.of(of)) {
                Some(inner) => inner,
                None => break,
            };
        }
        fields.operator.of(of).or_else(|| kinds.constructor.is(of).then_some(of))
    }

    /// `a <+> b` of `a <+> b = …` and `(a <+> b) c = …`.
    fn infix_head<'n>(&self, node: Node<'n>) -> Option<Node<'n>> {
        let kinds = &self.rules.kinds;
        let head = kinds.function_head_parens.child(node).unwrap_or(node);
        kinds.infix.child(head)
    }

    fn what(&self, node: Node<'_>, signature: Option<Node<'_>>, outline: &Outline<'_>) -> What {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if node.kind() == "pattern_synonym" {
            return What::Pattern;
        }
        let function = match signature {
            Some(signature) => fields.r#type.of(signature).is_some_and(|of| self.takes_or_does(of, outline)),
            None => {
                let value = fields.r#match.of(node).and_then(|of| fields.expression.of(of));
                kinds.function.is(node)
                    || value.is_some_and(|value| {
                        kinds.lambda.is(value) || kinds.lambda_case.is(value) || kinds.r#do.is(value)
                    })
            }
        };
        if function { What::Function } else { What::Value }
    }

    /// Whether a type has an arrow, or is that of an action of the program.
    fn takes_or_does(&self, of: Node<'_>, outline: &Outline<'_>) -> bool {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = of;
        for _ in 0..LEVELS {
            if kinds.function.is(of) || of.kind() == "linear_function" {
                return true;
            }
            let inner = if kinds.forall.is(of) || kinds.context.is(of) || kinds.parens.is(of) {
                fields.r#type.of(of)
            } else if kinds.apply.is(of) {
                fields.constructor.of(of)
            } else {
                break;
            };
            let Some(inner) = inner else { return false };
            of = inner;
        }
        kinds.name.is(of) && outline.text(of) == "IO"
    }

    /// Where an equation's left side ends, and its right side.
    fn head(&self, node: Node<'_>) -> (usize, Option<(usize, usize)>) {
        let fields = &self.rules.fields;
        let Some(right) = fields.r#match.of(node) else { return (node.end_byte(), None) };
        let value = fields.expression.of(right).map(|value| (value.start_byte(), value.end_byte()));
        (right.start_byte(), value)
    }

    /// A signature or an equation: the first of a name defines it, each of them binds what it takes.
    pub(super) fn binding(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        outline.tokens.open_block(node.start_byte(), node.end_byte());
        if kinds.signature.is(node) {
            let names = self.signed_names(node);
            let many = names.len() > 1;
            for name in names {
                self.define(name, many, node, outline);
            }
            return;
        }
        if let Some(name) = self.equation_name(node) {
            self.define(name, false, node, outline);
        }
        if let Some(head) = self.infix_head(node) {
            self.pattern = head.byte_range();
        } else {
            self.expect_pattern(node);
        }
        // `x <- getLine`
        self.used_bare(fields.expression.of(node), outline);
        // What `where` binds is known in the equation above it.
        if let Some(list) = fields.binds.of(node) {
            self.gather(list, outline);
            self.gathered.insert(list.start_byte());
        }
    }

    /// `one_of_many`: the signature is that of other names too, which must not stand in this one's scope.
    fn define(&mut self, name: Node<'_>, one_of_many: bool, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(binding) = self.bindings.remove(&name.start_byte()) else { return };
        let Some(text) = outline.name(Some(name)) else { return };
        let member = outline.container() == Some(Container::Type);
        let (kind, form) = match binding.what {
            What::Pattern => (SymbolKind::Constant, "pattern"),
            _ if member => (SymbolKind::Method, "method"),
            What::Function => (SymbolKind::Function, "function"),
            What::Value => (SymbolKind::Constant, "value"),
        };
        outline.entry_point |= text == "main" && outline.container().is_none() && self.exports.main;
        let declares = member && outline.enclosing().is_some_and(|around| around.definition.form == "class");
        if let Some(of) = outline.enclosing_type().filter(|_| declares) {
            // To the module a method of a class is one of its names; what an instance has is reached by it.
            outline.export_as(text, &format!("{of}.{text}"));
        }
        let visible = match outline.enclosing() {
            // A method may also be exported by its own name.
            Some(around) if member => {
                self.exports.shows(&around.definition.name, text) || outline.exports.contains(text)
            }
            _ => true,
        };
        let mut definition = Definition::new(text, kind, form, node).visible(visible);
        if !one_of_many || binding.end > node.end_byte() {
            definition = definition.opens(Container::Function);
        }
        definition.outer = binding.start;
        definition.start = binding.start;
        definition.end = binding.end;
        definition.body = binding.head;
        definition.shown = binding.head;
        if let Some((start, end)) = binding.value.filter(|_| binding.what == What::Value) {
            const MAX_SHOWN_VALUE_BYTES: usize = 80;
            definition.body = start;
            definition.shown = if end - start > MAX_SHOWN_VALUE_BYTES { binding.head } else { end };
        }
        outline.define(definition);
    }

    /// Signature and equation of a pattern synonym.
    pub(super) fn pattern_synonym(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        outline.tokens.open_block(node.start_byte(), node.end_byte());
        let names = match self.signature_of(node) {
            Some(signature) => self.signed_names(signature),
            None => self.equation_name(node).into_iter().collect(),
        };
        for name in names {
            self.named = name.start_byte();
            self.define(name, false, node, outline);
        }
    }
}
