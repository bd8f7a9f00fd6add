//! Uses of a symbol that cannot be seen: reads of a member of its name on values whose type is unknown.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::languages::LanguageFamily;
use beadloom_model::{LanguageId, ReferenceKind, Result, SymbolKind};
use beadloom_store::{Confidence, FactReceiver, Store, SymbolRow};

use crate::text::and_more;
use crate::unnamed::unnamed_alone;
use crate::unread::unread_files;

/// Names that are looked for in one answer.
const MAX_NAMES_ITEMS: usize = 128;

/// Files whose definitions are asked for, of which it is looked up who hands them on.
const MAX_FILES_ITEMS: usize = 512;

/// Places that read the name of one of the symbols, a member, of a value whose type is unknown. Files count, not how often
/// each reads it.
pub(crate) fn unseen_reads(store: &Store, rows: &[SymbolRow]) -> Result<u64> {
    let reading = readers(store, &Names::of(store, rows)?, rows)?;
    Ok(reading.values().map(|files| files.len() as u64).sum())
}

/// What cannot be seen of what needs these symbols, in words; `None` where nothing is.
pub(crate) fn unseen(store: &Store, rows: &[SymbolRow]) -> Result<Option<String>> {
    let reads = match (unseen_members(store, rows)?, unseen_signs(store, rows)?) {
        (Some(reads), Some(signs)) => Some(format!("{reads}; {signs}")),
        (reads, signs) => reads.or(signs),
    };
    let Some(unread) = unread_files(store, rows)? else { return Ok(reads) };
    let are = if unread.is_one() { "is" } else { "are" };
    let says = format!("{} may name it and {are} not read", unread.counted());
    Ok(Some(match reads {
        Some(reads) => format!("{reads}; {says}"),
        None => says,
    }))
}

/// Members that operators and other syntax run.
fn unseen_signs(store: &Store, rows: &[SymbolRow]) -> Result<Option<String>> {
    let names = unnamed_alone(store, rows)?;
    if names.is_empty() {
        return Ok(None);
    }
    let shown: Vec<String> = names.iter().take(3).map(|name| format!("`{name}`")).collect();
    let names = and_more(&shown, names.len());
    Ok(Some(format!(
        "uses of {names} without the name (operators, conversions and the like) are not counted"
    )))
}

fn unseen_members(store: &Store, rows: &[SymbolRow]) -> Result<Option<String>> {
    let names = Names::of(store, rows)?;
    if names.all.len() > MAX_NAMES_ITEMS {
        let says = "reads of members on values whose type is unknown are not counted";
        return Ok(Some(says.to_owned()));
    }
    let read: Vec<&str> = readers(store, &names, rows)?.into_keys().collect();
    if read.is_empty() {
        return Ok(None);
    }
    let shown: Vec<String> = read.iter().take(3).map(|name| format!("`.{name}`")).collect();
    let names = and_more(&shown, read.len());
    Ok(Some(format!("reads of {names} on values whose type is unknown are not counted")))
}

/// Something that is read behind a value: a member of a type, or what a table or an object holds.
fn is_member(row: &SymbolRow) -> bool {
    row.qualified_name != row.symbol_name
        && matches!(
            row.kind,
            SymbolKind::Method | SymbolKind::Route | SymbolKind::Constant | SymbolKind::Function
        )
}

/// What a file gives to those that import it.
fn is_given(row: &SymbolRow) -> bool {
    row.exported && row.qualified_name == row.symbol_name
}

/// The files of what is given on that others load and hand on as a whole, each with the first of those.
pub(crate) fn handed_on(store: &Store, rows: &[SymbolRow]) -> Result<BTreeMap<String, String>> {
    let given = rows.iter().filter(|row| is_given(row));
    let paths: BTreeSet<&str> = given.map(|row| row.file_path.as_str()).collect();
    let paths: Vec<&str> = paths.into_iter().take(MAX_FILES_ITEMS).collect();
    if paths.is_empty() { Ok(BTreeMap::new()) } else { Ok(store.handed_on(&paths)?.into_iter().collect()) }
}

/// Names that are read behind values.
struct Names<'r> {
    all: BTreeSet<&'r str>,
    /// Those of what a module has that goes to code which does not name it.
    of_modules: BTreeSet<&'r str>,
}

impl<'r> Names<'r> {
    fn of(store: &Store, rows: &'r [SymbolRow]) -> Result<Self> {
        let members = rows.iter().filter(|row| is_member(row)).map(|row| row.symbol_name.as_str());
        let mut all: BTreeSet<&str> = members.collect();
        let handed_on = handed_on(store, rows)?;
        let of_modules: BTreeSet<&str> = rows
            .iter()
            .filter(|row| is_given(row) && handed_on.contains_key(&row.file_path))
            .map(|row| row.symbol_name.as_str())
            .collect();
        all.extend(&of_modules);
        Ok(Self { all, of_modules })
    }
}

/// The files that read each of the names of a value of unknown type; only names that some file reads so.
fn readers<'r>(
    store: &Store,
    Names { all: names, of_modules }: &Names<'r>,
    rows: &[SymbolRow],
) -> Result<BTreeMap<&'r str, BTreeSet<i64>>> {
    let mut reading: BTreeMap<&str, BTreeSet<i64>> = BTreeMap::new();
    if names.is_empty() {
        return Ok(reading);
    }
    let mut families: BTreeMap<&str, BTreeSet<LanguageFamily>> = BTreeMap::new();
    let mut of_paths: BTreeMap<&str, Option<LanguageFamily>> = BTreeMap::new();
    for row in rows.iter().filter(|row| names.contains(row.symbol_name.as_str())) {
        let family = match of_paths.get(row.file_path.as_str()) {
            Some(family) => *family,
            None => {
                let language = store.language_of(&row.file_path)?;
                let family = language.and_then(|id| LanguageId::parse(&id)).map(LanguageId::family);
                of_paths.insert(&row.file_path, family);
                family
            }
        };
        families.entry(row.symbol_name.as_str()).or_default().extend(family);
    }
    let mut languages: BTreeMap<i64, LanguageFamily> = BTreeMap::new();
    for name in names.iter().take(MAX_NAMES_ITEMS) {
        let files = store.files_naming(name)?.into_iter();
        languages.extend(files.filter_map(|(file, language)| Some((file, language?.family()))));
    }
    let ids: Vec<i64> = languages.keys().copied().collect();
    store.each_reference(&ids, |file, _, fact, resolution| {
        let is_read = fact.kind == ReferenceKind::Value && resolution.confidence() == Confidence::Ambiguous;
        let is_called = fact.kind == ReferenceKind::Call
            && fact.receiver == FactReceiver::Value
            && of_modules.contains(fact.name);
        if (is_read || is_called)
            && resolution.targets().is_empty()
            && let Some(name) = names.get(fact.name)
            && let Some(family) = languages.get(&file)
            && families.get(name).is_some_and(|families| families.contains(family))
        {
            reading.entry(name).or_default().insert(file);
        }
    })?;
    Ok(reading)
}
