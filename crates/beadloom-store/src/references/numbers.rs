//! What is packed: numbers in as few bytes as they need, and texts behind their lengths.

use beadloom_model::varint;
pub(crate) use beadloom_model::varint::put;

/// Appends a number that may be negative but is mostly small.
pub(crate) fn put_signed(out: &mut Vec<u8>, value: i64) {
    put(out, ((value << 1) ^ (value >> 63)).cast_unsigned());
}

/// Reads what was put. `None` at the end, and where the bytes were not written by us.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Numbers<'a> {
    bytes: &'a [u8],
}

impl<'a> Numbers<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*first)
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        varint::take(&mut self.bytes)
    }

    pub(crate) fn signed(&mut self) -> Option<i64> {
        let value = self.number()?;
        Some((value >> 1).cast_signed() ^ -(value & 1).cast_signed())
    }

    /// A number of things that are still to come, each at least one byte long.
    pub(crate) fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.bytes.len()).then_some(count)
    }

    pub(crate) fn text(&mut self) -> Option<&'a str> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        std::str::from_utf8(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 128, u64::MAX];
        let signed = [0, -1, 1, -64, 64, i64::MIN, i64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|n| put(&mut bytes, *n));
        signed.iter().for_each(|n| put_signed(&mut bytes, *n));
        let mut read = Numbers::new(&bytes);
        assert_eq!(numbers.map(|_| read.number()), numbers.map(Some));
        assert_eq!(signed.map(|_| read.signed()), signed.map(Some));
        assert_eq!(read.number(), None);
    }

    #[test]
    fn what_was_not_written_by_us_ends() {
        assert_eq!(Numbers::new(&[0xff; 20]).number(), None);
        assert_eq!(Numbers::new(&[9, b'a']).text(), None);
        assert_eq!(Numbers::new(&[1, 0xff]).text(), None);
        assert_eq!(Numbers::new(&[200]).count(), None);
        assert_eq!(Numbers::new(&[2, 1]).count(), None);
    }
}
