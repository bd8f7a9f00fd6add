//! What paths into the frameworks stand for; arguments of calls, paths, handlers as expressions.

use tree_sitter::Node;

use super::super::File;
use crate::outline::{Outline, unquote};
use crate::vocabulary::named_children;

/// Arguments of one call that are looked at.
pub(super) const ARGUMENTS: usize = 16;

/// What a path into a framework stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Offer {
    /// `axum::Router`, and what makes one.
    Router,
    /// Actix's application.
    App,
    /// `web::scope(…)`
    Scope,
    /// `web::resource(…)`
    Resource,
    /// `web::ServiceConfig`, which a function is given.
    Config,
}

/// What a whole path stands for: `axum::Router` and `axum::Router::new`.
pub(super) fn offer(path: &str) -> Option<Offer> {
    let made = |rest: &str| rest.is_empty() || matches!(rest, "::new" | "::default");
    for (known, offer) in [
        ("axum::Router", Offer::Router),
        ("axum::routing::Router", Offer::Router),
        ("actix_web::App", Offer::App),
        ("actix_web::Scope", Offer::Scope),
        ("actix_web::Resource", Offer::Resource),
        ("actix_web::web::scope", Offer::Scope),
        ("actix_web::web::resource", Offer::Resource),
        ("actix_web::web::ServiceConfig", Offer::Config),
    ] {
        if path.strip_prefix(known).is_some_and(made) {
            return Some(offer);
        }
    }
    None
}

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

/// `Router::<S>::new` without what is in angle brackets.
pub(super) fn without_arguments(path: &str) -> String {
    let mut depth = 0usize;
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 && !c.is_whitespace() => out.push(c),
            _ => {}
        }
    }
    out.replace("::::", "::")
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
