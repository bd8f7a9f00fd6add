//! Java: a class lies at the path of its package below some source root.

use std::collections::HashMap;

use beadloom_model::ImportFacts;

use super::files::ProjectFiles;
use super::{ImportTarget, paths};

/// Java first; classes of the other languages of the platform are imported alike.
const EXTENSIONS: &[&str] = &["java", "kt", "scala", "groovy"];

/// First segments of package names. Where no layout shows the source root, the package begins at the first of these.
const PACKAGE_STARTS: &[&str] = &[
    "com", "org", "net", "io", "edu", "gov", "dev", "de", "fr", "uk", "nl", "it", "es", "eu", "ch", "at",
    "be", "br", "cn", "cz", "dk", "fi", "jp", "kr", "no", "pl", "pt", "ru", "se", "us", "co", "me", "app",
    "ai", "info", "mil",
];

pub(super) struct Resolver {
    /// Class name (file stem) to the paths of its files.
    classes: HashMap<String, Vec<String>>,
    /// Last segment of a package to the folders of that name which hold classes.
    packages: HashMap<String, Vec<String>>,
}

impl Resolver {
    pub(super) fn new(files: &ProjectFiles) -> Self {
        let mut classes: HashMap<String, Vec<String>> = HashMap::new();
        let mut packages: HashMap<String, Vec<String>> = HashMap::new();
        for path in files.iter() {
            let Some((stem, extension)) = paths::name(path).rsplit_once('.') else { continue };
            if !EXTENSIONS.contains(&extension) {
                continue;
            }
            classes.entry(stem.to_owned()).or_default().push(path.to_owned());
            let folder = paths::parent(path);
            let folders = packages.entry(paths::name(folder).to_owned()).or_default();
            // Files of a folder follow each other unless a subfolder sorts between them.
            if folders.last().is_none_or(|last| last != folder) {
                folders.push(folder.to_owned());
            }
        }
        Self { classes, packages }
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> ImportTarget {
        let name = import.specifier.trim();
        let (name, wildcard) = match name.strip_suffix(".*") {
            Some(name) => (name, true),
            None => (name, false),
        };
        if name.split('.').any(|segment| segment.is_empty() || segment.contains(['/', '\\'])) {
            return ImportTarget::external(None, &import.names);
        }
        if wildcard && let Some(folder) = self.package(from, name) {
            return ImportTarget::internal(
                paths::as_folder(folder),
                Some(name.to_owned()),
                import.names.clone(),
            );
        }
        match self.class(from, name) {
            Some(path) => ImportTarget::internal(path, None, import.names.clone()),
            None => ImportTarget::external(Some(package_of(name, wildcard)), &import.names),
        }
    }

    /// The file of the longest part of `name` that is a class: what follows is nested in it or its member.
    fn class(&self, from: &str, name: &str) -> Option<&str> {
        let mut below = name.replace('.', "/");
        while below.contains('/') {
            let found = self
                .classes
                .get(paths::name(&below))
                .into_iter()
                .flatten()
                .filter(|path| {
                    let stem = path.rsplit_once('.').map_or(path.as_str(), |(stem, _)| stem);
                    root_of(stem, &below).is_some()
                })
                .min_by_key(|path| (distance(from, path), extension_rank(path), path.as_str()));
            if found.is_some() {
                return found.map(String::as_str);
            }
            below.truncate(paths::parent(&below).len());
        }
        None
    }

    fn package(&self, from: &str, name: &str) -> Option<&str> {
        let below = name.replace('.', "/");
        self.packages
            .get(paths::name(&below))?
            .iter()
            .filter(|folder| root_of(folder, &below).is_some())
            .min_by_key(|folder| (distance(from, folder), folder.as_str()))
            .map(String::as_str)
    }
}

/// The source root, if `path` is `below` seen from one.
fn root_of<'a>(path: &'a str, below: &str) -> Option<&'a str> {
    let root = path.strip_suffix(below)?;
    if !root.is_empty() && !root.ends_with('/') {
        return None;
    }
    let root = root.trim_end_matches('/');
    if let Some(known) = layout_root(path) {
        return (known == root).then_some(root);
    }
    // No layout shows where packages begin; a root never reaches into the package's name.
    let start = path.split('/').position(|segment| PACKAGE_STARTS.contains(&segment));
    let depth = if root.is_empty() { 0 } else { root.split('/').count() };
    start.is_none_or(|start| depth <= start).then_some(root)
}

/// The root that the layout of Maven and Gradle shows: `src/<set>/<language>`.
fn layout_root(path: &str) -> Option<&str> {
    let mut end = 0;
    let mut last = ["", ""];
    for segment in path.split('/') {
        end += segment.len();
        if last[0] == "src" && matches!(segment, "java" | "kotlin" | "scala" | "groovy") {
            return path.get(..end);
        }
        last = [last[1], segment];
        end += 1;
    }
    None
}

/// How far apart two files are: modules first, then main before tests.
fn distance(from: &str, path: &str) -> (usize, bool) {
    let module = |path| layout_root(path).map_or_else(|| paths::parent(path), module_of_root);
    let (from, to) = (module(from), module(path));
    let in_tests = path.split('/').any(|segment| segment.contains("test") || segment.contains("Test"));
    (paths::distance(from, to), in_tests)
}

/// `billing/src/main/java` belongs to `billing`.
fn module_of_root(root: &str) -> &str {
    paths::parent(paths::parent(paths::parent(root)))
}

fn extension_rank(path: &str) -> usize {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    EXTENSIONS.iter().position(|known| *known == extension).unwrap_or(EXTENSIONS.len())
}

/// The package of an external name: what stands before the first segment that is written like a class.
fn package_of(name: &str, wildcard: bool) -> String {
    let segments: Vec<&str> = name.split('.').collect();
    let is_class = |segment: &&str| segment.chars().next().is_some_and(char::is_uppercase);
    let fallback = if wildcard { segments.len() } else { segments.len().saturating_sub(1).max(1) };
    let end = segments.iter().position(is_class).filter(|end| *end > 0).unwrap_or(fallback);
    segments.into_iter().take(end).collect::<Vec<_>>().join(".")
}
