//! FastAPI, Flask and what of Starlette looks like them: decorators of handlers, `add_…` methods, routers made
//! part of others.

use beadloom_model::{MountFacts, RouteFacts};
use tree_sitter::Node;

use super::super::File;
use super::frameworks::{Framework, Offer};
use super::{Web, method};
use crate::outline::Outline;
use crate::references::is_dotted;

/// Names that applications and routers have by custom, where the file only imports them or is given them.
fn is_customary(name: &str) -> bool {
    matches!(name, "app" | "application" | "router" | "api" | "bp" | "blueprint")
        || ["_router", "_bp", "_blueprint", "_app", "_api"].iter().any(|end| name.ends_with(end))
}

/// A router as a statement names it.
struct Named {
    fact: String,
    framework: Framework,
}

impl File<'_> {
    /// `@router.get("/x")`: what it declares waits for its function.
    pub(in super::super) fn web_decorator(
        &mut self,
        node: Node<'_>,
        continues: bool,
        outline: &mut Outline<'_>,
    ) {
        let Some(mut web) = self.web.take() else { return };
        if !continues {
            web.pending.clear();
        }
        if let Some(call) = node.named_child(0).filter(|call| self.rules.kinds.call.is(*call)) {
            web.leave(node.start_byte());
            if let Some(routes) = self.declared(&web, call, node, outline) {
                web.pending.extend(routes);
            }
        }
        self.web = Some(web);
    }

    fn declared(
        &mut self,
        web: &Web,
        call: Node<'_>,
        node: Node<'_>,
        outline: &Outline<'_>,
    ) -> Option<Vec<RouteFacts>> {
        let function = call.child(0).filter(|of| self.rules.kinds.attribute.is(*of))?;
        let (object, name) = outline.text(function).rsplit_once('.')?;
        let methods = match name.trim_start() {
            "route" | "api_route" => None,
            "websocket" | "websocket_route" => Some("WEBSOCKET"),
            name => Some(method(name)?),
        };
        let router = self.named_router(web, object.trim_end(), outline)?;
        let arguments = self.arguments(call, outline);
        let keyword = if router.framework == Framework::Flask { "rule" } else { "path" };
        let path = self.path(web, arguments.of(keyword, 0)?, outline)?;
        let methods = match methods {
            Some(method) => vec![method.to_owned()],
            None => self.methods(arguments.keyword("methods"), outline),
        };
        Some(self.routes(&router, &path, methods, None, node, outline))
    }

    /// A route for each method; `ANY` where none is named. Paths that cannot be one give none.
    fn routes(
        &self,
        router: &Named,
        path: &str,
        mut methods: Vec<String>,
        handler: Option<String>,
        node: Node<'_>,
        outline: &Outline<'_>,
    ) -> Vec<RouteFacts> {
        if !path.is_empty() && !path.starts_with(['/', '{']) {
            return Vec::new();
        }
        if methods.is_empty() {
            methods.push("ANY".to_owned());
        }
        let route = |method| RouteFacts {
            method,
            path: path.to_owned(),
            handler: handler.clone(),
            framework: router.framework.name().to_owned(),
            line: outline.lines.line_of(node.start_byte()),
            router: Some(router.fact.clone()),
        };
        methods.into_iter().map(route).collect()
    }

    /// Calls that register something with a router.
    pub(in super::super) fn web_call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(mut web) = self.web.take() else { return };
        web.leave(node.start_byte());
        if let Some(function) = node.child(0) {
            let text = outline.text(function);
            if self.rules.kinds.attribute.is(function)
                && let Some((object, name)) = text.rsplit_once('.')
            {
                self.method_call(&mut web, node, object.trim_end(), name.trim_start(), outline);
            }
            match web.offer(text) {
                Some(Offer::Path) => self.django_path(&mut web, node, outline),
                Some(offer @ (Offer::Route | Offer::WebSocketRoute | Offer::Mount)) => {
                    self.starlette_route(&mut web, offer, node, outline);
                }
                Some(_) => {}
                None => self.hand_over(&web, node, text, outline),
            }
        }
        self.web = Some(web);
    }

    /// `register(app)`: what a function adds to the router that it is given.
    fn hand_over(&mut self, web: &Web, node: Node<'_>, callee: &str, outline: &mut Outline<'_>) {
        let (object, name) = callee.rsplit_once('.').unwrap_or(("", callee));
        // What is made of a router, and what a router does itself.
        if web.routers.is_empty() || !is_dotted(callee) || name.starts_with(char::is_uppercase) {
            return;
        }
        if self.named_router(web, object, outline).is_some() {
            return;
        }
        let kinds = &self.rules.kinds;
        let arguments = self.arguments(node, outline).positional;
        let mut names = arguments.iter().take(2).filter(|of| kinds.identifier.is(**of));
        if let Some(router) = names.find_map(|of| self.made_router(web, outline.text(*of), outline)) {
            outline.mount(MountFacts {
                replaces: false,
                prefix: String::new(),
                target: callee.to_owned(),
                module: None,
                onto: Some(router.fact),
                line: outline.lines.line_of(node.start_byte()),
            });
        }
    }

    fn method_call(
        &mut self,
        web: &mut Web,
        node: Node<'_>,
        object: &str,
        name: &str,
        outline: &mut Outline<'_>,
    ) {
        match name {
            "include_router" | "register_blueprint" | "mount" => {
                let Some(onto) = self.named_router(web, object, outline) else { return };
                self.mount_call(web, node, name, &onto, outline);
            }
            "add_api_route"
            | "add_route"
            | "add_url_rule"
            | "add_api_websocket_route"
            | "add_websocket_route" => {
                let Some(router) = self.named_router(web, object, outline) else { return };
                self.add_call(web, node, name, &router, outline);
            }
            "register" | "append" | "extend" => self.list_call(web, node, object, name, outline),
            _ => {}
        }
    }

    /// `app.include_router(users.router, prefix="/users")`
    fn mount_call(&mut self, web: &Web, node: Node<'_>, name: &str, onto: &Named, outline: &mut Outline<'_>) {
        let arguments = self.arguments(node, outline);
        let (target, prefix) = match name {
            "include_router" => (arguments.of("router", 0), arguments.of("prefix", usize::MAX)),
            "register_blueprint" => (arguments.of("blueprint", 0), arguments.of("url_prefix", usize::MAX)),
            _ => (arguments.of("app", 1), arguments.of("path", 0)),
        };
        let Some(target) = target.and_then(|target| self.target(web, target, outline)) else { return };
        // Flask: what is said here holds instead of what the blueprint says of itself.
        let replaces = name == "register_blueprint" && prefix.is_some();
        let prefix = prefix.map(|prefix| self.prefix(web, prefix, outline)).unwrap_or_default();
        outline.mount(MountFacts {
            replaces,
            prefix,
            target,
            module: None,
            onto: Some(onto.fact.clone()),
            line: outline.lines.line_of(node.start_byte()),
        });
    }

    /// A mounted router: a name, or the function that makes it.
    pub(super) fn target(&self, web: &Web, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let kinds = &self.rules.kinds;
        let made = if kinds.call.is(node) { node.child(0)? } else { node };
        if !kinds.identifier.is(made) && !kinds.attribute.is(made) {
            return None;
        }
        let name = outline.name(Some(made))?;
        // What a framework makes here has no routes of the project.
        if kinds.call.is(node) && (web.offer(name).is_some() || name.ends_with("StaticFiles")) {
            return None;
        }
        if let Some(field) = name.strip_prefix("self.") {
            return Some(format!("{}.{field}", outline.enclosing_type()?));
        }
        Some(web.router(name).map_or_else(|| name.to_owned(), |router| router.fact.clone()))
    }

    /// `app.add_url_rule("/x", view_func=view)`
    fn add_call(&mut self, web: &Web, node: Node<'_>, name: &str, router: &Named, outline: &mut Outline<'_>) {
        let arguments = self.arguments(node, outline);
        let (keyword, path, place) = match name {
            "add_url_rule" => ("view_func", "rule", 2),
            "add_route" | "add_websocket_route" => ("route", "path", 1),
            _ => ("endpoint", "path", 1),
        };
        let Some(path) = arguments.of(path, 0).and_then(|path| self.path(web, path, outline)) else { return };
        let handler = arguments.of(keyword, place).and_then(|handler| self.handler(handler, outline));
        let methods = match name {
            "add_api_websocket_route" | "add_websocket_route" => vec!["WEBSOCKET".to_owned()],
            _ => self.methods(arguments.keyword("methods"), outline),
        };
        let view = handler.as_deref().filter(|_| methods.is_empty()).and_then(|view| web.views.get(view));
        let routes = match (view, &handler) {
            // A class answers with the method of that name.
            (Some(answers), Some(view)) if !answers.is_empty() => answers
                .iter()
                .flat_map(|method| {
                    let handler = format!("{view}.{}", method.to_ascii_lowercase());
                    self.routes(router, &path, vec![method.clone()], Some(handler), node, outline)
                })
                .collect(),
            _ => self.routes(router, &path, methods, handler, node, outline),
        };
        for route in routes {
            outline.route(route);
        }
    }

    /// A router by the name that the code has for it: one that the file makes, or is given with its type, or one
    /// by custom that it imports or is given.
    fn named_router(&mut self, web: &Web, name: &str, outline: &Outline<'_>) -> Option<Named> {
        let field = name.strip_prefix("self.");
        if let Some(field) = field {
            let fact = format!("{}.{field}", outline.enclosing_type()?);
            let known = web.routers.iter().rev().find(|router| router.fact == fact);
            return match known.map(|router| router.framework) {
                Some(Framework::Rest) => None,
                Some(framework) => Some(Named { fact, framework }),
                None => Some(Named { fact, framework: web.framework.filter(|_| is_customary(field))? }),
            };
        }
        if let Some(router) = self.made_router(web, name, outline) {
            return Some(router).filter(|router| router.framework != Framework::Rest);
        }
        let given = outline.is_bound(name) && outline.in_function();
        let typed = match outline.type_of(name).and_then(|of| web.offer(of)) {
            Some(Offer::Router(framework)) => Some(framework),
            _ => None,
        };
        let framework = typed.or_else(|| web.framework.filter(|_| is_customary(name)))?;
        let fact = if given { outline.enclosing()?.qualified_name.clone() } else { name.to_owned() };
        Some(Named { fact, framework })
    }

    /// A router that the file makes, unless a parameter has its name.
    fn made_router(&self, web: &Web, name: &str, outline: &Outline<'_>) -> Option<Named> {
        let router = web.router(name)?;
        let everywhere = router.end == usize::MAX;
        let hidden = everywhere && outline.is_bound(name) && outline.type_of(name).is_none();
        (!hidden).then(|| Named { fact: router.fact.clone(), framework: router.framework })
    }
}
