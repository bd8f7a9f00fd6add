//! Routes as Laravel has them: `Route::get('/x', [C::class, 'm'])`, groups, resources, and files of routes.
//!
//! A statement is a chain of calls that begins at `Route`. It is read as a whole where the walk first meets it,
//! which is at its last call; the closures of groups are scopes on a stack.

mod arguments;
mod resources;
mod state;

use beadloom_model::{ImportKind, MountFacts, RouteFacts, RouterFacts};
use tree_sitter::Node;

use self::arguments::{ITEMS, Link};
use self::resources::Resource;
use self::state::{FACADE, ROUTER, Scope, joined};
pub(super) use self::state::{Routes, place};
use super::Php;
use super::references::last_child;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Calls of one chain.
const LINKS: usize = 32;
/// A longer prefix is no path that anybody serves (bytes).
const PREFIX: usize = 1_024;

/// A route before its chain has been read to the end.
struct Pending {
    methods: Vec<String>,
    path: String,
    handler: Option<String>,
}

impl Routes {
    /// The file imports `path` and calls it `local`.
    pub(in crate::languages::php) fn note_import(&mut self, path: &str, local: &str) {
        if path == FACADE {
            self.facade = Some(local.to_owned());
        } else if self.facade.as_deref() == Some(local) {
            self.facade = None;
        }
    }

    /// Routes of an included file are below the group around.
    pub(in crate::languages::php) fn note_include(
        &mut self,
        path: &str,
        node: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        if !self.in_folder && (self.facade.is_none() || self.scopes.is_empty()) {
            return;
        }
        let scope = self.scope(node.start_byte());
        self.mount(scope.prefix, path, node, outline);
    }

    fn scope(&mut self, at: usize) -> Scope {
        while self.scopes.last().is_some_and(|scope| scope.end <= at) {
            self.scopes.pop();
        }
        self.scopes.last().cloned().unwrap_or_default()
    }

    fn mount(&mut self, prefix: String, module: &str, node: Node<'_>, outline: &mut Outline<'_>) {
        // Its paths begin with `api` wherever it is read.
        if module.ends_with("routes/api.php") {
            return;
        }
        self.announce(outline);
        outline.mount(MountFacts {
            replaces: false,
            prefix,
            target: String::new(),
            module: Some(module.to_owned()),
            onto: self.in_folder.then(|| ROUTER.to_owned()),
            line: outline.lines.line_of(node.start_byte()),
        });
    }

    /// A method or static call; most are none of routes.
    pub(in crate::languages::php) fn call(&mut self, rules: &Php, node: Node<'_>, outline: &mut Outline<'_>) {
        if self.facade.is_none() || self.chain == Some(node.start_byte()) {
            return;
        }
        self.chain = Some(node.start_byte());
        let Some(links) = self.links(rules, node, outline) else { return };
        let scope = self.scope(node.start_byte());
        let mut prefix = scope.prefix.clone();
        let mut controller = scope.controller.clone();
        let mut routes: Vec<Pending> = Vec::new();
        let mut resources: Vec<Resource> = Vec::new();
        for link in &links {
            let text = |place| link.argument(place).and_then(|node| rules.literal(node, outline));
            match link.name {
                "prefix" => {
                    let Some(part) = text(0) else { continue };
                    for route in &mut routes {
                        route.path = joined(part, &route.path);
                    }
                    if routes.is_empty() {
                        prefix = joined(&prefix, part);
                    }
                }
                "controller" => controller = link.argument(0).and_then(|of| rules.class_of(of, outline)),
                "group" => self.group(rules, link, &prefix, &controller, node, outline),
                "get" | "post" | "put" | "patch" | "delete" | "options" | "any" => {
                    let method = if link.name == "any" { "ANY".to_owned() } else { link.name.to_uppercase() };
                    let handler =
                        link.argument(1).map(|to| rules.handler(to, controller.as_deref(), outline));
                    if let (Some(path), Some(handler)) = (text(0), handler) {
                        routes.push(Pending { methods: vec![method], path: path.to_owned(), handler });
                    }
                }
                "match" => {
                    let methods = link.argument(0).map(|of| rules.texts(of, outline)).unwrap_or_default();
                    let methods = methods.iter().map(|method| method.to_uppercase()).collect();
                    let handler =
                        link.argument(2).map(|to| rules.handler(to, controller.as_deref(), outline));
                    if let (Some(path), Some(handler)) = (text(1), handler) {
                        routes.push(Pending { methods, path: path.to_owned(), handler });
                    }
                }
                "view" | "redirect" | "permanentRedirect" => {
                    let method = if link.name == "view" { "GET" } else { "ANY" };
                    if let (Some(path), Some(_)) = (text(0), link.argument(1)) {
                        let (methods, handler) = (vec![method.to_owned()], Some(link.name.to_owned()));
                        routes.push(Pending { methods, path: path.to_owned(), handler });
                    }
                }
                "resource" | "apiResource" | "singleton" | "apiSingleton" => {
                    let (Some(path), Some(of)) = (text(0), link.argument(1)) else { continue };
                    let mut resource = Resource::new(link.name, path, rules.class_of(of, outline));
                    if let Some(options) = link.argument(2) {
                        resource.only =
                            rules.option(options, "only", outline).map(|of| rules.owned(of, outline));
                        let except = rules.option(options, "except", outline);
                        resource.except = except.map(|of| rules.owned(of, outline)).unwrap_or_default();
                    }
                    resources.push(resource);
                }
                "resources" | "apiResources" => {
                    let one = link.name.trim_end_matches('s');
                    for (path, of) in
                        link.argument(0).map(|list| rules.pairs(list, outline)).unwrap_or_default()
                    {
                        resources.push(Resource::new(one, path, rules.class_of(of, outline)));
                    }
                }
                "only" | "except" | "parameters" | "parameter" | "shallow" | "creatable" | "destroyable" => {
                    for resource in &mut resources {
                        resource.adjust(rules, link, outline);
                    }
                }
                _ => {}
            }
        }
        for route in routes {
            for method in route.methods {
                self.emit(method, joined(&prefix, &route.path), route.handler.clone(), node, outline);
            }
        }
        for resource in resources {
            self.emit_resource(&resource, &prefix, node, outline);
        }
    }

    /// The calls of the chain that ends with `node`, first to last, if it begins at the facade.
    fn links<'n, 't>(&self, rules: &Php, node: Node<'n>, outline: &Outline<'t>) -> Option<Vec<Link<'n, 't>>> {
        let (kinds, fields) = (&rules.kinds, &rules.fields);
        let mut links = Vec::new();
        let mut node = node;
        while links.len() < LINKS {
            let name = outline.name(fields.name.of(node))?;
            let arguments = fields.arguments.of(node)?;
            let arguments: Vec<Node<'n>> = named_children(arguments)
                .filter(|argument| kinds.argument.is(*argument))
                .take(ITEMS)
                .filter_map(last_child)
                .collect();
            links.push(Link { name, arguments });
            if kinds.scoped_call_expression.is(node) {
                let scope = outline.name(fields.scope.of(node))?;
                let scope = scope.trim_start_matches('\\');
                let known = self.facade.as_deref() == Some(scope) || scope == FACADE;
                links.reverse();
                return known.then_some(links);
            }
            node = fields.object.of(node)?;
            if kinds.variable_name.is(node) {
                // Lumen, and closures of groups that are given the router.
                links.reverse();
                return (self.in_folder && outline.text(node) == "$router").then_some(links);
            }
            if !kinds.member_call_expression.is(node) && !kinds.scoped_call_expression.is(node) {
                return None;
            }
        }
        None
    }

    /// `group(function () { … })`, `group(['prefix' => 'x'], function () { … })`, `group(base_path('x.php'))`.
    fn group(
        &mut self,
        rules: &Php,
        link: &Link<'_, '_>,
        prefix: &str,
        controller: &Option<String>,
        node: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        let kinds = &rules.kinds;
        let (mut prefix, mut controller) = (prefix.to_owned(), controller.clone());
        for argument in &link.arguments {
            if kinds.array_creation_expression.is(*argument) {
                let part =
                    rules.option(*argument, "prefix", outline).and_then(|part| rules.literal(part, outline));
                if let Some(part) = part {
                    prefix = joined(&prefix, part);
                }
                if let Some(of) = rules.option(*argument, "controller", outline) {
                    controller = rules.class_of(of, outline);
                }
            } else if kinds.anonymous_function.is(*argument) {
                if prefix.len() <= PREFIX {
                    self.scopes.push(Scope { end: argument.end_byte(), prefix, controller });
                }
                return;
            } else if let Some(file) = rules.file_path(*argument, outline) {
                outline.import(&file, vec!["*".to_owned()], ImportKind::Import, argument.start_byte());
                self.mount(prefix, &file, node, outline);
                return;
            }
        }
    }

    fn emit(
        &mut self,
        method: String,
        path: String,
        handler: Option<String>,
        node: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        if path.len() > PREFIX {
            return;
        }
        self.announce(outline);
        outline.route(RouteFacts {
            method,
            path: if path.is_empty() { "/".to_owned() } else { path },
            handler,
            framework: "laravel".to_owned(),
            line: outline.lines.line_of(node.start_byte()),
            router: self.in_folder.then(|| ROUTER.to_owned()),
        });
    }

    fn announce(&mut self, outline: &mut Outline<'_>) {
        if self.is_api && !self.announced {
            self.announced = true;
            outline.router(RouterFacts::new(ROUTER, "/api"));
        }
    }
}
