//! Functions that fill an object with functions: `function init() { var api = {}; api.run = function () {}; return api; }`,
//! `this.run = function () {}`.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use super::file::{Factory, Filled};
use crate::definition::Definition;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Functions and objects of one file that are kept at a time.
const MAX_KEPT_ITEMS: usize = 1024;
/// Statements of one function among which it is looked for what it returns.
const MAX_STATEMENTS_ITEMS: usize = 4096;

impl File<'_> {
    /// Notes what a function returns by the name of a variable. Its scope is the innermost.
    pub(super) fn enter_factory(
        &mut self,
        function: Node<'_>,
        name: Option<Node<'_>>,
        number: Option<usize>,
        outline: &Outline<'_>,
    ) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        self.leave_factories(function.start_byte());
        let Some(draft) = number.and_then(|number| outline.drafts.get(number)) else { return };
        let Some(body) = fields.body.of(function).filter(|body| kinds.statement_block.is(*body)) else {
            return;
        };
        let returns = named_children(body)
            .take(MAX_STATEMENTS_ITEMS)
            .filter(|statement| kinds.return_statement.is(*statement))
            .last();
        let returned = returns.and_then(|of| of.named_child(0)).filter(|of| kinds.identifier.is(*of));
        let Some(variable) = outline.name(returned) else { return };
        if self.factories.len() < MAX_KEPT_ITEMS {
            self.factories.push(Factory {
                end: function.end_byte(),
                variable: variable.to_owned(),
                name: draft.qualified_name.clone(),
                written: name.map(|name| (name.start_byte(), name.end_byte())),
            });
        }
    }

    fn leave_factories(&mut self, at: usize) {
        while self.factories.last().is_some_and(|last| last.end <= at) {
            self.factories.pop();
        }
        while self.filled.last().is_some_and(|last| last.end <= at) {
            self.filled.pop();
        }
    }

    /// The function around that returns this variable.
    fn factory_of(&self, variable: &str, at: usize) -> Option<&Factory> {
        self.factories.iter().rev().find(|factory| factory.end > at && factory.variable == variable)
    }

    /// A variable of a function is declared: whether the function returns it, which then has its members. Binds it so.
    pub(super) fn declare_object(
        &mut self,
        variable: Node<'_>,
        value: Option<Node<'_>>,
        outline: &mut Outline<'_>,
    ) -> bool {
        let kinds = &self.rules.kinds;
        if !outline.in_function() || self.filled.len() >= MAX_KEPT_ITEMS {
            return false;
        }
        let Some(name) = outline.name(Some(variable)) else { return false };
        let at = variable.start_byte();
        self.leave_factories(at);
        let Some(value) = value else { return false };
        let is_object = kinds.object.is(value) || is_made_plain(outline.text(value));
        let is_this = kinds.this.is(value);
        if !is_object && !is_this {
            return false;
        }
        let Some(end) = outline.function_end() else { return false };
        let around = outline.enclosing().map(|draft| draft.qualified_name.clone());
        let factory = self.factory_of(name, at);
        let returned = factory.is_some();
        let written = factory.and_then(|factory| factory.written);
        let owner = match factory {
            Some(factory) => Some(factory.name.clone()),
            None => around.filter(|_| is_this && outline.enclosing_type().is_none()),
        };
        let Some(owner) = owner else { return false };
        self.filled.push(Filled { end, variable: name.to_owned(), owner });
        // What is called on it is one of what the function gives.
        if returned
            && let Some((start, end)) = written
            && let Some(of) = outline.text.get(start..end)
        {
            outline.bind(Some(variable), Some(of));
        }
        returned
    }

    /// A function that is given to a member of something in a function. Returns whether it is a definition.
    pub(super) fn fill(
        &mut self,
        node: Node<'_>,
        of: &str,
        name: &str,
        value: Node<'_>,
        outline: &mut Outline<'_>,
    ) -> bool {
        if !outline.in_function() {
            return false;
        }
        self.leave_factories(node.start_byte());
        let filled = self.filled.iter().rev().find(|one| one.variable == of).map(|one| one.owner.clone());
        let of_this = || {
            let around = outline.enclosing().filter(|_| of == "this" && outline.enclosing_type().is_none());
            around.map(|draft| draft.qualified_name.clone())
        };
        let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
        // What stands in the function sees its names: only what is a member of the innermost one is told by that.
        let is_around = filled.or_else(of_this).is_some_and(|owner| outline.is_right_in(&owner));
        if !is_around || !is_name || name.is_empty() {
            return false;
        }
        self.await_value(value, Definition::new(name, SymbolKind::Method, "method", node), outline);
        true
    }
}

/// `Object.create(base)`
fn is_made_plain(value: &str) -> bool {
    ["Object.create(", "Object.assign("].iter().any(|call| value.starts_with(call))
}
