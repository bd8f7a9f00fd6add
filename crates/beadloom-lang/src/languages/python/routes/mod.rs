//! Routes: what a file's imports say about web frameworks, and the routers that it makes.
//!
//! `apps` reads FastAPI and Flask, `lists` Django's and Starlette's lists of paths. A file that imports none of
//! them costs nothing here.

mod apps;
mod expressions;
mod frameworks;
mod lists;
mod state;

use beadloom_model::{RouteFacts, RouterFacts};
use tree_sitter::Node;

use self::expressions::ARGUMENTS;
use self::frameworks::{Framework, OFFERED, Offer};
pub(super) use self::state::Web;
use self::state::{Function, KEPT, Part, ROUTERS, Router};
use super::File;
use crate::outline::Outline;
use crate::vocabulary::named_children;

impl File<'_> {
    // What imports say

    /// `import module as local`
    pub(super) fn web_module(&mut self, module: &str, local: Option<&str>) {
        let Some(framework) = Framework::of(module) else { return };
        let name = local.unwrap_or_else(|| module.split('.').next().unwrap_or(module));
        self.web_name(name, Offer::Module(framework), framework);
    }

    /// `from module import names`
    pub(super) fn web_names(&mut self, module: &str, names: &[String], aliases: &[(String, String)]) {
        let Some(framework) = Framework::of(module) else { return };
        for name in names {
            if name == "*" {
                for name in OFFERED {
                    if let Some(offer) = framework.offers(name) {
                        self.web_name(name, offer, framework);
                    }
                }
                continue;
            }
            let alias = aliases.iter().take(ARGUMENTS).find(|(_, of)| of == name);
            let local = alias.map_or(name.as_str(), |(local, _)| local.as_str());
            match framework.offers(name) {
                Some(offer) => self.web_name(local, offer, framework),
                // Whatever comes from there, the file deals with the framework.
                None => self.web_framework(framework),
            }
        }
    }

    fn web_name(&mut self, local: &str, offer: Offer, framework: Framework) {
        self.web_framework(framework);
        if let Some(web) = &mut self.web
            && web.names.len() < KEPT
        {
            web.lists |= matches!(framework, Framework::Django | Framework::Rest | Framework::Starlette);
            web.names.insert(local.to_owned(), offer);
        }
    }

    fn web_framework(&mut self, framework: Framework) {
        let web = self.web.get_or_insert_default();
        match framework {
            // FastAPI is made of it, so that files speak of both.
            Framework::Starlette => _ = web.framework.get_or_insert(framework),
            Framework::FastApi | Framework::Flask if web.framework != Some(Framework::Flask) => {
                web.framework = Some(framework);
            }
            _ => {}
        }
    }

    // What the file makes

    /// A function begins: what it gives may be a router. Routes that its decorators declare are its own.
    pub(super) fn web_function(
        &mut self,
        node: Node<'_>,
        number: usize,
        name: &str,
        outline: &mut Outline<'_>,
    ) {
        let Some(mut web) = self.web.take() else { return };
        web.leave(node.start_byte());
        if !web.pending.is_empty() {
            for route in std::mem::take(&mut web.pending) {
                outline.route(RouteFacts { handler: Some(name.to_owned()), ..route });
            }
            outline.declares_route(Some(number));
        }
        if web.functions.len() < KEPT {
            let gives = self.gives(node, outline).map(str::to_owned);
            web.functions.push(Function { end: node.end_byte(), gives });
        }
        self.web = Some(web);
    }

    /// The variable that a function's last statement returns.
    fn gives<'t>(&self, function: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let body = self.rules.fields.body.of(function)?;
        let last = body.named_child(body.named_child_count().checked_sub(1)?.try_into().ok()?)?;
        let given = last.named_child(0).filter(|_| self.rules.kinds.return_statement.is(last))?;
        outline.name(Some(given).filter(|given| self.rules.kinds.identifier.is(*given)))
    }

    /// A class begins: decorators before it declare no route; a `MethodView` answers by its methods.
    pub(super) fn web_class(&mut self, node: Node<'_>, name: &str, outline: &Outline<'_>) {
        let Some(mut web) = self.web.take() else { return };
        web.pending.clear();
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let bases = fields.superclasses.of(node);
        let is_view = bases.into_iter().flat_map(named_children).take(ARGUMENTS).any(|base| {
            let name = outline.text(base);
            web.offer(name) == Some(Offer::MethodView)
        });
        if is_view && web.views.len() < KEPT {
            let members = fields.body.of(node).into_iter().flat_map(named_children);
            let methods = members
                .filter_map(|member| {
                    let inner = member.named_child_count().checked_sub(1)?.try_into().ok()?;
                    if kinds.function_definition.is(member) {
                        Some(member)
                    } else {
                        member.named_child(inner)
                    }
                })
                .filter(|member| kinds.function_definition.is(*member))
                .filter_map(|member| method(outline.name(fields.name.of(member))?))
                .map(str::to_owned);
            let methods: Vec<String> = methods.take(ARGUMENTS).collect();
            web.views.insert(name.to_owned(), methods);
        }
        self.web = Some(web);
    }

    /// `router = APIRouter(prefix="/x")`, `urlpatterns = […]`, `PREFIX = "/x"`
    pub(super) fn web_assignment(
        &mut self,
        left: Node<'_>,
        right: Option<Node<'_>>,
        outline: &mut Outline<'_>,
    ) {
        if self.web.is_none() {
            return;
        }
        let (Some(right), Some(name)) = (right, outline.name(Some(left))) else { return };
        let Some(mut web) = self.web.take() else { return };
        web.leave(left.start_byte());
        self.assign(&mut web, name, right, outline);
        self.web = Some(web);
    }

    fn assign(&mut self, web: &mut Web, name: &str, right: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        if outline.container().is_none()
            && web.strings.len() < KEPT
            && let Some(text) = self.string(right, outline)
        {
            web.strings.insert(name.to_owned(), text);
            return;
        }
        if !kinds.call.is(right) {
            self.list(web, name, right, outline);
            return;
        }
        let callee = right.child(0).map_or("", |function| outline.text(function));
        let Some(Offer::Router(framework)) = web.offer(callee) else {
            self.list(web, name, right, outline);
            return;
        };
        let Some((fact, end)) = self.name_of_router(web, name, outline) else { return };
        let arguments = self.arguments(right, outline);
        let keyword = if framework == Framework::Flask { "url_prefix" } else { "prefix" };
        let prefix = arguments.keyword(keyword).map(|prefix| self.prefix(web, prefix, outline));
        outline.router(RouterFacts::new(fact.clone(), prefix.unwrap_or_default()));
        if framework == Framework::Starlette {
            self.routes_of_app(web, &fact, right, &arguments, outline);
        }
        if web.routers.len() < ROUTERS {
            web.routers.push(Router { name: name.to_owned(), end, fact, framework });
        }
    }

    /// What a router is called in the facts that is assigned to `name` here, and where the name ends to be known.
    fn name_of_router(&mut self, web: &Web, name: &str, outline: &Outline<'_>) -> Option<(String, usize)> {
        if let Some(field) = name.strip_prefix("self.") {
            return Some((format!("{}.{field}", outline.enclosing_type()?), usize::MAX));
        }
        let Some(function) = web.functions.last() else {
            let around = outline.enclosing().map(|around| format!("{}.{name}", around.qualified_name));
            return Some((around.unwrap_or_else(|| name.to_owned()), usize::MAX));
        };
        let around = &outline.enclosing()?.qualified_name;
        let given = function.gives.as_deref() == Some(name);
        Some((if given { around.clone() } else { format!("{around}.{name}") }, function.end))
    }
}

/// The HTTP method that a function's or decorator's name says, in upper case.
fn method(name: &str) -> Option<&'static str> {
    Some(match name {
        "get" => "GET",
        "post" => "POST",
        "put" => "PUT",
        "delete" => "DELETE",
        "patch" => "PATCH",
        "head" => "HEAD",
        "options" => "OPTIONS",
        "trace" => "TRACE",
        _ => return None,
    })
}
