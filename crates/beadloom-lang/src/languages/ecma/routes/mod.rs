//! Routes of Express, Fastify, Koa, Hono, NestJS and Next.js: which names of a file stand for routers.
//!
//! Nothing is looked at in a file that neither imports one of them nor has a path that Next.js serves.

mod nest;
mod next;
mod routers;
mod statements;

use std::collections::VecDeque;

use beadloom_model::{MountFacts, RouteFacts};
use tree_sitter::Node;

use super::File;
use super::modules::Names;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Names of routers and of what makes them that are remembered per file.
const NAMES: usize = 256;
/// Entries of an object or array that are looked at.
const ENTRIES: usize = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Framework {
    Express,
    Fastify,
    Hono,
    Koa,
    Nest,
}

impl Framework {
    fn of_module(specifier: &str) -> Option<Self> {
        match specifier {
            "express" | "express-promise-router" => Some(Self::Express),
            "fastify" | "fastify-plugin" => Some(Self::Fastify),
            "hono" | "@hono/zod-openapi" => Some(Self::Hono),
            "koa" | "koa-router" | "@koa/router" | "koa-mount" => Some(Self::Koa),
            "@nestjs/common" => Some(Self::Nest),
            _ if specifier.starts_with("hono/") => Some(Self::Hono),
            _ => None,
        }
    }

    fn id(self) -> &'static str {
        match self {
            Self::Express => "express",
            Self::Fastify => "fastify",
            Self::Hono => "hono",
            Self::Koa => "koa",
            Self::Nest => "nestjs",
        }
    }

    /// Whether what a module of the framework exports by that name makes a router when it is called or
    /// constructed, or is the type of one.
    fn is_router(self, name: &str) -> bool {
        match self {
            Self::Express => {
                matches!(name, "default" | "*" | "Router" | "Express" | "Application" | "IRouter")
            }
            Self::Fastify => matches!(name, "default" | "*" | "fastify" | "Fastify" | "FastifyInstance"),
            Self::Hono => matches!(name, "Hono" | "OpenAPIHono"),
            Self::Koa => matches!(name, "default" | "*" | "Router"),
            Self::Nest => false,
        }
    }

    /// What a parameter without a type is called where it is a router: its name is all that says so.
    fn is_given_as(self, name: &str) -> bool {
        matches!(name, "app" | "router" | "server" | "api")
            || (self == Self::Fastify && matches!(name, "fastify" | "instance" | "scope"))
    }
}

/// A name that an import of a framework binds.
struct Imported {
    local: String,
    framework: Framework,
    /// As the framework calls it.
    name: String,
    /// It puts a part of an application under a prefix, or wraps a plugin.
    helper: bool,
}

/// A name that stands for a router up to `until`.
#[derive(Clone)]
struct Router {
    /// As the source writes it: `app`, `this.router`.
    key: String,
    until: usize,
    framework: Framework,
    /// As facts call it.
    name: String,
    /// What the statements around put before its paths.
    prefix: String,
}

/// A function around what the walk is at.
struct Around {
    end: usize,
    name: String,
    /// The variable that its last statement returns.
    returns: Option<String>,
}

/// What a file says about routes, as far as the walk has come.
pub(super) struct Routes {
    imported: Vec<Imported>,
    routers: Vec<Router>,
    functions: Vec<Around>,
    /// Ends of the classes around.
    classes: Vec<usize>,
    /// Functions ahead whose first parameter is a router, by node.
    given: VecDeque<(usize, Router)>,
    /// Where the chain of calls begins that was read last, as a whole.
    chain: Option<usize>,
    /// Where the value begins that makes the router of the variable being declared, and that router.
    declared: Option<(usize, Router)>,
    controllers: nest::Controllers,
    page: Option<next::Page>,
    /// The function ahead that answers a route by its name and file.
    answers: Option<usize>,
}

/// What the path of a file says: the route that its exports answer.
pub(super) fn place(path: &str) -> String {
    next::page(path).map_or_else(String::new, |page| page.key())
}

impl Routes {
    pub(super) fn new(path: &str) -> Self {
        Self {
            imported: Vec::new(),
            routers: Vec::new(),
            functions: Vec::new(),
            classes: Vec::new(),
            given: VecDeque::new(),
            chain: None,
            declared: None,
            controllers: nest::Controllers::default(),
            page: next::page(path),
            answers: None,
        }
    }

    /// Notes what an import binds. A bare one is evidence too.
    pub(super) fn import(&mut self, specifier: &str, all: &Names) {
        let Some(framework) = Framework::of_module(specifier) else { return };
        let helper = matches!(specifier, "koa-mount" | "fastify-plugin");
        for name in all.names.iter().take(NAMES.saturating_sub(self.imported.len())) {
            let alias = all.aliases.iter().find(|(_, theirs)| theirs == name);
            let local = alias.map_or(name, |(local, _)| local).clone();
            self.imported.push(Imported { local, framework, name: name.clone(), helper });
        }
        if all.names.is_empty() && self.imported.len() < NAMES {
            let (local, name) = (String::new(), String::new());
            self.imported.push(Imported { local, framework, name, helper });
        }
    }

    /// Whether anything in the file can be a route of a router.
    fn is_idle(&self) -> bool {
        self.imported.is_empty() && self.routers.is_empty()
    }

    fn imported(&self, local: &str) -> Option<&Imported> {
        self.imported.iter().rev().find(|imported| imported.local == local)
    }

    fn add(&mut self, router: Router) {
        if self.routers.len() < NAMES {
            self.routers.push(router);
        }
    }

    fn leave(&mut self, at: usize) {
        while self.functions.last().is_some_and(|function| function.end <= at) {
            self.functions.pop();
        }
        while self.classes.last().is_some_and(|end| *end <= at) {
            self.classes.pop();
        }
        self.routers.retain(|router| router.until > at);
    }

    /// The function around a place.
    fn around(&self, at: usize) -> Option<&Around> {
        self.functions.iter().rev().find(|function| function.end > at)
    }

    fn router(&self, key: &str, at: usize) -> Option<&Router> {
        self.routers.iter().rev().find(|router| router.key == key && router.until > at)
    }
}

impl File<'_> {
    /// The arguments of a call, comments left out.
    fn arguments<'n>(&self, call: Node<'n>) -> impl Iterator<Item = Node<'n>> {
        let list = self.rules.fields.arguments.of(call);
        list.into_iter().flat_map(named_children).filter(|argument| !argument.is_extra())
    }

    /// The value of an entry of an object literal.
    fn option<'n>(&self, object: Node<'n>, name: &str, outline: &Outline<'_>) -> Option<Node<'n>> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        named_children(object).take(ENTRIES).find_map(|entry| {
            if kinds.pair.is(entry) {
                let key = self.member_name(fields.key.of(entry), outline)?;
                return fields.value.of(entry).filter(|_| key == name);
            }
            let named =
                kinds.method_definition.is(entry) && outline.name(fields.name.of(entry)) == Some(name);
            let short = kinds.shorthand_property_identifier.is(entry) && outline.text(entry) == name;
            (named || short).then_some(entry)
        })
    }

    /// The literals that an argument gives: one, or those of a list.
    fn literals(&self, node: Node<'_>, outline: &Outline<'_>) -> Vec<String> {
        let one = |node| super::calls::literal(node, outline).map(str::to_owned);
        if self.rules.kinds.array.is(node) {
            named_children(node).take(ENTRIES).filter_map(one).collect()
        } else {
            one(node).into_iter().collect()
        }
    }
}

impl Router {
    /// A route of it.
    fn route(&self, method: &str, path: &str, handler: Option<String>, line: u32) -> RouteFacts {
        RouteFacts {
            method: method.to_owned(),
            path: join(&self.prefix, path),
            handler,
            framework: self.framework.id().to_owned(),
            line,
            router: Some(self.name.clone()),
        }
    }

    /// Something mounted on it.
    fn mount(&self, prefix: &str, target: String, module: Option<String>, line: u32) -> MountFacts {
        MountFacts {
            replaces: false,
            prefix: join(&self.prefix, prefix),
            target,
            module,
            onto: Some(self.name.clone()),
            line,
        }
    }
}

/// Two parts of a path with one slash where they meet.
fn join(prefix: &str, path: &str) -> String {
    let trimmed = prefix.strip_suffix('/').unwrap_or(prefix);
    match () {
        () if path.is_empty() || path == "/" && !trimmed.is_empty() => prefix.to_owned(),
        () if trimmed.is_empty() => path.to_owned(),
        () if path.starts_with('/') => format!("{trimmed}{path}"),
        () => format!("{trimmed}/{path}"),
    }
}
