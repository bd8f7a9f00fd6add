//! Definitions of nodes, tickets and mixed references, where no one part, file or symbol is what was asked.

use std::collections::HashSet;

use beadloom_model::Result;
use beadloom_model::answers::{BundleSymbol, Reason};
use beadloom_store::Store;

use super::own::Definition;
use super::relations::Related;
use super::room::SymbolRoom;
use crate::focus::{Own, Resolved};
use crate::symbols::bundled;

/// Symbols of a node next to the focus, and of one further away: only its most telling ones.
const NEAR_SYMBOLS: usize = 4;
const FAR_SYMBOLS: usize = 1;

/// The symbols that are shown, and how many the nodes have beyond them. What a reference names comes first,
/// then the focus nodes, then the others in their order.
pub(super) fn definitions(
    store: &Store,
    resolved: &[Resolved],
    related: Related,
    order: &[(String, usize)],
    symbol_room: &SymbolRoom,
) -> Result<(Vec<Definition>, u64)> {
    let mut taken: HashSet<i64> = HashSet::new();
    let mut shown: Vec<Definition> = Vec::new();
    let ids: Vec<String> = order.iter().map(|(id, _)| id.clone()).collect();
    let mut outside_nodes = 0;
    for one in resolved {
        if let Own::File(path) | Own::Folder(path) = &one.own {
            outside_nodes += store.count_symbols_outside(path, &ids)?;
        }
        let named = matches!(one.own, Own::Symbols(_) | Own::Touched(_));
        let reason = matches!(one.own, Own::Touched(_)).then_some(Reason::Touched);
        let rows = match &one.own {
            Own::Nothing => continue,
            Own::File(path) => store.symbols_of_file(path, symbol_room.outline)?,
            Own::Folder(path) => store.symbols_below(path, symbol_room.outline)?,
            Own::Symbols(rows) => rows.clone(),
            Own::Touched(touched) => touched.symbols.clone(),
        };
        for row in rows {
            if shown.len() < symbol_room.outline && taken.insert(row.id) {
                outside_nodes += u64::from(named && row.ref_id.is_none());
                let symbol = BundleSymbol { reason, ..bundled(row) };
                shown.push(Definition { symbol, distance: 0 });
            }
        }
    }
    outside_nodes += related.left_out;
    let is_connected = !related.symbols.is_empty();
    for (id, symbol) in related.symbols {
        if taken.insert(id) {
            let in_bundle = symbol.symbol.ref_id.as_ref().is_some_and(|node| ids.contains(node));
            outside_nodes += u64::from(!in_bundle);
            shown.push(Definition { symbol, distance: 0 });
        }
    }
    // Where the reference is only a part of its node, the rest of the node is no more than a neighbour.
    let has_own = !shown.is_empty();
    // Where it is connected to other code by references, those say more than what else its node holds.
    let mut others = if is_connected { 0 } else { symbol_room.others };
    for (id, distance) in order {
        let room = match distance {
            0 if has_own => NEAR_SYMBOLS.min(others),
            0 => symbol_room.focus.saturating_sub(shown.len()),
            1 => NEAR_SYMBOLS.min(others),
            _ => FAR_SYMBOLS.min(others),
        };
        if room == 0 {
            continue;
        }
        let is_focus = *distance == 0 && !has_own;
        // Enough to fill the room though some were shown before.
        let rows = store.symbols_of_node(id, room + taken.len().min(symbol_room.outline))?;
        // A neighbour shows what it offers; what it hides, only where it offers nothing.
        let offers = !is_focus && rows.first().is_some_and(|row| row.exported);
        let mut left = room;
        for row in rows {
            if left == 0 || (offers && !row.exported) {
                break;
            }
            if taken.insert(row.id) {
                left -= 1;
                shown.push(Definition { symbol: bundled(row), distance: *distance });
            }
        }
        if !is_focus {
            others -= room - left;
        }
    }
    let all = store.count_symbols(&ids)? + outside_nodes;
    let more = all.saturating_sub(shown.len() as u64);
    Ok((shown, more))
}
