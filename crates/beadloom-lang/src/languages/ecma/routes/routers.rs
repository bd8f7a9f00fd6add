//! Which names of a file stand for routers: variables and fields that hold one, parameters that are given one.

use beadloom_model::RouterFacts;
use tree_sitter::Node;

use super::super::File;
use super::super::literal::literal;
use super::{Around, Framework, Router, join};
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Parameters of a function that may be routers.
const PARAMETERS: usize = 6;

impl File<'_> {
    /// A function whose parameters are bound: some of them may be routers.
    pub(in super::super) fn enter_function(&mut self, function: Node<'_>, outline: &Outline<'_>) {
        let given = self.routes.given.front().is_some_and(|(id, _)| *id == function.id());
        if !given && self.routes.is_idle() && !self.is_plugin(function, outline) {
            return;
        }
        let (at, end) = (function.start_byte(), function.end_byte());
        self.routes.leave(at);
        let name = outline.enclosing().map_or("default", |draft| draft.qualified_name.as_str()).to_owned();
        let given = if given { self.routes.given.pop_front().map(|(_, router)| router) } else { None };
        let parameters: Vec<Node<'_>> = self.parameters_of(function).take(PARAMETERS).collect();
        if let Some(mut router) = given {
            if let Some(first) = parameters.first().and_then(|first| self.parameter_name(*first, outline)) {
                router.key = first.to_owned();
                router.until = end;
                self.routes.add(router);
            }
        } else {
            for parameter in parameters {
                let Some(framework) = self.given_router(parameter, outline) else { continue };
                let Some(key) = self.parameter_name(parameter, outline) else { continue };
                let (key, name) = (key.to_owned(), name.clone());
                self.routes.add(Router { key, until: end, framework, name, prefix: String::new() });
            }
        }
        let returns = self.returned(function, outline).map(str::to_owned);
        self.routes.functions.push(Around { end, name, returns });
    }

    fn parameters_of<'n>(&self, function: Node<'n>) -> impl Iterator<Item = Node<'n>> {
        let fields = &self.rules.fields;
        let only = fields.parameter.of(function);
        only.into_iter().chain(fields.parameters.of(function).into_iter().flat_map(named_children))
    }

    fn parameter_name<'t>(&self, parameter: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let pattern = self.rules.fields.pattern.of(parameter).unwrap_or(parameter);
        outline.name(Some(pattern).filter(|pattern| self.rules.kinds.identifier.is(*pattern)))
    }

    /// Plugins of Fastify need no import: they are functions that are given what is called so.
    fn is_plugin(&self, function: Node<'_>, outline: &Outline<'_>) -> bool {
        let fields = &self.rules.fields;
        let list = fields.parameters.of(function);
        let first = fields.parameter.of(function).or_else(|| list?.named_child(0));
        first.and_then(|first| self.parameter_name(first, outline)) == Some("fastify")
    }

    /// The framework whose router a parameter is.
    fn given_router(&self, parameter: Node<'_>, outline: &Outline<'_>) -> Option<Framework> {
        if let Some(annotation) = self.rules.fields.r#type.of(parameter) {
            let of = self.type_text(annotation, outline)?;
            let (local, member) = match of.split_once('.') {
                Some((local, member)) => (local, Some(member.trim())),
                None => (of, None),
            };
            let imported = self.routes.imported(local.trim())?;
            let name = match member {
                Some(member) if matches!(imported.name.as_str(), "default" | "*") => member,
                Some(_) => return None,
                None => &imported.name,
            };
            return imported.framework.is_router(name).then_some(imported.framework);
        }
        let name = self.parameter_name(parameter, outline)?;
        if name == "fastify" {
            return Some(Framework::Fastify);
        }
        let mut used = self.routes.imported.iter().map(|imported| imported.framework);
        used.find(|framework| framework.is_given_as(name) && *framework != Framework::Nest)
    }

    /// The name that the last statement of a function returns.
    fn returned<'t>(&self, function: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let body = fields.body.of(function).filter(|body| kinds.statement_block.is(*body))?;
        let last = u32::try_from(body.named_child_count()).ok()?.checked_sub(1)?;
        let last = body.named_child(last).filter(|last| kinds.return_statement.is(*last))?;
        outline.name(last.named_child(0).filter(|value| kinds.identifier.is(*value)))
    }

    /// `const app = express()`, `this.router = new Router({ prefix })`, `api = new Hono().get(…)`: from here on the
    /// name stands for a router.
    pub(in super::super) fn declare_router(
        &mut self,
        target: Node<'_>,
        member: bool,
        value: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        // `require("koa-router")()` is evidence and router in one.
        if self.routes.is_idle() && !outline.text(value).starts_with("require(") {
            return;
        }
        let kinds = &self.rules.kinds;
        let value =
            if kinds.await_expression.is(value) { value.named_child(0).unwrap_or(value) } else { value };
        if !kinds.call_expression.is(value) && !kinds.new_expression.is(value) {
            return;
        }
        let at = value.start_byte();
        self.routes.leave(at);
        let Some(text) = outline.name(Some(target)) else { return };
        let (links, root) = self.chain_of(value, outline);
        let base: String = links
            .iter()
            .fold(String::new(), |base, link| join(&base, self.base_path(*link, outline).unwrap_or("")));
        let (framework, prefix, parent) = if let Some((framework, prefix)) = self.made(root, outline) {
            (framework, join(&prefix, &base), None)
        } else if let Some(of) = self.routes.router(outline.text(root), at).filter(|_| !base.is_empty()) {
            (of.framework, join(&of.prefix, &base), Some(of.name.clone()))
        } else {
            return;
        };
        let (key, name) = if member {
            let Some(of) = outline.enclosing_type() else { return };
            let field = text.strip_prefix("this.").unwrap_or(text);
            (format!("this.{field}"), format!("{of}.{field}"))
        } else {
            let name = match self.routes.around(at) {
                Some(function) if function.returns.as_deref() == Some(text) => function.name.clone(),
                Some(function) => format!("{}.{text}", function.name),
                None => text.to_owned(),
            };
            (text.to_owned(), name)
        };
        let around = if member {
            self.routes.classes.last().copied()
        } else {
            self.routes.around(at).map(|function| function.end)
        };
        let until = around.unwrap_or(usize::MAX);
        outline.router(RouterFacts { parent, ..RouterFacts::new(name.clone(), prefix) });
        let router = Router { key, until, framework, name, prefix: String::new() };
        self.routes.declared = Some((at, router.clone()));
        self.routes.add(router);
    }

    /// The framework of which a call or construction makes a router, and the prefix that it is given.
    pub(super) fn made(&self, root: Node<'_>, outline: &Outline<'_>) -> Option<(Framework, String)> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let constructs = kinds.new_expression.is(root);
        if !constructs && !kinds.call_expression.is(root) {
            return None;
        }
        let callee = if constructs { fields.constructor.of(root)? } else { root.child(0)? };
        let framework = self.maker(callee, outline)?;
        let options = self.arguments(root).next().filter(|options| kinds.object.is(*options));
        let prefix = options
            .filter(|_| framework == Framework::Koa)
            .and_then(|options| self.option(options, "prefix", outline))
            .and_then(|prefix| literal(prefix, outline));
        Some((framework, prefix.unwrap_or("").to_owned()))
    }

    /// The framework whose routers a name makes: `express`, `express.Router`, `require("fastify")`.
    pub(super) fn maker(&self, callee: Node<'_>, outline: &Outline<'_>) -> Option<Framework> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if kinds.identifier.is(callee) {
            let imported = self.routes.imported(outline.text(callee))?;
            let makes = imported.framework.is_router(&imported.name) && !imported.helper;
            return makes.then_some(imported.framework);
        }
        if kinds.member_expression.is(callee) {
            let property = outline.text(fields.property.of(callee)?);
            let object = fields.object.of(callee)?;
            let framework = match self.required_module(object, outline) {
                Some(specifier) => Framework::of_module(specifier)?,
                None => {
                    let imported = self.routes.imported(outline.name(Some(object))?)?;
                    matches!(imported.name.as_str(), "default" | "*").then_some(imported.framework)?
                }
            };
            return framework.is_router(property).then_some(framework);
        }
        Framework::of_module(self.required_module(callee, outline)?).filter(|of| of.is_router("default"))
    }
}
