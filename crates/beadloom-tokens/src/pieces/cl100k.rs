//! The pieces of cl100k_base: an expression with these alternatives, tried in order at each place.
//!
//! 1. `'(?i:[sdmt]|ll|ve|re)`
//! 2. `[^\r\n\p{L}\p{N}]?+\p{L}++`
//! 3. `\p{N}{1,3}+`
//! 4. ` ?[^\s\p{L}\p{N}]++[\r\n]*+`
//! 5. `\s++$`
//! 6. `\s*[\r\n]`
//! 7. `\s+(?!\S)`
//! 8. `\s`

use super::runs::{SYMBOL, White, contraction, number, space_and};
use crate::classes::{CASELESS, Classes, LOWER, MARK, NEWLINE, NUMBER, OTHER, UPPER, class_at, run};

const LETTER: Classes = UPPER | LOWER | CASELESS;

/// The end of the piece at the start of `text`; nothing if `text` is empty.
#[inline]
pub(super) fn first_piece(text: &str) -> Option<usize> {
    let (class, len) = class_at(text, 0)?;
    let end = match class {
        UPPER | LOWER | CASELESS => run(text, len, LETTER),
        NUMBER => number(text, len),
        NEWLINE => white_space(text),
        MARK | OTHER => {
            let contracted = contraction(text, 0);
            if contracted > 0 {
                contracted
            } else {
                prefixed_word(text, len).unwrap_or_else(|| symbols(text, len))
            }
        }
        _ => {
            prefixed_word(text, len).or_else(|| space_and(text, symbols)).unwrap_or_else(|| white_space(text))
        }
    };
    Some(end)
}

/// Alternative 2 for a text that begins with something else than a letter, of `len` bytes.
#[inline]
fn prefixed_word(text: &str, len: usize) -> Option<usize> {
    let end = run(text, len, LETTER);
    (end > len).then_some(end)
}

/// Alternative 4 after its first symbol, which ends at `at`.
fn symbols(text: &str, at: usize) -> usize {
    let mut end = run(text, at, SYMBOL);
    while let Some(b'\r' | b'\n') = text.as_bytes().get(end) {
        end += 1;
    }
    end
}

/// Alternatives 5 to 8 for a text that begins with white space.
fn white_space(text: &str) -> usize {
    let white = White::at_start(text);
    if white.end == text.len() {
        return white.end;
    }
    white.after_newlines().unwrap_or_else(|| white.before_the_last(text))
}
