//! Postings in sorted blocks: which chunks hold a term, and how much it counts there.
//!
//! A block holds terms in order, each without what it shares with the one before. A term's postings are its chunks'
//! ids, ascending, as differences; a count of 1, the commonest, takes no room.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::count::FileTerms;
use crate::varint;

/// A block ends when it has so many bytes: two of them fill a page of the store.
const BLOCK_BYTES: usize = 1_900;

/// Terms in order, with postings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The first of its terms: a block holds those up to the next block's.
    pub first_term: String,
    /// All of them, packed.
    pub data: Vec<u8>,
}

/// Gathers the postings of many files in memory.
#[derive(Default)]
pub struct Postings {
    terms: FxHashMap<Box<str>, Gathered>,
    bytes: usize,
}

#[derive(Default)]
struct Gathered {
    last: u32,
    data: Vec<u8>,
}

impl Postings {
    /// Adds a file whose first chunk gets the id `first`. Ids go up from call to call.
    pub fn add(&mut self, first: u32, file: &FileTerms) {
        for (term, postings) in file.terms() {
            let gathered = match self.terms.get_mut(term) {
                Some(gathered) => gathered,
                None => {
                    self.bytes += term.len() + 64;
                    self.terms.entry(term.into()).or_default()
                }
            };
            let before = gathered.data.len();
            for posting in postings {
                let chunk = first.saturating_add(posting.chunk);
                put(&mut gathered.data, &mut gathered.last, chunk, posting.count);
            }
            self.bytes += gathered.data.len() - before;
        }
    }

    /// Memory in use, about, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// All that was added, sorted, block by block: what `take` was given is not kept.
    ///
    /// # Errors
    /// The first of `take`, which ends it.
    pub fn each_block<E>(self, mut take: impl FnMut(Block) -> Result<(), E>) -> Result<(), E> {
        let mut terms: Vec<(Box<str>, Vec<u8>)> =
            self.terms.into_iter().map(|(term, gathered)| (term, gathered.data)).collect();
        terms.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut packer = BlockPacker::default();
        for (term, data) in terms {
            if let Some(block) = packer.add(&term, &data) {
                take(block)?;
            }
        }
        packer.last.map_or(Ok(()), take)
    }
}

fn put(data: &mut Vec<u8>, last: &mut u32, chunk: u32, count: u32) {
    let step = chunk.saturating_sub(*last);
    *last = chunk;
    varint::put(data, step.saturating_mul(2) | u32::from(count != 1));
    if count != 1 {
        varint::put(data, count);
    }
}

/// Puts terms, which come in order, into blocks.
#[derive(Default)]
struct BlockPacker {
    /// The block that is being filled.
    last: Option<Block>,
    /// The term before.
    before: String,
}

impl BlockPacker {
    /// Returns the block before where the term begins a new one.
    fn add(&mut self, term: &str, postings: &[u8]) -> Option<Block> {
        let full =
            self.last.as_ref().is_some_and(|block| block.data.len() + postings.len() + 12 > BLOCK_BYTES);
        let done = if full { self.last.take() } else { None };
        if full {
            self.before.clear();
        }
        let block = self.last.get_or_insert_with(|| Block { first_term: term.to_owned(), data: Vec::new() });
        let shared = shared_prefix(&self.before, term);
        let rest = term.get(shared..).unwrap_or("");
        for number in [shared, rest.len(), postings.len()] {
            varint::put(&mut block.data, u32::try_from(number).unwrap_or(u32::MAX));
        }
        block.data.extend_from_slice(rest.as_bytes());
        block.data.extend_from_slice(postings);
        self.before.clear();
        self.before.push_str(term);
        done
    }
}

fn in_blocks<'a>(terms: impl Iterator<Item = (&'a str, &'a [u8])>) -> Vec<Block> {
    let mut packer = BlockPacker::default();
    let mut blocks: Vec<Block> = terms.filter_map(|(term, postings)| packer.add(term, postings)).collect();
    blocks.extend(packer.last);
    blocks
}

/// Bytes that two terms begin with alike, up to the start of a character.
fn shared_prefix(a: &str, b: &str) -> usize {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    b.floor_char_boundary(same)
}

/// Calls `take` with every term of a block and its postings, in order, until it says no. What is no block ends early.
pub fn entries(mut data: &[u8], take: &mut dyn FnMut(&str, &[u8]) -> bool) {
    let mut term = String::new();
    loop {
        let (Some(shared), Some(rest), Some(postings)) =
            (varint::take(&mut data), varint::take(&mut data), varint::take(&mut data))
        else {
            return;
        };
        let Some((own, after)) = data.split_at_checked(rest as usize) else { return };
        let Some((postings, after)) = after.split_at_checked(postings as usize) else { return };
        if !term.is_char_boundary(shared as usize) {
            return;
        }
        term.truncate(shared as usize);
        let Ok(own) = std::str::from_utf8(own) else { return };
        term.push_str(own);
        data = after;
        if !take(&term, postings) {
            return;
        }
    }
}

/// The postings of a term in the block that would hold it.
pub fn find(data: &[u8], wanted: &str) -> Option<Vec<u8>> {
    let mut found = None;
    entries(data, &mut |term, postings| {
        if term == wanted {
            found = Some(postings.to_vec());
        }
        term < wanted
    });
    found
}

/// Calls `take` with chunk and weighted count of every posting, in order.
pub fn each_posting(mut data: &[u8], take: &mut impl FnMut(u32, u32)) {
    let mut chunk = 0u32;
    while let Some(head) = varint::take(&mut data) {
        chunk = chunk.saturating_add(head / 2);
        let count = if head & 1 == 0 {
            1
        } else {
            match varint::take(&mut data) {
                Some(count) => count,
                None => return,
            }
        };
        take(chunk, count);
    }
}

/// One set of blocks of several. `parts`: the blocks of each, those with smaller ids first. `id_of`: the id that a chunk
/// has from now on, ascending as before; None where it is gone.
pub fn merge(parts: &[Vec<Vec<u8>>], id_of: &dyn Fn(u32) -> Option<u32>) -> Vec<Block> {
    let mut terms: BTreeMap<String, (u32, Vec<u8>)> = BTreeMap::new();
    for data in parts.iter().flatten() {
        entries(data, &mut |term, postings| {
            let known = terms.get_mut(term);
            let (last, out) = match known {
                Some(known) => (&mut known.0, &mut known.1),
                None => {
                    let new = terms.entry(term.to_owned()).or_default();
                    (&mut new.0, &mut new.1)
                }
            };
            each_posting(postings, &mut |chunk, count| {
                if let Some(chunk) = id_of(chunk) {
                    put(out, last, chunk, count);
                }
            });
            true
        });
    }
    terms.retain(|_, (_, data)| !data.is_empty());
    in_blocks(terms.iter().map(|(term, (_, data))| (term.as_str(), data.as_slice())))
}
