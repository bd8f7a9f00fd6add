//! Protocol buffers: an import is a path below some root that the compiler is told on its command line.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use beadloom_model::ImportFacts;

use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::{ImportTarget, paths};

/// Folders that are usually given as roots.
const ROOTS: &[&str] = &[
    "api", "apis", "definitions", "idl", "include", "proto", "protobuf", "protobufs", "protos", "schema",
    "schemas",
];

pub(super) struct Resolver {
    files: Arc<ProjectFiles>,
    /// Roots that a manifest or a usual name shows.
    roots: BTreeSet<String>,
    /// File name to the files of that name, by path.
    named: HashMap<String, Vec<String>>,
}

impl Resolver {
    pub(super) fn new(files: Arc<ProjectFiles>, manifests: &mut Manifests<'_>) -> Self {
        let mut roots: BTreeSet<String> = BTreeSet::from([String::new()]);
        let mut named: HashMap<String, Vec<String>> = HashMap::new();
        for path in files.iter().filter(|path| path.ends_with(".proto")) {
            named.entry(paths::name(path).to_owned()).or_default().push(path.to_owned());
            for folder in paths::ancestors(paths::parent(path)) {
                if ROOTS.contains(&paths::name(folder)) {
                    roots.insert(folder.to_owned());
                }
            }
        }
        for name in ["buf.yaml", "buf.work.yaml"] {
            for path in manifests.named(name) {
                let Some(text) = manifests.text(&path) else { continue };
                let folder = paths::parent(&path);
                let listed = buf_roots(&text);
                if listed.is_empty() && name == "buf.yaml" {
                    roots.insert(folder.to_owned());
                }
                roots.extend(listed.iter().filter_map(|root| paths::resolve(folder, root)));
            }
        }
        Self { files, roots, named }
    }

    /// Below a root, or below a folder around the importing file: that is how one would have to call the compiler.
    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> ImportTarget {
        let path = import.specifier.as_str();
        if path.split('/').any(|segment| matches!(segment, "" | "." | "..")) {
            return ImportTarget::external(None, &import.names);
        }
        let folder = paths::parent(from);
        let around = paths::ancestors(folder)
            .map(|root| paths::join(root, path))
            .find(|candidate| candidate != from && self.files.has_file(candidate));
        let found = around.or_else(|| {
            self.named
                .get(paths::name(path))?
                .iter()
                .filter(|candidate| {
                    let root =
                        candidate.strip_suffix(path).filter(|root| root.is_empty() || root.ends_with('/'));
                    root.is_some_and(|root| self.roots.contains(root.trim_end_matches('/')))
                })
                .filter(|candidate| paths::is_within(folder, paths::visible_from(paths::parent(candidate))))
                .min_by_key(|candidate| {
                    (paths::distance(folder, paths::parent(candidate)), candidate.as_str())
                })
                .cloned()
        });
        match found {
            Some(path) => ImportTarget::internal(path, None, import.names.clone()),
            // By convention the folder is the package's name.
            None => {
                let package = paths::parent(path).replace('/', ".");
                ImportTarget::external((!package.is_empty()).then_some(package), &import.names)
            }
        }
    }
}

/// The folders that `roots`, `directories` or `modules` of a `buf.yaml` or `buf.work.yaml` list.
fn buf_roots(text: &str) -> Vec<String> {
    let mut roots = Vec::new();
    let mut list = "";
    for line in text.lines() {
        let content = line.split(" #").next().unwrap_or("").trim();
        if let Some(key) = content.strip_suffix(':').filter(|_| !line.starts_with([' ', '\t', '-'])) {
            list = match key {
                "roots" => "roots",
                "directories" => "directories",
                "modules" => "modules",
                _ => "",
            };
            continue;
        }
        let item = match list {
            "roots" | "directories" => content.strip_prefix("- "),
            "modules" => content.trim_start_matches("- ").strip_prefix("path:"),
            _ => None,
        };
        roots.extend(item.map(|item| item.trim().trim_matches(['"', '\'']).to_owned()));
    }
    roots
}
