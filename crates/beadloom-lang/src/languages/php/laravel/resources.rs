//! Resources: several routes by one statement.

use tree_sitter::Node;

use super::arguments::Link;
use super::state::{Routes, joined};
use crate::languages::php::Php;
use crate::languages::plurals::singular;
use crate::outline::Outline;

/// Actions of a resource: name, methods, whether on one item, and what follows.
type Action = (&'static str, &'static [&'static str], bool, &'static str);
const ACTIONS: &[Action] = &[
    ("index", &["GET"], false, ""),
    ("create", &["GET"], false, "/create"),
    ("store", &["POST"], false, ""),
    ("show", &["GET"], true, ""),
    ("edit", &["GET"], true, "/edit"),
    ("update", &["PUT", "PATCH"], true, ""),
    ("destroy", &["DELETE"], true, ""),
];

/// A resource before its chain has been read to the end.
pub(super) struct Resource {
    pub(super) path: String,
    pub(super) controller: Option<String>,
    /// No forms.
    pub(super) api: bool,
    /// There is only one: no parameter, no index.
    pub(super) single: bool,
    pub(super) only: Option<Vec<String>>,
    pub(super) except: Vec<String>,
    pub(super) parameters: Vec<(String, String)>,
    pub(super) shallow: bool,
}

impl Routes {
    pub(super) fn emit_resource(
        &mut self,
        resource: &Resource,
        prefix: &str,
        node: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        let parts: Vec<&str> = resource.path.split('.').map(|part| part.trim_matches('/')).collect();
        let mut above = prefix.to_owned();
        let mut collection = prefix.to_owned();
        let mut item = prefix.to_owned();
        for (place, part) in parts.iter().enumerate() {
            let last = place + 1 == parts.len();
            // `shallow` leaves the parents out where the item alone says which it is.
            let around = if resource.shallow && last { prefix } else { &above };
            collection = joined(&above, part);
            item = if resource.single && last {
                collection.clone()
            } else {
                format!("{}/{{{}}}", joined(around, part), resource.parameter(part))
            };
            above.clone_from(&item);
        }
        let form = |action| matches!(action, "create" | "edit");
        for (action, methods, on_item, below) in ACTIONS {
            let by_default = match (resource.single, *action) {
                (true, "index" | "create" | "store" | "destroy") => false,
                (_, action) => !(resource.api && form(action)),
            };
            let listed = |names: &Vec<String>| names.iter().any(|name| name == action);
            let wanted = resource.only.as_ref().map_or(by_default, listed) && !listed(&resource.except);
            if !wanted {
                continue;
            }
            let base = if *on_item { &item } else { &collection };
            let handler = resource.controller.as_ref().map(|of| format!("{of}@{action}"));
            for method in *methods {
                self.emit((*method).to_owned(), format!("{base}{below}"), handler.clone(), node, outline);
            }
        }
    }
}

impl Resource {
    pub(super) fn new(word: &str, path: &str, controller: Option<String>) -> Self {
        Self {
            path: path.to_owned(),
            controller,
            api: word.starts_with("api"),
            single: word.to_lowercase().ends_with("singleton"),
            only: None,
            except: Vec::new(),
            parameters: Vec::new(),
            shallow: false,
        }
    }

    /// What a later call of the chain says about it.
    pub(super) fn adjust(&mut self, rules: &Php, link: &Link<'_, '_>, outline: &Outline<'_>) {
        let listed = || link.arguments.iter().flat_map(|argument| rules.owned(*argument, outline)).collect();
        match link.name {
            "only" => self.only = Some(listed()),
            "except" => self.except = listed(),
            "shallow" => self.shallow = true,
            "parameters" => {
                for (name, of) in link.argument(0).map(|list| rules.pairs(list, outline)).unwrap_or_default()
                {
                    if let Some(of) = rules.literal(of, outline) {
                        self.parameters.push((name.to_owned(), of.to_owned()));
                    }
                }
            }
            "parameter" => {
                let text = |place| link.argument(place).and_then(|node| rules.literal(node, outline));
                if let (Some(name), Some(of)) = (text(0), text(1)) {
                    self.parameters.push((name.to_owned(), of.to_owned()));
                }
            }
            "creatable" | "destroyable" if self.single => {
                let mut only: Vec<String> = ["show", "edit", "update", "destroy"].map(str::to_owned).to_vec();
                if link.name == "creatable" {
                    only.extend(["create", "store"].map(str::to_owned));
                }
                if self.api {
                    only.retain(|action| action != "edit" && action != "create");
                }
                self.only.get_or_insert_default().extend(only);
            }
            _ => {}
        }
    }

    pub(super) fn parameter(&self, part: &str) -> String {
        match self.parameters.iter().find(|(name, _)| name == part) {
            Some((_, parameter)) => parameter.clone(),
            None => singular(&part.replace('-', "_")),
        }
    }
}
