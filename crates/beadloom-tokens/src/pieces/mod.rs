//! Cuts text into the pieces within which tokens are merged.
//!
//! An encoding defines pieces by a regular expression, a list of alternatives that are tried in order at each place.
//! The functions here find the same matches without a regex engine, in one pass: where the expression would
//! backtrack, they say what the outcome is. A place is looked at a bounded number of times, whatever the input.

mod cl100k;
mod o200k;
mod runs;

use crate::Encoding;

/// The pieces of a text in order. They are not empty, and together they are the text.
pub(crate) struct Pieces<'a> {
    encoding: Encoding,
    rest: &'a str,
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(encoding: Encoding, text: &'a str) -> Self {
        Self { encoding, rest: text }
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let end = match self.encoding {
            Encoding::O200kBase => o200k::first_piece(self.rest),
            Encoding::Cl100kBase => cl100k::first_piece(self.rest),
        }?;
        let (piece, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Some(piece)
    }
}
