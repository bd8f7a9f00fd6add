//! What the structure of a text has done with its tokens.

/// What is done with tokens in a range of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edit {
    /// They say nothing.
    Mute,
    /// The first is written as this.
    Write(&'static [u8]),
    /// This stands before the first, as part of it.
    Prefix(&'static [u8]),
    /// The first is written without its first byte.
    Unmarked,
    /// The string is part of the one before.
    Join,
    /// A body begins, and ends with the range.
    Body,
    /// A statement begins.
    Statement,
}

impl Edit {
    /// Whether it changes no token.
    pub(super) fn is_mark(self) -> bool {
        matches!(self, Self::Body | Self::Statement)
    }
}
