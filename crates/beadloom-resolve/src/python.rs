//! Python: absolute imports from source roots, relative ones from the importing package.

use std::sync::Arc;

use beadloom_model::ImportFacts;

use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::python_roots::SourceRoots;
use super::python_stdlib::is_standard;
use super::{ImportTarget, paths};

pub(super) struct Resolver {
    files: Arc<ProjectFiles>,
    roots: SourceRoots,
}

/// What stands at a module's place.
enum Module {
    /// `module.py`.
    File(String),
    /// A package with its own file; submodules lie in the folder.
    Package { file: String, folder: String },
    /// A folder of modules without `__init__.py`.
    Namespace(String),
}

/// Whether the first segment of a module has to be a module or package with a file of its own. Python takes one
/// of those wherever it lies on the path before it falls back to a namespace.
#[derive(Clone, Copy, PartialEq)]
enum Tier {
    Regular,
    Namespace,
}

impl Resolver {
    pub(super) fn new(files: Arc<ProjectFiles>, manifests: &mut Manifests<'_>) -> Self {
        let roots = SourceRoots::new(&files, manifests);
        Self { files, roots }
    }

    /// Targets by path; empty where nothing in the project answers to the name and no package can be told.
    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> Vec<ImportTarget> {
        let module = import.specifier.trim();
        if module.starts_with('.') {
            return self.relative(paths::parent(from), module, &import.names);
        }
        if module.split('.').any(|segment| segment.is_empty() || segment.contains(['/', '\\'])) {
            return Vec::new();
        }
        let top = module.split('.').next().unwrap_or(module);
        let found = self.absolute(from, module, top, &import.names);
        if found.is_empty() {
            vec![ImportTarget::external(Some(top.to_owned()), &import.names)]
        } else {
            found
        }
    }

    fn relative(&self, folder: &str, module: &str, names: &[String]) -> Vec<ImportTarget> {
        let rest = module.trim_start_matches('.');
        let levels = module.len() - rest.len();
        let mut base = folder;
        for _ in 1..levels {
            if base.is_empty() {
                return Vec::new();
            }
            base = paths::parent(base);
        }
        if rest.split('.').any(|segment| segment.is_empty() && !rest.is_empty()) || rest.contains('/') {
            return Vec::new();
        }
        let path = paths::join(base, &rest.replace('.', "/"));
        let mut found = Split::new(names);
        if let Some(module) = self.module(&path) {
            found.add(self, module);
        }
        found.finish_in_folder(None)
    }

    fn absolute(&self, from: &str, module: &str, top: &str, names: &[String]) -> Vec<ImportTarget> {
        let below = module.replace('.', "/");
        let standard = is_standard(top);
        let roots = self.roots.holding(top, from, standard);
        let mut found = Split::new(names);
        for tier in [Tier::Regular, Tier::Namespace] {
            // Python's own modules come before any namespace.
            if standard && tier == Tier::Namespace {
                break;
            }
            for root in &roots {
                if self.tier(&root.folder, top) == Some(tier)
                    && let Some(module) = self.module(&paths::join(&root.folder, &below))
                {
                    found.add(self, module);
                    if found.complete {
                        return found.targets;
                    }
                }
            }
        }
        let folder = paths::parent(from);
        if !standard && !found.is_started() && !self.roots.depends_on(folder, top) {
            self.unrooted(folder, &below, top, &mut found);
        }
        // A top-level folder without modules that the import asks for is no package, but shares its name with one:
        // `from alembic import op` beside the folder `alembic/` of migrations.
        let dotted = module.contains('.');
        if dotted || !found.targets.is_empty() { found.finish_in_folder(Some(module)) } else { found.targets }
    }

    /// What no source root holds: a namespace in a folder around the file, then a sibling of a script.
    fn unrooted(&self, folder: &str, below: &str, top: &str, found: &mut Split<'_>) {
        let is_package = |folder: &str| {
            self.files.has_file(&paths::join(folder, "__init__.py")) || self.roots.is_in_package(folder)
        };
        for around in paths::ancestors(folder) {
            if self.roots.holds_python(&paths::join(around, top))
                && !is_package(around)
                && let Some(module) = self.module(&paths::join(around, below))
            {
                found.add(self, module);
                return;
            }
        }
        if !is_package(folder)
            && let Some(module) = self.module(&paths::join(folder, below))
        {
            found.add(self, module);
        }
    }

    fn tier(&self, root: &str, top: &str) -> Option<Tier> {
        match self.module(&paths::join(root, top))? {
            Module::Namespace(_) => Some(Tier::Namespace),
            _ => Some(Tier::Regular),
        }
    }

    /// What stands at `path`, without extension. As in Python a package comes before a module of the same name;
    /// stubs and extension sources stand in where there is no `.py`.
    fn module(&self, path: &str) -> Option<Module> {
        if path.is_empty() {
            return Some(Module::Namespace(String::new()));
        }
        for extension in ["py", "pyi", "pyx"] {
            let file = format!("{path}/__init__.{extension}");
            if self.files.has_file(&file) {
                return Some(Module::Package { file, folder: path.to_owned() });
            }
            let file = format!("{path}.{extension}");
            if self.files.has_file(&file) {
                return Some(Module::File(file));
            }
        }
        self.roots.holds_python(path).then(|| Module::Namespace(path.to_owned()))
    }
}

/// The names of one import, shared out between the files that hold them.
struct Split<'a> {
    open: Vec<&'a String>,
    bare: bool,
    complete: bool,
    targets: Vec<ImportTarget>,
    namespace: Option<String>,
}

impl<'a> Split<'a> {
    fn new(names: &'a [String]) -> Self {
        Self {
            open: names.iter().collect(),
            bare: names.is_empty(),
            complete: false,
            targets: Vec::new(),
            namespace: None,
        }
    }

    fn is_started(&self) -> bool {
        self.namespace.is_some() || !self.targets.is_empty()
    }

    fn add(&mut self, resolver: &Resolver, module: Module) {
        match module {
            Module::Namespace(folder) => self.namespace(resolver, folder),
            // Once a namespace is open, modules elsewhere cannot add to it.
            _ if self.is_started() => {}
            Module::File(file) => self.rest(file),
            Module::Package { file, folder } => {
                self.submodules(resolver, &folder);
                self.rest(file);
            }
        }
    }

    /// A namespace may have portions in several roots; names left open are looked for in the next.
    fn namespace(&mut self, resolver: &Resolver, folder: String) {
        self.submodules(resolver, &folder);
        self.complete = !self.bare && self.open.is_empty();
        self.namespace.get_or_insert(folder);
    }

    fn submodules(&mut self, resolver: &Resolver, folder: &str) {
        for name in std::mem::take(&mut self.open) {
            let plain = !name.is_empty() && !name.contains(['.', '/', '*']);
            let found = if plain { resolver.module(&paths::join(folder, name)) } else { None };
            match found {
                Some(Module::File(file) | Module::Package { file, .. }) => self.give(file, name),
                Some(Module::Namespace(folder)) => self.give(paths::as_folder(&folder), name),
                None => self.open.push(name),
            }
        }
    }

    /// The file that answers for what is no submodule.
    fn rest(&mut self, file: String) {
        self.complete = true;
        if self.bare {
            self.targets.push(ImportTarget::internal(file, None, Vec::new()));
        } else {
            for name in std::mem::take(&mut self.open) {
                self.give(file.clone(), name);
            }
        }
    }

    fn give(&mut self, path: String, name: &str) {
        match self.targets.iter_mut().find(|target| target.path.as_deref() == Some(path.as_str())) {
            Some(target) => target.names.push(name.to_owned()),
            None => self.targets.push(ImportTarget::internal(path, None, vec![name.to_owned()])),
        }
    }

    /// What no submodule answered leads to the namespace's folder, which is a package by the name `package`.
    fn finish_in_folder(mut self, package: Option<&str>) -> Vec<ImportTarget> {
        if let Some(folder) = self.namespace.take().filter(|folder| !folder.is_empty())
            && (self.bare || !self.open.is_empty())
        {
            let names = self.open.iter().map(|name| (*name).clone()).collect();
            let package = package.map(str::to_owned);
            self.targets.push(ImportTarget::internal(paths::as_folder(&folder), package, names));
        }
        self.targets
    }
}
