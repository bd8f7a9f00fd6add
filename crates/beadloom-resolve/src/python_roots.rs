//! Source roots of Python: folders from which absolute imports start.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeSet, HashMap, HashSet};

use toml::{Table, Value};

use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::paths;

/// A folder from which absolute imports start.
pub(super) struct SourceRoot {
    /// The folder; `""` is the project's root.
    pub(super) folder: String,
    /// Only files below this folder see it.
    pub(super) visible_from: String,
}

/// All source roots, and which of them hold a top-level name.
pub(super) struct SourceRoots {
    roots: Vec<SourceRoot>,
    by_name: HashMap<String, Vec<usize>>,
    python_folders: HashSet<String>,
}

impl SourceRoots {
    /// Finds them from layout (`src`, parents of top-most packages) and manifests.
    pub(super) fn new(files: &ProjectFiles, manifests: &mut Manifests<'_>) -> Self {
        let sources: Vec<&str> = files.iter().filter(|path| is_python(path)).collect();
        let mut python_folders = HashSet::new();
        for path in &sources {
            for folder in paths::ancestors(paths::parent(path)) {
                if !python_folders.insert(folder.to_owned()) {
                    break;
                }
            }
        }
        let mut declared = declared_roots(files, manifests);
        declared.insert(String::new());
        declared.retain(|folder| python_folders.contains(folder));
        let mut derived = BTreeSet::new();
        for folder in &python_folders {
            let is_package = files.has_file(&paths::join(folder, "__init__.py"));
            if paths::name(folder) == "src" && !is_package {
                derived.insert(folder.clone());
            }
            if is_package && !folder.is_empty() {
                let parent = paths::parent(folder);
                if !files.has_file(&paths::join(parent, "__init__.py")) {
                    derived.insert(parent.to_owned());
                }
            }
        }
        // A manifest in a fixture declares nothing for the project around it.
        let seclusion = |folder: &str| paths::visible_from(paths::parent(folder)).to_owned();
        let mut roots: Vec<SourceRoot> = declared
            .iter()
            .map(|folder| SourceRoot { folder: folder.clone(), visible_from: seclusion(folder) })
            .collect();
        roots.extend(derived.into_iter().filter(|folder| !declared.contains(folder)).map(|folder| {
            let visible_from = paths::visible_from(&folder).to_owned();
            SourceRoot { folder, visible_from }
        }));
        roots.compact_sort_by(|a, b| a.folder.cmp(&b.folder));
        let by_name = top_level_names(&roots, &sources, &python_folders);
        Self { roots, by_name, python_folders }
    }

    /// Whether Python files lie in this folder or below it.
    pub(super) fn holds_python(&self, folder: &str) -> bool {
        self.python_folders.contains(folder)
    }

    /// The roots that hold `module` and that a file in `folder` sees, nearest first: the innermost root around
    /// the file, then by the path they share with it.
    pub(super) fn holding(&self, module: &str, folder: &str) -> Vec<&SourceRoot> {
        let mut roots: Vec<&SourceRoot> = self
            .by_name
            .get(module)
            .into_iter()
            .flatten()
            .filter_map(|index| self.roots.get(*index))
            .filter(|root| paths::is_within(folder, &root.visible_from))
            .collect();
        roots.compact_sort_by_cached_key(|root| {
            let around = paths::is_within(folder, &root.folder);
            let shared = paths::shared_segments(folder, &root.folder);
            (!around, usize::MAX - shared, root.folder.as_str())
        });
        roots
    }
}

/// Whether the file is a Python module, stub or extension source.
pub(super) fn is_python(path: &str) -> bool {
    [".py", ".pyi", ".pyx"].iter().any(|extension| path.ends_with(extension))
}

fn top_level_names(
    roots: &[SourceRoot],
    sources: &[&str],
    python_folders: &HashSet<String>,
) -> HashMap<String, Vec<usize>> {
    let index: HashMap<&str, usize> =
        roots.iter().enumerate().map(|(index, root)| (root.folder.as_str(), index)).collect();
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    let folders = python_folders.iter().map(String::as_str).filter(|folder| !folder.is_empty());
    for path in sources.iter().copied().chain(folders) {
        if let Some(root) = index.get(paths::parent(path)) {
            let name = paths::name(path);
            let name = if is_python(path) { name.split('.').next().unwrap_or(name) } else { name };
            by_name.entry(name.to_owned()).or_default().push(*root);
        }
    }
    for roots in by_name.values_mut() {
        roots.compact_sort();
        roots.dedup();
    }
    by_name
}

/// Folders that manifests stand in or name.
fn declared_roots(files: &ProjectFiles, manifests: &mut Manifests<'_>) -> BTreeSet<String> {
    let mut roots = BTreeSet::new();
    for path in files.iter().filter(|path| paths::name(path) == "setup.py") {
        add_project(&mut roots, paths::parent(path));
    }
    for path in manifests.named("setup.cfg") {
        let folder = paths::parent(&path);
        add_project(&mut roots, folder);
        let text = manifests.text(&path).unwrap_or_default();
        for declared in setup_cfg_folders(&text) {
            roots.extend(paths::resolve(folder, &declared));
        }
    }
    for path in manifests.named("pyproject.toml") {
        let folder = paths::parent(&path);
        add_project(&mut roots, folder);
        if let Some(table) = manifests.toml(&path) {
            for declared in pyproject_folders(&table) {
                roots.extend(paths::resolve(folder, &declared));
            }
        }
    }
    roots
}

fn add_project(roots: &mut BTreeSet<String>, folder: &str) {
    roots.insert(folder.to_owned());
    roots.insert(paths::join(folder, "src"));
}

/// `package_dir` (its entry for the root) and `where` of a setup.cfg.
fn setup_cfg_folders(text: &str) -> Vec<String> {
    let mut folders = Vec::new();
    let mut section = "";
    let mut key = "";
    for line in text.lines() {
        let trimmed = line.trim();
        if let Some(name) = trimmed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name;
            key = "";
            continue;
        }
        let value = if line.starts_with([' ', '\t']) {
            trimmed
        } else {
            let Some((name, value)) = trimmed.split_once('=') else { continue };
            key = name.trim();
            value.trim()
        };
        match (section, key) {
            ("options", "package_dir") => {
                folders.extend(value.strip_prefix('=').map(|folder| folder.trim().to_owned()));
            }
            ("options.packages.find", "where") if !value.is_empty() => folders.push(value.to_owned()),
            _ => {}
        }
    }
    folders
}

/// What the build back ends and type checkers call their source folders.
fn pyproject_folders(table: &Table) -> Vec<String> {
    let Some(tool) = table.get("tool") else { return Vec::new() };
    let at = |keys: &[&str]| keys.iter().try_fold(tool, |value, key| value.get(key));
    let mut folders = Vec::new();
    for keys in [
        &["setuptools", "packages", "find", "where"][..],
        &["setuptools", "package-dir", ""],
        &["uv", "build-backend", "module-root"],
        &["maturin", "python-source"],
        &["pdm", "build", "package-dir"],
        &["pyright", "extraPaths"],
        &["pytest", "ini_options", "pythonpath"],
        &["mypy", "mypy_path"],
    ] {
        folders.extend(at(keys).map(strings).unwrap_or_default());
    }
    // Poetry names packages with the folder that they come from.
    for package in at(&["poetry", "packages"]).and_then(Value::as_array).into_iter().flatten() {
        folders.extend(package.get("from").map(strings).unwrap_or_default());
    }
    // Hatch names the packages' folders themselves.
    for package in at(&["hatch", "build", "targets", "wheel", "packages"]).map(strings).unwrap_or_default() {
        folders.push(paths::parent(package.trim_end_matches('/')).to_owned());
    }
    folders
}

fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    }
}
