//! What files say of routes, as composing reads it.

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
pub type Router<'a> = (&'a str, &'a str);
