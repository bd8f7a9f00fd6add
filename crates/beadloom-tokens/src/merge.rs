//! Byte-pair merging: which tokens a piece consists of that is no token itself.
//!
//! A piece starts as single bytes. Of all neighbouring pairs that form a token, the one of the lowest rank is
//! joined, the leftmost first among equals, until no pair forms a token.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::format::MAX_TOKEN_LEN;
use crate::vocabulary;

/// Up to this many bytes a scan for the lowest pair beats a heap, and the work fits on the stack.
pub(crate) const SHORT: usize = 64;

/// Stands for "this pair is no token"; above every rank.
const NONE: u32 = u32::MAX;

/// Calls `visit` with the bytes of each token of `piece`, in order.
pub(crate) fn for_each_token(piece: &[u8], visit: impl FnMut(&[u8])) {
    if piece.len() <= SHORT { merge_short(piece, visit) } else { merge_long(piece, visit) }
}

fn rank_or_none(bytes: &[u8]) -> u32 {
    vocabulary::rank(bytes).unwrap_or(NONE)
}

/// At most quadratic in the length, which is at most [`SHORT`].
fn merge_short(piece: &[u8], mut visit: impl FnMut(&[u8])) {
    // Part `i` of `parts` is `piece[starts[i]..starts[i + 1]]`; `pairs[i]` is the rank of parts `i` and `i + 1`
    // joined. There is one pair less than parts.
    let mut starts = [0_u8; SHORT + 1];
    let mut pairs = [NONE; SHORT];
    let mut parts = piece.len();
    for (index, start) in starts[..=parts].iter_mut().enumerate() {
        *start = index as u8;
    }
    for (pair, bytes) in pairs.iter_mut().zip(piece.windows(2)) {
        *pair = rank_or_none(bytes);
    }
    let joined = |starts: &[u8], from: usize, to: usize| {
        rank_or_none(&piece[usize::from(starts[from])..usize::from(starts[to])])
    };
    while let Some((at, &lowest)) =
        pairs[..parts.saturating_sub(1)].iter().enumerate().min_by_key(|(_, r)| **r)
        && lowest != NONE
    {
        starts.copy_within(at + 2..=parts, at + 1);
        pairs.copy_within(at + 1..parts - 1, at);
        parts -= 1;
        if at + 1 < parts {
            pairs[at] = joined(&starts, at, at + 2);
        }
        if at > 0 {
            pairs[at - 1] = joined(&starts, at - 1, at + 1);
        }
    }
    for part in starts[..=parts].windows(2) {
        visit(&piece[usize::from(part[0])..usize::from(part[1])]);
    }
}

/// The parts of a long piece as a doubly linked list over its bytes, with a heap of the pairs.
struct Parts<'a> {
    piece: &'a [u8],
    /// At the first byte of a part, its length; tokens are short, so a byte holds it.
    own_len: Vec<u8>,
    /// At the first byte of a part, the length of the part before it; zero for the first.
    previous_len: Vec<u8>,
    /// At the first byte of a part, the rank of it and the next part joined; `NONE` at other bytes.
    pairs: Vec<u32>,
    /// Rank and place of every pair, in one integer; entries that `pairs` does not confirm are out of date.
    heap: BinaryHeap<Reverse<u64>>,
}

const _: () = assert!(MAX_TOKEN_LEN <= u8::MAX as usize);

/// Bits of a heap entry that hold the place: a piece of a tebibyte.
const PLACE_BITS: u32 = 40;

fn heap_entry(rank: u32, place: usize) -> Reverse<u64> {
    Reverse(u64::from(rank) << PLACE_BITS | place as u64)
}

/// O(n log n): each of the at most `n` joins takes one entry off the heap and adds at most two.
fn merge_long(piece: &[u8], mut visit: impl FnMut(&[u8])) {
    let mut parts = Parts::of_bytes(piece);
    while let Some(Reverse(entry)) = parts.heap.pop() {
        let rank = (entry >> PLACE_BITS) as u32;
        let place = (entry & ((1 << PLACE_BITS) - 1)) as usize;
        // A place's pairs differ in length and so in rank: an equal rank is the same pair.
        if parts.pairs[place] == rank {
            parts.join(place);
        }
    }
    let mut place = 0;
    while place < piece.len() {
        let end = parts.end(place);
        visit(&piece[place..end]);
        place = end;
    }
}

impl<'a> Parts<'a> {
    fn of_bytes(piece: &'a [u8]) -> Self {
        let mut pairs: Vec<u32> = piece.windows(2).map(rank_or_none).collect();
        pairs.push(NONE);
        let entries: Vec<Reverse<u64>> = pairs
            .iter()
            .enumerate()
            .filter(|(_, rank)| **rank != NONE)
            .map(|(place, &rank)| heap_entry(rank, place))
            .collect();
        Self {
            piece,
            own_len: vec![1; piece.len()],
            previous_len: vec![1; piece.len()],
            pairs,
            heap: entries.into(),
        }
    }

    /// The end of the part that starts at `place`.
    fn end(&self, place: usize) -> usize {
        place + usize::from(self.own_len[place])
    }

    /// Joins the part at `place` with the next one.
    fn join(&mut self, place: usize) {
        let middle = self.end(place);
        let end = self.end(middle);
        self.pairs[middle] = NONE;
        // The pair is a token, and so no longer than `MAX_TOKEN_LEN`.
        let len = (end - place) as u8;
        self.own_len[place] = len;
        if end < self.piece.len() {
            self.previous_len[end] = len;
            self.look_up_pair(place, self.end(end));
        } else {
            self.pairs[place] = NONE;
        }
        if place > 0 {
            self.look_up_pair(place - usize::from(self.previous_len[place]), end);
        }
    }

    /// Renews the pair that starts at `place` and now ends at `end`.
    fn look_up_pair(&mut self, place: usize, end: usize) {
        let rank = rank_or_none(&self.piece[place..end]);
        self.pairs[place] = rank;
        if rank != NONE {
            self.heap.push(heap_entry(rank, place));
        }
    }
}
