//! Routes: routers that a file makes, is given or keeps in fields, their groups, and what is registered with
//! them. A file that imports no framework costs nothing here.

mod frameworks;
mod registering;
mod state;

use beadloom_model::RouterFacts;
use tree_sitter::Node;

use self::frameworks::Framework;
pub(super) use self::state::Web;
use self::state::{Found, Function, KEPT};
use super::File;
use crate::literals::unquote;
use crate::outline::Outline;
use crate::references::is_dotted;
use crate::vocabulary::named_children;

/// Calls in a chain that are followed: `r.Group("/a").With(x).Get(…)`.
const CHAIN: usize = 16;

/// Names that routers have by custom, where a file of the same package or type declares them.
fn is_customary(name: &str) -> bool {
    matches!(
        name,
        "r" | "router"
            | "Router"
            | "app"
            | "App"
            | "e"
            | "echo"
            | "engine"
            | "Engine"
            | "mux"
            | "api"
            | "group"
    )
}

impl File<'_> {
    pub(super) fn web_import(&mut self, path: &str, local: Option<&str>) {
        if let Some(framework) = Framework::of(path) {
            let web = self.web.get_or_insert_default();
            if web.packages.len() < KEPT {
                web.packages.push((local.unwrap_or(framework.package()).to_owned(), framework));
            }
        }
    }

    /// A function begins: it may be given a router, and what it gives may be one.
    pub(super) fn web_function(&mut self, node: Node<'_>, outline: &Outline<'_>) {
        let Some(mut web) = self.web.take() else { return };
        web.leave(node.start_byte());
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let parameters = fields.parameters.of(node).into_iter().flat_map(named_children);
        let mut types = parameters.filter_map(|parameter| fields.r#type.of(parameter));
        web.has_routers = web.has_routers
            || types.any(|of| self.bound_type(of, outline).is_some_and(|of| web.router_type(of).is_some()));
        if web.functions.len() < KEPT {
            let last = fields.body.of(node).and_then(|body| last_child(last_child(body)?));
            let gives = last
                .filter(|last| kinds.return_statement.is(*last))
                .and_then(|last| last.named_child(0)?.named_child(0))
                .filter(|given| kinds.identifier.is(*given));
            let gives = outline.name(gives).map(str::to_owned);
            web.functions.push(Function { end: node.end_byte(), gives });
        }
        self.web = Some(web);
    }

    /// A field of a struct that is a router.
    pub(super) fn web_field(&mut self, name: &str, of: &str, outline: &Outline<'_>) {
        if let Some(web) = &mut self.web
            && let Some(framework) = web.router_type(of)
            && let Some(owner) = outline.enclosing_type()
            && web.fields.len() < KEPT
        {
            web.fields.insert(format!("{owner}.{name}"), framework);
        }
    }

    /// `r := gin.Default()`, `api := r.Group("/api")`, `const path = "/users"`
    pub(super) fn web_value(&mut self, name: Node<'_>, value: Node<'_>, outline: &mut Outline<'_>) {
        let Some(mut web) = self.web.take() else { return };
        web.leave(name.start_byte());
        if let Some(local) = outline.name(Some(name)) {
            if self.rules.kinds.call_expression.is(value) {
                self.web_call_value(&mut web, local, value, outline);
            } else if outline.container().is_none()
                && web.strings.len() < KEPT
                && let Some(text) = unquote(outline.text(value))
            {
                web.strings.insert(local.to_owned(), text.to_owned());
            }
        }
        self.web = Some(web);
    }

    fn web_call_value(&self, web: &mut Web, name: &str, value: Node<'_>, outline: &mut Outline<'_>) {
        let end = web.functions.last().map_or(usize::MAX, |function| function.end);
        if let Some(framework) = self.made(web, value, outline) {
            let Some(fact) = name_of_router(web, name, outline) else { return };
            outline.router(RouterFacts::new(fact.clone(), ""));
            web.add(name, end, Found { fact, prefix: String::new(), framework });
        } else if let Some(found) = self.router(web, value, outline) {
            web.add(name, end, found);
        }
    }

    /// `s.router = gin.Default()`
    pub(super) fn web_assignment(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if self.web.is_none() {
            return;
        }
        let fields = &self.rules.fields;
        let left = fields.left.of(node).and_then(|list| list.named_child(0));
        let right = fields.right.of(node).and_then(|list| list.named_child(0));
        let (Some(left), Some(right)) = (left, right) else { return };
        let Some(mut web) = self.web.take() else { return };
        web.leave(node.start_byte());
        if self.rules.kinds.call_expression.is(right)
            && let Some(framework) = self.made(&web, right, outline)
        {
            if self.rules.kinds.identifier.is(left) {
                self.web_call_value(&mut web, outline.text(left), right, outline);
            } else if let Some(fact) = field_of(outline.text(left), outline) {
                outline.router(RouterFacts::new(fact.clone(), ""));
                web.fields.insert(fact, framework);
                web.has_routers = true;
            }
        }
        self.web = Some(web);
    }

    /// The framework whose router a call makes.
    fn made(&self, web: &Web, call: Node<'_>, outline: &Outline<'_>) -> Option<Framework> {
        let callee = outline.name(call.child(0))?;
        let (package, name) = callee.split_once('.')?;
        web.package(package).filter(|framework| framework.makes_router(name.trim()))
    }

    // Finding routers

    /// The router that an expression is: a name, a field, or a group of one.
    fn router(&self, web: &Web, expression: Node<'_>, outline: &Outline<'_>) -> Option<Found> {
        let kinds = &self.rules.kinds;
        let mut of = expression;
        let mut groups: Vec<String> = Vec::new();
        for _ in 0..CHAIN {
            if kinds.call_expression.is(of) {
                let function = of.child(0).filter(|of| kinds.selector_expression.is(*of))?;
                match outline.text(function).rsplit_once('.')?.1.trim() {
                    "Group" | "Route" => groups.push(self.group_path(web, of, outline).unwrap_or_default()),
                    "With" | "Use" => {}
                    _ => return None,
                }
                of = function.child(0)?;
                continue;
            }
            let mut found = if kinds.identifier.is(of) {
                self.named_router(web, outline.text(of), outline)?
            } else if kinds.selector_expression.is(of) {
                self.router_field(web, outline.text(of), outline)?
            } else {
                return None;
            };
            for group in groups.iter().rev() {
                found.prefix = join(&found.prefix, group);
            }
            return Some(found);
        }
        None
    }

    /// The path of `r.Group("/x")`; `None` where it has none, as a group of Chi has.
    fn group_path(&self, web: &Web, call: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let first = self.rules.fields.arguments.of(call)?.named_child(0)?;
        self.path(web, first, outline)
    }

    /// A path: a literal, a constant of the file, or both in a row.
    fn path(&self, web: &Web, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if kinds.identifier.is(node) {
            return web.strings.get(outline.text(node)).cloned();
        }
        if kinds.binary_expression.is(node) {
            let parts = [fields.left.of(node)?, fields.right.of(node)?];
            let texts: Option<Vec<String>> = parts
                .into_iter()
                .map(|part| {
                    let text = if kinds.identifier.is(part) {
                        web.strings.get(outline.text(part)).map(String::as_str)
                    } else {
                        unquote(outline.text(part))
                    };
                    text.map(str::to_owned)
                })
                .collect();
            return texts.map(|texts| texts.concat());
        }
        unquote(outline.text(node)).map(str::to_owned)
    }

    fn named_router(&self, web: &Web, name: &str, outline: &Outline<'_>) -> Option<Found> {
        if let Some(router) = web.routers.iter().rev().find(|router| router.name == name) {
            return Some(router.found.clone());
        }
        let found = |fact: String, framework| Some(Found { fact, prefix: String::new(), framework });
        if let Some(framework) = outline.type_of(name).and_then(|of| web.router_type(of)) {
            // Given to the function, which is where its prefix comes from.
            return match outline.enclosing().filter(|_| outline.in_function()) {
                Some(around) => found(around.qualified_name.clone(), framework),
                None => found(name.to_owned(), framework),
            };
        }
        let elsewhere = !outline.is_bound(name) && is_customary(name);
        found(name.to_owned(), web.only().filter(|_| elsewhere)?)
    }

    fn router_field(&self, web: &Web, text: &str, outline: &Outline<'_>) -> Option<Found> {
        let fact = field_of(text, outline)?;
        let known = web.fields.get(&fact).copied();
        let customary = text.rsplit('.').next().is_some_and(is_customary);
        let framework = known.or_else(|| web.only().filter(|_| customary))?;
        Some(Found { fact, prefix: String::new(), framework })
    }
}

/// `s.router` as `Type.router`.
fn field_of(text: &str, outline: &Outline<'_>) -> Option<String> {
    let (value, field) = text.split_once('.')?;
    let of = outline.type_of(value.trim_end())?;
    (is_dotted(field) && !field.contains('.')).then(|| format!("{of}.{field}"))
}

/// What a router is called in the facts that is assigned to `name` here: the function's name where it gives it.
fn name_of_router(web: &Web, name: &str, outline: &Outline<'_>) -> Option<String> {
    let Some(function) = web.functions.last() else { return Some(name.to_owned()) };
    let around = &outline.enclosing()?.qualified_name;
    let given = function.gives.as_deref() == Some(name);
    Some(if given { around.clone() } else { format!("{around}.{name}") })
}

fn last_child(node: Node<'_>) -> Option<Node<'_>> {
    node.named_child(node.named_child_count().checked_sub(1)?.try_into().ok()?)
}

/// A prefix and what stands below it, with one slash where they meet.
fn join(prefix: &str, path: &str) -> String {
    if prefix.is_empty() || path.is_empty() {
        return format!("{prefix}{path}");
    }
    let path = path.strip_prefix('/').unwrap_or(path);
    format!("{}/{path}", prefix.strip_suffix('/').unwrap_or(prefix))
}
