//! Answers about nodes that are too long to be sent whole.

use std::collections::{HashMap, HashSet};

use super::json::{Json, bytes_of_list};
use crate::answer::packer::{Entry, Queue};

/// Bytes for what is said of what was left out, and for the fields beside nodes and edges.
const ROOM_FOR_FRAME_BYTES: usize = 2_000;

/// An edge between two nodes, by their places.
struct Link {
    ends: Option<(usize, usize)>,
    bytes: usize,
}

/// Keeps the topmost nodes of a graph, and the edges between them, and says so.
pub(super) fn keep_topmost(graph: &mut Json<'_>, max_bytes: usize) -> String {
    let (nodes, edges) = (graph.list_of("nodes").to_vec(), graph.list_of("edges").to_vec());
    let ids: Vec<String> = nodes.iter().map(|node| node.text_of("ref_id")).collect();
    let place: HashMap<&str, usize> = ids.iter().enumerate().map(|(at, id)| (id.as_str(), at)).collect();
    let wholes: HashMap<String, String> = edges
        .iter()
        .filter(|edge| edge.text_of("kind") == "part_of")
        .map(|edge| (edge.text_of("src"), edge.text_of("dst")))
        .collect();
    let links: Vec<Link> = edges
        .iter()
        .map(|edge| {
            let end = |name| place.get(edge.text_of(name).as_str()).copied();
            Link { ends: end("src").zip(end("dst")), bytes: edge.bytes() }
        })
        .collect();
    let mut depths = HashMap::new();
    let depths: Vec<usize> = ids.iter().map(|id| depth_of(id, &wholes, &mut depths)).collect();
    let entry =
        |(at, (node, depth)): (usize, (&Json<'_>, &usize))| Entry { at, worth: *depth, cost: node.bytes() };
    let queue = Queue::new(vec![nodes.iter().zip(&depths).enumerate().map(entry).collect()]);
    let room = max_bytes.saturating_sub(ROOM_FOR_FRAME_BYTES);
    let between = |kept: usize| {
        let kept: HashSet<usize> = queue.first(kept).into_iter().flatten().collect();
        move |link: &Link| link.ends.is_some_and(|(src, dst)| kept.contains(&src) && kept.contains(&dst))
    };
    let fits = |kept: usize| {
        let is_between = between(kept);
        let of_edges = links.iter().filter(|link| is_between(link)).map(|link| link.bytes);
        let of_nodes = queue.items().iter().take(kept).map(|item| item.cost);
        Ok(bytes_of_list([bytes_of_list(of_nodes), bytes_of_list(of_edges)].into_iter()) <= room)
    };
    let kept = queue.most(fits).unwrap_or_default();
    let is_between = between(kept);
    let shown: Vec<Json<'_>> =
        edges.iter().zip(&links).filter(|(_, link)| is_between(link)).map(|(edge, _)| edge.clone()).collect();
    let says = format!(
        "the graph is too long: the {kept} topmost of {} nodes and {} of {} edges are listed",
        nodes.len(),
        shown.len(),
        edges.len()
    );
    let top = queue.first(kept).into_iter().flatten().filter_map(|at| nodes.get(at).cloned()).collect();
    graph.set("nodes", Json::List(top));
    graph.set("edges", Json::List(shown));
    says
}

/// How many nodes a node is a part of, one in the other. A node that is a part of itself begins somewhere.
fn depth_of<'g>(
    id: &'g str,
    wholes: &'g HashMap<String, String>,
    known: &mut HashMap<&'g str, usize>,
) -> usize {
    let mut way: Vec<&str> = Vec::new();
    let mut at = id;
    let above = loop {
        match (known.get(at), wholes.get(at)) {
            (Some(depth), _) => break *depth + 1,
            (None, Some(whole)) if !way.contains(&at) => {
                way.push(at);
                at = whole;
            }
            // What is a part of nothing is at the top; so is where a circle closes.
            _ => break 1,
        }
    };
    for (steps, part) in way.iter().rev().enumerate() {
        known.insert(part, above + steps);
    }
    known.get(id).copied().unwrap_or(0)
}

/// What every node is, without its facts, and says so.
pub(super) fn keep_names(facts: &mut Json<'_>) -> String {
    let mut nodes = facts.list_of("nodes").to_vec();
    let omitted = match facts.get("omitted") {
        Some(Json::Value(written)) => written.parse().unwrap_or(0),
        _ => 0,
    };
    for node in &mut nodes {
        for name in ["dependencies", "routes", "symbols", "symbol_changes"] {
            node.set(name, Json::List(Vec::new()));
        }
        node.set("existing_doc", Json::Value("null".into()));
    }
    let says = format!(
        "the facts of {} nodes are too long: here are {} of them, without dependencies, routes, symbols and existing text",
        nodes.len() + omitted,
        nodes.len()
    );
    facts.set("nodes", Json::List(nodes));
    facts.set("architecture", Json::of(""));
    says
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_of_parts_has_an_end() {
        let wholes: HashMap<String, String> = [("a", "b"), ("b", "a"), ("c", "a"), ("d", "d"), ("f", "e")]
            .map(|(a, b)| (a.into(), b.into()))
            .into();
        let mut known = HashMap::new();
        let depths = ["a", "b", "c", "d", "e", "f"].map(|id| depth_of(id, &wholes, &mut known));
        assert_eq!(depths, [2, 1, 3, 1, 0, 1]);
    }
}
