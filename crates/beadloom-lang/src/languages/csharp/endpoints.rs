//! Minimal APIs of ASP.NET: `app.MapGet("/x", handler)`, on applications, groups and what functions are given.

use beadloom_model::{MountFacts, RouteFacts};
use tree_sitter::Node;

use super::File;
use super::routers::{Base, FRAMEWORK, ROUTERS};
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Calls on the result of calls that are followed.
const CHAIN: usize = 16;
/// Methods of one route.
const METHODS: usize = 16;

/// Types that routes are registered with.
const TYPES: &[&str] =
    &["WebApplication", "IEndpointRouteBuilder", "RouteGroupBuilder", "IVersionedEndpointRouteBuilder"];

impl File<'_> {
    /// `var app = builder.Build();`, `var orders = app.MapGroup("/orders");`
    pub(super) fn router_variable(&mut self, name: Node<'_>, value: Node<'_>, outline: &Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if !kinds.invocation_expression.is(value) {
            return;
        }
        let Some(function) = fields.function.of(value) else { return };
        let Some(variable) = outline.name(Some(name)) else { return };
        let until = outline.function_end().unwrap_or(usize::MAX);
        if self.rules.is_chain(function) {
            match outline.text(function).rsplit_once('.') {
                Some(("WebApplication", "CreateBuilder" | "CreateSlimBuilder" | "CreateEmptyBuilder")) => {
                    self.endpoints.imported = true;
                    if self.endpoints.builders.len() < ROUTERS {
                        self.endpoints.builders.push(variable.to_owned());
                    }
                    return;
                }
                Some(("WebApplication", "Create")) => {
                    self.endpoints.imported = true;
                    return self.endpoints.add(variable, Base::default(), until);
                }
                Some((of, "Build")) if self.endpoints.builders.iter().any(|builder| builder == of.trim()) => {
                    return self.endpoints.add(variable, Base::default(), until);
                }
                _ => {}
            }
        }
        if let Some(base) = self.base(value, outline) {
            self.endpoints.add(variable, base, until);
        }
    }

    /// A parameter that routes may be registered with: the function stands for the router.
    pub(super) fn router_parameter(&mut self, name: Node<'_>, of: &str, outline: &Outline<'_>) {
        let of = of.rsplit(['.', ':']).next().unwrap_or(of);
        if !TYPES.contains(&of) {
            return;
        }
        let (Some(variable), Some(around)) = (outline.name(Some(name)), outline.enclosing()) else { return };
        let definition = &around.definition;
        // An extension is called by its name alone, another method through its type.
        let function = match around.qualified_name.rsplit_once('.') {
            Some((owner, short)) if !definition.by_owner => {
                format!("{}.{short}", owner.rsplit('.').next().unwrap_or(owner))
            }
            _ => definition.name.clone(),
        };
        let end = definition.end;
        let base = Base { prefix: String::new(), function: Some(function) };
        self.endpoints.imported = true;
        self.endpoints.add(variable, base, end);
    }

    /// A call of `name` on something.
    pub(super) fn endpoint(
        &mut self,
        call: Node<'_>,
        function: Node<'_>,
        name: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let text = outline.text(name);
        let (Some(of), Some(list)) = (fields.expression.of(function), fields.arguments.of(call)) else {
            return;
        };
        let method = match text {
            "MapGet" => "GET",
            "MapPost" => "POST",
            "MapPut" => "PUT",
            "MapDelete" => "DELETE",
            "MapPatch" => "PATCH",
            "MapMethods" => "",
            "Map" => "ANY",
            "MapGroup" => return,
            "UseEndpoints" => return self.use_endpoints(list, outline),
            _ => return self.mounted(of, text, list, name, outline),
        };
        let argument = |at: usize| {
            let arguments = named_children(list).filter(|of| kinds.argument.is(*of));
            arguments.take(8).nth(at).and_then(|argument| named_children(argument).last())
        };
        let Some(path) = argument(0).and_then(|path| self.rules.literal(path, outline)) else {
            // `StockEndpoints.Map(app)`
            if method == "ANY" {
                self.mounted(of, text, list, name, outline);
            }
            return;
        };
        let (methods, handler) = if method.is_empty() {
            (argument(1).map(|list| self.methods(list, outline)).unwrap_or_default(), argument(2))
        } else {
            (vec![method.to_owned()], argument(1))
        };
        let Some(handler) = handler else { return };
        // `Map` alone is what many things do.
        let known = self.base(of, outline);
        let guess = || method != "ANY" && self.may_be_router(of, outline);
        let Some(base) = known.or_else(|| guess().then(Base::default)) else { return };
        let named = kinds.identifier.is(handler) || self.rules.is_chain(handler);
        let handler = named.then(|| outline.text(handler).to_owned());
        let line = outline.lines.line_of(name.start_byte());
        for method in methods {
            outline.route(RouteFacts {
                method,
                path: joined(&base.prefix, &path),
                handler: handler.clone(),
                framework: FRAMEWORK.to_owned(),
                line,
                router: base.function.clone(),
            });
        }
    }

    /// `app.MapOrders()`, `Orders.Map(app)`: the routes of another function become part of this router.
    fn mounted(&self, of: Node<'_>, text: &str, list: Node<'_>, name: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        if self.endpoints.routers.is_empty() {
            return;
        }
        let first = named_children(list).find(|of| kinds.argument.is(*of)).and_then(|of| of.named_child(0));
        let given = || first.filter(|first| !kinds.lambda_expression.is(*first));
        let (base, target) = if let Some(base) = self.base(of, outline) {
            if is_convention(text) {
                return;
            }
            (base, text.to_owned())
        } else if let Some(base) = given().and_then(|given| self.base(given, outline)) {
            let through = self.rules.is_chain(of) && outline.text(of).starts_with(char::is_uppercase);
            if !through {
                return;
            }
            let class = outline.text(of).rsplit('.').next().unwrap_or("").trim();
            (base, format!("{class}.{text}"))
        } else {
            return;
        };
        outline.mount(MountFacts {
            replaces: false,
            prefix: base.prefix,
            target,
            module: None,
            onto: base.function,
            line: outline.lines.line_of(name.start_byte()),
        });
    }

    /// `app.UseEndpoints(endpoints => { … })`: the parameter is the application's router.
    fn use_endpoints(&mut self, list: Node<'_>, outline: &Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let first = named_children(list).find(|of| kinds.argument.is(*of)).and_then(|of| of.named_child(0));
        let Some(lambda) = first.filter(|first| kinds.lambda_expression.is(*first)) else { return };
        let Some(parameters) = fields.parameters.of(lambda) else { return };
        let name = if kinds.implicit_parameter.is(parameters) {
            Some(parameters)
        } else {
            named_children(parameters)
                .find(|of| kinds.parameter.is(*of))
                .and_then(|parameter| fields.name.of(parameter))
        };
        if let Some(name) = outline.name(name) {
            self.endpoints.imported = true;
            self.endpoints.add(name, Base::default(), lambda.end_byte());
        }
    }

    /// What the routes of an expression are below, where it is known to be a router.
    fn base(&self, of: Node<'_>, outline: &Outline<'_>) -> Option<Base> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut groups: Vec<String> = Vec::new();
        let mut at = of;
        for _ in 0..CHAIN {
            if kinds.identifier.is(at) {
                let known = self.endpoints.of(outline.text(at), at.start_byte())?;
                let mut base = known.clone();
                for group in groups.iter().rev() {
                    base.prefix = joined(&base.prefix, group);
                }
                return Some(base);
            }
            if kinds.parenthesized_expression.is(at) || kinds.postfix_unary_expression.is(at) {
                at = at.named_child(0)?;
                continue;
            }
            let function = fields.function.of(at).filter(|_| kinds.invocation_expression.is(at))?;
            let name = fields.name.of(function).filter(|_| kinds.member_access_expression.is(function))?;
            let name = if kinds.generic_name.is(name) { name.named_child(0)? } else { name };
            match outline.text(name) {
                "MapGroup" => {
                    let list = fields.arguments.of(at)?;
                    let argument = named_children(list).find(|of| kinds.argument.is(*of))?;
                    groups.push(self.rules.literal(argument.named_child(0)?, outline)?.into_owned());
                }
                // What a route gives is no router.
                name if is_endpoint(name) => return None,
                _ => {}
            }
            at = fields.expression.of(function)?;
        }
        None
    }

    /// Whether a value of which nothing is known may be an application.
    fn may_be_router(&self, of: Node<'_>, outline: &Outline<'_>) -> bool {
        self.endpoints.imported
            && self.rules.kinds.identifier.is(of)
            && outline.type_of(outline.text(of)).is_none()
            && is_router_name(outline.text(of))
    }

    /// The methods in a list of literals.
    fn methods(&self, list: Node<'_>, outline: &Outline<'_>) -> Vec<String> {
        let kinds = &self.rules.kinds;
        let array =
            kinds.implicit_array_creation_expression.is(list) || kinds.array_creation_expression.is(list);
        let list = if array { kinds.initializer_expression.child(list).unwrap_or(list) } else { list };
        named_children(list)
            .take(METHODS)
            .filter_map(|method| {
                self.rules
                    .literal(method, outline)
                    .or_else(|| self.rules.literal(method.named_child(0)?, outline))
            })
            .map(|method| method.to_uppercase())
            .filter(|method| !method.is_empty() && method.bytes().all(|byte| byte.is_ascii_uppercase()))
            .collect()
    }
}

fn is_endpoint(name: &str) -> bool {
    matches!(
        name,
        "Map" | "MapGet" | "MapPost" | "MapPut" | "MapDelete" | "MapPatch" | "MapMethods" | "MapFallback"
    )
}

/// What applications and groups are called where the file does not say what a name is.
fn is_router_name(name: &str) -> bool {
    const ENDS: &[&str] = &["app", "application", "endpoints", "routes", "router", "builder", "group", "api"];
    let name = name.to_ascii_lowercase();
    ENDS.iter().any(|end| name.ends_with(end))
}

/// Methods of routers that add no routes of the project's own.
fn is_convention(name: &str) -> bool {
    const BEGIN: &[&str] =
        &["With", "Require", "Allow", "Produces", "Accepts", "Run", "Has", "To", "Get", "Exclude"];
    BEGIN.iter().any(|begin| name.starts_with(begin)) || name == "Build"
}

/// Two parts of a path with one slash where they meet.
fn joined(prefix: &str, path: &str) -> String {
    if prefix.is_empty() || path.is_empty() {
        return format!("{prefix}{path}");
    }
    format!("{}/{}", prefix.trim_end_matches('/'), path.trim_start_matches('/'))
}
