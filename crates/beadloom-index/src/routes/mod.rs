//! Routes of the project: what files state, with the prefixes in front that other files give.

mod compose;
mod targets;

pub use compose::compose;

use beadloom_model::Routing;
use beadloom_store::ImportRow;

/// A file that says something about routes.
#[derive(Debug, Clone)]
pub struct RoutingFile {
    /// Relative to the root.
    pub path: String,
    /// What it says.
    pub routing: Routing,
    /// Its imports, resolved.
    pub imports: Vec<ImportRow>,
}

/// A router: the file that makes it and its name there.
pub(crate) type Router<'a> = (&'a str, &'a str);
