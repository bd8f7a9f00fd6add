//! What formatters change in a text without changing what it means: quotes, numbers, and which tokens say nothing.

use std::borrow::Cow;

/// By which habits of formatters the tokens of a text are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Style {
    /// Every token counts as it stands.
    #[default]
    Exact,
    /// Commas before a closing bracket say nothing.
    Braces,
    C,
    Ecma,
    Elixir,
    Go,
    Java,
    Kotlin,
    Lua,
    /// The tags of components.
    Markup,
    Php,
    Python,
    Ruby,
    Rust,
    Swift,
    /// As `Braces`, and semicolons stand for the end of a line.
    Lines,
}

impl Style {
    /// Whether a semicolon outside of parentheses says no more than the end of the line does.
    pub(crate) fn ends_lines(self) -> bool {
        matches!(
            self,
            Self::Ecma | Self::Python | Self::Kotlin | Self::Lua | Self::Ruby | Self::Swift | Self::Lines
        )
    }

    /// Whether the comma before this bracket can be left out. `called`: what stands before the bracket is called, indexed
    /// or declared with it. `single`: it is the only comma, which makes a tuple in some languages.
    pub(crate) fn drops_comma(self, closing: u8, called: bool, single: bool) -> bool {
        match (self, closing) {
            (Self::Exact | Self::Markup, _) => false,
            (Self::C, _) => closing == b'}',
            (Self::Python, b')') => called || !single,
            (Self::Python, b']') => !called || !single,
            (Self::Rust, b')') => called || !single,
            _ => true,
        }
    }

    /// Whether a word before a bracket is none that is called or declared with it.
    pub(crate) fn is_keyword(self, word: &[u8]) -> bool {
        let words: &[&[u8]] = match self {
            Self::Python => &[
                b"and", b"as", b"assert", b"await", b"del", b"elif", b"else", b"for", b"from", b"if", b"in",
                b"is", b"lambda", b"match", b"not", b"or", b"raise", b"return", b"while", b"with", b"yield",
            ],
            Self::Rust => &[
                b"as", b"break", b"else", b"for", b"if", b"in", b"let", b"match", b"move", b"mut", b"ref",
                b"return", b"while",
            ],
            _ => &[],
        };
        words.contains(&word)
    }

    /// Whether a string in single quotes, whose quotes are tokens of their own, means the same in double quotes.
    pub(crate) fn is_same_in_double_quotes(self, string: &str) -> bool {
        matches!(self, Self::Ruby | Self::Php)
            && string.starts_with('\'')
            && self.canonical(string.as_bytes()).starts_with(b"\"")
    }

    /// A token as it counts.
    pub(crate) fn canonical(self, token: &[u8]) -> Cow<'_, [u8]> {
        let (Some(first), Some(last)) = (token.first(), token.last()) else { return Cow::Borrowed(token) };
        if first.is_ascii_digit() || (*first == b'.' && token.get(1).is_some_and(u8::is_ascii_digit)) {
            return self.number(token);
        }
        if self == Self::C && *first == b'#' && token.get(1).is_some_and(u8::is_ascii_whitespace) {
            return Cow::Owned(token.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect());
        }
        if !matches!(last, b'"' | b'\'') {
            return Cow::Borrowed(token);
        }
        match self {
            Self::Markup if token == b"'" => Cow::Borrowed(b"\""),
            Self::Ecma | Self::Lua => quoted(token, 0, Escapes::Undone),
            Self::Python => python_string(token),
            Self::Ruby if !has_interpolation(token) => quoted(token, 0, Escapes::Not(b"\\")),
            Self::Php => quoted(token, 0, Escapes::Not(b"\\${")),
            Self::Java if token.starts_with(b"\"\"\"") => text_block(token),
            _ => Cow::Borrowed(token),
        }
    }

    fn number(self, token: &[u8]) -> Cow<'_, [u8]> {
        // Digits may be grouped in all languages but C, whose numbers may have names of units behind.
        let is_grouped = !matches!(self, Self::Exact | Self::C | Self::Markup) && token.contains(&b'_');
        let token: Cow<'_, [u8]> = if is_grouped {
            Cow::Owned(token.iter().copied().filter(|byte| *byte != b'_').collect())
        } else {
            Cow::Borrowed(token)
        };
        if !matches!(self, Self::Ecma | Self::Python | Self::Go | Self::Elixir) {
            return token;
        }
        let mut number = token.to_ascii_lowercase();
        if self == Self::Go
            && number.len() > 1
            && number.first() == Some(&b'0')
            && number.iter().all(u8::is_ascii_digit)
        {
            number.insert(1, b'o');
        }
        if self == Self::Python {
            return Cow::Owned(whole_float(number));
        }
        if self == Self::Ecma && !number.iter().any(|byte| matches!(byte, b'x' | b'e' | b'_')) {
            if number.first() == Some(&b'.') {
                number.insert(0, b'0');
            }
            if number.contains(&b'.') {
                while number.last() == Some(&b'0') {
                    number.pop();
                }
                if number.last() == Some(&b'.') {
                    number.pop();
                }
            }
        }
        Cow::Owned(number)
    }
}

/// A number of Python, in lower case, with digits on both sides of its point.
fn whole_float(mut number: Vec<u8>) -> Vec<u8> {
    let Some(point) = number.iter().position(|byte| *byte == b'.') else { return number };
    if !number.get(point + 1).is_some_and(u8::is_ascii_digit) {
        number.insert(point + 1, b'0');
    }
    if point == 0 {
        number.insert(0, b'0');
    }
    number
}

/// What a backslash means to who compares quotes.
#[derive(Clone, Copy)]
enum Escapes {
    /// A quote behind it is that quote.
    Undone,
    /// Nothing, as in raw strings: a text with quotes in it stays as it is.
    Kept,
    /// With one of these bytes in it, the two kinds of string differ.
    Not(&'static [u8]),
}

/// A string in double quotes. `prefix`: bytes before its first quote.
fn quoted(token: &[u8], prefix: usize, escapes: Escapes) -> Cow<'_, [u8]> {
    let same = Cow::Borrowed(token);
    let Some((before, text)) = token.split_at_checked(prefix) else { return same };
    let Some(quote) = text.first().copied().filter(|quote| matches!(quote, b'"' | b'\'')) else {
        return same;
    };
    let triple = text.len() >= 6 && text.starts_with(&[quote; 3]) && text.ends_with(&[quote; 3]);
    let width = if triple { 3 } else { 1 };
    let inner = text.get(width..text.len().saturating_sub(width)).filter(|_| text.len() >= width * 2);
    let Some(inner) = inner.filter(|_| text.ends_with(&[quote])) else { return same };
    let has_quote = || inner.iter().any(|byte| matches!(byte, b'"' | b'\''));
    let differs = match escapes {
        Escapes::Undone => false,
        Escapes::Kept => has_quote(),
        Escapes::Not(bytes) => has_quote() || inner.iter().any(|byte| bytes.contains(byte)),
    };
    if differs {
        return same;
    }
    let mut canonical = before.to_ascii_lowercase();
    canonical.extend(std::iter::repeat_n(b'"', width));
    match escapes {
        Escapes::Undone => unescape_quotes(inner, &mut canonical),
        Escapes::Kept | Escapes::Not(_) => canonical.extend_from_slice(inner),
    }
    canonical.extend(std::iter::repeat_n(b'"', width));
    Cow::Owned(canonical)
}

/// Whether a string of Ruby would mean another thing in double quotes: `#{a}`, `#@a`, `#$a`.
fn has_interpolation(token: &[u8]) -> bool {
    token.windows(2).any(|pair| matches!(pair, [b'#', b'{' | b'@' | b'$']))
}

/// Appends a text with quotes as they are without the backslash before them.
pub(crate) fn unescape_quotes(text: &[u8], to: &mut Vec<u8>) {
    let mut rest = text.iter();
    while let Some(byte) = rest.next() {
        if *byte != b'\\' {
            to.push(*byte);
            continue;
        }
        match rest.next() {
            Some(quote @ (b'"' | b'\'')) => to.push(*quote),
            Some(other) => to.extend([b'\\', *other]),
            None => to.push(b'\\'),
        }
    }
}

/// Whether a prefix of a Python string says that backslashes mean nothing.
pub(crate) fn is_raw(prefix: &[u8]) -> bool {
    prefix.iter().any(|byte| matches!(byte, b'r' | b'R'))
}

/// The letters before a string's first quote.
pub(crate) fn string_prefix(token: &[u8]) -> &[u8] {
    let letters = token.iter().take(3).take_while(|byte| byte.is_ascii_alphabetic()).count();
    token.get(..letters).unwrap_or(&[])
}

fn python_string(token: &[u8]) -> Cow<'_, [u8]> {
    let prefix = string_prefix(token);
    let quotes = token.get(prefix.len()..).unwrap_or(&[]);
    // The beginning or the end of a string in which expressions stand.
    if !quotes.is_empty()
        && quotes.len() <= 3
        && quotes.len() != 2
        && quotes.iter().all(|byte| matches!(byte, b'"' | b'\''))
    {
        let mut canonical = prefix.to_ascii_lowercase();
        canonical.extend(quotes.iter().map(|_| b'"'));
        return Cow::Owned(canonical);
    }
    let escapes = if is_raw(prefix) { Escapes::Kept } else { Escapes::Undone };
    let canonical = quoted(token, prefix.len(), escapes);
    match canonical.strip_prefix(b"u") {
        Some(plain) => Cow::Owned(plain.to_vec()),
        None => canonical,
    }
}

/// Whether the digits are how a number is written where it is a key.
fn is_plain_index(digits: &[u8]) -> bool {
    const MAX_EXACT_DIGITS: usize = 15;
    (1..=MAX_EXACT_DIGITS).contains(&digits.len())
        && digits.iter().all(u8::is_ascii_digit)
        && (digits.len() == 1 || digits.first() != Some(&b'0'))
}

/// Whether a string may be written as a name where it is a key.
pub(crate) fn is_plain_key(token: &[u8]) -> bool {
    let inner = token.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or(&[]);
    is_plain_index(inner)
        || inner.first().is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$'))
            && inner.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'))
}

/// A text block of Java without the indentation that its lines share, and without white space at their ends.
fn text_block(token: &[u8]) -> Cow<'_, [u8]> {
    let Ok(text) = std::str::from_utf8(token) else { return Cow::Borrowed(token) };
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or("");
    let lines: Vec<&str> = lines.map(str::trim_end).collect();
    let indented = |line: &&str| line.len() - line.trim_start().len();
    let shared = lines.iter().filter(|line| !line.is_empty()).map(indented).min().unwrap_or(0);
    let mut block = first.trim_end().to_owned();
    for line in lines {
        block.push('\n');
        block.push_str(line.get(shared..).unwrap_or(""));
    }
    Cow::Owned(block.into_bytes())
}
