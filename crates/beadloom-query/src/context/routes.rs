//! The routes of a bundle.

use beadloom_model::Result;
use beadloom_model::answers::Route;
use beadloom_store::{RouteRow, Store, SymbolRow};

use crate::focus::{Own, Resolved};
use crate::places;

/// Routes.
const MAX_ROUTES: usize = 50;

/// The routes of the references, by file and line: of a node those of its own files, not of its parts'; of a symbol those that
/// it answers.
pub(super) fn routes(store: &Store, resolved: &[Resolved]) -> Result<Vec<Route>> {
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
    found.sort_unstable();
    found.dedup();
    found.truncate(MAX_ROUTES);
    Ok(found
        .into_iter()
        .map(|row| Route {
            method: row.method,
            path: row.path,
            handler: row.handler,
            file_path: row.file_path,
            line: row.line,
            framework: row.framework,
        })
        .collect())
}

/// Whether a definition is what answers a route: by name, or because the route is stated in it or by its decorators.
fn is_answered_by(route: &RouteRow, symbol: &SymbolRow) -> bool {
    let named = route.handler.as_deref().is_some_and(|handler| {
        let last = handler.rsplit(['.', ':', '#', '@', '\\']).next().unwrap_or(handler);
        last == symbol.symbol_name
    });
    named || (symbol.line_start <= route.line && route.line <= symbol.line_end)
}
