//! What a file says about web frameworks, as far as the walk has come.

use std::collections::HashMap;

use super::frameworks::Framework;

/// Fields, constants and functions that are kept of one file.
pub(super) const KEPT: usize = 1000;

/// Routers that are known at a time: each is compared with whatever calls are given.
pub(super) const ROUTERS: usize = 200;

/// A router by the name that code around has for it.
pub(super) struct Router {
    pub(super) name: String,
    /// Where the name ends to be known.
    pub(super) end: usize,
    pub(super) found: Found,
}

/// A router as a statement names it.
#[derive(Clone)]
pub(super) struct Found {
    /// [`RouterFacts::name`]
    pub(super) fact: String,
    /// What its groups put before the paths.
    pub(super) prefix: String,
    pub(super) framework: Framework,
}

/// A function around, and the variable that it gives.
pub(super) struct Function {
    pub(super) end: usize,
    pub(super) gives: Option<String>,
}

/// What is known about the file. There is none as long as no framework is imported.
#[derive(Default)]
pub(in super::super) struct Web {
    /// By the package's local name.
    pub(super) packages: Vec<(String, Framework)>,
    /// Innermost last.
    pub(super) routers: Vec<Router>,
    pub(super) functions: Vec<Function>,
    /// Routers in fields: `Type.field`.
    pub(super) fields: HashMap<String, Framework>,
    /// The package's constants that are strings.
    pub(super) strings: HashMap<String, String>,
    /// A router was made or given.
    pub(super) has_routers: bool,
}

impl Web {
    pub(super) fn package(&self, name: &str) -> Option<Framework> {
        self.packages.iter().find(|(local, _)| local == name).map(|(_, framework)| *framework)
    }

    /// The framework of `pkg.Type`, where that is a router.
    pub(super) fn router_type(&self, of: &str) -> Option<Framework> {
        let (package, name) = of.split_once('.')?;
        self.package(package.trim_end()).filter(|framework| framework.is_router(name.trim_start()))
    }

    /// The framework whose routers the file deals with, where nothing else tells.
    pub(super) fn only(&self) -> Option<Framework> {
        self.packages.iter().map(|(_, framework)| *framework).find(|framework| *framework != Framework::Http)
    }

    pub(super) fn leave(&mut self, at: usize) {
        while self.routers.last().is_some_and(|router| router.end <= at) {
            self.routers.pop();
        }
        while self.functions.last().is_some_and(|function| function.end <= at) {
            self.functions.pop();
        }
    }

    pub(super) fn add(&mut self, name: &str, end: usize, found: Found) {
        self.has_routers = true;
        if self.routers.len() < ROUTERS {
            self.routers.push(Router { name: name.to_owned(), end, found });
        }
    }
}
