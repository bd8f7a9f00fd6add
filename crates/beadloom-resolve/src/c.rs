//! C and C++: an include names the end of a path, below the including file or an include folder.

use beadloom_model::CompactSort as _;
use std::collections::HashMap;
use std::sync::Arc;

use beadloom_model::ImportFacts;

use super::c_builds::{self, Include};
use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::{ImportTarget, paths};

/// Endings of what is included.
const EXTENSIONS: &[&str] = &[
    "h", "hh", "hpp", "hxx", "h++", "ipp", "inl", "inc", "def", "tpp", "txx", "tcc", "c", "cc", "cpp", "cxx",
    "c++", "cuh",
];

/// Files of one name that are told apart.
const NAMESAKES: usize = 4_096;

/// Folders that are include folders by their name.
const INCLUDE: &[&str] = &["include", "includes", "inc", "src", "source"];

pub(super) struct Resolver {
    files: Arc<ProjectFiles>,
    /// File name to the paths of the files of that name.
    named: HashMap<String, Vec<String>>,
    /// Include folder to the folders whose sources are compiled with it.
    includes: HashMap<String, Vec<String>>,
}

/// A file that ends like what is included: the folder before that, and its path.
struct Candidate<'r> {
    base: &'r str,
    path: &'r str,
}

impl Resolver {
    pub(super) fn new(files: Arc<ProjectFiles>, manifests: &mut Manifests<'_>) -> Self {
        let mut named: HashMap<String, Vec<String>> = HashMap::new();
        for path in files.iter() {
            let name = paths::name(path);
            if name.rsplit_once('.').is_some_and(|(_, ending)| EXTENSIONS.contains(&ending)) {
                named.entry(name.to_owned()).or_default().push(path.to_owned());
            }
        }
        let mut includes: HashMap<String, Vec<String>> = HashMap::new();
        if !named.is_empty() {
            for Include { scope, folder } in c_builds::includes(&files, manifests) {
                includes.entry(folder).or_default().push(scope);
            }
        }
        Self { files, named, includes }
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> ImportTarget {
        let written = import.specifier.trim();
        let system = written.strip_prefix('<').and_then(|inner| inner.strip_suffix('>'));
        let specifier = system.unwrap_or(written).trim().replace('\\', "/");
        if specifier.is_empty() || specifier.starts_with('/') || specifier.contains(':') {
            return ImportTarget::external(None, &import.names);
        }
        match self.file(from, &specifier, system.is_some()) {
            Some(path) => ImportTarget::internal(path, None, import.names.clone()),
            None => ImportTarget::external(Some(package_of(&specifier)), &import.names),
        }
    }

    fn file(&self, from: &str, specifier: &str, system: bool) -> Option<String> {
        let folder = paths::parent(from);
        if !system && let Some(path) = self.at(folder, specifier) {
            return Some(path);
        }
        // A path with `..` is meant from a folder that is known, or it is meant from nowhere.
        let plain = paths::resolve("", specifier).filter(|plain| plain == specifier.trim_start_matches("./"));
        let Some(plain) = plain else { return self.outside_of_stated(folder, specifier) };
        let candidates = self.candidates(folder, &plain);
        let found = self
            .stated(folder, &candidates)
            .or_else(|| by_layout(folder, &candidates, system))
            .or_else(|| alone(&candidates, &plain, system))?;
        Some(found.to_owned())
    }

    fn at(&self, folder: &str, specifier: &str) -> Option<String> {
        paths::resolve(folder, specifier).filter(|path| self.files.has_file(path))
    }

    /// Every file whose path ends with `plain`, whole parts, and that code in `folder` can see.
    fn candidates(&self, folder: &str, plain: &str) -> Vec<Candidate<'_>> {
        let Some(named) = self.named.get(paths::name(plain)) else { return Vec::new() };
        let ends = |path: &'_ str| -> Option<usize> {
            let base = path.strip_suffix(plain)?;
            (base.is_empty() || base.ends_with('/')).then(|| base.trim_end_matches('/').len())
        };
        let candidates = named.iter().take(NAMESAKES).filter_map(|path| {
            let base = path.get(..ends(path)?)?;
            Some(Candidate { base, path })
        });
        candidates.filter(|of| paths::is_within(folder, paths::visible_from(of.base))).collect()
    }

    /// In a folder that a build states: first of builds around the including file, the nearest first, then of
    /// others – the include folders of a library are for those who use it.
    fn stated<'c>(&self, folder: &str, candidates: &[Candidate<'c>]) -> Option<&'c str> {
        let rank = |of: &Candidate<'c>| {
            let scopes = self.includes.get(of.base)?;
            let nearest = scopes.iter().map(|scope| scope_rank(folder, scope)).min()?;
            Some((nearest, paths::distance(folder, of.base), of.path))
        };
        candidates.iter().filter_map(rank).min().map(|(_, _, path)| path)
    }

    /// The same for what leaves an include folder again: `../common/types.h`.
    fn outside_of_stated(&self, folder: &str, specifier: &str) -> Option<String> {
        let rank = |(include, scopes): (&String, &Vec<String>)| {
            let nearest = scopes.iter().map(|scope| scope_rank(folder, scope)).min()?;
            Some((nearest, paths::distance(folder, include), self.at(include, specifier)?))
        };
        self.includes.iter().filter_map(rank).min().map(|(_, _, path)| path)
    }
}

/// Smaller is nearer: builds around a folder first.
fn scope_rank(folder: &str, scope: &str) -> (bool, usize) {
    (!paths::is_within(folder, scope), usize::MAX - paths::shared_segments(folder, scope))
}

/// Below a folder around the including file, or one that is named like an include folder.
fn by_layout<'c>(folder: &str, candidates: &[Candidate<'c>], system: bool) -> Option<&'c str> {
    let around = |base: &str| paths::is_within(folder, base);
    let mut ranked: Vec<_> = candidates
        .iter()
        // `<string.h>` of a folder around would be a surprise; one of an include folder is meant.
        .filter(|of| INCLUDE.contains(&paths::name(of.base)) || (around(of.base) && !system))
        .map(|of| {
            let shared = usize::MAX - paths::shared_segments(folder, of.base);
            ((!around(of.base), shared, paths::distance(folder, of.base)), of.path)
        })
        .collect();
    ranked.compact_sort();
    match ranked.as_slice() {
        // Two that are as near as each other: nobody can tell.
        [(first, _), (second, _), ..] if first == second => None,
        [(_, first), ..] => Some(first),
        [] => None,
    }
}

/// A path of several parts may lie anywhere, if it is the only one.
fn alone<'c>(candidates: &[Candidate<'c>], plain: &str, system: bool) -> Option<&'c str> {
    match candidates {
        [only] if !system && plain.contains('/') => Some(only.path),
        _ => None,
    }
}

/// What an external header belongs to: its first folder, or itself.
fn package_of(specifier: &str) -> String {
    specifier.split('/').find(|part| !matches!(*part, "" | "." | "..")).unwrap_or(specifier).to_owned()
}
