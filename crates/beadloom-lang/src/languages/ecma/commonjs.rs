//! Assignments: to the exports of a CommonJS module, to prototypes, to fields of `this`.

use beadloom_model::{ImportKind, ReferenceKind, SymbolKind};
use tree_sitter::Node;

use super::File;
use super::file::Modules;
use super::names::Names;
use crate::definition::{Container, Definition};
use crate::loaded::local_name;
use crate::outline::Outline;

/// Assignments within one another that are looked through.
const LAYERS: usize = 8;

impl File<'_> {
    /// What a name is given through any number of assignments, and their number: `= exports = module.exports = {}`.
    /// What they export is that name.
    pub(super) fn given_on<'n>(
        &mut self,
        name: Option<&str>,
        given: Node<'n>,
        outline: &mut Outline<'_>,
    ) -> (Option<Node<'n>>, usize) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut value = given;
        let mut layers = 0;
        while layers < LAYERS && kinds.assignment_expression.is(value) {
            let (Some(left), Some(right)) = (fields.left.of(value), fields.right.of(value)) else { break };
            match (name, outline.name(Some(left))) {
                (Some(name), Some("exports" | "module.exports")) => outline.export_as("default", name),
                (Some(name), Some(path)) => {
                    if let Some(exported) = exported_name(path) {
                        outline.export_as(exported, name);
                    }
                }
                _ => {}
            }
            if layers == 0 {
                self.passed_on = Some(value.id());
            }
            value = right;
            layers += 1;
        }
        (Some(value), layers)
    }

    pub(super) fn assignment(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let (Some(left), Some(right)) = (fields.left.of(node), fields.right.of(node)) else { return };
        if self.passed_on.take_if(|passed_on| *passed_on == node.id()).is_some() {
            // It was seen with what is around it.
            self.passed_on = Some(right.id()).filter(|_| kinds.assignment_expression.is(right));
            return;
        }
        if kinds.identifier.is(left) {
            self.assign_variable(left, right, outline);
            return;
        }
        let Some(path) = outline.name(Some(left)).filter(|_| kinds.member_expression.is(left)) else {
            return;
        };
        if path == "module.exports" {
            if !self.export_required(self.bare(right), None, outline) {
                self.export_whole(node, node.start_byte(), right, outline);
            }
            return;
        }
        if let Some(exported) = exported_name(path) {
            self.export_one(node, exported, right, outline);
            return;
        }
        let Some((of, name)) = path.rsplit_once('.') else { return };
        let (of, name) = (of.trim_end(), name.trim_start());
        let value = self.bare(right);
        let defines = self.is_function(value) || kinds.class.is(value);
        if !defines {
            if of == "this" {
                self.assign_field(left, value, outline);
            }
        } else if of.ends_with(".prototype") || !self.fill(node, of, name, value, outline) && of != "this" {
            self.assign_member(node, of, name, value, outline);
        }
    }

    /// A variable that is declared apart from what it is for.
    fn assign_variable(&mut self, left: Node<'_>, right: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        self.declare_router(left, false, right, outline);
        if outline.in_function()
            && let Some(modules) = self.modules_of(right, outline)
        {
            match &modules {
                // A variable of the file's top is a definition, too.
                Modules::One(number)
                    if kinds.identifier.is(left) && !outline.is_bound(outline.text(left)) =>
                {
                    outline.bind_module_at_top(outline.text(left), *number);
                }
                modules => self.give(left, modules, outline),
            }
            // Other functions may use the variable.
            self.hand_on(&modules, outline);
        }
        if self.rules.kinds.new_expression.is(right)
            && outline.in_function()
            && let Some(of) = self.value_type(right, outline)
        {
            outline.bind(Some(left), Some(of));
        }
    }

    /// `this.journal = new Journal()`, in a class or in a function that is one.
    fn assign_field(&mut self, left: Node<'_>, value: Node<'_>, outline: &mut Outline<'_>) {
        self.declare_router(left, true, value, outline);
        if self.rules.kinds.new_expression.is(value)
            && let Some(of) = self.value_type(value, outline)
            && let Some(name) = outline.name(self.rules.fields.property.of(left))
        {
            if outline.enclosing_type().is_some() {
                outline.bind_field_name(name, of);
            } else if let Some(owner) = outline.enclosing().map(|draft| draft.qualified_name.clone()) {
                outline.bind_field_of(owner, name, of);
            }
        }
    }

    /// A function given to a member of something of this file's top: `app.use = function …`,
    /// `Ledger.prototype.post = …`.
    fn assign_member(
        &mut self,
        node: Node<'_>,
        of: &str,
        name: &str,
        value: Node<'_>,
        outline: &Outline<'_>,
    ) {
        let (owner, anywhere) = match of.strip_suffix(".prototype") {
            Some(owner) => (owner, true),
            None => (of, false),
        };
        let top_level = outline.container().is_none() && outline.depth == 2;
        let is_name = !owner.contains(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
        if is_name && (anywhere || top_level) {
            let mut definition = Definition::new(name, SymbolKind::Method, "method", node);
            definition.owner = Some(owner.to_owned());
            self.await_value(value, definition, outline);
        }
    }

    /// `exports.name = …`, of which `exports.a = exports.b = …` gives two one value.
    fn export_one(&mut self, node: Node<'_>, exported: &str, right: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let (Some(given), layers) = self.given_on(Some(exported), right, outline) else { return };
        let value = self.bare(given);
        if self.is_function(value) || kinds.class.is(value) {
            let definition = Definition::new(exported, SymbolKind::Function, "function", node);
            self.await_value(value, definition, outline);
            return;
        }
        if kinds.identifier.is(value) {
            outline.export_as(exported, outline.text(value));
            return;
        }
        let at_top = outline.container().is_none() && outline.depth == 2;
        // `void 0` is no value yet.
        if self.export_required(value, Some(exported), outline) || !at_top || kinds.unary_expression.is(value)
        {
            return;
        }
        let literal = self.literal_of(given);
        let mut definition =
            Definition::new(exported, SymbolKind::Constant, "export", node).value(Some(given));
        definition.opens = Some(if literal.is_some() { Container::Type } else { Container::Module });
        outline.define(definition);
        self.open_literal(literal, layers, outline);
    }

    /// A module of another file, or a part of one, given to the exports of this one, as a whole or as one of them.
    pub(super) fn export_required(
        &mut self,
        value: Node<'_>,
        exported: Option<&str>,
        outline: &mut Outline<'_>,
    ) -> bool {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let (call, part) = if kinds.member_expression.is(value) {
            (fields.object.of(value), outline.name(fields.property.of(value)))
        } else {
            (Some(value), None)
        };
        let Some(call) = call else { return false };
        let Some(specifier) = self.required_module(call, outline) else { return false };
        self.required = Some(call.id());
        let mut all = Names::default();
        match part {
            Some(part) => {
                all.add(part, Some(exported.unwrap_or("default")));
                // What is passed on is used.
                if let Some(number) = outline.module(specifier) {
                    all.add("*", Some(&local_name(number)));
                    let at = value.end_byte().saturating_sub(part.len());
                    outline.use_of_module(ReferenceKind::Value, part, (number, true), at);
                }
            }
            None => all.add("*", exported),
        }
        outline.import_as(specifier, all.names, all.aliases, ImportKind::ReExport, value.start_byte());
        true
    }
}

/// The name in `exports.name` and `module.exports.name`.
fn exported_name(path: &str) -> Option<&str> {
    let name = path.strip_prefix("module.").unwrap_or(path).strip_prefix("exports.")?.trim();
    let is_name = !name.contains(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
    (is_name && !name.is_empty()).then_some(name)
}
