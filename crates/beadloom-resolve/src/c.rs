//! C and C++: an include names the end of a path, below the including file or an include folder.

use beadloom_model::CompactSort as _;
use std::collections::HashMap;
use std::sync::Arc;

use beadloom_model::ImportFacts;

use super::c_builds::{Builds, builds};
use super::c_include::Include;
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
    /// Include folder to what is compiled with it.
    includes: HashMap<String, Vec<Include>>,
    builds: Builds,
}

/// How near a stated include folder is to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// Its own build states it, or one around.
    Around,
    /// That of a library that its build links.
    Linked,
    /// Some other build.
    Other,
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
        let mut includes: HashMap<String, Vec<Include>> = HashMap::new();
        let mut builds = if named.is_empty() { Builds::default() } else { builds(&files, manifests) };
        for include in std::mem::take(&mut builds.includes) {
            includes.entry(include.folder.clone()).or_default().push(include);
        }
        Self { files, named, includes, builds }
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
        // Of a file whose command is known that says it all, in its order.
        let own = self.builds.of_file.get(from).into_iter().flatten();
        if let Some(path) = own.filter_map(|include| self.at(include, &plain)).next() {
            return Some(path);
        }
        let candidates = self.candidates(folder, &plain);
        let found = self
            .stated(folder, &candidates, Nearness::Linked)
            .or_else(|| by_layout(folder, &candidates, system, true))
            .or_else(|| self.stated(folder, &candidates, Nearness::Other))
            .or_else(|| by_layout(folder, &candidates, system, false))
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

    /// In a folder that a build states: first of builds around the including file, the nearest first, then of libraries that
    /// these link, then, if `farthest` says so, of others – the include folders of a library are for those who use it. None
    /// where two are as near.
    fn stated<'c>(&self, folder: &str, candidates: &[Candidate<'c>], farthest: Nearness) -> Option<&'c str> {
        let rank = |of: &Candidate<'c>| {
            let nearest = self.nearness(folder, of.base).filter(|rank| rank.0 <= farthest)?;
            Some((nearest, paths::distance(folder, of.base), of.path))
        };
        let mut ranked: Vec<_> = candidates.iter().filter_map(rank).collect();
        ranked.compact_sort();
        match ranked.as_slice() {
            [first, second, ..]
                if first.0.0 != Nearness::Around && first.0 == second.0 && first.1 == second.1 =>
            {
                None
            }
            [(_, _, first), ..] => Some(first),
            [] => None,
        }
    }

    /// How near an include folder is to files in a folder, and by which build; smaller is nearer.
    fn nearness(&self, folder: &str, include: &str) -> Option<(Nearness, usize)> {
        let build = paths::ancestors(folder).find_map(|around| self.builds.links.get(around));
        let of = |stated: &Include| {
            let shared = usize::MAX - paths::shared_segments(folder, &stated.scope);
            if paths::is_within(folder, &stated.scope) {
                Some((Nearness::Around, shared))
            } else if stated.is_of_commands {
                // What one file is compiled with says nothing of others.
                None
            } else if stated.is_public && build.is_some_and(|linked| linked.contains(&stated.scope)) {
                Some((Nearness::Linked, shared))
            } else {
                Some((Nearness::Other, shared))
            }
        };
        self.includes.get(include)?.iter().filter_map(of).min()
    }

    /// The same for what leaves an include folder again: `../common/types.h`.
    fn outside_of_stated(&self, folder: &str, specifier: &str) -> Option<String> {
        let rank = |include: &String| {
            let nearest = self.nearness(folder, include)?;
            Some((nearest, paths::distance(folder, include), self.at(include, specifier)?))
        };
        self.includes.keys().filter_map(rank).min().map(|(_, _, path)| path)
    }
}

/// Below a folder around the including file, or one that is named like an include folder.
/// `only_around`: no other than the former.
fn by_layout<'c>(
    folder: &str,
    candidates: &[Candidate<'c>],
    system: bool,
    only_around: bool,
) -> Option<&'c str> {
    let around = |base: &str| paths::is_within(folder, base);
    let mut ranked: Vec<_> = candidates
        .iter()
        // `<string.h>` of a folder around would be a surprise; one of an include folder is meant.
        .filter(|of| INCLUDE.contains(&paths::name(of.base)) || (around(of.base) && !system))
        .filter(|of| !only_around || around(of.base) || around(paths::parent(of.base)))
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
