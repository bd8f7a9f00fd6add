//! Templates that may name a symbol and whose expressions are not read: those of Astro and Angular.

use beadloom_lexical::GramQuery;
use beadloom_model::languages::LanguageFamily;
use beadloom_model::{LanguageId, Result};
use beadloom_store::{Store, SymbolRow};

/// How the names of such files end.
const TEMPLATES: &[&str] = &[".astro", ".component.html"];

/// How many templates may name one of the symbols: their texts may hold the word.
pub(crate) fn unread_templates(store: &Store, rows: &[SymbolRow]) -> Result<u64> {
    let is_script = |row: &&SymbolRow| {
        LanguageId::of_path(&row.file_path).map(LanguageId::family) == Some(LanguageFamily::Ecma)
    };
    let words: Vec<GramQuery> =
        rows.iter().filter(is_script).map(|row| GramQuery::of(row.symbol_name.as_bytes())).collect();
    if words.is_empty() || !store.has_path_ending(TEMPLATES)? {
        return Ok(0);
    }
    let known = store.text_files()?;
    let may_name = |path: &str, filter: Option<&[u8]>| {
        TEMPLATES.iter().any(|ending| path.ends_with(ending))
            && filter.is_none_or(|filter| words.iter().any(|word| word.may_fit(filter)))
    };
    let found = known.files.iter().filter(|file| may_name(&file.path, known.filter(file))).count();
    Ok(found as u64)
}
