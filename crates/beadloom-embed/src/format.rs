//! The layout of the table file, shared by its reader and its writer.
//!
//! All numbers are little-endian and read bytewise, so the file needs no alignment.
//!
//! | part | size in bytes | what |
//! | --- | --- | --- |
//! | magic | 8 | [`MAGIC`]; its last character is the version of the layout |
//! | sizes | 4 × 4 | numbers of terms, dimensions and slots, bytes of text |
//! | checksum | 8 | [`checksum`] of the sizes and of all that follows; the model's fingerprint, too |
//! | slots | 2 each | a term's number plus one, or zero; [`hash`] of the term says where to begin to look |
//! | ends | 4 each | where the term ends in the text; it begins where the one before it ends |
//! | weights | 2 × 4 each | of a term in queries and in code, times the scale of its vector |
//! | vectors | dimensions each | signed bytes |
//! | text | as said | the terms, in their order |
//!
//! Terms stand in the order of their bytes, and the number of slots is a power of two greater than theirs, so that
//! every search for a term meets an empty slot.

/// The first bytes of the file.
const MAGIC: [u8; 8] = *b"blembd-1";

/// What stands before the slots, in bytes.
pub const HEADER_LEN: usize = 32;

/// More terms than a slot can name.
pub(crate) const TERM_LIMIT: usize = u16::MAX as usize;

/// Vectors are cut into words of 64 bits.
pub(crate) const DIMENSION_STEP: usize = 64;

/// Far more than any static table needs.
pub(crate) const DIMENSION_LIMIT: usize = 4096;

/// The numbers of a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) terms: usize,
    pub(crate) dimensions: usize,
    pub(crate) slots: usize,
    pub(crate) text: usize,
}

/// Where each part begins and, for the text, ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Places {
    pub(crate) slots: usize,
    pub(crate) ends: usize,
    pub(crate) weights: usize,
    pub(crate) vectors: usize,
    pub(crate) text: usize,
    pub(crate) end: usize,
}

impl Sizes {
    /// Sizes and checksum of a file; nothing unless it begins with a header.
    pub(crate) fn read(file: &[u8]) -> Option<(Self, u64)> {
        let rest = file.strip_prefix(&MAGIC)?;
        let (sizes, rest) = rest.split_first_chunk::<16>()?;
        let (checksum, _) = rest.split_first_chunk()?;
        let mut numbers = [0; 4];
        for (number, bytes) in numbers.iter_mut().zip(sizes.as_chunks().0) {
            *number = u32::from_le_bytes(*bytes) as usize;
        }
        let [terms, dimensions, slots, text] = numbers;
        Some((Self { terms, dimensions, slots, text }, u64::from_le_bytes(*checksum)))
    }

    /// The header; `body` is what follows it.
    pub(crate) fn header(self, body: &[u8]) -> Vec<u8> {
        let sizes = self.bytes();
        [&MAGIC[..], &sizes, &checksum(&[&sizes, body]).to_le_bytes()].concat()
    }

    /// As they stand in the header.
    pub(crate) fn bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        let numbers = [self.terms, self.dimensions, self.slots, self.text];
        for (to, number) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
            *to = u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
        }
        bytes
    }

    /// Whether there can be a table of these sizes, whatever is in it.
    pub(crate) fn are_possible(self) -> bool {
        (1..=TERM_LIMIT).contains(&self.terms)
            && (1..=DIMENSION_LIMIT).contains(&self.dimensions)
            && self.dimensions.is_multiple_of(DIMENSION_STEP)
            && self.slots.is_power_of_two()
            && self.slots > self.terms
            && self.slots <= 4 * TERM_LIMIT
    }

    /// Where the parts of a file are. The sizes must be possible: then nothing overflows.
    pub(crate) fn places(self) -> Places {
        let ends = HEADER_LEN + 2 * self.slots;
        let weights = ends + 4 * self.terms;
        let vectors = weights + 8 * self.terms;
        let text = vectors + self.dimensions * self.terms;
        Places { slots: HEADER_LEN, ends, weights, vectors, text, end: text.saturating_add(self.text) }
    }
}

const ODD_A: u64 = 0x9e37_79b9_7f4a_7c15;
const ODD_B: u64 = 0xc2b2_ae3d_27d4_eb4f;

fn mix(state: u64, word: u64) -> u64 {
    let product = u128::from(state ^ word) * u128::from(ODD_A);
    (product as u64) ^ ((product >> 64) as u64) ^ ODD_B
}

/// A hash of all the parts, one after the other; it finds damage, not malice.
pub(crate) fn checksum(parts: &[&[u8]]) -> u64 {
    // Four lanes, because each step of one waits for the step before.
    let mut lanes = [ODD_A, ODD_B, !ODD_A, !ODD_B];
    let mut length = 0_u64;
    for part in parts {
        length = mix(length, part.len() as u64);
        let (blocks, rest) = part.as_chunks::<32>();
        for block in blocks {
            for (lane, word) in lanes.iter_mut().zip(block.as_chunks::<8>().0) {
                *lane = mix(*lane, u64::from_le_bytes(*word));
            }
        }
        let (words, tail) = rest.as_chunks::<8>();
        for word in words {
            lanes[0] = mix(lanes[0], u64::from_le_bytes(*word));
        }
        for byte in tail {
            lanes[1] = mix(lanes[1], u64::from(*byte));
        }
    }
    lanes.iter().fold(length, |state, lane| mix(state, *lane))
}

/// Where the search for a term begins, before it is cut to the number of slots.
pub(crate) fn hash(term: &[u8]) -> u64 {
    let (words, tail) = term.as_chunks::<8>();
    let mut state = ODD_B ^ term.len() as u64;
    for word in words {
        state = mix(state, u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    for (to, from) in last.iter_mut().zip(tail) {
        *to = *from;
    }
    mix(state, u64::from_le_bytes(last))
}
