//! Runs of characters that pieces of every encoding are made of.

use crate::classes::{Classes, MARK, NEWLINE, NUMBER, OTHER, SPACE, class_at};

/// What is neither letter, number nor white space.
pub(super) const SYMBOL: Classes = MARK | OTHER;

/// The end of a contraction (`'s 't 're 've 'm 'll 'd`, in any case) at byte `at`, or `at`.
#[inline]
pub(super) fn contraction(text: &str, at: usize) -> usize {
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
pub(super) fn number(text: &str, mut at: usize) -> usize {
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
pub(super) fn space_and(text: &str, symbols: fn(&str, usize) -> usize) -> Option<usize> {
    if !text.starts_with(' ') {
        return None;
    }
    let (class, len) = class_at(text, 1)?;
    (class & SYMBOL != 0).then(|| symbols(text, 1 + len))
}

/// A run of white space.
pub(super) struct White {
    /// Where it ends.
    pub(super) end: usize,
    /// Where its last character starts.
    pub(super) last: usize,
    /// Where its last carriage return or line feed ends; zero where it has none.
    pub(super) newline_end: usize,
}

impl White {
    /// The run that a text begins with.
    pub(super) fn at_start(text: &str) -> Self {
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
    pub(super) fn after_newlines(&self) -> Option<usize> {
        (self.newline_end > 0).then_some(self.newline_end)
    }

    /// All of it at the end of the text; before something else the last character is left over, to be the prefix of
    /// what follows, unless it is the only one.
    pub(super) fn before_the_last(&self, text: &str) -> usize {
        if self.end == text.len() || self.last == 0 { self.end } else { self.last }
    }
}
