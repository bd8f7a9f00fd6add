//! Cuts C and C++ into tokens, without a grammar: fast, and never at a loss.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or keyword.
    Word,
    /// A string or character literal, with its prefix.
    Literal,
    /// A number.
    Number,
    /// One character of punctuation.
    Sign(u8),
    /// A directive's line from `#` to the first comment or its end, continued lines included; what follows a
    /// comment is one more.
    Directive,
}

/// A token and its bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Token {
    /// Its source.
    pub(super) fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    pub(super) fn is(&self, sign: u8) -> bool {
        self.kind == Kind::Sign(sign)
    }
}

/// Every token of a text; comments and white space are none.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut scanner = Scanner::new(text, 0);
    let mut tokens = Vec::with_capacity(text.len() / 5);
    while let Some(token) = scanner.next_token() {
        tokens.push(token);
    }
    tokens
}

/// Scans the body of a directive from `from` on: `#` begins no directive in it, and what is passed over is noted.
pub(super) fn scan_body(text: &str, from: usize) -> Scanner<'_> {
    let mut scanner = Scanner::new(text, from);
    scanner.line_start = false;
    scanner.notes = true;
    scanner
}

/// What a scanner passes over besides white space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passed {
    /// A comment.
    Comment(usize, usize),
    /// The end of a line that goes on.
    Continuation(usize, usize),
}

/// The length of the token that a text begins with, at least 1 where there is any text.
pub(super) fn first_token(text: &str) -> usize {
    let bytes = text.as_bytes();
    let Some(first) = bytes.first() else { return 0 };
    let end = match *first {
        b'"' | b'\'' => literal_end(bytes, 0),
        byte if is_word_start(byte) => word_end(bytes, 0),
        byte if byte.is_ascii_digit() => number_end(bytes, 0),
        _ => 1,
    };
    text.ceil_char_boundary(end.max(1))
}

/// Walks over a text.
pub(super) struct Scanner<'t> {
    bytes: &'t [u8],
    at: usize,
    line_start: bool,
    /// On the line of a directive.
    directive: bool,
    notes: bool,
    passed: Vec<Passed>,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, at: usize) -> Self {
        Self {
            bytes: text.as_bytes(),
            at,
            line_start: true,
            directive: false,
            notes: false,
            passed: Vec::new(),
        }
    }

    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// What was passed over since this was last asked, in order.
    pub(super) fn take_passed(&mut self) -> std::vec::Drain<'_, Passed> {
        self.passed.drain(..)
    }

    fn pass(&mut self, passed: Passed) {
        if self.notes {
            self.passed.push(passed);
        }
    }

    /// The next token.
    pub(super) fn next_token(&mut self) -> Option<Token> {
        loop {
            let start = self.at;
            let byte = *self.bytes.get(start)?;
            let end = match byte {
                b'\n' => {
                    self.line_start = true;
                    self.directive = false;
                    self.at += 1;
                    continue;
                }
                byte if byte.is_ascii_whitespace() || byte == 0 => {
                    self.at += 1;
                    continue;
                }
                b'\\' if continues(self.bytes, start) => {
                    self.at += if self.byte(start + 1) == b'\r' { 3 } else { 2 };
                    self.pass(Passed::Continuation(start, self.at));
                    continue;
                }
                b'/' if matches!(self.byte(start + 1), b'/' | b'*') => {
                    self.at = comment_end(self.bytes, start);
                    self.pass(Passed::Comment(start, self.at));
                    continue;
                }
                byte if self.directive || (byte == b'#' && self.line_start) => {
                    self.directive = true;
                    let end = directive_end(self.bytes, start);
                    let code = self.bytes.get(start..end).unwrap_or(&[]).trim_ascii_end().len();
                    let token = self.token(Kind::Directive, start + code);
                    self.at = end;
                    return Some(token);
                }
                b'"' | b'\'' => return Some(self.token(Kind::Literal, literal_end(self.bytes, start))),
                byte if is_word_start(byte) => {
                    let end = word_end(self.bytes, start);
                    match self.byte(end) {
                        b'"' if is_raw(self.bytes.get(start..end).unwrap_or(&[])) => {
                            let end = raw_end(self.bytes, end);
                            return Some(self.token(Kind::Literal, end));
                        }
                        b'"' | b'\'' if is_prefix(self.bytes.get(start..end).unwrap_or(&[])) => {
                            let end = literal_end(self.bytes, end);
                            return Some(self.token(Kind::Literal, end));
                        }
                        _ => end,
                    }
                }
                byte if byte.is_ascii_digit() => {
                    return Some(self.token(Kind::Number, number_end(self.bytes, start)));
                }
                byte => return Some(self.token(Kind::Sign(byte), start + 1)),
            };
            return Some(self.token(Kind::Word, end));
        }
    }

    // Sources over 4 GB never get here: the grammar library itself counts in 32 bits.
    fn token(&mut self, kind: Kind, end: usize) -> Token {
        let start = self.at;
        self.at = end;
        self.line_start = false;
        Token { kind, start: start as u32, end: end as u32 }
    }
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn word_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or(&[]);
    let length = rest.iter().position(|byte| !is_word_start(*byte) && !byte.is_ascii_digit());
    start + length.unwrap_or(rest.len())
}

fn number_end(bytes: &[u8], start: usize) -> usize {
    let mut end = start;
    while let Some(byte) = bytes.get(end) {
        let before = if end > start { bytes.get(end - 1).copied().unwrap_or(0) } else { 0 };
        let next = bytes.get(end + 1).copied().unwrap_or(0);
        let goes_on = byte.is_ascii_alphanumeric()
            || matches!(byte, b'.' | b'_')
            || (*byte == b'\'' && next.is_ascii_alphanumeric())
            || (matches!(byte, b'+' | b'-') && matches!(before, b'e' | b'E' | b'p' | b'P'));
        if !goes_on {
            break;
        }
        end += 1;
    }
    end
}

/// The end of a literal on its line; what is not closed there ends with it.
fn literal_end(bytes: &[u8], start: usize) -> usize {
    let Some(quote) = bytes.get(start) else { return start };
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

fn is_prefix(word: &[u8]) -> bool {
    matches!(word, b"L" | b"u" | b"U" | b"u8")
}

fn is_raw(word: &[u8]) -> bool {
    matches!(word, b"R" | b"LR" | b"uR" | b"UR" | b"u8R")
}

/// The end of a raw string whose quote stands at `start`.
fn raw_end(bytes: &[u8], start: usize) -> usize {
    // A delimiter has at most 16 characters.
    let rest = bytes.get(start + 1..).unwrap_or(&[]);
    let Some(length) = rest.iter().take(17).position(|byte| *byte == b'(') else {
        return literal_end(bytes, start);
    };
    let delimiter = rest.get(..length).unwrap_or(&[]);
    let mut at = start + 1 + length;
    while let Some(close) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b')')) {
        at += close + 1;
        let after = bytes.get(at..).unwrap_or(&[]);
        if after.starts_with(delimiter) && after.get(length) == Some(&b'"') {
            return at + length + 1;
        }
    }
    bytes.len()
}

fn comment_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 2;
    if bytes.get(start + 1) == Some(&b'*') {
        while let Some(star) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b'*')) {
            at += star + 1;
            if bytes.get(at) == Some(&b'/') {
                return at + 1;
            }
        }
        return bytes.len();
    }
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\n' => return at,
            b'\\' if continues(bytes, at) => at += 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// A backslash right before a line's end.
fn continues(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at + 1) {
        Some(b'\n') => true,
        Some(b'\r') => bytes.get(at + 2) == Some(&b'\n'),
        _ => false,
    }
}

/// The end of a directive's line, or the comment in it that comes first.
fn directive_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\n' => break,
            b'\\' if continues(bytes, at) => at += if bytes.get(at + 1) == Some(&b'\r') { 2 } else { 1 },
            b'/' if matches!(bytes.get(at + 1), Some(b'/' | b'*')) => break,
            b'"' | b'\'' => {
                at = literal_end(bytes, at).max(at + 1);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|token| token.text(text)).collect()
    }

    #[test]
    fn tokens_are_cut() {
        for (text, want) in [
            ("int a=1'000;", &["int", "a", "=", "1'000", ";"][..]),
            ("a/* b */c // d\ne", &["a", "c", "e"]),
            ("'\\'' L\"a\\\"b\" x", &["'\\''", "L\"a\\\"b\"", "x"]),
            ("R\"x(a)\" )x\" y", &["R\"x(a)\" )x\"", "y"]),
            ("  # define A(x) \\\n  b /* c */\nd", &["# define A(x) \\\n  b", "d"]),
            ("#if A /* x */ && B\nb", &["#if A", "&& B", "b"]),
            ("#define A \\\n  /* x */ b \\\n c\nd", &["#define A \\", "b \\\n c", "d"]),
            ("a #b", &["a", "#", "b"]),
            ("1e-5+.5f", &["1e-5", "+", ".", "5f"]),
            ("\"open\nb", &["\"open", "b"]),
            ("é+ü", &["é", "+", "ü"]),
            ("a // b \\\n c\nd", &["a", "d"]),
            ("#if A // x\r\nb", &["#if A", "b"]),
            ("/* open", &[]),
            ("R\"", &["R\""]),
        ] {
            assert_eq!(cut(text), want, "{text}");
        }
    }

    #[test]
    fn a_first_token_is_never_empty_and_ends_at_a_character() {
        for (text, want) in [("", 0), ("ab c", 2), ("«", 2), ("\"é\" x", 4), ("+=", 1), ("12.5)", 4)] {
            assert_eq!(first_token(text), want, "{text}");
            assert!(text.is_char_boundary(first_token(text)));
        }
    }
}
