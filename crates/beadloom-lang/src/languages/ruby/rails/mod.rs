//! Routes as Rails has them: `routes.draw do … end`, and the files that `draw(:name)` brings in.
//!
//! Blocks are scopes on a stack; each call in them is looked at once. Routes of a concern are kept with marks
//! where its resource will be, and made real where the concern is used.

mod arguments;
mod resources;
mod scope;
mod state;

use beadloom_model::{ImportKind, MountFacts, RouteFacts};
use tree_sitter::Node;

use self::arguments::Arguments;
pub(super) use self::state::{Drawing, place};
use self::state::{Scope, Template, joined};
use super::Ruby;
use crate::outline::Outline;

/// A longer prefix is no path that anybody serves (bytes).
const PREFIX: usize = 1_024;

impl Drawing {
    /// A call of any kind; most are none of routes. Whether it was one.
    pub(in crate::languages::ruby) fn call(
        &mut self,
        rules: &Ruby,
        name: &str,
        node: Node<'_>,
        outline: &mut Outline<'_>,
    ) -> bool {
        if self.scopes.is_empty() && name != "draw" {
            return false;
        }
        let at = node.start_byte();
        while self.scopes.last().is_some_and(|scope| scope.end <= at) {
            self.scopes.pop();
        }
        let receiver = rules.fields.receiver.of(node);
        let block = rules.fields.block.of(node);
        if let Some(receiver) = receiver {
            let of = outline.name(Some(receiver)).unwrap_or("");
            let draws = name == "draw" && of.ends_with(".routes") && of.starts_with(char::is_uppercase);
            if let Some(block) = block.filter(|_| draws) {
                self.scopes.push(Scope::top(block.end_byte()));
            }
            return draws;
        }
        let Some(scope) = self.scopes.last().cloned() else { return false };
        let Some(inner) = self.statement(rules, name, node, &scope, outline) else { return false };
        if let (Some(inner), Some(block)) = (inner, block)
            && inner.path.len() <= PREFIX
            && inner.module.len() <= PREFIX
        {
            self.scopes.push(Scope { end: block.end_byte(), ..inner });
        }
        true
    }

    /// A statement in a scope, and what its block is about, where that is routes; None where it states no route.
    fn statement(
        &mut self,
        rules: &Ruby,
        name: &str,
        node: Node<'_>,
        scope: &Scope,
        outline: &mut Outline<'_>,
    ) -> Option<Option<Scope>> {
        let arguments = || rules.arguments(node, outline);
        Some(match name {
            "get" | "post" | "put" | "patch" | "delete" | "options" | "match" => {
                let arguments = arguments();
                self.verb(rules, name, node, scope, &arguments, outline);
                None
            }
            "root" => {
                let arguments = arguments();
                let to = arguments.named("to").or(arguments.places.first().copied());
                let handler = to.and_then(|to| rules.handler(to, scope, outline));
                self.emit("GET", scope.path.clone(), handler, node, scope, outline);
                None
            }
            "resources" | "resource" => {
                let arguments = arguments();
                self.resources(rules, name == "resource", node, scope, &arguments, outline)
            }
            "namespace" => scope.namespace(rules, &arguments(), outline),
            "scope" => scope.scope(rules, &arguments(), outline),
            "controller" => {
                let arguments = arguments();
                let of = arguments.places.first().and_then(|of| rules.literal(*of, outline));
                of.map(|of| Scope { controller: Some(scope.in_module(of)), ..scope.clone() })
            }
            "member" => scope.on(|resource| resource.member.clone()),
            "collection" => scope.on(|resource| resource.collection.clone()),
            "nested" => scope.on(|resource| resource.nested.clone()),
            "new" => scope.on(|resource| format!("{}/new", resource.collection)),
            "shallow" => Some(Scope { shallow: true, ..scope.clone() }),
            "concern" => {
                let arguments = arguments();
                let of = arguments.places.first().and_then(|of| rules.literal(*of, outline));
                of.map(|of| Scope::concern(of.to_owned()))
            }
            "concerns" => {
                let arguments = arguments();
                let used: Vec<&str> =
                    arguments.places.iter().flat_map(|names| rules.literals(*names, outline)).collect();
                for used in used {
                    self.use_concern(used, node, scope, outline);
                }
                None
            }
            "mount" => {
                let arguments = arguments();
                self.mount(rules, node, scope, &arguments, outline);
                None
            }
            "draw" => {
                let arguments = arguments();
                if let Some(file) = arguments.places.first().and_then(|file| rules.literal(*file, outline)) {
                    self.draw_file(file, node, scope, outline);
                }
                None
            }
            "authenticate" | "authenticated" | "constraints" | "defaults" | "direct" | "resolve" => None,
            _ => return None,
        })
    }

    /// `mount Engine => '/path'`, `mount Engine, at: '/path'`.
    fn mount(
        &mut self,
        rules: &Ruby,
        node: Node<'_>,
        scope: &Scope,
        arguments: &Arguments<'_, '_>,
        outline: &mut Outline<'_>,
    ) {
        let (app, at) = match (arguments.given.first(), arguments.places.first()) {
            (Some((app, at)), _) => (*app, Some(*at)),
            (None, Some(app)) => (*app, arguments.named("at")),
            _ => return,
        };
        let Some(path) = at.and_then(|at| rules.literal(at, outline)) else { return };
        let handler = outline.name(Some(app)).map(str::to_owned);
        self.emit("ANY", joined(&scope.path, path), handler, node, scope, outline);
    }

    /// `draw :admin` reads `config/routes/admin.rb`.
    fn draw_file(&mut self, file: &str, node: Node<'_>, scope: &Scope, outline: &mut Outline<'_>) {
        let module = if self.drawn { format!("./{file}") } else { format!("./routes/{file}") };
        outline.import(&module, Vec::new(), ImportKind::Import, node.start_byte());
        outline.mount(MountFacts {
            replaces: false,
            prefix: scope.path.clone(),
            target: String::new(),
            module: Some(module),
            onto: self.router(),
            line: outline.lines.line_of(node.start_byte()),
        });
    }

    /// What routes of a drawn file are registered with.
    fn router(&self) -> Option<String> {
        self.drawn.then(|| "routes".to_owned())
    }

    fn use_concern(&mut self, name: &str, node: Node<'_>, scope: &Scope, outline: &mut Outline<'_>) {
        let Some(templates) = self.concerns.get(name).cloned() else { return };
        for template in templates {
            let Some((path, handler)) = template.at(scope) else { continue };
            if !outline.spend(path.len() + 96) {
                return;
            }
            let line = if scope.concern.is_some() {
                template.line
            } else {
                outline.lines.line_of(node.start_byte())
            };
            self.keep(Template { method: template.method, path, handler, line }, scope, outline);
        }
    }

    fn emit(
        &mut self,
        method: &str,
        path: String,
        handler: Option<String>,
        node: Node<'_>,
        scope: &Scope,
        outline: &mut Outline<'_>,
    ) {
        let line = outline.lines.line_of(node.start_byte());
        self.keep(Template { method: method.to_owned(), path, handler, line }, scope, outline);
    }

    fn keep(&mut self, route: Template, scope: &Scope, outline: &mut Outline<'_>) {
        if route.path.len() > PREFIX {
            return;
        }
        if let Some(concern) = &scope.concern {
            if outline.spend(route.path.len() + 96) {
                self.concerns.entry(concern.clone()).or_default().push(route);
            }
            return;
        }
        let path = if route.path.is_empty() { "/".to_owned() } else { route.path };
        outline.route(RouteFacts {
            method: route.method,
            path,
            handler: route.handler,
            framework: "rails".to_owned(),
            line: route.line,
            router: self.router(),
        });
    }
}
