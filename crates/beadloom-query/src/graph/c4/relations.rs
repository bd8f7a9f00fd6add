//! Edges of the graph, lifted to what a C4 diagram draws.

use std::collections::BTreeMap;

use serde_json::Value;

use super::elements::Field;
use super::item::Relation;
use crate::graph::contracts;
use crate::graph::hierarchy::PART_OF;

/// Between positions in [`Field::nodes`], by from and to, and how many edges are none because they begin or end at a system that is a boundary. What stays within
/// one drawn node is no relation.
pub(super) fn between(field: &Field<'_>) -> (Vec<Relation>, usize) {
    let mut all: BTreeMap<(usize, usize), Relation> = BTreeMap::new();
    let mut lost = 0;
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
        if field.meets_boundary(from, to) {
            lost += usize::from(edge.kind != PART_OF);
            continue;
        }
        let relation = all.entry((from, to)).or_insert_with(|| Relation { from, to, ..Relation::default() });
        let crossing = contracts::labels(edge);
        if crossing.is_empty() {
            relation.kinds.insert(edge.kind.clone());
        }
        relation.crossing.extend(crossing);
        relation.imports += edge.extra.get("count").and_then(Value::as_u64).unwrap_or(0);
    }
    (all.into_values().collect(), lost)
}
