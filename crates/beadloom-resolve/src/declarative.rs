//! Manifests that are programs (`Package.swift`, `build.zig`): their tokens, for what is stated in literals.

use std::borrow::Cow;

use beadloom_model::LanguageId;
use beadloom_model::languages::{self, Lexer, TokenKind};

/// A token of a manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A name or keyword, `@` included.
    Word(String),
    /// The content of a string without escapes.
    Text(String),
    /// One character of punctuation.
    Sign(char),
}

/// More tokens than a manifest has.
const TOKENS: usize = 200_000;

/// Cuts a manifest in a language into tokens. Comments and white space are dropped; strings with escapes or interpolation, and
/// those over several lines, are no literals and come as empty text.
pub(super) fn tokens(language: LanguageId, text: &str) -> Vec<Token> {
    Lexer::new(text, &language.facts().syntax).take(TOKENS).map(|token| kind(&token)).collect()
}

fn kind(token: &languages::Token<'_>) -> Token {
    match &token.kind {
        TokenKind::Word => Token::Word(token.text.to_owned()),
        TokenKind::Sign(sign) => Token::Sign(*sign),
        TokenKind::Text(Cow::Borrowed(value)) if is_plain(token.text, value) => {
            Token::Text((*value).to_owned())
        }
        TokenKind::Text(_) | TokenKind::Computed => Token::Text(String::new()),
    }
}

/// Whether a string is written between one quote on each side, and nothing before.
fn is_plain(written: &str, value: &str) -> bool {
    ['"', '\'']
        .iter()
        .any(|quote| written.strip_prefix(*quote).and_then(|rest| rest.strip_suffix(*quote)) == Some(value))
}

/// Where the bracket that opens at `open` closes; the end of the tokens where it does not. Looks at most `reach`
/// tokens ahead, so that many brackets that never close stay cheap.
pub(super) fn closing(tokens: &[Token], open: usize, reach: usize) -> usize {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open).take(reach) {
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(')' | ']' | '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

impl Token {
    /// Whether it is that word.
    pub(super) fn is(&self, word: &str) -> bool {
        matches!(self, Self::Word(known) if known == word)
    }

    /// Whether it is that sign.
    pub(super) fn is_sign(&self, sign: char) -> bool {
        *self == Self::Sign(sign)
    }

    /// A literal that is not empty.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    /// A word.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_are_cut_into_tokens() {
        let text = |text: &str| Token::Text(text.to_owned());
        let word = |word: &str| Token::Word(word.to_owned());
        let cases = [
            (
                "a(b: \"c d\") // e",
                vec![word("a"), Token::Sign('('), word("b"), Token::Sign(':'), text("c d"), Token::Sign(')')],
            ),
            ("/* \"a\" */ \"b\\n\" \"c", vec![text(""), text("")]),
            ("\"\"\"\n\"a\"\n\"\"\" x", vec![text(""), word("x")]),
            ("\"a\nb\"", vec![text(""), word("b"), text("")]),
        ];
        for (manifest, expected) in cases {
            assert_eq!(tokens(LanguageId::Swift, manifest), expected, "{manifest}");
        }
        for hostile in ["\"", "\"\\", "/*", "\"\"\"", "/", "ä\"ö"] {
            let _ = tokens(LanguageId::Swift, hostile);
        }
        assert_eq!(closing(&tokens(LanguageId::Swift, "(a (b) [c]) d"), 0, 20), 8);
        assert_eq!(closing(&tokens(LanguageId::Swift, "(a"), 0, 20), 2);
    }
}
