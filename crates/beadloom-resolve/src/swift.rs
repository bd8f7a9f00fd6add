//! Swift: a module is a target of a package, or of an Xcode project, and lies in a folder.

use std::collections::BTreeMap;
use std::sync::Arc;

use beadloom_model::{ImportFacts, LanguageId};

use super::declarative::{Token, closing, tokens};
use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::{ImportTarget, paths, xcode};

/// Calls that declare a target, and the folders in which it lies if nothing else is said.
const DECLARATIONS: &[(&str, &[&str])] = &[
    ("target", SOURCES),
    ("executableTarget", SOURCES),
    ("macro", SOURCES),
    ("systemLibrary", SOURCES),
    ("testTarget", &["Tests", "Sources", "Source", "src", "srcs"]),
    ("plugin", &["Plugins"]),
];
const SOURCES: &[&str] = &["Sources", "Source", "src", "srcs"];

pub(super) struct Resolver {
    /// Module to where it lies, by path.
    modules: BTreeMap<String, Vec<Module>>,
}

struct Module {
    /// Of the package.
    package: String,
    /// Of the sources.
    folder: String,
}

/// A target as a manifest declares it.
struct Target {
    name: String,
    path: Option<String>,
    folders: &'static [&'static str],
}

impl Resolver {
    pub(super) fn new(files: &Arc<ProjectFiles>, manifests: &mut Manifests<'_>) -> Self {
        let mut resolver = Self { modules: BTreeMap::new() };
        for path in manifests.named("Package.swift") {
            let Some(text) = manifests.text(&path) else { continue };
            let package = paths::parent(&path);
            let targets = targets(&tokens(LanguageId::Swift, &text));
            let only = targets.iter().filter(|target| target.folders == SOURCES).count() == 1;
            for target in targets {
                if let Some(folder) = folder(files, package, &target, only) {
                    resolver.add(target.name, package, folder);
                }
            }
        }
        for target in xcode::targets(manifests) {
            if files.has_folder(&target.folder) {
                resolver.add(target.module, &target.project, target.folder);
            }
        }
        // Targets that a manifest computes are where targets usually are.
        for package in manifests.named("Package.swift").iter().map(|path| paths::parent(path)) {
            let roots = [paths::join(package, "Sources"), paths::join(package, "Tests")];
            for name in roots.iter().flat_map(|root| files.folders_in(root)) {
                let (root, module) = (paths::parent(&name), paths::name(&name));
                if !resolver.knows(module, package) {
                    resolver.add(module.to_owned(), package, paths::join(root, module));
                }
            }
        }
        resolver
    }

    fn knows(&self, module: &str, package: &str) -> bool {
        self.modules.get(module).is_some_and(|known| known.iter().any(|module| module.package == package))
    }

    fn add(&mut self, name: String, package: &str, folder: String) {
        let known = self.modules.entry(name).or_default();
        if !known.iter().any(|module| module.folder == folder) {
            known.push(Module { package: package.to_owned(), folder });
        }
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> ImportTarget {
        let module = import.specifier.split('.').next().unwrap_or("");
        let folder = paths::parent(from);
        let nearest = self
            .modules
            .get(module)
            .into_iter()
            .flatten()
            .filter(|module| paths::is_within(folder, visible_from(&module.package)))
            .min_by_key(|module| {
                let around = paths::is_within(folder, &module.package);
                let shared = paths::shared_segments(folder, &module.package);
                (!around, usize::MAX - shared, module.folder.as_str())
            });
        match nearest {
            Some(found) => ImportTarget::internal(
                paths::as_folder(&found.folder),
                Some(module.to_owned()),
                import.names.clone(),
            ),
            None => ImportTarget::external(Some(module.to_owned()), &import.names),
        }
    }
}

/// Like [`paths::visible_from`], with folders of examples and tests in upper case, as is usual here.
fn visible_from(package: &str) -> &str {
    let lower = package.to_ascii_lowercase();
    package.get(..paths::visible_from(&lower).len()).unwrap_or(package)
}

/// Where a target's sources lie, if they are part of the project.
fn folder(files: &ProjectFiles, package: &str, target: &Target, only: bool) -> Option<String> {
    if let Some(path) = &target.path {
        return paths::resolve(package, path).filter(|folder| files.has_folder(folder));
    }
    let usual = target.folders.iter().map(|root| paths::join(package, &format!("{root}/{}", target.name)));
    usual.into_iter().find(|folder| files.has_folder(folder)).or_else(|| {
        // The only target of a package may do without a folder of its own.
        let roots = target.folders.iter().map(|root| paths::join(package, root));
        roots.into_iter().find(|folder| only && files.has_folder(folder))
    })
}

/// The targets that a manifest declares by literals. Dependencies on targets, which are written alike, stand
/// inside another declaration.
fn targets(tokens: &[Token]) -> Vec<Target> {
    let mut targets = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let declares = match tokens.get(at..at + 3) {
            Some([Token::Sign('.'), Token::Word(call), Token::Sign('(')]) => {
                DECLARATIONS.iter().find(|(known, _)| known == call)
            }
            _ => None,
        };
        let Some((_, folders)) = declares else {
            at += 1;
            continue;
        };
        let open = at + 2;
        let end = closing(tokens, open, tokens.len());
        if let Some(name) = argument(tokens, open, end, "name") {
            let path = argument(tokens, open, end, "path").map(str::to_owned);
            targets.push(Target { name: name.to_owned(), path, folders });
        }
        at = end + 1;
    }
    targets
}

/// The literal after a label, directly in the brackets from `open` to `end`.
fn argument<'t>(tokens: &'t [Token], open: usize, end: usize, label: &str) -> Option<&'t str> {
    let mut at = open + 1;
    while at < end {
        match tokens.get(at)? {
            Token::Sign('(' | '[' | '{') => at = closing(tokens, at, tokens.len()),
            token if token.is(label) && tokens.get(at + 1).is_some_and(|next| next.is_sign(':')) => {
                return tokens.get(at + 2)?.text();
            }
            _ => {}
        }
        at += 1;
    }
    None
}
