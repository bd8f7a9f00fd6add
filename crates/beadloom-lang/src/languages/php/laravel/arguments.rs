//! The calls of a chain and what they are given.

use tree_sitter::Node;

use crate::languages::php::Php;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Items of one list.
pub(super) const ITEMS: usize = 64;

/// A call of a chain.
pub(super) struct Link<'n, 't> {
    pub(super) name: &'t str,
    pub(super) arguments: Vec<Node<'n>>,
}

impl<'n> Link<'n, '_> {
    pub(super) fn argument(&self, place: usize) -> Option<Node<'n>> {
        self.arguments.get(place).copied()
    }
}

impl Php {
    /// The items of a list that have a key, with it.
    pub(super) fn pairs<'n, 't>(&self, list: Node<'n>, outline: &Outline<'t>) -> Vec<(&'t str, Node<'n>)> {
        let kinds = &self.kinds;
        if !kinds.array_creation_expression.is(list) {
            return Vec::new();
        }
        named_children(list)
            .filter(|item| kinds.array_element_initializer.is(*item))
            .take(ITEMS)
            .filter_map(|item| Some((self.literal(item.named_child(0)?, outline)?, item.named_child(1)?)))
            .collect()
    }

    pub(super) fn option<'n>(&self, list: Node<'n>, name: &str, outline: &Outline<'_>) -> Option<Node<'n>> {
        self.pairs(list, outline).into_iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// A string, or those of a list.
    pub(super) fn texts<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Vec<&'t str> {
        if let Some(text) = self.literal(node, outline) {
            return vec![text];
        }
        if !self.kinds.array_creation_expression.is(node) {
            return Vec::new();
        }
        named_children(node)
            .take(ITEMS)
            .filter_map(|item| self.literal(item.named_child(0)?, outline))
            .collect()
    }

    pub(super) fn owned(&self, node: Node<'_>, outline: &Outline<'_>) -> Vec<String> {
        self.texts(node, outline).into_iter().map(str::to_owned).collect()
    }

    /// `C::class`, `'C'`
    pub(super) fn class_of(&self, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let name = if self.kinds.class_constant_access_expression.is(node) {
            outline.name(Some(node))?.strip_suffix("::class")?
        } else {
            self.literal(node, outline)?
        };
        Some(name.trim_start_matches('\\').to_owned())
    }

    /// `[C::class, 'm']`, `'C@m'`, `['uses' => 'C@m']`, `C::class`, and `'m'` below a controller. `None` for
    /// functions without a name.
    pub(super) fn handler(
        &self,
        mut to: Node<'_>,
        controller: Option<&str>,
        outline: &Outline<'_>,
    ) -> Option<String> {
        if self.kinds.array_creation_expression.is(to)
            && let Some(uses) = self.option(to, "uses", outline)
        {
            to = uses;
        }
        if self.kinds.array_creation_expression.is(to) {
            let item = |place| to.named_child(place).and_then(|item| item.named_child(0));
            let class = self.class_of(item(0)?, outline)?;
            return Some(match item(1).and_then(|method| self.literal(method, outline)) {
                Some(method) => format!("{class}@{method}"),
                None => class,
            });
        }
        if let Some(text) = self.literal(to, outline) {
            return Some(match controller {
                Some(controller) if !text.contains('@') => format!("{controller}@{text}"),
                _ => text.trim_start_matches('\\').to_owned(),
            });
        }
        self.class_of(to, outline)
    }
}
