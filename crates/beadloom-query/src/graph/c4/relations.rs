//! Edges of the graph, lifted to what a C4 diagram draws.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::elements::Field;
use crate::graph::hierarchy::PART_OF;

/// All edges between two drawn nodes. Ends are positions in [`Field::nodes`].
pub(super) struct Lifted {
    pub from: usize,
    pub to: usize,
    /// Sorted.
    pub kinds: Vec<String>,
    /// Sum of the counts of edges that come from imports.
    pub imports: u64,
}

/// By from and to. What stays within one drawn node is no relation.
pub(super) fn between(field: &Field<'_>) -> Vec<Lifted> {
    let mut all: BTreeMap<(usize, usize), (BTreeSet<&str>, u64)> = BTreeMap::new();
    for edge in &field.edges {
        let (Some(&src), Some(&dst)) =
            (field.places.get(edge.src.as_str()), field.places.get(edge.dst.as_str()))
        else {
            continue;
        };
        if edge.kind == PART_OF && field.nests(src, dst) {
            continue;
        }
        let (Some(from), Some(to)) = (field.lifted(src), field.lifted(dst)) else { continue };
        if from == to {
            continue;
        }
        let (kinds, imports) = all.entry((from, to)).or_default();
        kinds.insert(&edge.kind);
        *imports += edge.extra.get("count").and_then(Value::as_u64).unwrap_or(0);
    }
    all.into_iter()
        .map(|((from, to), (kinds, imports))| Lifted {
            from,
            to,
            kinds: kinds.into_iter().map(str::to_owned).collect(),
            imports,
        })
        .collect()
}
