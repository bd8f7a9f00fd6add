//! What an end of a way is: symbols, and the files that they stand in.

use beadloom_model::answers::WayEnd;
use beadloom_model::requests::PathRequest;
use beadloom_model::{Code, Error, Result};
use beadloom_store::{Store, SymbolRow};
use rustc_hash::FxHashSet;

use crate::odd_names::path_meant;
use crate::places::is_test;
use crate::symbols::{Named, named, symbol_name, unknown, with_members};
use crate::text;

/// Files of a folder or node.
const MAX_FILES: usize = 10_000;

/// Definitions of one name.
const MAX_DEFINITIONS: usize = 50;

/// An end of a way.
pub(super) struct End {
    pub shown: WayEnd,
    /// Row ids, with those of members.
    pub symbols: FxHashSet<i64>,
    /// Row ids of the files.
    pub files: FxHashSet<i64>,
    /// Whether the files themselves are meant.
    pub is_files: bool,
}

impl End {
    /// Whether all of it belongs to another.
    pub fn is_within(&self, other: &Self) -> bool {
        let symbols = !self.symbols.is_empty() && self.symbols.is_subset(&other.symbols);
        let files = self.is_files && !self.files.is_empty() && self.files.is_subset(&other.files);
        symbols && (!self.is_files || files) || files && other.is_files
    }
}

/// What a reference names: a node, a path, else the definitions of a name.
///
/// # Errors
/// `usage` where it is empty, `not_found` with suggestions; store errors.
pub(super) fn end(store: &Store, reference: &str) -> Result<End> {
    let reference = reference.trim();
    if reference.is_empty() {
        return Err(Error::new(Code::Usage, "an end of the way is empty").hint_with(|hints| {
            format!("name two symbols, files, folders or nodes: {}", hints.form::<PathRequest>("FROM TO"))
        }));
    }
    if let Some(node) = store.node(reference)? {
        let files = match node.source.as_deref() {
            None => Vec::new(),
            Some(source) => files_at(store, source)?,
        };
        return of_files(store, reference, &node.kind, &node.ref_id, files);
    }
    if let Some(path) = path_meant(store, reference)?
        && !path.is_empty()
    {
        let place = path.trim_end_matches('/');
        if let Some(id) = store.file_id(place)? {
            return of_files(store, reference, "file", place, vec![id]);
        }
        let files = files_at(store, &format!("{place}/"))?;
        if !files.is_empty() {
            return of_files(store, reference, "folder", place, files);
        }
    }
    let mut rows = match named(store, reference)? {
        Named::One(rows) => rows,
        Named::Several(names) => {
            let short = symbol_name(reference);
            let short = short.rsplit('.').next().unwrap_or_default();
            let mut rows = Vec::new();
            for name in names.iter().take(MAX_DEFINITIONS) {
                rows.extend(store.symbols_named(short, name, MAX_DEFINITIONS)?);
            }
            rows
        }
        Named::Unknown => return Err(unknown(store, reference)?),
    };
    if rows.iter().any(|row| !is_test(&row.file_path)) {
        rows.retain(|row| !is_test(&row.file_path));
    }
    of_symbols(store, reference, &rows)
}

fn files_at(store: &Store, source: &str) -> Result<Vec<i64>> {
    if !source.is_empty() && !source.ends_with('/') {
        return Ok(store.file_id(source)?.into_iter().collect());
    }
    let files = store.code_files_below(source.trim_end_matches('/'), MAX_FILES)?;
    Ok(files.into_iter().filter(|(_, path)| !is_test(path)).map(|(id, _)| id).collect())
}

fn of_files(store: &Store, reference: &str, kind: &str, name: &str, files: Vec<i64>) -> Result<End> {
    let symbols = store.symbol_ids_of_files(&files)?.into_iter().map(|(symbol, _)| symbol).collect();
    let shown =
        WayEnd { r#ref: reference.to_owned(), kind: kind.to_owned(), name: name.to_owned(), place: None };
    Ok(End { shown, symbols, files: files.into_iter().collect(), is_files: true })
}

fn of_symbols(store: &Store, reference: &str, rows: &[SymbolRow]) -> Result<End> {
    let members = with_members(store, rows)?;
    let first = rows.first();
    let mut places: Vec<String> =
        rows.iter().map(|row| format!("{}:{}", text::line(&row.file_path), row.line_start)).collect();
    places.dedup();
    let name = first.map_or_else(|| reference.to_owned(), |row| row.qualified_name.clone());
    let shown = WayEnd {
        r#ref: reference.to_owned(),
        kind: first.map_or("symbol", |row| row.kind.as_str()).to_owned(),
        name: if rows.iter().all(|row| row.qualified_name == name) { name } else { reference.to_owned() },
        place: match places.as_slice() {
            [] => None,
            [only] => Some(only.clone()),
            [first, rest @ ..] => Some(format!("{first} and {} more", rest.len())),
        },
    };
    Ok(End {
        shown,
        symbols: members.iter().map(|place| place.id).collect(),
        files: members.iter().map(|place| place.file_id).collect(),
        is_files: false,
    })
}
