//! Edges that follow from contracts: one node consumes what another one produces.

use std::collections::BTreeMap;

use beadloom_model::CompactSort as _;
use beadloom_model::answers::{FullEdge, FullNode, Protocol};
use serde_json::Value;

use super::hierarchy::places;

/// The key of what crosses, in an edge's `extra`: a list of `{protocol, name}`.
const KEY: &str = "contracts";

/// Adds the edges whose two ends are there. One that the graph has of that kind already gets to know what crosses, so that
/// an edge stays what src, dst and kind name.
pub(super) fn add(edges: &mut Vec<FullEdge>, nodes: &[FullNode], found: &[FullEdge]) {
    if found.is_empty() {
        return;
    }
    let places = places(nodes);
    let known: BTreeMap<(&str, &str, &str), usize> = edges
        .iter()
        .enumerate()
        .map(|(at, edge)| ((edge.src.as_str(), edge.dst.as_str(), edge.kind.as_str()), at))
        .collect();
    let mut crossing: Vec<(usize, Value)> = Vec::new();
    let mut new: Vec<FullEdge> = Vec::new();
    for edge in found {
        if !(places.contains_key(edge.src.as_str()) && places.contains_key(edge.dst.as_str())) {
            continue;
        }
        match (known.get(&(edge.src.as_str(), edge.dst.as_str(), edge.kind.as_str())), edge.extra.get(KEY)) {
            (Some(at), Some(what)) => crossing.push((*at, what.clone())),
            _ => new.push(edge.clone()),
        }
    }
    for (at, what) in crossing {
        if let Some(edge) = edges.get_mut(at) {
            edge.extra.entry(KEY).or_insert(what);
        }
    }
    if !new.is_empty() {
        edges.extend(new);
        edges.compact_sort_by(|a, b| (&a.src, &a.dst, &a.kind).cmp(&(&b.src, &b.dst, &b.kind)));
    }
}

/// What crosses, as pictures say it: `gRPC CurrencyService`. A message goes against the arrow, from who publishes to who
/// consumes, and the label says so. Empty for edges that no contract stands behind.
pub(super) fn labels(edge: &FullEdge) -> Vec<String> {
    let Some(Value::Array(all)) = edge.extra.get(KEY) else { return Vec::new() };
    all.iter()
        .filter_map(|one| {
            let protocol = Protocol::from_name(one.get("protocol")?.as_str()?)?;
            let name = one.get("name")?.as_str()?;
            Some(match protocol {
                // Packages are long, and those of one project mostly the same.
                Protocol::Protobuf => format!("gRPC {}", name.rsplit('.').next().unwrap_or(name)),
                Protocol::GraphQl => format!("GraphQL {name}"),
                Protocol::OpenApi => format!("HTTP {name}"),
                Protocol::Amqp => format!("consumes AMQP {name}"),
                Protocol::AsyncApi => format!("consumes {name}"),
            })
        })
        .collect()
}
