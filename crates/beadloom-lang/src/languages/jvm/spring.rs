//! Spring's controllers: the mappings of methods below the mapping of their class.
//!
//! A language reads annotations into [`Mapping`]s; what they mean is the same in Java and Kotlin. A controller inherits the mapping of
//! its base class or interface where it has none itself, and their methods with mappings answer for it. Other files may define these:
//! a type with mappings is a router, and its controllers mount it.

use beadloom_model::{MountFacts, RouteFacts, RouterFacts};

use crate::outline::Outline;

const WEB: &str = "org.springframework.web.bind.annotation";
const STEREOTYPE: &str = "org.springframework.stereotype";

/// Methods of HTTP that a mapping may name.
const METHODS: &[&str] = &["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

/// Paths of a class times paths of a method times methods: more than this nobody wrote by hand.
const ROUTES_PER_METHOD: usize = 64;

/// Bases of a controller.
const MAX_BASES_ITEMS: usize = 16;

/// What an annotation of Spring does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marker {
    /// `@RestController`, `@Controller`: the class answers requests.
    Controller,
    /// `@RequestMapping`: any method, unless it names some.
    Any,
    /// `@GetMapping` and its kind.
    Method(&'static str),
}

fn marker(package: &str, name: &str) -> Option<Marker> {
    match (package, name) {
        (WEB, "RestController") | (STEREOTYPE, "Controller") => Some(Marker::Controller),
        (WEB, "RequestMapping") => Some(Marker::Any),
        (WEB, "GetMapping") => Some(Marker::Method("GET")),
        (WEB, "PostMapping") => Some(Marker::Method("POST")),
        (WEB, "PutMapping") => Some(Marker::Method("PUT")),
        (WEB, "PatchMapping") => Some(Marker::Method("PATCH")),
        (WEB, "DeleteMapping") => Some(Marker::Method("DELETE")),
        _ => None,
    }
}

/// A mapping as an annotation states it.
#[derive(Debug, Clone)]
pub(crate) struct Mapping {
    methods: Vec<String>,
    /// `None` where one of them is no literal.
    paths: Option<Vec<String>>,
    /// 1-based.
    line: u32,
}

impl Mapping {
    /// A mapping without paths, at this line.
    pub(crate) fn new(marker: Marker, line: u32) -> Self {
        let methods = match marker {
            Marker::Method(method) => vec![method.to_owned()],
            Marker::Any | Marker::Controller => Vec::new(),
        };
        Self { methods, paths: Some(Vec::new()), line }
    }

    /// One more path; `None`: it is no literal.
    pub(crate) fn path(&mut self, path: Option<String>) {
        match (path, &mut self.paths) {
            (Some(path), Some(paths)) => paths.push(path),
            _ => self.paths = None,
        }
    }

    /// One more method, as written: `RequestMethod.GET`.
    pub(crate) fn method(&mut self, name: &str) {
        let name = name.rsplit('.').next().unwrap_or(name).trim();
        if METHODS.contains(&name) && !self.methods.iter().any(|method| method == name) {
            self.methods.push(name.to_owned());
        }
    }
}

/// A type whose methods may answer requests.
struct Controller {
    /// The number of its definition.
    number: usize,
    name: String,
    mapping: Option<Mapping>,
    /// The router that its routes are below, where another type may say their prefix or mount them.
    router: Option<String>,
    /// It is a controller itself. Otherwise controllers that inherit from it answer by its mappings, or none does: clients are declared
    /// like that, too.
    answers: bool,
    /// Its router was stated.
    is_stated: bool,
}

/// What a file imports from Spring, and its controllers.
#[derive(Default)]
pub(crate) struct Spring {
    /// Local names; `None` for what is called like an annotation of Spring and comes from elsewhere.
    names: Vec<(String, Option<Marker>)>,
    /// Packages of which everything is imported.
    packages: Vec<&'static str>,
    controllers: Vec<Controller>,
}

impl Spring {
    /// An import of the file: `path` without a final `.*`, the name that it has here.
    pub(crate) fn import(&mut self, path: &str, local: Option<&str>, wildcard: bool) {
        if wildcard {
            self.packages.extend([WEB, STEREOTYPE].into_iter().find(|package| *package == path));
        } else if let Some((package, name)) = path.rsplit_once('.') {
            let local = local.unwrap_or(name);
            let found = marker(package, name);
            if found.is_some() || marker(WEB, local).or_else(|| marker(STEREOTYPE, local)).is_some() {
                self.names.push((local.to_owned(), found));
            }
        }
    }

    /// Whether annotations may mean something here.
    pub(crate) fn is_imported(&self) -> bool {
        !self.packages.is_empty() || self.names.iter().any(|(_, marker)| marker.is_some())
    }

    /// What an annotation of that name does.
    pub(crate) fn marker(&self, name: &str) -> Option<Marker> {
        if let Some((package, name)) = name.rsplit_once('.') {
            return marker(package, name);
        }
        match self.names.iter().find(|(local, _)| local == name) {
            Some((_, marker)) => *marker,
            None => self.packages.iter().find_map(|package| marker(package, name)),
        }
    }

    /// A class or interface with these annotations, as [`Outline::define`] numbered it. `bases`: the short names of what it inherits
    /// from.
    pub(crate) fn class(
        &mut self,
        number: Option<usize>,
        annotations: &[(Marker, Mapping)],
        bases: &[String],
        outline: &mut Outline<'_>,
    ) {
        let answers = annotations.iter().any(|(marker, _)| *marker == Marker::Controller);
        let Some(number) = number else { return };
        let Some(draft) = outline.drafts.get(number) else { return };
        let (short, name) = (draft.definition.name.clone(), draft.qualified_name.clone());
        let line = outline.lines.line_of(draft.definition.start);
        let mapping = annotations.iter().find(|(marker, _)| *marker == Marker::Any);
        let mapping = mapping.map(|(_, mapping)| mapping.clone());
        let inherits = answers && mapping.is_none() && !bases.is_empty();
        let is_stated = inherits || mapping.is_some();
        let router = (inherits || !answers).then(|| short.clone());
        let bases = bases.iter().take(MAX_BASES_ITEMS);
        if answers {
            let paths = mapping.as_ref().map_or(Some([].as_slice()), |mapping| mapping.paths.as_deref());
            for base in bases.clone() {
                for path in paths.into_iter().flat_map(or_empty).take(ROUTES_PER_METHOD) {
                    outline.mount(MountFacts {
                        prefix: path.to_owned(),
                        target: base.clone(),
                        module: None,
                        onto: None,
                        replaces: mapping.is_some(),
                        line,
                    });
                }
            }
        }
        if inherits {
            for base in bases {
                outline.router(RouterFacts {
                    parent: Some(base.clone()),
                    ..RouterFacts::new(short.clone(), "")
                });
            }
        } else if is_stated {
            let paths = mapping.as_ref().and_then(|mapping| mapping.paths.as_deref());
            for path in paths.into_iter().flat_map(or_empty) {
                outline
                    .router(RouterFacts { is_abstract: !answers, ..RouterFacts::new(short.clone(), path) });
            }
        }
        self.controllers.push(Controller { number, name, mapping, router, answers, is_stated });
    }

    /// A method of the definition `class`, itself `number`, with these annotations.
    pub(crate) fn method(
        &mut self,
        class: Option<usize>,
        number: Option<usize>,
        name: &str,
        annotations: &[(Marker, Mapping)],
        outline: &mut Outline<'_>,
    ) {
        let Some(class) = class else { return };
        let Some(controller) = self.controllers.iter_mut().rev().find(|of| of.number == class) else {
            return;
        };
        let mut routes = Vec::new();
        for (marker, mapping) in annotations {
            if *marker != Marker::Controller {
                routes.extend(compose(controller, mapping, name));
            }
        }
        routes.truncate(ROUTES_PER_METHOD);
        if !routes.is_empty() && controller.answers {
            outline.declares_route(number);
        }
        if let Some(router) =
            controller.router.as_ref().filter(|_| !routes.is_empty() && !controller.is_stated)
        {
            outline.router(RouterFacts { is_abstract: true, ..RouterFacts::new(router.clone(), "") });
            controller.is_stated = true;
        }
        for route in routes {
            outline.route(route);
        }
    }
}

/// Every method at every path of the class and the method; nothing where a path is no literal.
fn compose(controller: &Controller, mapping: &Mapping, name: &str) -> Vec<RouteFacts> {
    let around = controller.mapping.as_ref();
    let prefixes = around.map_or(Some([].as_slice()), |mapping| mapping.paths.as_deref());
    let (Some(prefixes), Some(paths)) = (prefixes, mapping.paths.as_deref()) else { return Vec::new() };
    // A router puts them before its routes.
    let prefixes = if controller.router.is_some() { [].as_slice() } else { prefixes };
    let mut methods: Vec<&str> = mapping.methods.iter().map(String::as_str).collect();
    if methods.is_empty() {
        methods.extend(around.iter().flat_map(|mapping| &mapping.methods).map(String::as_str));
    }
    if methods.is_empty() {
        methods.push("ANY");
    }
    let mut routes = Vec::new();
    for prefix in or_empty(prefixes) {
        for path in or_empty(paths) {
            for method in &methods {
                if routes.len() == ROUTES_PER_METHOD {
                    return routes;
                }
                routes.push(RouteFacts {
                    method: (*method).to_owned(),
                    path: if controller.router.is_some() { path.to_owned() } else { join(prefix, path) },
                    handler: Some(format!("{}.{name}", controller.name)),
                    framework: "spring".to_owned(),
                    line: mapping.line,
                    router: controller.router.clone(),
                });
            }
        }
    }
    routes
}

/// The paths; one empty path where there are none.
fn or_empty(paths: &[String]) -> impl Iterator<Item = &str> {
    let none = paths.is_empty().then_some("");
    paths.iter().map(String::as_str).chain(none)
}

/// Two paths with one `/` between them and one before them. A final `/` of the second counts.
fn join(prefix: &str, path: &str) -> String {
    let (prefix, rest) = (prefix.trim_matches('/'), path.trim_start_matches('/'));
    match (prefix.is_empty(), path.is_empty()) {
        (true, _) => format!("/{rest}"),
        (false, true) => format!("/{prefix}"),
        (false, false) => format!("/{prefix}/{rest}"),
    }
}
