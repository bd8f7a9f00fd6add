//! Routes as Rails has them: `routes.draw do … end`, and the files that `draw(:name)` brings in.
//!
//! Blocks are scopes on a stack; each call in them is looked at once. Routes of a concern are kept with marks
//! where its resource will be, and made real where the concern is used.

use std::collections::HashMap;

use beadloom_model::{ImportKind, MountFacts, RouteFacts};
use tree_sitter::Node;

use super::super::plurals::{plural, singular};
use super::Ruby;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// A longer prefix is no path that anybody serves (bytes).
const PREFIX: usize = 1_024;
/// Arguments of one call that are looked at.
const ARGUMENTS: usize = 64;

/// Where a concern's routes hang: below one of its resource's members, on a member, on the collection.
const NESTED: char = '\u{1}';
const MEMBER: char = '\u{2}';
const COLLECTION: char = '\u{3}';
/// The controller of the concern's resource.
const CONTROLLER: char = '\u{4}';
/// The module that the concern is used in, with its final `/`.
const MODULE: char = '\u{5}';

/// Actions of a resource: name, methods, and where: on the collection, below it, on a member, below that.
type Action = (&'static str, &'static [&'static str], bool, &'static str);
const ACTIONS: &[Action] = &[
    ("index", &["GET"], false, ""),
    ("create", &["POST"], false, ""),
    ("new", &["GET"], false, "/new"),
    ("edit", &["GET"], true, "/edit"),
    ("show", &["GET"], true, ""),
    ("update", &["PATCH", "PUT"], true, ""),
    ("destroy", &["DELETE"], true, ""),
];

/// The routes of one file.
pub(super) struct Drawing {
    scopes: Vec<Scope>,
    concerns: HashMap<String, Vec<Template>>,
    /// Another file draws this one.
    drawn: bool,
}

/// What a block puts before and around the routes in it.
#[derive(Clone)]
struct Scope {
    end: usize,
    /// Before the paths of routes.
    path: String,
    /// `path` without the resources around.
    plain: String,
    /// Before controllers, with its final `/`.
    module: String,
    controller: Option<String>,
    resource: Option<Resource>,
    /// Members of nested resources stand right below `plain`.
    shallow: bool,
    concern: Option<String>,
}

#[derive(Clone)]
struct Resource {
    collection: String,
    member: String,
    nested: String,
}

/// A route of a concern.
#[derive(Clone)]
struct Template {
    method: String,
    path: String,
    handler: Option<String>,
    line: u32,
}

/// The arguments of a call: those by place, those by name, and what a path or constant is given (`'a' => 'b#c'`).
#[derive(Default)]
struct Arguments<'n, 't> {
    places: Vec<Node<'n>>,
    named: Vec<(&'t str, Node<'n>)>,
    given: Vec<(Node<'n>, Node<'n>)>,
}

impl<'n> Arguments<'n, '_> {
    fn named(&self, name: &str) -> Option<Node<'n>> {
        self.named.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }
}

impl Drawing {
    pub(super) fn new(path: &str) -> Self {
        let drawn = path
            .rsplit_once('/')
            .is_some_and(|(folder, _)| format!("/{folder}/").contains("/config/routes/"));
        let mut drawing = Self { scopes: Vec::new(), concerns: HashMap::new(), drawn };
        if drawn {
            drawing.scopes.push(Scope::top(usize::MAX));
        }
        drawing
    }

    /// A call of any kind; most are none of routes. Whether it was one.
    pub(super) fn call(
        &mut self,
        rules: &Ruby,
        name: &str,
        node: Node<'_>,
        outline: &mut Outline<'_>,
    ) -> bool {
        if self.scopes.is_empty() && name != "draw" {
            return false;
        }
        let at = node.start_byte();
        while self.scopes.last().is_some_and(|scope| scope.end <= at) {
            self.scopes.pop();
        }
        let receiver = rules.fields.receiver.of(node);
        let block = rules.fields.block.of(node);
        if let Some(receiver) = receiver {
            let of = outline.name(Some(receiver)).unwrap_or("");
            let draws = name == "draw" && of.ends_with(".routes") && of.starts_with(char::is_uppercase);
            if let Some(block) = block.filter(|_| draws) {
                self.scopes.push(Scope::top(block.end_byte()));
            }
            return draws;
        }
        let Some(scope) = self.scopes.last().cloned() else { return false };
        let arguments = || rules.arguments(node, outline);
        let inner = match name {
            "get" | "post" | "put" | "patch" | "delete" | "options" | "match" => {
                let arguments = arguments();
                self.verb(rules, name, node, &scope, &arguments, outline);
                None
            }
            "root" => {
                let arguments = arguments();
                let to = arguments.named("to").or(arguments.places.first().copied());
                let handler = to.and_then(|to| rules.handler(to, &scope, outline));
                self.emit("GET", scope.path.clone(), handler, node, &scope, outline);
                None
            }
            "resources" | "resource" => {
                let arguments = arguments();
                self.resources(rules, name == "resource", node, &scope, &arguments, outline)
            }
            "namespace" => scope.namespace(rules, &arguments(), outline),
            "scope" => scope.scope(rules, &arguments(), outline),
            "controller" => {
                let arguments = arguments();
                let of = arguments.places.first().and_then(|of| rules.literal(*of, outline));
                of.map(|of| Scope { controller: Some(scope.in_module(of)), ..scope.clone() })
            }
            "member" => scope.on(|resource| resource.member.clone()),
            "collection" => scope.on(|resource| resource.collection.clone()),
            "nested" => scope.on(|resource| resource.nested.clone()),
            "new" => scope.on(|resource| format!("{}/new", resource.collection)),
            "shallow" => Some(Scope { shallow: true, ..scope.clone() }),
            "concern" => {
                let arguments = arguments();
                let of = arguments.places.first().and_then(|of| rules.literal(*of, outline));
                of.map(|of| Scope::concern(of.to_owned()))
            }
            "concerns" => {
                let arguments = arguments();
                let used: Vec<&str> =
                    arguments.places.iter().flat_map(|names| rules.literals(*names, outline)).collect();
                for used in used {
                    self.use_concern(used, node, &scope, outline);
                }
                None
            }
            "mount" => {
                let arguments = arguments();
                self.mount(rules, node, &scope, &arguments, outline);
                None
            }
            "draw" => {
                let arguments = arguments();
                if let Some(file) = arguments.places.first().and_then(|file| rules.literal(*file, outline)) {
                    self.draw_file(file, node, &scope, outline);
                }
                None
            }
            "authenticate" | "authenticated" | "constraints" | "defaults" | "direct" | "resolve" => None,
            _ => return false,
        };
        if let (Some(inner), Some(block)) = (inner, block)
            && inner.path.len() <= PREFIX
            && inner.module.len() <= PREFIX
        {
            self.scopes.push(Scope { end: block.end_byte(), ..inner });
        }
        true
    }

    /// `get 'a', to: 'b#c'` and its like.
    fn verb(
        &mut self,
        rules: &Ruby,
        name: &str,
        node: Node<'_>,
        scope: &Scope,
        arguments: &Arguments<'_, '_>,
        outline: &mut Outline<'_>,
    ) {
        let on = arguments.named("on").and_then(|on| rules.literal(on, outline));
        let base = match (on, &scope.resource) {
            (Some("member"), Some(resource)) => resource.member.clone(),
            (Some("collection"), Some(resource)) => resource.collection.clone(),
            (Some("new"), Some(resource)) => format!("{}/new", resource.collection),
            _ => scope.path.clone(),
        };
        let methods: Vec<String> = if name == "match" {
            let via = arguments.named("via").map(|via| rules.literals(via, outline)).unwrap_or_default();
            let all = via.is_empty() || via.contains(&"all");
            if all {
                vec!["ANY".to_owned()]
            } else {
                via.iter().map(|method| method.to_uppercase()).collect()
            }
        } else {
            vec![name.to_uppercase()]
        };
        let to = arguments.named("to");
        let named = |key| arguments.named(key).and_then(|value| rules.literal(value, outline));
        let (controller, action) = (named("controller"), named("action"));
        let controller = controller.map(|of| scope.in_module(of)).or_else(|| scope.controller.clone());
        let of_path = |path: &str| match (&controller, action) {
            (Some(controller), action) => {
                let last =
                    path.rsplit('/').find(|part| !part.is_empty() && !part.starts_with([':', '(', '*']));
                action.or(last).map(|action| format!("{controller}#{action}"))
            }
            (None, None) => {
                let (of, action) = path.trim_start_matches('/').rsplit_once('/')?;
                (!path.contains([':', '(', '*'])).then(|| scope.in_module(&format!("{of}#{action}")))
            }
            (None, Some(_)) => None,
        };
        let mut found = Vec::new();
        for place in &arguments.places {
            let Some(path) = rules.literal(*place, outline) else { continue };
            let handler = match to {
                Some(to) => {
                    rules.handler(to, &Scope { controller: controller.clone(), ..scope.clone() }, outline)
                }
                None => of_path(path),
            };
            found.push((path, handler));
        }
        if found.is_empty() {
            for (path, to) in &arguments.given {
                let Some(path) = rules.literal(*path, outline) else { continue };
                let of = Scope { controller: controller.clone(), ..scope.clone() };
                found.push((path, rules.handler(*to, &of, outline)));
            }
        }
        for (path, handler) in found {
            for method in &methods {
                self.emit(method, joined(&base, path), handler.clone(), node, scope, outline);
            }
        }
    }

    /// `resources :posts`, `resource :profile`. The scope of its block.
    fn resources(
        &mut self,
        rules: &Ruby,
        single: bool,
        node: Node<'_>,
        scope: &Scope,
        arguments: &Arguments<'_, '_>,
        outline: &mut Outline<'_>,
    ) -> Option<Scope> {
        let named = |key| arguments.named(key).and_then(|value| rules.literal(value, outline));
        let listed = |key| arguments.named(key).and_then(|value| rules.list(value, outline));
        let (only, except) = (listed("only"), listed("except").unwrap_or_default());
        let concerns = arguments.named("concerns").map(|of| rules.literals(of, outline)).unwrap_or_default();
        let module = named("module").map_or_else(String::new, |module| format!("{module}/"));
        let shallow =
            scope.shallow || arguments.named("shallow").is_some_and(|of| outline.text(of) == "true");
        let (path, of, parameter) = (named("path"), named("controller"), named("param").unwrap_or("id"));
        let names: Vec<&str> =
            arguments.places.iter().filter_map(|place| rules.literal(*place, outline)).collect();
        let mut inner: Option<Scope> = None;
        for name in names {
            let part = path.unwrap_or(name);
            let plural_name = if single { plural(name) } else { name.to_owned() };
            let controller = scope.in_module(&format!("{module}{}", of.unwrap_or(&plural_name)));
            let collection = joined(&scope.path, part);
            let around = if shallow && scope.resource.is_some() {
                joined(&scope.plain, part)
            } else {
                collection.clone()
            };
            let resource = if single {
                Resource { collection: collection.clone(), member: collection.clone(), nested: collection }
            } else {
                Resource {
                    collection,
                    member: format!("{around}/:{parameter}"),
                    nested: format!("{around}/:{}_{parameter}", singular(name)),
                }
            };
            let block = Scope {
                path: resource.nested.clone(),
                module: format!("{}{module}", scope.module),
                controller: Some(controller.clone()),
                resource: Some(resource.clone()),
                shallow,
                ..scope.clone()
            };
            for (action, methods, member, below) in ACTIONS {
                let wanted =
                    only.as_ref().is_none_or(|only| only.contains(action)) && !except.contains(action);
                if !wanted || (single && *action == "index") {
                    continue;
                }
                let base = if *member { &resource.member } else { &resource.collection };
                for method in *methods {
                    let handler = Some(format!("{controller}#{action}"));
                    self.emit(method, format!("{base}{below}"), handler, node, scope, outline);
                }
            }
            for concern in &concerns {
                self.use_concern(concern, node, &block, outline);
            }
            inner.get_or_insert(block);
        }
        inner
    }

    /// `mount Engine => '/path'`, `mount Engine, at: '/path'`.
    fn mount(
        &mut self,
        rules: &Ruby,
        node: Node<'_>,
        scope: &Scope,
        arguments: &Arguments<'_, '_>,
        outline: &mut Outline<'_>,
    ) {
        let (app, at) = match (arguments.given.first(), arguments.places.first()) {
            (Some((app, at)), _) => (*app, Some(*at)),
            (None, Some(app)) => (*app, arguments.named("at")),
            _ => return,
        };
        let Some(path) = at.and_then(|at| rules.literal(at, outline)) else { return };
        let handler = outline.name(Some(app)).map(str::to_owned);
        self.emit("ANY", joined(&scope.path, path), handler, node, scope, outline);
    }

    /// `draw :admin` reads `config/routes/admin.rb`.
    fn draw_file(&mut self, file: &str, node: Node<'_>, scope: &Scope, outline: &mut Outline<'_>) {
        let module = if self.drawn { format!("./{file}") } else { format!("./routes/{file}") };
        outline.import(&module, Vec::new(), ImportKind::Import, node.start_byte());
        outline.mount(MountFacts {
            prefix: scope.path.clone(),
            target: String::new(),
            module: Some(module),
            onto: self.router(),
            line: outline.lines.line_of(node.start_byte()),
        });
    }

    /// What routes of a drawn file are registered with.
    fn router(&self) -> Option<String> {
        self.drawn.then(|| "routes".to_owned())
    }

    fn use_concern(&mut self, name: &str, node: Node<'_>, scope: &Scope, outline: &mut Outline<'_>) {
        let Some(templates) = self.concerns.get(name).cloned() else { return };
        for template in templates {
            let Some((path, handler)) = template.at(scope) else { continue };
            if !outline.spend(path.len() + 96) {
                return;
            }
            let line = if scope.concern.is_some() {
                template.line
            } else {
                outline.lines.line_of(node.start_byte())
            };
            self.keep(Template { method: template.method, path, handler, line }, scope, outline);
        }
    }

    fn emit(
        &mut self,
        method: &str,
        path: String,
        handler: Option<String>,
        node: Node<'_>,
        scope: &Scope,
        outline: &mut Outline<'_>,
    ) {
        let line = outline.lines.line_of(node.start_byte());
        self.keep(Template { method: method.to_owned(), path, handler, line }, scope, outline);
    }

    fn keep(&mut self, route: Template, scope: &Scope, outline: &mut Outline<'_>) {
        if route.path.len() > PREFIX {
            return;
        }
        if let Some(concern) = &scope.concern {
            if outline.spend(route.path.len() + 96) {
                self.concerns.entry(concern.clone()).or_default().push(route);
            }
            return;
        }
        let path = if route.path.is_empty() { "/".to_owned() } else { route.path };
        outline.route(RouteFacts {
            method: route.method,
            path,
            handler: route.handler,
            framework: "rails".to_owned(),
            line: route.line,
            router: self.router(),
        });
    }
}

impl Template {
    /// The path and handler where a resource uses the concern.
    fn at(&self, scope: &Scope) -> Option<(String, Option<String>)> {
        let mark = self.path.chars().next();
        let base = match (mark, &scope.resource) {
            (Some(NESTED), _) => &scope.path,
            (Some(MEMBER), Some(resource)) => &resource.member,
            (Some(COLLECTION), Some(resource)) => &resource.collection,
            _ => return None,
        };
        let path = format!("{base}{}", self.path.get(1..).unwrap_or(""));
        let handler = self.handler.as_ref().map(|handler| {
            let controller = scope.controller.as_deref().unwrap_or("");
            handler.replace(CONTROLLER, controller).replace(MODULE, &scope.module)
        });
        Some((path, handler))
    }
}

impl Scope {
    fn top(end: usize) -> Self {
        Self {
            end,
            path: String::new(),
            plain: String::new(),
            module: String::new(),
            controller: None,
            resource: None,
            shallow: false,
            concern: None,
        }
    }

    fn concern(name: String) -> Self {
        let resource = Resource {
            collection: COLLECTION.to_string(),
            member: MEMBER.to_string(),
            nested: NESTED.to_string(),
        };
        Self {
            path: NESTED.to_string(),
            plain: NESTED.to_string(),
            module: MODULE.to_string(),
            controller: Some(CONTROLLER.to_string()),
            resource: Some(resource),
            concern: Some(name),
            ..Self::top(0)
        }
    }

    /// A controller as it is written here, with the modules around it. A leading `/` leaves them.
    fn in_module(&self, controller: &str) -> String {
        match controller.strip_prefix('/') {
            Some(whole) => whole.to_owned(),
            None => format!("{}{controller}", self.module),
        }
    }

    fn on(&self, path: impl FnOnce(&Resource) -> String) -> Option<Self> {
        let path = path(self.resource.as_ref()?);
        Some(Self { path, ..self.clone() })
    }

    /// Below a path that is no resource's.
    fn below(&self, part: &str) -> Self {
        let path = joined(&self.path, part);
        Self { plain: path.clone(), path, resource: None, ..self.clone() }
    }

    fn namespace(&self, rules: &Ruby, arguments: &Arguments<'_, '_>, outline: &Outline<'_>) -> Option<Self> {
        let named = |key| arguments.named(key).and_then(|value| rules.literal(value, outline));
        let name = arguments.places.first().and_then(|name| rules.literal(*name, outline))?;
        let module = named("module").unwrap_or(name);
        let mut inner = self.below(named("path").unwrap_or(name));
        inner.module = format!("{}{module}/", self.module);
        inner.controller = None;
        Some(inner)
    }

    fn scope(&self, rules: &Ruby, arguments: &Arguments<'_, '_>, outline: &Outline<'_>) -> Option<Self> {
        let named = |key| arguments.named(key).and_then(|value| rules.literal(value, outline));
        let mut inner = self.clone();
        for part in &arguments.places {
            inner = inner.below(rules.literal(*part, outline)?);
        }
        if let Some(part) = named("path") {
            inner = inner.below(part);
        }
        if let Some(module) = named("module") {
            inner.module = format!("{}{module}/", self.module);
        }
        if let Some(controller) = named("controller") {
            inner.controller = Some(inner.in_module(controller));
        }
        inner.shallow |= arguments.named("shallow").is_some_and(|of| outline.text(of) == "true");
        Some(inner)
    }
}

/// Two parts of a path; either may bring the slash between them.
fn joined(base: &str, part: &str) -> String {
    let part = part.trim_matches('/');
    match part {
        "" => base.to_owned(),
        // `(:locale)` is a part that may be missing, its slash included.
        part if part.starts_with("(/") || part.starts_with("(.") => format!("{base}{part}"),
        part => format!("{base}/{part}"),
    }
}

impl Ruby {
    fn arguments<'n, 't>(&self, call: Node<'n>, outline: &Outline<'t>) -> Arguments<'n, 't> {
        let (kinds, fields) = (&self.kinds, &self.fields);
        let mut arguments = Arguments::default();
        let Some(list) = fields.arguments.of(call) else { return arguments };
        for argument in named_children(list).take(ARGUMENTS) {
            if !kinds.pair.is(argument) {
                arguments.places.push(argument);
                continue;
            }
            let (Some(key), Some(value)) = (fields.key.of(argument), fields.value.of(argument)) else {
                continue;
            };
            if kinds.hash_key_symbol.is(key) || kinds.simple_symbol.is(key) {
                if let Some(name) = self.literal(key, outline) {
                    arguments.named.push((name, value));
                }
            } else {
                arguments.given.push((key, value));
            }
        }
        arguments
    }

    /// A literal, or those in a list.
    fn literals<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Vec<&'t str> {
        match self.literal(node, outline) {
            Some(one) => vec![one],
            None => self.list(node, outline).unwrap_or_default(),
        }
    }

    /// The literals of a list, or one alone. `None` where it is neither.
    fn list<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<Vec<&'t str>> {
        let kinds = &self.kinds;
        if kinds.array.is(node) || kinds.symbol_array.is(node) || kinds.string_array.is(node) {
            let items = named_children(node).take(ARGUMENTS);
            return Some(items.filter_map(|item| self.literal(item, outline)).collect());
        }
        self.literal(node, outline).map(|one| vec![one])
    }

    /// What answers: `c#a`, an action of the controller around, a constant, `redirect`.
    fn handler(&self, to: Node<'_>, scope: &Scope, outline: &Outline<'_>) -> Option<String> {
        if let Some(to) = self.literal(to, outline) {
            if to.contains('#') {
                return Some(scope.in_module(to));
            }
            return scope.controller.as_ref().map(|controller| format!("{controller}#{to}"));
        }
        let (kinds, fields) = (&self.kinds, &self.fields);
        if kinds.constant.is(to) || kinds.scope_resolution.is(to) {
            return outline.name(Some(to)).map(str::to_owned);
        }
        let method = outline.name(fields.method.of(to).filter(|_| kinds.call.is(to)));
        match (fields.receiver.of(to), method) {
            (None, Some("redirect")) => Some("redirect".to_owned()),
            // `PostsController.action(:index)`
            (Some(controller), Some("action")) => {
                let action = fields.arguments.of(to)?.named_child(0)?;
                let action = self.literal(action, outline)?;
                Some(format!("{}.{action}", outline.name(Some(controller))?))
            }
            _ => None,
        }
    }
}
