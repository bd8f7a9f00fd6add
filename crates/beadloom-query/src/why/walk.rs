//! Breadth first along dependences, in one direction: what is reached, how far it is, and through what.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::rc::Rc;
use std::sync::Arc;

use beadloom_model::Result;
use beadloom_model::answers::{Certainty, DependenceOrigin};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many things are reached at most. A project has fewer; a made-up graph shall not fill the memory.
pub(super) const MAX_REACHED_ITEMS: usize = 100_000;

/// How one thing depends on the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Link {
    /// How telling its kind is; 0 first.
    pub rank: u8,
    /// As answers call it.
    pub kind: Cow<'static, str>,
    pub origin: DependenceOrigin,
    /// Of a convention: what links the two.
    pub reason: Option<Arc<str>>,
    /// Imports or references behind it.
    pub count: Option<u64>,
    pub confidence: Certainty,
    /// What it may lead from, at least: 1 where it is sure.
    pub candidates: usize,
}

/// A step that can be taken.
#[derive(Debug, Clone)]
pub(super) struct Step<K> {
    /// Of the level that was asked for.
    pub from: K,
    pub to: K,
    pub link: Link,
    /// What things of a level are ordered by, after how they are reached: the path that they stand in, and their place
    /// there.
    pub order: (Rc<str>, usize),
}

/// A thing that was reached.
#[derive(Debug, Clone)]
pub(super) struct Reached<K> {
    pub key: K,
    /// Steps from where the walk began; at least 1.
    pub distance: usize,
    /// The step before it, by its place in [`Walk::reached`]; None where the walk began.
    pub via: Option<usize>,
    /// The last step.
    pub link: Link,
    /// The weakest of all steps that lead here.
    pub confidence: Certainty,
}

/// What a walk reached.
#[derive(Debug, Clone)]
pub(super) struct Walk<K> {
    /// By distance, then how sure the way is, then how telling its last step is, then by order.
    pub reached: Vec<Reached<K>>,
    /// False where there was more than can be followed.
    pub complete: bool,
}

impl<K> Walk<K> {
    /// The places in [`Walk::reached`] between the start and a thing, in order.
    pub fn way(&self, to: &Reached<K>) -> Vec<usize> {
        let mut way = Vec::new();
        let mut next = to.via;
        while let Some(at) = next {
            way.push(at);
            next = self.reached.get(at).and_then(|one| one.via);
        }
        way.reverse();
        way
    }
}

/// Follows steps from `starts` up to `depth`. `steps_of` gives the steps from the things of a level, in any order,
/// and false where it had to leave some out; it is asked once per level. Of several steps to one thing the surest
/// counts, then the most telling, then that from what was reached first.
///
/// # Errors
/// Those of `steps_of`.
pub(super) fn walk<K: Clone + Eq + Hash + Ord>(
    starts: &[K],
    depth: usize,
    mut steps_of: impl FnMut(&[K]) -> Result<(Vec<Step<K>>, bool)>,
) -> Result<Walk<K>> {
    let mut seen: FxHashSet<K> = starts.iter().cloned().collect();
    let mut found = Walk { reached: Vec::new(), complete: true };
    let mut level: Vec<K> = starts.to_vec();
    // Where the things of the level stand in `reached`; none for the starts.
    let mut base: Option<usize> = None;
    for distance in 1..=depth {
        if level.is_empty() {
            break;
        }
        let (steps, complete) = steps_of(&level)?;
        found.complete &= complete;
        let places: FxHashMap<&K, usize> = level.iter().enumerate().map(|(at, key)| (key, at)).collect();
        let mut taken: FxHashMap<K, usize> = FxHashMap::default();
        taken.reserve(steps.len().min(MAX_REACHED_ITEMS));
        let mut best: Vec<(usize, Step<K>)> = Vec::new();
        for step in steps {
            let Some(from) = places.get(&step.from).copied() else { continue };
            if seen.contains(&step.to) {
                continue;
            }
            match taken.entry(step.to.clone()) {
                Entry::Vacant(slot) => {
                    slot.insert(best.len());
                    best.push((from, step));
                }
                Entry::Occupied(slot) => {
                    if let Some(known) = best.get_mut(*slot.get())
                        && rank(from, &step) < rank(known.0, &known.1)
                    {
                        *known = (from, step);
                    }
                }
            }
        }
        drop(places);
        // With the weakest step of the whole way.
        let mut next: Vec<(Certainty, usize, Step<K>)> = best
            .into_iter()
            .map(|(from, step)| {
                let before = base.and_then(|base| found.reached.get(base + from)).map(|one| one.confidence);
                (before.map_or(step.link.confidence, |one| one.max(step.link.confidence)), from, step)
            })
            .collect();
        // Stable, because steps come in runs that are in order.
        next.sort_by(|(a_sure, _, a), (b_sure, _, b)| {
            (a_sure, a.link.rank, &a.link.kind, &a.order, &a.to)
                .cmp(&(b_sure, b.link.rank, &b.link.kind, &b.order, &b.to))
        });
        let room = MAX_REACHED_ITEMS.saturating_sub(found.reached.len());
        if next.len() > room {
            next.truncate(room);
            found.complete = false;
        }
        let first = found.reached.len();
        level = next.iter().map(|(_, _, step)| step.to.clone()).collect();
        seen.extend(level.iter().cloned());
        for (confidence, from, step) in next {
            let via = base.map(|base| base + from);
            found.reached.push(Reached { key: step.to, distance, via, link: step.link, confidence });
        }
        base = Some(first);
    }
    Ok(found)
}

/// Which of two steps to one thing is taken: the lesser.
fn rank<K>(from: usize, step: &Step<K>) -> (Certainty, u8, usize, &str) {
    (step.link.confidence, step.link.rank, from, &step.link.kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(from: u32, to: u32, rank: u8, confidence: Certainty) -> Step<u32> {
        let link = Link {
            rank,
            kind: format!("k{rank}").into(),
            origin: DependenceOrigin::Declared,
            reason: None,
            count: None,
            confidence,
            candidates: 1,
        };
        Step { from, to, link, order: ("".into(), to as usize) }
    }

    #[test]
    fn circles_end_and_the_best_step_counts() {
        use Certainty::{Exact, Unique};
        let all = [
            step(1, 1, 0, Exact),
            step(1, 2, 3, Exact),
            step(1, 3, 1, Unique),
            step(2, 4, 2, Exact),
            step(3, 4, 0, Exact),
            step(3, 5, 0, Exact),
            step(4, 1, 0, Exact),
            step(5, 6, 0, Exact),
            step(2, 5, 0, Unique),
        ];
        let walked = |depth: usize, reversed: bool| {
            walk(&[1], depth, |level| {
                let mut steps: Vec<_> =
                    all.iter().filter(|step| level.contains(&step.from)).cloned().collect();
                if reversed {
                    steps.reverse();
                }
                Ok((steps, true))
            })
            .unwrap()
        };
        for reversed in [false, true] {
            let found = walked(9, reversed);
            let shown: Vec<_> = found
                .reached
                .iter()
                .map(|one| {
                    let way: Vec<u32> = found.way(one).iter().map(|at| found.reached[*at].key).collect();
                    (one.key, one.distance, way, one.confidence)
                })
                .collect();
            assert_eq!(
                shown,
                [
                    (2, 1, vec![], Exact),
                    (3, 1, vec![], Unique),
                    // By the better kind from 3, though the way to 3 is less sure.
                    (4, 2, vec![3], Unique),
                    (5, 2, vec![3], Unique),
                    (6, 3, vec![3, 5], Unique),
                ]
            );
        }
        assert_eq!(walked(1, false).reached.len(), 2);
        assert!(walked(0, false).reached.is_empty());
    }
}
