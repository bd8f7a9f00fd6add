//! NestJS: controllers are classes, routes are their methods, and decorators say so.

use beadloom_model::RouteFacts;
use tree_sitter::Node;

use super::super::File;
use super::{Framework, join};
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Decorators of one method or class that are kept.
const DECORATORS: usize = 16;

impl File<'_> {
    /// `@Controller("users")`, `@Get(":id")`
    pub(in super::super) fn route_decorator(&mut self, node: Node<'_>, outline: &Outline<'_>) {
        if self.routes.is_idle() || node.start_byte() < self.routes.controllers.read_until {
            return;
        }
        let Some((name, call)) = self.nest_decorator(node, outline) else { return };
        if name == "Controller" {
            self.routes.controllers.ahead = Some(self.prefixes(call, outline));
        } else if let Some(method) = method_of(name)
            && self.routes.controllers.routes.len() < DECORATORS
        {
            let line = outline.lines.line_of(node.start_byte());
            let paths = match self.arguments(call).next() {
                Some(path) => self.literals(path, outline),
                None => vec![String::new()],
            };
            self.routes.controllers.routes.extend(paths.into_iter().map(|path| (method, path, line)));
        }
    }

    /// The name by which NestJS knows a decorator, and its call.
    fn nest_decorator<'n>(&self, node: Node<'n>, outline: &Outline<'_>) -> Option<(&str, Node<'n>)> {
        let kinds = &self.rules.kinds;
        let call = node.named_child(0).filter(|call| kinds.call_expression.is(*call))?;
        let imported = self.routes.imported(outline.name(call.child(0))?)?;
        (imported.framework == Framework::Nest).then_some((imported.name.as_str(), call))
    }

    /// The paths in `@Controller("users")`, `@Controller(["a", "b"])`, `@Controller({ path: "users" })`.
    fn prefixes(&self, call: Node<'_>, outline: &Outline<'_>) -> Vec<String> {
        let given = self.arguments(call).next().and_then(|given| {
            if self.rules.kinds.object.is(given) { self.option(given, "path", outline) } else { Some(given) }
        });
        match given {
            Some(given) => self.literals(given, outline),
            None => vec![String::new()],
        }
    }

    /// A class begins: it may be a controller.
    pub(in super::super) fn enter_class(&mut self, class: Node<'_>, outline: &Outline<'_>) {
        if self.routes.is_idle() {
            return;
        }
        self.routes.leave(class.start_byte());
        self.routes.classes.push(class.end_byte());
        let own = named_children(class).take_while(|child| self.rules.kinds.decorator.is(*child));
        let own: Vec<Node<'_>> = own.take(DECORATORS).collect();
        let prefixes = own.iter().find_map(|decorator| {
            let (name, call) = self.nest_decorator(*decorator, outline)?;
            (name == "Controller").then(|| self.prefixes(call, outline))
        });
        let controllers = &mut self.routes.controllers;
        if let Some(last) = own.last() {
            controllers.read_until = last.end_byte();
        }
        let ahead = controllers.ahead.take();
        if let Some(prefixes) = prefixes.or(ahead) {
            controllers.current = Some((class.byte_range(), prefixes));
        }
        controllers.routes.clear();
    }

    /// A field begins: what decorates it makes no route.
    pub(in super::super) fn enter_field(&mut self, field: Node<'_>) {
        let controllers = &mut self.routes.controllers;
        if controllers.current.is_some() {
            controllers.read_until = field.end_byte();
            controllers.routes.clear();
        }
    }

    /// A method was defined under that number: its decorators may make it a route.
    pub(in super::super) fn route_method(
        &mut self,
        node: Node<'_>,
        number: Option<usize>,
        outline: &mut Outline<'_>,
    ) {
        let controllers = &mut self.routes.controllers;
        let routes = std::mem::take(&mut controllers.routes);
        let current = controllers.current.as_ref().filter(|(range, _)| range.contains(&node.start_byte()));
        let Some((_, prefixes)) = current.filter(|_| !routes.is_empty()) else { return };
        let handler =
            number.and_then(|number| outline.drafts.get(number)).map(|of| of.qualified_name.clone());
        for prefix in prefixes {
            for (method, path, line) in &routes {
                outline.route(RouteFacts {
                    method: (*method).to_owned(),
                    path: rooted(prefix, path),
                    handler: handler.clone(),
                    framework: Framework::Nest.id().to_owned(),
                    line: *line,
                    router: None,
                });
            }
        }
        outline.declares_route(number);
    }
}

/// The path that a controller's prefix and a method's path make.
fn rooted(prefix: &str, path: &str) -> String {
    let path = join(prefix.trim_matches('/'), path.trim_start_matches('/'));
    format!("/{path}")
}

fn method_of(decorator: &str) -> Option<&'static str> {
    Some(match decorator {
        "Get" | "Sse" => "GET",
        "Post" => "POST",
        "Put" => "PUT",
        "Patch" => "PATCH",
        "Delete" => "DELETE",
        "Head" => "HEAD",
        "Options" => "OPTIONS",
        "All" => "ANY",
        _ => return None,
    })
}
