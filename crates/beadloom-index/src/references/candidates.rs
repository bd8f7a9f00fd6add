//! Which of several definitions of a name is meant, and in which order those are listed that may be.

use beadloom_model::{ReferenceKind, SymbolKind};
use beadloom_store::MAX_REFERENCE_CANDIDATES;

use super::files::Files;
use super::lookup::{Def, Form};
use super::rules::LanguageFamily;

/// One definition for each thing that the name may mean: of a function and a class of one name the one that fits
/// the use, of overloads the first.
pub fn choose(mut defs: Vec<Def>, kind: ReferenceKind, family: LanguageFamily) -> Vec<Def> {
    let best = defs.iter().map(|def| rank(kind, def.kind)).min().unwrap_or(0);
    defs.retain(|def| rank(kind, def.kind) == best);
    // A header declares what a source file defines.
    if family == LanguageFamily::C && defs.iter().any(|def| def.form != Form::Declaration) {
        defs.retain(|def| def.form != Form::Declaration);
    }
    defs.sort_by_key(|def| (def.file, def.own(), def.form, def.kind, def.id));
    defs.dedup_by_key(|def| (def.file, def.own()));
    defs
}

fn rank(reference: ReferenceKind, kind: SymbolKind) -> u8 {
    match (reference, kind) {
        (
            ReferenceKind::Call,
            SymbolKind::Function | SymbolKind::Method | SymbolKind::Route | SymbolKind::Component,
        ) => 0,
        (
            ReferenceKind::Value,
            SymbolKind::Function
            | SymbolKind::Method
            | SymbolKind::Route
            | SymbolKind::Component
            | SymbolKind::Constant,
        ) => 0,
        (ReferenceKind::Call | ReferenceKind::Value, SymbolKind::Class) => 1,
        (ReferenceKind::Call | ReferenceKind::Value, SymbolKind::Type) => 2,
        (ReferenceKind::Call, SymbolKind::Constant) => 3,
        (ReferenceKind::Call | ReferenceKind::Value, SymbolKind::Interface) => 4,
        (_, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type) => 0,
        (_, SymbolKind::Component) => 1,
        (_, SymbolKind::Constant) => 2,
        (_, SymbolKind::Module) => 5,
        _ => 6,
    }
}

/// Row ids of the candidates that lie nearest: the same file, the same folder, then by path.
pub fn nearest(mut defs: Vec<Def>, file: i64, path: &str, files: &dyn Files) -> Vec<i64> {
    let folders: Vec<&str> = path.split('/').collect();
    let path_of = |def: &Def| files.get(def.file).map_or("", |file| &file.path);
    defs.sort_by_cached_key(|def| {
        let other = path_of(def);
        let shared = other.split('/').zip(&folders).take_while(|(a, b)| a == *b).count();
        let apart = (other.split('/').count() + folders.len()).saturating_sub(2 * shared);
        (def.file != file, apart, other.to_owned(), def.own(), def.kind, def.id)
    });
    defs.into_iter().map(|def| def.id).take(MAX_REFERENCE_CANDIDATES).collect()
}
