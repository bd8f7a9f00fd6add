//! Tokens as formatters would all write them: what some leave out, or write another way, says nothing.

use super::{Open, SEPARATOR, STATEMENT, Token, Tokens};
use crate::layout::{Style, is_plain_key, is_raw, string_prefix, unescape_quotes};

/// Words of PHP that mean the same in capitals.
const PHP_WORDS: &[&[u8]] = &[
    b"true", b"false", b"null", b"return", b"if", b"else", b"elseif", b"for", b"foreach", b"while", b"do",
    b"switch", b"break", b"continue", b"new", b"clone", b"echo", b"print", b"use", b"extends", b"implements",
    b"public", b"private", b"protected", b"static", b"abstract", b"final", b"try", b"catch", b"finally",
    b"throw", b"instanceof", b"and", b"or", b"xor", b"self", b"parent", b"isset", b"unset", b"empty",
    b"require", b"require_once", b"include", b"include_once", b"default", b"yield", b"__dir__", b"__file__",
    b"__line__", b"__class__", b"__function__", b"__method__", b"__namespace__", b"__trait__",
];

impl Tokens {
    /// Adds a token as formatters would all write it.
    pub(super) fn push_formatted(&mut self, bytes: &[u8], start: usize, end: usize) {
        if start < self.literal {
            return self.push_literal(bytes, start, end);
        }
        if start == self.prose {
            return self.push_prose(bytes, start, end);
        }
        if start == self.parenthesis && matches!(bytes, b"(" | b"{") {
            self.parenthesis = usize::MAX;
            return self.add_mute(start, end);
        }
        if matches!(bytes, b")" | b"}")
            && let Some((_, comma)) = self.closing.pop_if(|(closing, _)| *closing == start)
        {
            if comma {
                self.mute_last(b",");
            }
            return self.add_mute(start, end);
        }
        if self.style == Style::Php && self.push_php(bytes, start, end) {
            return;
        }
        if bytes == b"'" && (start == self.quotes.0 || start == self.quotes.1) {
            return self.add(b"\"", start, end);
        }
        // A sign is none of the number's: `a -1`.
        if let (Style::C, [sign @ (b'-' | b'+'), b'0'..=b'9', ..]) = (self.style, bytes) {
            self.add(&[*sign], start, start + 1);
            return self.add(bytes.get(1..).unwrap_or(&[]), start + 1, end);
        }
        if self.is_mute(bytes, start) {
            self.add_mute(start, end);
        } else {
            let canonical = self.style.canonical(bytes);
            if self.style == Style::Python && bytes.ends_with(b"'") | bytes.ends_with(b"\"") {
                self.raw = is_raw(string_prefix(bytes));
            }
            self.add(&canonical, start, end);
        }
    }

    /// Whether it is a token that formatters write or leave out, after changes of those before it.
    fn is_mute(&mut self, bytes: &[u8], start: usize) -> bool {
        match *bytes {
            [.., bracket @ (b'(' | b'[' | b'{')] if bytes.len() <= 2 => {
                self.opens(bracket, start == self.arms);
                false
            }
            // `-> ()` gives nothing, as `-> Void`.
            [b')'] if self.style == Style::Swift && self.ends_with(b"(") && self.back(1) == Some(b"->") => {
                self.closes(b')');
                self.rewrite(0, Some(b"Void"));
                true
            }
            [bracket @ (b')' | b']' | b'}')] => self.closes(bracket),
            [b','] => {
                if let Some(open) = self.open.last_mut() {
                    open.commas = open.commas.saturating_add(1);
                }
                // After the block of an arm or of a field nothing else can follow.
                let after_block = self.ends_with(b"}") && self.is_in(b"{");
                self.style == Style::Rust && (after_block || self.open.last().is_some_and(|open| open.arms))
            }
            [b'>'] => {
                if self.style.drops_comma(b'>', true, true) && !self.is_comma_alone() {
                    self.mute_last(b",");
                }
                false
            }
            [b';'] => {
                // Of the members of an enum.
                if matches!(self.style, Style::Kotlin | Style::Java) {
                    self.mute_last(b",");
                }
                let is_empty = || self.style == Style::Java && matches!(self.back(0), Some(b";" | b"}"));
                (self.style.ends_lines() || is_empty()) && !self.is_in(b"(")
            }
            [b':'] => {
                self.colon();
                false
            }
            [b'=', b'>'] if self.style == Style::Ecma => {
                self.arrow();
                false
            }
            [b'-', b'>'] if self.style == Style::Kotlin => {
                self.mute_last(b",");
                false
            }
            // A list of alternatives may begin with the sign between them.
            [b'|' | b'&'] if self.style == Style::Ecma => self.back(0).is_some_and(|before| {
                let after_sign =
                    matches!(before, b"=" | b":" | b"(" | b"<" | b"," | b"=>" | b"[" | b"?" | b"|" | b"&");
                after_sign || matches!(before, b"extends" | b"as" | b"satisfies" | b"is" | b"in")
            }),
            _ => false,
        }
    }

    /// Adds a token of PHP that is written in several ways, if it is one.
    fn push_php(&mut self, bytes: &[u8], start: usize, end: usize) -> bool {
        if bytes == b"<>" {
            self.add(b"!=", start, end);
            return true;
        }
        // A string whose quotes mean the same is written as one with variables is: quotes are tokens of their own.
        if bytes.len() > 1 && bytes.starts_with(b"'") {
            let canonical = self.style.canonical(bytes).into_owned();
            let Some(text) = canonical.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")) else {
                return false;
            };
            self.add(b"\"", start, start + 1);
            if !text.is_empty() {
                self.add(text, start + 1, end - 1);
            }
            self.add(b"\"", end - 1, end);
            return true;
        }
        let is_word = bytes.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
        let is_member = matches!(
            self.back(0),
            Some(b"->" | b"?->" | b"::" | b"$" | b"\\" | b"const" | b"case" | b"function" | b"as")
        );
        if is_word && !is_member {
            let small = bytes.to_ascii_lowercase();
            if PHP_WORDS.contains(&small.as_slice()) {
                self.add(&small, start, end);
                return true;
            }
        }
        false
    }

    pub(super) fn add_mute(&mut self, start: usize, end: usize) {
        let at = self.buffer.len() as u32;
        self.tokens.push(Token { start: start as u32, end: end as u32, at, until: at });
    }

    fn push_literal(&mut self, bytes: &[u8], start: usize, end: usize) {
        if self.style != Style::Python || self.raw {
            return self.add(bytes, start, end);
        }
        let at = self.buffer.len();
        unescape_quotes(bytes, &mut self.buffer);
        self.finish(start, end, at);
    }

    /// A string that documents: neither its quotes nor how its lines are broken and indented count.
    fn push_prose(&mut self, bytes: &[u8], start: usize, end: usize) {
        let bare = |byte: &u8| matches!(byte, b'"' | b'\'') || byte.is_ascii_whitespace();
        let prefix = string_prefix(bytes).len();
        let text = bytes.get(prefix..).unwrap_or(&[]);
        let from = text.iter().take_while(|byte| bare(byte)).count();
        let to = text.len() - text.iter().rev().take_while(|byte| bare(byte)).count();
        let at = self.buffer.len();
        self.buffer.push(b'"');
        let words = text.get(from..to).unwrap_or(&[]).split(u8::is_ascii_whitespace);
        for word in words.filter(|word| !word.is_empty()) {
            unescape_quotes(word, &mut self.buffer);
            self.buffer.push(b' ');
        }
        self.finish(start, end, at);
    }

    /// The token before the next, among those that say something; 0 is the last.
    pub(super) fn back(&self, number: usize) -> Option<&[u8]> {
        let token = self.tokens.get(self.place_back(number)?)?;
        self.buffer.get(token.at as usize..(token.until as usize).checked_sub(1)?)
    }

    pub(super) fn place_back(&self, number: usize) -> Option<usize> {
        const LOOKED_AT: usize = 16;
        let recent = self.tokens.iter().enumerate().rev().take(LOOKED_AT);
        recent.filter(|(_, token)| !token.is_mute()).nth(number).map(|(place, _)| place)
    }

    /// Lets one of the last tokens say something else, or nothing.
    fn rewrite(&mut self, number: usize, bytes: Option<&[u8]>) {
        let Some(place) = self.place_back(number) else { return };
        let Some(token) = self.tokens.get(place).copied() else { return };
        let (at, until) = (token.at as usize, token.until as usize);
        let new: Vec<u8> = bytes.map_or(Vec::new(), |bytes| [bytes, &[SEPARATOR]].concat());
        let (old_length, new_length) = (token.until - token.at, new.len() as u32);
        if at > until || until > self.buffer.len() {
            return;
        }
        self.buffer.splice(at..until, new);
        for later in self.tokens.iter_mut().skip(place + 1) {
            later.at = (later.at + new_length).saturating_sub(old_length);
            later.until = (later.until + new_length).saturating_sub(old_length);
        }
        if let Some(token) = self.tokens.get_mut(place) {
            token.until = token.at + new_length;
        }
    }

    pub(super) fn mute_last(&mut self, token: &[u8]) {
        if self.ends_with(token) {
            self.rewrite(0, None);
        }
    }

    fn is_in(&self, bracket: &[u8]) -> bool {
        self.open.last().is_some_and(|open| bracket == [open.bracket])
    }

    /// Whether the last comma has nothing before it, so that it counts for what is left out.
    fn is_comma_alone(&self) -> bool {
        self.back(1).is_none_or(|before| matches!(before, b"," | b"(" | b"[" | b"{" | b"<"))
    }

    fn opens(&mut self, bracket: u8, arms: bool) {
        if bracket == b'{' && self.style == Style::Rust && (self.open.is_empty() || self.is_in(b"{")) {
            // Of a `where` clause.
            self.mute_last(b",");
        }
        if bracket == b'{' && self.style == Style::Kotlin && self.ends_with(b"Unit") {
            let returned = self.back(1) == Some(b":") && self.back(2) == Some(b")");
            if returned {
                self.rewrite(0, None);
                self.rewrite(0, None);
            }
        }
        let called = self.back(0).is_some_and(|before| {
            let ends = before.last().copied().unwrap_or(0);
            let is_named = ends.is_ascii_alphanumeric() || !ends.is_ascii() || ends == b'_';
            (is_named && !self.style.is_keyword(before))
                || matches!(ends, b')' | b']' | b'!' | b'>' | b'"' | b'\'')
        });
        self.open.push(Open { bracket, commas: 0, called, arms });
    }

    /// Whether the bracket says nothing.
    fn closes(&mut self, bracket: u8) -> bool {
        // A bracket that the grammar did not see may be missing.
        const SEARCHED: usize = 4;
        let opening = match bracket {
            b')' => b'(',
            b']' => b'[',
            _ => b'{',
        };
        let found = self.open.iter().rev().take(SEARCHED).position(|open| open.bracket == opening);
        let open = found.and_then(|above| {
            let place = self.open.len() - 1 - above;
            let open = self.open.get(place).copied();
            self.open.truncate(place);
            open
        });
        if bracket == b'}'
            && self.style == Style::Ecma
            && self.back(0) == Some(b"\" \"")
            && self.back(1) == Some(b"{")
        {
            // A space between elements.
            self.rewrite(0, None);
            self.rewrite(0, None);
            return true;
        }
        if bracket == b'}' && self.style == Style::Rust && self.ends_with(b";") && self.leaves() {
            self.mute_last(b";");
        }
        let called = open.is_some_and(|open| open.called);
        let single = open.is_none_or(|open| open.commas <= 1);
        if self.ends_with(b",") && !self.is_comma_alone() && self.style.drops_comma(bracket, called, single) {
            self.mute_last(b",");
        }
        false
    }

    /// Whether the last statement leaves the block, so that its semicolon says nothing.
    fn leaves(&self) -> bool {
        const LOOKED_AT: usize = 64;
        let mut depth = 0_usize;
        let mut later: &[u8] = b"";
        let text =
            |token: &Token| self.buffer.get(token.at as usize..(token.until as usize).saturating_sub(1));
        let said = self.tokens.iter().rev().filter(|token| !token.is_mute()).skip(1).take(LOOKED_AT);
        for token in said.filter_map(text) {
            if depth == 0 && matches!(token, b"{" | b"}" | b";") {
                return matches!(later, b"return" | b"break" | b"continue");
            }
            match token {
                b")" | b"]" | b"}" => depth += 1,
                b"(" | b"[" | b"{" if depth == 0 => return false,
                b"(" | b"[" | b"{" => depth -= 1,
                _ => {}
            }
            later = token;
        }
        false
    }

    fn colon(&mut self) {
        match self.style {
            Style::Python
                if self.back(3) == Some(b"class")
                    && self.back(0) == Some(b")")
                    && self.back(1) == Some(b"(") =>
            {
                self.rewrite(0, None);
                self.rewrite(0, None);
            }
            Style::Ecma => {
                let Some(key) = self.back(0).filter(|key| is_plain_key(key)) else { return };
                let key = key.get(1..key.len() - 1).unwrap_or(&[]).to_vec();
                let place = self.place_back(0).and_then(|place| self.tokens.get(place));
                let begins = place.and_then(|token| self.buffer.get((token.at as usize).checked_sub(1)?));
                if begins == Some(&STATEMENT) || matches!(self.back(1), Some(b"{" | b",")) {
                    self.rewrite(0, Some(&key));
                }
            }
            _ => {}
        }
    }

    /// Parentheses around the one parameter of an arrow function.
    fn arrow(&mut self) {
        let is_name =
            |word: &[u8]| word.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'));
        if self.back(0) == Some(b")") && self.back(2) == Some(b"(") && self.back(1).is_some_and(is_name) {
            self.rewrite(0, None);
            self.rewrite(1, None);
        }
    }
}
