//! Ways along imports, from file to file.

use beadloom_model::answers::{Certainty, Way, WayStep};
use beadloom_model::{CompactSort as _, Result};
use beadloom_store::Store;
use rustc_hash::{FxHashMap, FxHashSet};

use super::endpoints::End;
use super::trace::{Edge, Edges, MAX_STEPS, add_level, on_ways, traced};

/// Files that are reached, at most.
const MAX_REACHED_FILES: usize = 50_000;

/// The shortest ways.
pub(super) fn ways(store: &Store, from: &End, to: &End) -> Result<Vec<Way>> {
    let mut edges: Edges = FxHashMap::default();
    let mut seen: FxHashSet<i64> = from.files.difference(&to.files).copied().collect();
    let mut level: Vec<i64> = seen.iter().copied().collect();
    level.sort_unstable();
    for _ in 1..=MAX_STEPS {
        if level.is_empty() || seen.len() > MAX_REACHED_FILES {
            break;
        }
        let mut next: Edges = FxHashMap::default();
        for link in store.imported_by_files(&level)? {
            let Some(far) = link.to.filter(|far| !seen.contains(far)) else { continue };
            let edge = Edge {
                confidence: Certainty::Exact,
                rank: 0,
                kind: "import",
                from: link.from,
                file: link.from,
                line: 0,
            };
            next.entry(far).or_default().push(edge);
        }
        let reached = add_level(next, &mut edges, &mut seen);
        let targets: Vec<i64> = reached.iter().copied().filter(|id| to.files.contains(id)).collect();
        if !targets.is_empty() {
            return described(store, &targets, &edges);
        }
        level = reached;
    }
    Ok(Vec::new())
}

/// The first line of a file that imports another; 1 where none is known.
fn line_of(store: &Store, from: &str, to: i64, to_path: &str) -> u32 {
    let statements = store.statements_importing(to, to_path).unwrap_or_default();
    let mut own = statements.iter().filter(|one| one.path == from);
    let direct = own.clone().find(|one| !one.folder);
    direct.or_else(|| own.next()).map_or(1, |one| one.line)
}

fn described(store: &Store, targets: &[i64], edges: &Edges) -> Result<Vec<Way>> {
    let (ids, _) = on_ways(targets, edges);
    let paths: FxHashMap<i64, String> = store.paths_of_files(&ids)?.into_iter().collect();
    let mut ways = traced(targets, edges, &|edge, to| {
        let (from, to_path) = (paths.get(&edge.from)?, paths.get(&to)?);
        Some(WayStep {
            path: from.clone(),
            line: line_of(store, from, to, to_path),
            text: None,
            from: from.clone(),
            to: to_path.clone(),
            at: to_path.clone(),
            kind: edge.kind.to_owned(),
            confidence: edge.confidence,
        })
    });
    ways.compact_sort_by_cached_key(|way| {
        way.steps.iter().map(|step| (step.path.clone(), step.line)).collect::<Vec<_>>()
    });
    Ok(ways)
}
