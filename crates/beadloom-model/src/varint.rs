//! Numbers in as few bytes as they need, for what the index packs: seven bits a byte, the lowest first; the high bit
//! says that more follow.

/// Appends a number.
pub fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Takes the number at the start of `bytes`, which go on behind it. None at their end, and where nothing was put.
#[inline]
pub fn take(bytes: &mut &[u8]) -> Option<u64> {
    let (&byte, rest) = bytes.split_first()?;
    // Most numbers are small.
    if byte < 0x80 {
        *bytes = rest;
        return Some(u64::from(byte));
    }
    take_long(bytes)
}

fn take_long(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}
