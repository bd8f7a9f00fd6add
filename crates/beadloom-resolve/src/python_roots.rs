//! Source roots of Python: folders from which absolute imports start.
//!
//! Firm are the project's root, folders with a manifest, what manifests name, and `src`. What lies inside of a folder of
//! sources is a part of a package, with an `__init__.py` or without, and no further root. Outside of these a folder that holds
//! packages is one for the scripts below it.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::paths;
use super::python_manifests::{Project, projects};

/// Folders that hold packages for the whole project by their name.
const SHARED: &[&str] = &["lib", "libs", "python", "source"];

/// Why a folder is a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Its folders are packages and its files modules, as far down as they go.
    Sources,
    /// A project: its files may be scripts.
    Project,
    /// It holds packages, and nothing says that it is a root.
    Derived,
}

/// A folder from which absolute imports start.
pub(super) struct SourceRoot {
    /// The folder; `""` is the project's root.
    pub(super) folder: String,
    kind: Kind,
    /// Only files below this folder see it.
    visible_from: String,
    /// Whether files of tests see it wherever they are: it is a package of its own that serves tests.
    serves_tests: bool,
    /// Of the project that it is a root of.
    project: Option<String>,
}

/// All source roots, and which of them hold a top-level name.
pub(super) struct SourceRoots {
    roots: Vec<SourceRoot>,
    by_name: HashMap<String, Vec<usize>>,
    python_folders: HashSet<String>,
    /// Folders of roots that are firm.
    firm: HashMap<String, Kind>,
    projects: BTreeMap<String, Project>,
}

impl SourceRoots {
    /// Finds them from layout (`src`, parents of top-most packages) and manifests.
    pub(super) fn new(files: &ProjectFiles, manifests: &mut Manifests<'_>) -> Self {
        let sources: Vec<&str> = files.iter().filter(|path| is_python(path)).collect();
        let python_folders = folders_of(&sources);
        let is_package = |folder: &str| files.has_file(&paths::join(folder, "__init__.py"));
        let projects = projects(files, manifests);
        let mut roots: BTreeMap<String, SourceRoot> = BTreeMap::new();
        let mut add = |folder: &str, kind: Kind, project: Option<&str>| {
            // A manifest in a fixture declares nothing for the project around it.
            let seclusion = paths::visible_from(paths::parent(project.unwrap_or(folder)));
            let named =
                project.and_then(|project| projects.get(project)).is_some_and(|one| !one.name.is_empty());
            let root = SourceRoot {
                folder: folder.to_owned(),
                kind,
                visible_from: seclusion.to_owned(),
                serves_tests: named && only_tests(paths::parent(project.unwrap_or(folder))),
                project: project.map(str::to_owned),
            };
            if python_folders.contains(folder) {
                roots.entry(folder.to_owned()).or_insert(root);
            }
        };
        for (folder, project) in &projects {
            for sources in &project.sources {
                if sources != folder {
                    add(sources, Kind::Sources, Some(folder));
                }
            }
            let src = paths::join(folder, "src");
            if project.is_stated && !is_package(&src) {
                add(&src, Kind::Sources, Some(folder));
            }
        }
        for (folder, project) in &projects {
            add(folder, Kind::Project, Some(folder).filter(|_| project.is_stated).map(String::as_str));
        }
        add("", Kind::Project, None);
        for root in roots.values_mut() {
            // What says no more than how its own files are run is no root for others.
            if root.project.is_none() && root.kind == Kind::Project {
                root.visible_from.clone_from(&root.folder);
            }
        }
        for folder in &python_folders {
            if paths::name(folder) == "src" && !is_package(folder) {
                let visible_from = paths::visible_from(folder).to_owned();
                roots.entry(folder.clone()).or_insert_with(|| SourceRoot {
                    folder: folder.clone(),
                    kind: Kind::Sources,
                    visible_from,
                    serves_tests: false,
                    project: None,
                });
            }
        }
        let firm: HashMap<String, Kind> =
            roots.iter().map(|(folder, root)| (folder.clone(), root.kind)).collect();
        let packages = python_folders.iter().filter(|folder| !folder.is_empty() && is_package(folder));
        let derived: BTreeSet<String> = packages.map(|folder| paths::parent(folder).to_owned()).collect();
        let mut found = Self { roots: Vec::new(), by_name: HashMap::new(), python_folders, firm, projects };
        for folder in derived {
            if !roots.contains_key(&folder) && !is_package(&folder) && !found.is_in_package(&folder) {
                let root = SourceRoot {
                    folder: folder.clone(),
                    kind: Kind::Derived,
                    visible_from: found.audience(&folder).to_owned(),
                    serves_tests: false,
                    project: None,
                };
                roots.insert(folder, root);
            }
        }
        found.roots = roots.into_values().collect();
        found.by_name = top_level_names(&found.roots, &sources, &found.python_folders);
        found
    }

    /// Whether Python files lie in this folder or below it.
    pub(super) fn holds_python(&self, folder: &str) -> bool {
        self.python_folders.contains(folder)
    }

    /// Whether a folder without an `__init__.py` is one of a package all the same: it lies below a folder of sources, or below
    /// the folder that a project is called after.
    pub(super) fn is_in_package(&self, folder: &str) -> bool {
        let Some((root, kind)) =
            paths::ancestors(folder).find_map(|around| Some((around, *self.firm.get(around)?)))
        else {
            return false;
        };
        if root == folder {
            return false;
        }
        let below = folder.get(root.len()..).unwrap_or("").trim_start_matches('/');
        let first = below.split('/').next().unwrap_or("");
        kind == Kind::Sources || self.projects.get(root).is_some_and(|project| project.is_named(first))
    }

    /// Whether a project around a folder depends on the package of that module.
    pub(super) fn depends_on(&self, folder: &str, module: &str) -> bool {
        paths::ancestors(folder)
            .filter_map(|around| self.projects.get(around))
            .any(|project| project.depends_on(module))
    }

    /// From where a folder that nothing declares is seen: the files below it, or all, if it is called so.
    fn audience<'a>(&self, folder: &'a str) -> &'a str {
        if SHARED.contains(&paths::name(folder)) { paths::visible_from(folder) } else { folder }
    }

    /// The roots that hold `module` and that the file `from` sees, nearest first: the innermost root around
    /// the file, then by the path they share with it. `standard`: the module is one of Python's own, which only a project's
    /// folder around the file comes before.
    pub(super) fn holding(&self, module: &str, from: &str, standard: bool) -> Vec<&SourceRoot> {
        let folder = paths::parent(from);
        let depends = self.depends_on(folder, module);
        let is_test = paths::is_of_tests(from);
        let is_seen = |root: &&SourceRoot| {
            let around = paths::is_within(folder, &root.folder);
            if standard && (!around || root.kind != Kind::Project) {
                return false;
            }
            // Of a dependency that is made here, the project has its name.
            let is_made = || {
                let project = root.project.as_ref().and_then(|project| self.projects.get(project));
                project.is_some_and(|project| project.is_named(module))
            };
            let is_other = depends && !is_made();
            match root.kind {
                Kind::Derived => !is_other && paths::is_within(folder, &root.visible_from),
                Kind::Sources | Kind::Project => {
                    (around || !is_other)
                        && (paths::is_within(folder, &root.visible_from) || (is_test && root.serves_tests))
                }
            }
        };
        let mut roots: Vec<&SourceRoot> = self
            .by_name
            .get(module)
            .into_iter()
            .flatten()
            .filter_map(|index| self.roots.get(*index))
            .filter(is_seen)
            .collect();
        roots.compact_sort_by_cached_key(|root| {
            let around = paths::is_within(folder, &root.folder);
            let shared = paths::shared_segments(folder, &root.folder);
            (!around, usize::MAX - shared, root.folder.as_str())
        });
        roots
    }
}

/// All folders around files.
fn folders_of(files: &[&str]) -> HashSet<String> {
    let mut folders = HashSet::new();
    for path in files {
        for folder in paths::ancestors(paths::parent(path)) {
            if !folders.insert(folder.to_owned()) {
                break;
            }
        }
    }
    folders
}

/// Whether the file is a Python module, stub or extension source.
pub(super) fn is_python(path: &str) -> bool {
    [".py", ".pyi", ".pyx"].iter().any(|extension| path.ends_with(extension))
}

/// Whether a folder lies among tests, and among nothing else that only serves what stands beside it.
fn only_tests(folder: &str) -> bool {
    let mut secluded = folder.split('/').filter(|part| paths::is_secluded(part)).peekable();
    secluded.peek().is_some() && secluded.all(|part| matches!(part, "test" | "tests"))
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
