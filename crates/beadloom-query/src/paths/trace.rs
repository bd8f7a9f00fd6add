//! Steps that a walk took, and the ways along them.

use beadloom_model::CompactSort as _;
use beadloom_model::answers::{Certainty, Way, WayStep};
use rustc_hash::{FxHashMap, FxHashSet};

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
pub(super) struct Edge {
    pub(super) confidence: Certainty,
    /// How telling its kind is; 0 first.
    pub(super) rank: u8,
    pub(super) kind: &'static str,
    pub(super) from: i64,
    /// Row id of the file that the line stands in.
    pub(super) file: i64,
    pub(super) line: u32,
}

/// What leads to each thing that was reached, from the level before; the best first.
pub(super) type Edges = FxHashMap<i64, Vec<Edge>>;

/// Edges, each with its end.
type Trail = Vec<(Edge, i64)>;

/// Notes what leads to something, once.
pub(super) fn add_edge(edges: &mut Edges, to: i64, edge: Edge) {
    let known = edges.entry(to).or_default();
    if !known.contains(&edge) {
        known.push(edge);
    }
}

/// Adds what leads to a level, which was seen with that. Gives the level, in order.
pub(super) fn add_level(mut level: Edges, edges: &mut Edges, seen: &mut FxHashSet<i64>) -> Vec<i64> {
    level.values_mut().for_each(|known| known.compact_sort());
    let mut reached: Vec<i64> = level.keys().copied().collect();
    reached.sort_unstable();
    seen.extend(reached.iter().copied());
    edges.extend(level);
    reached
}

/// All that may stand on a way to the targets, and the files of its lines.
pub(super) fn on_ways(targets: &[i64], edges: &Edges) -> (Vec<i64>, Vec<i64>) {
    let (mut ids, mut files) = (FxHashSet::default(), FxHashSet::default());
    let mut open: Vec<i64> = targets.to_vec();
    while let Some(id) = open.pop() {
        if ids.insert(id) {
            for edge in edges.get(&id).into_iter().flatten() {
                files.insert(edge.file);
                open.push(edge.from);
            }
        }
    }
    (ids.into_iter().collect(), files.into_iter().collect())
}

/// The ways from the targets back to where a walk began, best first. `describe`: an edge and its end as a step.
pub(super) fn traced(
    targets: &[i64],
    edges: &Edges,
    describe: &dyn Fn(&Edge, i64) -> Option<WayStep>,
) -> Vec<Way> {
    let mut found: Vec<(Certainty, u32, Trail)> = Vec::new();
    for target in targets {
        let mut open: Vec<(i64, Trail)> = vec![(*target, Vec::new())];
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
                    let mut seen: Vec<i64> = Vec::new();
                    let mut next: Vec<&Edge> = Vec::new();
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
