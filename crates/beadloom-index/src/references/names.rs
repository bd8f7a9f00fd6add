//! Names as numbers: what is compared a million times is hashed once.
//!
//! The hashes stand in the index, so they must be the same on every machine and with every compiler.

/// What stands before a name at the top of a file.
pub const ROOT: u64 = 0;

const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hash of a text: eight bytes at a time, each mixed into all bits.
pub fn hash(text: &str) -> u64 {
    let mut state = mix(text.len() as u64);
    for chunk in text.as_bytes().chunks(8) {
        let mut word = [0u8; 8];
        for (to, from) in word.iter_mut().zip(chunk) {
            *to = *from;
        }
        state = mix(state ^ u64::from_le_bytes(word));
    }
    mix(state)
}

/// The hash of names joined by dots, one more at the end: `fold(fold(ROOT, a), b)` is `a.b`.
pub fn fold(scope: u64, name: u64) -> u64 {
    mix(scope.rotate_left(23) ^ name).max(1)
}

/// The hash of names joined by `separator`; an empty path is [`ROOT`].
pub fn fold_path(path: &str, separator: char) -> u64 {
    path.split(separator).filter(|name| !name.is_empty()).fold(ROOT, |scope, name| fold(scope, hash(name)))
}

/// A step of splitmix64, as published by Sebastiano Vigna.
fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(PRIME);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn hashes_are_the_same_everywhere_and_differ() {
        assert_eq!(hash("Ledger"), 0xa24b_22ad_9053_8e07);
        let names =
            ["", "a", "b", "ab", "ba", "a\0", "Ledger", "ledger", "Ledger.post", "ledgers_of_all_kinds"];
        assert_eq!(names.map(hash).into_iter().collect::<HashSet<_>>().len(), names.len());
        assert_ne!(fold_path("a.b", '.'), fold_path("b.a", '.'));
        assert_eq!(fold_path("a.b", '.'), fold(fold(ROOT, hash("a")), hash("b")));
        assert_eq!(fold_path("..a.", '.'), fold(ROOT, hash("a")));
        assert_eq!(fold_path("", '.'), ROOT);
    }
}
