//! Paths that a file writes out without an import: `crate::billing::charge()`, `\Acme\Billing::charge()`.

use std::collections::{BTreeSet, HashSet};

use beadloom_model::{ImportFacts, ImportKind, LanguageId, ParsedFile, Receiver};

use super::rules::{LanguageFamily, Rules};
use beadloom_resolve::ImportResolver;

/// Paths of one file that are looked at.
const MAX_FILE_PATHS: usize = 2_000;

/// A path and where it leads: a file, a folder ending in `/`, or nowhere.
pub type Written = (String, Option<String>);

/// The paths that stand before names in a file and begin with none of its own, sorted.
pub fn written_paths(
    rules: &Rules,
    language: LanguageId,
    path: &str,
    file: &ParsedFile,
    resolver: &ImportResolver,
) -> Vec<Written> {
    let Some(separator) = rules.written_paths else { return Vec::new() };
    let mut paths: BTreeSet<&str> = BTreeSet::new();
    for reference in &file.references {
        if let Receiver::Path(path) | Receiver::Typed(path) = &reference.receiver {
            paths.insert(path);
        }
    }
    if paths.is_empty() {
        return Vec::new();
    }
    let bound = names_bound(file);
    paths
        .into_iter()
        .filter(|path| {
            let head = path.split('.').next().unwrap_or(path);
            !bound.contains(head) && may_lead_out(rules, path, head)
        })
        .take(MAX_FILE_PATHS)
        .map(|written| (written.to_owned(), resolve(written, separator, language, path, resolver)))
        .collect()
}

/// Resolves a path again.
pub fn resolve(
    written: &str,
    separator: &str,
    language: LanguageId,
    from: &str,
    resolver: &ImportResolver,
) -> Option<String> {
    let import = ImportFacts {
        specifier: written.replace('.', separator),
        names: Vec::new(),
        aliases: Vec::new(),
        kind: ImportKind::Import,
        local: false,
        line: 0,
    };
    resolver.resolve(language, from, &import).into_iter().find_map(|target| target.path)
}

fn may_lead_out(rules: &Rules, path: &str, head: &str) -> bool {
    match rules.family {
        LanguageFamily::Of(LanguageId::Rust) => {
            !matches!(head, "std" | "core" | "alloc" | "Self")
                && head.starts_with(|c: char| c.is_lowercase() || c == '_' || c == '$')
        }
        _ => path.contains('.'),
    }
}

/// Names that the file itself defines or imports.
fn names_bound(file: &ParsedFile) -> HashSet<&str> {
    let mut names: HashSet<&str> = HashSet::new();
    for symbol in &file.symbols {
        if symbol.qualified_name == symbol.symbol_name {
            names.insert(&symbol.symbol_name);
        }
    }
    for import in &file.imports {
        if import.aliases.is_empty() {
            let last = import.specifier.rsplit([':', '\\', '.']).next();
            names.extend(last.filter(|last| !matches!(*last, "crate" | "self" | "super" | "*")));
        }
        names.extend(import.aliases.iter().map(|(local, _)| local.as_str()));
        names.extend(import.names.iter().map(String::as_str));
    }
    names
}
