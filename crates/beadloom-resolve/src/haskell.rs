//! Haskell: a module lies at the path of its name below a source folder.

use std::collections::{BTreeSet, HashMap};

use beadloom_model::ImportFacts;

use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::{ImportTarget, paths};

/// Files that hold a module, preferred first: sources, then what a preprocessor makes sources of.
const EXTENSIONS: &[&str] = &["hs", "lhs", "hsc", "chs", "x", "y"];

/// Where sources are if no manifest says so.
const DEFAULT_ROOTS: &[&str] = &["src", "app", "lib", ""];

pub(super) struct Resolver {
    /// Module to its files, by path.
    modules: HashMap<String, Vec<String>>,
    /// Folders of packages.
    packages: BTreeSet<String>,
}

impl Resolver {
    pub(super) fn new(files: &ProjectFiles, manifests: &mut Manifests<'_>) -> Self {
        let mut roots: BTreeSet<String> = BTreeSet::new();
        let mut packages: BTreeSet<String> = BTreeSet::new();
        let mut named = manifests.ending(".cabal");
        named.extend(manifests.named("package.yaml"));
        for path in named {
            let Some(text) = manifests.text(&path) else { continue };
            let package = paths::parent(&path);
            let folders = if path.ends_with(".cabal") { cabal_folders(&text) } else { hpack_folders(&text) };
            if path.ends_with(".yaml") && folders.is_empty() {
                // Other tools keep files of that name too.
                continue;
            }
            packages.insert(package.to_owned());
            if folders.is_empty() {
                roots.insert(package.to_owned());
            }
            roots.extend(folders.iter().filter_map(|folder| paths::resolve(package, folder)));
        }
        if packages.is_empty() {
            roots.extend(DEFAULT_ROOTS.iter().map(|folder| (*folder).to_owned()));
        }
        let mut modules: HashMap<String, Vec<String>> = HashMap::new();
        for path in files.iter() {
            let Some((stem, extension)) = path.rsplit_once('.') else { continue };
            if !EXTENSIONS.contains(&extension) {
                continue;
            }
            for root in paths::ancestors(paths::parent(path)).filter(|folder| roots.contains(*folder)) {
                let below = stem.get(root.len()..).unwrap_or("").trim_start_matches('/');
                // `app/Main.hs` is no module of that name.
                if below.split('/').all(|segment| segment.starts_with(char::is_uppercase)) {
                    modules.entry(below.replace('/', ".")).or_default().push(path.to_owned());
                }
            }
        }
        Self { modules, packages }
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> ImportTarget {
        let name = import.specifier.as_str();
        let own = self.package_of(from);
        let found = self
            .modules
            .get(name)
            .into_iter()
            .flatten()
            .filter(|path| path.as_str() != from || name == "Main")
            .filter(|path| paths::is_within(paths::parent(from), paths::visible_from(self.package_of(path))))
            .min_by_key(|path| {
                let other = self.package_of(path) != own;
                let distance = paths::distance(paths::parent(from), paths::parent(path));
                (other, rank(path), distance, path.as_str())
            });
        match found {
            Some(path) => ImportTarget::internal(path.clone(), None, import.names.clone()),
            // Nothing in the sources says which package a module is from.
            None => ImportTarget::external(Some(name.to_owned()), &import.names),
        }
    }

    fn package_of<'p>(&self, path: &'p str) -> &'p str {
        paths::ancestors(paths::parent(path)).find(|folder| self.packages.contains(*folder)).unwrap_or("")
    }
}

fn rank(path: &str) -> usize {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    EXTENSIONS.iter().position(|known| *known == extension).unwrap_or(EXTENSIONS.len())
}

/// The `hs-source-dirs` of all components, on the line of the field and on deeper ones below it.
fn cabal_folders(text: &str) -> Vec<String> {
    let mut folders = Vec::new();
    let mut field: Option<usize> = None;
    for line in text.lines() {
        let content = line.trim();
        if content.is_empty() || content.starts_with("--") {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        if let Some(of) = field {
            if indent > of {
                folders.extend(listed(content));
                continue;
            }
            field = None;
        }
        if let Some((name, value)) = content.split_once(':')
            && name.trim().eq_ignore_ascii_case("hs-source-dirs")
        {
            field = Some(indent);
            folders.extend(listed(value));
        }
    }
    folders
}

/// The `source-dirs` of all components of a `package.yaml`: a value, a list in brackets, or one below.
fn hpack_folders(text: &str) -> Vec<String> {
    let mut folders = Vec::new();
    let mut field: Option<usize> = None;
    for line in text.lines() {
        let content = line.split(" #").next().unwrap_or("").trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        if let Some(of) = field {
            if let Some(item) = content.strip_prefix("- ").filter(|_| indent >= of) {
                folders.extend(listed(item));
                continue;
            }
            field = None;
        }
        if let Some(value) = content.strip_prefix("source-dirs:") {
            field = Some(indent);
            folders.extend(listed(value.trim().trim_matches(['[', ']'])));
        }
    }
    folders
}

/// Folders between commas and blanks, in quotes or not.
fn listed(text: &str) -> impl Iterator<Item = String> {
    text.split([',', ' ', '\t'])
        .map(|folder| folder.trim_matches(['"', '\'']).trim_end_matches('/'))
        .filter(|folder| !folder.is_empty())
        .map(str::to_owned)
}
