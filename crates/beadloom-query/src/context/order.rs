//! What a reader would give up last of an answer that is about no one part, file or symbol.

use beadloom_model::CompactSort as _;
use beadloom_model::answers::Reason;

use super::ContextRequest;
use super::item::Item;
use super::material::{BundleInput, Shape};
use super::shares;

/// All items, most important first: the order in which a reader would give things up, from its end.
///
/// A piece of a document that alone would fill more than half of the budget comes last: it would cost everything
/// else.
pub(super) fn by_importance(material: &BundleInput, request: &ContextRequest) -> Vec<Item> {
    if material.shape != Shape::Other {
        return shares::by_share(material, request);
    }
    let mut ranked: Vec<(u8, usize, Item)> = Vec::new();
    let mut add = |rank: u8, item: Item| ranked.push((rank, ranked.len(), item));
    let (mut near, mut focus_symbols, mut focus_chunks) = (0, 0, 0);
    let (mut callers, mut callees) = (0, 0);
    for (at, around) in material.nodes.iter().enumerate() {
        match around.distance {
            0 => {}
            1 => {
                near += 1;
                add(if near <= 6 { 1 } else { 4 }, Item::Node(at));
            }
            _ => add(7, Item::Node(at)),
        }
    }
    // Four bytes are a token, nearly.
    let too_large = request.budget.saturating_mul(2);
    for (at, piece) in material.chunks.iter().enumerate() {
        let rank = match (piece.distance, piece.best) {
            _ if piece.chunk.content.len() > too_large => 14,
            (0, true) => 2,
            (0, false) => {
                focus_chunks += 1;
                if focus_chunks <= 2 { 6 } else { 11 }
            }
            (_, true) => 9,
            (_, false) => 11,
        };
        add(rank, Item::Chunk(at));
    }
    for (at, definition) in material.symbols.iter().enumerate() {
        let rank = match definition.distance {
            _ if definition.symbol.reason == Some(Reason::Caller) => {
                callers += 1;
                if callers <= 6 { 3 } else { 10 }
            }
            _ if definition.symbol.reason == Some(Reason::Callee) => {
                callees += 1;
                if callees <= 6 { 5 } else { 10 }
            }
            0 => {
                focus_symbols += 1;
                match focus_symbols {
                    ..=8 => 3,
                    9..=20 => 5,
                    _ => 10,
                }
            }
            1 => 12,
            _ => 13,
        };
        add(rank, Item::Symbol(at));
    }
    for at in 0..material.routes.len() {
        add(if at < 12 { 5 } else { 10 }, Item::Route(at));
    }
    for at in 0..material.tests.len() {
        add(if at < 5 { 8 } else { 13 }, Item::Test(at));
    }
    for at in 0..material.together.as_deref().map_or(0, <[_]>::len) {
        add(if at < 6 { 3 } else { 6 }, Item::Together(at));
    }
    for at in 0..material.memories.len() {
        add(if at < 3 { 2 } else { 8 }, Item::Memory(at));
    }
    for at in 0..material.constraints.len() {
        add(if at < 5 { 2 } else { 8 }, Item::Constraint(at));
    }
    for at in 0..material.stale_docs.len() {
        add(if at < 3 { 0 } else { 8 }, Item::StaleDoc(at));
    }
    for at in 0..material.links.len() {
        add(if at < 3 { 3 } else { 12 }, Item::Link(at));
    }
    for at in 0..request.stale.shown_paths().len() {
        add(if at < 3 { 0 } else { 13 }, Item::StalePath(at));
    }
    ranked.compact_sort_by_key(|(rank, added, _)| (*rank, *added));
    ranked.into_iter().map(|(_, _, item)| item).collect()
}
