//! Documents that speak of the definitions which a task most likely changes: they are to be read, and to be changed with these.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::answers::{Bundle, LinkedDocument};
use beadloom_model::{CompactSort as _, Result};
use beadloom_store::Store;

use super::material::FileMaterial;
use crate::context::about::{has_parts, is_telling};
use crate::context::linked::said;
use crate::context::list::List;
use crate::mentioned::{Worth, documents_naming, section_naming};

/// How likely the task needs a definition of which documents are looked for.
const MIN_CHANCE: f64 = 0.03;

/// How likely a task needs a document, at least, for it to be named: by what its names are worth and how likely what they mean is needed.
const MIN_DOCUMENT_CHANCE: f64 = 0.015;

/// Documents that are named.
const MAX_DOCUMENTS: usize = 3;

/// The documents with how likely the task needs them, the likeliest first. `keep`: those that are wanted.
pub(super) fn speaking(
    store: &Store,
    files: &[FileMaterial],
    keep: &dyn Fn(&str) -> bool,
) -> Result<Vec<(f64, LinkedDocument)>> {
    let pieces = files.iter().flat_map(|file| &file.pieces).filter(|piece| piece.chance >= MIN_CHANCE);
    let chances: BTreeMap<i64, f64> =
        pieces.filter_map(|piece| Some((piece.definition?, piece.chance))).collect();
    let mut by_name: BTreeMap<String, f64> = BTreeMap::new();
    for row in store.symbols_by_id(&chances.keys().copied().collect::<Vec<_>>())? {
        if is_telling(&row.symbol_name) && has_parts(&row.symbol_name) {
            let chance = chances.get(&row.id).copied().unwrap_or(0.0);
            let known = by_name.entry(row.symbol_name).or_default();
            *known = known.max(chance);
        }
    }
    let names: BTreeSet<String> = by_name.keys().cloned().collect();
    let found = documents_naming(store, &names)?;
    let worth = Worth::of(store, found.values())?;
    let chance = |name: &String| by_name.get(name).copied().unwrap_or(0.0) * worth.of_name(name);
    let mut likely: Vec<(f64, &String)> = found
        .iter()
        .filter(|(path, _)| keep(path))
        .map(|(path, names)| (names.keys().map(chance).sum::<f64>(), path))
        .filter(|(chance, _)| *chance >= MIN_DOCUMENT_CHANCE)
        .collect();
    likely.compact_sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    likely.truncate(MAX_DOCUMENTS);
    let said = likely.into_iter().filter_map(|(chance, path)| Some((chance, path, found.get(path)?)));
    said.map(|(chance, path, names)| Ok((chance, section_naming(store, path, names, &worth, None)?)))
        .collect()
}

pub(super) static SPEAKING: List<LinkedDocument> = List {
    title: "Documents that speak of it",
    put: |bundle: &mut Bundle, documents, _| bundle.linked_documents = documents,
    line: said,
    alone: said,
    places: |places, bundle| places.files(bundle.linked_documents.iter().map(|one| &one.path)),
    ..List::PLAIN
};
