//! Routes of Express, Fastify, Koa, Hono, NestJS and Next.js: which names of a file stand for routers.
//!
//! Nothing is looked at in a file that neither imports one of them nor has a path that Next.js serves.

mod nest;
mod next;
mod pages;
mod routers;
mod state;
mod statements;

use tree_sitter::Node;

use self::state::{Around, ENTRIES, Framework, Router, join};
pub(super) use self::state::{Routes, place};
use super::File;
use crate::outline::Outline;
use crate::vocabulary::named_children;

impl File<'_> {
    /// The arguments of a call, comments left out.
    fn arguments<'n>(&self, call: Node<'n>) -> impl Iterator<Item = Node<'n>> {
        let list = self.rules.fields.arguments.of(call);
        list.into_iter().flat_map(named_children).filter(|argument| !argument.is_extra())
    }

    /// The value of an entry of an object literal.
    fn option<'n>(&self, object: Node<'n>, name: &str, outline: &Outline<'_>) -> Option<Node<'n>> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        named_children(object).take(ENTRIES).find_map(|entry| {
            if kinds.pair.is(entry) {
                let key = self.member_name(fields.key.of(entry), outline)?;
                return fields.value.of(entry).filter(|_| key == name);
            }
            let named =
                kinds.method_definition.is(entry) && outline.name(fields.name.of(entry)) == Some(name);
            let short = kinds.shorthand_property_identifier.is(entry) && outline.text(entry) == name;
            (named || short).then_some(entry)
        })
    }

    /// The literals that an argument gives: one, or those of a list.
    fn literals(&self, node: Node<'_>, outline: &Outline<'_>) -> Vec<String> {
        let one = |node| super::literal::literal(node, outline).map(str::to_owned);
        if self.rules.kinds.array.is(node) {
            named_children(node).take(ENTRIES).filter_map(one).collect()
        } else {
            one(node).into_iter().collect()
        }
    }
}
