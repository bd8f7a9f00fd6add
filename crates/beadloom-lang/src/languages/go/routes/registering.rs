//! Calls that register routes, and calls that hand a router on.

use beadloom_model::{MountFacts, RouteFacts};
use tree_sitter::Node;

use super::super::File;
use super::frameworks::{Framework, Registers, may_matter};
use super::{Found, Web, join};
use crate::literals::unquote;
use crate::outline::Outline;
use crate::references::{Before, is_dotted};
use crate::vocabulary::named_children;

/// Arguments of one call that are looked at.
const ARGUMENTS: usize = 16;
/// Calls around a handler that are looked into.
const WRAPPERS: usize = 4;

impl File<'_> {
    /// A call in a file that imports a framework. `name` and `at`: the last name of what is called, and its place.
    pub(in super::super) fn web_call(
        &mut self,
        node: Node<'_>,
        function: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        let text = outline.text(function);
        let name = text.rsplit('.').next().unwrap_or(text).trim_start();
        let matters = may_matter(name) && name.len() < text.len();
        let Some(mut web) = self.web.take() else { return };
        if matters || web.has_routers {
            web.leave(node.start_byte());
            let line = outline.lines.line_of(function.end_byte() - name.len());
            let known = matters && self.method_call(&mut web, node, function, name, line, outline);
            if !known && web.has_routers {
                self.hand_over(&web, node, text, line, outline);
            }
        }
        self.web = Some(web);
    }

    /// A method of a router, or a function of `net/http`. Whether it is one.
    fn method_call(
        &self,
        web: &mut Web,
        node: Node<'_>,
        function: Node<'_>,
        name: &str,
        line: u32,
        outline: &mut Outline<'_>,
    ) -> bool {
        let Some(operand) = function.child(0) else { return false };
        let arguments: Vec<Node<'_>> = self.arguments(node);
        let package = web.package(outline.text(operand)).filter(|_| !outline.is_bound(outline.text(operand)));
        let found = match package {
            // `http.HandleFunc` registers with the one router of the program.
            Some(Framework::Http) => None,
            Some(_) => return true,
            None => match self.router(web, operand, outline) {
                Some(found) => Some(found),
                None => return false,
            },
        };
        let framework = found.as_ref().map_or(Framework::Http, |found| found.framework);
        match (name, &found) {
            ("Group" | "Route", Some(found)) => {
                self.closure(web, found, &arguments, outline);
            }
            ("Mount" | "Use", Some(onto)) => self.mount(web, onto, &arguments, line, outline),
            _ => {
                if let Some(registers) = framework.registers(name) {
                    self.register(web, framework, registers, found.as_ref(), &arguments, line, outline);
                }
            }
        }
        true
    }

    /// `r.Route("/x", func(r chi.Router) { … })`: within the function its parameter is the group.
    fn closure(&self, web: &mut Web, found: &Found, arguments: &[Node<'_>], outline: &Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(literal) = arguments.iter().find(|of| kinds.func_literal.is(**of)) else { return };
        let parameter = fields.parameters.of(*literal).and_then(|list| list.named_child(0));
        let Some(name) = parameter.and_then(|parameter| outline.name(fields.name.of(parameter))) else {
            return;
        };
        let path = arguments.first().and_then(|first| self.path(web, *first, outline)).unwrap_or_default();
        let group = Found { prefix: join(&found.prefix, &path), ..found.clone() };
        web.add(name, literal.end_byte(), group);
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one statement")]
    fn register(
        &self,
        web: &Web,
        framework: Framework,
        registers: Registers,
        found: Option<&Found>,
        arguments: &[Node<'_>],
        line: u32,
        outline: &mut Outline<'_>,
    ) {
        let at = usize::from(registers == Registers::Named);
        let Some(path) = arguments.get(at).and_then(|path| self.path(web, *path, outline)) else { return };
        // Echo's middleware comes after the handler, elsewhere it comes before.
        let handler = if framework == Framework::Echo {
            arguments.get(at + 1)
        } else {
            arguments.get(at + 1..).and_then(<[_]>::last)
        };
        let Some(handler) = handler else { return };
        let mut methods = Vec::new();
        let mut path = path.as_str();
        match registers {
            Registers::Method(method) => methods.push(method.to_owned()),
            Registers::Any => {}
            Registers::Named => {
                if let Some(named) = arguments.first() {
                    methods = self.methods(*named, outline);
                }
            }
            Registers::Pattern => {
                if let Some((method, rest)) = path.split_once([' ', '\t']) {
                    methods.push(method.to_owned());
                    path = rest.trim_start();
                }
                // Patterns may begin with a host.
                if !path.contains('/') {
                    return;
                }
            }
        }
        let slashed = path.is_empty() || path.starts_with(['/', '*', ':']) || registers == Registers::Pattern;
        if !slashed || methods.iter().any(|method| !is_method(method)) {
            return;
        }
        if methods.is_empty() {
            methods.push("ANY".to_owned());
        }
        if registers == Registers::Pattern && self.is_mounted(web, found, *handler, path, line, outline) {
            return;
        }
        let handler = self.handler(web, *handler, outline);
        let prefix = found.map_or("", |found| found.prefix.as_str());
        for method in methods {
            outline.route(RouteFacts {
                method,
                path: join(prefix, path),
                handler: handler.clone(),
                framework: framework.name().to_owned(),
                line,
                router: found.map(|found| found.fact.clone()),
            });
        }
    }

    /// `mux.Handle("/api/", http.StripPrefix("/api", sub))`: what answers is another router.
    fn is_mounted(
        &self,
        web: &Web,
        onto: Option<&Found>,
        handler: Node<'_>,
        path: &str,
        line: u32,
        outline: &mut Outline<'_>,
    ) -> bool {
        let mut of = handler;
        let mut prefix = String::new();
        if self.rules.kinds.call_expression.is(of)
            && of.child(0).is_some_and(|callee| outline.text(callee).ends_with(".StripPrefix"))
        {
            let arguments = self.arguments(of);
            let stripped = arguments.first().and_then(|first| self.path(web, *first, outline));
            let (Some(stripped), Some(inner)) = (stripped, arguments.get(1)) else { return false };
            prefix = stripped;
            of = *inner;
        }
        let made = self.rules.kinds.call_expression.is(of) && !prefix.is_empty();
        let known = self.rules.kinds.identifier.is(of) && self.router(web, of, outline).is_some();
        if !(made || known) || path.is_empty() {
            return false;
        }
        let Some(target) = self.target(web, of, outline) else { return false };
        self.mount_fact(onto, prefix, target, line, outline);
        true
    }

    /// `r.Mount("/users", users.Routes())`
    fn mount(&self, web: &Web, onto: &Found, arguments: &[Node<'_>], line: u32, outline: &mut Outline<'_>) {
        let [path, router, ..] = arguments else { return };
        let Some(path) = self.path(web, *path, outline) else { return };
        if let Some(target) = self.target(web, *router, outline) {
            self.mount_fact(Some(onto), path, target, line, outline);
        }
    }

    fn mount_fact(
        &self,
        onto: Option<&Found>,
        path: String,
        target: String,
        line: u32,
        outline: &mut Outline<'_>,
    ) {
        let prefix = join(onto.map_or("", |onto| onto.prefix.as_str()), &path);
        let onto = onto.map(|onto| onto.fact.clone());
        if onto.as_deref() != Some(target.as_str()) {
            outline.mount(MountFacts { replaces: false, prefix, target, module: None, onto, line });
        }
    }

    /// A router as what is mounted: a variable, or the function or method that makes it.
    fn target(&self, web: &Web, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let kinds = &self.rules.kinds;
        if kinds.call_expression.is(node) {
            if self.made(web, node, outline).is_some() {
                return None;
            }
            return self.function_name(web, node.child(0)?, outline);
        }
        if let Some(found) = self.router(web, node, outline) {
            return Some(found.fact);
        }
        // A variable that a function gave.
        let name = outline.name(Some(node).filter(|of| kinds.identifier.is(*of)))?;
        Some(outline.type_of(name).unwrap_or(name).to_owned())
    }

    /// A function's name as other files have it: `users.Register`, `UserHandler.Register` of a value.
    fn function_name(&self, web: &Web, function: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let text = outline.text(function);
        if !is_dotted(text) {
            let (operand, method) = (function.child(0)?, text.rsplit_once('.')?.1);
            return match self.value_of(operand, outline) {
                Before::Typed(of) => Some(format!("{of}.{method}")),
                _ => None,
            };
        }
        let Some((path, method)) = text.rsplit_once('.') else {
            return (!outline.is_bound(text)).then(|| text.to_owned());
        };
        if web.package(path).is_some() {
            return None;
        }
        match outline.type_of(path) {
            Some(of) => Some(format!("{of}.{method}")),
            None => (!outline.is_bound(path)).then(|| text.to_owned()),
        }
    }

    /// `users.Register(api)`: what a function adds to the router that it is given.
    fn hand_over(&self, web: &Web, node: Node<'_>, callee: &str, line: u32, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        if callee.len() > 200 {
            return;
        }
        let found = self.arguments(node).into_iter().find_map(|argument| {
            let plain = kinds.identifier.is(argument)
                || kinds.selector_expression.is(argument)
                || kinds.call_expression.is(argument);
            self.router(web, Some(argument).filter(|_| plain)?, outline)
        });
        let Some(found) = found else { return };
        let target = node.child(0).and_then(|function| self.function_name(web, function, outline));
        if let Some(target) = target {
            self.mount_fact(Some(&found), String::new(), target, line, outline);
        }
    }

    // Reading expressions

    fn arguments<'n>(&self, call: Node<'n>) -> Vec<Node<'n>> {
        let list = self.rules.fields.arguments.of(call);
        list.into_iter().flat_map(named_children).take(ARGUMENTS).collect()
    }

    /// `"GET"`, `http.MethodGet`, `[]string{"GET", http.MethodPost}`
    fn methods(&self, node: Node<'_>, outline: &Outline<'_>) -> Vec<String> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let one = |of: Node<'_>| {
            let text = outline.text(of);
            let named = text.rsplit('.').next().and_then(|name| name.strip_prefix("Method"));
            unquote(text).or(named).unwrap_or(text).to_ascii_uppercase()
        };
        if !kinds.composite_literal.is(node) {
            return vec![one(node)];
        }
        let elements = fields.body.of(node).into_iter().flat_map(named_children).take(ARGUMENTS);
        elements.filter_map(|element| element.named_child(0)).map(one).collect()
    }

    /// What answers a route: a function, a method, the type of a value, what a call gives by its name.
    fn handler(&self, web: &Web, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = node;
        for _ in 0..WRAPPERS {
            if kinds.identifier.is(of) || kinds.selector_expression.is(of) {
                return outline.name(Some(of)).map(str::to_owned);
            }
            if kinds.unary_expression.is(of) {
                of = fields.operand.of(of)?;
            } else if kinds.composite_literal.is(of) {
                return outline.name(fields.r#type.of(of)).map(str::to_owned);
            } else if kinds.call_expression.is(of) {
                let callee = of.child(0)?;
                let package = outline.text(callee).split('.').next().unwrap_or("");
                if web.package(package).is_none() {
                    of = callee;
                } else {
                    // `http.HandlerFunc(show)`
                    of = fields.arguments.of(of).and_then(|list| named_children(list).last())?;
                }
            } else {
                return None;
            }
        }
        None
    }
}

fn is_method(name: &str) -> bool {
    (1..=20).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_uppercase())
}
