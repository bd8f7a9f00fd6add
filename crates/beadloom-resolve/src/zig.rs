//! Zig: files by their paths, modules by the names that `build.zig` gives them.

use std::collections::BTreeMap;
use std::sync::Arc;

use beadloom_model::{ImportFacts, LanguageId};

use super::declarative::{Token, closing, tokens};
use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::{ImportTarget, paths};

/// Tokens of one call of a build script; longer ones say nothing here.
const CALL: usize = 1_000;

pub(super) struct Resolver {
    files: Arc<ProjectFiles>,
    /// Folder of a `build.zig` to the modules that can be imported below it.
    builds: BTreeMap<String, BTreeMap<String, String>>,
}

/// Where a module comes from.
#[derive(Clone)]
enum Origin {
    /// Its root file, as the build script writes it.
    File(String),
    /// A module of a dependency.
    Dependency { name: String, module: String },
}

/// What a build script says in literals.
#[derive(Default)]
struct Script {
    /// Modules that others may import: `addModule`.
    published: BTreeMap<String, Origin>,
    /// Names under which modules are imported here.
    imports: BTreeMap<String, Origin>,
}

impl Resolver {
    pub(super) fn new(files: Arc<ProjectFiles>, manifests: &mut Manifests<'_>) -> Self {
        let mut scripts: BTreeMap<String, Script> = BTreeMap::new();
        let mut dependencies: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for path in manifests.named("build.zig") {
            let Some(text) = manifests.text(&path) else { continue };
            scripts.insert(paths::parent(&path).to_owned(), Script::parse(&tokens(LanguageId::Zig, &text)));
        }
        for path in manifests.named("build.zig.zon") {
            let Some(text) = manifests.text(&path) else { continue };
            dependencies
                .insert(paths::parent(&path).to_owned(), local_dependencies(&tokens(LanguageId::Zig, &text)));
        }
        let file_of = |folder: &str, origin: &Origin| match origin {
            Origin::File(path) => paths::resolve(folder, path),
            Origin::Dependency { name, module } => {
                let at = paths::resolve(folder, dependencies.get(folder)?.get(name)?)?;
                match scripts.get(&at)?.published.get(module)? {
                    Origin::File(path) => paths::resolve(&at, path),
                    Origin::Dependency { .. } => None,
                }
            }
        };
        let mut builds: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (folder, script) in &scripts {
            let modules = builds.entry(folder.clone()).or_default();
            for (name, origin) in script.published.iter().chain(&script.imports) {
                if let Some(path) = file_of(folder, origin).filter(|path| files.has_file(path)) {
                    modules.insert(name.clone(), path);
                }
            }
        }
        Self { files, builds }
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> ImportTarget {
        let name = import.specifier.as_str();
        let folder = paths::parent(from);
        // What is no path is a module; C headers are looked for like files.
        if name.contains(['.', '/']) {
            return match paths::resolve(folder, name).filter(|path| self.files.has_file(path)) {
                Some(path) => ImportTarget::internal(path, None, import.names.clone()),
                None => ImportTarget::external(None, &import.names),
            };
        }
        let found = paths::ancestors(folder).find_map(|folder| self.builds.get(folder)?.get(name));
        match found {
            Some(path) => ImportTarget::internal(path.clone(), Some(name.to_owned()), import.names.clone()),
            None => ImportTarget::external(Some(name.to_owned()), &import.names),
        }
    }
}

impl Script {
    fn parse(tokens: &[Token]) -> Self {
        let mut script = Self::default();
        let mut variables: BTreeMap<String, Origin> = BTreeMap::new();
        let mut given = Vec::new();
        // The constant that is being declared.
        let mut variable: Option<&str> = None;
        for (at, token) in tokens.iter().enumerate() {
            let word = token.word().unwrap_or("");
            let open = at + 1;
            let call = tokens.get(open).is_some_and(|next| next.is_sign('('));
            match word {
                "const" | "var" => variable = tokens.get(at + 1).and_then(Token::word),
                "addModule" | "createModule" | "addAnonymousImport" if call => {
                    let end = closing(tokens, open, CALL);
                    let Some(root) = root_file(tokens, open, end) else { continue };
                    let name = tokens.get(open + 1).and_then(Token::text);
                    match (word, name) {
                        ("addModule", Some(name)) => {
                            script.published.insert(name.to_owned(), root.clone());
                        }
                        ("addAnonymousImport", Some(name)) => {
                            script.imports.insert(name.to_owned(), root.clone());
                        }
                        _ => {}
                    }
                    if let Some(variable) = variable.filter(|_| word != "addAnonymousImport") {
                        variables.entry(variable.to_owned()).or_insert(root);
                    }
                }
                "dependency" if call => {
                    if let Some(variable) = variable
                        && let Some(origin) = of_dependency(tokens, open)
                    {
                        variables.entry(variable.to_owned()).or_insert(origin);
                    }
                }
                "addImport" if call => {
                    if let Some(name) = tokens.get(open + 1).and_then(Token::text) {
                        given.push((name, open + 3));
                    }
                }
                // .{ .name = "money", .module = money }
                "name" if tokens.get(at + 1).is_some_and(|next| next.is_sign('=')) => {
                    let module = tokens.get(at + 3..at + 7);
                    if let (Some(name), Some([comma, dot, module, is])) =
                        (tokens.get(at + 2).and_then(Token::text), module)
                        && (comma.is_sign(',') && dot.is_sign('.') && module.is("module") && is.is_sign('='))
                    {
                        given.push((name, at + 7));
                    }
                }
                _ if token.is_sign(';') => variable = None,
                _ => {}
            }
        }
        for (name, value) in given {
            let origin = tokens.get(value).and_then(Token::word).and_then(|word| match word {
                "b" => in_place(tokens, value),
                _ => variables.get(word).cloned(),
            });
            if let Some(origin) = origin {
                script.imports.insert(name.to_owned(), origin);
            }
        }
        script
    }
}

/// `b.createModule(…)` and `b.dependency(…).module(…)` in the place of a variable.
fn in_place(tokens: &[Token], at: usize) -> Option<Origin> {
    let open = at + 3;
    match tokens.get(at + 2)?.word()? {
        "createModule" | "addModule" => root_file(tokens, open, closing(tokens, open, CALL)),
        "dependency" => of_dependency(tokens, open),
        _ => None,
    }
}

/// `.root_source_file = b.path("src/money.zig")`, and how it was written before.
fn root_file(tokens: &[Token], open: usize, end: usize) -> Option<Origin> {
    let inside = tokens.get(open..end)?;
    let field = inside.iter().position(|token| token.is("root_source_file") || token.is("source_file"))?;
    let path = inside.iter().skip(field).take(8).find_map(Token::text)?;
    Some(Origin::File(path.to_owned()))
}

/// `("money", .{ … }).module("money")`
fn of_dependency(tokens: &[Token], open: usize) -> Option<Origin> {
    let name = tokens.get(open + 1)?.text()?.to_owned();
    let end = closing(tokens, open, CALL);
    match tokens.get(end + 1..end + 5)? {
        [dot, module, bracket, text] if dot.is_sign('.') && module.is("module") && bracket.is_sign('(') => {
            Some(Origin::Dependency { name, module: text.text()?.to_owned() })
        }
        _ => None,
    }
}

/// `.dependencies = .{ .money = .{ .path = "../money" } }`: name to folder as written.
fn local_dependencies(tokens: &[Token]) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let Some(list) = tokens.iter().position(|token| token.is("dependencies")) else { return found };
    let mut at = list + 3;
    let end = closing(tokens, at, tokens.len());
    at += 1;
    // . name = . { … } ,
    while at < end {
        let name = match tokens.get(at + 1) {
            Some(Token::Word(name)) if name == "@" => tokens.get(at + 2).and_then(Token::text),
            Some(Token::Word(name)) => Some(name.as_str()),
            _ => None,
        };
        let Some(open) = (at..end).find(|at| tokens.get(*at).is_some_and(|token| token.is_sign('{'))) else {
            break;
        };
        let close = closing(tokens, open, tokens.len());
        let path = (open..close.min(tokens.len()))
            .find(|at| tokens.get(*at).is_some_and(|token| token.is("path")))
            .and_then(|at| tokens.get(at + 2)?.text());
        if let (Some(name), Some(path)) = (name, path) {
            found.insert(name.to_owned(), path.to_owned());
        }
        at = close + 1;
        if tokens.get(at).is_some_and(|token| token.is_sign(',')) {
            at += 1;
        }
    }
    found
}
