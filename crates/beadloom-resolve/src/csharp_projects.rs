//! Project files of C#: root namespaces, and which projects and packages a project uses.

use std::collections::{BTreeMap, BTreeSet};

use super::manifest::Manifests;
use super::paths;

/// Projects that use projects are followed over this many.
const REFERENCES: usize = 2_000;

/// Files that the tools read with every project below them: before it, and after it.
const SHARED: [&str; 2] = ["Directory.Build.props", "Directory.Build.targets"];

/// A project file.
#[derive(Debug, Clone, Default)]
pub(super) struct Project {
    /// Its folder.
    pub(super) folder: String,
    /// The namespace of the files right in its folder.
    pub(super) root: String,
    /// Packages that it uses.
    pub(super) packages: Vec<String>,
    /// Projects that it uses.
    references: Vec<Reference>,
    /// Files of others that it is made of too, each from its beginning up to where any may follow.
    linked: Vec<String>,
    /// Names of files of protocol buffers that it has types made of.
    made_of: Vec<String>,
    /// Whether it says in a way that is not followed what else it is made of or uses: then it may see any project.
    is_open: bool,
}

impl Project {
    /// Whether it is made of a file of others too.
    pub(super) fn links(&self, path: &str) -> bool {
        self.linked.iter().any(|linked| path.starts_with(linked.as_str()))
    }
}

/// That a project uses another one.
#[derive(Debug, Clone)]
struct Reference {
    /// Of the project file.
    path: String,
    /// Whether who uses the project gets this one too.
    is_passed_on: bool,
}

/// What a project uses, directly or not.
#[derive(Debug, Default)]
pub(super) struct Used {
    /// Paths of project files, its own among them.
    pub(super) projects: BTreeSet<String>,
    /// See [`Project::linked`]; of all of them.
    pub(super) linked: BTreeSet<String>,
    /// See [`Project::made_of`]; of all of them. The end of a path behind its last wildcard.
    pub(super) made_of: BTreeSet<String>,
    /// Whether it may use any other too: see [`Project::is_open`].
    pub(super) is_open: bool,
}

/// The projects by the paths of their files.
pub(super) fn projects(manifests: &mut Manifests<'_>) -> BTreeMap<String, Project> {
    let mut shared: BTreeMap<String, String> = BTreeMap::new();
    for path in manifests.named(SHARED[0]) {
        let Some(text) = manifests.text(&path) else { continue };
        if let Some(root) = elements(&text, "RootNamespace").next() {
            shared.insert(paths::parent(&path).to_owned(), root.to_owned());
        }
    }
    let everywhere = shared_references(manifests);
    let mut projects = BTreeMap::new();
    for path in manifests.ending(".csproj") {
        let Some(text) = manifests.text(&path) else { continue };
        let folder = paths::parent(&path).to_owned();
        let stem = paths::name(&path).trim_end_matches(".csproj");
        let stated = elements(&text, "RootNamespace").next().map(str::to_owned);
        let inherited = || paths::ancestors(&folder).find_map(|folder| shared.get(folder).cloned());
        let root = stated.or_else(inherited).unwrap_or_else(|| "$(MSBuildProjectName)".to_owned());
        // The tools make names of what is none.
        let name: String =
            stem.chars().map(|c| if c.is_alphanumeric() || c == '.' { c } else { '_' }).collect();
        let root = root
            .replace("$(MSBuildProjectName.Replace(\" \", \"_\"))", &name)
            .replace("$(MSBuildProjectName)", &name)
            .replace("$(AssemblyName)", &name);
        let include = |element: &str| -> Vec<String> {
            attributes(&text, element, "Include")
                .take(REFERENCES)
                .map(|value| value.replace('\\', "/"))
                .collect()
        };
        let packages = include("PackageReference");
        let (mut references, mut is_open) = references(&text, &folder, &folder);
        for above in paths::ancestors(&folder) {
            let Some((text, at)) = everywhere.get(above).map(|text| (text, above)) else { continue };
            let (more, open) = self::references(text, &folder, at);
            references.extend(more);
            is_open |= open;
        }
        let mut linked = Vec::new();
        for path in include("Compile") {
            let fixed = path.split(['*', '?']).next().unwrap_or_default();
            match paths::resolve(&folder, fixed).filter(|_| !path.contains('$')) {
                Some(path) if path.starts_with(&folder) => {}
                Some(path) => linked.push(path),
                None => is_open = true,
            }
        }
        // Where they lie is often said by a property; what they are called is not.
        let mut made_of = include("Protobuf");
        for above in paths::ancestors(&folder) {
            let shared = everywhere.get(above).map(|text| attributes(text, "Protobuf", "Include"));
            made_of
                .extend(shared.into_iter().flatten().take(REFERENCES).map(|value| value.replace('\\', "/")));
        }
        let made_of =
            made_of.iter().flat_map(|list| list.split(';')).map(|path| paths::name(path.trim()).to_owned());
        let made_of = made_of.filter(|name| !name.is_empty()).collect();
        // What is imported by hand may use projects, or add files.
        is_open |= attributes(&text, "Import", "Project").any(|path| !path.contains("$(MSBuild"));
        let root = if root.contains('$') { name } else { root.trim().to_owned() };
        projects.insert(path, Project { folder, root, packages, references, linked, made_of, is_open });
    }
    settle(&mut projects);
    projects
}

/// Files that say something for all projects below them, by folder.
fn shared_references(manifests: &mut Manifests<'_>) -> BTreeMap<String, String> {
    let mut shared: BTreeMap<String, String> = BTreeMap::new();
    for name in SHARED {
        for path in manifests.named(name) {
            let Some(text) = manifests.text(&path) else { continue };
            if text.contains("<ProjectReference") || text.contains("<Protobuf") {
                shared.entry(paths::parent(&path).to_owned()).or_default().push_str(&text);
            }
        }
    }
    shared
}

/// The projects that a file says the project in `folder` uses, and whether it names some that are not followed. `at`: where the
/// file lies.
fn references(text: &str, folder: &str, at: &str) -> (Vec<Reference>, bool) {
    let (mut found, mut is_open) = (Vec::new(), false);
    for element in tags(text, "ProjectReference").take(REFERENCES) {
        let says = |name: &str, value: &str| {
            let within = attribute(element, name).or_else(|| elements(element, name).next());
            within.is_some_and(|said| said.trim().eq_ignore_ascii_case(value))
        };
        let Some(include) = attribute(element, "Include") else { continue };
        if says("ReferenceOutputAssembly", "false") {
            continue;
        }
        let include = include.replace('\\', "/");
        let (base, path) = match include.strip_prefix("$(MSBuildThisFileDirectory)") {
            Some(path) => (at, path),
            None => (folder, include.strip_prefix("$(MSBuildProjectDirectory)/").unwrap_or(&include)),
        };
        match paths::resolve(base, path.trim_start_matches('/')) {
            Some(path) if !path.contains(['$', '*', '?', ';', '@']) => {
                found.push(Reference { path, is_passed_on: !says("PrivateAssets", "all") });
            }
            _ => is_open = true,
        }
    }
    (found, is_open)
}

/// What only all projects together say: packages that are made here, and folders that several share.
fn settle(projects: &mut BTreeMap<String, Project>) {
    let mut by_name: BTreeMap<String, String> = BTreeMap::new();
    let mut in_folder: BTreeMap<String, usize> = BTreeMap::new();
    for (path, project) in projects.iter() {
        let name = paths::name(path).trim_end_matches(".csproj").to_lowercase();
        by_name.insert(name, path.clone());
        *in_folder.entry(project.folder.clone()).or_default() += 1;
    }
    for (path, project) in projects.iter_mut() {
        let made = project.packages.iter().filter_map(|package| by_name.get(&package.to_lowercase()));
        let made = made.filter(|other| *other != path).cloned();
        let more: Vec<Reference> = made.map(|path| Reference { path, is_passed_on: true }).collect();
        project.references.extend(more);
        project.is_open |= in_folder.get(&project.folder).is_some_and(|projects| *projects > 1);
    }
}

impl Used {
    /// Whether types are made of a file of protocol buffers.
    pub(super) fn is_made_of(&self, path: &str) -> bool {
        let name = paths::name(path);
        self.is_open
            || self.made_of.iter().any(|of| match of.rsplit_once('*') {
                Some((_, end)) => name.ends_with(end),
                None => of == name,
            })
    }
}

/// A project and all that it uses, as far as it is passed on.
pub(super) fn used(path: &str, projects: &BTreeMap<String, Project>) -> Used {
    let mut used = Used::default();
    let mut waiting = vec![path];
    while let Some(of) = waiting.pop() {
        let Some(project) = projects.get(of) else { continue };
        if used.projects.len() < REFERENCES && used.projects.insert(of.to_owned()) {
            used.is_open |= project.is_open;
            used.linked.extend(project.linked.iter().cloned());
            used.made_of.extend(project.made_of.iter().cloned());
            let passed_on = project.references.iter().filter(|one| one.is_passed_on || of == path);
            waiting.extend(passed_on.map(|one| one.path.as_str()));
        }
    }
    used
}

/// The contents of elements of that name, trimmed; those in comments too, which hardly matters.
fn elements<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    let mut rest = text;
    std::iter::from_fn(move || {
        let (_, after) = rest.split_once(open.as_str())?;
        let (content, after) = after.split_once(close.as_str())?;
        rest = after;
        Some(content.trim())
    })
}

/// The values of an attribute of elements of that name.
fn attributes<'t>(text: &'t str, name: &str, wanted: &str) -> impl Iterator<Item = &'t str> {
    tags(text, name).filter_map(move |element| attribute(element, wanted))
}

/// The elements of that name, from behind the name to where they end, or else their first tag does.
fn tags<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let (_, after) = rest.split_once(open.as_str())?;
            rest = after;
            if !after.starts_with(char::is_whitespace) {
                continue;
            }
            let (tag, behind) = after.split_once('>')?;
            if tag.ends_with('/') {
                return Some(tag);
            }
            let within = behind.find(close.as_str()).unwrap_or(0);
            return after.get(..tag.len() + 1 + within);
        }
    })
}

/// The value of an attribute in the first tag of an element.
fn attribute<'t>(element: &'t str, name: &str) -> Option<&'t str> {
    let tag = element.split('>').next()?;
    let wanted = format!("{name}=\"");
    let (before, value) = tag.split_once(wanted.as_str())?;
    before.ends_with(char::is_whitespace).then(|| value.split('"').next())?
}
