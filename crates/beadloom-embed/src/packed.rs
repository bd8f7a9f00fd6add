//! Vectors in an eighth of the space and less: one bit and one byte per dimension.
//!
//! The bits (is the number positive?) serve a first pass over all vectors; the bytes, each vector in a scale of its
//! own, are precise enough for their order.

use thiserror::Error;

/// The bytes are no whole number of vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{bytes} bytes are not packed vectors of {dimensions} dimensions")]
pub struct WrongSize {
    /// That there are.
    pub bytes: usize,
    /// That were asked for.
    pub dimensions: usize,
}

/// Packs vectors one after the other.
#[derive(Debug, Clone)]
pub struct Packer {
    dimensions: usize,
    bits: Vec<u8>,
    bytes: Vec<u8>,
}

impl Packer {
    /// For vectors of `dimensions` numbers, a multiple of 64.
    pub fn new(dimensions: usize) -> Self {
        Self { dimensions, bits: Vec::new(), bytes: Vec::new() }
    }

    /// Adds a vector: what is missing of `dimensions` is zero, what is more is left out. An empty one stands for a text
    /// without any known term; it is like nothing.
    pub fn push(&mut self, vector: &[f32]) {
        let vector = vector.get(..self.dimensions).unwrap_or(vector);
        let padding = self.dimensions - vector.len();
        self.bits.extend(bits_of(vector).into_iter().flat_map(u64::to_le_bytes));
        self.bits.resize(self.bits.len() + padding / 64 * 8, 0);
        self.bits.truncate((self.bytes.len() + self.dimensions) / 8);
        let scale = byte_scale(vector);
        self.bytes.extend(vector.iter().map(|x| ((x * scale).round() as i8).cast_unsigned()));
        self.bytes.resize(self.bytes.len() + padding, 0);
    }

    /// How many vectors there are.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.dimensions.max(1)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bits of all, and the bytes of all, for those who keep them apart.
    pub fn into_parts(self) -> (Vec<u8>, Vec<u8>) {
        (self.bits, self.bytes)
    }

    /// All of them: first the bits of all, then the bytes of all. What [`PackedVectors::parse`] reads.
    pub fn finish(mut self) -> Vec<u8> {
        self.bits.append(&mut self.bytes);
        self.bits
    }
}

/// Vectors that a [`Packer`] packed, where they lie.
#[derive(Debug, Clone, Copy)]
pub struct PackedVectors<'a> {
    dimensions: usize,
    bits: &'a [u8],
    bytes: &'a [u8],
}

impl<'a> PackedVectors<'a> {
    /// Any bytes of a fitting length are vectors; whether they are of the model that asks must be known from elsewhere.
    pub fn parse(blob: &'a [u8], dimensions: usize) -> Result<Self, WrongSize> {
        let wrong = WrongSize { bytes: blob.len(), dimensions };
        if dimensions == 0 || !dimensions.is_multiple_of(64) {
            return Err(wrong);
        }
        let each = dimensions.checked_add(dimensions / 8).ok_or(wrong)?;
        if !blob.len().is_multiple_of(each) {
            return Err(wrong);
        }
        let (bits, bytes) = blob.split_at_checked(blob.len() / each * (dimensions / 8)).ok_or(wrong)?;
        Ok(Self { dimensions, bits, bytes })
    }

    /// The same, of bits and bytes that are kept apart.
    pub fn of_parts(bits: &'a [u8], bytes: &'a [u8], dimensions: usize) -> Result<Self, WrongSize> {
        let wrong = WrongSize { bytes: bits.len() + bytes.len(), dimensions };
        let fit = dimensions != 0
            && dimensions.is_multiple_of(64)
            && bytes.len().is_multiple_of(dimensions)
            && bits.len() == bytes.len() / 8;
        if fit { Ok(Self { dimensions, bits, bytes }) } else { Err(wrong) }
    }

    /// How many vectors there are.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.dimensions
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The cosine of the vector in that row and the probe, −1 to 1; 0 for one that stands for nothing, and for rows
    /// that are not there.
    pub fn cosine(&self, row: usize, probe: &Probe) -> f32 {
        let from = row.saturating_mul(self.dimensions);
        let Some(vector) = self.bytes.get(from..from.saturating_add(self.dimensions)) else { return 0.0 };
        let (mut dot, mut square) = (0_i32, 0_i32);
        for (byte, with) in vector.iter().zip(&probe.bytes) {
            let byte = i32::from(byte.cast_signed());
            dot += byte * i32::from(*with);
            square += byte * byte;
        }
        if square == 0 || probe.norm == 0.0 {
            0.0
        } else {
            dot as f32 / ((square as f32).sqrt() * probe.norm)
        }
    }

    /// Appends, for every row, in how many dimensions its sign is another than the probe's.
    pub(crate) fn sign_differences(&self, probe: &Probe, out: &mut Vec<u16>) {
        let (words, _) = self.bits.as_chunks::<8>();
        if let [a, b] = probe.bits.as_slice() {
            // The usual 128 dimensions, without a loop inside the loop.
            out.extend(words.as_chunks::<2>().0.iter().map(|[x, y]| {
                let differ =
                    (u64::from_le_bytes(*x) ^ a).count_ones() + (u64::from_le_bytes(*y) ^ b).count_ones();
                differ as u16
            }));
            return;
        }
        out.extend(words.chunks_exact(self.dimensions / 64).map(|row| {
            let pairs = row.iter().zip(&probe.bits);
            let differ: u32 = pairs.map(|(word, with)| (u64::from_le_bytes(*word) ^ with).count_ones()).sum();
            differ as u16
        }));
    }

    /// A number that follows from the signs of a vector.
    pub(crate) fn signs_hash(&self, row: usize) -> u64 {
        let each = self.dimensions / 8;
        let signs = self.bits.get(row * each..(row + 1) * each).unwrap_or(&[]);
        let hash = signs.as_chunks::<8>().0.iter().fold(0_u64, |hash, word| {
            (hash.rotate_left(23) ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        hash >> 32
    }

    pub(crate) fn dimensions(&self) -> usize {
        self.dimensions
    }
}

/// A vector that others are compared with.
#[derive(Debug, Clone)]
pub struct Probe {
    bits: Vec<u64>,
    bytes: Vec<i16>,
    norm: f32,
}

impl Probe {
    /// Of a vector of as many dimensions as those it is compared with.
    pub fn new(vector: &[f32]) -> Self {
        let scale = byte_scale(vector);
        let bytes: Vec<i16> = vector.iter().map(|x| i16::from((x * scale).round() as i8)).collect();
        let square: i32 = bytes.iter().map(|x| i32::from(*x) * i32::from(*x)).sum();
        Self { bits: bits_of(vector), bytes, norm: (square as f32).sqrt() }
    }

    pub(crate) fn dimensions(&self) -> usize {
        self.bytes.len()
    }
}

/// A bit per number, the first in the lowest: whether it is positive.
fn bits_of(vector: &[f32]) -> Vec<u64> {
    let word = |numbers: &[f32]| {
        numbers.iter().enumerate().fold(0_u64, |word, (at, x)| word | u64::from(*x > 0.0) << at)
    };
    vector.chunks(64).map(word).collect()
}

/// What the numbers are multiplied by, before they are cut to bytes; 0 where that says nothing.
fn byte_scale(vector: &[f32]) -> f32 {
    let largest = vector.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    if largest > 0.0 && largest.is_finite() { 127.0 / largest } else { 0.0 }
}
