//! What references are themselves: their code, and what it says of them.

use std::collections::{HashMap, HashSet};

use beadloom_model::Result;
use beadloom_model::answers::{BundleSymbol, FocusType, Reason};
use beadloom_store::{Store, SymbolRow};

use super::area::Area;
use super::importance::Ranking;
use super::relations::Related;
use crate::focus::{Own, Resolved};
use crate::symbols::{bundled, with_members};

/// Names that say what a part holds, where nothing else does.
const TELLING: usize = 3;

/// A symbol of a bundle.
#[derive(Debug, Clone)]
pub(super) struct Definition {
    pub symbol: BundleSymbol,
    /// From the focus to the symbol's node; 0 also for what a reference names itself, and what that is called by and
    /// calls.
    pub distance: usize,
}

/// What parts, folders and files define: what annotations give them, then the most important.
pub(super) fn own_code(
    store: &Store,
    resolved: &[Resolved],
    ranked: &Ranking,
    most: usize,
) -> Result<Vec<SymbolRow>> {
    let mut found: Vec<SymbolRow> = Vec::new();
    let mut taken: HashSet<i64> = HashSet::new();
    for node in own_nodes(resolved) {
        let rows = store.annotated_symbols(&node, most)?;
        found.extend(rows.into_iter().filter(|row| taken.insert(row.id)));
    }
    let ids: Vec<i64> =
        ranked.order.iter().map(|weighed| weighed.id).filter(|id| !taken.contains(id)).take(most).collect();
    let mut rows: HashMap<i64, SymbolRow> =
        store.symbols_by_id(&ids)?.into_iter().map(|row| (row.id, row)).collect();
    found.extend(ids.iter().filter_map(|id| rows.remove(id)));
    found.truncate(most);
    Ok(found)
}

/// The code of the area, then what other references name, with its callers and callees; and how many symbols there are
/// beyond these.
pub(super) fn own_and_related(
    resolved: &[Resolved],
    own_code: Vec<SymbolRow>,
    related: Related,
    of_area: u64,
) -> (Vec<Definition>, u64) {
    let mut taken: HashSet<i64> = HashSet::new();
    let mut shown: Vec<Definition> = Vec::new();
    let mut more = of_area.saturating_sub(own_code.len() as u64) + related.left_out;
    let named = resolved.iter().flat_map(|one| match &one.own {
        Own::Symbols(rows) => rows.iter().map(|row| (row, None)).collect::<Vec<_>>(),
        Own::Touched(touched) => touched.symbols.iter().map(|row| (row, Some(Reason::Touched))).collect(),
        _ => Vec::new(),
    });
    for (row, reason) in named {
        if taken.insert(row.id) {
            let symbol = BundleSymbol { reason, ..bundled(row.clone()) };
            shown.push(Definition { symbol, distance: 0 });
        }
    }
    for (id, symbol) in related.symbols {
        if taken.insert(id) {
            shown.push(Definition { symbol, distance: 0 });
        }
    }
    for row in own_code {
        if taken.insert(row.id) {
            shown.push(Definition { symbol: bundled(row), distance: 0 });
        } else {
            more = more.saturating_sub(1);
        }
    }
    (shown, more)
}

/// The definitions that references name.
pub(super) fn named(resolved: &[Resolved]) -> impl Iterator<Item = &SymbolRow> {
    resolved.iter().flat_map(|one| match &one.own {
        Own::Symbols(rows) => rows.as_slice(),
        _ => &[],
    })
}

/// What stands inside definitions, by path and line, at most `most`.
pub(super) fn members(store: &Store, definitions: &[SymbolRow], most: usize) -> Result<Vec<SymbolRow>> {
    let own: HashSet<i64> = definitions.iter().map(|row| row.id).collect();
    let places = with_members(store, definitions)?;
    let ids: Vec<i64> =
        places.iter().map(|place| place.id).filter(|id| !own.contains(id)).take(most).collect();
    store.symbols_by_id(&ids)
}

/// Nodes whose documents are those of the references: they are referred to themselves, or by their whole folder.
pub(super) fn own_nodes(resolved: &[Resolved]) -> Vec<String> {
    let is_whole = |one: &&Resolved| matches!(one.own, Own::Nothing);
    resolved.iter().filter(is_whole).flat_map(|one| one.nodes.iter().cloned()).collect()
}

/// The nodes of the area: those of the references, and those of parts inside.
pub(super) fn nodes_inside(store: &Store, covered: &Area, starts: &[String]) -> Result<HashSet<String>> {
    let files: Vec<i64> = covered.files.iter().map(|file| file.id).collect();
    let mut inside: HashSet<String> =
        store.owners_of_files(&files)?.into_iter().map(|(_, node)| node).collect();
    inside.extend(starts.iter().cloned());
    Ok(inside)
}

/// A folder is what its node says, and a part or folder of which nobody says anything is what it holds.
pub(super) fn summarise(resolved: &mut [Resolved], own_code: &[SymbolRow]) {
    let is_alone = resolved.len() == 1;
    for one in resolved {
        let is_folder = one.focus.kind == "folder";
        if !is_folder && (one.focus.r#type != FocusType::Node || !one.focus.summary.is_empty()) {
            continue;
        }
        let is_own = |row: &&SymbolRow| match &one.own {
            _ if is_alone => true,
            Own::Folder(path) => row.file_path.starts_with(path.as_str()),
            _ => row.ref_id.as_ref().is_some_and(|node| one.nodes.contains(node)),
        };
        let mut names: Vec<&str> = Vec::new();
        for row in own_code.iter().filter(is_own).filter(|row| row.qualified_name == row.symbol_name) {
            if names.len() < TELLING && !names.contains(&row.symbol_name.as_str()) {
                names.push(&row.symbol_name);
            }
        }
        if names.is_empty() || is_folder && one.focus.summary.contains(": ") {
            continue;
        }
        let names = names.join(", ");
        one.focus.summary = if is_folder { format!("folder: {names}") } else { names };
    }
}
