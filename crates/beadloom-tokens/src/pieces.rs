//! Cuts text into the pieces within which tokens are merged.
//!
//! The encoding defines pieces by a regular expression with these alternatives, tried in order at each place:
//!
//! 1. `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?`
//! 2. `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?`
//! 3. `\p{N}{1,3}`
//! 4. ` ?[^\s\p{L}\p{N}]+[\r\n/]*`
//! 5. `\s*[\r\n]+`
//! 6. `\s+(?!\S)`
//! 7. `\s+`
//!
//! The functions below find the same matches without a regex engine, in one pass: where the expression would
//! backtrack, they say what the outcome is. A place is looked at a bounded number of times, whatever the input.

use crate::classes::{CASELESS, Classes, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER, class_at, run};

/// What the first part of a word consists of.
const HEAD: Classes = UPPER | CASELESS | MARK;
/// What the second part of a word consists of.
const TAIL: Classes = LOWER | CASELESS | MARK;
/// What may stand before a word and belong to it.
const PREFIX: Classes = SPACE | MARK | OTHER;
const SYMBOL: Classes = MARK | OTHER;
const WHITE: Classes = SPACE | NEWLINE;

/// The pieces of a text in order. They are not empty, and together they are the text.
pub(crate) struct Pieces<'a> {
    rest: &'a str,
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text }
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let end = first_piece(self.rest)?;
        let (piece, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Some(piece)
    }
}

/// The end of the piece at the start of `text`; nothing if `text` is empty.
#[inline]
fn first_piece(text: &str) -> Option<usize> {
    let (class, len) = class_at(text, 0)?;
    let end = match class {
        UPPER | LOWER | CASELESS => word(text, 0),
        NUMBER => Some(number(text, len)),
        NEWLINE => None,
        _ => prefixed_word(text, class, len),
    };
    end.or_else(|| match class {
        MARK | OTHER => Some(symbols(text, len)),
        _ => space_and_symbols(text).or_else(|| Some(white_space(text))),
    })
}

/// Alternatives 1 and 2 for a text that begins with a `PREFIX` character of `len` bytes.
#[inline]
fn prefixed_word(text: &str, first: Classes, len: usize) -> Option<usize> {
    debug_assert!(first & PREFIX != 0);
    if first != MARK {
        return word(text, len);
    }
    // The prefix is optional, and a mark is also a part of words. As a prefix it comes first; but alternative 1
    // is tried without the prefix before alternative 2 is tried with it.
    lowered_word(text, len).or_else(|| lowered_word(text, 0))
}

/// Alternatives 1 and 2 without the prefix, for a word that starts at byte `start`.
#[inline]
fn word(text: &str, start: usize) -> Option<usize> {
    if let Some(end) = lowered_word(text, start) {
        return Some(end);
    }
    // Alternative 1 found no end, so the head is all uppercase, and no tail follows it.
    let end = run(text, start, UPPER);
    (end > start).then(|| contraction(text, end))
}

/// Alternative 1 without the prefix: a head, then a tail of at least one character.
#[inline]
fn lowered_word(text: &str, start: usize) -> Option<usize> {
    let mut at = start;
    // The end of the last character of the head that may also be a tail.
    let mut both_end = None;
    while let Some((class, len)) = class_at(text, at) {
        if class & HEAD == 0 {
            if class == LOWER {
                return Some(contraction(text, run(text, at + len, TAIL)));
            }
            break;
        }
        at += len;
        if class & TAIL != 0 {
            both_end = Some(at);
        }
    }
    // No lowercase letter follows: the head gives back characters until one of them can be the tail, and
    // that tail is one character long because only uppercase was given back before it.
    both_end.map(|end| contraction(text, end))
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

/// Alternative 3: up to three numbers, the first of which ends at `at`.
fn number(text: &str, mut at: usize) -> usize {
    for _ in 0..2 {
        match class_at(text, at) {
            Some((NUMBER, len)) => at += len,
            _ => break,
        }
    }
    at
}

/// Alternative 4 after its first symbol, which ends at `at`.
fn symbols(text: &str, at: usize) -> usize {
    let mut end = run(text, at, SYMBOL);
    while let Some(b'\r' | b'\n' | b'/') = text.as_bytes().get(end) {
        end += 1;
    }
    end
}

/// Alternative 4 with its optional space. Nothing if another character comes first, or no symbol follows.
fn space_and_symbols(text: &str) -> Option<usize> {
    if !text.starts_with(' ') {
        return None;
    }
    let (class, len) = class_at(text, 1)?;
    (class & SYMBOL != 0).then(|| symbols(text, 1 + len))
}

/// Alternatives 5 to 7 for a text that begins with white space.
fn white_space(text: &str) -> usize {
    let mut end = 0;
    let mut last = 0;
    let mut newline_end = 0;
    while let Some((class, len)) = class_at(text, end) {
        if class & WHITE == 0 {
            break;
        }
        last = end;
        end += len;
        if class == NEWLINE {
            newline_end = end;
        }
    }
    if newline_end > 0 {
        newline_end
    } else if end == text.len() || last == 0 {
        end
    } else {
        // Before something else the last character is left over, to be the prefix of what follows.
        last
    }
}
