//! Variables.

use beadloom_model::{ImportKind, SymbolKind};
use tree_sitter::Node;

use super::file::KeysOf;
use super::names::Names;
use super::{File, Variables};
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::named_children;

impl File<'_> {
    /// `const`, `let`, `var`: remembers what the variables in it share.
    pub(super) fn variables(&mut self, node: Node<'_>, outline: &Outline<'_>) {
        let wrapper = self.wrapper_of(node);
        let text = outline.text(node);
        let word = ["const", "let"].into_iter().find(|word| text.starts_with(word)).unwrap_or("var");
        let declarators =
            || named_children(node).filter(|child| self.rules.kinds.variable_declarator.is(*child));
        self.variables = Variables {
            outer: wrapper.map_or(node.start_byte(), |wrapper| wrapper.outer),
            start: wrapper.map_or(node.start_byte(), |wrapper| wrapper.start),
            end: node.end_byte(),
            word,
            several: node.named_child_count() > 1 && declarators().nth(1).is_some(),
            exported: wrapper.is_some_and(|wrapper| wrapper.exported)
                || (self.ambient.contains(&node.start_byte()) && outline.container().is_some()),
            top_level: self.is_top_level(wrapper, outline),
        };
    }

    /// One variable: a function, a class, what a module gave, a constant, or what a function binds.
    pub(super) fn variable(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(target) = fields.name.of(node) else { return };
        let given = fields.value.of(node);
        if let Some(of) = fields.r#type.of(node) {
            self.type_object(Some(target), Some(of), outline);
            self.type_object(given.map(|given| self.bare(given)), Some(of), outline);
        }
        let (given, layers) = match given {
            Some(given) => self.given_on(outline.name(Some(target)), given, outline),
            None => (None, 0),
        };
        let value = given.map(|value| self.bare(value));
        if let Some(value) = value
            && self.take_required(target, value, outline)
        {
            return;
        }
        let modules = value.and_then(|value| self.modules_of(value, outline));
        if !kinds.identifier.is(target) {
            self.bind_parts(target, outline);
            match (&modules, value) {
                (Some(modules), _) => self.give(target, modules, outline),
                (None, Some(value)) => self.take_apart(target, value, outline),
                (None, None) => {}
            }
            if self.variables.top_level {
                self.constants(target, outline);
            }
            return;
        }
        let Some(name) = outline.name(Some(target)) else { return };
        let defines = value.filter(|value| self.is_function(*value) || kinds.class.is(*value));
        if let Some(value) = defines {
            self.bind_if_loader(name, value, outline);
            let definition = self.variable_definition(name, node);
            self.await_value(value, definition, outline);
            return;
        }
        let of = match (fields.r#type.of(node), given) {
            (Some(annotation), _) => self.type_text(annotation, outline),
            (None, Some(value)) => self.value_type(value, outline),
            (None, None) => None,
        };
        outline.bind(Some(target), of);
        if let Some(modules) = &modules {
            self.give(target, modules, outline);
        }
        if let Some(value) = value {
            self.declare_router(target, false, value, outline);
        }
        let returned = self.declare_object(target, value, outline);
        if self.variables.top_level {
            self.constant(name, node, given, layers, outline);
        } else if outline.in_function()
            && let Some(given) = given.filter(|given| !kinds.call_expression.is(*given))
            && let Some(found) = self.literal_of(given)
        {
            // What a function returns has its members.
            if !returned {
                outline.open(node, Some(name), Container::Type);
            }
            self.open_literal(Some(found), layers, outline);
        }
    }

    /// A variable at the top of a file or namespace that holds neither function nor class.
    fn constant(
        &mut self,
        name: &str,
        node: Node<'_>,
        given: Option<Node<'_>>,
        layers: usize,
        outline: &mut Outline<'_>,
    ) {
        let value = given.map(|value| self.bare(value));
        let mut definition = self.variable_definition(name, node).value(value);
        let literal = given.and_then(|given| self.literal_of(given));
        // What is in the value is the constant's: the function in `memo(() => <b/>)`, what an expression calls.
        definition.opens = match literal {
            Some(_) => Some(Container::Type),
            None => value.map(|_| Container::Module),
        };
        outline.define(definition);
        self.open_literal(literal, layers, outline);
    }

    /// The names of a pattern at the top: `export const { add, remove } = slice.actions`.
    fn constants(&self, pattern: Node<'_>, outline: &mut Outline<'_>) {
        for part in self.parts(pattern) {
            let Some(name) = outline.name(Some(part)) else { continue };
            let shared = self.variables;
            let mut definition =
                Definition::new(name, SymbolKind::Constant, shared.word, part).visible(shared.exported);
            definition.lead = lead(shared.word);
            definition.group = Some(shared.outer);
            outline.define(definition);
        }
    }

    /// Alone it is the whole declaration; among several it borrows the keyword.
    fn variable_definition(&self, name: &str, node: Node<'_>) -> Definition {
        let shared = self.variables;
        let mut definition =
            Definition::new(name, SymbolKind::Constant, shared.word, node).visible(shared.exported);
        if shared.several {
            definition.lead = lead(shared.word);
            definition.group = Some(shared.outer);
        } else {
            definition.outer = shared.outer;
            definition.start = shared.start;
            definition.end = shared.end;
            definition.body = shared.end;
            definition.shown = shared.end;
        }
        definition.kind = SymbolKind::Constant;
        definition
    }

    /// `const x = require("m")`, `const {a} = require("m")`, `const a = require("m").a`; the same with
    /// `await import("m")`.
    fn take_required(&mut self, target: Node<'_>, value: Node<'_>, outline: &mut Outline<'_>) -> bool {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let property = fields.property.of(value).filter(|_| kinds.member_expression.is(value));
        let (whole, member) = if property.is_some() {
            (fields.object.of(value).map(|of| self.bare(of)), outline.name(property))
        } else {
            (Some(value), None)
        };
        let Some(whole) = whole else { return false };
        let (call, specifier, kind) = if let Some((call, specifier)) = self.loaded_module(whole, outline) {
            (call, specifier, ImportKind::Dynamic)
        } else if let Some(specifier) = self.required_module(whole, outline) {
            (whole, specifier, ImportKind::Import)
        } else {
            return false;
        };
        let local = outline.name(Some(target)).filter(|_| kinds.identifier.is(target));
        let mut all = Names::default();
        match member {
            Some(member) => all.add(member, local),
            None if kinds.object_pattern.is(target) => self.add_pattern(target, &mut all, outline),
            None => all.add("*", local),
        }
        self.keys_of(target, KeysOf::Imported);
        // The member is said by what the import binds.
        if let Some(property) = property {
            outline.values_from = outline.values_from.max(property.end_byte());
        }
        self.required = Some(call.id());
        self.routes.import(specifier, &all);
        outline.import_as(specifier, all.names, all.aliases, kind, call.start_byte());
        true
    }

    fn add_pattern(&self, pattern: Node<'_>, all: &mut Names, outline: &Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        for part in named_children(pattern) {
            if kinds.shorthand_property_identifier_pattern.is(part) {
                all.add(outline.text(part), None);
            } else if kinds.object_assignment_pattern.is(part) {
                if let Some(name) = outline.name(fields.left.of(part)) {
                    all.add(name, None);
                }
            } else if kinds.pair_pattern.is(part)
                && let Some(theirs) = self.member_name(fields.key.of(part), outline)
            {
                let ours = fields.value.of(part).and_then(|value| {
                    let value =
                        if kinds.assignment_pattern.is(value) { fields.left.of(value)? } else { value };
                    outline.name(Some(value)).filter(|_| kinds.identifier.is(value))
                });
                all.add(&theirs, ours);
            } else if kinds.rest_pattern.is(part) {
                all.add("*", outline.name(part.named_child(0)));
            }
        }
    }
}

/// The keyword of a declaration as it stands before a name.
fn lead(word: &str) -> &'static str {
    match word {
        "const" => "const ",
        "let" => "let ",
        _ => "var ",
    }
}
