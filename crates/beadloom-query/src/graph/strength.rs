//! How much an edge says: the same order for every picture that has no room for all.

use std::cmp::Reverse;
use std::collections::HashMap;

use beadloom_model::answers::FullEdge;
use beadloom_model::kinds::edge_rank;
use serde_json::Value;

/// What stands behind an edge: as many imports as were counted, else the edge itself.
pub(super) fn weight(edge: &FullEdge) -> u64 {
    edge.extra.get("count").and_then(Value::as_u64).unwrap_or(1).max(1)
}

/// How many ends of arrows stand at each place that has any.
pub(super) fn degrees(ends: impl Iterator<Item = usize>) -> HashMap<usize, usize> {
    let mut degrees = HashMap::new();
    for end in ends {
        *degrees.entry(end).or_default() += 1;
    }
    degrees
}

/// Sorts strong edges first: those that a contract stands behind, for they are how services hang together, then the
/// heavier ones, then the more telling kinds.
pub(super) type Strength = (bool, Reverse<u64>, u8);

/// The strength of edges that are drawn as one.
pub(super) fn strength<'k>(
    has_contract: bool,
    weight: u64,
    kinds: impl Iterator<Item = &'k str>,
) -> Strength {
    (!has_contract, Reverse(weight), kinds.map(edge_rank).min().unwrap_or(u8::MAX))
}
