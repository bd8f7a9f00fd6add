//! Lists of paths: Django's `urlpatterns`, the routers of its REST framework, Starlette's `routes`.

use beadloom_model::{ImportKind, MountFacts, RouteFacts};
use tree_sitter::Node;

use super::super::File;
use super::super::imports::is_module;
use super::expressions::{ARGUMENTS, Arguments};
use super::frameworks::{Framework, Offer};
use super::{Part, Web};
use crate::outline::Outline;

/// Lists within lists that are followed.
const PARTS: usize = 32;
/// Imports that an included name is compared with.
const IMPORTS: usize = 1000;
/// Lists that are added up in one expression.
const SUMMANDS: usize = 64;

impl File<'_> {
    /// `urlpatterns = [path(…), …] + router.urls`, `routes = [Route(…)]`: paths in it belong to that name.
    pub(super) fn list(&self, web: &mut Web, name: &str, right: Node<'_>, outline: &mut Outline<'_>) {
        if !web.lists || web.parts.len() >= PARTS {
            return;
        }
        self.summands(web, name, right, outline);
        web.parts.push(Part {
            range: right.byte_range(),
            router: Some(name.to_owned()),
            prefix: String::new(),
        });
    }

    /// `… + router.urls`: the routers among what is added up.
    fn summands(&self, web: &Web, name: &str, right: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut left = Some(right);
        for _ in 0..SUMMANDS {
            let Some(of) = left.take() else { return };
            let summand = if kinds.binary_operator.is(of) {
                left = fields.left.of(of);
                fields.right.of(of)
            } else {
                Some(of)
            };
            if let Some(target) = summand.and_then(|of| self.urls_of(web, of, outline)) {
                outline.mount(MountFacts {
                    replaces: false,
                    prefix: String::new(),
                    target,
                    module: None,
                    onto: Some(name.to_owned()),
                    line: outline.lines.line_of(right.start_byte()),
                });
            }
        }
    }

    /// `router.urls`, as the router's name.
    fn urls_of(&self, web: &Web, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let name = outline.name(Some(node).filter(|node| self.rules.kinds.attribute.is(*node)))?;
        let name = name.strip_suffix(".urls")?;
        let known = web.router(name);
        known.filter(|router| router.framework == Framework::Rest).map(|router| router.fact.clone())
    }

    /// `urlpatterns += …`
    pub(in super::super) fn web_extension(
        &mut self,
        left: Node<'_>,
        right: Option<Node<'_>>,
        outline: &mut Outline<'_>,
    ) {
        let Some(mut web) = self.web.take() else { return };
        web.leave(left.start_byte());
        if let (Some(name), Some(right)) = (outline.name(Some(left)), right) {
            self.list(&mut web, name, right, outline);
        }
        self.web = Some(web);
    }

    /// `router.register("users", UserViewSet)`, `urlpatterns.append(path(…))`
    pub(super) fn list_call(
        &self,
        web: &mut Web,
        node: Node<'_>,
        object: &str,
        name: &str,
        outline: &mut Outline<'_>,
    ) {
        if name != "register" {
            if object == "urlpatterns" && web.parts.len() < PARTS {
                let router = Some(object.to_owned());
                web.parts.push(Part { range: node.byte_range(), router, prefix: String::new() });
            }
            return;
        }
        let rest = web.router(object).filter(|router| router.framework == Framework::Rest);
        let Some(router) = rest.map(|router| router.fact.clone()) else { return };
        let arguments = self.arguments(node, outline);
        let path = arguments.of("prefix", 0).and_then(|path| self.path(web, path, outline));
        let handler = arguments.of("viewset", 1).and_then(|view| self.handler(view, outline));
        if let (Some(path), Some(handler)) = (path, handler) {
            outline.route(RouteFacts {
                method: "ANY".to_owned(),
                path,
                handler: Some(handler),
                framework: Framework::Rest.name().to_owned(),
                line: outline.lines.line_of(node.start_byte()),
                router: Some(router),
            });
        }
    }

    // Django

    /// `path("users/", views.users)`, `path("shop/", include("shop.urls"))`
    pub(super) fn django_path(&self, web: &mut Web, node: Node<'_>, outline: &mut Outline<'_>) {
        let arguments = self.arguments(node, outline);
        let route = arguments.of("route", 0).or_else(|| arguments.keyword("regex"));
        let Some(path) = route.and_then(|route| self.path(web, route, outline)) else { return };
        let Some(view) = arguments.of("view", 1) else { return };
        let (router, prefix) = web.part(node.start_byte());
        let path = join(&prefix, &path);
        if self.rules.kinds.call.is(view)
            && view.child(0).is_some_and(|of| web.offer(outline.text(of)) == Some(Offer::Include))
        {
            let included = self.arguments(view, outline).positional.first().copied();
            if let Some(included) = included {
                self.include(web, included, path, router, outline);
            }
            return;
        }
        // `admin.site.urls` is made elsewhere.
        let handler = self.handler(view, outline);
        if handler.as_deref().is_some_and(|name| name.ends_with(".urls")) {
            return;
        }
        outline.route(RouteFacts {
            method: "ANY".to_owned(),
            path,
            handler,
            framework: Framework::Django.name().to_owned(),
            line: outline.lines.line_of(node.start_byte()),
            router,
        });
    }

    /// What `include` takes: a module's name, a list, a name of one, a router's `urls`, or one of them in a tuple
    /// with the name of its application.
    fn include(
        &self,
        web: &mut Web,
        node: Node<'_>,
        prefix: String,
        onto: Option<String>,
        outline: &mut Outline<'_>,
    ) {
        let kinds = &self.rules.kinds;
        let mut of = node;
        if kinds.tuple.is(of) {
            let Some(first) = of.named_child(0) else { return };
            of = first;
        }
        if kinds.list.is(of) {
            if web.parts.len() < PARTS {
                web.parts.push(Part { range: of.byte_range(), router: onto, prefix });
            }
            return;
        }
        let line = outline.lines.line_of(node.start_byte());
        let (target, module) = if let Some(module) = self.string(of, outline) {
            if !is_module(&module) {
                return;
            }
            outline.import(&module, Vec::new(), ImportKind::Dynamic, of.start_byte());
            (String::new(), Some(module))
        } else if let Some(router) = self.urls_of(web, of, outline) {
            (router, None)
        } else if let Some(name) = self.target(web, of, outline).filter(|_| !kinds.call.is(of)) {
            // `router.urls`, unless that is a module by its whole name.
            let module = outline.imports.iter().take(IMPORTS).any(|import| import.specifier == name);
            let router = name.strip_suffix(".urls").filter(|_| !module);
            (router.map_or_else(|| name.clone(), str::to_owned), None)
        } else {
            return;
        };
        outline.mount(MountFacts { replaces: false, prefix, target, module, onto, line });
    }

    // Starlette

    /// `Starlette(routes=…)`: the list itself, or the name of one.
    pub(super) fn routes_of_app(
        &self,
        web: &mut Web,
        app: &str,
        call: Node<'_>,
        arguments: &Arguments<'_, '_>,
        outline: &mut Outline<'_>,
    ) {
        let place = if outline.text(call).starts_with("Router") { 0 } else { 1 };
        if let Some(routes) = arguments.of("routes", place) {
            self.routes_in(web, routes, String::new(), Some(app.to_owned()), outline);
        }
    }

    fn routes_in(
        &self,
        web: &mut Web,
        routes: Node<'_>,
        prefix: String,
        onto: Option<String>,
        outline: &mut Outline<'_>,
    ) {
        let kinds = &self.rules.kinds;
        if kinds.list.is(routes) {
            if web.parts.len() < PARTS {
                web.parts.push(Part { range: routes.byte_range(), router: onto, prefix });
            }
        } else if let Some(target) = self.target(web, routes, outline) {
            let line = outline.lines.line_of(routes.start_byte());
            outline.mount(MountFacts { replaces: false, prefix, target, module: None, onto, line });
        }
    }

    /// `Route("/x", handler, methods=["GET"])`, `Mount("/x", routes=[…])`
    pub(super) fn starlette_route(
        &self,
        web: &mut Web,
        offer: Offer,
        node: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        let arguments = self.arguments(node, outline);
        let Some(path) = arguments.of("path", 0).and_then(|path| self.path(web, path, outline)) else {
            return;
        };
        let (router, prefix) = web.part(node.start_byte());
        let path = join(&prefix, &path);
        if offer == Offer::Mount {
            let mounted = arguments.keyword("routes").or_else(|| arguments.of("app", 1));
            if let Some(mounted) = mounted {
                self.routes_in(web, mounted, path, router, outline);
            }
            return;
        }
        let Some(handler) = arguments.of("endpoint", 1) else { return };
        let mut methods = match offer {
            Offer::WebSocketRoute => vec!["WEBSOCKET".to_owned()],
            _ => self.methods(arguments.keyword("methods"), outline),
        };
        if methods.is_empty() {
            methods.push("ANY".to_owned());
        }
        let handler = self.handler(handler, outline);
        for method in methods.into_iter().take(ARGUMENTS) {
            outline.route(RouteFacts {
                method,
                path: path.clone(),
                handler: handler.clone(),
                framework: Framework::Starlette.name().to_owned(),
                line: outline.lines.line_of(node.start_byte()),
                router: router.clone(),
            });
        }
    }
}

/// A prefix and what stands below it, with one slash where they meet. Where a regular expression begins is no
/// longer the beginning of the path.
fn join(prefix: &str, path: &str) -> String {
    if prefix.is_empty() {
        return path.to_owned();
    }
    let path = path.strip_prefix('^').unwrap_or(path);
    let path = if prefix.ends_with('/') { path.strip_prefix('/').unwrap_or(path) } else { path };
    format!("{prefix}{path}")
}
