//! Byte-pair merging: which tokens a piece consists of that is no token itself.
//!
//! A piece starts as single bytes. Of all neighbouring pairs that form a token, the one of the lowest rank is
//! joined, the leftmost first among equals, until no pair forms a token.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::format::MAX_TOKEN_BYTES;
use crate::vocabulary::Table;

/// Up to this many bytes a scan for the lowest pair beats a heap, and the work fits on the stack.
pub(crate) const MAX_SCANNED_BYTES: usize = 64;

/// Stands for "this pair is no token"; above every rank.
const NONE: u32 = u32::MAX;

/// Calls `visit` with the bytes of each token of `piece`, in order.
pub(crate) fn for_each_token(table: &Table<'_>, piece: &[u8], visit: impl FnMut(&[u8])) {
    if piece.len() <= MAX_SCANNED_BYTES {
        merge_short(table, piece, visit);
    } else {
        merge_long(table, piece, WINDOW, visit);
    }
}

#[inline]
fn rank_or_none(table: &Table<'_>, bytes: &[u8]) -> u32 {
    table.rank(bytes).unwrap_or(NONE)
}

/// At most quadratic in the length, which is at most [`MAX_SCANNED_BYTES`].
fn merge_short(table: &Table<'_>, piece: &[u8], mut visit: impl FnMut(&[u8])) {
    // Part `i` of `parts` is `piece[starts[i]..starts[i + 1]]`; `pairs[i]` is the rank of parts `i` and `i + 1`
    // joined. There is one pair less than parts.
    let mut starts = [0_u8; MAX_SCANNED_BYTES + 1];
    let mut pairs = [NONE; MAX_SCANNED_BYTES];
    let mut parts = piece.len();
    for (index, start) in starts[..=parts].iter_mut().enumerate() {
        *start = index as u8;
    }
    for (pair, bytes) in pairs.iter_mut().zip(piece.windows(2)) {
        *pair = rank_or_none(table, bytes);
    }
    let joined = |starts: &[u8], from: usize, to: usize| {
        rank_or_none(table, &piece[usize::from(starts[from])..usize::from(starts[to])])
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

/// Bytes of a long piece that are merged at a time. The heap of a window stays in the first cache.
const WINDOW: usize = 4096;

/// Linear in the length as long as windows have tokens in common; O(n log n) whatever the piece.
fn merge_long(table: &Table<'_>, piece: &[u8], mut window: usize, mut visit: impl FnMut(&[u8])) {
    let lens = loop {
        if let Some(lens) = merge_windows(table, piece, window) {
            break lens;
        }
        // Nothing that was found is certain then. A window as long as the piece ends it.
        window *= 2;
    };
    let mut start = 0;
    for len in lens {
        let end = start + usize::from(len);
        visit(&piece[start..end]);
        start = end;
    }
}

/// The lengths of the tokens of `piece`, merged window by window; nothing if two windows cannot be spliced.
///
/// Tokens are the merge of their bytes if and only if each two neighbours are the merge of theirs: the first join
/// across a seam would also be the first in the two tokens beside it alone. So the merges of two overlapping
/// windows may be spliced at a token that both contain: every two neighbours of the result were neighbours in one
/// of them.
fn merge_windows(table: &Table<'_>, piece: &[u8], window: usize) -> Option<Vec<u8>> {
    let mut lens = Vec::with_capacity(piece.len() / 4);
    let mut bounds = merge_window(table, piece, 0, window);
    while let Some(&reached) = bounds.last()
        && reached < piece.len()
    {
        let overlap = bounds.partition_point(|&bound| bound + window / 4 < reached);
        let next = merge_window(table, piece, bounds[overlap], window);
        let (end, next_end) = common_token(&bounds[overlap..], &next)?;
        lens.extend(token_lens(&bounds[..=overlap + end]));
        bounds = next[next_end..].to_vec();
    }
    lens.extend(token_lens(&bounds));
    Some(lens)
}

fn token_lens(bounds: &[usize]) -> impl Iterator<Item = u8> {
    bounds.windows(2).map(|token| (token[1] - token[0]) as u8)
}

/// Where, in each of two ascending lists of bounds, the first token ends that is in both.
fn common_token(left: &[usize], right: &[usize]) -> Option<(usize, usize)> {
    let (mut l, mut r) = (1, 1);
    while let (Some(left), Some(right)) = (left.get(l - 1..=l), right.get(r - 1..=r)) {
        if left == right {
            return Some((l, r));
        }
        if left[1] <= right[1] {
            l += 1;
        } else {
            r += 1;
        }
    }
    None
}

/// The bounds of the tokens of the `window` bytes of `piece` from `start` on, or of all that are left.
fn merge_window(table: &Table<'_>, piece: &[u8], start: usize, window: usize) -> Vec<usize> {
    let end = piece.len().min(start.saturating_add(window));
    let mut parts = Parts::of_bytes(table, &piece[start..end]);
    parts.merge();
    let mut bounds = vec![start];
    let mut at = 0;
    while at < parts.piece.len() {
        at = parts.end(at);
        bounds.push(start + at);
    }
    bounds
}

/// The parts of a window as a doubly linked list over its bytes, with a heap of the pairs.
struct Parts<'a> {
    table: &'a Table<'a>,
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

const _: () = assert!(MAX_TOKEN_BYTES <= u8::MAX as usize);

/// Bits of a heap entry that hold the place: a piece of a tebibyte.
const PLACE_BITS: u32 = 40;

fn heap_entry(rank: u32, place: usize) -> Reverse<u64> {
    Reverse(u64::from(rank) << PLACE_BITS | place as u64)
}

impl<'a> Parts<'a> {
    fn of_bytes(table: &'a Table<'a>, piece: &'a [u8]) -> Self {
        let mut pairs: Vec<u32> = piece.windows(2).map(|pair| rank_or_none(table, pair)).collect();
        pairs.push(NONE);
        let entries: Vec<Reverse<u64>> = pairs
            .iter()
            .enumerate()
            .filter(|(_, rank)| **rank != NONE)
            .map(|(place, &rank)| heap_entry(rank, place))
            .collect();
        Self {
            table,
            piece,
            own_len: vec![1; piece.len()],
            previous_len: vec![1; piece.len()],
            pairs,
            heap: entries.into(),
        }
    }

    /// O(n log n): each of the at most `n` joins takes one entry off the heap and adds at most two.
    fn merge(&mut self) {
        while let Some(Reverse(entry)) = self.heap.pop() {
            let rank = (entry >> PLACE_BITS) as u32;
            let place = (entry & ((1 << PLACE_BITS) - 1)) as usize;
            // A place's pairs differ in length and so in rank: an equal rank is the same pair.
            if self.pairs[place] == rank {
                self.join(place);
            }
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
        // The pair is a token, and so no longer than `MAX_TOKEN_BYTES`.
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
        let rank = rank_or_none(self.table, &self.piece[place..end]);
        self.pairs[place] = rank;
        if rank != NONE {
            self.heap.push(heap_entry(rank, place));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Encoding;
    use crate::vocabulary::Vocabulary;

    fn vocabularies() -> [Vocabulary; 2] {
        Encoding::ALL.map(|encoding| {
            let path = format!("{}/data/{}", env!("CARGO_MANIFEST_DIR"), encoding.file_name());
            Vocabulary::open(encoding, std::fs::read(path).unwrap()).unwrap()
        })
    }

    fn tokens(merge: impl FnOnce(&mut dyn FnMut(&[u8]))) -> Vec<Vec<u8>> {
        let mut tokens = Vec::new();
        merge(&mut |token| tokens.push(token.to_vec()));
        tokens
    }

    #[test]
    fn windows_of_any_size_give_the_same_tokens() {
        let mut pieces: Vec<Vec<u8>> =
            ["a", "ab", "the", "=", " ", "qz", "internationalization", "\u{301}", "中文", "hahaha"]
                .map(|unit| unit.repeat(700).into_bytes())
                .to_vec();
        pieces.push((0..3_000_u32).map(|i| b'a' + (i.wrapping_mul(i) >> 3) as u8 % 26).collect());
        pieces.push((0..3_000_u32).map(|i| b"aeinrst"[(i * i / 7) as usize % 7]).collect());
        for (vocabulary, piece) in vocabularies().iter().flat_map(|v| pieces.iter().map(move |p| (v, p))) {
            let table = &vocabulary.table();
            let whole = tokens(|visit| merge_long(table, piece, piece.len(), visit));
            assert_eq!(whole.concat(), *piece);
            // Windows shorter than a token find nothing in common and must grow.
            for window in [1, 2, 3, 7, 16, 50, 128, 700] {
                let spliced = tokens(|visit| merge_long(table, piece, window, visit));
                assert!(spliced == whole, "window {window} of {:?}", String::from_utf8_lossy(&piece[..20]));
            }
        }
    }

    #[test]
    fn the_scan_and_the_heap_agree() {
        for vocabulary in vocabularies() {
            let table = &vocabulary.table();
            for piece in [
                "beadloom", "xzqjk", "aaaaaaaaaaaaa", "untokenizability", "\u{301}\u{302}", " \t \t  \t", "q",
            ] {
                for len in 1..=piece.len() {
                    let piece = &piece.as_bytes()[..len];
                    let scanned = tokens(|visit| merge_short(table, piece, visit));
                    assert_eq!(scanned, tokens(|visit| merge_long(table, piece, MAX_SCANNED_BYTES, visit)));
                }
            }
        }
    }
}
