//! Budgets: whether a text fits one, and the most of it that does.

use std::ops::Range;

use crate::format::MAX_TOKEN_BYTES;
use crate::merge::{MAX_SCANNED_BYTES, for_each_token};
use crate::pieces::Pieces;
use crate::vocabulary::Table;
use crate::{Encoding, Tokenizer, count_piece};

impl Tokenizer {
    /// Whether `text` has at most `max_tokens` tokens. Reads no further than it must to know.
    pub fn fits(&self, text: &str, max_tokens: usize) -> bool {
        self.bounded().fits(text, max_tokens)
    }

    /// The longest prefix of `text` that has at most `max_tokens` tokens and ends well: `text` itself if it fits,
    /// else at a line end where there is one, else at a word, else at a character.
    ///
    /// - A prefix ends at a line end after a `\n` or in front of the `\n` or `\r\n` that ends a line.
    /// - It ends at a word in front of white space that follows something else.
    /// - The prefix is never over the budget. It is empty if not even the first character fits.
    /// - Inside a piece (an unbroken run of letters, symbols or spaces) of more than 64 bytes the cut falls on or
    ///   before the last token of that piece that fits; a few more characters might have fitted.
    ///
    /// Time and memory depend on the budget, not on the length of the text beyond it, except that the piece on which
    /// the budget ends is looked at as a whole.
    pub fn truncate<'t>(&self, text: &'t str, max_tokens: usize) -> &'t str {
        self.bounded().truncate(text, max_tokens)
    }

    fn bounded(&self) -> Bounded<'_> {
        Bounded { encoding: self.encoding, table: self.vocabulary.table() }
    }
}

/// A tokenizer at work.
struct Bounded<'v> {
    encoding: Encoding,
    table: Table<'v>,
}

impl Bounded<'_> {
    fn fits(&self, text: &str, max_tokens: usize) -> bool {
        // No token is longer, so this many bytes have more tokens than that.
        if text.len() > max_tokens.saturating_mul(MAX_TOKEN_BYTES) {
            return false;
        }
        let mut left = Some(max_tokens);
        for piece in Pieces::new(self.encoding, text) {
            left = left.and_then(|left| self.spend(piece, left));
            if left.is_none() {
                return false;
            }
        }
        true
    }

    fn truncate<'t>(&self, text: &'t str, max_tokens: usize) -> &'t str {
        let mut left = max_tokens;
        let mut start = 0;
        let mut line_end = 0;
        for piece in Pieces::new(self.encoding, text) {
            let end = start + piece.len();
            let Some(rest) = self.spend(piece, left) else {
                let cut = self
                    .cut_within(text, start..end, left, is_line_end)
                    .or_else(|| is_line_end(text, start).then_some(start))
                    .or_else(|| Some(line_end).filter(|&end| end > 0))
                    .or_else(|| self.cut_within(text, start..end, left, is_word_end))
                    .or_else(|| self.last_word_end(text, start, max_tokens))
                    .unwrap_or_else(|| self.cut_at_character(text, start..end, left, max_tokens));
                return text.get(..cut).unwrap_or_default();
            };
            if piece.ends_with('\n') {
                line_end = end;
            } else if piece.contains('\n') {
                line_end = self.cut_within(text, start..end, left, is_line_end).unwrap_or(line_end);
            }
            start = end;
            left = rest;
        }
        text
    }

    /// What is left of a budget of `left` tokens after `piece`; nothing if the piece has more.
    fn spend(&self, piece: &str, left: usize) -> Option<usize> {
        if piece.len() > left.saturating_mul(MAX_TOKEN_BYTES) {
            return None;
        }
        left.checked_sub(count_piece(&self.table, piece.as_bytes()))
    }

    /// The last word end up to `end`, where a piece ends. Words end where pieces do, except among symbols and carriage
    /// returns; so the count of what is before is known to fit in all but odd cases, which are given up.
    fn last_word_end(&self, text: &str, end: usize, max_tokens: usize) -> Option<usize> {
        let at = (1..=end).rev().find(|&at| is_word_end(text, at))?;
        text.get(..at).is_some_and(|prefix| self.fits(prefix, max_tokens)).then_some(at)
    }

    /// The last place in `range` but its start for which `is_end` holds and that is at most `left` tokens away from
    /// its start. The range must begin where a piece of the text does.
    ///
    /// In a range of more than [`MAX_SCANNED_BYTES`] bytes places are tried from the token on that ends the budget, and ever
    /// sparser, so that the time stays within a logarithm of one count.
    fn cut_within(
        &self,
        text: &str,
        range: Range<usize>,
        left: usize,
        is_end: impl Fn(&str, usize) -> bool,
    ) -> Option<usize> {
        let is_short = range.len() <= MAX_SCANNED_BYTES;
        let reach =
            if is_short { range.end } else { range.start + self.reach(text.get(range.clone())?, left) };
        let mut step = 1;
        let mut next = reach;
        for at in (range.start + 1..=reach).rev() {
            if at > next || !text.is_char_boundary(at) || !is_end(text, at) {
                continue;
            }
            if text.get(range.start..at).is_some_and(|part| self.fits(part, left)) {
                return Some(at);
            }
            if !is_short {
                next = at.saturating_sub(step);
                step *= 2;
            }
        }
        None
    }

    /// The bytes of the first `left` tokens of a long piece.
    fn reach(&self, piece: &str, left: usize) -> usize {
        let bytes = piece.as_bytes();
        // Further on there is nothing that could fit. The cut may split a character, which bytes do not mind.
        let near = &bytes[..bytes.len().min(left.saturating_mul(MAX_TOKEN_BYTES))];
        let (mut reach, mut tokens) = (0, 0);
        for_each_token(&self.table, near, |token| {
            tokens += 1;
            if tokens <= left {
                reach += token.len();
            }
        });
        reach
    }

    /// The last place in `range`, or before it, such that the text up to there fits `max_tokens`, of which `left` are
    /// left at the start of the range.
    fn cut_at_character(&self, text: &str, range: Range<usize>, left: usize, max_tokens: usize) -> usize {
        if range.end <= MAX_SCANNED_BYTES {
            return self.cut_within(text, 0..range.end, max_tokens, |_, _| true).unwrap_or(0);
        }
        let mut at = self.cut_within(text, range.clone(), left, |_, _| true).unwrap_or(range.start);
        // A cut can join white space that was two pieces, and two pieces can have fewer tokens than their join.
        let mut step = 1;
        while !text.get(..at).is_some_and(|prefix| self.fits(prefix, max_tokens)) {
            at = text.floor_char_boundary(at.saturating_sub(step));
            step *= 2;
        }
        at
    }
}

fn is_line_end(text: &str, at: usize) -> bool {
    let Some((before, after)) = text.split_at_checked(at) else { return false };
    !before.is_empty()
        && (before.ends_with('\n')
            || after.starts_with("\r\n")
            || after.starts_with('\n') && !before.ends_with('\r'))
}

/// Whether white space at `at` follows something else.
fn is_word_end(text: &str, at: usize) -> bool {
    text.split_at_checked(at).is_some_and(|(before, after)| {
        after.starts_with(char::is_whitespace) && before.ends_with(|c: char| !c.is_whitespace())
    })
}
