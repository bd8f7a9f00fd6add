//! Routes: what a file's imports say about Axum and Actix, and the chains of calls that build routers.
//!
//! A chain (`Router::new().route(…).nest(…)`) is seen from its last call to its first; all of them begin at the
//! same place, where the text says what the chain is built on. A file that imports neither costs nothing here.

mod actix;
mod axum;
mod expressions;

use std::collections::HashMap;

use beadloom_model::{MountFacts, RouterFacts};
use tree_sitter::Node;

use self::expressions::{ARGUMENTS, Offer, offer, without_arguments};
use super::File;
use crate::outline::Outline;

/// Names, routers and places that are kept of one file.
const KEPT: usize = 2000;
/// Routers that are known at a time.
const ROUTERS: usize = 200;
/// Longer heads of chains are none (bytes).
const MAX_HEAD_BYTES: usize = 160;

/// Where the routes of a chain belong.
#[derive(Debug, Clone, Default)]
struct Place {
    /// [`RouterFacts::name`]
    fact: Option<String>,
    prefix: String,
}

impl Place {
    fn below(&self, path: &str) -> Self {
        Self { fact: self.fact.clone(), prefix: join(&self.prefix, path) }
    }
}

/// A variable that holds a router.
struct Variable {
    name: String,
    end: usize,
    place: Place,
    offer: Offer,
}

/// A function around, and the variable that it gives.
struct Function {
    end: usize,
    gives: Option<String>,
}

/// What is known about the file. There is none where no framework is named.
#[derive(Default)]
pub(super) struct Web {
    /// Whole paths by local name.
    names: HashMap<String, String>,
    /// Modules of which everything is imported.
    globs: Vec<String>,
    /// Innermost last.
    variables: Vec<Variable>,
    functions: Vec<Function>,
    /// Where chains that begin at these bytes belong.
    places: HashMap<usize, Place>,
}

/// What a chain is built on.
enum Base<'t> {
    Made(Offer),
    Variable(&'t str),
    /// The result of another function, by its path.
    Call(&'t str),
}

impl Web {
    /// What a path as written stands for.
    fn offer(&self, path: &str) -> Option<Offer> {
        self.whole(path, &|whole| offer(whole))
    }

    /// The whole path as far as imports tell, where `known` says what it is.
    fn whole<T>(&self, path: &str, known: &dyn Fn(&str) -> Option<T>) -> Option<T> {
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

    fn leave(&mut self, at: usize) {
        while self.variables.last().is_some_and(|variable| variable.end <= at) {
            self.variables.pop();
        }
        while self.functions.last().is_some_and(|function| function.end <= at) {
            self.functions.pop();
        }
    }

    fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().rev().find(|variable| variable.name == name)
    }

    fn add(&mut self, name: &str, end: usize, place: Place, offer: Offer) {
        if self.variables.len() < ROUTERS {
            self.variables.push(Variable { name: name.to_owned(), end, place, offer });
        }
    }

    fn put(&mut self, at: usize, place: Place) {
        if self.places.len() < KEPT {
            self.places.insert(at, place);
        }
    }

    /// What the text at `at` begins with, as the base of a chain.
    fn base<'t>(&self, at: usize, outline: &Outline<'t>) -> Option<Base<'t>> {
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

impl File<'_> {
    /// The file begins: frameworks may also be named without being imported.
    pub(super) fn web_file(&mut self, outline: &Outline<'_>) {
        if ["axum::", "actix_web::"].iter().any(|crate_name| outline.text.contains(crate_name)) {
            self.web = Some(Box::default());
        }
    }

    /// One leaf of a `use`.
    pub(super) fn web_use(&mut self, path: &str, local: &str) {
        if !path.starts_with("axum") && !path.starts_with("actix_web") {
            return;
        }
        let Some(web) = &mut self.web else { return };
        if let Some(glob) = path.strip_suffix("::*") {
            if web.globs.len() < ARGUMENTS {
                web.globs.push(glob.to_owned());
            }
        } else if web.names.len() < KEPT {
            web.names.insert(local.to_owned(), path.to_owned());
        }
    }

    /// A function begins: what it gives may be a router.
    pub(super) fn web_function(&mut self, node: Node<'_>, outline: &Outline<'_>) {
        let Some(mut web) = self.web.take() else { return };
        web.leave(node.start_byte());
        if web.functions.len() < KEPT {
            let body = self.rules.fields.body.of(node);
            let gives = body.and_then(|body| self.gives(body, outline)).map(str::to_owned);
            web.functions.push(Function { end: node.end_byte(), gives });
        }
        self.web = Some(web);
    }

    /// The variable that a function's body ends with, by itself or in `Ok(…)`.
    fn gives<'t>(&self, body: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut last = body.named_child(body.named_child_count().checked_sub(1)?.try_into().ok()?)?;
        if kinds.call_expression.is(last) && last.child(0).is_some_and(|of| outline.text(of) == "Ok") {
            last = fields.arguments.of(last)?.named_child(0)?;
        }
        outline.name(Some(last).filter(|last| kinds.identifier.is(*last)))
    }

    /// `let api = Router::new()…;`
    pub(super) fn web_let(&mut self, name: Node<'_>, value: Option<Node<'_>>, outline: &mut Outline<'_>) {
        if self.web.is_none() {
            return;
        }
        let Some(value) = value.filter(|value| self.rules.kinds.call_expression.is(*value)) else { return };
        let Some(mut web) = self.web.take() else { return };
        web.leave(name.start_byte());
        if let Some(local) = outline.name(Some(name)) {
            let end = web.functions.last().map_or(usize::MAX, |function| function.end);
            match web.base(value.start_byte(), outline) {
                Some(Base::Made(made)) => {
                    let fact = name_of_router(&web, local, outline);
                    let place = Place { fact: fact.clone(), prefix: String::new() };
                    if let Some(name) = fact {
                        outline.router(RouterFacts { name, prefix: String::new(), parent: None });
                    }
                    let inside = self.own_prefix(made, value.start_byte(), &place, outline);
                    web.put(value.start_byte(), place);
                    web.add(local, end, inside, made);
                }
                Some(Base::Variable(of)) => {
                    let known = web.variable(of).map(|known| (known.place.clone(), known.offer));
                    if let Some((place, offer)) = known {
                        web.add(local, end, place, offer);
                    }
                }
                _ => {}
            }
        }
        self.web = Some(web);
    }

    /// A call in a chain: `function` ends in `.name`.
    pub(super) fn web_call(&mut self, node: Node<'_>, name: &str, outline: &mut Outline<'_>) {
        if !axum::may_matter(name) && !actix::may_matter(name) {
            return;
        }
        let Some(mut web) = self.web.take() else { return };
        web.leave(node.start_byte());
        if let Some((offer, place)) = self.built_on(&web, node.start_byte(), outline) {
            let function_end = node.child(0).map_or(node.start_byte(), |function| function.end_byte());
            let line = outline.lines.line_of(function_end);
            let arguments = self.arguments(node);
            if offer == Offer::Router {
                self.axum_call(&mut web, name, &place, &arguments, line, outline);
            } else {
                self.actix_call(&mut web, offer, name, &place, &arguments, line, outline);
            }
        }
        self.web = Some(web);
    }

    /// What the chain at `at` is built on, and where its routes belong.
    fn built_on(&mut self, web: &Web, at: usize, outline: &Outline<'_>) -> Option<(Offer, Place)> {
        match web.base(at, outline)? {
            Base::Made(made) => {
                let around = || Place {
                    fact: outline.enclosing().map(|around| around.qualified_name.clone()),
                    prefix: String::new(),
                };
                let place = web.places.get(&at).cloned().unwrap_or_else(around);
                Some((made, self.own_prefix(made, at, &place, outline)))
            }
            Base::Variable(name) => {
                if let Some(variable) = web.variable(name) {
                    return Some((variable.offer, variable.place.clone()));
                }
                // Given to the function, which is where its prefix comes from.
                let offer = web.offer(outline.type_of(name)?)?;
                let fact = outline.enclosing().map(|around| around.qualified_name.clone());
                Some((offer, Place { fact, prefix: String::new() }))
            }
            Base::Call(_) => None,
        }
    }

    /// `web::scope("/x")` and `web::resource("/x")` begin with a path of their own.
    fn own_prefix(&self, made: Offer, at: usize, place: &Place, outline: &Outline<'_>) -> Place {
        if !matches!(made, Offer::Scope | Offer::Resource) {
            return place.clone();
        }
        let literal = outline
            .text
            .get(at..)
            .and_then(|text| text.split_once('('))
            .and_then(|(_, rest)| rest.trim_start().strip_prefix('"'))
            .and_then(|rest| rest.split_once('"'))
            .map(|(path, _)| path)
            .filter(|path| path.len() <= MAX_HEAD_BYTES && !path.contains('\\'));
        place.below(literal.unwrap_or(""))
    }

    // What is handed on

    /// Whether what begins at `at` is built right there; then its routes belong to `place`.
    fn built_here(&self, web: &mut Web, at: usize, place: &Place, outline: &Outline<'_>) -> bool {
        let made = matches!(web.base(at, outline), Some(Base::Made(_)));
        if made {
            web.put(at, place.clone());
        }
        made
    }

    /// A router, service or configuring function that becomes part of `onto`.
    fn mounted(&mut self, web: &Web, node: Node<'_>, onto: &Place, line: u32, outline: &mut Outline<'_>) {
        let Some(target) = self.target(web, node, outline) else { return };
        if onto.fact.as_deref() != Some(target.as_str()) {
            let (prefix, onto) = (onto.prefix.clone(), onto.fact.clone());
            outline.mount(MountFacts { replaces: false, prefix, target, module: None, onto, line });
        }
    }

    /// The name of what is mounted: a variable's router, or a function as other files have it.
    fn target(&mut self, web: &Web, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let path = match web.base(node.start_byte(), outline) {
            Some(Base::Variable(name)) => match web.variable(name) {
                Some(variable) => return variable.place.fact.clone(),
                // A variable that a function gave.
                None => outline.type_of(name).unwrap_or(name),
            },
            Some(Base::Call(path)) => path,
            Some(Base::Made(_)) => return None,
            // The text ends with the name.
            None => outline.text(node),
        };
        let path = without_arguments(path);
        let types = ["::new", "::default"].iter().any(|end| path.ends_with(end));
        if types || path.is_empty() || path.len() > MAX_HEAD_BYTES {
            return None;
        }
        let own = path.strip_prefix("Self::");
        let around = own.and_then(|_| self.own_name(node.start_byte(), outline));
        match (own, around) {
            (Some(method), Some(of)) => Some(format!("{of}.{method}").replace("::", ".")),
            _ => Some(path.replace("::", ".")),
        }
    }
}

/// What a router is called in the facts that is assigned to `name` here: the function's name where it gives it.
fn name_of_router(web: &Web, name: &str, outline: &Outline<'_>) -> Option<String> {
    let Some(function) = web.functions.last() else { return Some(name.to_owned()) };
    let around = &outline.enclosing()?.qualified_name;
    let given = function.gives.as_deref() == Some(name);
    Some(if given { around.clone() } else { format!("{around}.{name}") })
}

/// A prefix and what stands below it, with one slash where they meet.
fn join(prefix: &str, path: &str) -> String {
    if prefix.is_empty() || path.is_empty() {
        return format!("{prefix}{path}");
    }
    let path = path.strip_prefix('/').unwrap_or(path);
    format!("{}/{path}", prefix.strip_suffix('/').unwrap_or(prefix))
}
