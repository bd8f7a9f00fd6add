//! The routes in the index brought up to date.

use beadloom_model::Result;
use beadloom_store::Writer;

use super::compose::compose;
use super::routing::RoutingFile;

/// Composes all routes anew. Returns whether they changed.
pub fn compose_all(writer: &Writer<'_>) -> Result<bool> {
    let state = writer.state();
    let mut files = Vec::new();
    for (path, routing) in state.routing()? {
        let imports = state.imports_of(&path)?;
        files.push(RoutingFile { path, routing, imports });
    }
    // What cannot be read is no way to a router.
    let routes = compose(&files, &|path| state.imports_of(path).unwrap_or_default());
    writer.set_routes(&routes)
}
