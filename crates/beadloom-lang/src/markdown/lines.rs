//! Byte offsets of a document to its lines.

/// Byte offsets to lines.
#[derive(Default)]
pub(super) struct Lines {
    /// Where each line begins.
    starts: Vec<usize>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// The 1-based line of an offset.
    pub(super) fn at(&self, offset: usize) -> u32 {
        u32::try_from(self.starts.partition_point(|start| *start <= offset)).unwrap_or(u32::MAX)
    }
}
