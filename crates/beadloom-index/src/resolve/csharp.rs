//! C#: namespaces follow folders below the root namespace of a project.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use beadloom_model::ImportFacts;

use super::csharp_projects::{Project, projects, used};
use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::{ImportTarget, paths};

pub(super) struct Resolver {
    files: Arc<ProjectFiles>,
    projects: BTreeMap<String, Project>,
    /// Namespace to the folders of its files, each with its project's path.
    namespaces: HashMap<String, Vec<Place>>,
    /// Folder to the path of the project file in it.
    by_folder: HashMap<String, String>,
    /// Last part of a folder outside of all projects to such folders.
    loose: HashMap<String, Vec<String>>,
    /// What each project uses, itself included.
    used: HashMap<String, BTreeSet<String>>,
}

/// A folder that holds files of a namespace.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    folder: String,
    project: String,
}

impl Resolver {
    pub(super) fn new(files: Arc<ProjectFiles>, manifests: &mut Manifests<'_>) -> Self {
        let projects = projects(manifests);
        let mut by_folder: HashMap<String, String> = HashMap::new();
        for (path, project) in &projects {
            // Of two project files in a folder the first counts.
            by_folder.entry(project.folder.clone()).or_insert_with(|| path.clone());
        }
        let used = projects
            .keys()
            .map(|path| (path.clone(), used(path, &projects).into_iter().map(str::to_owned).collect()))
            .collect();
        let mut resolver =
            Self { files, projects, namespaces: HashMap::new(), by_folder, loose: HashMap::new(), used };
        let files = Arc::clone(&resolver.files);
        let mut last = None;
        for path in files.iter().filter(|path| path.ends_with(".cs")) {
            let folder = paths::parent(path);
            // Files of a folder follow each other unless a subfolder sorts between them.
            if last.replace(folder) != Some(folder) {
                resolver.add(folder);
            }
        }
        resolver
    }

    /// Notes a folder that holds files.
    fn add(&mut self, folder: &str) {
        let Some(path) = self.project_of(folder).map(str::to_owned) else {
            let folders = self.loose.entry(paths::name(folder).to_owned()).or_default();
            if !folders.iter().any(|known| known == folder) {
                folders.push(folder.to_owned());
            }
            return;
        };
        let Some(project) = self.projects.get(&path) else { return };
        let below = folder.get(project.folder.len()..).unwrap_or("").trim_start_matches('/');
        let mut namespace = project.root.clone();
        for part in below.split('/').filter(|part| !part.is_empty()) {
            if !namespace.is_empty() {
                namespace.push('.');
            }
            namespace.push_str(part);
        }
        let place = Place { folder: folder.to_owned(), project: path };
        let places = self.namespaces.entry(namespace).or_default();
        if !places.contains(&place) {
            places.push(place);
        }
    }

    /// The path of the project file that a folder belongs to.
    fn project_of(&self, folder: &str) -> Option<&str> {
        paths::ancestors(folder).find_map(|folder| self.by_folder.get(folder)).map(String::as_str)
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> Vec<ImportTarget> {
        let name = import.specifier.trim();
        if name.split('.').any(|part| part.is_empty() || part.contains(['/', '\\'])) {
            return Vec::new();
        }
        let own = self.project_of(paths::parent(from));
        // `using X = A.B.C;` most often names a type.
        let alias = import.names.first().is_some_and(|first| first != "*");
        let namespace = || self.namespace(own, from, name);
        let found = if alias {
            self.types(own, from, name).or_else(namespace).or_else(|| self.namespace_of_type(own, from, name))
        } else {
            namespace().or_else(|| self.types(own, from, name)).or_else(|| self.prefix(own, name))
        };
        let Some(found) = found else {
            return vec![ImportTarget::external(Some(self.package(own, name)), &import.names)];
        };
        let target = |path: String| {
            let package = path.ends_with('/').then(|| name.to_owned());
            ImportTarget::internal(path, package, import.names.clone())
        };
        found.into_iter().map(target).collect()
    }

    /// The folders of a namespace, as targets: of the project and those it uses, else of any other.
    fn namespace(&self, own: Option<&str>, from: &str, name: &str) -> Option<Vec<String>> {
        let folders = self.folders(own, from, name);
        (!folders.is_empty()).then(|| folders.iter().map(|folder| paths::as_folder(folder)).collect())
    }

    fn folders(&self, own: Option<&str>, from: &str, name: &str) -> Vec<String> {
        let at = paths::parent(from);
        let visible = |folder: &str| paths::is_within(at, paths::visible_from(folder));
        if let Some(places) = self.namespaces.get(name) {
            let used = own.and_then(|own| self.used.get(own));
            let reached = |place: &&Place| used.is_some_and(|used| used.contains(&place.project));
            let near: Vec<String> = places.iter().filter(reached).map(|place| place.folder.clone()).collect();
            if !near.is_empty() {
                return near;
            }
            return places.iter().map(|place| &place.folder).filter(|of| visible(of)).cloned().collect();
        }
        // Without projects a namespace is the end of a folder's path.
        let below = name.replace('.', "/");
        let Some(folders) = self.loose.get(paths::name(&below)) else { return Vec::new() };
        let ends = |folder: &&String| {
            folder.strip_suffix(below.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        folders.iter().filter(ends).filter(|folder| visible(folder)).cloned().collect()
    }

    /// The namespace around a type that no file is called like.
    fn namespace_of_type(&self, own: Option<&str>, from: &str, name: &str) -> Option<Vec<String>> {
        self.namespace(own, from, name.rsplit_once('.')?.0)
    }

    /// A namespace without a folder of its own, in a project that is used: the folder that comes nearest.
    fn prefix(&self, own: Option<&str>, name: &str) -> Option<Vec<String>> {
        let used = self.used.get(own?)?;
        let mut rest = name;
        while let Some((shorter, _)) = rest.rsplit_once('.') {
            rest = shorter;
            let places = self.namespaces.get(rest).into_iter().flatten();
            // The root of a project is its own; what is above might be anybody's.
            let reached = places.filter(|place| used.contains(&place.project)).find(|place| {
                self.projects.get(&place.project).is_some_and(|project| is_at_least(rest, &project.root))
            });
            if let Some(place) = reached {
                return Some(vec![paths::as_folder(&place.folder)]);
            }
        }
        None
    }

    /// The files that are called like a type, or like the type around it.
    fn types(&self, own: Option<&str>, from: &str, name: &str) -> Option<Vec<String>> {
        let mut of = name;
        while let Some((around, stem)) = of.rsplit_once('.') {
            let file = |folder: String| {
                let path = paths::join(&folder, &format!("{stem}.cs"));
                self.files.has_file(&path).then_some(path)
            };
            let files: Vec<String> = self.folders(own, from, around).into_iter().filter_map(file).collect();
            if !files.is_empty() {
                return Some(files);
            }
            of = around;
        }
        None
    }

    /// The package of an external namespace: the longest of the project's packages that begins it, else itself.
    fn package(&self, own: Option<&str>, name: &str) -> String {
        let packages = own.and_then(|own| self.projects.get(own)).map(|project| project.packages.as_slice());
        let begins = |package: &&String| {
            let head = name.get(..package.len());
            head.is_some_and(|head| head.eq_ignore_ascii_case(package))
                && matches!(name.as_bytes().get(package.len()), None | Some(b'.'))
        };
        let longest = packages.unwrap_or_default().iter().filter(begins).max_by_key(|package| package.len());
        longest.cloned().unwrap_or_else(|| name.to_owned())
    }
}

/// Whether a namespace is the root or below it.
fn is_at_least(namespace: &str, root: &str) -> bool {
    !root.is_empty()
        && namespace.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
