//! What reading a file may cost.

/// What any text may cost, however short it is: some tenths of a second.
const FREE: Cost = Cost { bytes: 16 << 20, work: 80_000_000 };
/// What each of its bytes may cost besides. The most that one of 7,000 large and other files of all languages took was 120
/// bytes and 130 units.
const PER_BYTE: Cost = Cost { bytes: 500, work: 400 };

/// Memory and work of the parser, for one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Bytes in use at once.
    pub bytes: usize,
    /// Counted by what the parser does, so that it is the same on every machine: about a nanosecond of an ordinary core each.
    pub work: u64,
}

impl Cost {
    /// Without bounds, for measuring.
    pub const UNBOUNDED: Self = Self { bytes: usize::MAX, work: u64::MAX };

    /// What a text of so many bytes may cost.
    pub fn of_text(bytes: usize) -> Self {
        Self {
            bytes: bytes.saturating_mul(PER_BYTE.bytes).saturating_add(FREE.bytes),
            work: (bytes as u64).saturating_mul(PER_BYTE.work).saturating_add(FREE.work),
        }
    }
}
