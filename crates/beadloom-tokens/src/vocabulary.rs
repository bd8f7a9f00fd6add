//! The tokens of o200k_base, read from the committed file where the linker put it.

use crate::format::{HEADER_LEN, MAGIC, MAX_TOKEN_LEN, Slot, bucket, hash, slot};

static O200K_BASE: Table<'static> = Table::open(include_bytes!("../data/o200k_base.vocabulary"));

/// The rank, which is the id, of the token that consists of `bytes`, if there is one.
#[inline]
pub(crate) fn rank(bytes: &[u8]) -> Option<u32> {
    O200K_BASE.rank(bytes)
}

/// The parts of a vocabulary file; see [`crate::format`].
struct Table<'a> {
    slots: &'a [[u8; 8]],
    pilots: &'a [[u8; 2]],
    text: &'a [u8],
}

impl<'a> Table<'a> {
    /// Evaluated by the compiler. A file of another layout opens as an empty table, so that the program that
    /// writes the file can still be built after the layout changed; the tests would not pass with it.
    const fn open(file: &'a [u8]) -> Self {
        match Self::parts(file) {
            Some(table) => table,
            None => Self { slots: &[], pilots: &[], text: &[] },
        }
    }

    const fn parts(file: &'a [u8]) -> Option<Self> {
        let Some((header, rest)) = file.split_at_checked(HEADER_LEN) else { return None };
        let (magic, sizes) = header.split_at(MAGIC.len());
        let ([slots, pilots, text], []) = sizes.as_chunks::<4>() else { return None };
        if !same_bytes(magic, &MAGIC) {
            return None;
        }
        let (slots, pilots) = (u32::from_le_bytes(*slots) as usize, u32::from_le_bytes(*pilots) as usize);
        let Some((slots, rest)) = rest.split_at_checked(slots * 8) else { return None };
        let Some((pilots, rest)) = rest.split_at_checked(pilots * 2) else { return None };
        if rest.len() != u32::from_le_bytes(*text) as usize {
            return None;
        }
        Some(Self { slots: slots.as_chunks().0, pilots: pilots.as_chunks().0, text: rest })
    }

    #[inline]
    fn rank(&self, token: &[u8]) -> Option<u32> {
        if token.len() > MAX_TOKEN_LEN {
            return None;
        }
        let hash = hash(token);
        let pilot = u16::from_le_bytes(*self.pilots.get(bucket(hash, self.pilots.len()))?);
        let slot = Slot::from_bytes(*self.slots.get(slot(hash, pilot, self.slots.len()))?);
        if !slot.may_be(hash, token.len()) {
            return None;
        }
        let offset = slot.offset();
        (self.text.get(offset..offset + token.len())? == token).then(|| slot.rank())
    }
}

const fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}
