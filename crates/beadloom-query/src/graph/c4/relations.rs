//! Edges of the graph, lifted to what a C4 diagram draws.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::elements::Field;
use super::lifted::Lifted;
use crate::graph::contracts;
use crate::graph::hierarchy::PART_OF;

/// The edges between two nodes, while they are gathered.
#[derive(Default)]
struct Gathered<'a> {
    kinds: BTreeSet<&'a str>,
    crossing: BTreeSet<String>,
    imports: u64,
}

/// By from and to, and how many edges are none because they begin or end at a system that is a boundary. What stays within
/// one drawn node is no relation.
pub(super) fn between(field: &Field<'_>) -> (Vec<Lifted>, usize) {
    let mut all: BTreeMap<(usize, usize), Gathered<'_>> = BTreeMap::new();
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
        let gathered = all.entry((from, to)).or_default();
        let crossing = contracts::labels(edge);
        if crossing.is_empty() {
            gathered.kinds.insert(&edge.kind);
        }
        gathered.crossing.extend(crossing);
        gathered.imports += edge.extra.get("count").and_then(Value::as_u64).unwrap_or(0);
    }
    let lifted = all.into_iter().map(|((from, to), gathered)| Lifted {
        from,
        to,
        kinds: gathered.kinds.into_iter().map(str::to_owned).collect(),
        crossing: gathered.crossing.into_iter().collect(),
        imports: gathered.imports,
    });
    (lifted.collect(), lost)
}
