//! What paths into the frameworks stand for; arguments of calls, paths, handlers as expressions.

use tree_sitter::Node;

use super::super::File;
use crate::literals::unquote;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Arguments of one call that are looked at.
pub(super) const ARGUMENTS: usize = 16;

impl File<'_> {
    pub(super) fn arguments<'n>(&self, call: Node<'n>) -> Vec<Node<'n>> {
        let list = self.rules.fields.arguments.of(call);
        list.into_iter().flat_map(named_children).take(ARGUMENTS).collect()
    }

    /// A path as a literal.
    pub(super) fn literal<'t>(&self, node: Option<&Node<'_>>, outline: &Outline<'t>) -> Option<&'t str> {
        let kinds = &self.rules.kinds;
        let node =
            node.filter(|node| kinds.string_literal.is(**node) || kinds.raw_string_literal.is(**node))?;
        unquote(outline.text(*node).trim_start_matches(['r', '#']).trim_end_matches('#'))
    }

    /// What answers a route, as written; closures have no name.
    pub(super) fn handler(&self, node: Option<&Node<'_>>, outline: &Outline<'_>) -> Option<String> {
        let kinds = &self.rules.kinds;
        let mut of = *node?;
        if kinds.call_expression.is(of) || kinds.generic_function.is(of) {
            of = of.child(0)?;
        }
        let named =
            kinds.identifier.is(of) || kinds.scoped_identifier.is(of) || kinds.field_expression.is(of);
        outline.name(Some(of).filter(|_| named)).map(str::to_owned)
    }
}

/// The HTTP method that a function's name says, in upper case.
pub(super) fn method(name: &str) -> Option<&'static str> {
    Some(match name {
        "get" => "GET",
        "post" => "POST",
        "put" => "PUT",
        "delete" => "DELETE",
        "patch" => "PATCH",
        "head" => "HEAD",
        "options" => "OPTIONS",
        "trace" => "TRACE",
        "connect" => "CONNECT",
        _ => return None,
    })
}
