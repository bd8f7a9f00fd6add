//! Sorting in little code orders as the standard library does.

use beadloom_model::CompactSort;

/// Lists of every length up to forty, with many equal keys, from a fixed sequence.
fn lists() -> impl Iterator<Item = Vec<(u32, usize)>> {
    let mut state = 7u32;
    (0..400).map(move |round: usize| {
        (0..round % 40)
            .map(|at| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                ((state >> 16) % 9, at)
            })
            .collect()
    })
}

#[test]
fn sorts_as_the_standard_library_does() {
    for list in lists() {
        let (mut ours, mut theirs) = (list.clone(), list.clone());
        let falling = |a: &(u32, usize), b: &(u32, usize)| b.0.cmp(&a.0);
        ours.compact_sort_by(falling);
        theirs.sort_by(falling);
        assert_eq!(ours, theirs, "by comparison: {list:?}");
        ours.compact_sort_by_key(|one| one.0);
        theirs.sort_by_key(|one| one.0);
        assert_eq!(ours, theirs, "by key: {list:?}");
        ours.compact_sort_by_cached_key(|one| one.1 % 5);
        theirs.sort_by_cached_key(|one| one.1 % 5);
        assert_eq!(ours, theirs, "by cached key: {list:?}");
        ours.compact_sort();
        theirs.sort();
        assert_eq!(ours, theirs, "by value: {list:?}");
    }
}
