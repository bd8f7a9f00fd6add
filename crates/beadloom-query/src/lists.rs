//! Lists in order, each entry once, no longer than they may be.

use std::collections::HashSet;
use std::hash::Hash;

use beadloom_model::CompactSort as _;

/// These, sorted, each once.
pub(crate) fn each_once<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut list: Vec<T> = items.into_iter().collect();
    sort_once(&mut list);
    list
}

/// Sorts a list and leaves each entry once.
pub(crate) fn sort_once<T: Ord>(list: &mut Vec<T>) {
    list.compact_sort();
    list.dedup();
}

/// These, each only where it stands first.
pub(crate) fn firsts<T: Clone + Eq + Hash>(items: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let mut seen = HashSet::new();
    items.into_iter().filter(move |item| seen.insert(item.clone()))
}

/// Leaves the first `most` entries of a list, and says how many went.
pub(crate) fn cut<T>(list: &mut Vec<T>, most: usize) -> u64 {
    let more = list.len().saturating_sub(most) as u64;
    list.truncate(most);
    more
}
