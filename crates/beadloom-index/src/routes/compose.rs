//! From stated routes to whole paths.
//!
//! Routers form a graph: a router is below the one that it was made from and below each one that it is mounted
//! on. A route is reached by every way from the top down to its router.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::RouteFacts;
use beadloom_store::{ImportRow, RouteRow};

use super::routing::{Router, RoutingFile};
use super::targets::{Targets, has_types};

/// Ways to one router that are followed: mounting routers on each other many times over multiplies them.
const WAYS: usize = 16;
/// Mounts within mounts that are followed.
const DEPTH: usize = 16;
/// Longer paths are cut off from their prefixes (bytes).
const PATH_BYTES: usize = 1_024;

/// As routes name it.
const ASPNET: &str = "aspnet";

/// What a router is below: the prefix that it gets there, and the router above, if any.
struct Above<'a> {
    prefix: &'a str,
    /// Whether that is the whole prefix of the router, its own left out.
    replaces: bool,
    router: Option<Router<'a>>,
}

/// Every route with each path by which it is reached, by file, line, method and path, without repeats.
///
/// `files`: all files with routing, by path. `imports_of`: the imports of any other file, for routers that are
/// passed on by a module.
pub fn compose(files: &[RoutingFile], imports_of: &dyn Fn(&str) -> Vec<ImportRow>) -> Vec<RouteRow> {
    let targets = Targets::new(files, imports_of);
    let mut above: BTreeMap<Router<'_>, Vec<Above<'_>>> = BTreeMap::new();
    let mut own: BTreeMap<Router<'_>, &str> = BTreeMap::new();
    let mut is_abstract: BTreeSet<Router<'_>> = BTreeSet::new();
    for file in files {
        for router in &file.routing.routers {
            let at = (file.path.as_str(), router.name.as_str());
            own.entry(at).or_insert(&router.prefix);
            if router.is_abstract {
                is_abstract.insert(at);
            }
        }
    }
    for file in files {
        for router in &file.routing.routers {
            let at = (file.path.as_str(), router.name.as_str());
            let Some(parent) = router.parent.as_deref().filter(|parent| *parent != router.name) else {
                continue;
            };
            if has_types(&file.path) {
                // A controller has the prefix that a base states, and nothing else of it.
                let bases = targets.type_called(file, parent);
                let prefixes = bases.iter().filter_map(|base| own.get(base).copied());
                let stated = prefixes.filter(|prefix| !prefix.is_empty());
                let stated = stated.map(|prefix| Above { prefix, replaces: false, router: None });
                above.entry(at).or_default().extend(stated);
            } else {
                let router = Some((file.path.as_str(), parent));
                above.entry(at).or_default().push(Above { prefix: "", replaces: false, router });
            }
        }
        for mount in &file.routing.mounts {
            let onto = mount.onto.as_deref().map(|onto| (file.path.as_str(), onto));
            for router in targets.of(file, mount) {
                if Some(router) != onto {
                    let (prefix, replaces) = (mount.prefix.as_str(), mount.replaces);
                    above.entry(router).or_default().push(Above { prefix, replaces, router: onto });
                }
            }
        }
    }
    let routers = Routers { above, own, is_abstract, known: RefCell::default() };
    let mut rows = BTreeSet::new();
    for file in files {
        let mut known: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for route in &file.routing.routes {
            let ways = match route.router.as_deref() {
                Some(router) => &*known
                    .entry(router)
                    .or_insert_with(|| routers.prefixes((file.path.as_str(), router), &mut Vec::new())),
                None => &*known.entry("").or_insert_with(|| vec![String::new()]),
            };
            for prefix in ways {
                rows.insert(row(file, route, prefix));
            }
        }
    }
    rows.into_iter().collect()
}

fn row(file: &RoutingFile, route: &RouteFacts, prefix: &str) -> RouteRow {
    let mut path = filled(join(prefix, &route.path), route);
    if path.len() > PATH_BYTES {
        path.clone_from(&route.path);
    }
    let rooted = path.starts_with(['/', '^', '*', '.']) || path.contains("://");
    if !rooted && !matches!(route.method.as_str(), "QUERY" | "MUTATION" | "SUBSCRIPTION" | "RPC") {
        path.insert(0, '/');
    }
    RouteRow {
        file_path: file.path.clone(),
        line: route.line,
        method: route.method.clone(),
        path,
        handler: route.handler.clone(),
        framework: route.framework.clone(),
    }
}

struct Routers<'a> {
    above: BTreeMap<Router<'a>, Vec<Above<'a>>>,
    own: BTreeMap<Router<'a>, &'a str>,
    /// Those that answer only where they are mounted.
    is_abstract: BTreeSet<Router<'a>>,
    /// Each router once: layers of routers that are all mounted on each other would otherwise take for ever.
    known: RefCell<BTreeMap<Router<'a>, Vec<String>>>,
}

impl<'a> Routers<'a> {
    /// What stands before the paths of a router's routes, for each way to it; sorted, at least one unless it is abstract.
    fn prefixes(&self, router: Router<'a>, way: &mut Vec<Router<'a>>) -> Vec<String> {
        if let Some(known) = self.known.borrow().get(&router) {
            return known.clone();
        }
        let own = self.own.get(&router).copied().unwrap_or("");
        let mut prefixes = BTreeSet::new();
        if way.len() < DEPTH && !way.contains(&router) {
            way.push(router);
            for above in self.above.get(&router).into_iter().flatten() {
                let bases = match above.router {
                    Some(router) if way.contains(&router) => continue,
                    Some(router) => self.prefixes(router, way),
                    None => vec![String::new()],
                };
                let own = if above.replaces { "" } else { own };
                let composed = bases.iter().map(|base| join(&join(base, above.prefix), own));
                let room = WAYS.saturating_sub(prefixes.len());
                prefixes.extend(composed.filter(|prefix| prefix.len() <= PATH_BYTES).take(room));
            }
            way.pop();
        }
        if prefixes.is_empty() && !self.is_abstract.contains(&router) {
            prefixes.insert(own.to_owned());
        }
        let prefixes: Vec<String> = prefixes.into_iter().collect();
        self.known.borrow_mut().insert(router, prefixes.clone());
        prefixes
    }
}

/// A path of ASP.NET whose prefix a base class states: with the controller and the action that its tokens stand for.
fn filled(path: String, route: &RouteFacts) -> String {
    if route.framework != ASPNET || !path.contains('[') {
        return path;
    }
    let Some((class, action)) = route.handler.as_deref().and_then(|of| of.rsplit_once('.')) else {
        return path;
    };
    let class = class.rsplit('.').next().unwrap_or(class);
    let class = class.strip_suffix("Controller").unwrap_or(class);
    let action = action.strip_suffix("Async").unwrap_or(action);
    path.replace("[controller]", class).replace("[action]", action)
}

/// Two parts of a path with one slash where they meet.
fn join(prefix: &str, path: &str) -> String {
    if prefix.is_empty() || path.is_empty() {
        return format!("{prefix}{path}");
    }
    match (prefix.ends_with('/'), path.starts_with('/')) {
        (true, true) => format!("{prefix}{}", path.get(1..).unwrap_or("")),
        (false, false) => format!("{prefix}/{}", path.strip_prefix('^').unwrap_or(path)),
        (true, false) => format!("{prefix}{}", path.strip_prefix('^').unwrap_or(path)),
        (false, true) => format!("{prefix}{path}"),
    }
}
