//! Source text as words, strings and signs, without a tree: one reader for all languages, by their [`Syntax`].

use std::borrow::Cow;

use super::syntax::{StringForm, Syntax};

/// A piece of source that is no comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'t> {
    /// As it is written; a name without the backticks or the `@` before it.
    pub text: &'t str,
    /// What it is.
    pub kind: TokenKind<'t>,
    /// 1-based.
    pub line: u32,
    /// Its line begins without white space.
    pub at_margin: bool,
    /// A line ended between the token before and this one.
    pub on_new_line: bool,
}

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenKind<'t> {
    /// A name, a keyword, a number.
    Word,
    /// A string without what would have to be computed; its value, borrowed where the source has no escapes in it.
    Text(Cow<'t, str>),
    /// A string with something computed in it, or one character.
    Computed,
    /// One sign.
    Sign(char),
}

impl Token<'_> {
    /// Whether it is a name, a keyword or a number.
    pub fn is_word(&self) -> bool {
        self.kind == TokenKind::Word
    }
}

/// Reads one token after the other; what is not closed ends with its line or with the text.
#[derive(Debug)]
pub struct Lexer<'t> {
    text: &'t str,
    syntax: &'static Syntax,
    at: usize,
    line: u32,
    /// Up to where lines are counted.
    counted: usize,
    at_margin: bool,
    on_new_line: bool,
}

/// Longest escape of a character, in characters: `\u{10ffff}`.
const MAX_ESCAPE_CHARS: usize = 16;

/// Longest word that may be letters before a string.
const MAX_PREFIX_CHARS: usize = 2;

impl<'t> Lexer<'t> {
    /// At the beginning of a text.
    pub fn new(text: &'t str, syntax: &'static Syntax) -> Self {
        let mut lexer = Self { text, syntax, at: 0, line: 1, counted: 0, at_margin: true, on_new_line: true };
        if !syntax.code_begins.is_empty() {
            lexer.pass_markup();
        }
        lexer
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Goes on to the next occurrence of a text, or to the end.
    fn pass_to(&mut self, text: &str) {
        self.at = self.rest().find(text).map_or(self.text.len(), |at| self.at + at);
    }

    /// Goes on behind the next occurrence of a text, or to the end.
    fn pass(&mut self, text: &str) {
        self.pass_to(text);
        self.at = (self.at + text.len()).min(self.text.len());
    }

    /// Goes on to the next character, where bytes were counted.
    fn settle(&mut self) {
        self.at = self.at.min(self.text.len());
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    /// Goes on behind what code begins after. Looks for all of that at once: what never comes would be looked for to the end of
    /// the text each time.
    fn pass_markup(&mut self) {
        let bytes = self.text.as_bytes();
        let end = |at: usize| {
            let rest = bytes.get(at..)?;
            let open = self.syntax.code_begins.iter().find(|open| rest.starts_with(open.as_bytes()))?;
            Some(at + open.len())
        };
        self.at = (self.at..bytes.len()).find_map(end).unwrap_or(bytes.len());
    }

    /// Passes over white space and comments; false at the end of the text.
    fn pass_blank(&mut self) -> bool {
        let syntax = self.syntax;
        while self.at < self.text.len() {
            match self.byte(0) {
                b'\n' => {
                    self.at += 1;
                    self.on_new_line = true;
                    self.at_margin = !matches!(self.byte(0), b' ' | b'\t');
                    continue;
                }
                b' ' | b'\t' | b'\r' => {
                    self.at += 1;
                    continue;
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'0'..=b'9' => return true,
                b'#' if syntax.directives && self.on_new_line => {
                    self.pass_to("\n");
                    continue;
                }
                _ => {}
            }
            let rest = self.rest();
            let begins = |mark: &&str| rest.starts_with(*mark);
            if let Some((open, close)) = syntax.block_comments.iter().find(|(open, _)| rest.starts_with(open))
            {
                self.pass_comment(open, close);
            } else if syntax.line_comments.iter().any(begins) && !syntax.not_comments.iter().any(begins) {
                self.pass_to("\n");
            } else if !syntax.code_begins.is_empty() && rest.starts_with(syntax.code_ends) {
                self.pass_markup();
            } else if let Some(blank) = rest.chars().next().filter(|c| c.is_whitespace()) {
                self.at += blank.len_utf8();
            } else {
                return true;
            }
        }
        false
    }

    fn pass_comment(&mut self, open: &str, close: &str) {
        self.at += open.len();
        if !self.syntax.nested_comments {
            return self.pass(close);
        }
        let mut depth = 1_usize;
        while depth > 0 && self.at < self.text.len() {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            if rest.starts_with(close.as_bytes()) {
                depth -= 1;
                self.at += close.len();
            } else if rest.starts_with(open.as_bytes()) {
                depth += 1;
                self.at += open.len();
            } else {
                self.at += 1;
            }
        }
        self.settle();
    }

    /// What begins here; white space and comments are passed over.
    fn read(&mut self) -> (&'t str, TokenKind<'t>) {
        let start = self.at;
        let first = self.rest().chars().next().unwrap_or(' ');
        if self.is_of_name(first) {
            return self.word(first);
        }
        if let Some(form) = self.string_form() {
            let kind = self.string(form, form.code, false);
            return (self.since(start), kind);
        }
        match first {
            '\'' if self.syntax.characters => {
                self.pass_character();
                return (self.since(start), TokenKind::Computed);
            }
            '`' if self.syntax.quoted_names => {
                let inner = self.rest().get(1..).unwrap_or("").split_once('`').map_or("", |(name, _)| name);
                if !inner.is_empty() && !inner.contains('\n') {
                    self.at += inner.len() + 2;
                    return (inner, TokenKind::Word);
                }
            }
            '@' | '$' if self.syntax.marked_strings => {
                if let Some(token) = self.marked() {
                    return token;
                }
            }
            '<' if self.syntax.heredocs && self.rest().starts_with("<<<") => {
                if self.pass_heredoc() {
                    return (self.since(start), TokenKind::Computed);
                }
                return (self.since(start), TokenKind::Sign(first));
            }
            _ => {}
        }
        self.at += first.len_utf8();
        (self.since(start), TokenKind::Sign(first))
    }

    fn since(&self, start: usize) -> &'t str {
        self.text.get(start..self.at).unwrap_or("")
    }

    fn is_of_name(&self, c: char) -> bool {
        c == '_' || c.is_alphanumeric() || self.syntax.name_signs.contains(&c)
    }

    fn string_form(&self) -> Option<&'static StringForm> {
        self.syntax.strings.iter().find(|form| self.rest().starts_with(form.open))
    }

    /// A name; the letters before a string (`f"…"`) belong to the string.
    fn word(&mut self, first: char) -> (&'t str, TokenKind<'t>) {
        let start = self.at;
        let rest = self.rest();
        let length = rest.find(|c| !self.is_of_name(c)).unwrap_or(rest.len());
        self.at += length;
        let word = rest.get(..length).unwrap_or("");
        if !self.syntax.prefixes || length > MAX_PREFIX_CHARS || !first.is_alphabetic() {
            return (word, TokenKind::Word);
        }
        if self.syntax.raw_strings && word.ends_with('r') {
            let hashes = self.rest().bytes().take_while(|byte| *byte == b'#').count();
            if self.byte(hashes) == b'"' {
                return (self.since(start), self.raw(hashes));
            }
        }
        let Some(form) = self.string_form().filter(|form| form.open.starts_with(['"', '\''])) else {
            return (word, TokenKind::Word);
        };
        let kind = match self.string(form, form.code, false) {
            TokenKind::Text(text) if word.contains(self.syntax.formats) && text.contains('{') => {
                TokenKind::Computed
            }
            kind => kind,
        };
        (self.since(start), kind)
    }

    /// `#"…"#` behind its `r`.
    fn raw(&mut self, hashes: usize) -> TokenKind<'t> {
        self.at += hashes + 1;
        let content = self.at;
        let mut end = String::from("\"");
        end.extend(std::iter::repeat_n('#', hashes));
        self.pass_to(&end);
        let text = self.since(content);
        self.at = (self.at + end.len()).min(self.text.len());
        TokenKind::Text(Cow::Borrowed(text))
    }

    /// A string at its opening. `code`: as in [`StringForm`]. `doubled`: a quote in it is written twice, and a backslash is none.
    fn string(&mut self, form: &StringForm, code: &str, doubled: bool) -> TokenKind<'t> {
        if form.open.len() > 1 && form.open == form.close {
            return self.long(form);
        }
        self.at += form.open.len();
        let (content, quote) = (self.at, form.close.as_bytes().first().copied().unwrap_or(b'"'));
        let (lines, escapes) = (form.lines || doubled, form.escapes && !doubled);
        if form.close.len() > 1 {
            self.pass_to(form.close);
            let text = self.since(content);
            self.at = (self.at + form.close.len()).min(self.text.len());
            return TokenKind::Text(Cow::Borrowed(text));
        }
        let (mut depth, mut computed, mut changed) = (0_u32, false, false);
        let mut end = self.text.len();
        while self.at < self.text.len() {
            let byte = self.byte(0);
            if depth == 0 && byte == quote {
                if doubled && self.byte(1) == quote {
                    changed = true;
                    self.at += 2;
                    continue;
                }
                end = self.at;
                self.at += 1;
                break;
            }
            match byte {
                b'\\' if escapes => {
                    changed = true;
                    self.at += 1;
                }
                b'\n' if !lines && depth == 0 => {
                    end = self.at;
                    break;
                }
                // A string in the code within a string.
                b'"' if depth > 0 => {
                    self.at += 1;
                    self.at = self.rest().find(['"', '\n']).map_or(self.text.len(), |at| self.at + at);
                }
                b'{' if depth > 0 => depth += 1,
                b'}' if depth > 0 => depth -= 1,
                b'{' if code == "{" && self.byte(1) == b'{' => self.at += 1,
                b'{' if code == "{" => (depth, computed) = (1, true),
                b'$' | b'#' if code.as_bytes().first() == Some(&byte) => {
                    if self.byte(1) == b'{' {
                        computed = true;
                        // Behind a backtick there may be anything, also further strings of this form.
                        if !lines || quote == b'"' {
                            depth = 1;
                            self.at += 1;
                        }
                    } else if code == "$" {
                        let rest = self.text.get(self.at + 1..).unwrap_or("");
                        computed |= rest.starts_with(char::is_alphabetic);
                    }
                }
                _ => {}
            }
            self.at += 1;
            self.settle();
        }
        if computed {
            return TokenKind::Computed;
        }
        let text = self.text.get(content..end.min(self.at)).unwrap_or("");
        TokenKind::Text(if changed { Cow::Owned(value(text, escapes)) } else { Cow::Borrowed(text) })
    }

    /// A string between three quotes or more.
    fn long(&mut self, form: &StringForm) -> TokenKind<'t> {
        let quote = form.open.as_bytes().first().copied().unwrap_or(b'"');
        let quotes = self.rest().bytes().take_while(|byte| *byte == quote).count();
        let as_many = self.syntax.marked_strings;
        let open = if as_many { quotes.min(16) } else { form.open.len() };
        self.at += open;
        let content = self.at;
        if as_many {
            let one = form.open.get(..1).unwrap_or("\"");
            self.pass_to(&one.repeat(open));
        } else {
            self.pass_to(form.close);
        }
        // Quotes right before the end are of the string.
        while self.at + open < self.text.len() && self.byte(open) == quote {
            self.at += 1;
        }
        let text = self.since(content);
        self.at = (self.at + open).min(self.text.len());
        TokenKind::Text(Cow::Borrowed(text))
    }

    /// A string with `$`, `@` or both before it, or a name with `@`.
    fn marked(&mut self) -> Option<(&'t str, TokenKind<'t>)> {
        let start = self.at;
        let marks = self.rest().bytes().take_while(|byte| matches!(byte, b'$' | b'@')).count();
        let (head, rest) = self.rest().split_at(marks);
        if rest.starts_with('"') {
            self.at += marks;
            let form = self.string_form()?;
            let code = if head.contains('$') { "{" } else { "" };
            let verbatim = head.contains('@');
            let form = if verbatim { &StringForm::DOUBLE } else { form };
            let kind = match self.string(form, code, verbatim) {
                TokenKind::Text(text) if !code.is_empty() && text.contains('{') => TokenKind::Computed,
                kind => kind,
            };
            return Some((self.since(start), kind));
        }
        let name = rest.get(..rest.find(|c| !self.is_of_name(c)).unwrap_or(rest.len())).unwrap_or("");
        if head == "@" && !name.is_empty() {
            self.at += marks + name.len();
            return Some((name, TokenKind::Word));
        }
        None
    }

    /// `'a'`, `'\n'`; a lone quote, such as that of a lifetime.
    fn pass_character(&mut self) {
        let mut inner = self.rest().get(1..).unwrap_or("").char_indices().take_while(|(_, c)| *c != '\n');
        let closes = |(at, c): (usize, char)| (c == '\'').then_some(at);
        let end = match inner.next() {
            // What is escaped may be a quote.
            Some((_, '\\')) => inner.skip(1).take(MAX_ESCAPE_CHARS).find_map(closes),
            Some(_) => inner.next().and_then(closes),
            None => None,
        };
        self.at += end.map_or(1, |end| end + 2);
        self.settle();
    }

    /// `<<<TEXT … TEXT`; false where no name follows.
    fn pass_heredoc(&mut self) -> bool {
        self.at += "<<<".len();
        let opened = self.rest().trim_start_matches([' ', '\t', '"', '\'']);
        let length = opened.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(opened.len());
        let (name, behind) = opened.split_at(length);
        let ends_line = behind.trim_start_matches([' ', '\t', '\r', '"', '\'']).starts_with('\n');
        if name.is_empty() || !ends_line {
            return false;
        }
        self.pass_to("\n");
        for line in self.rest().split_inclusive('\n') {
            let inner = line.trim_start();
            if inner.starts_with(name) {
                self.at += line.len() - inner.len() + name.len();
                return true;
            }
            self.at += line.len();
        }
        true
    }
}

/// The value of what stands between quotes.
fn value(text: &str, escapes: bool) -> String {
    let mut value = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(next) = chars.next() {
        match next {
            '\\' if escapes => value.push(chars.next().unwrap_or('\\')),
            // Doubled.
            '"' if !escapes => {
                chars.next();
                value.push('"');
            }
            other => value.push(other),
        }
    }
    value
}

impl<'t> Iterator for Lexer<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        if !self.pass_blank() {
            return None;
        }
        let passed = self.text.as_bytes().get(self.counted..self.at).unwrap_or_default();
        let lines = passed.iter().filter(|byte| **byte == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        self.counted = self.at;
        let (line, at_margin, on_new_line) = (self.line, self.at_margin, self.on_new_line);
        let (text, kind) = self.read();
        debug_assert!(self.at > self.counted, "every token takes something");
        self.on_new_line = false;
        Some(Token { text, kind, line, at_margin, on_new_line })
    }
}
