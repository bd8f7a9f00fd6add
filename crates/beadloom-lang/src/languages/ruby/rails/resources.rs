//! Routes of single calls, and those that a resource stands for.

use tree_sitter::Node;

use super::arguments::Arguments;
use super::state::{Drawing, Resource, Scope, joined};
use crate::languages::plurals::{plural, singular};
use crate::languages::ruby::Ruby;
use crate::outline::Outline;

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

impl Drawing {
    /// `get 'a', to: 'b#c'` and its like.
    pub(super) fn verb(
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
    pub(super) fn resources(
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
}
