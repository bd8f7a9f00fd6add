//! Packages of the workspace: every `package.json` of the project that has a name.

use beadloom_model::CompactSort as _;
use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::manifest::Manifests;
use super::npm_aliases::{Alias, Source, aliases, may_satisfy};
use super::npm_names::is_name;
use super::paths;

/// The fields that resolution reads; everything else in a manifest is dropped.
const TEXT_FIELDS: &[&str] = &["name", "type", "main", "module", "source", "types", "typings", "tsconfig"];

/// The project's `package.json` files, and which package a name means where.
#[derive(Default)]
pub(super) struct Packages {
    /// Folder to the manifest's fields for resolution, as JSON.
    manifests: HashMap<String, String>,
    /// `folder\0name`: the package that the name means in files below that folder.
    visible: HashMap<String, String>,
    /// Folders below which some package can be named.
    scopes: HashSet<String>,
    /// `folder\0name`: names that the manifest of the folder gives to packages from outside.
    foreign: HashSet<String>,
    /// Folder to the `tsconfig` field, which says what a configuration extends by the package's name.
    tsconfigs: HashMap<String, String>,
}

impl Packages {
    pub(super) fn new(manifests: &mut Manifests<'_>) -> Self {
        let mut packages = Self::default();
        let mut named = Vec::new();
        let mut renamed: Vec<(String, Vec<Alias>)> = Vec::new();
        let mut versions: HashMap<String, String> = HashMap::new();
        for path in manifests.named("package.json") {
            let folder = paths::parent(&path).to_owned();
            // A broken manifest still bounds its package.
            let manifest = manifests.json(&path).unwrap_or_default();
            renamed.push((folder.clone(), aliases(&folder, &manifest)));
            if let Some(version) = manifest.get("version").and_then(Value::as_str) {
                versions.insert(folder.clone(), version.to_owned());
            }
            let fields = relevant_fields(manifest);
            if let Some(name) = fields.get("name").and_then(Value::as_str).filter(|name| is_name(name)) {
                named.push((folder.clone(), name.to_owned()));
            }
            if let Some(config) = fields.get("tsconfig").and_then(Value::as_str) {
                packages.tsconfigs.insert(folder.clone(), config.to_owned());
            }
            packages.manifests.insert(folder, Value::Object(fields).to_string());
        }
        // Of two packages of one name the outer one counts, then the first by path.
        named.compact_sort_by_cached_key(|(folder, _)| (folder.matches('/').count(), folder.clone()));
        for (folder, name) in named {
            packages.publish(&folder, &name);
        }
        // Targets are found by the names that packages have, so before any alias is known.
        let found: Vec<(String, String, Option<String>)> = renamed
            .into_iter()
            .flat_map(|(folder, aliases)| aliases.into_iter().map(move |alias| (folder.clone(), alias)))
            .filter_map(|(folder, alias)| {
                let target = packages.target(&folder, &alias, &versions)?;
                Some((folder, alias.name, target))
            })
            .collect();
        for (folder, name, target) in found {
            match target {
                Some(target) => packages.show(&folder, &name, target),
                None => {
                    packages.foreign.insert(format!("{folder}\0{name}"));
                }
            }
        }
        packages
    }

    /// The folder of the package that an alias means, `Some(None)` where it means one from outside; `None` where nothing can
    /// be said.
    fn target(
        &self,
        folder: &str,
        alias: &Alias,
        versions: &HashMap<String, String>,
    ) -> Option<Option<String>> {
        match &alias.of {
            Source::Folder(target) => self.is_package(target).then(|| Some(target.clone())),
            Source::Workspace(name) => self.find(folder, name).map(|target| Some(target.to_owned())),
            Source::Range { name, range } => {
                let found = self
                    .find(folder, name)
                    .filter(|target| versions.get(*target).is_none_or(|version| may_satisfy(version, range)));
                Some(found.map(str::to_owned))
            }
        }
    }

    /// Whether files in a folder mean a package from outside by a name, whoever in the workspace has it too.
    pub(super) fn is_foreign(&self, folder: &str, name: &str) -> bool {
        !self.foreign.is_empty()
            && paths::ancestors(folder).find_map(|scope| {
                let foreign = self.foreign.contains(&format!("{scope}\0{name}"));
                // What a folder's own manifest says comes before what is seen from further out.
                (foreign || self.is_package(scope)).then_some(foreign)
            }) == Some(true)
    }

    /// Whether a folder holds a `package.json`.
    pub(super) fn is_package(&self, folder: &str) -> bool {
        self.manifests.contains_key(folder)
    }

    /// The manifest of a package's folder, reduced to what resolution reads.
    pub(super) fn manifest(&self, folder: &str) -> Option<&str> {
        self.manifests.get(folder).map(String::as_str)
    }

    /// The file that `extends` means when it names the package in this folder alone.
    pub(super) fn tsconfig(&self, folder: &str) -> Option<&str> {
        self.tsconfigs.get(folder).map(String::as_str)
    }

    /// The folder of the package that `name` means in `scope` itself, without looking further out.
    pub(super) fn in_scope(&self, scope: &str, name: &str) -> Option<&str> {
        self.visible.get(&format!("{scope}\0{name}")).map(String::as_str)
    }

    /// The folder of the package that `name` means to a file in `folder`.
    pub(super) fn find(&self, folder: &str, name: &str) -> Option<&str> {
        paths::ancestors(folder).find_map(|scope| self.in_scope(scope, name))
    }

    /// Whether files below this folder can name a package, or one whose name begins with `scope/`.
    pub(super) fn is_scope(&self, folder: &str, scope: Option<&str>) -> bool {
        match scope {
            None => self.scopes.contains(folder),
            Some(scope) => self.scopes.contains(&format!("{folder}\0{scope}")),
        }
    }

    /// Makes a package visible from every folder around it, as far as its folder is visible itself.
    fn publish(&mut self, folder: &str, name: &str) {
        let outermost = paths::visible_from(paths::parent(folder)).to_owned();
        for scope in paths::ancestors(folder) {
            if self.in_scope(scope, name).is_none() {
                self.show(scope, name, folder.to_owned());
            }
            if scope == outermost {
                break;
            }
        }
    }

    /// Lets files below a folder mean a package by a name.
    fn show(&mut self, scope: &str, name: &str, folder: String) {
        self.visible.insert(format!("{scope}\0{name}"), folder);
        if let Some((organisation, _)) = name.split_once('/') {
            self.scopes.insert(format!("{scope}\0{organisation}"));
        }
        self.scopes.insert(scope.to_owned());
    }
}

fn relevant_fields(manifest: Value) -> Map<String, Value> {
    let Value::Object(manifest) = manifest else { return Map::new() };
    manifest
        .into_iter()
        .filter(|(key, value)| match key.as_str() {
            "exports" => value.is_object() || value.is_string() || value.is_array(),
            "imports" => value.is_object(),
            key => TEXT_FIELDS.contains(&key) && value.is_string(),
        })
        .collect()
}
