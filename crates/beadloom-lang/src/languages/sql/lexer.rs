//! SQL text cut into tokens, whatever the dialect: quotes of all kinds, dollar quotes, nested comments.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A keyword, name, number or parameter.
    Word,
    /// A name in quotes, backticks or brackets.
    Quoted,
    /// A string literal.
    Text,
    /// One character of punctuation.
    Sign,
    /// The beginning or end of a dollar-quoted body.
    Dollar,
    /// A comment.
    Comment,
    /// A command to the client, to the end of its line: `\i file.sql`.
    Command,
}

/// A token and its place, in bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// What the dialect of a file does to its tokens.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Dialect {
    /// Backslashes escape in strings, and `#` begins a comment (MySQL).
    pub(super) backslashes: bool,
    /// `GO` on a line of its own ends statements (Transact-SQL).
    pub(super) batches: bool,
    /// `/` on a line of its own ends statements (Oracle).
    pub(super) slashes: bool,
}

impl Dialect {
    /// Told by what no other dialect writes.
    pub(super) fn of(text: &str) -> Self {
        let mut dialect = Self { backslashes: text.contains('`'), ..Self::default() };
        for line in text.lines() {
            let line = line.trim();
            dialect.batches |= line.eq_ignore_ascii_case("go");
            dialect.slashes |= line == "/";
        }
        dialect
    }
}

/// Cuts a text into tokens, one by one.
pub(super) struct Lexer<'t> {
    text: &'t str,
    pub(super) at: usize,
    dialect: Dialect,
    /// Ends of the dollar-quoted bodies around, innermost last: where the closing mark begins and ends.
    bodies: Vec<(usize, usize)>,
    /// What ends statements instead of `;` (MySQL's `DELIMITER`).
    pub(super) delimiter: Option<&'t str>,
    /// Bytes that may still be looked through for closing marks.
    search: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, dialect: Dialect) -> Self {
        let search = (1 << 20) + text.len().saturating_mul(8);
        Self { text, at: 0, dialect, bodies: Vec::new(), delimiter: None, search }
    }

    /// Whether the next token is in a dollar-quoted body.
    pub(super) fn in_body(&self) -> bool {
        !self.bodies.is_empty()
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..self.bound()).unwrap_or("")
    }

    /// Nothing in a body reaches beyond it.
    fn bound(&self) -> usize {
        self.bodies.last().map_or(self.text.len(), |(start, _)| *start)
    }

    /// Whether nothing but blanks stands before `at` on its line.
    pub(super) fn begins_line(&self, at: usize) -> bool {
        /// A line is looked at only as far as blanks could reasonably go.
        const BLANKS: usize = 256;
        let from = self.text.floor_char_boundary(at.saturating_sub(BLANKS));
        let Some(before) = self.text.get(from..at) else { return false };
        match before.rfind('\n') {
            Some(newline) => before.get(newline..).is_some_and(|blanks| blanks.trim().is_empty()),
            None => from == 0 && before.trim().is_empty(),
        }
    }

    /// The rest of the line that `at` is in, without what ends it.
    pub(super) fn line_from(&self, at: usize) -> &'t str {
        let rest = self.text.get(at..).unwrap_or("");
        rest.split('\n').next().unwrap_or("").trim_end()
    }

    /// Goes on behind the next line that is exactly `line`, or at the end of the text.
    pub(super) fn skip_past_line(&mut self, line: &str) {
        let rest = self.text.get(self.at..).unwrap_or("");
        let mut at = self.at;
        for text in rest.split_inclusive('\n') {
            at += text.len();
            if text.trim_end() == line {
                break;
            }
        }
        self.at = at;
    }

    /// The next token; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Option<Token> {
        loop {
            if let Some((start, end)) = self.bodies.last().copied()
                && self.text.get(self.at..start).is_none_or(|rest| rest.trim_start().is_empty())
            {
                self.bodies.pop();
                self.at = end;
                return Some(Token { kind: Kind::Dollar, start, end });
            }
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            if blank == 0 {
                break;
            }
            self.at += blank;
        }
        let rest = self.rest();
        let first = rest.chars().next()?;
        let start = self.at;
        if let Some(delimiter) = self.delimiter
            && rest.starts_with(delimiter)
        {
            self.at += delimiter.len();
            return Some(Token { kind: Kind::Sign, start, end: self.at });
        }
        let (kind, length) = match first {
            '-' if rest.starts_with("--") => (Kind::Comment, line_length(rest)),
            '/' if rest.starts_with("/*") => (Kind::Comment, block_length(rest)),
            '#' if self.is_hash_comment(rest) => (Kind::Comment, line_length(rest)),
            '\'' => (Kind::Text, self.text_length(rest, start)),
            '"' => (Kind::Quoted, quoted_length(rest, '"', false)),
            '`' => (Kind::Quoted, quoted_length(rest, '`', false)),
            '[' => match self.bracket_length(rest, start) {
                Some(length) => (Kind::Quoted, length),
                None => (Kind::Sign, 1),
            },
            '\\' if !self.in_body() => (Kind::Command, line_length(rest)),
            '$' => match self.open_body(rest) {
                Some(length) => (Kind::Dollar, length),
                None => (Kind::Sign, 1),
            },
            c if is_word(c)
                || (matches!(c, '@' | '#') && rest[1..].starts_with(|c| is_word(c) || c == '@')) =>
            {
                (Kind::Word, self.word_length(rest))
            }
            c => (Kind::Sign, c.len_utf8()),
        };
        self.at += length.max(1);
        Some(Token { kind, start, end: self.at })
    }

    fn is_hash_comment(&self, rest: &str) -> bool {
        self.dialect.backslashes
            || (self.begins_line(self.at) && rest[1..].starts_with([' ', '\t', '#', '!', '\n', '\r']))
    }

    fn text_length(&self, rest: &str, start: usize) -> usize {
        let escapes = self.dialect.backslashes
            || self.text.get(..start).is_some_and(|before| {
                before.ends_with(['E', 'e'])
                    && !before.trim_end_matches(['E', 'e']).ends_with(|c: char| is_word(c))
            });
        quoted_length(rest, '\'', escapes)
    }

    /// `[name]`, where `a[1]`, `int[]` and `ARRAY[…]` are none.
    fn bracket_length(&self, rest: &str, start: usize) -> Option<usize> {
        const NAME: usize = 128;
        let before = self.text.get(..start)?.chars().next_back();
        if before.is_some_and(|c| is_word(c) || matches!(c, '"' | '`' | ')' | ']')) {
            return None;
        }
        let inner = rest.strip_prefix('[')?;
        if !inner.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return None;
        }
        let end = inner.char_indices().take(NAME).find(|(_, c)| matches!(c, ']' | '\n' | '\''))?;
        (end.1 == ']').then_some(end.0 + 2)
    }

    fn word_length(&self, rest: &str) -> usize {
        let mut length = 0;
        let mut chars = rest.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let inside = is_word(c)
                || (at == 0 && matches!(c, '@' | '#'))
                || (at == 1 && matches!(c, '@' | '#') && rest.starts_with(c))
                // `v$session`, but not the `$$` of `END$$`.
                || (c == '$' && at > 0 && chars.peek().is_some_and(|(_, next)| is_word(*next)));
            let ended = self.delimiter.is_some_and(|delimiter| rest[at..].starts_with(delimiter));
            if !inside || ended {
                break;
            }
            length = at + c.len_utf8();
        }
        length.max(1)
    }

    /// `$$` or `$tag$`, if the same stands somewhere after it.
    fn open_body(&mut self, rest: &str) -> Option<usize> {
        const LEVELS: usize = 16;
        if self.delimiter.is_some() || self.bodies.len() >= LEVELS {
            return None;
        }
        let tag = rest.get(1..)?;
        let length = tag.find(|c: char| !is_word(c)).filter(|end| tag[*end..].starts_with('$'))? + 2;
        if tag.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let mark = rest.get(..length)?;
        let body = rest.get(length..)?;
        let close = body.find(mark);
        self.search = self.search.checked_sub(close.unwrap_or(body.len()))?;
        let start = self.at + length + close?;
        self.bodies.push((start, start + length));
        Some(length)
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn line_length(rest: &str) -> usize {
    rest.find('\n').map_or(rest, |end| &rest[..end]).trim_end_matches('\r').len()
}

/// A block comment, with those inside it.
fn block_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut depth = 0usize;
    let mut at = 0;
    while at + 1 < bytes.len() {
        match (bytes[at], bytes[at + 1]) {
            (b'/', b'*') => {
                depth += 1;
                at += 2;
            }
            (b'*', b'/') => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    rest.len()
}

/// A literal to its closing quote; a doubled one is part of it.
fn quoted_length(rest: &str, quote: char, escapes: bool) -> usize {
    let mut chars = rest.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        if c == '\\' && escapes {
            chars.next();
        } else if c == quote {
            if chars.peek().is_some_and(|(_, next)| *next == quote) {
                chars.next();
            } else {
                return at + quote.len_utf8();
            }
        }
    }
    rest.len()
}
