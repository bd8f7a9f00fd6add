//! Which router a mount names: one of its own file, of its package, or one that an import leads to.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use beadloom_model::languages::LanguageFamily;
use beadloom_model::{ImportKind, LanguageId, MountFacts};
use beadloom_store::ImportRow;

use super::routing::{Router, RoutingFile};

/// Modules that pass a router on are followed this far.
const HOPS: usize = 8;
/// Names in modules that are looked for on the way to one router: each module may pass on all of many others.
const MAX_LOOKS: usize = 1_000;

pub(super) struct Targets<'a> {
    files: BTreeMap<&'a str, &'a RoutingFile>,
    /// Of languages whose imports name types or namespaces: the routers by their names.
    types: BTreeMap<&'a str, Vec<Router<'a>>>,
    imports_of: &'a dyn Fn(&str) -> Vec<ImportRow>,
}

impl<'a> Targets<'a> {
    pub(super) fn new(files: &'a [RoutingFile], imports_of: &'a dyn Fn(&str) -> Vec<ImportRow>) -> Self {
        let mut types: BTreeMap<&str, Vec<Router<'_>>> = BTreeMap::new();
        for file in files.iter().filter(|file| has_types(&file.path)) {
            for name in names(file) {
                types.entry(name).or_default().push((file.path.as_str(), name));
            }
        }
        types.values_mut().for_each(|routers| {
            routers.compact_sort();
            routers.dedup();
        });
        Self { files: files.iter().map(|file| (file.path.as_str(), file)).collect(), types, imports_of }
    }

    /// The routers that a name means in a file of a language with types: what the file defines, what an import names, what its
    /// folder or an imported namespace has, or else the only one of the project.
    pub(super) fn type_called(&self, file: &'a RoutingFile, name: &str) -> Vec<Router<'a>> {
        let Some(all) = self.types.get(name) else { return Vec::new() };
        let family = family(&file.path);
        let is_kin = |path: &str| self::family(path) == family;
        let all = || all.iter().copied().filter(|(path, _)| is_kin(path));
        let own: Vec<Router<'a>> = all().filter(|(path, _)| *path == file.path).collect();
        if !own.is_empty() {
            return own;
        }
        let last = |row: &ImportRow| row.import.specifier.rsplit('.').next() == Some(name);
        if let Some(row) = file.imports.iter().find(|row| last(row)) {
            let Some(target) = row.target_path.as_deref() else { return Vec::new() };
            return all().filter(|(path, _)| is_within(path, target)).collect();
        }
        let near = folder(&file.path);
        let beside: Vec<Router<'a>> = all().filter(|(path, _)| folder(path) == near).collect();
        if !beside.is_empty() {
            return beside;
        }
        let reached = file.imports.iter().filter_map(|row| row.target_path.as_deref());
        let reached: Vec<&str> = reached.collect();
        let named: Vec<Router<'a>> =
            all().filter(|(path, _)| reached.iter().any(|target| is_within(path, target))).collect();
        if !named.is_empty() {
            return named;
        }
        let everywhere: Vec<Router<'a>> = all().collect();
        if everywhere.len() == 1 { everywhere } else { Vec::new() }
    }

    /// The routers that a mount makes part of another; empty where they are not of this project.
    pub(super) fn of(&self, file: &'a RoutingFile, mount: &MountFacts) -> Vec<Router<'a>> {
        if let Some(module) = &mount.module {
            let paths = file.imports.iter().filter(|row| row.import.specifier == *module);
            return paths
                .filter_map(|row| row.target_path.as_deref())
                .flat_map(|path| self.at(path, &mount.target))
                .collect();
        }
        if mount.target.is_empty() {
            return Vec::new();
        }
        if let Some(name) = name_of(file, &mount.target) {
            return vec![(file.path.as_str(), name)];
        }
        if has_types(&file.path) {
            return self.type_called(file, &mount.target);
        }
        let imported = self.through(&file.imports, &mount.target);
        if imported.is_empty() { self.beside(file, &mount.target) } else { imported }
    }

    /// A router of another file of the same folder: packages of Go have no imports within.
    fn beside(&self, file: &RoutingFile, target: &str) -> Vec<Router<'a>> {
        let folder = folder(&file.path);
        let extension = file.path.rsplit('.').next();
        self.below(folder)
            .into_iter()
            .filter(|other| other.path.rsplit('.').next() == extension && other.path != file.path)
            .filter_map(|other| Some((other.path.as_str(), name_of(other, target)?)))
            .collect()
    }

    /// A router by names whose first is bound by one of `imports`, there or where modules pass it on: each name of a module is
    /// looked for once.
    fn through(&self, imports: &[ImportRow], target: &str) -> Vec<Router<'a>> {
        let mut found = Vec::new();
        let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
        let mut waiting: Vec<(String, String)> = Vec::new();
        self.step(imports, target, &mut found, &mut waiting);
        for _ in 0..HOPS {
            for (path, name) in std::mem::take(&mut waiting) {
                if seen.len() < MAX_LOOKS && seen.insert((path.clone(), name.clone())) {
                    self.step(&(self.imports_of)(&path), &name, &mut found, &mut waiting);
                }
            }
        }
        found.compact_sort();
        found.dedup();
        found
    }

    /// Routers that `imports` lead to, and the modules with names that may pass it on.
    fn step(
        &self,
        imports: &[ImportRow],
        target: &str,
        found: &mut Vec<Router<'a>>,
        waiting: &mut Vec<(String, String)>,
    ) {
        let (head, rest) = target.split_once('.').unwrap_or((target, ""));
        for row in imports {
            let Some(path) = row.target_path.as_deref() else { continue };
            for (name, rest) in bound_as(row, head, rest) {
                let names = match (name, rest) {
                    ("" | "*", rest) => vec![rest.to_owned()],
                    ("default", "") => vec![String::new()],
                    (name, "") => vec![name.to_owned()],
                    // `from routers import users` leads to the module, or to an object of that name.
                    (name, rest) => vec![format!("{name}.{rest}"), rest.to_owned()],
                };
                let is_module = names.len() == 1 && names.iter().all(|name| is_module(path, name));
                for name in names {
                    let mut routers = self.at(path, &name);
                    if routers.is_empty() && is_module {
                        // `from shop import admin_urls` names what the module stands for as a whole.
                        routers = self.at(path, "");
                    }
                    if routers.is_empty() && !name.is_empty() {
                        waiting.push((path.to_owned(), name));
                    }
                    found.extend(routers);
                }
            }
        }
    }

    /// The router `name` in a file or in the files of a folder; without a name, what the file offers as a whole.
    fn at(&self, path: &str, name: &str) -> Vec<Router<'a>> {
        if path.ends_with('/') {
            let path = if path == "./" { "" } else { path };
            return self
                .below(path)
                .into_iter()
                .filter_map(|file| Some((file.path.as_str(), name_of(file, name)?)))
                .collect();
        }
        let Some(file) = self.files.get(path) else { return Vec::new() };
        if name.is_empty() {
            return tops(file).into_iter().map(|name| (file.path.as_str(), name)).collect();
        }
        name_of(file, name).map(|name| vec![(file.path.as_str(), name)]).unwrap_or_default()
    }

    /// The files with routing right in a folder (with its final `/`; empty for the root).
    fn below(&self, folder: &str) -> Vec<&'a RoutingFile> {
        self.files
            .range::<str, _>((Bound::Included(folder), Bound::Unbounded))
            .take_while(|(path, _)| path.starts_with(folder))
            .filter(|(path, _)| path.get(folder.len()..).is_some_and(|rest| !rest.contains('/')))
            .map(|(_, file)| *file)
            .collect()
    }
}

/// Whether a file is in a language whose imports name types or namespaces, not files.
pub(super) fn has_types(path: &str) -> bool {
    matches!(family(path), Some(LanguageFamily::Jvm | LanguageFamily::Of(LanguageId::CSharp)))
}

fn family(path: &str) -> Option<LanguageFamily> {
    LanguageId::of_path(path).map(LanguageId::family)
}

/// Whether a file is that of a target, or lies right in its folder.
fn is_within(path: &str, target: &str) -> bool {
    if target.ends_with('/') { folder(path) == target } else { path == target }
}

/// Whether a file is the module of that name in Python, where modules are imported as names are.
fn is_module(path: &str, name: &str) -> bool {
    let module = path.strip_suffix(".py").map(|stem| stem.strip_suffix("/__init__").unwrap_or(stem));
    module.is_some_and(|module| module.rsplit('/').next() == Some(name))
}

fn folder(path: &str) -> &str {
    path.rfind('/').and_then(|at| path.get(..=at)).unwrap_or("")
}

/// A router of the file by that name: one that it makes, or one that its routes and mounts speak of.
fn name_of<'a>(file: &'a RoutingFile, name: &str) -> Option<&'a str> {
    names(file).find(|known| *known == name)
}

fn names(file: &RoutingFile) -> impl Iterator<Item = &str> {
    let routing = &file.routing;
    let made = routing.routers.iter().map(|router| router.name.as_str());
    let used = routing.routes.iter().filter_map(|route| route.router.as_deref());
    made.chain(used).chain(routing.mounts.iter().filter_map(|mount| mount.onto.as_deref()))
}

/// The routers that are part of no other of the same file: what a module as a whole stands for.
fn tops(file: &RoutingFile) -> Vec<&str> {
    let mut tops: Vec<&str> = names(file).collect();
    tops.compact_sort();
    tops.dedup();
    let routing = &file.routing;
    tops.retain(|name| {
        let grouped = routing.routers.iter().any(|router| router.name == *name && router.parent.is_some());
        let mounted = routing.mounts.iter().any(|mount| mount.module.is_none() && mount.target == *name);
        !grouped && !mounted
    });
    tops
}

/// What the names `head.rest` stand for in the file that a row leads to: a name there, or "" and `*` for the
/// module as such, and the names that follow.
fn bound_as<'r>(row: &'r ImportRow, head: &'r str, rest: &'r str) -> Vec<(&'r str, &'r str)> {
    let import = &row.import;
    if let Some((_, name)) = import.aliases.iter().find(|(local, _)| local == head) {
        return vec![(name, rest)];
    }
    let renamed = |name: &str| import.aliases.iter().any(|(_, exported)| exported == name);
    let has = |name: &str| import.names.iter().any(|known| known == name) && !renamed(name);
    if has(head) || has("*") {
        // With everything of a module comes each name as it is there.
        return vec![(head, rest)];
    }
    if !import.names.is_empty() || renamed("") {
        return Vec::new();
    }
    let parts: Vec<&str> =
        import.specifier.split(['.', '/', ':', '\\']).filter(|part| !part.is_empty()).collect();
    let Some(last) = parts.last() else { return Vec::new() };
    if *last == head {
        // The last name is a module, or what a module holds.
        return vec![("", rest), (head, rest)];
    }
    if import.kind != ImportKind::Module && parts.first() == Some(&head) {
        // A dotted import is used by its dotted name.
        let mut left = rest;
        for part in parts.iter().skip(1) {
            match left.strip_prefix(part).map(|left| left.strip_prefix('.').unwrap_or(left)) {
                Some(stripped) => left = stripped,
                None => return Vec::new(),
            }
        }
        return vec![("", left)];
    }
    Vec::new()
}
