//! PHP: classes by the autoload rules of `composer.json`, then by what files declare; files by their paths.
//!
//! What `use` names is told apart by its names: `App\Money` without names is a class, `App` with the name `fmt` a
//! function or constant of that namespace.

use beadloom_model::CompactSort as _;
use std::collections::HashMap;
use std::sync::Arc;

use beadloom_model::ImportFacts;
use serde_json::Value;

use super::declared::DeclaredFiles;
use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::{ImportTarget, paths};

pub(super) struct Resolver {
    files: Arc<ProjectFiles>,
    /// By folder.
    packages: Vec<Package>,
    /// Namespace prefix, without a final backslash, to its folders.
    psr4: HashMap<String, Vec<Root>>,
    psr0: HashMap<String, Vec<Root>>,
    /// File stem to the files of class maps, or to all files where no manifest says anything.
    mapped: HashMap<String, Vec<String>>,
    /// No manifest says anything.
    everywhere: bool,
    /// Classes, functions and constants by their full names, joined by `\\`, as files declare them.
    declared: HashMap<String, Vec<String>>,
}

/// A folder with a `composer.json`.
struct Package {
    folder: String,
    name: Option<String>,
    /// Files that are always loaded: where functions are.
    files: Vec<String>,
}

/// A folder of classes.
struct Root {
    folder: String,
    /// The folder of the manifest.
    package: String,
}

impl Resolver {
    pub(super) fn new(
        files: Arc<ProjectFiles>,
        manifests: &mut Manifests<'_>,
        declared: &DeclaredFiles,
    ) -> Self {
        let mut resolver = Self {
            files,
            packages: Vec::new(),
            psr4: HashMap::new(),
            psr0: HashMap::new(),
            mapped: HashMap::new(),
            everywhere: false,
            declared: HashMap::new(),
        };
        let mut class_maps = Vec::new();
        for path in manifests.named("composer.json") {
            let Some(manifest) = manifests.json(&path) else { continue };
            resolver.add(paths::parent(&path), &manifest, &mut class_maps);
        }
        resolver.packages.compact_sort_by(|a, b| a.folder.cmp(&b.folder));
        resolver.everywhere = resolver.packages.is_empty();
        for path in resolver.files.iter() {
            let Some(stem) = paths::name(path).strip_suffix(".php") else { continue };
            // What has no namespace anybody may define anew.
            for space in declared.of(path).iter().filter(|space| !space.name.is_empty()) {
                let namespace = space.name.replace('.', "\\");
                for name in &space.names {
                    let name = format!("{namespace}\\{name}");
                    resolver.declared.entry(name).or_default().push(path.to_owned());
                }
            }
            if resolver.everywhere || class_maps.iter().any(|map: &String| paths::is_within(path, map)) {
                resolver.mapped.entry(stem.to_owned()).or_default().push(path.to_owned());
            }
        }
        resolver
    }

    fn add(&mut self, folder: &str, manifest: &Value, class_maps: &mut Vec<String>) {
        let mut files = Vec::new();
        for section in ["autoload", "autoload-dev"] {
            let Some(rules) = manifest.get(section) else { continue };
            for (standard, roots) in [("psr-4", &mut self.psr4), ("psr-0", &mut self.psr0)] {
                for (prefix, folders) in rules.get(standard).and_then(Value::as_object).into_iter().flatten()
                {
                    for path in strings(folders) {
                        let Some(root) = paths::resolve(folder, path) else { continue };
                        let root = Root { folder: root, package: folder.to_owned() };
                        roots.entry(prefix.trim_matches('\\').to_owned()).or_default().push(root);
                    }
                }
            }
            let listed = |name| rules.get(name).into_iter().flat_map(strings);
            class_maps.extend(listed("classmap").filter_map(|path| paths::resolve(folder, path)));
            files.extend(listed("files").filter_map(|path| paths::resolve(folder, path)));
        }
        let name = manifest.get("name").and_then(Value::as_str).map(str::to_owned);
        self.packages.push(Package { folder: folder.to_owned(), name, files });
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> ImportTarget {
        let name = import.specifier.trim();
        if name.contains(['/', '.']) {
            let found = self.included(from, name);
            return match found {
                Some(path) => ImportTarget::internal(path, None, import.names.clone()),
                None => ImportTarget::external(None, &import.names),
            };
        }
        let name = name.trim_matches('\\');
        if name.split('\\').any(str::is_empty) {
            return ImportTarget::external(None, &import.names);
        }
        let found = if import.names.is_empty() {
            self.class(from, name).or_else(|| self.namespace(from, name))
        } else {
            let names: Vec<String> =
                import.names.iter().map(|function| format!("{name}\\{function}")).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            self.declared(from, &names).or_else(|| self.function(from, name))
        };
        match found {
            Some(path) => {
                let package =
                    if path.ends_with('/') { Some(name.to_owned()) } else { self.foreign(from, &path) };
                ImportTarget::internal(path, package, import.names.clone())
            }
            None => {
                // The language's own classes have no namespace, and so no package.
                let vendor = name.split_once('\\').map(|(vendor, _)| vendor.to_owned());
                ImportTarget::external(vendor, &import.names)
            }
        }
    }

    /// The name of the package that a file is in, if that is not the importing one.
    fn foreign(&self, from: &str, path: &str) -> Option<String> {
        let (of, to) = (self.package_of(from), self.package_of(path)?);
        if of.is_some_and(|of| of.folder == to.folder) { None } else { to.name.clone() }
    }

    fn package_of(&self, file: &str) -> Option<&Package> {
        paths::ancestors(paths::parent(file)).find_map(|folder| {
            let at = self.packages.binary_search_by(|package| package.folder.as_str().cmp(folder)).ok()?;
            self.packages.get(at)
        })
    }

    // Classes

    fn class(&self, from: &str, name: &str) -> Option<String> {
        let psr4 = || {
            prefixes(name).find_map(|(prefix, rest)| {
                let below = rest.replace('\\', "/");
                self.first_below(from, self.psr4.get(prefix)?, &format!("{below}.php"))
            })
        };
        let psr0 = || {
            let below = psr0_path(name);
            // A prefix may end inside the class's name: `Twig_`.
            let of_class = name.rsplit('\\').next().unwrap_or(name);
            let inside = of_class.match_indices('_').filter_map(|(at, _)| of_class.get(..=at));
            prefixes(name)
                .map(|(prefix, _)| prefix)
                .chain(inside)
                .find_map(|prefix| self.first_below(from, self.psr0.get(prefix)?, &below))
        };
        psr4()
            .or_else(psr0)
            .or_else(|| self.mapped_class(from, name))
            .or_else(|| self.declared(from, &[name]))
    }

    /// The nearest file that declares one of the names.
    fn declared(&self, from: &str, names: &[&str]) -> Option<String> {
        let folder = paths::parent(from);
        names
            .iter()
            .filter_map(|name| self.declared.get(*name))
            .flatten()
            .filter(|path| paths::is_within(folder, paths::visible_from(paths::parent(path))))
            .min_by_key(|path| (paths::distance(folder, paths::parent(path)), path.as_str()))
            .cloned()
    }

    /// The nearest file at that path below one of the roots.
    fn first_below(&self, from: &str, roots: &[Root], below: &str) -> Option<String> {
        let folder = paths::parent(from);
        let mut found: Option<(usize, String)> = None;
        for root in roots {
            if !paths::is_within(folder, paths::visible_from(&root.package)) {
                continue;
            }
            let path = paths::join(&root.folder, below);
            let far = paths::distance(folder, &root.package);
            if self.files.has_file(&path) && found.as_ref().is_none_or(|(least, _)| far < *least) {
                found = Some((far, path));
            }
        }
        found.map(|(_, path)| path)
    }

    /// A class of a class map: its whole name is its path, from some folder on. A class without a namespace is
    /// named like its file; without a class map that has to be beside the importing one, or at the top.
    fn mapped_class(&self, from: &str, name: &str) -> Option<String> {
        let below = format!("{}.php", name.replace('\\', "/"));
        // `App\Models\User` lies in `app/Models/User.php` where nobody says otherwise.
        let lower = below.split_once('/').map(|(first, rest)| format!("{}/{rest}", first.to_lowercase()));
        let files = self.mapped.get(name.rsplit('\\').next()?)?;
        let fits = |path: &str, below: &str| {
            path.strip_suffix(below).is_some_and(|root| root.is_empty() || root.ends_with('/'))
        };
        let folder = paths::parent(from);
        let near = |path: &str| {
            !self.everywhere || name.contains('\\') || [folder, ""].contains(&paths::parent(path))
        };
        files
            .iter()
            .filter(|path| near(path))
            .filter(|path| fits(path, &below) || lower.as_ref().is_some_and(|lower| fits(path, lower)))
            .filter(|path| paths::is_within(folder, paths::visible_from(paths::parent(path))))
            .min_by_key(|path| (paths::distance(folder, paths::parent(path)), path.as_str()))
            .cloned()
    }

    /// A namespace that is imported as such: a folder.
    fn namespace(&self, from: &str, name: &str) -> Option<String> {
        let folder = paths::parent(from);
        prefixes(&format!("{name}\\")).find_map(|(prefix, rest)| {
            let below = rest.trim_end_matches('\\').replace('\\', "/");
            self.psr4
                .get(prefix)?
                .iter()
                .filter(|root| paths::is_within(folder, paths::visible_from(&root.package)))
                .map(|root| paths::join(&root.folder, &below))
                .find(|path| !path.is_empty() && self.files.has_folder(path))
                .map(|path| paths::as_folder(&path))
        })
    }

    /// A function or constant: it is in a file that is always loaded, beside the classes of its namespace.
    fn function(&self, from: &str, namespace: &str) -> Option<String> {
        let place = self.namespace(from, namespace)?;
        let folder = place.trim_end_matches('/');
        let package = self.package_of(&paths::join(folder, "x"))?;
        let mut beside =
            package.files.iter().filter(|file| paths::parent(file) == folder && self.files.has_file(file));
        match (beside.next(), beside.next()) {
            (Some(only), None) => Some(only.clone()),
            (Some(_), Some(_)) => Some(place),
            (None, _) => {
                let mut all = package.files.iter().filter(|file| self.files.has_file(file));
                all.next().filter(|_| all.next().is_none()).cloned()
            }
        }
    }

    // Files

    fn included(&self, from: &str, path: &str) -> Option<String> {
        let folder = paths::parent(from);
        if path.starts_with("./") || path.starts_with("../") {
            return paths::resolve(folder, path).filter(|path| self.files.has_file(path));
        }
        // Without a folder of its own it is looked for beside the file, then from the project's root.
        paths::ancestors(folder)
            .filter_map(|base| paths::resolve(base, path))
            .find(|path| self.files.has_file(path))
    }
}

/// A namespace's prefixes, longest first, each with what follows it: `A\B\C` is `A\B` and `C`, `A` and `B\C`, and
/// the empty prefix and all of it.
fn prefixes(name: &str) -> impl Iterator<Item = (&str, &str)> {
    let parted =
        name.rmatch_indices('\\').filter_map(move |(at, _)| Some((name.get(..at)?, name.get(at + 1..)?)));
    parted.chain(std::iter::once(("", name)))
}

/// PSR-0: underscores of the class's own name part folders.
fn psr0_path(name: &str) -> String {
    let (namespace, class) = name.rsplit_once('\\').unwrap_or(("", name));
    paths::join(&namespace.replace('\\', "/"), &format!("{}.php", class.replace('_', "/")))
}

/// A string, or those of a list.
fn strings(value: &Value) -> impl Iterator<Item = &str> {
    let one = value.as_str();
    let many = value.as_array().into_iter().flatten().filter_map(Value::as_str);
    one.into_iter().chain(many)
}
