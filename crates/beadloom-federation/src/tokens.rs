//! Source text as tokens that own their text: all that is asked of code is which function is called with which text, and what a
//! schema's few words say.

use beadloom_model::LanguageId;
use beadloom_model::languages::{self, Lexer, TokenKind};

/// A piece of source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// 1-based.
    pub(crate) line: u32,
    pub(crate) kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name, a keyword, a number.
    Word(String),
    /// A string without what would have to be computed; its value.
    Text(String),
    /// A string with something computed in it.
    Computed,
    /// One sign.
    Sign(char),
}

impl Token {
    /// The name, where it is one.
    pub(crate) fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The string's value, where it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is that sign.
    pub(crate) fn is(&self, sign: char) -> bool {
        self.kind == Kind::Sign(sign)
    }
}

/// The tokens of a text, in one pass; at most `most`, what follows is left out.
pub(crate) fn tokens(text: &str, language: LanguageId, most: usize) -> Vec<Token> {
    let lexer = Lexer::new(text, &language.facts().syntax);
    lexer.take(most).map(|token| Token { line: token.line, kind: kind(&token) }).collect()
}

fn kind(token: &languages::Token<'_>) -> Kind {
    match &token.kind {
        TokenKind::Word => Kind::Word(token.text.to_owned()),
        // An expression, of Ruby or of what Spring reads out of a string.
        TokenKind::Text(text) if text.contains("#{") => Kind::Computed,
        TokenKind::Text(text) => Kind::Text(text.clone().into_owned()),
        TokenKind::Computed => Kind::Computed,
        TokenKind::Sign(sign) => Kind::Sign(*sign),
    }
}

/// Whether one of the libraries that are looked for is at home in a language.
pub(crate) fn has_libraries(language: LanguageId) -> bool {
    use LanguageId as L;
    matches!(
        language,
        L::Cpp
            | L::CSharp
            | L::Elixir
            | L::Go
            | L::Java
            | L::JavaScript
            | L::Kotlin
            | L::Php
            | L::Python
            | L::Ruby
            | L::Rust
            | L::Scala
            | L::Svelte
            | L::TypeScript
            | L::Vue
    )
}
