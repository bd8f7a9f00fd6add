//! The routes of a bundle.

use beadloom_model::Result;
use beadloom_model::answers::{Bundle, Route};
use beadloom_store::{RouteRow, Store, SymbolRow};

use super::chapter::{Listed, Tier, bytes_of};
use super::gathered::Shape;
use super::list::List;
use crate::focus::{Own, Resolved};
use crate::lists::sort_once;
use crate::places;
use crate::text::line;

/// Routes.
const MAX_ROUTES: usize = 50;

/// Their share of the budget, in hundredths; and where the budget is not shared out, those that come first.
const SHARE: usize = 5;
const FIRST: usize = 12;

/// Method and path first: that is how a reader looks for them.
static ROUTES: List<Route> = List {
    title: "Routes",
    share: SHARE,
    tier: |plan, share, at, route| match plan.shape {
        Shape::Other if at < FIRST => Tier::Uses,
        Shape::Other => Tier::MoreUses,
        _ if share.takes(route.path.len() + route.file_path.len() + plan.frame()) => Tier::Surroundings,
        _ => Tier::BeyondShare,
    },
    bytes: |route| bytes_of(&[&route.path, &route.file_path, &route.method]),
    put: |bundle, routes, left_out| {
        bundle.routes = routes;
        bundle.omitted.routes = left_out;
    },
    line: |route| {
        let handler = route.handler.as_deref().map(|handler| format!(" → {}", line(handler)));
        let (method, path, handler) = (line(&route.method), line(&route.path), handler.unwrap_or_default());
        format!("- {method} {path}{handler} ({}:{})", line(&route.file_path), route.line)
    },
    places: |places, bundle| bundle.routes.iter().for_each(|route| places.line(&route.file_path, route.line)),
    ..List::PLAIN
};

pub(super) const CHAPTER: Listed =
    Listed { about: Bundle::routes, gather: |found| Ok(ROUTES.of(routes(found.store, &found.resolved)?)) };

/// The routes of the references, by file and line: of a node those of its own files, not of its parts'; of a symbol those that
/// it answers.
fn routes(store: &Store, resolved: &[Resolved]) -> Result<Vec<Route>> {
    let mut found: Vec<RouteRow> = Vec::new();
    for one in resolved {
        match &one.own {
            Own::File(path) | Own::Folder(path) => found.extend(store.routes_of(path, MAX_ROUTES)?),
            Own::Touched(touched) => {
                for path in &touched.files {
                    found.extend(store.routes_of(path, MAX_ROUTES)?);
                }
            }
            Own::Symbols(rows) => {
                for row in rows {
                    let routes = store.routes_of(&row.file_path, usize::MAX)?;
                    found.extend(routes.into_iter().filter(|route| is_answered_by(route, row)));
                }
            }
            Own::Nothing => {
                for node in &one.nodes {
                    found.extend(store.routes_of_node(node, MAX_ROUTES)?);
                }
            }
        }
    }
    // A test that is asked for has its routes, and so has a folder of tests.
    let is_no_product = |one: &Resolved| match &one.own {
        Own::File(path) | Own::Folder(path) => places::is_no_product(path),
        Own::Symbols(rows) => rows.iter().all(|row| places::is_no_product(&row.file_path)),
        Own::Touched(_) | Own::Nothing => false,
    };
    if !resolved.iter().all(is_no_product) {
        found = crate::routes::of_product(store, found)?;
    }
    sort_once(&mut found);
    found.truncate(MAX_ROUTES);
    Ok(found.into_iter().map(crate::routes::shown).collect())
}

/// Whether a definition is what answers a route: by name, or because the route is stated in it or by its decorators.
fn is_answered_by(route: &RouteRow, symbol: &SymbolRow) -> bool {
    let named = route.handler.as_deref().is_some_and(|handler| {
        let last = handler.rsplit(['.', ':', '#', '@', '\\']).next().unwrap_or(handler);
        last == symbol.symbol_name
    });
    named || (symbol.line_start <= route.line && route.line <= symbol.line_end)
}
