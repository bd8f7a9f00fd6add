//! What is found.

use std::ops::Range;

/// A secret in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    /// Its bytes, on boundaries of characters: the value alone, without the words that gave it away.
    pub range: Range<usize>,
    /// What it looks like, as the end of a sentence: "it looks like …".
    pub what: &'static str,
}
