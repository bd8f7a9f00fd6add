//! What blocks put before routes, and the marks that stand for a concern's resource.

use super::Arguments;
use crate::languages::ruby::Ruby;
use crate::outline::Outline;

/// Where a concern's routes hang: below one of its resource's members, on a member, on the collection.
const NESTED: char = '\u{1}';
const MEMBER: char = '\u{2}';
const COLLECTION: char = '\u{3}';
/// The controller of the concern's resource.
const CONTROLLER: char = '\u{4}';
/// The module that the concern is used in, with its final `/`.
const MODULE: char = '\u{5}';

/// What a block puts before and around the routes in it.
#[derive(Clone)]
pub(super) struct Scope {
    pub(super) end: usize,
    /// Before the paths of routes.
    pub(super) path: String,
    /// `path` without the resources around.
    pub(super) plain: String,
    /// Before controllers, with its final `/`.
    pub(super) module: String,
    pub(super) controller: Option<String>,
    pub(super) resource: Option<Resource>,
    /// Members of nested resources stand right below `plain`.
    pub(super) shallow: bool,
    pub(super) concern: Option<String>,
}

#[derive(Clone)]
pub(super) struct Resource {
    pub(super) collection: String,
    pub(super) member: String,
    pub(super) nested: String,
}

/// A route of a concern.
#[derive(Clone)]
pub(super) struct Template {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) handler: Option<String>,
    pub(super) line: u32,
}

impl Template {
    /// The path and handler where a resource uses the concern.
    pub(super) fn at(&self, scope: &Scope) -> Option<(String, Option<String>)> {
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
    pub(super) fn top(end: usize) -> Self {
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

    pub(super) fn concern(name: String) -> Self {
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
    pub(super) fn in_module(&self, controller: &str) -> String {
        match controller.strip_prefix('/') {
            Some(whole) => whole.to_owned(),
            None => format!("{}{controller}", self.module),
        }
    }

    pub(super) fn on(&self, path: impl FnOnce(&Resource) -> String) -> Option<Self> {
        let path = path(self.resource.as_ref()?);
        Some(Self { path, ..self.clone() })
    }

    /// Below a path that is no resource's.
    pub(super) fn below(&self, part: &str) -> Self {
        let path = joined(&self.path, part);
        Self { plain: path.clone(), path, resource: None, ..self.clone() }
    }

    pub(super) fn namespace(
        &self,
        rules: &Ruby,
        arguments: &Arguments<'_, '_>,
        outline: &Outline<'_>,
    ) -> Option<Self> {
        let named = |key| arguments.named(key).and_then(|value| rules.literal(value, outline));
        let name = arguments.places.first().and_then(|name| rules.literal(*name, outline))?;
        let module = named("module").unwrap_or(name);
        let mut inner = self.below(named("path").unwrap_or(name));
        inner.module = format!("{}{module}/", self.module);
        inner.controller = None;
        Some(inner)
    }

    pub(super) fn scope(
        &self,
        rules: &Ruby,
        arguments: &Arguments<'_, '_>,
        outline: &Outline<'_>,
    ) -> Option<Self> {
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
pub(super) fn joined(base: &str, part: &str) -> String {
    let part = part.trim_matches('/');
    match part {
        "" => base.to_owned(),
        // `(:locale)` is a part that may be missing, its slash included.
        part if part.starts_with("(/") || part.starts_with("(.") => format!("{base}{part}"),
        part => format!("{base}/{part}"),
    }
}
