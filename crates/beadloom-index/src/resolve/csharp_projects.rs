//! Project files of C#: root namespaces, and which projects and packages a project uses.

use std::collections::{BTreeMap, BTreeSet};

use super::manifest::Manifests;
use super::paths;

/// Projects that use projects are followed over this many.
const REFERENCES: usize = 2_000;

/// A project file.
#[derive(Debug, Clone, Default)]
pub(super) struct Project {
    /// Its folder.
    pub(super) folder: String,
    /// The namespace of the files right in its folder.
    pub(super) root: String,
    /// Packages that it uses.
    pub(super) packages: Vec<String>,
    /// Paths of the project files that it uses.
    references: Vec<String>,
}

/// The projects by the paths of their files.
pub(super) fn projects(manifests: &mut Manifests<'_>) -> BTreeMap<String, Project> {
    let mut shared: BTreeMap<String, String> = BTreeMap::new();
    for path in manifests.named("Directory.Build.props") {
        let Some(text) = manifests.text(&path) else { continue };
        if let Some(root) = elements(&text, "RootNamespace").next() {
            shared.insert(paths::parent(&path).to_owned(), root.to_owned());
        }
    }
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
        let references =
            include("ProjectReference").iter().filter_map(|path| paths::resolve(&folder, path)).collect();
        let packages = include("PackageReference");
        let root = if root.contains('$') { name } else { root.trim().to_owned() };
        projects.insert(path, Project { folder, root, packages, references });
    }
    projects
}

/// A project and all that it uses, directly or not.
pub(super) fn used<'p>(path: &'p str, projects: &'p BTreeMap<String, Project>) -> BTreeSet<&'p str> {
    let mut used: BTreeSet<&str> = BTreeSet::new();
    let mut open = vec![path];
    while let Some(path) = open.pop() {
        let Some((path, project)) = projects.get_key_value(path) else { continue };
        if used.len() < REFERENCES && used.insert(path) {
            open.extend(project.references.iter().map(String::as_str));
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
fn attributes<'t>(text: &'t str, name: &str, attribute: &str) -> impl Iterator<Item = &'t str> {
    let (open, wanted) = (format!("<{name}"), format!("{attribute}=\""));
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let (_, after) = rest.split_once(open.as_str())?;
            rest = after;
            if !after.starts_with(char::is_whitespace) {
                continue;
            }
            let (tag, _) = after.split_once('>')?;
            if let Some((_, value)) = tag.split_once(wanted.as_str()) {
                return value.split('"').next();
            }
        }
    })
}
