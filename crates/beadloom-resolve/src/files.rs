//! The project's files and the folders that follow from them.

use std::collections::HashSet;
use std::sync::Arc;

use beadloom_model::Links;

use super::paths;

/// Which files and folders there are. Folders exist because a file lies below them.
pub(super) struct ProjectFiles {
    sorted: Vec<Arc<str>>,
    /// The same, not copied: a large project has many megabytes of paths.
    files: HashSet<Arc<str>>,
    folders: HashSet<Box<str>>,
    /// Other names of files and folders.
    links: Links,
}

impl ProjectFiles {
    /// Files in `node_modules` are left out: what is installed is no part of the project.
    pub(super) fn new(paths: Vec<Arc<str>>, links: Links) -> Self {
        let mut sorted: Vec<Arc<str>> = paths
            .into_iter()
            .filter(|path| !path.split('/').any(|segment| segment == "node_modules"))
            .collect();
        sorted.sort_unstable();
        sorted.dedup();
        let mut folders: HashSet<Box<str>> = HashSet::from(["".into()]);
        for path in &sorted {
            for folder in paths::ancestors(paths::parent(path)) {
                if folders.contains(folder) {
                    break;
                }
                folders.insert(folder.into());
            }
        }
        Self { files: sorted.iter().cloned().collect(), sorted, folders, links }
    }

    /// Whether there is such a file, under this name or another.
    pub(super) fn has_file(&self, path: &str) -> bool {
        self.files.contains(path) || self.links.real(path).is_some_and(|real| self.files.contains(&*real))
    }

    /// Whether there is such a folder, under this name or another.
    pub(super) fn has_folder(&self, path: &str) -> bool {
        self.folders.contains(path) || self.links.real(path).is_some_and(|real| self.folders.contains(&*real))
    }

    /// The one path of a file or folder that a path may be another name of.
    pub(super) fn real(&self, path: &str) -> Option<String> {
        if self.files.contains(path) { None } else { self.links.real(path) }
    }

    /// The folders directly in a folder, sorted.
    pub(super) fn folders_in(&self, folder: &str) -> Vec<String> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let from = self.sorted.partition_point(|path| path.as_ref() < prefix.as_str());
        let mut found: Vec<String> = Vec::new();
        for path in self.sorted.iter().skip(from).take_while(|path| path.starts_with(prefix.as_str())) {
            if let Some((name, _)) = path.get(prefix.len()..).and_then(|rest| rest.split_once('/'))
                && found.last().is_none_or(|last| paths::name(last) != name)
            {
                found.push(paths::join(folder, name));
            }
        }
        found
    }

    /// Every file, sorted.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.sorted.iter().map(AsRef::as_ref)
    }

    /// The files at any depth below a folder, sorted.
    pub(super) fn below(&self, folder: &str) -> impl Iterator<Item = &str> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let from = self.sorted.partition_point(|path| path.as_ref() < prefix.as_str());
        let rest = self.sorted.get(from..).unwrap_or_default();
        rest.iter().map(AsRef::as_ref).take_while(move |path: &&str| path.starts_with(prefix.as_str()))
    }

    /// The first of `candidates` that is a file.
    pub(super) fn first_file(&self, candidates: impl IntoIterator<Item = String>) -> Option<String> {
        candidates.into_iter().find(|path| self.has_file(path))
    }
}
