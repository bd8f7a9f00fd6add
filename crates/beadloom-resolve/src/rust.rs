//! Rust: paths through the module tree, which the layout of files shows.

use std::sync::Arc;

use beadloom_model::{ImportFacts, ImportKind};

use super::cargo::{Dependency, Package, Packages};
use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::{ImportTarget, paths};

/// Crates that come with the compiler.
const STANDARD: &[&str] = &["alloc", "core", "proc_macro", "std", "test"];

/// Folders of a package whose files and `<name>/main.rs` are crates of their own.
const TARGET_FOLDERS: &[&str] = &["benches", "examples", "src/bin", "tests"];

pub(super) struct Resolver {
    files: Arc<ProjectFiles>,
    packages: Packages,
}

/// A file's place in its crate.
struct Place<'a> {
    /// The folder of the crate's root file.
    root_folder: String,
    /// The root file; `None` where several crates share the folder.
    root: Option<String>,
    /// Names of the modules from the root to the file.
    modules: Vec<&'a str>,
    /// Where the files of the file's own modules lie.
    children: String,
}

impl Resolver {
    pub(super) fn new(files: Arc<ProjectFiles>, manifests: &mut Manifests<'_>) -> Self {
        let packages = Packages::new(&files, manifests);
        Self { files, packages }
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> ImportTarget {
        let package = self.packages.owner(from);
        let place = self.place(from, package);
        if import.kind == ImportKind::Module {
            return match self.declared_module(from, &place, import) {
                Some(path) => ImportTarget::internal(path, None, import.names.clone()),
                None => ImportTarget::external(None, &import.names),
            };
        }
        let mut segments: Vec<&str> =
            import.specifier.split("::").map(|segment| segment.trim()).map(unescaped).collect();
        // `use a::{self}` is `use a`.
        while segments.len() > 1 && segments.last().is_some_and(|last| matches!(*last, "self" | "*")) {
            segments.pop();
        }
        if segments.iter().skip(1).any(|segment| segment.is_empty() || segment.contains(['/', '\\', '.'])) {
            return ImportTarget::external(None, &import.names);
        }
        self.path(from, &place, package, &segments, &import.names)
    }

    fn path(
        &self,
        from: &str,
        place: &Place<'_>,
        package: Option<&Package>,
        segments: &[&str],
        names: &[String],
    ) -> ImportTarget {
        let Some((first, rest)) = segments.split_first() else { return ImportTarget::external(None, names) };
        let inside = |found: Option<String>| match found {
            Some(path) => ImportTarget::internal(path, None, names.to_vec()),
            None => ImportTarget::external(None, names),
        };
        match *first {
            "crate" | "$crate" => inside(self.walk(&place.root_folder, place.root.clone(), rest).0),
            "self" if rest.first() == Some(&"super") => self.path(from, place, package, rest, names),
            "self" => inside(self.walk(&place.children, Some(from.to_owned()), rest).0),
            "super" => inside(self.above(place, segments)),
            // `::name` is a crate, whatever modules there are.
            "" => match rest.split_first() {
                Some((name, rest)) => self
                    .other_crate(from, package, name, rest, names)
                    .unwrap_or_else(|| ImportTarget::external(Some((*name).to_owned()), names)),
                None => ImportTarget::external(None, names),
            },
            name => self.plain(from, place, package, name, segments, names),
        }
    }

    /// A path that begins with a name. A name that is both a crate and a module in reach is an error in Rust, so a
    /// declared crate can be taken before the layout is asked.
    fn plain(
        &self,
        from: &str,
        place: &Place<'_>,
        package: Option<&Package>,
        name: &str,
        segments: &[&str],
        names: &[String],
    ) -> ImportTarget {
        let rest = segments.get(1..).unwrap_or_default();
        if package.is_some_and(|package| package.rooted_paths)
            && let (Some(path), true) = self.walk(&place.root_folder, None, segments)
        {
            return ImportTarget::internal(path, None, names.to_vec());
        }
        if STANDARD.contains(&name) {
            return ImportTarget::external(Some(name.to_owned()), names);
        }
        let declared = package.is_some_and(|package| {
            package.dependencies.contains_key(name) || self.is_own_library(package, place, name)
        });
        if declared && let Some(target) = self.other_crate(from, package, name, rest, names) {
            return target;
        }
        if let (Some(path), true) = self.walk(&place.children, None, segments) {
            return ImportTarget::internal(path, None, names.to_vec());
        }
        if let Some(target) = self.other_crate(from, package, name, rest, names) {
            return target;
        }
        // What begins with a capital is a type in scope, such as an enum whose variants are imported.
        let is_type = name.starts_with(char::is_uppercase);
        ImportTarget::external((!is_type).then(|| name.to_owned()), names)
    }

    /// `super` once or more, then a path.
    fn above(&self, place: &Place<'_>, segments: &[&str]) -> Option<String> {
        let levels = segments.iter().take_while(|segment| **segment == "super").count();
        let modules = place.modules.get(..place.modules.len().checked_sub(levels)?)?;
        let (file, _) = self.walk(&place.root_folder, place.root.clone(), modules);
        let folder = paths::join(&place.root_folder, &modules.join("/"));
        self.walk(&folder, file, segments.get(levels..)?).0
    }

    /// A path into another crate; `None` where the name is no crate that is known.
    fn other_crate(
        &self,
        from: &str,
        package: Option<&Package>,
        name: &str,
        rest: &[&str],
        names: &[String],
    ) -> Option<ImportTarget> {
        if STANDARD.contains(&name) {
            return Some(ImportTarget::external(Some(name.to_owned()), names));
        }
        let target = match package.and_then(|package| package.dependencies.get(name)) {
            Some(Dependency::External(name)) => {
                return Some(ImportTarget::external(Some(name.clone()), names));
            }
            Some(Dependency::Local(folder)) => match self.packages.at(folder) {
                Some(package) => package,
                None => return Some(ImportTarget::external(Some(name.to_owned()), names)),
            },
            None => match package.filter(|package| package.lib_name == name) {
                Some(own) => own,
                None => self.packages.named(name, paths::parent(from))?,
            },
        };
        let path = match &target.lib_root {
            Some(root) => self.walk(paths::parent(root), Some(root.clone()), rest).0,
            None => None,
        };
        let path = path.unwrap_or_else(|| paths::as_folder(&target.folder));
        Some(ImportTarget::internal(path, Some(target.lib_name.clone()), names.to_vec()))
    }

    /// Whether `name` is the library beside this binary, test or example.
    fn is_own_library(&self, package: &Package, place: &Place<'_>, name: &str) -> bool {
        package.lib_name == name && package.lib_root.is_some() && package.lib_root != place.root
    }

    /// `mod x;`, with the inline modules around it before the name and the `#[path]` in the names.
    fn declared_module(&self, from: &str, place: &Place<'_>, import: &ImportFacts) -> Option<String> {
        let segments: Vec<&str> = import.specifier.split("::").map(unescaped).collect();
        if segments.iter().any(|segment| segment.is_empty() || segment.contains(['/', '\\', '.'])) {
            return None;
        }
        let (name, inline) = segments.split_last()?;
        let folder = paths::join(&place.children, &inline.join("/"));
        if let Some(path) = import.names.first().filter(|path| path.contains('.')) {
            let folder = if inline.is_empty() { paths::parent(from) } else { &folder };
            return paths::resolve(folder, &path.replace('\\', "/")).filter(|path| self.files.has_file(path));
        }
        self.module_file(&folder, name)
    }

    fn module_file(&self, folder: &str, name: &str) -> Option<String> {
        let path = paths::join(folder, name);
        self.files.first_file([format!("{path}.rs"), format!("{path}/mod.rs")])
    }

    /// Follows `segments` from a module (`file`, its own modules in `folder`) to the deepest file on the way, and
    /// says whether any segment was a file. Items and inline modules stay in the file of their module.
    fn walk(&self, folder: &str, file: Option<String>, segments: &[&str]) -> (Option<String>, bool) {
        let (mut folder, mut file, mut moved) = (folder.to_owned(), file, false);
        for segment in segments {
            match self.module_file(&folder, segment) {
                Some(found) => (file, moved) = (Some(found), true),
                // An inline module may hold modules that have files.
                None if self.files.has_folder(&paths::join(&folder, segment)) => {}
                None => break,
            }
            folder = paths::join(&folder, segment);
        }
        (file, moved)
    }

    fn place<'a>(&self, from: &'a str, package: Option<&Package>) -> Place<'a> {
        let folder = paths::parent(from);
        let stem = paths::name(from).strip_suffix(".rs").unwrap_or(paths::name(from));
        if self.is_root(from, package) {
            let root = Some(from.to_owned());
            return Place {
                root_folder: folder.to_owned(),
                root,
                modules: Vec::new(),
                children: folder.to_owned(),
            };
        }
        let (root_folder, root) = self.crate_around(from, package);
        let module = if stem == "mod" { folder } else { from.strip_suffix(".rs").unwrap_or(from) };
        let below = if root_folder.is_empty() {
            module
        } else {
            module.strip_prefix(root_folder.as_str()).unwrap_or("").trim_start_matches('/')
        };
        let modules = below.split('/').filter(|segment| !segment.is_empty()).collect();
        Place { root_folder, root, modules, children: module.to_owned() }
    }

    fn is_root(&self, file: &str, package: Option<&Package>) -> bool {
        let Some(package) = package else { return matches!(paths::name(file), "lib.rs" | "main.rs") };
        if package.lib_root.as_deref() == Some(file) || package.declared_roots.iter().any(|root| root == file)
        {
            return true;
        }
        let below = if package.folder.is_empty() {
            file
        } else {
            file.strip_prefix(package.folder.as_str()).unwrap_or("").trim_start_matches('/')
        };
        if matches!(below, "src/main.rs" | "src/lib.rs") {
            return true;
        }
        TARGET_FOLDERS.iter().any(|target| {
            let below = below.strip_prefix(target).and_then(|below| below.strip_prefix('/'));
            below.is_some_and(|below| match below.split_once('/') {
                None => below.ends_with(".rs") && below != "mod.rs",
                Some((_, file)) => file == "main.rs",
            })
        })
    }

    /// The crate that a file belongs to which is no root: the innermost folder around it that has a root file.
    fn crate_around(&self, file: &str, package: Option<&Package>) -> (String, Option<String>) {
        let end = package.map_or("", |package| package.folder.as_str());
        for folder in paths::ancestors(paths::parent(file)).take_while(|folder| paths::is_within(folder, end))
        {
            if let Some(package) = package {
                // The package's own folder has the build script in it, which no module belongs to.
                let declared = package.declared_roots.iter().filter(|_| folder != end);
                let mut roots = package.lib_root.iter().chain(declared);
                if let Some(root) = roots.find(|root| paths::parent(root) == folder) {
                    return (folder.to_owned(), Some(root.clone()));
                }
                let below = folder.strip_prefix(end).unwrap_or(folder).trim_start_matches('/');
                if TARGET_FOLDERS.contains(&below) && below != "src/bin" {
                    return (folder.to_owned(), None);
                }
            }
            let roots = ["lib.rs", "main.rs"].map(|name| paths::join(folder, name));
            let found =
                roots.into_iter().find(|root| self.is_root(root, package) && self.files.has_file(root));
            if found.is_some() {
                return (folder.to_owned(), found);
            }
        }
        (paths::join(end, if package.is_some() { "src" } else { "" }), None)
    }
}

/// `r#type` names what `type` would.
fn unescaped(segment: &str) -> &str {
    segment.strip_prefix("r#").unwrap_or(segment)
}
