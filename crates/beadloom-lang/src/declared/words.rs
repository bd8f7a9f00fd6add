//! Words and punctuation of languages with braces; comments and strings are passed over.

/// A word or a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'t> {
    /// A name without backticks or `@`, or one sign.
    pub(super) text: &'t str,
    pub(super) is_word: bool,
    /// Whether the line begins without white space.
    pub(super) at_margin: bool,
    /// Whether a line ended between the token before and this one.
    pub(super) on_new_line: bool,
}

/// How a language writes what is passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Writing {
    /// Comments within comments.
    pub(super) nested_comments: bool,
    /// `#` begins a comment, unless `[` follows.
    pub(super) hash_comments: bool,
    /// A `#` at the beginning of a line is the compiler's.
    pub(super) hash_lines: bool,
    /// `"""` begins a string that ends with the same number of quotes.
    pub(super) long_strings: bool,
    /// `@"…"`, in which quotes are doubled.
    pub(super) verbatim_strings: bool,
    /// What begins code within a string: `${`, or a brace alone where `$` stands before the string.
    pub(super) interpolates: bool,
    /// Code begins at `<?php`, and ends at `?>`.
    pub(super) in_tags: bool,
}

pub(super) struct Words<'t> {
    text: &'t str,
    writing: Writing,
    at: usize,
    at_margin: bool,
    on_new_line: bool,
    waiting: Option<Token<'t>>,
}

impl<'t> Words<'t> {
    pub(super) fn new(text: &'t str, writing: Writing) -> Self {
        let mut words = Self { text, writing, at: 0, at_margin: true, on_new_line: true, waiting: None };
        if writing.in_tags {
            words.pass_markup();
        }
        words
    }

    /// The next token, which stays.
    pub(super) fn peek(&mut self) -> Option<Token<'t>> {
        if self.waiting.is_none() {
            self.waiting = self.read();
        }
        self.waiting
    }

    pub(super) fn next(&mut self) -> Option<Token<'t>> {
        match self.waiting.take() {
            Some(token) => Some(token),
            None => self.read(),
        }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Goes on behind the next occurrence of a text, or to the end.
    fn pass(&mut self, text: &str) {
        self.at = self.rest().find(text).map_or(self.text.len(), |at| self.at + at + text.len());
    }

    fn pass_line(&mut self) {
        self.at = self.rest().find('\n').map_or(self.text.len(), |at| self.at + at);
    }

    fn pass_markup(&mut self) {
        let rest = self.rest();
        self.at = match rest.find("<?php").or_else(|| rest.find("<?=")) {
            Some(at) => self.at + at + 5,
            None => self.text.len(),
        };
    }

    fn read(&mut self) -> Option<Token<'t>> {
        loop {
            let byte = self.byte(0);
            let writing = self.writing;
            match byte {
                0 if self.at >= self.text.len() => return None,
                b'\n' => {
                    self.at += 1;
                    self.on_new_line = true;
                    self.at_margin = !matches!(self.byte(0), b' ' | b'\t');
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'/' if self.byte(1) == b'/' => self.pass_line(),
                b'/' if self.byte(1) == b'*' => self.pass_comment(),
                b'#' if writing.hash_comments && self.byte(1) != b'[' => self.pass_line(),
                b'#' if writing.hash_lines && self.on_new_line => self.pass_line(),
                b'?' if writing.in_tags && self.byte(1) == b'>' => self.pass_markup(),
                b'<' if writing.in_tags && self.rest().starts_with("<<<") => self.pass_heredoc(),
                b'"' => self.pass_string(),
                b'\'' => self.pass_quoted(),
                b'@' | b'$' if writing.verbatim_strings && matches!(self.byte(1), b'"' | b'@' | b'$') => {
                    self.pass_marked_string();
                }
                _ => return Some(self.token()),
            }
        }
    }

    fn token(&mut self) -> Token<'t> {
        let start = self.at;
        let rest = self.rest();
        let quoted = rest.strip_prefix('`').and_then(|inner| inner.split_once('`')).map(|(name, _)| name);
        let (text, is_word) = match quoted {
            Some(name) if !name.is_empty() && !name.contains('\n') => {
                self.at += name.len() + 2;
                (name, true)
            }
            _ => {
                let marked = usize::from(rest.starts_with('@') && !self.writing.in_tags);
                let name = rest.get(marked..).unwrap_or("");
                let end = name
                    .char_indices()
                    .find(|(_, c)| !(c.is_alphanumeric() || *c == '_'))
                    .map_or(name.len(), |(at, _)| at);
                // `@interface` is a word of two parts, `@class` in C# a name.
                if end > 0 && (marked == 0 || self.writing.verbatim_strings) {
                    self.at += marked + end;
                    (name.get(..end).unwrap_or(""), true)
                } else {
                    let length = rest.chars().next().map_or(1, char::len_utf8);
                    self.at += length;
                    (rest.get(..length).unwrap_or(""), false)
                }
            }
        };
        debug_assert!(self.at > start, "every token takes something");
        let token = Token { text, is_word, at_margin: self.at_margin, on_new_line: self.on_new_line };
        self.on_new_line = false;
        token
    }

    fn pass_comment(&mut self) {
        self.at += 2;
        let mut depth = 1;
        while depth > 0 && self.at < self.text.len() {
            match (self.byte(0), self.byte(1)) {
                (b'*', b'/') => {
                    depth -= 1;
                    self.at += 2;
                }
                (b'/', b'*') if self.writing.nested_comments => {
                    depth += 1;
                    self.at += 2;
                }
                _ => self.at += 1,
            }
        }
        self.settle();
    }

    /// Goes on to the next character, where bytes were counted.
    fn settle(&mut self) {
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    /// A string at a quote.
    fn pass_string(&mut self) {
        let quotes = self.rest().bytes().take_while(|byte| *byte == b'"').count();
        if self.writing.long_strings && quotes >= 3 {
            self.at += quotes;
            let end = "\"".repeat(quotes.min(16));
            self.pass(if self.writing.verbatim_strings { &end } else { "\"\"\"" });
            // Quotes right before the end are of the string.
            while self.byte(0) == b'"' {
                self.at += 1;
            }
            return;
        }
        self.at += 1;
        let braces = self.writing.interpolates && !self.writing.verbatim_strings;
        self.pass_to_quote(braces, false);
    }

    /// A string with `$`, `@` or both before it.
    fn pass_marked_string(&mut self) {
        let marks = self.rest().bytes().take_while(|byte| matches!(byte, b'$' | b'@')).count();
        let (head, rest) = self.rest().split_at(marks);
        if !rest.starts_with('"') {
            self.at += marks;
            return;
        }
        self.at += marks;
        if rest.starts_with("\"\"\"") {
            return self.pass_string();
        }
        self.at += 1;
        self.pass_to_quote(head.contains('$'), head.contains('@'));
    }

    /// Goes on behind the quote that ends a string. `code`: braces in it hold code, in C# without and elsewhere behind a
    /// dollar. `doubled`: a quote in it is written twice, and a backslash is none.
    fn pass_to_quote(&mut self, code: bool, doubled: bool) {
        let dollar = !self.writing.verbatim_strings;
        let mut depth = 0_u32;
        while self.at < self.text.len() {
            match self.byte(0) {
                b'\\' if !doubled => self.at += 1,
                b'"' if depth == 0 && doubled && self.byte(1) == b'"' => self.at += 1,
                b'"' if depth == 0 => {
                    self.at += 1;
                    break;
                }
                // A string in the code within a string.
                b'"' => {
                    self.at += 1;
                    self.at = self.rest().find(['"', '\n']).map_or(self.text.len(), |at| self.at + at);
                }
                b'\n' if depth == 0 && !doubled => break,
                b'{' if depth > 0 => depth += 1,
                b'{' if code && !dollar && self.byte(1) == b'{' => self.at += 1,
                b'{' if code && !dollar => depth += 1,
                b'$' if code && dollar && self.byte(1) == b'{' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' if depth > 0 => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
        self.at = self.at.min(self.text.len());
        self.settle();
    }

    /// A character or string in single quotes.
    fn pass_quoted(&mut self) {
        if self.writing.in_tags {
            self.at += 1;
            while self.at < self.text.len() && self.byte(0) != b'\'' {
                self.at += 1 + usize::from(self.byte(0) == b'\\');
            }
            self.at = (self.at + 1).min(self.text.len());
            return self.settle();
        }
        let line = self.rest().split('\n').next().unwrap_or("");
        let inner = line.get(1..).unwrap_or("");
        let end = match inner.strip_prefix('\\') {
            Some(escaped) => escaped.char_indices().skip(1).find(|(_, c)| *c == '\'').map(|(at, _)| at + 1),
            None => inner.char_indices().nth(1).filter(|(_, c)| *c == '\'').map(|(at, _)| at),
        };
        self.at += match end {
            Some(end) => end + 2,
            None => 1,
        };
        self.at = self.at.min(self.text.len());
        self.settle();
    }

    /// `<<<TEXT … TEXT`.
    fn pass_heredoc(&mut self) {
        self.at += 3;
        let line = self.rest().split('\n').next().unwrap_or("");
        let name = line.trim().trim_matches(['"', '\'']);
        if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return;
        }
        self.pass_line();
        let rest = self.rest();
        let mut at = 0;
        for line in rest.split_inclusive('\n') {
            at += line.len();
            if line.trim_start().starts_with(name) && at > line.len() {
                at -= line.len() - (line.len() - line.trim_start().len()) - name.len();
                break;
            }
        }
        self.at += at;
    }
}
