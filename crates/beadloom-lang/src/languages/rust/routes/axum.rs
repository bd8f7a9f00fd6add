//! Axum: `route`, `nest`, `merge`.

use beadloom_model::RouteFacts;
use tree_sitter::Node;

use super::super::File;
use super::expressions::method;
use super::state::{Place, Web, join};
use crate::outline::Outline;

/// Methods of one route.
const METHODS: usize = 16;

/// Whether a method's name may matter: asked of every call in a file that imports a framework.
pub(super) fn may_matter(name: &str) -> bool {
    matches!(name, "route" | "route_service" | "nest" | "merge")
}

impl File<'_> {
    pub(super) fn axum_call(
        &mut self,
        web: &mut Web,
        name: &str,
        place: &Place,
        arguments: &[Node<'_>],
        line: u32,
        outline: &mut Outline<'_>,
    ) {
        match (name, arguments) {
            ("route" | "route_service", [path, methods, ..]) => {
                let Some(path) = self.literal(Some(path), outline).filter(|path| path.starts_with('/'))
                else {
                    return;
                };
                for (method, handler) in self.method_router(*methods, outline) {
                    outline.route(RouteFacts {
                        method,
                        path: join(&place.prefix, path),
                        handler,
                        framework: "axum".to_owned(),
                        line,
                        router: place.fact.clone(),
                    });
                }
            }
            ("nest", [path, router, ..]) => {
                let Some(path) = self.literal(Some(path), outline) else { return };
                let below = place.below(path);
                if !self.built_here(web, router.start_byte(), &below, outline) {
                    self.mounted(web, *router, &below, line, outline);
                }
            }
            ("merge", [router]) if !self.built_here(web, router.start_byte(), place, outline) => {
                self.mounted(web, *router, place, line, outline);
            }
            _ => {}
        }
    }

    /// `get(list).post(create)`: methods and what answers them, in order. `ANY` for what is none of it.
    fn method_router(&self, node: Node<'_>, outline: &Outline<'_>) -> Vec<(String, Option<String>)> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut found = Vec::new();
        let mut next = Some(node);
        for _ in 0..METHODS {
            let Some(call) = next.filter(|call| kinds.call_expression.is(*call)) else { break };
            let Some(mut function) = fields.function.of(call) else { break };
            if kinds.generic_function.is(function) {
                let Some(inner) = fields.function.of(function) else { break };
                function = inner;
            }
            let text = outline.text(function);
            let name = text.rsplit(['.', ':']).next().unwrap_or(text).trim();
            let name = name.strip_suffix("_service").unwrap_or(name);
            let arguments = self.arguments(call);
            match name {
                "on" => {
                    let filter = arguments.first().map_or("", |filter| outline.text(*filter));
                    let named = filter.rsplit(':').next().unwrap_or("").trim().to_ascii_uppercase();
                    let known = method(&named.to_ascii_lowercase()).is_some();
                    found.push((
                        if known { named } else { "ANY".to_owned() },
                        self.handler(arguments.get(1), outline),
                    ));
                }
                "any" => found.push(("ANY".to_owned(), self.handler(arguments.first(), outline))),
                _ => {
                    if let Some(method) = method(name) {
                        found.push((method.to_owned(), self.handler(arguments.first(), outline)));
                    }
                }
            }
            next = fields.value.of(function).filter(|_| kinds.field_expression.is(function));
        }
        if found.is_empty() {
            found.push(("ANY".to_owned(), self.handler(Some(&node), outline)));
        }
        found.reverse();
        found
    }
}
