//! The routes of a bundle.

use std::fmt::Write as _;

use beadloom_model::Result;
use beadloom_model::answers::{Bundle, Route};
use beadloom_store::{RouteRow, Store, SymbolRow};

use super::chapter::{Chapter, Draft, Listed, Plan, bytes_of, chosen, left_out};
use super::gathered::{Gathered, Shape};
use crate::answer::about::About;
use crate::answer::packer::Entry;
use crate::answer::tier::Tier;
use crate::focus::{Own, Resolved};
use crate::places;
use crate::text::line;

/// Routes.
const MAX_ROUTES: usize = 50;

/// Their share of the budget, in hundredths; and where the budget is not shared out, those that come first.
const SHARE: usize = 5;
const FIRST: usize = 12;

struct Routes(Vec<Route>);

const TITLE: &str = "Routes";
pub(super) const CHAPTER: Listed = Listed { about: About::Code, gather };

fn gather(found: &mut Gathered<'_>) -> Result<Box<dyn Chapter>> {
    Ok(Box::new(Routes(routes(found.store, &found.resolved)?)))
}

impl Chapter for Routes {
    fn entries<'c>(&'c self, plan: &mut Plan<'c>) -> Vec<Entry<Tier>> {
        let mut share = plan.share(SHARE);
        let mut tier = |at: usize, route: &Route| match plan.shape {
            Shape::Other if at < FIRST => Tier::Uses,
            Shape::Other => Tier::MoreUses,
            _ if share.takes(route.path.len() + route.file_path.len() + plan.frame()) => Tier::Surroundings,
            _ => Tier::BeyondShare,
        };
        let routes = self.0.iter().enumerate();
        routes
            .map(|(at, route)| Entry {
                at,
                worth: tier(at, route),
                cost: bytes_of(&[&route.path, &route.file_path, &route.method]),
            })
            .collect()
    }

    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        draft.bundle.routes = chosen(&self.0, kept).cloned().collect();
        draft.bundle.omitted.routes = left_out(&self.0, kept);
    }

    /// Method and path first: that is how a reader looks for them.
    fn markdown(&self, out: &mut String, bundle: &Bundle) {
        if bundle.routes.is_empty() {
            return;
        }
        let _ = writeln!(out, "## {TITLE}");
        for route in &bundle.routes {
            let _ = write!(out, "- {} {}", line(&route.method), line(&route.path));
            if let Some(handler) = &route.handler {
                let _ = write!(out, " → {}", line(handler));
            }
            let _ = writeln!(out, " ({}:{})", line(&route.file_path), route.line);
        }
        out.push('\n');
    }
}

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
