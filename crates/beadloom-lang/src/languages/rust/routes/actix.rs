//! Actix: attributes of handlers, scopes, resources, functions that configure.

use beadloom_model::RouteFacts;
use tree_sitter::Node;

use super::super::{Attributes, File};
use super::expressions::{ARGUMENTS, method};
use super::state::{Offer, Place, Web};
use crate::literals::unquote;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Calls in a chain that are followed: `web::get().guard(…).to(handler)`.
const CHAIN: usize = 8;

/// Whether a method's name may matter: asked of every call in a file that imports a framework.
pub(super) fn may_matter(name: &str) -> bool {
    matches!(name, "service" | "route" | "configure" | "to") || method(name).is_some()
}

impl File<'_> {
    /// `#[get("/x")]` before a function: the function is a router of its own, of one route, until an application or
    /// scope takes it in.
    pub(in super::super) fn web_attributes(
        &self,
        attributes: &Attributes,
        number: usize,
        name: &str,
        outline: &mut Outline<'_>,
    ) {
        let Some(web) = &self.web else { return };
        let router = outline.enclosing().map(|around| around.qualified_name.clone());
        for place in &attributes.macros {
            let Some((path, rest)) = outline.text.get(place.clone()).and_then(|text| text.split_once('('))
            else {
                continue;
            };
            let named = |whole: &str| -> Option<String> {
                let name = whole.strip_prefix("actix_web::")?;
                (name == "route" || method(name).is_some()).then(|| name.to_owned())
            };
            let Some(kind) = web.whole(path.trim(), &named) else { continue };
            let literal = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
            let Some((path, rest)) = literal else { continue };
            let arguments = rest.trim_end().trim_end_matches(')').split(',').map(str::trim);
            let mut methods: Vec<String> = method(&kind).map(str::to_owned).into_iter().collect();
            if kind == "route" {
                let named = arguments.filter_map(|argument| argument.strip_prefix("method"));
                let named =
                    named.filter_map(|rest| unquote(rest.trim_start().strip_prefix('=')?.trim_start()));
                methods.extend(named.take(ARGUMENTS).map(str::to_ascii_uppercase));
            }
            if methods.is_empty() {
                methods.push("ANY".to_owned());
            }
            for method in methods {
                outline.route(RouteFacts {
                    method,
                    path: path.to_owned(),
                    handler: Some(name.to_owned()),
                    framework: "actix".to_owned(),
                    line: outline.lines.line_of(place.start),
                    router: router.clone(),
                });
            }
            outline.declares_route(Some(number));
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one statement")]
    pub(super) fn actix_call(
        &mut self,
        web: &mut Web,
        offer: Offer,
        name: &str,
        place: &Place,
        arguments: &[Node<'_>],
        line: u32,
        outline: &mut Outline<'_>,
    ) {
        match (name, arguments) {
            ("service", [service]) => self.services(web, *service, place, line, outline),
            ("configure", [function]) => {
                if self.rules.kinds.closure_expression.is(*function) {
                    self.configuring_closure(web, *function, place, outline);
                } else {
                    self.mounted(web, *function, place, line, outline);
                }
            }
            ("route", [path, route]) if offer != Offer::Resource => {
                if let Some(path) = self.literal(Some(path), outline) {
                    let (method, handler) = self.method_and_handler(*route, outline);
                    actix_route(&place.below(path), method, handler, line, outline);
                }
            }
            ("route", [route]) if offer == Offer::Resource => {
                let (method, handler) = self.method_and_handler(*route, outline);
                actix_route(place, method, handler, line, outline);
            }
            ("to", [handler]) if offer == Offer::Resource => {
                actix_route(place, "ANY", self.handler(Some(handler), outline), line, outline);
            }
            (name, [handler]) if offer == Offer::Resource => {
                if let Some(method) = method(name) {
                    actix_route(place, method, self.handler(Some(handler), outline), line, outline);
                }
            }
            _ => {}
        }
    }

    /// What `.service(…)` takes: a scope or resource, a handler with an attribute, a function's result, or several
    /// in a tuple.
    fn services(
        &mut self,
        web: &mut Web,
        service: Node<'_>,
        place: &Place,
        line: u32,
        outline: &mut Outline<'_>,
    ) {
        let tuple = self.rules.kinds.tuple_expression.is(service);
        let several: Vec<Node<'_>> =
            if tuple { named_children(service).take(ARGUMENTS).collect() } else { vec![service] };
        for service in several {
            if !self.built_here(web, service.start_byte(), place, outline) {
                self.mounted(web, service, place, line, outline);
            }
        }
    }

    /// `.configure(|cfg| { cfg.service(…); })`
    fn configuring_closure(&self, web: &mut Web, closure: Node<'_>, place: &Place, outline: &Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(mut parameter) = fields.parameters.of(closure).and_then(|list| list.named_child(0)) else {
            return;
        };
        if kinds.parameter.is(parameter) {
            let Some(pattern) = fields.pattern.of(parameter) else { return };
            parameter = pattern;
        }
        if let Some(name) = outline.name(Some(parameter)) {
            web.add(name, closure.end_byte(), place.clone(), Offer::Config);
        }
    }

    /// `web::get().to(show)`
    fn method_and_handler(&self, route: Node<'_>, outline: &Outline<'_>) -> (&'static str, Option<String>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut handler = None;
        let mut next = Some(route);
        for _ in 0..CHAIN {
            let Some(call) = next.filter(|call| kinds.call_expression.is(*call)) else { break };
            let Some(function) = fields.function.of(call) else { break };
            let text = outline.text(function);
            let name = text.rsplit(['.', ':']).next().unwrap_or(text).trim();
            let arguments = self.arguments(call);
            if name == "to" {
                handler = self.handler(arguments.first(), outline);
            }
            if !kinds.field_expression.is(function) {
                let named = if name == "method" {
                    // `web::method(Method::PATCH)`
                    let text = arguments.first().map_or("", |of| outline.text(*of));
                    method(&text.rsplit(':').next().unwrap_or("").trim().to_ascii_lowercase())
                } else {
                    method(name)
                };
                return (named.unwrap_or("ANY"), handler);
            }
            next = fields.value.of(function);
        }
        ("ANY", handler)
    }
}

fn actix_route(place: &Place, method: &str, handler: Option<String>, line: u32, outline: &mut Outline<'_>) {
    outline.route(RouteFacts {
        method: method.to_owned(),
        path: place.prefix.clone(),
        handler,
        framework: "actix".to_owned(),
        line,
        router: place.fact.clone(),
    });
}
