//! One interface for following dependencies between nodes, between files and between symbols.

use std::collections::HashMap;
use std::hash::Hash;

use beadloom_model::Result;
use beadloom_model::answers::{Certainty, CoveringTest, Dependence};
use rustc_hash::FxHashSet;

use super::walk::{Link, Reached, Step, Walk, walk};
use crate::lists::sort_once;
use crate::places::is_test;

/// The direct dependents that the paragraph may name.
const NAMED: usize = 5;

/// Which way dependences are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// To what is needed.
    Upstream,
    /// To what needs.
    Downstream,
}

/// What one and several of the things are called.
pub(super) type Words = (&'static str, &'static str);

/// The name, kind and summary that an answer shows.
#[derive(Debug, Clone, Default)]
pub(super) struct Label {
    pub ref_id: Option<String>,
    pub path: Option<String>,
    pub line: Option<u32>,
    pub name: String,
    pub kind: String,
}

/// A graph of nodes, files or symbols.
pub(super) trait DependencyGraph {
    type Key: Clone + Eq + Hash + Ord;
    const WORDS: Words;

    /// Where walks begin.
    fn starts(&self) -> &[Self::Key];

    /// The steps from the things of a level, and whether these are all. What is ambiguous is left out.
    fn steps(&mut self, direction: Direction, level: &[Self::Key]) -> Result<(Vec<Step<Self::Key>>, bool)>;

    /// What the first level may lead to but not surely, by order; asked after the walk.
    fn ambiguous(&mut self) -> Vec<(Self::Key, Link)>;

    /// The things as answers show them. Those that are not there any more are left out.
    fn describe(&self, keys: &[Self::Key]) -> Result<HashMap<Self::Key, Label>>;

    /// The file of a thing that was reached.
    fn path(&self, key: &Self::Key) -> Option<&str>;

    /// The nodes that things belong to, each with the thing's place in `keys`; in any order.
    fn nodes_of(&self, keys: &[Self::Key]) -> Result<Vec<(usize, String)>>;

    /// Whether tests are among the things: they then stand apart.
    fn has_tests(&self) -> bool;

    /// Whether a thing that was reached is a test, or stands in one.
    fn is_test(&self, key: &Self::Key) -> bool {
        self.path(key).is_some_and(is_test)
    }

    /// Which of the things hold tests beside other code, by their places in `keys`.
    fn holding_tests(&self, _keys: &[Self::Key]) -> Result<Vec<usize>> {
        Ok(Vec::new())
    }
}

/// One direction of an answer.
pub(super) struct DirectionResult<K> {
    pub items: Vec<Dependence>,
    /// The first direct ones, also where none are listed.
    pub first: Vec<Dependence>,
    pub direct: u64,
    pub transitive: u64,
    pub ambiguous: u64,
    pub omitted: u64,
    pub complete: bool,
    /// All that was surely reached, without tests; the direct ones first.
    pub keys: Vec<K>,
    /// How many of them are direct.
    pub direct_keys: usize,
    /// By distance, then how sure the way is, then path.
    pub tests: Vec<CoveringTest>,
}

/// Walks in one direction and shows up to `limit` of what is reached.
pub(super) fn side<F: DependencyGraph>(
    field: &mut F,
    direction: Direction,
    depth: usize,
    limit: usize,
) -> Result<DirectionResult<F::Key>> {
    let starts = field.starts().to_vec();
    let walked = walk(&starts, depth, |level| field.steps(direction, level))?;
    let mut unsure = if depth == 0 { Vec::new() } else { field.ambiguous() };
    let sure: FxHashSet<&F::Key> =
        walked.reached.iter().take_while(|one| one.distance == 1).map(|one| &one.key).collect();
    unsure.retain(|(key, _)| !sure.contains(key));
    let apart = direction == Direction::Downstream
        && field.has_tests()
        && !starts.iter().any(|key| field.is_test(key));
    let is_apart = |field: &F, key: &F::Key| apart && field.is_test(key);

    let mut tests: HashMap<String, (usize, Certainty)> = HashMap::new();
    let mut kept: Vec<usize> = Vec::new();
    for (at, one) in walked.reached.iter().enumerate() {
        match field.path(&one.key) {
            Some(path) if apart && field.is_test(&one.key) => {
                let found = (one.distance, one.confidence);
                let known = tests.entry(path.to_owned()).or_insert(found);
                *known = (*known).min(found);
            }
            _ => kept.push(at),
        }
    }
    if apart {
        let own = (0, Certainty::Exact);
        let met = walked.reached.iter().map(|one| (&one.key, (one.distance, one.confidence)));
        let (keys, reach): (Vec<F::Key>, Vec<(usize, Certainty)>) =
            starts.iter().map(|key| (key, own)).chain(met).map(|(key, reach)| (key.clone(), reach)).unzip();
        for at in field.holding_tests(&keys)? {
            if let (Some(path), Some(found)) = (keys.get(at).and_then(|key| field.path(key)), reach.get(at)) {
                let known = tests.entry(path.to_owned()).or_insert(*found);
                *known = (*known).min(*found);
            }
        }
    }
    unsure.retain(|(key, _)| !is_apart(field, key));
    let place = |at: &usize| walked.reached.get(*at);
    let direct = kept.iter().filter_map(place).filter(|one| one.distance == 1).count();
    let items = shown(field, &walked, &kept, &unsure, limit.max(NAMED))?;
    let total = kept.len() + unsure.len();
    let first: Vec<Dependence> = items
        .iter()
        .filter(|one| one.direct && one.confidence != Certainty::Ambiguous)
        .take(NAMED)
        .cloned()
        .collect();
    let mut items = items;
    items.truncate(limit);

    let mut tests: Vec<CoveringTest> = tests
        .into_iter()
        .map(|(path, (distance, confidence))| CoveringTest { path, distance: distance as u64, confidence })
        .collect();
    tests.sort_by(|a, b| (a.distance, a.confidence, &a.path).cmp(&(b.distance, b.confidence, &b.path)));
    Ok(DirectionResult {
        omitted: (total - items.len()) as u64,
        items,
        first,
        direct: direct as u64,
        transitive: (kept.len() - direct) as u64,
        ambiguous: unsure.len() as u64,
        complete: walked.complete,
        keys: kept.iter().filter_map(place).map(|one| one.key.clone()).collect(),
        direct_keys: direct,
        tests,
    })
}

/// The first of what was reached, then of what may be meant.
fn shown<F: DependencyGraph>(
    field: &F,
    walked: &Walk<F::Key>,
    kept: &[usize],
    unsure: &[(F::Key, Link)],
    limit: usize,
) -> Result<Vec<Dependence>> {
    let chosen: Vec<&Reached<F::Key>> =
        kept.iter().take(limit).filter_map(|at| walked.reached.get(*at)).collect();
    let ways: Vec<Vec<usize>> = chosen.iter().map(|one| walked.way(one)).collect();
    let mut keys: Vec<F::Key> = chosen.iter().map(|one| one.key.clone()).collect();
    keys.extend(ways.iter().flatten().filter_map(|at| walked.reached.get(*at)).map(|one| one.key.clone()));
    let unsure: Vec<&(F::Key, Link)> = unsure.iter().take(limit.saturating_sub(chosen.len())).collect();
    keys.extend(unsure.iter().map(|(key, _)| key.clone()));
    sort_once(&mut keys);
    let described = field.describe(&keys)?;
    let dependence = |key: &F::Key, link: &Link, distance: usize, confidence, via| {
        let Label { ref_id, path, line, name, kind } = described.get(key)?.clone();
        Some(Dependence {
            ref_id,
            path,
            line,
            name,
            kind,
            edge_kind: link.kind.clone().into_owned(),
            reason: link.reason.as_deref().map(str::to_owned),
            origin: link.origin,
            count: link.count,
            distance: distance as u64,
            direct: distance == 1,
            confidence,
            via,
        })
    };
    let sure = chosen.iter().zip(&ways).filter_map(|(one, way)| {
        let via: Vec<String> = way
            .iter()
            .filter_map(|at| described.get(&walked.reached.get(*at)?.key))
            .map(|one| one.name.clone())
            .collect();
        dependence(&one.key, &one.link, one.distance, one.confidence, via)
    });
    let unsure =
        unsure.iter().filter_map(|(key, link)| dependence(key, link, 1, Certainty::Ambiguous, Vec::new()));
    Ok(sure.chain(unsure).collect())
}
