//! What a file says about web frameworks, as far as the walk has come.

use std::collections::HashMap;

use crate::outline::Outline;

/// Names, routers and places that are kept of one file.
pub(super) const KEPT: usize = 2000;

/// Routers that are known at a time.
pub(super) const ROUTERS: usize = 200;

/// Longer heads of chains are none (bytes).
pub(super) const MAX_HEAD_BYTES: usize = 160;

/// Where the routes of a chain belong.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    /// [`RouterFacts::name`]
    pub(super) fact: Option<String>,
    pub(super) prefix: String,
}

impl Place {
    pub(super) fn below(&self, path: &str) -> Self {
        Self { fact: self.fact.clone(), prefix: join(&self.prefix, path) }
    }
}

/// A variable that holds a router.
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) end: usize,
    pub(super) place: Place,
    pub(super) offer: Offer,
}

/// A function around, and the variable that it gives.
pub(super) struct Function {
    pub(super) end: usize,
    pub(super) gives: Option<String>,
}

/// What is known about the file. There is none where no framework is named.
#[derive(Default)]
pub(in super::super) struct Web {
    /// Whole paths by local name.
    pub(super) names: HashMap<String, String>,
    /// Modules of which everything is imported.
    pub(super) globs: Vec<String>,
    /// Innermost last.
    pub(super) variables: Vec<Variable>,
    pub(super) functions: Vec<Function>,
    /// Where chains that begin at these bytes belong.
    pub(super) places: HashMap<usize, Place>,
}

/// What a chain is built on.
pub(super) enum Base<'t> {
    Made(Offer),
    Variable(&'t str),
    /// The result of another function, by its path.
    Call(&'t str),
}

impl Web {
    /// What a path as written stands for.
    pub(super) fn offer(&self, path: &str) -> Option<Offer> {
        self.whole(path, &|whole| offer(whole))
    }

    /// The whole path as far as imports tell, where `known` says what it is.
    pub(super) fn whole<T>(&self, path: &str, known: &dyn Fn(&str) -> Option<T>) -> Option<T> {
        let path = without_arguments(path);
        let (head, rest) = path.split_once("::").map_or((path.as_str(), ""), |(head, rest)| (head, rest));
        if let Some(whole) = self.names.get(head) {
            return if rest.is_empty() { known(whole) } else { known(&format!("{whole}::{rest}")) };
        }
        if matches!(head, "axum" | "actix_web") {
            return known(&path);
        }
        self.globs.iter().find_map(|glob| known(&format!("{glob}::{path}")))
    }

    pub(super) fn leave(&mut self, at: usize) {
        while self.variables.last().is_some_and(|variable| variable.end <= at) {
            self.variables.pop();
        }
        while self.functions.last().is_some_and(|function| function.end <= at) {
            self.functions.pop();
        }
    }

    pub(super) fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().rev().find(|variable| variable.name == name)
    }

    pub(super) fn add(&mut self, name: &str, end: usize, place: Place, offer: Offer) {
        if self.variables.len() < ROUTERS {
            self.variables.push(Variable { name: name.to_owned(), end, place, offer });
        }
    }

    pub(super) fn put(&mut self, at: usize, place: Place) {
        if self.places.len() < KEPT {
            self.places.insert(at, place);
        }
    }

    /// What the text at `at` begins with, as the base of a chain.
    pub(super) fn base<'t>(&self, at: usize, outline: &Outline<'t>) -> Option<Base<'t>> {
        let text = outline.text.get(at..)?;
        let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | ':' | '<' | '>'))?;
        let head = text.get(..end).filter(|head| !head.is_empty() && head.len() <= MAX_HEAD_BYTES)?;
        if text.get(end..)?.starts_with('(') {
            return Some(match self.offer(head) {
                Some(offer) => Base::Made(offer),
                None => Base::Call(head),
            });
        }
        Some(Base::Variable(head))
    }
}

/// A prefix and what stands below it, with one slash where they meet.
pub(super) fn join(prefix: &str, path: &str) -> String {
    if prefix.is_empty() || path.is_empty() {
        return format!("{prefix}{path}");
    }
    let path = path.strip_prefix('/').unwrap_or(path);
    format!("{}/{path}", prefix.strip_suffix('/').unwrap_or(prefix))
}

/// What a path into a framework stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Offer {
    /// `axum::Router`, and what makes one.
    Router,
    /// Actix's application.
    App,
    /// `web::scope(…)`
    Scope,
    /// `web::resource(…)`
    Resource,
    /// `web::ServiceConfig`, which a function is given.
    Config,
}

/// What a whole path stands for: `axum::Router` and `axum::Router::new`.
pub(super) fn offer(path: &str) -> Option<Offer> {
    let made = |rest: &str| rest.is_empty() || matches!(rest, "::new" | "::default");
    for (known, offer) in [
        ("axum::Router", Offer::Router),
        ("axum::routing::Router", Offer::Router),
        ("actix_web::App", Offer::App),
        ("actix_web::Scope", Offer::Scope),
        ("actix_web::Resource", Offer::Resource),
        ("actix_web::web::scope", Offer::Scope),
        ("actix_web::web::resource", Offer::Resource),
        ("actix_web::web::ServiceConfig", Offer::Config),
    ] {
        if path.strip_prefix(known).is_some_and(made) {
            return Some(offer);
        }
    }
    None
}

/// `Router::<S>::new` without what is in angle brackets.
pub(super) fn without_arguments(path: &str) -> String {
    let mut depth = 0usize;
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 && !c.is_whitespace() => out.push(c),
            _ => {}
        }
    }
    out.replace("::::", "::")
}
