//! The layout of the vocabulary file, shared by its reader and its writer.
//!
//! All integers are little-endian and read bytewise, so the file needs no alignment.
//!
//! | part | size in bytes | what |
//! | --- | --- | --- |
//! | magic | 8 | [`MAGIC`]; its last character is the version of the layout |
//! | name | 16 | the encoding's name, filled up with zeros |
//! | sizes | 3 × 4 | number of slots, number of pilots, bytes of text |
//! | checksum | 8 | [`checksum`] of all that follows |
//! | slots | 6 each | one token each, see [`Slot`]; zero where empty |
//! | pilots | 2 each | one per bucket of the perfect hash |
//! | text | as said | the bytes of the tokens, which may overlap |
//!
//! A token's [`hash`] names its bucket, and the hash with the bucket's pilot names its slot. The writer chose the
//! pilots such that no two tokens share a slot, so a look-up reads one pilot, one slot and, where the slot's
//! fingerprint agrees, the token's bytes.

use crate::Encoding;

/// The first bytes of the file.
const MAGIC: [u8; 8] = *b"bltokn-3";
const NAME_LEN: usize = 16;

/// What stands before the first slot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Header {
    /// See [`Header::name_of`].
    pub(crate) name: [u8; NAME_LEN],
    /// Numbers of slots and pilots, bytes of text.
    pub(crate) sizes: [u32; 3],
    /// Of the rest of the file.
    pub(crate) checksum: u64,
}

/// Slots, pilots and text of a file.
pub(crate) type Parts<'a> = (&'a [[u8; SLOT_LEN]], &'a [[u8; 2]], &'a [u8]);

impl Header {
    /// An encoding's name as the header has it.
    pub(crate) fn name_of(encoding: Encoding) -> [u8; NAME_LEN] {
        let mut name = [0; NAME_LEN];
        for (to, from) in name.iter_mut().zip(encoding.name().bytes()) {
            *to = from;
        }
        name
    }

    /// The header of a file and what follows it; nothing unless the file begins with one.
    #[inline]
    pub(crate) fn read(file: &[u8]) -> Option<(Self, &[u8])> {
        let rest = file.strip_prefix(&MAGIC)?;
        let (name, rest) = rest.split_first_chunk()?;
        let (sizes, rest) = rest.split_first_chunk::<12>()?;
        let (checksum, body) = rest.split_first_chunk()?;
        let mut numbers = [0; 3];
        for (number, bytes) in numbers.iter_mut().zip(sizes.as_chunks().0) {
            *number = u32::from_le_bytes(*bytes);
        }
        Some((Self { name: *name, sizes: numbers, checksum: u64::from_le_bytes(*checksum) }, body))
    }

    /// The bytes that [`Header::read`] reads.
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let sizes = self.sizes.map(u32::to_le_bytes);
        [&MAGIC[..], &self.name, sizes.as_flattened(), &self.checksum.to_le_bytes()].concat()
    }

    /// What follows the header, taken apart; nothing where its length is not what the sizes say.
    #[inline]
    pub(crate) fn parts<'a>(&self, body: &'a [u8]) -> Option<Parts<'a>> {
        let [slots, pilots, text] = self.sizes.map(|size| size as usize);
        let (slots, rest) = body.split_at_checked(slots.checked_mul(SLOT_LEN)?)?;
        let (pilots, rest) = rest.split_at_checked(pilots.checked_mul(2)?)?;
        (rest.len() == text).then_some((slots.as_chunks().0, pilots.as_chunks().0, rest))
    }
}

/// Bytes of a slot.
pub(crate) const SLOT_LEN: usize = 6;

const FINGERPRINT_BITS: u32 = 3;
const RANK_BITS: u32 = 18;
const OFFSET_BITS: u32 = 20;
const OFFSET_SHIFT: u32 = FINGERPRINT_BITS + RANK_BITS;
const LEN_SHIFT: u32 = OFFSET_SHIFT + OFFSET_BITS;
const LEN_BITS: u32 = 7;

/// The first rank that does not fit into a slot.
pub(crate) const RANK_LIMIT: usize = 1 << RANK_BITS;
/// The first offset into the text that does not fit into a slot.
pub(crate) const OFFSET_LIMIT: usize = 1 << OFFSET_BITS;
/// The length in bytes of the longest token of all encodings. The writer refuses longer ones.
pub(crate) const MAX_TOKEN_BYTES: usize = 128;

const _: () = assert!(LEN_SHIFT + LEN_BITS == 8 * SLOT_LEN as u32 && MAX_TOKEN_BYTES == 1 << LEN_BITS);

/// One token in six bytes: 3 bits of its hash, its rank (18 bits), the offset of its bytes in the text (20 bits) and
/// one less than their number (7 bits), from the lowest bit on.
///
/// An empty slot looks like a token of one byte. That does no harm: no hash of that token leads there.
#[derive(Clone, Copy)]
pub(crate) struct Slot(u64);

impl Slot {
    /// The values must be below their limits.
    pub(crate) fn new(hash: u64, rank: usize, offset: usize, len: usize) -> Self {
        debug_assert!(rank < RANK_LIMIT && offset < OFFSET_LIMIT && (1..=MAX_TOKEN_BYTES).contains(&len));
        let fingerprint = hash & low_bits(FINGERPRINT_BITS);
        Self(
            fingerprint
                | (rank as u64) << FINGERPRINT_BITS
                | (offset as u64) << OFFSET_SHIFT
                | (len as u64 - 1) << LEN_SHIFT,
        )
    }

    #[inline]
    pub(crate) fn from_bytes([a, b, c, d, e, f]: [u8; SLOT_LEN]) -> Self {
        Self(u64::from_le_bytes([a, b, c, d, e, f, 0, 0]))
    }

    pub(crate) fn to_bytes(self) -> [u8; SLOT_LEN] {
        let [a, b, c, d, e, f, ..] = self.0.to_le_bytes();
        [a, b, c, d, e, f]
    }

    /// Whether the token may have this hash and length, which is not zero; false for most other tokens.
    #[inline]
    pub(crate) fn may_be(self, hash: u64, len: usize) -> bool {
        (self.0 ^ hash) & low_bits(FINGERPRINT_BITS) == 0 && (self.0 >> LEN_SHIFT) as usize + 1 == len
    }

    #[inline]
    pub(crate) fn rank(self) -> u32 {
        ((self.0 >> FINGERPRINT_BITS) & low_bits(RANK_BITS)) as u32
    }

    #[inline]
    pub(crate) fn offset(self) -> usize {
        ((self.0 >> OFFSET_SHIFT) & low_bits(OFFSET_BITS)) as usize
    }
}

const fn low_bits(count: u32) -> u64 {
    (1 << count) - 1
}

// Odd constants with about as many ones as zeros: the fractional parts of the square roots of 2, 3, 5 and 7.
const SEED_A: u64 = 0x6a09_e667_f3bc_c909;
const SEED_B: u64 = 0xbb67_ae85_84ca_a73b;
const PILOT_FACTOR: u64 = 0x3c6e_f372_fe94_f82b;
const SLOT_FACTOR: u64 = 0xa54f_f53a_5f1d_36f1;

/// A hash of up to [`MAX_TOKEN_BYTES`] bytes: eight bytes at a time, folded by 128-bit products.
/// It need not resist attacks, because a look-up has one probe whatever the hash.
#[inline]
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let len = bytes.len() as u64;
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        let mut state = SEED_A ^ len;
        if bytes.len() > 16 {
            for &chunk in bytes.as_chunks::<8>().0 {
                state = fold(state ^ u64::from_le_bytes(chunk), SEED_B);
            }
        }
        return fold(state ^ u64::from_le_bytes(*first), SEED_B ^ u64::from_le_bytes(*last));
    }
    let (first, last) = match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(first), Some(last)) => (u32::from_le_bytes(*first), u32::from_le_bytes(*last)),
        // Up to three bytes: all of them.
        _ => match *bytes {
            [a] => (u32::from(a), 0),
            [a, b] => (u32::from(a), u32::from(b)),
            [a, b, c] => (u32::from(a), u32::from(b) | u32::from(c) << 8),
            _ => (0, 0),
        },
    };
    fold(SEED_A ^ len ^ u64::from(first) << 32, SEED_B ^ u64::from(last))
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ (product >> 64) as u64
}

/// A sum over bytes that finds damage, not forgery: the hash's fold in four lanes, which run side by side. Two and a
/// half megabytes take a quarter of a millisecond.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let (chunks, rest) = bytes.as_chunks::<32>();
    let mut last = [0; 32];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    let mut lanes = [SEED_A, SEED_B, PILOT_FACTOR, SLOT_FACTOR];
    for chunk in chunks.iter().chain([&last]) {
        for (lane, word) in lanes.iter_mut().zip(chunk.as_chunks().0) {
            *lane = fold(*lane ^ u64::from_le_bytes(*word), SEED_B);
        }
    }
    lanes.into_iter().fold(bytes.len() as u64, |sum, lane| fold(sum ^ lane, SEED_A))
}

/// The bucket of a hash, below `buckets`.
#[inline]
pub(crate) fn bucket(hash: u64, buckets: usize) -> usize {
    scale(hash, buckets)
}

/// The slot of a hash under its bucket's pilot, below `slots`.
#[inline]
pub(crate) fn slot(hash: u64, pilot: u16, slots: usize) -> usize {
    scale((hash ^ u64::from(pilot).wrapping_mul(PILOT_FACTOR)).wrapping_mul(SLOT_FACTOR), slots)
}

/// Maps the upper half of `hash` evenly to `0..size`, for sizes below 2^32.
#[inline]
fn scale(hash: u64, size: usize) -> usize {
    (((hash >> 32) * size as u64) >> 32) as usize
}
