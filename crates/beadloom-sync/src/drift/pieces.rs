//! A line of code by what it is made of.

/// A piece of a line. White space is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'l> {
    /// What stands between quotes, and these.
    Text(&'l str, char),
    /// Digits, with what parts them.
    Number(&'l str),
    /// A word or a name.
    Name(&'l str),
    /// Any other character.
    Sign(char),
}

/// The pieces of a line, in order.
pub(super) fn pieces(line: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = line.trim_start();
    std::iter::from_fn(move || {
        let c = rest.chars().next()?;
        let text = if matches!(c, '"' | '\'' | '`') { quoted(rest, c) } else { None };
        let (piece, length) = if let Some(text) = text {
            (Piece::Text(text, c), text.len() + 2)
        } else if c.is_ascii_digit() {
            let number = begin(rest, |c| c.is_ascii_digit() || matches!(c, '_' | '.'));
            (Piece::Number(number), number.len())
        } else if c.is_alphanumeric() || c == '_' {
            let name = begin(rest, |c| c.is_alphanumeric() || c == '_');
            (Piece::Name(name), name.len())
        } else {
            (Piece::Sign(c), c.len_utf8())
        };
        rest = rest.get(length..).unwrap_or_default().trim_start();
        Some(piece)
    })
}

/// What stands between a quote, which the text begins with, and the next one.
fn quoted(text: &str, quote: char) -> Option<&str> {
    let inner = text.get(1..)?;
    inner.get(..inner.find(quote)?)
}

/// The first characters of a text that are such.
fn begin(text: &str, is_part: impl Fn(char) -> bool) -> &str {
    text.get(..text.find(|c| !is_part(c)).unwrap_or(text.len())).unwrap_or_default()
}
