//! The layout of the vocabulary file, shared by its reader and its writer.
//!
//! All integers are little-endian and read bytewise, so the file needs no alignment.
//!
//! | part | size in bytes | what |
//! | --- | --- | --- |
//! | magic | 8 | [`MAGIC`]; its last character is the version of the layout |
//! | sizes | 3 × 4 | number of slots, number of pilots, bytes of text |
//! | slots | 8 each | one token each, see [`Slot`]; zero where empty |
//! | pilots | 2 each | one per bucket of the perfect hash |
//! | text | as said | the bytes of the tokens, which may overlap |
//!
//! A token's [`hash`] names its bucket, and the hash with the bucket's pilot names its slot. The writer chose the
//! pilots such that no two tokens share a slot, so a look-up reads one pilot, one slot and, where the slot's
//! fingerprint agrees, the token's bytes.

/// The first bytes of the file.
pub(crate) const MAGIC: [u8; 8] = *b"bltokn-1";
/// Bytes before the first slot.
pub(crate) const HEADER_LEN: usize = 20;

const FINGERPRINT_BITS: u32 = 18;
const RANK_BITS: u32 = 18;
const OFFSET_BITS: u32 = 20;
const OFFSET_SHIFT: u32 = FINGERPRINT_BITS + RANK_BITS;
const LEN_SHIFT: u32 = OFFSET_SHIFT + OFFSET_BITS;

/// The first rank that does not fit into a slot.
pub(crate) const RANK_LIMIT: usize = 1 << RANK_BITS;
/// The first offset into the text that does not fit into a slot.
pub(crate) const OFFSET_LIMIT: usize = 1 << OFFSET_BITS;
/// The length in bytes of the longest token of o200k_base. The writer refuses longer ones.
pub(crate) const MAX_TOKEN_LEN: usize = 128;

/// One token in eight bytes: 18 bits of its hash, its rank (18 bits), the offset of its bytes in the text
/// (20 bits) and their number (8 bits, never zero), from the lowest bit on.
#[derive(Clone, Copy)]
pub(crate) struct Slot(u64);

impl Slot {
    /// The values must be below their limits.
    pub(crate) fn new(hash: u64, rank: usize, offset: usize, len: usize) -> Self {
        debug_assert!(rank < RANK_LIMIT && offset < OFFSET_LIMIT && len <= MAX_TOKEN_LEN);
        let fingerprint = hash & low_bits(FINGERPRINT_BITS);
        Self(
            fingerprint
                | (rank as u64) << FINGERPRINT_BITS
                | (offset as u64) << OFFSET_SHIFT
                | (len as u64) << LEN_SHIFT,
        )
    }

    #[inline]
    pub(crate) fn from_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(bytes))
    }

    pub(crate) fn to_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    /// Whether the token may have this hash and length; false for nearly every other token.
    #[inline]
    pub(crate) fn may_be(self, hash: u64, len: usize) -> bool {
        (self.0 ^ hash) & low_bits(FINGERPRINT_BITS) == 0 && (self.0 >> LEN_SHIFT) as usize == len
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

/// A hash of up to [`MAX_TOKEN_LEN`] bytes: eight bytes at a time, folded by 128-bit products.
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
