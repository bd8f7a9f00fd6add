//! The arguments of the calls that routes are made of.

use tree_sitter::Node;

use super::state::Scope;
use crate::languages::ruby::Ruby;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Arguments of one call that are looked at.
const ARGUMENTS: usize = 64;

/// The arguments of a call: those by place, those by name, and what a path or constant is given (`'a' => 'b#c'`).
#[derive(Default)]
pub(super) struct Arguments<'n, 't> {
    pub(super) places: Vec<Node<'n>>,
    pub(super) named: Vec<(&'t str, Node<'n>)>,
    pub(super) given: Vec<(Node<'n>, Node<'n>)>,
}

impl<'n> Arguments<'n, '_> {
    /// The value of an argument by its name.
    pub(super) fn named(&self, name: &str) -> Option<Node<'n>> {
        self.named.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }
}

impl Ruby {
    pub(super) fn arguments<'n, 't>(&self, call: Node<'n>, outline: &Outline<'t>) -> Arguments<'n, 't> {
        let (kinds, fields) = (&self.kinds, &self.fields);
        let mut arguments = Arguments::default();
        let Some(list) = fields.arguments.of(call) else { return arguments };
        for argument in named_children(list).take(ARGUMENTS) {
            if !kinds.pair.is(argument) {
                arguments.places.push(argument);
                continue;
            }
            let (Some(key), Some(value)) = (fields.key.of(argument), fields.value.of(argument)) else {
                continue;
            };
            if kinds.hash_key_symbol.is(key) || kinds.simple_symbol.is(key) {
                if let Some(name) = self.literal(key, outline) {
                    arguments.named.push((name, value));
                }
            } else {
                arguments.given.push((key, value));
            }
        }
        arguments
    }

    /// A literal, or those in a list.
    pub(super) fn literals<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Vec<&'t str> {
        match self.literal(node, outline) {
            Some(one) => vec![one],
            None => self.list(node, outline).unwrap_or_default(),
        }
    }

    /// The literals of a list, or one alone. `None` where it is neither.
    pub(super) fn list<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<Vec<&'t str>> {
        let kinds = &self.kinds;
        if kinds.array.is(node) || kinds.symbol_array.is(node) || kinds.string_array.is(node) {
            let items = named_children(node).take(ARGUMENTS);
            return Some(items.filter_map(|item| self.literal(item, outline)).collect());
        }
        self.literal(node, outline).map(|one| vec![one])
    }

    /// What answers: `c#a`, an action of the controller around, a constant, `redirect`.
    pub(super) fn handler(&self, to: Node<'_>, scope: &Scope, outline: &Outline<'_>) -> Option<String> {
        if let Some(to) = self.literal(to, outline) {
            if to.contains('#') {
                return Some(scope.in_module(to));
            }
            return scope.controller.as_ref().map(|controller| format!("{controller}#{to}"));
        }
        let (kinds, fields) = (&self.kinds, &self.fields);
        if kinds.constant.is(to) || kinds.scope_resolution.is(to) {
            return outline.name(Some(to)).map(str::to_owned);
        }
        let method = outline.name(fields.method.of(to).filter(|_| kinds.call.is(to)));
        match (fields.receiver.of(to), method) {
            (None, Some("redirect")) => Some("redirect".to_owned()),
            // `PostsController.action(:index)`
            (Some(controller), Some("action")) => {
                let action = fields.arguments.of(to)?.named_child(0)?;
                let action = self.literal(action, outline)?;
                Some(format!("{}.{action}", outline.name(Some(controller))?))
            }
            _ => None,
        }
    }
}
