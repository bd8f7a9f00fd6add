//! The routes of a file as far as the walk has come: what blocks put before routes, and the marks that stand for a concern's
//! resource.

use std::collections::HashMap;

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
}

/// The routes of one file.
pub(in crate::languages::ruby) struct Drawing {
    pub(super) scopes: Vec<Scope>,
    pub(super) concerns: HashMap<String, Vec<Template>>,
    /// Another file draws this one.
    pub(super) drawn: bool,
}

/// Whether a file holds routes by where it lies: `draw(:admin)` reads `config/routes/admin.rb`.
pub(super) fn is_drawn(path: &str) -> bool {
    path.rsplit_once('/').is_some_and(|(folder, _)| format!("/{folder}/").contains("/config/routes/"))
}

/// What the path of a file says: whether it has routes.
pub(in crate::languages::ruby) fn place(path: &str) -> String {
    if is_drawn(path) { "routes".to_owned() } else { String::new() }
}

impl Drawing {
    pub(in crate::languages::ruby) fn new(path: &str) -> Self {
        let drawn = is_drawn(path);
        let mut drawing = Self { scopes: Vec::new(), concerns: HashMap::new(), drawn };
        if drawn {
            drawing.scopes.push(Scope::top(usize::MAX));
        }
        drawing
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
