//! Numbers of 32 bits, packed.

use beadloom_model::varint;

pub fn put(out: &mut Vec<u8>, value: u32) {
    varint::put(out, u64::from(value));
}

/// The number at the start of `bytes`, which go on behind it. None at their end, or where it is no such number.
#[inline]
pub fn take(bytes: &mut &[u8]) -> Option<u32> {
    u32::try_from(varint::take(bytes)?).ok()
}
