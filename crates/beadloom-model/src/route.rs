//! Routes as a file states them. Prefixes that other files give are composed by the index.

use serde::{Deserialize, Serialize};

/// The methods of HTTP by which clients ask and routes answer.
pub const HTTP_METHODS: &[&str] = &["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/// A route: one method at one path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RouteFacts {
    /// Upper case; `ANY` where the source names no method. GraphQL: `QUERY`, `MUTATION`, `SUBSCRIPTION`;
    /// protobuf: `RPC`.
    pub method: String,
    /// As the source writes it, below its router. Prefixes that belong to the route's own surroundings (its
    /// controller, the block of a group) are already in front.
    pub path: String,
    /// What answers, as written: `list_users`, `views.index`, `UserController.show`.
    pub handler: Option<String>,
    /// Lower case: `fastapi`, `express`, `spring`, `net/http`.
    pub framework: String,
    /// 1-based line of the statement.
    pub line: u32,
    /// The router that it is registered with, by its name in this file: a variable, `Type.field`, or the
    /// function that makes or is given the router. `None` where no prefix can come from elsewhere.
    pub router: Option<String>,
}

/// A router that a file makes, with the prefix that it has from the start.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RouterFacts {
    /// As [`RouteFacts::router`] calls it.
    pub name: String,
    /// Put before the paths of its routes; may be empty.
    pub prefix: String,
    /// The router that it was made from, as a group of it. Of a controller: a type that it inherits from, which another file may
    /// define.
    pub parent: Option<String>,
    /// It answers only where another one mounts it: an interface with mappings, a base class of controllers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_abstract: bool,
}

impl RouterFacts {
    /// A router at a prefix, made from no other.
    pub fn new(name: impl Into<String>, prefix: impl Into<String>) -> Self {
        Self { name: name.into(), prefix: prefix.into(), parent: None, is_abstract: false }
    }
}

/// A router made part of another: `include_router`, `app.use`, `include("shop.urls")`, `nest`, `Mount`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MountFacts {
    /// Put before everything below it; may be empty.
    pub prefix: String,
    /// The mounted router: its name in this file, or names joined by `.` that lead to it through an import
    /// (`users.router`). Empty where `module` alone says it.
    pub target: String,
    /// The module it comes from where the statement itself says so (`include("shop.urls")`,
    /// `require("./users")`), as the language's imports write it. Such a module is also recorded as an import.
    pub module: Option<String>,
    /// The router of this file that it becomes part of, as [`RouteFacts::router`].
    pub onto: Option<String>,
    /// Whether `prefix` stands for the router's own prefix, not before it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replaces: bool,
    /// 1-based line of the statement.
    pub line: u32,
}

/// All that a file says about routes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Routing {
    /// In order of appearance.
    pub routes: Vec<RouteFacts>,
    /// In order of appearance.
    pub routers: Vec<RouterFacts>,
    /// In order of appearance.
    pub mounts: Vec<MountFacts>,
}

impl Routing {
    /// Whether the file says nothing about routes.
    pub fn is_empty(&self) -> bool {
        self.routes.is_empty() && self.routers.is_empty() && self.mounts.is_empty()
    }
}
