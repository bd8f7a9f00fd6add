//! What `Cargo.toml` files say: packages, their crates and what they depend on.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, HashMap};

use toml::{Table, Value};

use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::paths;

/// A package of the project.
pub(super) struct Package {
    /// Where its manifest lies.
    pub(super) folder: String,
    /// The name by which other crates write the library.
    pub(super) lib_name: String,
    /// The library's root file, where there is one.
    pub(super) lib_root: Option<String>,
    /// Root files of binaries, tests, examples, benches and the build script that the manifest names.
    pub(super) declared_roots: Vec<String>,
    /// Whether paths in `use` start at the crate's root: edition 2015.
    pub(super) rooted_paths: bool,
    /// By the name that the package's code writes.
    pub(super) dependencies: HashMap<String, Dependency>,
}

/// What a name of another crate stands for.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Dependency {
    /// The package in this folder of the project.
    Local(String),
    /// A crate from elsewhere, by its own name.
    External(String),
}

/// All packages of the project.
pub(super) struct Packages {
    by_folder: BTreeMap<String, Package>,
    by_lib_name: HashMap<String, Vec<String>>,
}

impl Packages {
    pub(super) fn new(files: &ProjectFiles, manifests: &mut Manifests<'_>) -> Self {
        let mut tables: BTreeMap<String, Table> = BTreeMap::new();
        for path in manifests.named("Cargo.toml") {
            // A broken manifest still bounds its package and has the usual layout.
            let table = manifests.toml(&path).unwrap_or_else(|| Table::from_iter([package_stub(&path)]));
            tables.insert(paths::parent(&path).to_owned(), table);
        }
        let mut by_folder = BTreeMap::new();
        let mut by_lib_name: HashMap<String, Vec<String>> = HashMap::new();
        for (folder, table) in &tables {
            if let Some(package) = package(folder, table, &tables, files) {
                by_lib_name.entry(package.lib_name.clone()).or_default().push(folder.clone());
                by_folder.insert(folder.clone(), package);
            }
        }
        Self { by_folder, by_lib_name }
    }

    /// The package in a folder.
    pub(super) fn at(&self, folder: &str) -> Option<&Package> {
        self.by_folder.get(folder)
    }

    /// The package that a file belongs to.
    pub(super) fn owner(&self, file: &str) -> Option<&Package> {
        paths::ancestors(paths::parent(file)).find_map(|folder| self.at(folder))
    }

    /// The nearest package whose library has this name.
    pub(super) fn named(&self, lib_name: &str, folder: &str) -> Option<&Package> {
        self.by_lib_name
            .get(lib_name)?
            .iter()
            .filter(|at| paths::is_within(folder, paths::visible_from(paths::parent(at))))
            .min_by_key(|at| (paths::distance(folder, at), at.as_str()))
            .and_then(|at| self.at(at))
    }
}

/// How code writes the name of a package.
pub(super) fn crate_name(package: &str) -> String {
    package.replace('-', "_")
}

fn package_stub(path: &str) -> (String, Value) {
    let name = paths::name(paths::parent(path)).to_owned();
    let fields =
        [("name".to_owned(), Value::String(name)), ("edition".to_owned(), Value::String("2024".into()))];
    ("package".to_owned(), Value::Table(Table::from_iter(fields)))
}

fn package(
    folder: &str,
    table: &Table,
    tables: &BTreeMap<String, Table>,
    files: &ProjectFiles,
) -> Option<Package> {
    let fields = table.get("package").or_else(|| table.get("project"))?.as_table()?;
    let name = fields.get("name")?.as_str()?;
    let lib = table.get("lib");
    let text = |value: Option<&Value>, key: &str| value?.get(key)?.as_str().map(str::to_owned);
    let lib_path = text(lib, "path").unwrap_or_else(|| "src/lib.rs".to_owned());
    let lib_root = paths::resolve(folder, &lib_path).filter(|path| files.has_file(path));
    let mut declared_roots = Vec::new();
    for kind in ["bin", "test", "example", "bench"] {
        let targets = table.get(kind).and_then(Value::as_array).into_iter().flatten();
        let declared = targets.filter_map(|target| paths::resolve(folder, target.get("path")?.as_str()?));
        declared_roots.extend(declared);
    }
    let build = fields.get("build").and_then(Value::as_str).unwrap_or("build.rs");
    declared_roots.extend(paths::resolve(folder, build));
    declared_roots.retain(|path| files.has_file(path));
    declared_roots.compact_sort();
    let workspace = workspace_of(folder, table, tables);
    Some(Package {
        folder: folder.to_owned(),
        lib_name: crate_name(&text(lib, "name").unwrap_or_else(|| name.to_owned())),
        lib_root,
        declared_roots,
        rooted_paths: edition(fields, workspace) == "2015",
        dependencies: dependencies(folder, table, workspace),
    })
}

fn edition<'a>(fields: &'a Table, workspace: Option<(&str, &'a Table)>) -> &'a str {
    match fields.get("edition") {
        Some(Value::String(edition)) => edition,
        Some(_) => workspace
            .and_then(|(_, table)| table.get("workspace")?.get("package")?.get("edition")?.as_str())
            .unwrap_or("2021"),
        None => "2015",
    }
}

/// The manifest with a `[workspace]` that holds for a package, with its folder.
fn workspace_of<'a>(
    folder: &'a str,
    table: &'a Table,
    tables: &'a BTreeMap<String, Table>,
) -> Option<(&'a str, &'a Table)> {
    let named = table.get("package").and_then(|package| package.get("workspace")).and_then(Value::as_str);
    if let Some(named) = named {
        let at = paths::resolve(folder, named)?;
        return tables.get_key_value(&at).map(|(folder, table)| (folder.as_str(), table));
    }
    paths::ancestors(folder).find_map(|folder| {
        let table = tables.get(folder)?;
        table.contains_key("workspace").then_some((folder, table))
    })
}

fn dependencies(
    folder: &str,
    table: &Table,
    workspace: Option<(&str, &Table)>,
) -> HashMap<String, Dependency> {
    let mut found = HashMap::new();
    let targets = table.get("target").and_then(Value::as_table).into_iter().flatten();
    let tables = targets.map(|(_, target)| target).filter_map(Value::as_table).chain([table]);
    for table in tables {
        for kind in ["build-dependencies", "dev-dependencies", "dependencies"] {
            let Some(entries) = table.get(kind).and_then(Value::as_table) else { continue };
            for (name, entry) in entries {
                found.insert(crate_name(name), dependency(folder, name, entry, workspace));
            }
        }
    }
    found
}

fn dependency(folder: &str, name: &str, entry: &Value, workspace: Option<(&str, &Table)>) -> Dependency {
    if entry.get("workspace").and_then(Value::as_bool) == Some(true)
        && let Some((at, table)) = workspace
        && let Some(shared) = table.get("workspace").and_then(|table| table.get("dependencies")?.get(name))
    {
        // The shared entry stands on its own: it cannot point to a workspace in turn.
        return dependency_itself(at, name, shared, Some((at, table)));
    }
    dependency_itself(folder, name, entry, workspace)
}

fn dependency_itself(
    folder: &str,
    name: &str,
    entry: &Value,
    workspace: Option<(&str, &Table)>,
) -> Dependency {
    let package = entry.get("package").and_then(Value::as_str).unwrap_or(name);
    let local = entry.get("path").and_then(Value::as_str).and_then(|path| paths::resolve(folder, path));
    local
        .or_else(|| patched(package, workspace))
        .map_or_else(|| Dependency::External(crate_name(package)), Dependency::Local)
}

/// A registry's package that the workspace replaces by one of its own.
fn patched(package: &str, workspace: Option<(&str, &Table)>) -> Option<String> {
    let (at, table) = workspace?;
    let sources = table.get("patch")?.as_table()?;
    sources.iter().find_map(|(_, source)| paths::resolve(at, source.get(package)?.get("path")?.as_str()?))
}
