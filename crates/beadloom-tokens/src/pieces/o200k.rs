//! The pieces of o200k_base: an expression with these alternatives, tried in order at each place.
//!
//! 1. `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?`
//! 2. `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?`
//! 3. `\p{N}{1,3}`
//! 4. ` ?[^\s\p{L}\p{N}]+[\r\n/]*`
//! 5. `\s*[\r\n]+`
//! 6. `\s+(?!\S)`
//! 7. `\s+`

use super::runs::{SYMBOL, White, contraction, number, space_and};
use crate::classes::{CASELESS, Classes, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER, class_at, run};

/// What the first part of a word consists of.
const HEAD: Classes = UPPER | CASELESS | MARK;
/// What the second part of a word consists of.
const TAIL: Classes = LOWER | CASELESS | MARK;
/// What may stand before a word and belong to it.
const PREFIX: Classes = SPACE | MARK | OTHER;

/// The end of the piece at the start of `text`; nothing if `text` is empty.
#[inline]
pub(super) fn first_piece(text: &str) -> Option<usize> {
    let (class, len) = class_at(text, 0)?;
    let end = match class {
        UPPER | LOWER | CASELESS => word(text, 0),
        NUMBER => Some(number(text, len)),
        NEWLINE => None,
        _ => prefixed_word(text, class, len),
    };
    end.or_else(|| match class {
        MARK | OTHER => Some(symbols(text, len)),
        _ => space_and(text, symbols).or_else(|| Some(white_space(text))),
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

/// Alternative 4 after its first symbol, which ends at `at`.
fn symbols(text: &str, at: usize) -> usize {
    let mut end = run(text, at, SYMBOL);
    while let Some(b'\r' | b'\n' | b'/') = text.as_bytes().get(end) {
        end += 1;
    }
    end
}

/// Alternatives 5 to 7 for a text that begins with white space.
fn white_space(text: &str) -> usize {
    let white = White::at_start(text);
    white.after_newlines().unwrap_or_else(|| white.before_the_last(text))
}
