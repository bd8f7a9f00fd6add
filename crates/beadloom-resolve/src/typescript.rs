//! TypeScript and JavaScript: Node's and TypeScript's rules over the project's own files.

use std::path::Path;
use std::sync::Arc;

use beadloom_model::{ImportFacts, ImportKind};
use oxc_resolver::{ResolveOptions, ResolverGeneric, TsconfigDiscovery};

use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::npm::Packages;
use super::npm_names::split_specifier;
use super::path_patterns::files_of;
use super::project_fs::ProjectFs;
use super::tsconfig::TsConfigs;
use super::{ImportTarget, paths};

/// Node's own modules. A package of the same name has to be asked for in another way.
const BUILTINS: &[&str] = &[
    "assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto", "dgram",
    "diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2", "https", "inspector", "module",
    "net", "os", "path", "perf_hooks", "process", "punycode", "querystring", "readline", "repl", "stream",
    "string_decoder", "sys", "timers", "tls", "trace_events", "tty", "url", "util", "v8", "vm", "wasi",
    "worker_threads", "zlib",
];

/// Which conditions of `exports` hold, tried in turn: code as a bundler sees it, then types, then CommonJS.
const CONDITIONS: &[&[&str]] = &[
    &["source", "development", "import", "module", "node", "browser", "default"],
    &["source", "development", "types", "typings", "import", "module", "node", "browser", "default"],
    &["require", "types", "node", "default"],
];

/// Aliases that frameworks give without a configuration in the project, and the folders of the package that they
/// may stand for.
const CONVENTIONS: &[(&str, &[&str])] = &[
    ("$lib", &["src/lib"]),
    ("@@", &["", "src"]),
    ("@", &["src", "app", ""]),
    ("~~", &["", "src"]),
    ("~", &["src", "app", ""]),
];

/// Modules of Node that hardly anybody means: a project that has one of that name by `baseUrl` means its own.
const OVERSHADOWED: &[&str] = &["console", "constants", "domain", "module", "sys"];

type Engine = ResolverGeneric<ProjectFs>;

pub(super) struct Resolver {
    view: ProjectFs,
    /// One per entry of [`CONDITIONS`], over one cache.
    engines: Vec<Engine>,
}

impl Resolver {
    pub(super) fn new(files: &Arc<ProjectFiles>, manifests: &mut Manifests<'_>) -> Self {
        let packages = Arc::new(Packages::new(manifests));
        let configs = Arc::new(TsConfigs::new(files, &packages, manifests));
        let view = || ProjectFs {
            files: Arc::clone(files),
            packages: Arc::clone(&packages),
            configs: Arc::clone(&configs),
        };
        let mut engines: Vec<Engine> = Vec::with_capacity(CONDITIONS.len());
        for conditions in CONDITIONS {
            let options = options(conditions);
            engines.push(match engines.first() {
                Some(first) => first.clone_with_options(options),
                None => Engine::new_with_file_system(view(), options),
            });
        }
        Self { view: view(), engines }
    }

    /// The files that a bundler loads by a pattern: `import.meta.glob("./pages/*.vue")`. `None` for what is no pattern.
    pub(super) fn by_pattern(&self, from: &str, import: &ImportFacts) -> Option<Vec<ImportTarget>> {
        if import.kind != ImportKind::Dynamic || !import.specifier.contains('*') {
            return None;
        }
        let files = &self.view.files;
        let paths = files_of(&import.specifier, from, CONVENTIONS, files);
        Some(paths.into_iter().map(|path| ImportTarget::internal(path, None, import.names.clone())).collect())
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> ImportTarget {
        let specifier = plain(&import.specifier);
        let external =
            |package: Option<&str>| ImportTarget::external(package.map(str::to_owned), &import.names);
        if specifier.is_empty() || specifier.contains(['\0', '\u{1}']) {
            return external(None);
        }
        if let Some(builtin) = builtin(specifier) {
            let own = OVERSHADOWED.contains(&specifier).then(|| self.find(from, specifier, 1)).flatten();
            return match own {
                Some(path) => ImportTarget::internal(path, None, import.names.clone()),
                None => external(Some(builtin)),
            };
        }
        if let Some((scheme, rest)) = specifier.split_once(':').filter(|(scheme, _)| !scheme.contains('/')) {
            // Deno and Bun name packages of registries so, with a version.
            let registry = matches!(scheme, "npm" | "jsr");
            return external(if registry { registry_name(rest) } else { None });
        }
        if let Some((name, _)) = split_specifier(specifier)
            && self.view.packages.is_foreign(paths::parent(from), name)
        {
            return external(Some(name));
        }
        let found = if specifier.starts_with('/') {
            self.served(from, specifier)
        } else if specifier.starts_with('.') {
            let folder = paths::parent(from);
            // Outside the root there is nothing, whatever the way back in.
            paths::resolve(folder, specifier).and_then(|_| self.find(from, specifier, 1))
        } else {
            self.find(from, specifier, self.engines.len())
                .or_else(|| self.aliased(from, specifier))
                .or_else(|| self.conventional(from, specifier))
                .or_else(|| self.rooted(from, specifier))
        };
        let named = split_specifier(specifier).filter(|_| !specifier.starts_with(['.', '/', '#']));
        let Some((name, below)) = named else {
            return match found {
                Some(path) => ImportTarget::internal(path, None, import.names.clone()),
                None => external(None),
            };
        };
        let package = self.view.packages.find(paths::parent(from), name);
        match (found, package) {
            (Some(path), package) => {
                let is_package = package.is_some_and(|folder| paths::is_within(&path, folder));
                ImportTarget::internal(path, is_package.then(|| name.to_owned()), import.names.clone())
            }
            (None, Some(folder)) => {
                let path = self.unbuilt(folder, below).unwrap_or_else(|| paths::as_folder(folder));
                ImportTarget::internal(path, Some(name.to_owned()), import.names.clone())
            }
            (None, None) => external(Some(name)),
        }
    }

    /// By the engines in turn, at most `engines` of them; relative paths do not depend on conditions.
    fn find(&self, from: &str, specifier: &str, engines: usize) -> Option<String> {
        let file = ProjectFs::absolute(from);
        // Conditions matter for packages of the workspace and for `#imports` only.
        let conditional = specifier.starts_with('#')
            || split_specifier(specifier)
                .is_some_and(|(name, _)| self.view.packages.find(paths::parent(from), name).is_some());
        let engines = if conditional { engines } else { 1 };
        self.engines.iter().take(engines).find_map(|engine| {
            let resolution = engine.resolve_file(&file, specifier).ok()?;
            self.view.file_behind(resolution.path())
        })
    }

    /// By the aliases of a configuration around a file that does not include the file: tests that a build leaves
    /// out, scripts in JavaScript, components in files of other types. Tools that run them apply the aliases.
    fn aliased(&self, from: &str, specifier: &str) -> Option<String> {
        let engine = self.engines.first()?;
        if engine.find_tsconfig(ProjectFs::absolute(from)).ok().flatten().is_some() {
            return None;
        }
        for path in self.view.configs.around(from) {
            let Ok(config) = engine.resolve_tsconfig(ProjectFs::absolute(&path)) else { continue };
            for config in std::iter::once(&config).chain(&config.references_resolved) {
                for candidate in config.resolve_path_alias_or_base_url(specifier) {
                    if let Some(found) = self.at(&candidate) {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// `$lib/cart`, `@/cart`, `~/cart` as frameworks mean them whose configuration is made when they run.
    fn conventional(&self, from: &str, specifier: &str) -> Option<String> {
        let (alias, below) = specifier.split_once('/').unwrap_or((specifier, ""));
        let (_, folders) = CONVENTIONS.iter().find(|(known, _)| *known == alias)?;
        let package = paths::ancestors(paths::parent(from))
            .find(|folder| folder.is_empty() || self.view.packages.is_package(folder))?;
        folders.iter().find_map(|folder| {
            let path = paths::resolve(&paths::join(package, folder), below)?;
            // Neither the package's own folder nor what lies outside it.
            let may_be = path != package && paths::is_within(&path, package);
            may_be.then(|| self.at(&ProjectFs::absolute(&path)))?
        })
    }

    /// `lib/cart` where the package has a folder `lib`, and nothing says that it is a package: what loads the code looks into
    /// the package's own folder, too.
    fn rooted(&self, from: &str, specifier: &str) -> Option<String> {
        let (name, below) = split_specifier(specifier)?;
        let own = self.view.packages.find(paths::parent(from), name).is_none();
        if below.is_empty() || name.starts_with('@') || !own {
            return None;
        }
        paths::ancestors(paths::parent(from))
            .filter(|folder| folder.is_empty() || self.view.packages.is_package(folder))
            .find_map(|folder| self.at(&ProjectFs::absolute(&paths::resolve(folder, specifier)?)))
    }

    /// `/x` as development servers serve it: from the package's folder, or the root.
    fn served(&self, from: &str, specifier: &str) -> Option<String> {
        let below = specifier.trim_start_matches('/');
        paths::ancestors(paths::parent(from))
            .filter(|folder| folder.is_empty() || self.view.packages.is_package(folder))
            .find_map(|folder| self.at(&ProjectFs::absolute(&paths::resolve(folder, below)?)))
    }

    /// A path in a package that only its build would put there.
    fn unbuilt(&self, package: &str, below: &str) -> Option<String> {
        if below.is_empty() {
            return None;
        }
        let source = paths::resolve(&paths::join(package, "src"), below)?;
        paths::is_within(&source, package).then(|| self.at(&ProjectFs::absolute(&source)))?
    }

    /// The file or index at an absolute path, which may lack its extension.
    fn at(&self, path: &Path) -> Option<String> {
        let resolution = self.engines.first()?.resolve(path.parent()?, path.to_str()?).ok()?;
        self.view.file_behind(resolution.path())
    }
}

fn options(conditions: &[&str]) -> ResolveOptions {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let alias = |from: &str, to: &[&str]| (from.to_owned(), texts(to));
    ResolveOptions {
        tsconfig: Some(TsconfigDiscovery::Auto),
        condition_names: texts(conditions),
        extensions: texts(&[
            ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts",
            ".json", ".vue", ".svelte",
        ]),
        // What a source calls by the name of its output.
        extension_alias: vec![
            alias(".js", &[".ts", ".tsx", ".js", ".jsx", ".d.ts"]),
            alias(".jsx", &[".tsx", ".jsx", ".d.ts"]),
            alias(".mjs", &[".mts", ".mjs", ".d.mts"]),
            alias(".cjs", &[".cts", ".cjs", ".d.cts"]),
        ],
        main_fields: texts(&["source", "module", "main", "types", "typings"]),
        allow_package_exports_in_directory_resolve: true,
        // Nothing of this machine takes part: no links, no NODE_PATH.
        symlinks: false,
        node_path: false,
        ..ResolveOptions::default()
    }
}

/// Without the loaders before it and the query behind it.
fn plain(specifier: &str) -> &str {
    let specifier = specifier.rsplit('!').next().unwrap_or(specifier);
    specifier.split('?').next().unwrap_or(specifier).trim()
}

/// The module of Node that is meant, without `node:` and what is below it.
fn builtin(specifier: &str) -> Option<&str> {
    let (bare, forced) = match specifier.strip_prefix("node:") {
        Some(bare) => (bare, true),
        None => (specifier, false),
    };
    let name = bare.split('/').next().unwrap_or(bare);
    // `punycode/` with a slash is the way to ask for the package.
    (forced || (BUILTINS.binary_search(&name).is_ok() && !bare.ends_with('/'))).then_some(name)
}

/// The name in `npm:@scope/name@1.2/path`.
fn registry_name(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches('/');
    let from = usize::from(rest.starts_with('@'));
    let versioned = rest.get(from..)?.find('@').map_or(rest, |at| rest.get(..at + from).unwrap_or(rest));
    split_specifier(versioned).map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtins_are_sorted_for_the_search() {
        assert!(BUILTINS.is_sorted());
        let cases = [
            ("fs", Some("fs")),
            ("node:test", Some("test")),
            ("fs/promises", Some("fs")),
            ("punycode/", None),
            ("fsevents", None),
        ];
        for (specifier, expected) in cases {
            assert_eq!(builtin(specifier), expected, "{specifier}");
        }
    }
}
