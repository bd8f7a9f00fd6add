//! Uses of a symbol that cannot be seen: reads of a member of its name on values whose type is unknown.

use std::collections::BTreeSet;

use beadloom_model::languages::LanguageFamily;
use beadloom_model::{LanguageId, ReferenceKind, Result, SymbolKind};
use beadloom_store::{Confidence, Store, SymbolRow};

/// Names that are looked for in one answer: each is looked for in the references of all files.
const MAX_NAMES: usize = 16;

/// Places that read the name of one of the symbols, a member, of a value whose type is unknown. Files count, not how often
/// each reads it.
pub(crate) fn unseen_reads(store: &Store, rows: &[SymbolRow]) -> Result<u64> {
    let names: BTreeSet<&str> =
        rows.iter().filter(|row| is_member(row)).map(|row| row.symbol_name.as_str()).collect();
    let mut files = 0;
    for name in names.into_iter().take(MAX_NAMES) {
        files += files_reading(store, name, rows)?;
    }
    Ok(files)
}

/// What cannot be seen of what needs these symbols, in words; `None` where nothing is.
pub(crate) fn unseen(store: &Store, rows: &[SymbolRow]) -> Result<Option<String>> {
    let members: BTreeSet<&str> =
        rows.iter().filter(|row| is_member(row)).map(|row| row.symbol_name.as_str()).collect();
    if members.len() > MAX_NAMES {
        let says = "reads of members on values whose type is unknown are not counted";
        return Ok(Some(says.to_owned()));
    }
    let mut read: Vec<&str> = Vec::new();
    for name in members {
        if files_reading(store, name, rows)? > 0 {
            read.push(name);
        }
    }
    if read.is_empty() {
        return Ok(None);
    }
    let more = read.len().saturating_sub(3);
    let shown: Vec<String> = read.iter().take(3).map(|name| format!("`.{name}`")).collect();
    let and = if more > 0 { format!(" and {more} more") } else { String::new() };
    Ok(Some(format!("reads of {}{and} on values whose type is unknown are not counted", shown.join(", "))))
}

/// Something that is read behind a value: a member of a type, or what a table or an object holds.
fn is_member(row: &SymbolRow) -> bool {
    row.qualified_name != row.symbol_name
        && matches!(
            row.kind,
            SymbolKind::Method | SymbolKind::Route | SymbolKind::Constant | SymbolKind::Function
        )
}

fn files_reading(store: &Store, name: &str, rows: &[SymbolRow]) -> Result<u64> {
    let paths: BTreeSet<&str> =
        rows.iter().filter(|row| row.symbol_name == name).map(|row| row.file_path.as_str()).collect();
    let mut families: BTreeSet<LanguageFamily> = BTreeSet::new();
    for path in paths {
        let language = store.language_of(path)?;
        families.extend(language.and_then(|id| LanguageId::parse(&id)).map(LanguageId::family));
    }
    let mut files = store.files_naming(name)?;
    files.retain(|(_, language)| language.is_some_and(|language| families.contains(&language.family())));
    let ids: Vec<i64> = files.into_iter().map(|(file, _)| file).collect();
    let mut reading: BTreeSet<i64> = BTreeSet::new();
    store.each_reference(&ids, |file, _, fact, resolution| {
        if fact.kind == ReferenceKind::Value
            && fact.name == name
            && resolution.confidence() == Confidence::Ambiguous
            && resolution.targets().is_empty()
        {
            reading.insert(file);
        }
    })?;
    Ok(reading.len() as u64)
}
