//! Calls on routers: what registers routes, and what makes one router part of another.

use tree_sitter::Node;

use super::super::File;
use super::super::literal::literal;
use super::{ENTRIES, Framework, Router, join};
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Calls in one chain that are read.
const LINKS: usize = 2_000;
/// Wrappers around a handler that are looked through.
const WRAPPERS: usize = 4;

/// One call of a chain: `.get("/", list)`.
#[derive(Clone, Copy)]
pub(super) struct Link<'n> {
    call: Node<'n>,
    property: Node<'n>,
}

impl File<'_> {
    /// A call that may say something about routes. A chain is read as a whole when its last call is met, which is
    /// the first on the walk.
    pub(in super::super) fn route_call(&mut self, call: Node<'_>, outline: &mut Outline<'_>) {
        if self.routes.is_idle() || self.routes.chain == Some(call.start_byte()) {
            return;
        }
        self.routes.chain = Some(call.start_byte());
        let (links, root) = self.chain_of(call, outline);
        if links.is_empty() {
            return;
        }
        let Some((mut router, declared)) = self.root_router(root, outline) else { return };
        let mut route = None;
        for link in links {
            let name = outline.text(link.property);
            if let Some(prefix) = self.base_path(link, outline) {
                if !declared && router.framework == Framework::Hono {
                    router.prefix = join(&router.prefix, prefix);
                }
            } else if name == "route" && router.framework == Framework::Express {
                route = self.arguments(link.call).next().map(|path| self.literals(path, outline));
            } else if let Some(method) = method_of(name) {
                self.register(&router, method, route.as_deref(), link, outline);
            } else {
                self.connect(&router, name, link, outline);
            }
        }
    }

    /// The calls of a chain from the first on, and what it begins with.
    pub(super) fn chain_of<'n>(&self, call: Node<'n>, outline: &Outline<'_>) -> (Vec<Link<'n>>, Node<'n>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut links = Vec::new();
        let mut root = call;
        while links.len() < LINKS && kinds.call_expression.is(root) {
            let Some(callee) = root.child(0).filter(|callee| kinds.member_expression.is(*callee)) else {
                break;
            };
            let (Some(property), Some(object)) = (fields.property.of(callee), fields.object.of(callee))
            else {
                break;
            };
            let continues = kinds.call_expression.is(object) || kinds.new_expression.is(object);
            // `express.Router()` makes a router, and is no call on one.
            if self.maker(callee, outline).is_some() {
                break;
            }
            links.push(Link { call: root, property });
            root = object;
            if !continues {
                break;
            }
        }
        links.reverse();
        (links, root)
    }

    /// The router that a chain begins with, and whether it is that of the variable being declared.
    fn root_router(&self, root: Node<'_>, outline: &Outline<'_>) -> Option<(Router, bool)> {
        let at = root.start_byte();
        if let Some((_, router)) = self.routes.declared.as_ref().filter(|(value, _)| *value == at) {
            return Some((router.clone(), true));
        }
        if let Some(router) = outline.name(Some(root)).and_then(|key| self.routes.router(key, at)) {
            return Some((router.clone(), false));
        }
        // A router without a name of its own is that of the function that makes it, or of the module.
        let (framework, prefix) = self.made(root, outline)?;
        let name = self.routes.around(at).map_or("default", |function| &function.name).to_owned();
        Some((Router { key: String::new(), until: usize::MAX, framework, name, prefix }, false))
    }

    /// The prefix in `.basePath("/api")`.
    pub(super) fn base_path<'t>(&self, link: Link<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        (outline.text(link.property) == "basePath")
            .then(|| self.arguments(link.call).next().and_then(|path| literal(path, outline)))?
    }

    /// `.get("/", …, handler)`; the paths stand in `route` where `.route("/")` comes before.
    fn register(
        &mut self,
        router: &Router,
        method: &str,
        route: Option<&[String]>,
        link: Link<'_>,
        outline: &mut Outline<'_>,
    ) {
        let mut arguments: Vec<Node<'_>> = self.arguments(link.call).take(ENTRIES).collect();
        let mut paths = Vec::new();
        if let Some(route) = route {
            paths.extend_from_slice(route);
        } else if let Some(first) = arguments.first().copied() {
            paths = self.literals(first, outline);
            arguments.remove(0);
            // Routes of Koa may have a name before the path.
            if router.framework == Framework::Koa
                && let Some(path) = arguments.first().and_then(|second| literal(*second, outline))
            {
                paths = vec![path.to_owned()];
                arguments.remove(0);
            }
        }
        let Some(handler) = arguments.last() else { return };
        // Options alone: a setting, or a request of a client.
        if self.rules.kinds.object.is(*handler) && self.option(*handler, "handler", outline).is_none() {
            return;
        }
        let handler = self.handler(*handler, outline);
        let line = outline.lines.line_of(link.property.start_byte());
        for path in paths {
            outline.route(router.route(method, &path, handler.clone(), line));
        }
    }

    /// What a router does with other routers, and routes that name their methods in other ways.
    fn connect(&mut self, router: &Router, name: &str, link: Link<'_>, outline: &mut Outline<'_>) {
        let line = outline.lines.line_of(link.property.start_byte());
        match (router.framework, name) {
            (Framework::Express | Framework::Koa, "use") => self.use_routers(router, link, line, outline),
            (Framework::Koa, "prefix") => {
                let prefix = self.arguments(link.call).next().and_then(|prefix| literal(prefix, outline));
                if let Some(prefix) = prefix {
                    outline.set_prefix(&router.name, prefix);
                }
            }
            (Framework::Hono, "route") => {
                let mut arguments = self.arguments(link.call);
                let prefix = arguments.next().and_then(|prefix| literal(prefix, outline));
                if let (Some(prefix), Some(other)) = (prefix, arguments.next()) {
                    self.mount(router, prefix, other, line, outline);
                }
            }
            (Framework::Hono, "on") => {
                let arguments: Vec<Node<'_>> = self.arguments(link.call).take(ENTRIES).collect();
                let [methods, paths, .., handler] = arguments.as_slice() else { return };
                let handler = self.handler(*handler, outline);
                for method in self.literals(*methods, outline) {
                    for path in self.literals(*paths, outline) {
                        let method = method.to_ascii_uppercase();
                        outline.route(router.route(&method, &path, handler.clone(), line));
                    }
                }
            }
            (Framework::Fastify, "route") => self.full_route(router, link, line, outline),
            (Framework::Fastify, "register") => self.plugin(router, link, line, outline),
            _ => {}
        }
    }

    /// `app.use("/users", authenticate, users)`, `router.use(users.routes())`
    fn use_routers(&mut self, router: &Router, link: Link<'_>, line: u32, outline: &mut Outline<'_>) {
        let mut prefixes = vec![String::new()];
        for (number, argument) in self.arguments(link.call).take(ENTRIES).enumerate() {
            if number == 0 {
                let literals = self.literals(argument, outline);
                if !literals.is_empty() {
                    prefixes = literals;
                    continue;
                }
            }
            for prefix in &prefixes {
                if self.rules.kinds.array.is(argument) {
                    for part in named_children(argument).take(ENTRIES) {
                        self.mount(router, prefix, part, line, outline);
                    }
                } else {
                    self.mount(router, prefix, argument, line, outline);
                }
            }
        }
    }

    /// `fastify.route({ method: ["GET"], url: "/", handler })`
    fn full_route(&mut self, router: &Router, link: Link<'_>, line: u32, outline: &mut Outline<'_>) {
        let Some(options) = self.arguments(link.call).next().filter(|of| self.rules.kinds.object.is(*of))
        else {
            return;
        };
        let url = self.option(options, "url", outline).or_else(|| self.option(options, "path", outline));
        let methods = self.option(options, "method", outline);
        let Some(handler) = self.option(options, "handler", outline) else { return };
        let handler = self.handler(handler, outline);
        let (Some(url), Some(methods)) = (url, methods) else { return };
        for method in self.literals(methods, outline) {
            for path in self.literals(url, outline) {
                outline.route(router.route(&method.to_ascii_uppercase(), &path, handler.clone(), line));
            }
        }
    }

    /// `fastify.register(plugin, { prefix: "/v1" })`
    fn plugin(&mut self, router: &Router, link: Link<'_>, line: u32, outline: &mut Outline<'_>) {
        let arguments: Vec<Node<'_>> = self.arguments(link.call).take(2).collect();
        let Some(plugin) = arguments.first().copied() else { return };
        let options = arguments.get(1).copied().filter(|options| self.rules.kinds.object.is(*options));
        let prefix = options
            .and_then(|options| self.option(options, "prefix", outline))
            .and_then(|prefix| literal(prefix, outline))
            .unwrap_or("");
        let plugin = self.bare(plugin);
        if self.is_function(plugin) {
            let given = Router { prefix: join(&router.prefix, prefix), ..router.clone() };
            self.routes.given.push_back((plugin.id(), given));
        } else {
            self.mount(router, prefix, plugin, line, outline);
        }
    }

    /// Makes what an expression names part of a router. What it names may turn out to be none: middleware.
    fn mount(&self, router: &Router, prefix: &str, other: Node<'_>, line: u32, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let other = self.bare(other);
        if kinds.identifier.is(other) || kinds.member_expression.is(other) {
            if let Some(target) = self.target(other, outline) {
                outline.mount(router.mount(prefix, target, None, line));
            }
            return;
        }
        if !kinds.call_expression.is(other) {
            return;
        }
        if let Some(module) =
            self.required_module(other, outline).or_else(|| self.imported_module(other, outline))
        {
            outline.mount(router.mount(prefix, String::new(), Some(module.to_owned()), line));
            return;
        }
        let Some(callee) = other.child(0) else { return };
        if kinds.identifier.is(callee) {
            let helper = self.routes.imported(outline.text(callee)).map(|imported| imported.helper);
            let arguments: Vec<Node<'_>> = self.arguments(other).take(ENTRIES).collect();
            match (helper, arguments.as_slice()) {
                // `mount("/users", users)` of Koa, a wrapped plugin of Fastify.
                (Some(true), [path, inner]) => {
                    let path = literal(*path, outline).unwrap_or("");
                    if let Some(target) = self.target(*inner, outline) {
                        outline.mount(router.mount(&join(prefix, path), target, None, line));
                    }
                }
                (Some(true), [inner]) => {
                    if let Some(target) = self.target(*inner, outline) {
                        outline.mount(router.mount(prefix, target, None, line));
                    }
                }
                (Some(_), _) => {}
                // What a function makes.
                (None, _) => {
                    outline.mount(router.mount(prefix, outline.text(callee).to_owned(), None, line));
                }
            }
        } else if kinds.member_expression.is(callee) {
            let property = fields.property.of(callee).map_or("", |property| outline.text(property));
            let Some(object) = fields.object.of(callee) else { return };
            let target = match property {
                // The middleware that a router of Koa is.
                "routes" | "middleware" => self.target(object, outline),
                "allowedMethods" => None,
                _ if outline.name(Some(object)).is_some_and(|of| self.routes.imported(of).is_some()) => None,
                _ => self.target(callee, outline),
            };
            if let Some(target) = target {
                outline.mount(router.mount(prefix, target, None, line));
            }
        }
    }

    /// The literal in `import("./users")`.
    fn imported_module<'t>(&self, call: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let function = call.child(0).filter(|function| self.rules.kinds.import.is(*function));
        function.and_then(|_| literal(self.arguments(call).next()?, outline))
    }

    /// The name of a router as facts have it.
    fn target(&self, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let node = self.bare(node);
        if kinds.member_expression.is(node) {
            // `new Users().router`
            let object = fields.object.of(node)?;
            if kinds.new_expression.is(object) {
                let of = outline.name(fields.constructor.of(object))?;
                return Some(format!("{of}.{}", outline.name(fields.property.of(node))?));
            }
        }
        if kinds.call_expression.is(node) {
            let callee = node.child(0).filter(|callee| kinds.identifier.is(*callee))?;
            return outline.name(Some(callee)).map(str::to_owned);
        }
        let text = outline.name(Some(node))?;
        if let Some(router) = self.routes.router(text, node.start_byte()) {
            return Some(router.name.clone());
        }
        let is_path = text.split('.').all(|name| {
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
        });
        (is_path && !text.starts_with("this.")).then(|| text.to_owned())
    }

    /// What answers, as the source names it: what wrappers hold, without `bind`; nothing for a function without a
    /// name.
    pub(super) fn handler(&self, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut node = self.bare(node);
        for _ in 0..WRAPPERS {
            if kinds.identifier.is(node)
                || kinds.member_expression.is(node)
                || kinds.shorthand_property_identifier.is(node)
            {
                let text: String = outline.name(Some(node))?.split_whitespace().collect();
                return (!text.contains(['(', '['])).then_some(text);
            } else if kinds.function_expression.is(node) || kinds.method_definition.is(node) {
                let name = fields.name.of(node).filter(|_| !kinds.method_definition.is(node));
                return outline.name(name).map(str::to_owned);
            } else if kinds.object.is(node) {
                node = self.option(node, "handler", outline)?;
            } else if kinds.array.is(node) {
                node = named_children(node).take(ENTRIES).last()?;
            } else if kinds.call_expression.is(node) {
                let callee = node.child(0)?;
                let bound = kinds.member_expression.is(callee)
                    && fields.property.of(callee).is_some_and(|property| outline.text(property) == "bind");
                node = if bound {
                    fields.object.of(callee)?
                } else {
                    let mut arguments = self.arguments(node);
                    arguments.next().filter(|_| arguments.next().is_none())?
                };
            } else {
                return None;
            }
            node = self.bare(node);
        }
        None
    }
}

/// The method that a function of a router stands for.
fn method_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "get" => "GET",
        "post" => "POST",
        "put" => "PUT",
        "patch" => "PATCH",
        "delete" | "del" => "DELETE",
        "head" => "HEAD",
        "options" => "OPTIONS",
        "all" => "ANY",
        _ => return None,
    })
}
