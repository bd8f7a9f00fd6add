//! Sorting in little code.
//!
//! The standard library compiles its sort anew for every type and comparison, five kilobytes each, and there are
//! hundreds of lists here that are short or sorted once. Here one sort, compiled once, orders positions; what is
//! compiled per list only moves the elements. It allocates eight bytes per element and takes up to twice the time, so
//! that what is sorted in a loop over files, chunks or references stays with the standard library.

use std::cmp::Ordering;

/// Stable sorts for slices, like those of the standard library, in a twentieth of the code.
pub trait CompactSort<T> {
    /// Like `sort`.
    fn compact_sort(&mut self)
    where
        T: Ord;

    /// Like `sort_by`.
    fn compact_sort_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Like `sort_by_key`.
    fn compact_sort_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// Like `sort_by_cached_key`.
    fn compact_sort_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

impl<T> CompactSort<T> for [T] {
    fn compact_sort(&mut self)
    where
        T: Ord,
    {
        self.compact_sort_by(T::cmp);
    }

    fn compact_sort_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let places = sorted_places(self.len(), &mut |a, b| match (self.get(a), self.get(b)) {
            (Some(a), Some(b)) => compare(a, b),
            _ => Ordering::Equal,
        });
        arrange(self, places);
    }

    fn compact_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.compact_sort_by(|a, b| key(a).cmp(&key(b)));
    }

    fn compact_sort_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        let keys: Vec<K> = self.iter().map(key).collect();
        let places = sorted_places(self.len(), &mut |a, b| keys.get(a).cmp(&keys.get(b)));
        arrange(self, places);
    }
}

/// For each of the positions below `len` the place where its element belongs; equal ones keep their order.
#[inline(never)]
fn sorted_places(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|a, b| compare(*a, *b));
    let mut places = vec![0; len];
    for (place, from) in order.into_iter().enumerate() {
        if let Some(slot) = places.get_mut(from) {
            *slot = place;
        }
    }
    places
}

/// Moves each element to its place, along the cycles of the permutation: every swap brings one home.
fn arrange<T>(elements: &mut [T], mut places: Vec<usize>) {
    for at in 0..elements.len() {
        while let Some(&place) = places.get(at)
            && place != at
        {
            elements.swap(at, place);
            places.swap(at, place);
        }
    }
}
