//! Controllers of ASP.NET: routes that attributes state, below those of their class, or of the nearest base class that has some.

use beadloom_model::{MountFacts, RouteFacts, RouterFacts};
use tree_sitter::Node;

use super::File;
use super::routers::{Controller, FRAMEWORK};
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Paths of a class times paths of a method times methods: more than this nobody wrote by hand.
const ROUTES_PER_METHOD: usize = 64;
/// Attributes of one definition, arguments of one attribute.
const MAX_ATTRIBUTES: usize = 32;

/// What an attribute says about routes.
enum Marker {
    /// `[ApiController]`, `[Controller]`
    Controller,
    /// `[Route("…")]`; `None` where it is no literal.
    Route(Option<String>),
    /// `[HttpGet]`, `[HttpGet("…")]`
    Methods(Vec<String>, Template),
    /// `[Area("…")]`
    Area(String),
    /// `[NonAction]`
    NoAction,
}

/// The path of an attribute that need not have one.
enum Template {
    None,
    Literal(String),
    Unknown,
}

impl File<'_> {
    /// Notes a type; a class may be a controller.
    pub(super) fn controller(
        &mut self,
        node: Node<'_>,
        name: &str,
        number: Option<usize>,
        outline: &mut Outline<'_>,
    ) {
        self.controllers.leave(node.start_byte());
        let mut controller = if number.is_some() && self.rules.kinds.class_declaration.is(node) {
            self.read_controller(node, name, outline)
        } else {
            None
        };
        if let Some(controller) = &mut controller {
            self.inherit(node, controller, outline);
        }
        self.controllers.around.push((node.end_byte(), controller));
    }

    fn read_controller(&self, node: Node<'_>, name: &str, outline: &Outline<'_>) -> Option<Controller> {
        let mut marked = self.controllers.imported || self.derives(node, outline);
        let mut prefixes = Some(Vec::new());
        let mut area = None;
        for attribute in self.rules.attributes(node).take(MAX_ATTRIBUTES) {
            match self.marker(attribute, outline) {
                Some(Marker::Controller) => marked = true,
                Some(Marker::Route(Some(path))) => {
                    if let Some(prefixes) = &mut prefixes {
                        prefixes.push(path);
                    }
                }
                Some(Marker::Route(None)) => prefixes = None,
                Some(Marker::Area(name)) => area = Some(name),
                _ => {}
            }
        }
        let short = name.strip_suffix("Controller").filter(|short| !short.is_empty()).unwrap_or(name);
        marked.then(|| Controller {
            name: short.to_owned(),
            class: name.to_owned(),
            area,
            prefixes,
            router: None,
        })
    }

    /// What a controller has of its base class, and what it gives to those that inherit from it: routes of an abstract one are those of
    /// each of these.
    fn inherit(&self, node: Node<'_>, controller: &mut Controller, outline: &mut Outline<'_>) {
        let Some(prefixes) = controller.prefixes.clone() else { return };
        let class = controller.class.clone();
        let is_abstract = self.rules.modifiers(node, outline).is_abstract;
        let base = self.base_class(node, outline).filter(|base| !is_library_base(base)).map(str::to_owned);
        if is_abstract {
            controller.router = Some(class.clone());
            let prefixes = prefixes.iter().map(String::as_str).chain(prefixes.is_empty().then_some(""));
            for prefix in prefixes {
                outline.router(RouterFacts { is_abstract: true, ..RouterFacts::new(class.clone(), prefix) });
            }
            return;
        }
        // Another class may inherit from it, too.
        for prefix in prefixes.iter().take(1) {
            outline.router(RouterFacts::new(class.clone(), prefix.clone()));
        }
        let Some(base) = base else { return };
        let line = outline.lines.line_of(node.start_byte());
        let mut mount = |prefix: String, replaces: bool| {
            let target = base.clone();
            outline.mount(MountFacts { prefix, target, module: None, onto: None, replaces, line });
        };
        for prefix in &prefixes {
            // The action is that of the base class.
            mount(prefix.trim_start_matches(['~', '/']).replace("[controller]", &controller.name), true);
        }
        if prefixes.is_empty() {
            mount(String::new(), false);
            controller.router = Some(class.clone());
            outline.router(RouterFacts { parent: Some(base.clone()), ..RouterFacts::new(class, "") });
        }
    }

    /// The first that a class inherits from, without type arguments.
    fn base_class<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let bases = named_children(node).find(|child| child.kind() == "base_list");
        let name = self.rules.type_name(bases?.named_child(0)?, outline)?;
        Some(outline.text(name.node))
    }

    /// Whether a class derives from a controller.
    fn derives(&self, node: Node<'_>, outline: &Outline<'_>) -> bool {
        let base = self.base_class(node, outline);
        base.is_some_and(|name| name.ends_with("Controller") || name.ends_with("ControllerBase"))
    }

    /// The routes of a method.
    pub(super) fn action(
        &mut self,
        node: Node<'_>,
        name: &str,
        number: Option<usize>,
        outline: &mut Outline<'_>,
    ) {
        self.controllers.leave(node.start_byte());
        let around = self.controllers.around.last();
        let Some(controller) = around.and_then(|(_, controller)| controller.as_ref()) else { return };
        let routes = self.routes_of(node, name, controller, outline);
        if !routes.is_empty() {
            outline.declares_route(number);
        }
        for route in routes {
            outline.route(route);
        }
    }

    fn routes_of(
        &self,
        node: Node<'_>,
        name: &str,
        controller: &Controller,
        outline: &Outline<'_>,
    ) -> Vec<RouteFacts> {
        let mut verbs: Vec<(Vec<String>, Template, u32)> = Vec::new();
        let mut paths: Vec<Option<String>> = Vec::new();
        let mut line = outline.lines.line_of(node.start_byte());
        for attribute in self.rules.attributes(node).take(MAX_ATTRIBUTES) {
            let at = outline.lines.line_of(attribute.start_byte());
            match self.marker(attribute, outline) {
                Some(Marker::Methods(methods, template)) => verbs.push((methods, template, at)),
                Some(Marker::Route(path)) => {
                    line = at;
                    paths.push(path);
                }
                Some(Marker::NoAction) => return Vec::new(),
                _ => {}
            }
        }
        let public = self.rules.modifiers(node, outline).public;
        let by_name = controller.prefixes.iter().flatten().any(|prefix| has_token(prefix, "action"));
        if verbs.is_empty() && (!paths.is_empty() || (public && by_name)) {
            verbs.push((vec!["ANY".to_owned()], Template::None, line));
        }
        let mut routes = Vec::new();
        for (methods, template, line) in verbs {
            let own: Vec<Option<String>> = match template {
                Template::Literal(path) => vec![Some(path)],
                Template::Unknown => vec![None],
                Template::None if paths.is_empty() => vec![Some(String::new())],
                Template::None => paths.clone(),
            };
            for path in own.into_iter().flatten().flat_map(|path| controller.paths(&path, name)) {
                // What begins at the root is below nothing.
                let is_below = |router: &&String| !router.is_empty() && !path.starts_with('/');
                let router = controller.router.as_ref().filter(is_below);
                for method in &methods {
                    if routes.len() == ROUTES_PER_METHOD {
                        return routes;
                    }
                    routes.push(RouteFacts {
                        method: method.clone(),
                        path: path.clone(),
                        handler: Some(format!("{}.{name}", controller.class)),
                        framework: FRAMEWORK.to_owned(),
                        line,
                        router: router.cloned(),
                    });
                }
            }
        }
        routes
    }

    /// What an attribute says about routes.
    fn marker(&self, attribute: Node<'_>, outline: &Outline<'_>) -> Option<Marker> {
        let name = self.rules.fields.name.of(attribute)?;
        let name = outline.text(self.rules.type_name(name, outline)?.node);
        let name = name.strip_suffix("Attribute").unwrap_or(name);
        let method = match name {
            "ApiController" | "Controller" => return Some(Marker::Controller),
            "NonAction" => return Some(Marker::NoAction),
            "Route" | "RoutePrefix" => {
                return Some(Marker::Route(match self.template(attribute, outline) {
                    Template::Literal(path) => Some(path),
                    Template::None | Template::Unknown => None,
                }));
            }
            "Area" => match self.template(attribute, outline) {
                Template::Literal(area) => return Some(Marker::Area(area)),
                _ => return None,
            },
            "AcceptVerbs" => {
                let methods = self.literals(attribute, outline);
                return (!methods.is_empty()).then_some(Marker::Methods(methods, Template::None));
            }
            "HttpGet" => "GET",
            "HttpPost" => "POST",
            "HttpPut" => "PUT",
            "HttpDelete" => "DELETE",
            "HttpPatch" => "PATCH",
            "HttpHead" => "HEAD",
            "HttpOptions" => "OPTIONS",
            _ => return None,
        };
        Some(Marker::Methods(vec![method.to_owned()], self.template(attribute, outline)))
    }

    /// The path that an attribute is given: its first argument without a name, or `template`.
    fn template(&self, attribute: Node<'_>, outline: &Outline<'_>) -> Template {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(list) = kinds.attribute_argument_list.child(attribute) else { return Template::None };
        for argument in
            named_children(list).filter(|of| kinds.attribute_argument.is(*of)).take(MAX_ATTRIBUTES)
        {
            let name = fields.name.of(argument);
            if name.is_some_and(|name| !outline.text(name).eq_ignore_ascii_case("template")) {
                continue;
            }
            let value = named_children(argument).filter(|child| !child.is_extra()).last();
            return match value.and_then(|value| self.rules.literal(value, outline)) {
                Some(path) => Template::Literal(path.into_owned()),
                None => Template::Unknown,
            };
        }
        Template::None
    }

    /// The methods that an attribute lists.
    fn literals(&self, attribute: Node<'_>, outline: &Outline<'_>) -> Vec<String> {
        let kinds = &self.rules.kinds;
        let list = kinds.attribute_argument_list.child(attribute);
        list.into_iter()
            .flat_map(named_children)
            .filter(|of| kinds.attribute_argument.is(*of))
            .take(MAX_ATTRIBUTES)
            .filter_map(|argument| self.rules.literal(argument.named_child(0)?, outline))
            .map(|method| method.to_uppercase())
            .collect()
    }
}

impl Controller {
    /// The whole paths of an action: below each of the class's, unless it begins at the root.
    fn paths(&self, template: &str, action: &str) -> Vec<String> {
        let rooted = template.strip_prefix('~').unwrap_or(template);
        if rooted.starts_with('/') {
            return vec![self.filled(rooted, action)];
        }
        let Some(prefixes) = &self.prefixes else { return Vec::new() };
        if self.router.is_some() {
            // Tokens are known with the class that answers.
            return vec![template.to_owned()];
        }
        if prefixes.is_empty() {
            return vec![self.filled(&format!("/{template}"), action)];
        }
        let composed = prefixes.iter().map(|prefix| {
            let prefix = prefix.trim_start_matches(['~', '/']).trim_end_matches('/');
            let slash = if prefix.is_empty() || template.is_empty() { "" } else { "/" };
            self.filled(&format!("/{prefix}{slash}{template}"), action)
        });
        composed.collect()
    }

    /// A path with what its tokens stand for.
    fn filled(&self, path: &str, action: &str) -> String {
        if !path.contains('[') {
            return path.to_owned();
        }
        // The framework drops the ending as well.
        let action = action.strip_suffix("Async").filter(|short| !short.is_empty()).unwrap_or(action);
        let mut filled = String::with_capacity(path.len() + self.name.len());
        let mut rest = path;
        while let Some((before, after)) = rest.split_once('[') {
            filled.push_str(before);
            let Some((token, after)) = after.split_once(']') else {
                filled.push('[');
                filled.push_str(after);
                return filled;
            };
            match token.to_ascii_lowercase().as_str() {
                "controller" => filled.push_str(&self.name),
                "action" => filled.push_str(action),
                "area" => filled.push_str(self.area.as_deref().unwrap_or("[area]")),
                _ => {
                    filled.push('[');
                    filled.push_str(token);
                    filled.push(']');
                }
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }
}

/// Whether a base class is that of the framework, which has no routes.
fn is_library_base(name: &str) -> bool {
    matches!(name, "Controller" | "ControllerBase" | "ApiController" | "ODataController")
}

fn has_token(path: &str, token: &str) -> bool {
    path.split('[')
        .skip(1)
        .any(|part| part.split(']').next().is_some_and(|name| name.eq_ignore_ascii_case(token)))
}
