//! What a file says about web frameworks, as far as the walk has come.

use std::collections::HashMap;
use std::ops::Range;

use beadloom_model::RouteFacts;

use super::frameworks::{Framework, Offer};

/// Constants, functions and names that are kept of one file.
pub(super) const KEPT: usize = 1000;

/// Routers that are known at a time: each is compared with whatever calls are given.
pub(super) const ROUTERS: usize = 200;

/// Constants are put into paths no longer than this (bytes).
pub(super) const MAX_PATH_BYTES: usize = 200;

/// A router by the name that code around has for it.
pub(super) struct Router {
    pub(super) name: String,
    /// Where the name ends to be known.
    pub(super) end: usize,
    /// [`RouterFacts::name`]
    pub(super) fact: String,
    pub(super) framework: Framework,
}

/// A part of the file whose paths belong to a router, below a prefix.
pub(super) struct Part {
    pub(super) range: Range<usize>,
    pub(super) router: Option<String>,
    pub(super) prefix: String,
}

/// A function around, and the variable that it gives.
pub(super) struct Function {
    pub(super) end: usize,
    pub(super) gives: Option<String>,
}

/// What is known about the file. There is none as long as no framework is imported.
#[derive(Default)]
pub(in super::super) struct Web {
    /// By local name.
    pub(super) names: HashMap<String, Offer>,
    /// The first framework of applications that was imported.
    pub(super) framework: Option<Framework>,
    /// Lists of paths may stand in the file.
    pub(super) lists: bool,
    /// Innermost last.
    pub(super) routers: Vec<Router>,
    /// Those whose decorators stand before the next function.
    pub(super) pending: Vec<RouteFacts>,
    /// Innermost last.
    pub(super) parts: Vec<Part>,
    pub(super) functions: Vec<Function>,
    /// Module constants that are strings.
    pub(super) strings: HashMap<String, String>,
    /// Methods of the file's `MethodView`s by class.
    pub(super) views: HashMap<String, Vec<String>>,
}

impl Web {
    /// What a name or dotted name stands for.
    pub(super) fn offer(&self, text: &str) -> Option<Offer> {
        match text.split_once('.') {
            None => self.names.get(text).copied(),
            Some((head, rest)) => match self.names.get(head.trim_end())? {
                Offer::Module(framework) => framework.offers(rest.rsplit('.').next()?.trim()),
                _ => None,
            },
        }
    }

    pub(super) fn leave(&mut self, at: usize) {
        while self.routers.last().is_some_and(|router| router.end <= at) {
            self.routers.pop();
        }
        while self.functions.last().is_some_and(|function| function.end <= at) {
            self.functions.pop();
        }
        while self.parts.last().is_some_and(|part| part.range.end <= at) {
            self.parts.pop();
        }
    }

    pub(super) fn router(&self, name: &str) -> Option<&Router> {
        self.routers.iter().rev().find(|router| router.name == name)
    }

    /// Constants of the file in place of their names in braces.
    pub(super) fn filled(&self, text: String) -> String {
        if self.strings.is_empty() || !text.contains('{') || text.len() > MAX_PATH_BYTES {
            return text;
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once('{')
            && let Some((name, after)) = after.split_once('}')
        {
            out.push_str(before);
            match self.strings.get(name).filter(|value| value.len() <= MAX_PATH_BYTES) {
                Some(value) => out.push_str(value),
                None => {
                    out.push('{');
                    out.push_str(name);
                    out.push('}');
                }
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }

    /// The router and the prefix of the part of the file around.
    pub(super) fn part(&self, at: usize) -> (Option<String>, String) {
        match self.parts.last().filter(|part| part.range.contains(&at)) {
            Some(part) => (part.router.clone(), part.prefix.clone()),
            None => (None, String::new()),
        }
    }
}
