//! A project as a list of files, and imports as lines of a table.

use std::collections::{BTreeMap, HashMap};

use beadloom_model::{ImportFacts, ImportKind, LanguageId};
use beadloom_resolve::ImportResolver;

/// A resolver over these files. Text matters for manifests, and where files declare what they hold.
pub fn project(files: &[(&str, &str)]) -> ImportResolver<'static> {
    let texts: BTreeMap<String, String> =
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let paths = texts.keys().map(|path| path.as_str().into()).collect();
    ImportResolver::new(paths, HashMap::new(), 2, move |path| texts.get(path).cloned())
}

/// Files without text, followed by those with.
pub fn files(plain: &[&str], texts: &[(&str, &str)]) -> ImportResolver<'static> {
    let mut all: Vec<(&str, &str)> = plain.iter().map(|path| (*path, "")).collect();
    all.extend(texts);
    project(&all)
}

/// An import statement at line 1.
pub fn import(specifier: &str, names: &[&str], kind: ImportKind) -> ImportFacts {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    ImportFacts { specifier: specifier.to_owned(), names, aliases: Vec::new(), kind, local: false, line: 1 }
}

/// The targets on one line: `path (package) [names]`, joined by `; `. Without a path: `external`.
pub fn lead(resolver: &ImportResolver, language: &str, from: &str, import: &ImportFacts) -> String {
    let language = LanguageId::parse(language);
    let targets = language.map(|language| resolver.resolve(language, from, import)).unwrap_or_default();
    assert!(!targets.is_empty(), "{from}: {} has no target", import.specifier);
    assert!(targets.is_sorted_by(|a, b| a.path <= b.path), "{from}: {} is not sorted", import.specifier);
    let shown: Vec<String> = targets
        .iter()
        .map(|target| {
            let mut line = target.path.clone().unwrap_or_else(|| "external".to_owned());
            if let Some(package) = &target.package {
                line.push_str(&format!(" ({package})"));
            }
            if !target.names.is_empty() {
                line.push_str(&format!(" [{}]", target.names.join(", ")));
            }
            line
        })
        .collect();
    shown.join("; ")
}

/// Checks lines of `from`, `specifier names…`, expected targets; tells of all that differ at once.
pub fn check(resolver: &ImportResolver, language: &str, cases: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (from, statement, expected) in cases {
        let mut words = statement.split(' ');
        let specifier = words.next().unwrap_or("");
        let names: Vec<&str> = words.collect();
        let found = lead(resolver, language, from, &import(specifier, &names, ImportKind::Import));
        if found != *expected {
            wrong.push(format!("{from}: {statement}\n  expected {expected}\n  found    {found}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
