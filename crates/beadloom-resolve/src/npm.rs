//! Packages of the workspace: every `package.json` of the project that has a name.

use beadloom_model::CompactSort as _;
use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::manifest::Manifests;
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
    /// Folder to the `tsconfig` field, which says what a configuration extends by the package's name.
    tsconfigs: HashMap<String, String>,
}

impl Packages {
    pub(super) fn new(manifests: &mut Manifests<'_>) -> Self {
        let mut packages = Self::default();
        let mut named = Vec::new();
        for path in manifests.named("package.json") {
            let folder = paths::parent(&path).to_owned();
            // A broken manifest still bounds its package.
            let fields = manifests.json(&path).map(relevant_fields).unwrap_or_default();
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
        packages
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
            self.visible.entry(format!("{scope}\0{name}")).or_insert_with(|| folder.to_owned());
            if let Some((organisation, _)) = name.split_once('/') {
                self.scopes.insert(format!("{scope}\0{organisation}"));
            }
            self.scopes.insert(scope.to_owned());
            if scope == outermost {
                break;
            }
        }
    }
}

/// Splits a bare specifier into the package's name and the path in it. `None` where it names no package.
pub(super) fn split_specifier(specifier: &str) -> Option<(&str, &str)> {
    let mut slashes = specifier.match_indices('/').map(|(at, _)| at);
    let end =
        if specifier.starts_with('@') { slashes.next().and_then(|_| slashes.next()) } else { slashes.next() };
    let (name, rest) = specifier.split_at(end.unwrap_or(specifier.len()));
    is_name(name).then_some((name, rest.trim_start_matches('/')))
}

/// Whether npm would take this as a package's name.
fn is_name(name: &str) -> bool {
    let (scope, base) = match name.strip_prefix('@') {
        Some(scoped) => match scoped.split_once('/') {
            Some((scope, base)) => (Some(scope), base),
            None => return false,
        },
        None => (None, name),
    };
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-')
            && part.bytes().all(|c| c.is_ascii_alphanumeric() || b"._-".contains(&c))
    };
    name.len() <= 214 && scope.is_none_or(is_part) && is_part(base)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifiers_split_at_the_package() {
        let cases = [
            ("react", Some(("react", ""))),
            ("lodash/fp/get", Some(("lodash", "fp/get"))),
            ("@acme/ui", Some(("@acme/ui", ""))),
            ("@acme/ui/button", Some(("@acme/ui", "button"))),
            ("@/db", None),
            ("~/db", None),
            ("@acme", None),
            ("", None),
            ("..", None),
        ];
        for (specifier, expected) in cases {
            assert_eq!(split_specifier(specifier), expected, "{specifier}");
        }
    }
}
