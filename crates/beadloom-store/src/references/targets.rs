//! What the references of a file mean: the part that changes with other files.

use super::Confidence;
use super::numbers::{Numbers, put, put_signed};

/// What one reference means; ids are row ids of symbols.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    /// That symbol.
    Exact(i64),
    /// That symbol, for there is no other that it could be.
    Unique(i64),
    /// That symbol, which is defined in all of these places, the first of them its own; true where that is exact.
    Parts(Vec<i64>, bool),
    /// One of these, best first.
    Ambiguous(Vec<i64>),
    /// Nothing of this project.
    External,
}

impl Resolution {
    /// How sure it is.
    pub fn confidence(&self) -> Confidence {
        match self {
            Self::Exact(_) | Self::Parts(_, true) => Confidence::Exact,
            Self::Unique(_) | Self::Parts(_, false) => Confidence::Unique,
            Self::Ambiguous(_) => Confidence::Ambiguous,
            Self::External => Confidence::External,
        }
    }

    /// Where it may lead.
    pub fn targets(&self) -> &[i64] {
        match self {
            Self::Exact(id) | Self::Unique(id) => std::slice::from_ref(id),
            Self::Parts(ids, _) | Self::Ambiguous(ids) => ids,
            Self::External => &[],
        }
    }
}

const EXACT: u64 = 0;
const UNIQUE: u64 = 1;
const AMBIGUOUS: u64 = 2;
const EXTERNAL: u64 = 3;

/// Added to how many there are where these are not candidates, but the places of one thing: fewer are kept of either.
const EXACT_PARTS: u64 = 1 << 6;
const UNIQUE_PARTS: u64 = 2 << 6;

/// Packs what the references of a file mean, in their order. In front, each target once: a file refers to the same
/// few again and again.
pub fn pack_resolutions(resolutions: &[Resolution]) -> Vec<u8> {
    let mut ids: Vec<i64> = resolutions.iter().flat_map(Resolution::targets).copied().collect();
    ids.sort_unstable();
    ids.dedup();
    let number = |id: &i64| ids.binary_search(id).unwrap_or(0) as u64;
    let mut out = Vec::with_capacity(ids.len() * 3 + resolutions.len() + 4);
    put(&mut out, ids.len() as u64);
    let mut last = 0;
    for id in &ids {
        put_signed(&mut out, id - last);
        last = *id;
    }
    let mut left = resolutions;
    while let Some((first, rest)) = left.split_first() {
        left = rest;
        match first {
            Resolution::Exact(id) => put(&mut out, number(id) << 2 | EXACT),
            Resolution::Unique(id) => put(&mut out, number(id) << 2 | UNIQUE),
            Resolution::Ambiguous(ids) | Resolution::Parts(ids, _) => {
                let sort = match first {
                    Resolution::Parts(_, true) => EXACT_PARTS,
                    Resolution::Parts(_, false) => UNIQUE_PARTS,
                    _ => 0,
                };
                put(&mut out, (ids.len() as u64 | sort) << 2 | AMBIGUOUS);
                ids.iter().for_each(|id| put(&mut out, number(id)));
            }
            Resolution::External => {
                // Outside is where most calls of some files lead: a row of them is one number.
                let more = left.iter().take_while(|next| **next == Resolution::External).count();
                left = left.get(more..).unwrap_or_default();
                put(&mut out, (more as u64) << 2 | EXTERNAL);
            }
        }
    }
    out
}

/// The reverse of [`pack_resolutions`], for `count` references. What cannot be read is external.
pub fn unpack_resolutions(packed: &[u8], count: usize) -> Vec<Resolution> {
    let mut numbers = Numbers::new(packed);
    let ids = read_targets(&mut numbers);
    let id = |number: u64| usize::try_from(number).ok().and_then(|at| ids.get(at)).copied();
    let mut out = Vec::with_capacity(count);
    while out.len() < count {
        let Some(head) = numbers.number() else { break };
        match head & 3 {
            EXACT => out.push(id(head >> 2).map_or(Resolution::External, Resolution::Exact)),
            UNIQUE => out.push(id(head >> 2).map_or(Resolution::External, Resolution::Unique)),
            AMBIGUOUS => {
                let (many, sort) = ((head >> 2) & (EXACT_PARTS - 1), (head >> 2) & !(EXACT_PARTS - 1));
                let found = (0..many).map_while(|_| numbers.number()).filter_map(id).collect();
                out.push(match sort {
                    EXACT_PARTS => Resolution::Parts(found, true),
                    UNIQUE_PARTS => Resolution::Parts(found, false),
                    _ => Resolution::Ambiguous(found),
                });
            }
            _ => {
                let more = usize::try_from(head >> 2).unwrap_or(count).min(count - out.len() - 1);
                out.extend(std::iter::repeat_n(Resolution::External, more + 1));
            }
        }
    }
    out.resize(count, Resolution::External);
    out
}

/// Each target of packed resolutions once, ascending.
pub(crate) fn distinct_targets(packed: &[u8]) -> Vec<i64> {
    read_targets(&mut Numbers::new(packed))
}

fn read_targets(numbers: &mut Numbers<'_>) -> Vec<i64> {
    let count = numbers.count().unwrap_or(0);
    let mut ids = Vec::with_capacity(count);
    let mut last = 0i64;
    for _ in 0..count {
        let Some(next) = numbers.signed().and_then(|step| last.checked_add(step)) else { break };
        ids.push(next);
        last = next;
    }
    ids
}

/// Packs row ids in an order of their own; rows of ids that follow one another, as those of a new file do, are short.
pub(crate) fn pack_ids(ids: &[i64]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut left = ids;
    let mut last = 0i64;
    while let Some(first) = left.first() {
        let run = left.iter().zip(0i64..).take_while(|(id, at)| **id - at == *first).count();
        put_signed(&mut out, first - last);
        put(&mut out, run as u64);
        last = first + run as i64;
        left = left.get(run..).unwrap_or_default();
    }
    out
}

/// The reverse of [`pack_ids`].
pub(crate) fn unpack_ids(packed: &[u8]) -> Vec<i64> {
    /// No file has more definitions.
    const MAX_DEFINITIONS: u64 = 1 << 24;
    let mut numbers = Numbers::new(packed);
    let mut ids = Vec::new();
    let mut last = 0i64;
    while let (Some(step), Some(run)) = (numbers.signed(), numbers.number()) {
        let Some(first) = last.checked_add(step) else { break };
        let run = i64::try_from(run.min(MAX_DEFINITIONS)).unwrap_or(0);
        let Some(end) = first.checked_add(run) else { break };
        ids.extend(first..end);
        last = end;
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolutions_come_back() {
        use Resolution::{Ambiguous, Exact, External, Parts, Unique};
        let all = [
            External,
            Exact(700_000),
            Unique(3),
            External,
            External,
            External,
            Ambiguous(vec![9, 3, 700_000]),
            Ambiguous(Vec::new()),
            Parts(vec![3, 9], true),
            Parts(vec![9, 700_000, 3], false),
            Exact(9),
            External,
        ];
        let packed = pack_resolutions(&all);
        assert_eq!(unpack_resolutions(&packed, all.len()), all);
        assert_eq!(distinct_targets(&packed), [3, 9, 700_000]);
        assert_eq!(unpack_resolutions(&packed, 3), all[..3]);
        assert_eq!(unpack_resolutions(&[], 2), [External, External]);
        for end in 0..packed.len() {
            assert_eq!(unpack_resolutions(&packed[..end], all.len()).len(), all.len());
        }
    }

    #[test]
    fn ids_come_back_in_their_order() {
        for ids in [vec![], vec![5], vec![5, 6, 7, 100, 8, 9, 3], vec![i64::MAX - 2, 1, 2]] {
            assert_eq!(unpack_ids(&pack_ids(&ids)), ids);
        }
        assert!(pack_ids(&(1000..2000).collect::<Vec<_>>()).len() <= 5);
        assert_eq!(unpack_ids(&[2]), Vec::<i64>::new());
    }
}
