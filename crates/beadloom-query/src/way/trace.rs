//! Steps that a walk took, and the ways along them.

use beadloom_model::CompactSort as _;
use beadloom_model::answers::{Certainty, Way, WayStep};
use rustc_hash::FxHashMap;

/// Ways that are shown.
const MAX_PATHS: usize = 3;

/// Ways that are compared.
const MAX_WAYS: usize = 200;

/// Steps that are followed.
pub(super) const MAX_STEPS: usize = 16;

/// How far a walk came.
#[derive(Debug, Clone, Default)]
pub(super) struct Reach {
    /// Symbols or files that were reached.
    pub(super) reached: u64,
    /// Of the last level that held anything.
    pub(super) steps: u64,
    /// References on the way that may mean several things: lines with the name.
    pub(super) unsure: Vec<String>,
    /// How many there are.
    pub(super) unsure_count: u64,
    /// False where there was too much to follow.
    pub(super) complete: bool,
}

/// A step, before it is described.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge<K> {
    pub(super) confidence: Certainty,
    /// How telling its kind is; 0 first.
    pub(super) rank: u8,
    pub(super) kind: &'static str,
    pub(super) from: K,
    /// Row id of the file that the line stands in.
    pub(super) file: i64,
    pub(super) line: u32,
}

/// What leads to each thing that was reached, from the level before; the best first.
pub(super) type Edges<K> = FxHashMap<K, Vec<Edge<K>>>;

/// Edges, each with its end.
pub(super) type Trail<K> = Vec<(Edge<K>, K)>;

/// The ways from the targets back to where a walk began, best first. `describe`: an edge and its end as a step.
pub(super) fn traced<K: Copy + Eq + std::hash::Hash + Ord>(
    targets: &[K],
    edges: &Edges<K>,
    describe: &dyn Fn(&Edge<K>, K) -> Option<WayStep>,
) -> Vec<Way> {
    let mut found: Vec<(Certainty, u32, Trail<K>)> = Vec::new();
    for target in targets {
        let mut open: Vec<(K, Trail<K>)> = vec![(*target, Vec::new())];
        while let Some((at, way)) = open.pop() {
            if found.len() >= MAX_WAYS {
                break;
            }
            match edges.get(&at) {
                None if !way.is_empty() => {
                    let mut way = way;
                    way.reverse();
                    let weakest =
                        way.iter().map(|(edge, _)| edge.confidence).max().unwrap_or(Certainty::Exact);
                    let rank = way.iter().map(|(edge, _)| u32::from(edge.rank)).sum();
                    found.push((weakest, rank, way));
                }
                None => {}
                Some(edges) => {
                    // The best is taken from the stack first.
                    let mut seen: Vec<K> = Vec::new();
                    let mut next: Vec<&Edge<K>> = Vec::new();
                    for edge in edges {
                        if !seen.contains(&edge.from) {
                            seen.push(edge.from);
                            next.push(edge);
                        }
                    }
                    for edge in next.into_iter().take(4).rev() {
                        let mut longer = way.clone();
                        longer.push((edge.clone(), at));
                        open.push((edge.from, longer));
                    }
                }
            }
        }
    }
    found.compact_sort();
    found
        .into_iter()
        .filter_map(|(confidence, _, way)| {
            let steps: Option<Vec<WayStep>> = way.iter().map(|(edge, to)| describe(edge, *to)).collect();
            steps.map(|steps| Way { confidence, steps })
        })
        .take(MAX_PATHS)
        .collect()
}
