//! Who refers to symbols, and what symbols refer to: one step of a walk over references, in either direction.

use std::collections::{BTreeMap, HashSet};

use beadloom_model::{ReferenceKind, Result};
use beadloom_store::{Confidence, ReferenceRow, Store, SymbolPlace};

/// A reference between a symbol that was asked for and another place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Relation {
    /// The symbol that was asked for; its row id.
    pub near: i64,
    /// The other end: for a caller the symbol that the reference stands in, None at the top of a file; for a callee
    /// the symbol that is meant, the best candidate where that is not sure.
    pub far: Option<i64>,
    /// Row id of the file that the reference stands in.
    pub file_id: i64,
    /// What the reference does.
    pub kind: ReferenceKind,
    /// How sure the meaning is; never external.
    pub confidence: Confidence,
    /// Where it stands in the file; 1-based, ascending, at least one.
    pub lines: Vec<u32>,
    /// All that it may mean, best first, where it is ambiguous.
    pub candidates: Vec<i64>,
}

/// References that were found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Relations {
    /// By the path of the file that they stand in, then by line.
    pub rows: Vec<Relation>,
    /// The paths of those files, by row id.
    pub paths: BTreeMap<i64, String>,
    /// Files that were not looked at because there are too many.
    pub files_left_out: u64,
    /// References of the symbols that lead out of the project; of callees only.
    pub external: u64,
}

/// The references to any of the symbols, in at most `most_files` files, by path. A reference that may mean several
/// of them counts once.
///
/// # Errors
/// Store errors.
pub(crate) fn callers(store: &Store, symbols: &[i64], most_files: usize) -> Result<Relations> {
    let wanted: HashSet<i64> = symbols.iter().copied().collect();
    let files = store.referring_files(symbols, most_files)?;
    let mut found = Relations::default();
    if files.len() >= most_files {
        found.files_left_out = store.count_files_referring(symbols)?.saturating_sub(files.len() as u64);
    }
    for (file, path) in files {
        let mut rows = store
            .references_where(file, |_, targets| targets.iter().any(|target| wanted.contains(target)))?;
        rows.sort_by(|a, b| a.lines.cmp(&b.lines));
        found.rows.extend(rows.into_iter().filter_map(|row| {
            let near = row.targets.iter().copied().find(|target| wanted.contains(target))?;
            Some(relation(near, row.from, row))
        }));
        found.paths.insert(file, path);
    }
    Ok(found)
}

/// What the symbols refer to, each without what stands within it.
///
/// # Errors
/// Store errors.
pub(crate) fn callees(store: &Store, symbols: &[SymbolPlace]) -> Result<Relations> {
    let mut files: BTreeMap<(&str, i64), HashSet<i64>> = BTreeMap::new();
    for place in symbols {
        files.entry((&place.file_path, place.file_id)).or_default().insert(place.id);
    }
    let mut found = Relations::default();
    for ((path, file), wanted) in files {
        let mut rows = store.references_where(file, |from, _| from.is_some_and(|id| wanted.contains(&id)))?;
        rows.sort_by(|a, b| a.lines.cmp(&b.lines));
        for row in rows {
            match (row.from, row.targets.first().copied()) {
                (Some(near), Some(far)) => found.rows.push(relation(near, Some(far), row)),
                _ => found.external += row.lines.len() as u64,
            }
        }
        found.paths.insert(file, path.to_owned());
    }
    Ok(found)
}

fn relation(near: i64, far: Option<i64>, row: ReferenceRow) -> Relation {
    let candidates = if row.confidence == Confidence::Ambiguous { row.targets } else { Vec::new() };
    Relation {
        near,
        far,
        file_id: row.file_id,
        kind: row.kind,
        confidence: row.confidence,
        lines: row.lines,
        candidates,
    }
}
