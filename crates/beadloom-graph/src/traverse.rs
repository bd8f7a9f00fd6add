//! From focus nodes outwards: which nodes a bundle holds, and in which order.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use beadloom_model::kinds::edge_rank;

/// How far and how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Edges between the focus and a node, at most; 0 leaves the focus alone.
    pub depth: usize,
    /// Nodes, the focus included, at most. The focus itself is always whole.
    pub max_nodes: usize,
}

/// An edge, as far as following it goes. Direction does not matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// One end.
    pub a: String,
    /// The other.
    pub b: String,
    /// Edge kind.
    pub kind: String,
}

/// A node that was reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    /// The node.
    pub ref_id: String,
    /// Edges between it and the nearest focus node.
    pub distance: usize,
}

/// What [`expand`] found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expansion {
    /// In the order in which they were reached.
    pub nodes: Vec<Reached>,
    /// Nodes within the depth that `max_nodes` left out; counted up to [`MAX_COUNTED_NODES`].
    pub left_out: usize,
}

/// Nodes that do not fit are counted up to here, so that a huge graph costs no more than a large one.
pub const MAX_COUNTED_NODES: usize = 10_000;

/// Follows edges from the focus nodes, breadth first and in both directions.
///
/// `edges_of` gives every edge that touches one of the nodes of a level; it is asked once per level. A level is
/// ordered as a whole: by the best kind of the edges that reach a node (see
/// [`edge_rank`](beadloom_model::kinds::edge_rank); kinds without a rank of their own by name), then by ref_id.
/// The result does not depend on the order in which `edges_of` gives edges.
///
/// # Errors
/// Whatever `edges_of` fails with.
pub fn expand<E>(
    focus: &[String],
    limits: Limits,
    mut edges_of: impl FnMut(&[String]) -> Result<Vec<Step>, E>,
) -> Result<Expansion, E> {
    let mut seen: HashSet<String> = HashSet::new();
    let mut level: Vec<String> = focus.iter().filter(|id| seen.insert((*id).clone())).cloned().collect();
    let mut found = Expansion {
        nodes: level.iter().map(|id| Reached { ref_id: id.clone(), distance: 0 }).collect(),
        left_out: 0,
    };
    for distance in 1..=limits.depth {
        if level.is_empty() || found.left_out >= MAX_COUNTED_NODES {
            break;
        }
        let next = next_level(&level, &mut seen, edges_of(&level)?);
        for id in &next {
            if found.nodes.len() < limits.max_nodes {
                found.nodes.push(Reached { ref_id: id.clone(), distance });
            } else {
                found.left_out += 1;
            }
        }
        level = next;
    }
    found.left_out = found.left_out.min(MAX_COUNTED_NODES);
    Ok(found)
}

/// The nodes that the edges lead to from `level` and that were not seen before, in order.
fn next_level(level: &[String], seen: &mut HashSet<String>, steps: Vec<Step>) -> Vec<String> {
    let from: HashSet<&str> = level.iter().map(String::as_str).collect();
    let mut best: HashMap<String, (u8, String)> = HashMap::new();
    for Step { a, b, kind } in steps {
        let rank = edge_rank(&kind);
        // Kinds with a rank of their own tie within it; the others are told apart by name.
        let key = (rank, if rank < edge_rank("") { String::new() } else { kind });
        let leads = (from.contains(a.as_str()), from.contains(b.as_str()));
        // An edge between two nodes of the level leads nowhere new.
        let to = match leads {
            (true, false) => b,
            (false, true) => a,
            _ => continue,
        };
        if seen.contains(&to) {
            continue;
        }
        match best.entry(to) {
            Entry::Vacant(slot) => drop(slot.insert(key)),
            Entry::Occupied(mut slot) if key < *slot.get() => drop(slot.insert(key)),
            Entry::Occupied(_) => {}
        }
    }
    let mut next: Vec<(u8, String, String)> =
        best.into_iter().map(|(id, (rank, name))| (rank, name, id)).collect();
    next.sort_unstable();
    let next: Vec<String> = next.into_iter().map(|(_, _, id)| id).collect();
    seen.extend(next.iter().cloned());
    next
}
