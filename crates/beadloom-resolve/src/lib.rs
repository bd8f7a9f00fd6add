//! Imports resolved to files of the project, packages of the workspace, or nothing (external).
//!
//! Everything here follows from the list of the project's files and the text of its manifests. What lies in
//! `node_modules`, `site-packages`, a module cache or anywhere outside the root is never looked at, so the same
//! commit gives the same answer on every machine, whatever is installed there.

mod bash;
mod c;
mod c_builds;
mod c_cmake;
mod c_cmake_commands;
mod c_cmake_links;
mod c_include;
mod cargo;
mod csharp;
mod csharp_projects;
mod declarative;
mod declared;
mod elixir;
mod files;
mod go;
mod go_mod;
mod haskell;
mod java;
mod jvm;
mod kotlin;
mod lua;
mod manifest;
mod npm;
mod npm_aliases;
mod npm_names;
mod path_patterns;
mod paths;
mod php;
mod project_fs;
mod protobuf;
mod python;
mod python_manifests;
mod python_roots;
mod python_stdlib;
mod ruby;
mod rust;
mod scala;
mod sql;
mod swift;
mod target;
mod tsconfig;
mod typescript;
mod xcode;
mod zig;

use beadloom_model::CompactSort as _;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

pub use beadloom_model::languages::Projects;
use beadloom_model::{Declared, Diagnostic, ImportFacts, LanguageId, Links};

use self::declared::DeclaredFiles;
use self::files::ProjectFiles;
use self::manifest::Manifests;
pub use self::manifest::is_manifest;
pub use self::target::ImportTarget;

/// A longer specifier names nothing that a file system could hold.
const MAX_SPECIFIER_BYTES: usize = 4_096;

/// A resolver per language, made when the first import of that language asks: most projects are in a few.
macro_rules! resolvers {
    ($($language:ident: |$project:ident, $files:ident, $manifests:ident| $make:expr;)*) => {
        /// Resolves imports of all languages. Made once for a set of files and manifests, then shared between threads.
        pub struct ImportResolver<'r> {
            project: Project<'r>,
            $($language: OnceLock<$language::Resolver>,)*
        }

        impl<'r> ImportResolver<'r> {
            /// Reads nothing yet; each manifest once, where it matters to an import that is resolved, and files for what they
            /// declare, where imports of their language go by that.
            ///
            /// `files`: every file of the project that the walk found, relative to the root, `/`-separated, sorted.
            /// `known`: what some files declare, by path, where that is known already; these are not read for it.
            /// `threads`: as many read files for what they declare, where these are many.
            /// `read`: the text of a manifest or such a file by its path, `None` where it cannot be read.
            pub fn new(
                files: Vec<Arc<str>>,
                known: HashMap<String, Vec<Declared>>,
                threads: usize,
                read: impl Fn(&str) -> Option<String> + Send + Sync + 'r,
            ) -> Self {
                Self {
                    project: Project::new(files, known, threads, Box::new(read)),
                    $($language: OnceLock::new(),)*
                }
            }

            $(fn $language(&self) -> &$language::Resolver {
                self.$language.get_or_init(|| {
                    let $project = &self.project;
                    $project.read(|$files, $manifests| $make)
                })
            })*

            fn make_all(&self) {
                $(self.$language();)*
            }
        }
    };
}

resolvers! {
    python: |_project, files, manifests| python::Resolver::new(Arc::clone(files), manifests);
    typescript: |_project, files, manifests| typescript::Resolver::new(files, manifests);
    go: |_project, files, manifests| go::Resolver::new(Arc::clone(files), manifests);
    rust: |_project, files, manifests| rust::Resolver::new(Arc::clone(files), manifests);
    java: |project, _files, _manifests| java::Resolver::new(project.classes());
    kotlin: |project, _files, manifests| kotlin::Resolver::new(project.classes(), manifests);
    scala: |project, _files, _manifests| scala::Resolver::new(project.classes());
    ruby: |_project, files, manifests| ruby::Resolver::new(Arc::clone(files), manifests);
    php: |project, files, manifests| php::Resolver::new(Arc::clone(files), manifests, &project.declared(&[LanguageId::Php]));
    elixir: |project, files, _manifests| elixir::Resolver::new(files, &project.declared(&[LanguageId::Elixir]));
    lua: |_project, files, manifests| lua::Resolver::new(Arc::clone(files), manifests);
    bash: |_project, files, _manifests| bash::Resolver::new(Arc::clone(files));
    swift: |_project, files, manifests| swift::Resolver::new(files, manifests);
    haskell: |_project, files, manifests| haskell::Resolver::new(files, manifests);
    zig: |_project, files, manifests| zig::Resolver::new(Arc::clone(files), manifests);
    protobuf: |_project, files, manifests| protobuf::Resolver::new(Arc::clone(files), manifests);
    c: |_project, files, manifests| c::Resolver::new(Arc::clone(files), manifests);
    csharp: |project, files, manifests| csharp::Resolver::new(Arc::clone(files), manifests, project.declared(csharp::DECLARING));
    sql: |_project, files, _manifests| sql::Resolver::new(Arc::clone(files));
}

impl ImportResolver<'_> {
    /// Where `import`, stated by the file `from` in `language`, leads.
    ///
    /// Never empty: what leads out of the project, or nowhere, gives one target without a path. Sorted by path.
    pub fn resolve(&self, language: LanguageId, from: &str, import: &ImportFacts) -> Vec<ImportTarget> {
        if import.specifier.is_empty() || import.specifier.len() > MAX_SPECIFIER_BYTES {
            return vec![ImportTarget::external(None, &import.names)];
        }
        let mut targets = match language {
            LanguageId::Python => self.python().resolve(from, import),
            LanguageId::TypeScript | LanguageId::JavaScript | LanguageId::Vue | LanguageId::Svelte => {
                match self.typescript().by_pattern(from, import) {
                    Some(targets) => targets,
                    None => vec![self.typescript().resolve(from, import)],
                }
            }
            LanguageId::Go => vec![self.go().resolve(from, import)],
            LanguageId::Rust => vec![self.rust().resolve(from, import)],
            LanguageId::Java => self.java().resolve(from, import),
            LanguageId::Kotlin => self.kotlin().resolve(from, import),
            LanguageId::Scala => self.scala().resolve(from, import),
            LanguageId::Ruby => vec![self.ruby().resolve(from, import)],
            LanguageId::Php => vec![self.php().resolve(from, import)],
            LanguageId::Elixir => vec![self.elixir().resolve(from, import)],
            LanguageId::Lua => vec![self.lua().resolve(from, import)],
            LanguageId::Bash => vec![self.bash().resolve(from, import)],
            LanguageId::Swift => vec![self.swift().resolve(from, import)],
            LanguageId::Haskell => vec![self.haskell().resolve(from, import)],
            LanguageId::Zig => vec![self.zig().resolve(from, import)],
            LanguageId::Protobuf => vec![self.protobuf().resolve(from, import)],
            LanguageId::Sql => vec![self.sql().resolve(from, import)],
            LanguageId::C | LanguageId::Cpp => vec![self.c().resolve(from, import)],
            LanguageId::CSharp => self.csharp().resolve(from, import),
            LanguageId::GraphQl => Vec::new(),
        };
        if targets.is_empty() {
            targets.push(ImportTarget::external(None, &import.names));
        }
        self.project.without_links(&mut targets);
        targets.compact_sort();
        targets
    }

    /// The same with other names of files: what leads to one of these leads to the file.
    #[must_use]
    pub fn with_links(mut self, links: Links) -> Self {
        self.project.links = links;
        self
    }

    /// Whether what a file of a language defines can be meant in the file `from` of the same one: not where the language has
    /// projects and that of `from` does not use the other.
    pub fn sees(&self, language: Projects, from: &str, to: &str) -> bool {
        match language {
            Projects::CSharp => self.csharp().sees(from, to),
        }
    }

    /// Whether two files of a language are of the same project.
    pub fn is_one(&self, language: Projects, a: &str, b: &str) -> bool {
        match language {
            Projects::CSharp => self.csharp().is_one(a, b),
        }
    }

    /// Manifests that do not parse, by path. Imports below them are resolved as if the manifest said nothing. Reads all that
    /// were not read yet.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.make_all();
        let mut diagnostics = self.project.diagnostics.lock().unwrap_or_else(PoisonError::into_inner).clone();
        diagnostics.compact_sort();
        diagnostics.dedup();
        diagnostics
    }
}

/// The text of a file by its path.
type Read<'r> = Box<dyn Fn(&str) -> Option<String> + Send + Sync + 'r>;

/// What resolvers are made of.
struct Project<'r> {
    /// Until `listed` is made of them.
    paths: Mutex<Vec<Arc<str>>>,
    links: Links,
    /// What files declare, as far as it is known without reading and nobody asked yet.
    known: Mutex<HashMap<String, Vec<Declared>>>,
    read: Read<'r>,
    threads: usize,
    listed: OnceLock<Listed>,
    classes: OnceLock<Arc<jvm::Classes>>,
    diagnostics: Mutex<Vec<Diagnostic>>,
}

struct Listed {
    files: Arc<ProjectFiles>,
    manifests: Vec<String>,
}

impl<'r> Project<'r> {
    fn new(
        paths: Vec<Arc<str>>,
        known: HashMap<String, Vec<Declared>>,
        threads: usize,
        read: Read<'r>,
    ) -> Self {
        Self {
            threads,
            known: Mutex::new(known),
            paths: Mutex::new(paths),
            links: Links::default(),
            read,
            listed: OnceLock::new(),
            classes: OnceLock::new(),
            diagnostics: Mutex::default(),
        }
    }

    fn listed(&self) -> &Listed {
        self.listed.get_or_init(|| {
            let paths = std::mem::take(&mut *self.paths.lock().unwrap_or_else(PoisonError::into_inner));
            let files = Arc::new(ProjectFiles::new(paths, self.links.clone()));
            let manifests = files.iter().filter(|path| is_manifest(path)).map(str::to_owned).collect();
            Listed { files, manifests }
        })
    }

    /// Leads targets that are other names of files to these files.
    fn without_links(&self, targets: &mut Vec<ImportTarget>) {
        if self.links.is_empty() {
            return;
        }
        let files = &self.listed().files;
        for target in targets.iter_mut() {
            if let Some(real) = target.path.as_deref().and_then(|path| files.real(path)) {
                target.path = Some(real);
            }
        }
        targets.compact_sort();
        targets.dedup_by(|next, kept| {
            let is_same = kept.path.is_some() && next.path == kept.path && next.package == kept.package;
            if is_same {
                kept.names.append(&mut next.names);
                let mut seen = HashSet::new();
                kept.names.retain(|name| seen.insert(name.clone()));
            }
            is_same
        });
    }

    /// Makes something of the files and the manifests, and keeps what is wrong with these.
    fn read<T>(&self, make: impl FnOnce(&Arc<ProjectFiles>, &mut Manifests<'_>) -> T) -> T {
        let Listed { files, manifests } = self.listed();
        let mut manifests = Manifests::new(manifests, &*self.read);
        let made = make(files, &mut manifests);
        let found = manifests.into_diagnostics();
        self.diagnostics.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
        made
    }

    /// What files of these languages declare, each by its first ending.
    fn declared(&self, languages: &[LanguageId]) -> DeclaredFiles {
        let files = &self.listed().files;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        DeclaredFiles::new(files, languages, &mut known, self.threads, &*self.read)
    }

    /// What languages of the JVM share.
    fn classes(&self) -> Arc<jvm::Classes> {
        let make = || Arc::new(jvm::Classes::new(&self.listed().files, self.declared(jvm::DECLARING)));
        Arc::clone(self.classes.get_or_init(make))
    }
}
