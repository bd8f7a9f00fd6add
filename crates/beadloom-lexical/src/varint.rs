//! Numbers in as few bytes as they need: seven bits a byte, least significant first, the high bit says that more follow.

pub fn put(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// The number at the start of `bytes`, which go on behind it. None at their end, or where it is no number.
#[inline]
pub fn take(bytes: &mut &[u8]) -> Option<u32> {
    if let Some((&byte, rest)) = bytes.split_first()
        && byte < 0x80
    {
        *bytes = rest;
        return Some(u32::from(byte));
    }
    take_long(bytes)
}

fn take_long(bytes: &mut &[u8]) -> Option<u32> {
    let mut value = 0u32;
    for shift in [0, 7, 14, 21, 28] {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u32::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}
