//! Routes: what a file's imports say about Axum and Actix, and the chains of calls that build routers.
//!
//! A chain (`Router::new().route(…).nest(…)`) is seen from its last call to its first; all of them begin at the
//! same place, where the text says what the chain is built on. A file that imports neither costs nothing here.

mod actix;
mod axum;
mod expressions;
mod state;

use beadloom_model::{MountFacts, RouterFacts};
use tree_sitter::Node;

use self::expressions::ARGUMENTS;
pub(super) use self::state::Web;
use self::state::{Base, Function, KEPT, MAX_HEAD_BYTES, Offer, Place, without_arguments};
use super::File;
use crate::outline::Outline;

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
                        outline.router(RouterFacts::new(name, ""));
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
