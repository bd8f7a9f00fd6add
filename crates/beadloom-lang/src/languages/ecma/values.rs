//! Variables, and what is assigned to exports and prototypes.

use beadloom_model::{ImportKind, SymbolKind};
use tree_sitter::Node;

use super::{File, Variables};
use crate::outline::{Container, Definition, Outline};
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

    /// One variable: a function, a class, what a module gave, or a constant.
    pub(super) fn variable(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(target) = fields.name.of(node) else { return };
        let value = fields.value.of(node).map(|value| self.bare(value));
        if let Some(value) = value
            && self.take_required(target, value, outline)
        {
            return;
        }
        let Some(name) = outline.name(Some(target)).filter(|_| kinds.identifier.is(target)) else { return };
        let definition = self.variable_definition(name, node);
        match value {
            Some(value) if self.is_function(value) || kinds.class.is(value) => {
                self.await_value(value, definition, outline)
            }
            value if self.variables.top_level => {
                // `var app = exports = module.exports = {}`
                if value.is_some_and(|value| self.is_given_to_exports(value, outline)) {
                    outline.export(name);
                }
                // What a call makes of a function may be a component: `memo(() => <b/>)`.
                let wraps = name.starts_with(char::is_uppercase)
                    && value.is_some_and(|value| kinds.call_expression.is(value));
                let mut definition = definition.value(value);
                definition.opens = wraps.then_some(Container::Function);
                outline.define(definition);
            }
            _ => {}
        }
    }

    fn is_given_to_exports(&self, value: Node<'_>, outline: &Outline<'_>) -> bool {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        kinds.assignment_expression.is(value)
            && matches!(outline.name(fields.left.of(value)), Some("exports" | "module.exports"))
    }

    /// Alone it is the whole declaration; among several it borrows the keyword.
    fn variable_definition(&self, name: &str, node: Node<'_>) -> Definition {
        let shared = self.variables;
        let mut definition =
            Definition::new(name, SymbolKind::Constant, shared.word, node).visible(shared.exported);
        if shared.several {
            definition.lead = match shared.word {
                "const" => "const ",
                "let" => "let ",
                _ => "var ",
            };
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

    /// `const x = require("m")`, `const {a} = require("m")`, `const a = require("m").a`.
    fn take_required(&mut self, target: Node<'_>, value: Node<'_>, outline: &mut Outline<'_>) -> bool {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let (call, member) = if kinds.member_expression.is(value) {
            (fields.object.of(value), outline.name(fields.property.of(value)))
        } else {
            (Some(value), None)
        };
        let Some((call, specifier)) =
            call.and_then(|call| Some((call, self.required_module(call, outline)?)))
        else {
            return false;
        };
        let names = match member {
            Some(member) => vec![member.to_owned()],
            None if kinds.object_pattern.is(target) => self.pattern_keys(target, outline),
            None => vec!["*".to_owned()],
        };
        self.required = Some(call.id());
        outline.import(specifier, names, ImportKind::Import, call.start_byte());
        true
    }

    fn pattern_keys(&self, pattern: Node<'_>, outline: &Outline<'_>) -> Vec<String> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        named_children(pattern)
            .filter_map(|child| {
                if kinds.shorthand_property_identifier_pattern.is(child) {
                    outline.name(Some(child)).map(str::to_owned)
                } else if kinds.pair_pattern.is(child) {
                    self.member_name(fields.key.of(child), outline)
                } else if kinds.object_assignment_pattern.is(child) {
                    outline.name(fields.left.of(child)).map(str::to_owned)
                } else {
                    None
                }
            })
            .collect()
    }

    /// `exports.x = …`, `module.exports = …`, `X.prototype.y = function …`, `app.y = function …`.
    pub(super) fn assignment(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(left) = fields.left.of(node).filter(|left| kinds.member_expression.is(*left)) else {
            return;
        };
        let Some(right) = fields.right.of(node) else { return };
        let Some(path) = outline.name(Some(left)) else { return };
        let value = self.bare(right);
        if path == "module.exports" {
            self.export_value(node, value, outline);
            return;
        }
        let Some((of, name)) = path.rsplit_once('.') else { return };
        let (of, name) = (of.trim_end(), name.trim_start());
        let defines = self.is_function(value) || kinds.class.is(value);
        if of == "module.exports" || of == "exports" {
            if defines {
                self.await_value(
                    value,
                    Definition::new(name, SymbolKind::Function, "function", node),
                    outline,
                );
            } else if kinds.identifier.is(value) {
                outline.export(outline.text(value));
            }
            return;
        }
        // A function given to a member of something of this file's top: `app.use = function …`.
        let (owner, anywhere) = match of.strip_suffix(".prototype") {
            Some(owner) => (owner, true),
            None => (of, false),
        };
        let top_level = outline.container().is_none() && outline.depth == 2;
        let is_name = !owner.contains(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
        if defines && is_name && owner != "this" && (anywhere || top_level) {
            let mut definition = Definition::new(name, SymbolKind::Method, "method", node);
            definition.owner = Some(owner.to_owned());
            self.await_value(value, definition, outline);
        }
    }

    /// `module.exports = f`, `= function …`, `= { a, b: c, d() {} }`.
    fn export_value(&mut self, node: Node<'_>, value: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if kinds.identifier.is(value) {
            outline.export(outline.text(value));
        } else if self.is_function(value) || kinds.class.is(value) {
            let name = outline.name(fields.name.of(value)).unwrap_or("default");
            self.await_value(value, Definition::new(name, SymbolKind::Function, "function", node), outline);
        } else if kinds.object.is(value) {
            for child in named_children(value) {
                if kinds.shorthand_property_identifier.is(child) {
                    outline.export(outline.text(child));
                } else if let Some(of) = fields.value.of(child).filter(|of| kinds.identifier.is(*of)) {
                    outline.export(outline.text(of));
                }
            }
            self.exported_object = Some((value.byte_range(), outline.depth));
        }
    }

    /// Whether the node is a direct entry of the object given to `module.exports`.
    pub(super) fn in_exported_object(&self, node: Node<'_>, outline: &Outline<'_>) -> bool {
        self.exported_object
            .as_ref()
            .is_some_and(|(range, depth)| range.contains(&node.start_byte()) && outline.depth == depth + 2)
    }

    /// `name: function …` in the object given to `module.exports`.
    pub(super) fn pair(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        if !self.in_exported_object(node, outline) {
            return;
        }
        let Some(value) = fields.value.of(node).map(|value| self.bare(value)) else { return };
        if self.is_function(value)
            && let Some(name) = self.member_name(fields.key.of(node), outline)
        {
            self.await_value(value, Definition::new(name, SymbolKind::Function, "function", node), outline);
        }
    }
}
