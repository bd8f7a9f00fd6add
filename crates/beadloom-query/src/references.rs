//! Who refers to symbols, and what symbols refer to: one step of a walk over references, in either direction.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use beadloom_model::{ReferenceKind, Result};
use beadloom_store::{Confidence, Fact, Resolution, Store, SymbolPlace};

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
    let (files, files_left_out) = store.referring_files(symbols, most_files)?;
    let mut found = Relations { files_left_out, ..Relations::default() };
    let ids: Vec<i64> = files.iter().map(|(file, _)| *file).collect();
    store.each_reference(&ids, |file, from, fact, resolution| {
        let near = resolution.targets().iter().copied().find(|target| wanted.contains(target));
        found.rows.extend(near.map(|near| relation(near, from, file, fact, resolution)));
    })?;
    by_line(&mut found.rows);
    found.paths.extend(files);
    Ok(found)
}

/// What the symbols refer to, each without what stands within it.
///
/// # Errors
/// Store errors.
pub(crate) fn callees(store: &Store, symbols: &[SymbolPlace]) -> Result<Relations> {
    let wanted: HashSet<i64> = symbols.iter().map(|place| place.id).collect();
    let files: BTreeSet<(&str, i64)> =
        symbols.iter().map(|place| (place.file_path.as_str(), place.file_id)).collect();
    let ids: Vec<i64> = files.iter().map(|(_, file)| *file).collect();
    let mut found = Relations::default();
    store.each_reference(&ids, |file, from, fact, resolution| {
        let Some(near) = from.filter(|id| wanted.contains(id)) else { return };
        match resolution.targets().first().copied() {
            Some(far) => found.rows.push(relation(near, Some(far), file, fact, resolution)),
            None => found.external += fact.places() as u64,
        }
    })?;
    by_line(&mut found.rows);
    found.paths = files.into_iter().map(|(path, file)| (file, path.to_owned())).collect();
    Ok(found)
}

/// Within each file, by line.
fn by_line(rows: &mut [Relation]) {
    for file in rows.chunk_by_mut(|a, b| a.file_id == b.file_id) {
        file.compact_sort_by(|a, b| a.lines.cmp(&b.lines));
    }
}

fn relation(near: i64, far: Option<i64>, file_id: i64, fact: &Fact<'_>, resolution: &Resolution) -> Relation {
    let confidence = resolution.confidence();
    let ambiguous = confidence == Confidence::Ambiguous;
    Relation {
        near,
        far,
        file_id,
        kind: fact.kind,
        confidence,
        lines: fact.lines(),
        candidates: if ambiguous { resolution.targets().to_vec() } else { Vec::new() },
    }
}
