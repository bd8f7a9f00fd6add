//! One of the two states that a diff compares.

use std::collections::BTreeMap;

use beadloom_git::{Blob, Revisions};
use beadloom_graph::{Graph, assemble, is_graph_file, read_graph_file};
use beadloom_model::Result;
use beadloom_store::{FileKind, Store};

use super::known::Known;
use crate::settings::Settings;

/// A state of the project.
pub(super) struct Side {
    /// As its graph files declare it.
    pub(super) graph: Graph,
    /// Code files, by path.
    pub(super) code: BTreeMap<String, Place>,
    /// What could not be read of it.
    pub(super) warnings: Vec<String>,
}

/// Where a file's content is.
pub(super) enum Place {
    /// In Git's objects.
    Blob(Blob),
    /// On the disk.
    Disk {
        /// Bytes, when it was indexed.
        size: u64,
    },
}

impl Side {
    /// The project at a commit, without what is left out of the comparison.
    pub(super) fn of_commit(
        revisions: Revisions<'_>,
        commit: &str,
        known: &Known,
        settings: &Settings,
        is_left_out: &dyn Fn(&str) -> bool,
    ) -> Result<Self> {
        let most = settings.config.max_file_size;
        let mut graph_files: Vec<(String, Blob)> = Vec::new();
        let mut code = BTreeMap::new();
        for (path, blob) in revisions.files(commit)? {
            if blob.size > most {
                continue;
            }
            let in_graph = path
                .strip_prefix(&known.graph_folder)
                .is_some_and(|name| !name.contains('/') && is_graph_file(name));
            if in_graph && !is_left_out(&path) {
                graph_files.push((path, blob));
            } else if !in_graph && known.is_code(revisions.root, &path) && !is_left_out(&path) {
                code.insert(path, Place::Blob(blob));
            }
        }
        let blobs: Vec<Blob> = graph_files.iter().map(|(_, blob)| blob.clone()).collect();
        let mut files = Vec::new();
        let mut warnings = Vec::new();
        for ((path, _), content) in graph_files.iter().zip(revisions.contents(&blobs)?) {
            match read_graph_file(path, &String::from_utf8_lossy(&content)) {
                Ok(file) => files.push(file),
                Err(finding) => {
                    let short: String = commit.chars().take(12).collect();
                    let line = finding.line.map(|line| format!(":{line}")).unwrap_or_default();
                    warnings.push(format!("{path}{line} does not parse at {short} and was left out"));
                }
            }
        }
        Ok(Self { graph: assemble(&files), code, warnings })
    }

    /// The working tree, as the index has it.
    pub(super) fn of_files(revisions: Revisions<'_>, store: &Store, known: &Known) -> Result<Self> {
        let code = known
            .files
            .iter()
            .filter(|file| file.kind == FileKind::Code && known.is_code(revisions.root, &file.path))
            .filter_map(|file| Some((file.path.clone(), Place::Disk { size: file.stat?.size })))
            .collect();
        Ok(Self { graph: assemble(&store.state().graph_files()?), code, warnings: Vec::new() })
    }
}

/// The graph that says who owns code on a side: its own, or where it has none that of the other.
pub(super) fn owning<'a>(own: &'a Graph, other: &'a Graph) -> &'a Graph {
    if own.nodes.is_empty() { other } else { own }
}
