//! What is seen of documents and the parts that they may be about, for training.

use std::io::Write as _;
use std::path::Path;

use beadloom_index::{Parts, seen_links};
use beadloom_store::{Access, Store};
use beadloom_sync::links::LINK_FEATURES;
use serde_json::{Value, json};

/// The names of the features and, of each part, id, place and the part around it; then, for each document of a project's index, its path
/// and, of each part, id, values and how likely the link is at least.
pub fn lines(project: &Path) -> Result<String, String> {
    let store = Store::open(&project.join(".beadloom/beadloom.db"), Access::Read);
    let store = store.map_err(|error| error.to_string())?;
    let state = store.state();
    let read = || {
        let (nodes, edges) = (state.nodes()?, state.edges()?);
        let seen = seen_links(&state, &state.files()?, &Parts::of_graph(&nodes, &edges))?;
        Ok::<_, beadloom_model::Error>((nodes, edges, seen))
    };
    let (nodes, edges, seen) = read().map_err(|error| error.to_string())?;
    let around = |id: &str| {
        let edge = edges.iter().find(|edge| edge.kind == "part_of" && edge.src == id);
        edge.map(|edge| edge.dst.clone())
    };
    let parts: Vec<_> =
        nodes.iter().map(|node| json!([node.ref_id, node.source, around(&node.ref_id)])).collect();
    let mut out = std::io::stdout().lock();
    let mut write = |line: Value| writeln!(out, "{line}").map_err(|error| error.to_string());
    write(json!({ "features": LINK_FEATURES.as_slice(), "parts": parts }))?;
    for document in seen {
        let parts = document.parts.into_iter().map(|(id, seen)| json!([id, seen.values, seen.at_least]));
        write(json!([document.path, parts.collect::<Vec<_>>()]))?;
    }
    Ok(String::new())
}
