//! Go: import paths are a module's path and a folder in it.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use beadloom_model::ImportFacts;

use super::files::ProjectFiles;
use super::go_mod::GoMod;
use super::manifest::Manifests;
use super::{ImportTarget, paths};

pub(super) struct Resolver {
    /// Module path to the folders of the modules of that name.
    modules: BTreeMap<String, Vec<String>>,
    /// Folder of a `go.mod` to what it says.
    manifests: BTreeMap<String, GoMod>,
    /// Replacements of all `go.work` files with their folders.
    workspaces: Vec<(String, GoMod)>,
    /// Folders with Go files directly in them.
    packages: HashSet<String>,
}

impl Resolver {
    pub(super) fn new(files: Arc<ProjectFiles>, manifests: &mut Manifests<'_>) -> Self {
        let mut resolver = Self {
            modules: BTreeMap::new(),
            manifests: BTreeMap::new(),
            workspaces: Vec::new(),
            packages: HashSet::new(),
        };
        for path in manifests.named("go.mod") {
            let Some(text) = manifests.text(&path) else { continue };
            let parsed = GoMod::parse(&text);
            let folder = paths::parent(&path).to_owned();
            match &parsed.module {
                Some(module) if !is_vendored(&folder) => {
                    resolver.modules.entry(module.clone()).or_default().push(folder.clone());
                }
                Some(_) => continue,
                None => manifests.broken(&path, 1, 1, "it names no module"),
            }
            resolver.manifests.insert(folder, parsed);
        }
        for path in manifests.named("go.work") {
            let Some(text) = manifests.text(&path) else { continue };
            resolver.workspaces.push((paths::parent(&path).to_owned(), GoMod::parse(&text)));
        }
        let sources = files.iter().filter(|path| path.ends_with(".go")).map(paths::parent);
        for folder in sources.filter(|folder| !is_vendored(folder)) {
            if !resolver.packages.contains(folder) {
                resolver.packages.insert(folder.to_owned());
            }
        }
        resolver
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> ImportTarget {
        let path = import.specifier.as_str();
        let folder = paths::parent(from);
        match self.folder_of(folder, path) {
            Some(found) => {
                let package = (!path.starts_with('.')).then(|| path.to_owned());
                ImportTarget::internal(paths::as_folder(&found), package, import.names.clone())
            }
            None => ImportTarget::external(self.module_of(folder, path), &import.names),
        }
    }

    fn folder_of(&self, folder: &str, path: &str) -> Option<String> {
        if path.starts_with("./") || path.starts_with("../") {
            return paths::resolve(folder, path).filter(|folder| self.packages.contains(folder));
        }
        if path.split('/').any(|segment| matches!(segment, "" | "." | "..")) {
            return None;
        }
        self.replaced(folder, path).or_else(|| self.in_module(folder, path))
    }

    /// By a replacement of the importing module, else of a workspace around it.
    fn replaced(&self, folder: &str, path: &str) -> Option<String> {
        let own = self.manifest_of(folder);
        let workspaces = self
            .workspaces
            .iter()
            .map(|(at, parsed)| (at.as_str(), parsed))
            .filter(|(at, _)| paths::is_within(folder, at));
        for (at, parsed) in own.into_iter().chain(workspaces) {
            let mut best: Option<(usize, String)> = None;
            for (old, new) in &parsed.replaces {
                if paths::is_within(path, old)
                    && best.as_ref().is_none_or(|(length, _)| *length < old.len())
                    && let Some(local) = paths::resolve(at, new)
                {
                    let below = path.get(old.len()..).unwrap_or("").trim_start_matches('/');
                    let found = paths::join(&local, below);
                    if self.packages.contains(&found) {
                        best = Some((old.len(), found));
                    }
                }
            }
            if let Some((_, found)) = best {
                return Some(found);
            }
        }
        None
    }

    /// By the longest module path that begins the import path and whose folder holds the package.
    fn in_module(&self, folder: &str, path: &str) -> Option<String> {
        for prefix in paths::ancestors(path).filter(|prefix| !prefix.is_empty()) {
            let below = path.get(prefix.len()..).unwrap_or("").trim_start_matches('/');
            let nearest = self
                .modules
                .get(prefix)
                .into_iter()
                .flatten()
                .filter(|at| paths::is_within(folder, paths::visible_from(at)))
                .map(|at| (at, paths::join(at, below)))
                .filter(|(_, found)| self.packages.contains(found))
                .min_by_key(|(at, _)| {
                    let around = paths::is_within(folder, at);
                    (!around, usize::MAX - paths::shared_segments(folder, at), at.as_str())
                });
            if let Some((_, found)) = nearest {
                return Some(found);
            }
        }
        None
    }

    /// The `go.mod` that holds for a folder.
    fn manifest_of<'a>(&'a self, folder: &'a str) -> Option<(&'a str, &'a GoMod)> {
        paths::ancestors(folder).find_map(|folder| self.manifests.get(folder).map(|found| (folder, found)))
    }

    /// The module that an external package belongs to: as the `go.mod` requires it, else host and two segments;
    /// packages of the standard library (no dot in the first segment) are named whole.
    fn module_of(&self, folder: &str, path: &str) -> Option<String> {
        if path.starts_with('.') {
            return None;
        }
        let requires = self.manifest_of(folder).map(|(_, parsed)| parsed.requires.as_slice());
        let required = requires
            .unwrap_or_default()
            .iter()
            .filter(|module| paths::is_within(path, module))
            .max_by_key(|module| module.len());
        if let Some(module) = required {
            return Some(module.clone());
        }
        if path.split('/').next().is_some_and(|host| host.contains('.')) {
            return Some(path.split('/').take(3).collect::<Vec<_>>().join("/"));
        }
        Some(path.to_owned())
    }
}

fn is_vendored(folder: &str) -> bool {
    folder.split('/').any(|segment| segment == "vendor")
}
