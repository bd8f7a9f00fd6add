//! Imports resolved to files of the project, packages of the workspace, or nothing (external).
//!
//! Everything here follows from the list of the project's files and the text of its manifests. What lies in
//! `node_modules`, `site-packages`, a module cache or anywhere outside the root is never looked at, so the same
//! commit gives the same answer on every machine, whatever is installed there.

mod bash;
mod c;
mod c_builds;
mod cargo;
mod csharp;
mod csharp_projects;
mod declarative;
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
mod paths;
mod php;
mod project_fs;
mod protobuf;
mod python;
mod python_roots;
mod python_stdlib;
mod ruby;
mod rust;
mod scala;
mod sql;
mod swift;
mod tsconfig;
mod typescript;
mod zig;

use beadloom_model::CompactSort as _;
use std::path::Path;
use std::sync::Arc;

use beadloom_model::{Diagnostic, ImportFacts};

use self::files::ProjectFiles;
use self::manifest::Manifests;
pub use self::manifest::is_manifest;

/// A longer specifier names nothing that a file system could hold.
const MAX_SPECIFIER: usize = 4_096;

/// Where an import leads, or that it leads out of the project.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImportTarget {
    /// Relative to the root: a file, or a folder ending in `/` (a package as a whole; the root itself is `./`).
    /// `None` is external or not there.
    pub path: Option<String>,
    /// The package's own name: npm name, Go import path, crate, Python top-level module, Java package. `None`
    /// inside the importing package and where no name can be told.
    pub package: Option<String>,
    /// The import's names that lead here, in the order of the import.
    pub names: Vec<String>,
}

impl ImportTarget {
    fn internal(path: impl Into<String>, package: Option<String>, names: Vec<String>) -> Self {
        Self { path: Some(path.into()), package, names }
    }

    fn external(package: Option<String>, names: &[String]) -> Self {
        Self { path: None, package, names: names.to_vec() }
    }
}

/// Resolves imports of all languages. Made once for a set of files and manifests, then shared between threads.
pub struct ImportResolver {
    python: python::Resolver,
    typescript: typescript::Resolver,
    go: go::Resolver,
    rust: rust::Resolver,
    java: java::Resolver,
    kotlin: kotlin::Resolver,
    scala: scala::Resolver,
    ruby: ruby::Resolver,
    php: php::Resolver,
    elixir: elixir::Resolver,
    lua: lua::Resolver,
    bash: bash::Resolver,
    swift: swift::Resolver,
    haskell: haskell::Resolver,
    zig: zig::Resolver,
    protobuf: protobuf::Resolver,
    sql: sql::Resolver,
    c: c::Resolver,
    csharp: csharp::Resolver,
    diagnostics: Vec<Diagnostic>,
}

impl ImportResolver {
    /// Reads every manifest once and keeps what resolution needs.
    ///
    /// `files`: every file of the project that the walk found, relative to the root, `/`-separated, sorted.
    /// `read`: the text of a manifest by its path, `None` where it cannot be read. The place of the root on this
    /// machine has no part in any answer.
    pub fn new(_root: &Path, files: Vec<Arc<str>>, read: &(dyn Fn(&str) -> Option<String> + Sync)) -> Self {
        let files = Arc::new(ProjectFiles::new(files));
        let mut manifests = Manifests::new(&files, read);
        let python = python::Resolver::new(Arc::clone(&files), &mut manifests);
        let typescript = typescript::Resolver::new(&files, &mut manifests);
        let go = go::Resolver::new(Arc::clone(&files), &mut manifests);
        let rust = rust::Resolver::new(Arc::clone(&files), &mut manifests);
        let classes = Arc::new(jvm::Classes::new(&files));
        let java = java::Resolver::new(Arc::clone(&classes));
        let kotlin = kotlin::Resolver::new(Arc::clone(&classes), &mut manifests);
        let scala = scala::Resolver::new(classes);
        let ruby = ruby::Resolver::new(Arc::clone(&files), &mut manifests);
        let php = php::Resolver::new(Arc::clone(&files), &mut manifests);
        let elixir = elixir::Resolver::new(&files);
        let lua = lua::Resolver::new(Arc::clone(&files), &mut manifests);
        let bash = bash::Resolver::new(Arc::clone(&files));
        let swift = swift::Resolver::new(&files, &mut manifests);
        let haskell = haskell::Resolver::new(&files, &mut manifests);
        let zig = zig::Resolver::new(Arc::clone(&files), &mut manifests);
        let protobuf = protobuf::Resolver::new(Arc::clone(&files), &mut manifests);
        let c = c::Resolver::new(Arc::clone(&files), &mut manifests);
        let csharp = csharp::Resolver::new(Arc::clone(&files), &mut manifests);
        let sql = sql::Resolver::new(files);
        Self {
            python,
            typescript,
            go,
            rust,
            java,
            kotlin,
            scala,
            ruby,
            php,
            elixir,
            lua,
            bash,
            swift,
            haskell,
            zig,
            protobuf,
            sql,
            c,
            csharp,
            diagnostics: manifests.into_diagnostics(),
        }
    }

    /// Where `import`, stated by the file `from` in `language` (a name of the language table), leads.
    ///
    /// Never empty: what leads out of the project, or nowhere, gives one target without a path. Sorted by path.
    pub fn resolve(&self, language: &str, from: &str, import: &ImportFacts) -> Vec<ImportTarget> {
        if import.specifier.is_empty() || import.specifier.len() > MAX_SPECIFIER {
            return vec![ImportTarget::external(None, &import.names)];
        }
        let mut targets = match language {
            "python" => self.python.resolve(from, import),
            "typescript" | "tsx" | "javascript" | "jsx" | "vue" | "svelte" => {
                vec![self.typescript.resolve(from, import)]
            }
            "go" => vec![self.go.resolve(from, import)],
            "rust" => vec![self.rust.resolve(from, import)],
            "java" => self.java.resolve(from, import),
            "kotlin" => self.kotlin.resolve(from, import),
            "scala" => self.scala.resolve(from, import),
            "ruby" => vec![self.ruby.resolve(from, import)],
            "php" => vec![self.php.resolve(from, import)],
            "elixir" => vec![self.elixir.resolve(from, import)],
            "lua" => vec![self.lua.resolve(from, import)],
            "bash" => vec![self.bash.resolve(from, import)],
            "swift" => vec![self.swift.resolve(from, import)],
            "haskell" => vec![self.haskell.resolve(from, import)],
            "zig" => vec![self.zig.resolve(from, import)],
            "protobuf" => vec![self.protobuf.resolve(from, import)],
            "sql" => vec![self.sql.resolve(from, import)],
            "c" | "cpp" => vec![self.c.resolve(from, import)],
            "csharp" => self.csharp.resolve(from, import),
            _ => Vec::new(),
        };
        if targets.is_empty() {
            targets.push(ImportTarget::external(None, &import.names));
        }
        targets.compact_sort();
        targets
    }

    /// Manifests that do not parse, by path. Imports below them are resolved as if the manifest said nothing.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.diagnostics.clone()
    }
}
