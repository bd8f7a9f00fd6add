//! The code that a reference covers: the files of a part, a folder or a file, without what is beside the product.

use beadloom_graph::Ownership;
use beadloom_model::Result;
use beadloom_store::Store;
use std::cell::LazyCell;
use std::collections::HashSet;

use crate::focus::{Own, Resolved};
use crate::places;

/// Files that are looked at. A part with more is the whole project, whose own files come first.
const MAX_FILES: usize = 1_000;

/// Files of the references, and how much each counts.
#[derive(Debug, Clone, Default)]
pub(super) struct Area {
    /// By path.
    pub files: Vec<Covered>,
}

/// A file of the area.
#[derive(Debug, Clone)]
pub(super) struct Covered {
    /// Row id.
    pub id: i64,
    /// Relative to the root.
    pub path: String,
    /// Whether it is the reference's own, and not that of a part inside.
    pub own: bool,
}

/// The code of those references that are a part, a folder or a file; nothing of symbols and tickets.
pub(super) fn area(store: &Store, resolved: &[Resolved]) -> Result<Area> {
    let mut files: Vec<Covered> = Vec::new();
    for one in resolved {
        match &one.own {
            Own::Symbols(_) | Own::Touched(_) => {}
            Own::File(path) => {
                let id = store.file_id(path)?;
                files.extend(id.map(|id| Covered { id, path: path.clone(), own: true }));
            }
            Own::Folder(path) => {
                let below = store.code_files_below(path, MAX_FILES)?;
                files.extend(below.into_iter().map(|(id, path)| Covered { id, path, own: true }));
            }
            Own::Nothing => files.extend(of_nodes(store, &one.nodes)?),
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path).then(b.own.cmp(&a.own)));
    files.dedup_by(|a, b| a.id == b.id);
    without_side_files(store, files)
}

/// The files below the sources of nodes; of nodes that have none, those of their parts.
fn of_nodes(store: &Store, nodes: &[String]) -> Result<Vec<Covered>> {
    let sources = store.node_sources()?;
    let mut seen: HashSet<String> = HashSet::new();
    let mut nodes = nodes.to_vec();
    while !nodes.is_empty() && !sources.iter().any(|(id, _)| nodes.contains(id)) {
        seen.extend(nodes.iter().cloned());
        nodes = store.sources_of_kind(&nodes, "part_of")?;
        nodes.retain(|id| !seen.contains(id));
    }
    // Only a folder may hold what belongs to another node.
    let owners =
        LazyCell::new(|| Ownership::new(sources.iter().map(|(id, source)| (id.as_str(), source.as_str()))));
    let mut found = Vec::new();
    for (_, source) in sources.iter().filter(|(id, _)| nodes.contains(id)) {
        if source.is_empty() || source.ends_with('/') {
            // What the part has itself comes before what its parts have, where not all can be looked at.
            let mut below: Vec<Covered> = store
                .code_files_below(source.trim_end_matches('/'), usize::MAX)?
                .into_iter()
                .map(|(id, path)| {
                    let own = owners.owner(&path).is_some_and(|owner| nodes.iter().any(|node| node == owner));
                    Covered { id, path, own }
                })
                .collect();
            below.sort_by_key(|file| !file.own);
            below.truncate(MAX_FILES);
            found.extend(below);
        } else if let Some(id) = store.file_id(source)? {
            found.push(Covered { id, path: source.clone(), own: true });
        }
    }
    Ok(found)
}

/// Tests, migrations, examples and generated code say how a part is tested, how it came to be and what came out of it, not
/// what it is: they stay only where there is nothing else.
fn without_side_files(store: &Store, files: Vec<Covered>) -> Result<Area> {
    let ids: Vec<i64> = files.iter().map(|file| file.id).collect();
    let generated = store.generated_files(&ids)?;
    let is_product =
        |file: &Covered| places::is_product(&file.path) && generated.binary_search(&file.id).is_err();
    let (product, beside): (Vec<Covered>, Vec<Covered>) = files.into_iter().partition(is_product);
    Ok(Area { files: if product.is_empty() { beside } else { product } })
}
