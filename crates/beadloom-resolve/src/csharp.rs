//! C#: a namespace is in the folders of the files that declare it; of files that declare none, in the folder that its name
//! says below the root namespace of a project.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use beadloom_model::{Declared, ImportFacts, LanguageId};

use super::csharp_projects::{Project, Used, projects, used};
use super::declared::DeclaredFiles;
use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::{ImportTarget, paths};

/// Endings of files that declare namespaces: what is made of protocol buffers has none of its own.
pub(super) const DECLARING: &[LanguageId] = &[LanguageId::CSharp, LanguageId::Protobuf];

/// Files that one name may stand in: a class is written in parts.
const PARTS: usize = 16;

/// Places of one namespace that are looked at for one without files.
const PLACES: usize = 256;

pub(super) struct Resolver {
    files: Arc<ProjectFiles>,
    projects: BTreeMap<String, Project>,
    /// Namespace to the folders of its files, each with its project's path.
    namespaces: HashMap<String, Vec<Place>>,
    /// Folder to the path of the project file in it.
    by_folder: HashMap<String, String>,
    /// Last part of a folder outside of all projects to such folders.
    loose: HashMap<String, Vec<String>>,
    /// Types by their full names, as files declare them: made when the first import names one.
    types: OnceLock<HashMap<String, Vec<String>>>,
    declared: DeclaredFiles,
    /// Projects of which a file says what it holds: there, who says nothing holds nothing.
    telling: HashSet<String>,
    /// First parts of the full names of declared types.
    heads: HashSet<String>,
    /// Namespaces of what is made of other files, to these files.
    made: HashMap<String, Vec<String>>,
    /// What each project uses, itself included.
    used: HashMap<String, Used>,
}

/// A folder that holds files of a namespace.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    folder: String,
    /// Empty outside of all projects.
    project: String,
}

impl Resolver {
    pub(super) fn new(
        files: Arc<ProjectFiles>,
        manifests: &mut Manifests<'_>,
        declared: DeclaredFiles,
    ) -> Self {
        let projects = projects(manifests);
        let mut by_folder: HashMap<String, String> = HashMap::new();
        for (path, project) in &projects {
            // Of two project files in a folder the first counts.
            by_folder.entry(project.folder.clone()).or_insert_with(|| path.clone());
        }
        let used = projects.keys().map(|path| (path.clone(), used(path, &projects))).collect();
        let mut resolver = Self {
            files,
            projects,
            namespaces: HashMap::new(),
            by_folder,
            loose: HashMap::new(),
            types: OnceLock::new(),
            declared: DeclaredFiles::default(),
            telling: HashSet::new(),
            heads: HashSet::new(),
            made: HashMap::new(),
            used,
        };
        let files = Arc::clone(&resolver.files);
        for path in files.iter().filter(|path| path.ends_with(".cs")) {
            let spaces = declared.of(path);
            if !spaces.is_empty() {
                resolver.add_declared(path, spaces);
                let project = resolver.project_of(paths::parent(path)).map(str::to_owned);
                resolver.telling.extend(project);
            }
        }
        let mut last = None;
        for path in files.iter().filter(|path| path.ends_with(".cs") && declared.of(path).is_empty()) {
            let folder = paths::parent(path);
            // Files of a folder follow each other unless a subfolder sorts between them.
            if last.replace(folder) != Some(folder)
                && !resolver.project_of(folder).is_some_and(|project| resolver.telling.contains(project))
            {
                resolver.add(folder);
            }
        }
        for path in files.iter().filter(|path| path.ends_with(".proto")) {
            for space in declared.of(path) {
                resolver.made.entry(space.name.clone()).or_default().push(path.to_owned());
            }
        }
        resolver.declared = declared;
        resolver
    }

    /// Notes a file by what it declares.
    fn add_declared(&mut self, path: &str, spaces: &[Declared]) {
        let folder = paths::parent(path);
        let project = self.project_of(folder).unwrap_or("").to_owned();
        for space in spaces {
            if space.name.is_empty() {
                self.heads.extend(space.names.iter().cloned());
                continue;
            }
            let head = space.name.split('.').next().unwrap_or(&space.name);
            if !self.heads.contains(head) {
                self.heads.insert(head.to_owned());
            }
            let place = Place { folder: folder.to_owned(), project: project.clone() };
            let places = self.namespaces.entry(space.name.clone()).or_default();
            // Files of a folder mostly follow each other.
            if places.last() != Some(&place) && !places.contains(&place) {
                places.push(place);
            }
        }
    }

    /// Notes a folder that holds files which declare no namespace.
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

    /// Whether a file may use what another one defines: one of its own project, of one that this uses, or of none.
    pub(super) fn sees(&self, from: &str, to: &str) -> bool {
        let Some(used) = self.used_by(from) else { return true };
        used.is_open
            || self.project_of(paths::parent(to)).is_none_or(|other| used.projects.contains(other))
            || used.linked.iter().any(|linked| to.starts_with(linked.as_str()))
    }

    /// Whether two files are of the same project, or one is linked into that of the other.
    pub(super) fn is_one(&self, a: &str, b: &str) -> bool {
        let of = |path: &str| self.project_of(paths::parent(path));
        let links = |own: &str, other: &str| {
            of(own).and_then(|project| self.projects.get(project)).is_some_and(|project| project.links(other))
        };
        of(a) == of(b) || links(a, b)
    }

    /// What the project of a file uses.
    fn used_by(&self, from: &str) -> Option<&Used> {
        self.used.get(self.project_of(paths::parent(from))?)
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
        if folders.is_empty() {
            return self.nearest(own, from, self.made.get(name)?);
        }
        Some(folders.iter().map(|folder| paths::as_folder(folder)).collect())
    }

    /// Of files that types are made of, the nearest: of two services with a copy each, a project makes its own, of those
    /// that lie in it or that it names. One that has none has them from a package.
    fn nearest(&self, own: Option<&str>, from: &str, files: &[String]) -> Option<Vec<String>> {
        let at = paths::parent(from);
        let used = own.and_then(|own| self.used.get(own));
        files
            .iter()
            .filter(|path| {
                let within = self.project_of(paths::parent(path));
                used.is_none_or(|used| {
                    used.is_made_of(path) || within.is_some_and(|within| used.projects.contains(within))
                })
            })
            .filter(|path| paths::is_within(at, paths::visible_from(paths::parent(path))))
            .min_by_key(|path| (paths::distance(at, paths::parent(path)), path.as_str()))
            .map(|path| vec![path.clone()])
    }

    fn folders(&self, own: Option<&str>, from: &str, name: &str) -> Vec<String> {
        let at = paths::parent(from);
        let visible = |folder: &str| paths::is_within(at, paths::visible_from(folder));
        if let Some(places) = self.namespaces.get(name) {
            let used = own.and_then(|own| self.used.get(own));
            let reached = |place: &&Place| used.is_some_and(|used| used.projects.contains(&place.project));
            let near: Vec<String> = places.iter().filter(reached).map(|place| place.folder.clone()).collect();
            if !near.is_empty() {
                return near;
            }
            // What a project does not use is not there for it, whoever else declares that name.
            let may_be = |place: &&Place| {
                visible(&place.folder) && (place.project.is_empty() || used.is_none_or(|used| used.is_open))
            };
            return places.iter().filter(may_be).map(|place| place.folder.clone()).collect();
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
            // Where files declare theirs, what none declares is nowhere.
            let followed = places.filter(|place| {
                !self.telling.contains(&place.project) && used.projects.contains(&place.project)
            });
            let reached = followed.take(PLACES).find(|place| {
                self.projects.get(&place.project).is_some_and(|project| is_at_least(rest, &project.root))
            });
            if let Some(place) = reached {
                return Some(vec![paths::as_folder(&place.folder)]);
            }
        }
        None
    }

    fn all_types(&self) -> HashMap<String, Vec<String>> {
        let mut types: HashMap<String, Vec<String>> = HashMap::new();
        for path in self.files.iter().filter(|path| path.ends_with(".cs")) {
            for space in self.declared.of(path) {
                for name in &space.names {
                    let name =
                        if space.name.is_empty() { name.clone() } else { format!("{}.{name}", space.name) };
                    types.entry(name).or_default().push(path.to_owned());
                }
            }
        }
        types
    }

    /// The files that declare a type, or the type around it.
    fn declared_type(&self, own: Option<&str>, from: &str, name: &str) -> Option<Vec<String>> {
        let head = name.split('.').next().unwrap_or("");
        if !self.heads.contains(head) {
            return None;
        }
        let types = self.types.get_or_init(|| self.all_types());
        let at = paths::parent(from);
        let used = own.and_then(|own| self.used.get(own));
        let mut of = name;
        loop {
            if let Some(files) = types.get(of) {
                let reached = |path: &&String| {
                    let project = self.project_of(paths::parent(path));
                    project.is_some_and(|project| used.is_some_and(|used| used.projects.contains(project)))
                };
                let near: Vec<String> = files.iter().filter(reached).take(PARTS).cloned().collect();
                if !near.is_empty() {
                    return Some(near);
                }
                let visible = |path: &&String| {
                    paths::is_within(at, paths::visible_from(paths::parent(path))) && self.sees(from, path)
                };
                let any: Vec<String> = files.iter().filter(visible).take(PARTS).cloned().collect();
                if !any.is_empty() {
                    return Some(any);
                }
            }
            of = of.rsplit_once('.')?.0;
        }
    }

    /// The files that are called like a type, or like the type around it.
    fn types(&self, own: Option<&str>, from: &str, name: &str) -> Option<Vec<String>> {
        if let Some(found) = self.declared_type(own, from, name) {
            return Some(found);
        }
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
