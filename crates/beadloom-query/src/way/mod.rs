//! How one thing reaches another: the shortest ways along references, with the lines in which they step.

mod ends;
mod imports;
mod references;

use beadloom_model::answers::{ANSWER_VERSION, Certainty, PathAnswer, Way, WayEnd, WayStep};
use beadloom_model::{CompactSort as _, Result};
use beadloom_store::Store;
use rustc_hash::FxHashMap;

use crate::Staleness;
use ends::End;

/// Ways that are shown.
const MOST_WAYS: usize = 3;

/// Ways that are compared.
const MAX_WAYS: usize = 200;

/// Steps that are followed.
const MAX_STEPS: usize = 16;

/// Characters of a line.
const MAX_LINE: usize = 160;

/// From where to where.
pub struct PathRequest<'r> {
    /// A symbol, a file, a folder or a node.
    pub from: String,
    /// Another.
    pub to: String,
    /// The text of a file; None where it cannot be read, or is not what was indexed.
    pub read: &'r dyn Fn(&str) -> Option<String>,
    /// How far the index is behind.
    pub stale: Staleness,
}

/// How far a walk came.
#[derive(Debug, Clone, Default)]
struct Reach {
    /// Symbols or files that were reached.
    reached: u64,
    /// Of the last level that held anything.
    steps: u64,
    /// References on the way that may mean several things: lines with the name.
    unsure: Vec<String>,
    /// How many there are.
    unsure_count: u64,
    /// False where there was too much to follow.
    complete: bool,
}

/// A step, before it is described.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Edge<K> {
    confidence: Certainty,
    /// How telling its kind is; 0 first.
    rank: u8,
    kind: &'static str,
    from: K,
    /// Row id of the file that the line stands in.
    file: i64,
    line: u32,
}

/// What leads to each thing that was reached, from the level before; the best first.
type Edges<K> = FxHashMap<K, Vec<Edge<K>>>;

/// Edges, each with its end.
type Trail<K> = Vec<(Edge<K>, K)>;

/// The ways between two things.
///
/// # Errors
/// `usage` for an empty reference, `not_found` with suggestions; store errors.
pub fn path(store: &Store, request: &PathRequest<'_>) -> Result<PathAnswer> {
    store.snapshot(|| {
        let from = ends::end(store, &request.from)?;
        let to = ends::end(store, &request.to)?;
        let mut answer = PathAnswer {
            version: ANSWER_VERSION,
            from: from.shown.clone(),
            to: to.shown.clone(),
            ways: Vec::new(),
            reversed: false,
            stops: None,
            warning: request.stale.warning.clone(),
            stale_paths: request.stale.shown_paths(),
        };
        if from.is_within(&to) || to.is_within(&from) {
            let (inner, outer) = if from.is_within(&to) { (&from, &to) } else { (&to, &from) };
            answer.stops = Some(format!("{} is a part of {}", named(&inner.shown), named(&outer.shown)));
            return Ok(answer);
        }
        let by_files = from.is_files || to.is_files;
        let (ways, reach) = references::ways(store, &from, &to, false)?;
        answer.ways = ways;
        if answer.ways.is_empty() && by_files {
            answer.ways = imports::ways(store, &from, &to)?;
        }
        if answer.ways.is_empty() {
            let (back, _) = references::ways(store, &to, &from, false)?;
            let back = if back.is_empty() && by_files { imports::ways(store, &to, &from)? } else { back };
            answer.reversed = !back.is_empty();
            answer.ways = back;
        }
        // What is sure the other way round says more than a chain of what may be.
        if answer.ways.is_empty() {
            answer.ways = references::ways(store, &from, &to, true)?.0;
        }
        if answer.ways.is_empty() && !by_files {
            // What calls do not show, imports may.
            answer.ways = imports::ways(store, &from, &to)?;
        }
        if answer.ways.is_empty() || answer.reversed {
            answer.stops = Some(stops(store, &from, &to, &reach)?);
        }
        add_lines(request, &mut answer.ways);
        Ok(answer)
    })
}

fn named(end: &WayEnd) -> String {
    crate::text::line(&end.name)
}

/// Where the graph stops.
fn stops(store: &Store, from: &End, to: &End, reach: &Reach) -> Result<String> {
    let mut said: Vec<String> = Vec::new();
    if from.symbols.is_empty() && from.files.is_empty() {
        return Ok(format!("{} has no code that is known", named(&from.shown)));
    }
    if to.symbols.is_empty() && to.files.is_empty() {
        return Ok(format!("{} has no code that is known", named(&to.shown)));
    }
    if reach.reached == 0 {
        said.push(format!("nothing in {} refers to other code of the project", named(&from.shown)));
    } else {
        said.push(format!(
            "of the {} definitions that {} reaches in {} steps, none belongs to {}",
            reach.reached,
            named(&from.shown),
            reach.steps,
            named(&to.shown)
        ));
    }
    if !references::is_referred_to(store, to)? {
        said.push(format!("nothing outside of {} is known to refer to it", named(&to.shown)));
    }
    if reach.unsure_count > 0 {
        let shown = reach.unsure.join(", ");
        let more = reach.unsure_count.saturating_sub(reach.unsure.len() as u64);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let calls = if reach.unsure_count == 1 { "reference" } else { "references" };
        said.push(format!(
            "{} {calls} on the way may mean several things: {shown}{more}",
            reach.unsure_count
        ));
    }
    if !reach.complete {
        said.push("there was too much to follow all of it".to_owned());
    }
    Ok(said.join("; "))
}

/// The text of every step's line.
fn add_lines(request: &PathRequest<'_>, ways: &mut [Way]) {
    let mut texts: FxHashMap<String, Option<String>> = FxHashMap::default();
    for step in ways.iter_mut().flat_map(|way| &mut way.steps) {
        let text = texts.entry(step.path.clone()).or_insert_with(|| (request.read)(&step.path));
        let lines = text.as_deref().map(beadloom_words::lines);
        let line = lines.as_ref().and_then(|lines| lines.get((step.line as usize).wrapping_sub(1)));
        step.text = line.map(|line| crate::text::cut_at_word(&crate::text::line(line), MAX_LINE));
    }
}

/// The ways from the targets back to where a walk began, best first. `describe`: an edge and its end as a step.
fn traced<K: Copy + Eq + std::hash::Hash + Ord>(
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
        .take(MOST_WAYS)
        .collect()
}
