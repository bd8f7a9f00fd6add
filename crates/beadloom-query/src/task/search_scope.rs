//! Limits a task to the whole project or to what its references mean.

use std::collections::BTreeSet;

use beadloom_graph::{Ownership, paths};
use beadloom_model::Result;
use beadloom_model::answers::FocusType;
use beadloom_store::Store;

use crate::focus::{Own, Resolved, ownership};

/// Nodes that a reference may hold inside it.
const MAX_NODES: usize = 2_000;

/// Files with symbols that are annotated for a node.
const MAX_ANNOTATED_FILES: usize = 2_000;

/// The files and documents of references: those of the nodes and of their parts, of folders, and files by themselves.
pub(super) struct SearchScope {
    owners: Ownership,
    /// The nodes of the references and all their parts.
    pub nodes: BTreeSet<String>,
    files: BTreeSet<String>,
    /// Each ends in `/`.
    folders: Vec<String>,
    everything: bool,
}

impl SearchScope {
    /// The field of references. A file or symbol stands for the node that owns it, and for itself where none does; a
    /// ticket for the files that its commits touched.
    pub fn new(store: &Store, resolved: &[Resolved]) -> Result<Self> {
        let mut field = Self {
            owners: ownership(store)?,
            nodes: BTreeSet::new(),
            files: BTreeSet::new(),
            folders: Vec::new(),
            everything: false,
        };
        let mut nodes: Vec<String> = Vec::new();
        for one in resolved {
            if one.focus.r#type == FocusType::Path && one.focus.kind == "folder" {
                match paths::normalise(&one.focus.r#ref) {
                    Ok(path) if path == paths::ROOT => field.everything = true,
                    Ok(path) => field.folders.push(format!("{}/", path.trim_end_matches('/'))),
                    Err(_) => {}
                }
                continue;
            }
            match &one.own {
                Own::File(path) => drop(field.files.insert(path.clone())),
                Own::Symbols(rows) => field.files.extend(rows.iter().map(|row| row.file_path.clone())),
                Own::Touched(touched) => field.files.extend(touched.files.iter().cloned()),
                Own::Nothing | Own::Folder(_) => {}
            }
            if !matches!(one.own, Own::Touched(_)) {
                nodes.extend(one.nodes.iter().cloned());
            }
        }
        while !nodes.is_empty() && field.nodes.len() < MAX_NODES {
            nodes.retain(|id| field.nodes.insert(id.clone()));
            if !nodes.is_empty() {
                nodes = store.sources_of_kind(&nodes, "part_of")?;
            }
        }
        let ids: Vec<String> = field.nodes.iter().cloned().collect();
        for id in &ids {
            field.files.extend(store.symbol_files(id, MAX_ANNOTATED_FILES)?);
        }
        field.files.extend(store.documents_of_nodes(&ids)?.into_iter().map(|(path, _)| path));
        Ok(field)
    }

    /// Whether a file or document lies in it.
    pub fn holds(&self, path: &str) -> bool {
        self.everything
            || self.files.contains(path)
            || self.folders.iter().any(|folder| path.starts_with(folder.as_str()))
            || self.owners.owner(path).is_some_and(|id| self.nodes.contains(id))
    }
}
