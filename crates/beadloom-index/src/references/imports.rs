//! What the imports of a file bind: local names, and modules that bring in all that they define.

mod builder;

use std::sync::Arc;

pub use builder::Builder;

use super::names::{ROOT, fold};

/// Dotted module names are compared up to this many parts.
pub const DOTTED: usize = 8;

/// Where an import leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A file, by row id.
    File(i64),
    /// A folder, ending in `/`; `./` for the root.
    Folder(Arc<str>),
    /// Out of the project, or nowhere.
    Outside,
}

/// A local name and what it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The hash of the local name; of a dotted one as a path.
    pub local: u64,
    /// Where to look for it.
    pub target: Target,
    /// The hash of what it is called there.
    pub name: u64,
    /// Hashes of the qualified names that it may have there, the longest first; none where it is the target itself.
    pub qualified: Box<[u64]>,
    /// It may be the target itself.
    pub module: bool,
    /// The import says that what it binds is passed on.
    pub passed_on: bool,
}

/// All names of a module, or of something in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wildcard {
    /// Where to look for them.
    pub target: Target,
    /// Hashes of the qualified names of which they may be members, besides the module itself.
    pub scopes: Box<[u64]>,
    /// The hash of the type whose names these are alone: of those that its module gives on as its own.
    pub of: Option<u64>,
    /// The import says that what it brings in is passed on.
    pub passed_on: bool,
}

/// A local name for what a path leads to, whichever file that is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    /// The hash of the local name.
    pub local: u64,
    /// Hashes of the names of the path.
    pub path: Box<[u64]>,
}

/// What a file's imports bind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Imports {
    /// By local name.
    bindings: Vec<Binding>,
    /// All that these define is there under its own name.
    pub wildcards: Vec<Wildcard>,
    /// By local name.
    aliases: Vec<Alias>,
    /// Hashes of the names of the namespaces, or of the package, that hold the whole file, the outermost first.
    pub around: Vec<u64>,
    /// Hashes of the names of each namespace whose names are there without it (`using namespace`).
    pub opened: Vec<Box<[u64]>>,
    /// What a wildcard brings in is brought in by this file, too.
    pub passes_on: bool,
}

impl Imports {
    /// What a local name stands for; several where the file says several things.
    pub fn of(&self, local: u64) -> &[Binding] {
        let start = self.bindings.partition_point(|binding| binding.local < local);
        let all = self.bindings.get(start..).unwrap_or_default();
        let end = all.partition_point(|binding| binding.local == local);
        all.get(..end).unwrap_or_default()
    }

    /// The aliases of a local name, in the order of the file.
    pub fn aliases_of(&self, local: u64) -> &[Alias] {
        let start = self.aliases.partition_point(|alias| alias.local < local);
        let all = self.aliases.get(start..).unwrap_or_default();
        let end = all.partition_point(|alias| alias.local == local);
        all.get(..end).unwrap_or_default()
    }

    /// Hashes of all local names.
    pub fn locals(&self) -> impl Iterator<Item = u64> {
        let bound = self.bindings.iter().map(|binding| binding.local);
        bound.chain(self.aliases.iter().map(|alias| alias.local))
    }

    /// Whether an import says that what it brings in is passed on.
    pub fn gives_on(&self) -> bool {
        self.wildcards.iter().any(|wildcard| wildcard.passed_on)
            || self.bindings.iter().any(|binding| binding.passed_on)
    }

    /// The bindings that are passed on, by local name.
    pub fn passed_on(&self) -> Vec<&Binding> {
        self.bindings.iter().filter(|binding| binding.passed_on).collect()
    }

    /// With what others give on to this file; their own names count, where both have one.
    pub fn with(&self, others: &[Arc<Self>]) -> Self {
        let mut all = self.clone();
        for other in others {
            let given = other.wildcards.iter().filter(|wildcard| wildcard.passed_on);
            all.wildcards.extend(given.map(|wildcard| Wildcard { passed_on: false, ..wildcard.clone() }));
            let given = other
                .bindings
                .iter()
                .filter(|binding| binding.passed_on && self.of(binding.local).is_empty());
            all.bindings.extend(given.map(|binding| Binding { passed_on: false, ..binding.clone() }));
        }
        all.bindings.sort_by_key(|binding| binding.local);
        all
    }

    /// The hash of the package, or of the namespaces, that hold the whole file.
    pub fn package(&self) -> u64 {
        self.around.iter().fold(ROOT, |scope, name| fold(scope, *name))
    }

    /// All targets that are files.
    pub fn files(&self) -> impl Iterator<Item = i64> {
        let bound = self.bindings.iter().map(|binding| &binding.target);
        bound.chain(self.wildcards.iter().map(|wildcard| &wildcard.target)).filter_map(
            |target| match target {
                Target::File(id) => Some(*id),
                _ => None,
            },
        )
    }

    /// All targets that are folders.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        let bound = self.bindings.iter().map(|binding| &binding.target);
        bound.chain(self.wildcards.iter().map(|wildcard| &wildcard.target)).filter_map(
            |target| match target {
                Target::Folder(folder) => Some(folder.as_ref()),
                _ => None,
            },
        )
    }
}

/// What a module is called by the path of its file: the stem, or the folder for a file that speaks for it.
pub fn module_name(path: &str) -> &str {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    match stem {
        "__init__" | "mod" | "index" | "init" | "main" | "lib" => folder.rsplit('/').next().unwrap_or(folder),
        _ => stem,
    }
}
