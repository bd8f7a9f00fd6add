//! Cuts text into the pieces within which tokens are merged.
//!
//! An encoding defines pieces by a regular expression, a list of alternatives that are tried in order at each place.
//! The functions here find the same matches without a regex engine, in one pass: where the expression would
//! backtrack, they say what the outcome is. A place is looked at a bounded number of times, whatever the input.

mod cl100k;
mod o200k;

use crate::Encoding;
use crate::classes::{Classes, MARK, NEWLINE, NUMBER, OTHER, SPACE, class_at};

/// What is neither letter, number nor white space.
const SYMBOL: Classes = MARK | OTHER;

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

/// The end of a contraction (`'s 't 're 've 'm 'll 'd`, in any case) at byte `at`, or `at`.
#[inline]
fn contraction(text: &str, at: usize) -> usize {
    let suffix = text.as_bytes().get(at..).unwrap_or_default();
    if suffix.first() != Some(&b'\'') {
        return at;
    }
    let len = match suffix {
        [_, b's' | b'S' | b't' | b'T' | b'm' | b'M' | b'd' | b'D', ..] => 2,
        // U+017F, the long s, is an s where case does not count.
        [_, 0xc5, 0xbf, ..] => 3,
        [_, b'r' | b'R' | b'v' | b'V', b'e' | b'E', ..] | [_, b'l' | b'L', b'l' | b'L', ..] => 3,
        _ => 0,
    };
    at + len
}

/// The end of up to three numbers, the first of which ends at `at`.
fn number(text: &str, mut at: usize) -> usize {
    for _ in 0..2 {
        match class_at(text, at) {
            Some((NUMBER, len)) => at += len,
            _ => break,
        }
    }
    at
}

/// A space and the symbols after it, the first of which ends where `symbols` is told to go on. Nothing if another
/// character comes first, or no symbol follows.
fn space_and(text: &str, symbols: fn(&str, usize) -> usize) -> Option<usize> {
    if !text.starts_with(' ') {
        return None;
    }
    let (class, len) = class_at(text, 1)?;
    (class & SYMBOL != 0).then(|| symbols(text, 1 + len))
}

/// A run of white space.
struct White {
    /// Where it ends.
    end: usize,
    /// Where its last character starts.
    last: usize,
    /// Where its last carriage return or line feed ends; zero where it has none.
    newline_end: usize,
}

impl White {
    /// The run that a text begins with.
    fn at_start(text: &str) -> Self {
        let mut white = Self { end: 0, last: 0, newline_end: 0 };
        while let Some((class, len)) = class_at(text, white.end) {
            if class & (SPACE | NEWLINE) == 0 {
                break;
            }
            white.last = white.end;
            white.end += len;
            if class == NEWLINE {
                white.newline_end = white.end;
            }
        }
        white
    }

    /// The end of the last line end in it.
    fn after_newlines(&self) -> Option<usize> {
        (self.newline_end > 0).then_some(self.newline_end)
    }

    /// All of it at the end of the text; before something else the last character is left over, to be the prefix of
    /// what follows, unless it is the only one.
    fn before_the_last(&self, text: &str) -> usize {
        if self.end == text.len() || self.last == 0 { self.end } else { self.last }
    }
}
