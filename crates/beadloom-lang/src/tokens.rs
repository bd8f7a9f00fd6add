//! A file's tokens without comments and white space, in one buffer that every hash is taken over.

mod edit;
mod edits;
mod formatted;

use std::ops::Range;

use beadloom_model::Digest;
use sha2::{Digest as _, Sha256};

use crate::layout::Style;

pub(crate) use edit::Edit;

/// Between tokens, so that `ab c` and `a bc` differ.
const SEPARATOR: u8 = 0;
/// Where a block begins, for languages that show it by indentation alone.
const INDENT: u8 = 1;
/// Where a block has ended and more follows.
const DEDENT: u8 = 2;
/// Where a statement begins, for languages in which its end may go unwritten.
const STATEMENT: u8 = 3;
/// Where an expression begins that others are part of.
const OPERAND: u8 = 4;

/// Signatures are cut at this many characters.
const SIGNATURE_CHARS: usize = 400;

/// One token: where it stands in the file and in the buffer.
#[derive(Clone, Copy)]
struct Token {
    start: u32,
    end: u32,
    at: u32,
    until: u32,
}

impl Token {
    /// Says nothing: a formatter may leave it out.
    fn is_mute(self) -> bool {
        self.at == self.until
    }
}

/// A bracket that is open.
#[derive(Clone, Copy)]
struct Open {
    bracket: u8,
    commas: u32,
    /// What stands before it is called, indexed or declared with it.
    called: bool,
    /// Of a match, whose arms are told apart without the commas between them.
    arms: bool,
}

/// The tokens of one file. Kept by the parser and cleared for the next file.
#[derive(Default)]
pub(crate) struct Tokens {
    buffer: Vec<u8>,
    tokens: Vec<Token>,
    /// Ends of the open indentation blocks, innermost last.
    blocks: Vec<usize>,
    /// By which habits of formatters tokens are left out or written another way.
    style: Style,
    /// Brackets that are open, innermost last.
    open: Vec<Open>,
    /// Where the parenthesis stands that was told to say nothing; `usize::MAX`: none.
    parenthesis: usize,
    /// Where those stand that close such ones, innermost last, and whether a comma before them says nothing either.
    closing: Vec<(usize, bool)>,
    /// Where the brace stands that the arms of a match stand in; `usize::MAX`: none.
    arms: usize,
    /// Where the quotes of a string stand that means the same in double ones.
    quotes: (usize, usize),
    /// Up to here a string's text counts as it stands.
    literal: usize,
    /// In that text, backslashes mean nothing.
    raw: bool,
    /// Where a string stands that is read as prose; `usize::MAX`: none.
    prose: usize,
    /// What is done with tokens that are yet to come, the nearest last.
    edits: Vec<(Range<usize>, Edit)>,
    /// Up to here, words say how something is declared.
    modifiers_until: usize,
    /// The last such words in a row: the first of these tokens, and the one behind the last.
    modifier_row: Option<(usize, usize)>,
    /// The string that others were added to last.
    joined: Option<usize>,
}

impl Tokens {
    pub(crate) fn clear(&mut self) {
        self.buffer.clear();
        self.tokens.clear();
        self.blocks.clear();
        self.style = Style::Exact;
        self.open.clear();
        self.closing.clear();
        (self.parenthesis, self.literal, self.raw, self.prose) = (usize::MAX, 0, false, usize::MAX);
        self.quotes = (usize::MAX, usize::MAX);
        self.arms = usize::MAX;
        self.edits.clear();
        (self.modifiers_until, self.modifier_row, self.joined) = (0, None, None);
    }

    /// Compares what follows by another style. Returns the one before.
    pub(crate) fn set_style(&mut self, style: Style) -> Style {
        std::mem::replace(&mut self.style, style)
    }

    pub(crate) fn style(&self) -> Style {
        self.style
    }

    /// A statement begins. Members of a type may end with a comma instead, which says nothing then.
    pub(crate) fn begin_statement(&mut self, start: usize) {
        self.close_blocks(start);
        self.open_bodies(start);
        self.buffer.push(STATEMENT);
    }

    /// The separator before a member of a type says nothing.
    pub(crate) fn mute_separator(&mut self) {
        self.mute_last(b",");
    }

    /// An expression of several begins.
    pub(crate) fn begin_operand(&mut self, start: usize) {
        self.close_blocks(start);
        self.buffer.push(OPERAND);
    }

    /// The brace at this place begins the arms of a match.
    pub(crate) fn begin_arms(&mut self, start: usize) {
        self.arms = start;
    }

    /// The parentheses or braces at the ends of this range say nothing. `comma`: nor does a comma before the last.
    pub(crate) fn mute_parentheses(&mut self, range: &Range<usize>, comma: bool) {
        self.parenthesis = range.start;
        while self.closing.last().is_some_and(|(end, _)| *end < range.end) {
            self.closing.pop();
        }
        self.closing.push((range.end.saturating_sub(1), comma));
    }

    /// The string in this range would mean the same in double quotes.
    pub(crate) fn requote(&mut self, range: &Range<usize>) {
        self.quotes = (range.start, range.end.saturating_sub(1));
    }

    /// Up to `end` stands the text of a string.
    pub(crate) fn literal(&mut self, end: usize) {
        self.literal = end.max(self.literal);
    }

    /// The string at this place says nothing to the program: it is read as prose.
    pub(crate) fn prose(&mut self, start: usize) {
        self.prose = start;
    }

    /// Whether the last token that says something is this one.
    pub(crate) fn ends_with(&self, token: &[u8]) -> bool {
        self.back(0) == Some(token)
    }

    /// Whether a bracket is open.
    pub(crate) fn is_bracketed(&self) -> bool {
        !self.open.is_empty()
    }

    /// How many tokens came so far.
    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Where the last token ends in the file; 0 before the first.
    pub(crate) fn last_end(&self) -> usize {
        self.tokens.last().map_or(0, |token| token.end as usize)
    }

    /// Opens an indentation block. Marks stand between tokens, never in one, so that a definition's range
    /// holds those inside it and not the ones around it.
    pub(crate) fn open_block(&mut self, start: usize, end: usize) {
        self.close_blocks(start);
        self.buffer.push(INDENT);
        self.blocks.push(end);
    }

    fn close_blocks(&mut self, at: usize) {
        while self.blocks.last().is_some_and(|end| *end <= at) {
            self.blocks.pop();
            self.buffer.push(DEDENT);
        }
    }

    /// Adds a token as it stands.
    #[inline]
    pub(crate) fn push(&mut self, bytes: &[u8], start: usize, end: usize) {
        if !self.blocks.is_empty() {
            self.close_blocks(start);
        }
        let is_edited = self.edits.last().is_some_and(|(range, _)| range.start <= start);
        if is_edited && self.push_edited(bytes, start, end) {
            return;
        }
        if start < self.modifiers_until && self.push_modifier(bytes, start, end) {
            return;
        }
        if self.style != Style::Exact && !self.is_plain(bytes, start) {
            return self.push_formatted(bytes, start, end);
        }
        self.add(bytes, start, end);
    }

    #[inline]
    fn add(&mut self, bytes: &[u8], start: usize, end: usize) {
        let at = self.buffer.len();
        self.buffer.extend_from_slice(bytes);
        self.finish(start, end, at);
    }

    /// A token that no formatter touches: a word.
    #[inline]
    fn is_plain(&self, bytes: &[u8], start: usize) -> bool {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        start >= self.literal
            && bytes.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
            && bytes.last().is_some_and(is_word)
            && !(self.style == Style::Php && bytes.iter().any(u8::is_ascii_uppercase))
    }

    /// Adds running text, with each run of white space as one space. White space alone adds nothing.
    pub(crate) fn push_text(&mut self, text: &str, start: usize, end: usize) {
        self.close_blocks(start);
        let at = self.buffer.len();
        for word in text.split_whitespace() {
            if self.buffer.len() > at {
                self.buffer.push(b' ');
            }
            self.buffer.extend_from_slice(word.as_bytes());
        }
        if self.buffer.len() > at {
            self.finish(start, end, at);
        }
    }

    #[inline]
    fn finish(&mut self, start: usize, end: usize, at: usize) {
        self.buffer.push(SEPARATOR);
        // Sources over 4 GB never get here: the grammar library itself counts in 32 bits.
        self.tokens.push(Token {
            start: start as u32,
            end: end as u32,
            at: at as u32,
            until: self.buffer.len() as u32,
        });
    }

    fn within(&self, range: &Range<usize>) -> &[Token] {
        let from = self.tokens.partition_point(|token| (token.start as usize) < range.start);
        let to = self.tokens.partition_point(|token| (token.start as usize) < range.end);
        self.tokens.get(from..to).unwrap_or(&[])
    }

    /// How many tokens begin before this place in the file.
    pub(crate) fn index_of(&self, at: usize) -> usize {
        self.tokens.partition_point(|token| (token.start as usize) < at)
    }

    /// The hash over the tokens that begin in `range`, less those that begin in one of `skip`.
    pub(crate) fn hash(&self, range: Range<usize>, skip: &[Range<usize>]) -> Digest {
        let mut hasher = Sha256::new();
        let mut from = range.start;
        for hole in skip {
            self.feed(&mut hasher, from..hole.start.min(range.end));
            from = hole.end.max(from);
        }
        self.feed(&mut hasher, from..range.end);
        let mut digest = Digest::default();
        for (to, byte) in digest.iter_mut().zip(hasher.finalize()) {
            *to = byte;
        }
        digest
    }

    fn feed(&self, hasher: &mut Sha256, range: Range<usize>) {
        let tokens = self.within(&range);
        let said = |token: &&Token| !token.is_mute();
        if let (Some(first), Some(last)) = (tokens.iter().find(said), tokens.iter().rfind(said)) {
            hasher.update(self.buffer.get(first.at as usize..last.until as usize).unwrap_or(&[]));
        }
    }

    /// The tokens that begin in `range`, less those in `skip`, on one line: what stood apart stands one space
    /// apart, a bracket that was broken over lines is closed up again, long ones are cut.
    pub(crate) fn line(&self, source: &str, range: Range<usize>, skip: &[Range<usize>]) -> String {
        let mut line = String::new();
        let mut end: Option<usize> = None;
        // What is left out at the beginning may be long.
        let leads = skip.iter().find(|hole| hole.contains(&range.start));
        let tokens = self.within(&(leads.map_or(range.start, |hole| hole.end)..range.end));
        // No more can be shown than there are characters: keeps hostile signatures cheap.
        for token in tokens.iter().take(SIGNATURE_CHARS + 1) {
            let (start, stop) = (token.start as usize, token.end as usize);
            if skip.iter().any(|hole| hole.contains(&start)) {
                continue;
            }
            let Some(text) = source.get(start..stop) else { continue };
            if let Some(end) = end
                && end < start
            {
                let broken = source.get(end..start).is_some_and(|gap| gap.contains('\n'));
                let closes = matches!(text, ")" | "]" | ">");
                if broken && closes && line.ends_with(',') {
                    line.pop();
                }
                let closed_up = broken && (closes || line.ends_with(['(', '[', '<']));
                if !closed_up && !line.is_empty() {
                    line.push(' ');
                }
            }
            push_collapsed(&mut line, text);
            // White space at the end of a token parts it from the next.
            end = Some(start + text.trim_end().len());
            if line.len() > SIGNATURE_CHARS * 4 {
                break;
            }
        }
        crate::prose::cut(&mut line, SIGNATURE_CHARS);
        line
    }
}

/// Appends at most a signature's worth of `text`, white space collapsed.
fn push_collapsed(line: &mut String, text: &str) {
    let mut space = false;
    for c in text.chars().take(SIGNATURE_CHARS + 1) {
        if c.is_whitespace() || c.is_control() {
            space = true;
        } else {
            if std::mem::take(&mut space) {
                line.push(' ');
            }
            line.push(c);
        }
    }
}
