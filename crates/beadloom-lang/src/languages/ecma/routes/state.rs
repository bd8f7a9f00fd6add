//! What a file says about routes, as far as the walk has come.

use std::collections::VecDeque;
use std::ops::Range;

use beadloom_model::{MountFacts, RouteFacts};

use super::super::names::Names;
use super::pages::{Page, page};

/// Names of routers and of what makes them that are remembered per file.
pub(super) const NAMES: usize = 256;

/// Entries of an object or array that are looked at.
pub(super) const ENTRIES: usize = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Framework {
    Express,
    Fastify,
    Hono,
    Koa,
    Nest,
}

impl Framework {
    pub(super) fn of_module(specifier: &str) -> Option<Self> {
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

    pub(super) fn id(self) -> &'static str {
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
    pub(super) fn is_router(self, name: &str) -> bool {
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
    pub(super) fn is_given_as(self, name: &str) -> bool {
        matches!(name, "app" | "router" | "server" | "api")
            || (self == Self::Fastify && matches!(name, "fastify" | "instance" | "scope"))
    }
}

/// A name that an import of a framework binds.
pub(super) struct Imported {
    pub(super) local: String,
    pub(super) framework: Framework,
    /// As the framework calls it.
    pub(super) name: String,
    /// It puts a part of an application under a prefix, or wraps a plugin.
    pub(super) helper: bool,
}

/// A name that stands for a router up to `until`.
#[derive(Clone)]
pub(super) struct Router {
    /// As the source writes it: `app`, `this.router`.
    pub(super) key: String,
    pub(super) until: usize,
    pub(super) framework: Framework,
    /// As facts call it.
    pub(super) name: String,
    /// What the statements around put before its paths.
    pub(super) prefix: String,
}

/// A function around what the walk is at.
pub(super) struct Around {
    pub(super) end: usize,
    pub(super) name: String,
    /// The variable that its last statement returns.
    pub(super) returns: Option<String>,
}

/// What a file says about routes, as far as the walk has come.
pub(in super::super) struct Routes {
    pub(super) imported: Vec<Imported>,
    pub(super) routers: Vec<Router>,
    pub(super) functions: Vec<Around>,
    /// Ends of the classes around.
    pub(super) classes: Vec<usize>,
    /// Functions ahead whose first parameter is a router, by node.
    pub(super) given: VecDeque<(usize, Router)>,
    /// Where the chain of calls begins that was read last, as a whole.
    pub(super) chain: Option<usize>,
    /// Where the value begins that makes the router of the variable being declared, and that router.
    pub(super) declared: Option<(usize, Router)>,
    pub(super) controllers: Controllers,
    pub(super) page: Option<Page>,
    /// The function ahead that answers a route by its name and file.
    pub(super) answers: Option<usize>,
}

/// What the path of a file says: the route that its exports answer.
pub(in super::super) fn place(path: &str) -> String {
    page(path).map_or_else(String::new, |page| page.key())
}

impl Routes {
    pub(in super::super) fn new(path: &str) -> Self {
        Self {
            imported: Vec::new(),
            routers: Vec::new(),
            functions: Vec::new(),
            classes: Vec::new(),
            given: VecDeque::new(),
            chain: None,
            declared: None,
            controllers: Controllers::default(),
            page: page(path),
            answers: None,
        }
    }

    /// Notes what an import binds. A bare one is evidence too.
    pub(in super::super) fn import(&mut self, specifier: &str, all: &Names) {
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
    pub(super) fn is_idle(&self) -> bool {
        self.imported.is_empty() && self.routers.is_empty()
    }

    pub(super) fn imported(&self, local: &str) -> Option<&Imported> {
        self.imported.iter().rev().find(|imported| imported.local == local)
    }

    pub(super) fn add(&mut self, router: Router) {
        if self.routers.len() < NAMES {
            self.routers.push(router);
        }
    }

    pub(super) fn leave(&mut self, at: usize) {
        while self.functions.last().is_some_and(|function| function.end <= at) {
            self.functions.pop();
        }
        while self.classes.last().is_some_and(|end| *end <= at) {
            self.classes.pop();
        }
        self.routers.retain(|router| router.until > at);
    }

    /// The function around a place.
    pub(super) fn around(&self, at: usize) -> Option<&Around> {
        self.functions.iter().rev().find(|function| function.end > at)
    }

    pub(super) fn router(&self, key: &str, at: usize) -> Option<&Router> {
        self.routers.iter().rev().find(|router| router.key == key && router.until > at)
    }
}

impl Router {
    /// A route of it.
    pub(super) fn route(&self, method: &str, path: &str, handler: Option<String>, line: u32) -> RouteFacts {
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
    pub(super) fn mount(
        &self,
        prefix: &str,
        target: String,
        module: Option<String>,
        line: u32,
    ) -> MountFacts {
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
pub(super) fn join(prefix: &str, path: &str) -> String {
    let trimmed = prefix.strip_suffix('/').unwrap_or(prefix);
    match () {
        () if path.is_empty() || path == "/" && !trimmed.is_empty() => prefix.to_owned(),
        () if trimmed.is_empty() => path.to_owned(),
        () if path.starts_with('/') => format!("{trimmed}{path}"),
        () => format!("{trimmed}/{path}"),
    }
}

/// The controllers of a file, as far as the walk has come.
#[derive(Default)]
pub(super) struct Controllers {
    /// The prefixes that a decorator gave to the class ahead.
    pub(super) ahead: Option<Vec<String>>,
    /// The class that the walk is in, and its prefixes.
    pub(super) current: Option<(Range<usize>, Vec<String>)>,
    /// Decorators that were read with the class they stand in, or that say nothing here, end before.
    pub(super) read_until: usize,
    /// What the decorators of the method ahead say: method, path, line.
    pub(super) routes: Vec<(&'static str, String, u32)>,
}
