//! Numbers that follow from a seed (splitmix64, as published by Sebastiano Vigna).

use std::hash::{BuildHasher, Hasher};

/// The generator.
pub struct Random(u64);

impl Random {
    /// The numbers of one case: neighbouring cases share nothing.
    pub fn of_case(seed: u64, number: u64) -> Self {
        let mut mixed = Self(seed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93));
        Self(mixed.next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to `bound`, exclusive; 0 where `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % (bound.max(1) as u64)).unwrap_or(0)
    }

    /// Once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of a list that is not empty.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// A seed that no run had before, without a look at a clock.
pub fn fresh_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}
