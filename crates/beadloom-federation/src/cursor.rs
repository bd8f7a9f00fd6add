//! A place in the tokens of a file, which only goes on.

use crate::tokens::Token;

#[derive(Debug)]
pub(crate) struct Cursor<'t> {
    tokens: &'t [Token],
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(tokens: &'t [Token]) -> Self {
        Self { tokens, at: 0 }
    }

    /// Takes the token that comes next.
    pub(crate) fn next(&mut self) -> Option<&'t Token> {
        let token = self.peek()?;
        self.at += 1;
        Some(token)
    }

    /// The token that comes next.
    pub(crate) fn peek(&self) -> Option<&'t Token> {
        self.peek_behind(0)
    }

    /// The token behind `count` others.
    pub(crate) fn peek_behind(&self, count: usize) -> Option<&'t Token> {
        self.tokens.get(self.at.checked_add(count)?)
    }

    /// Passes over so many tokens, or all that are left.
    pub(crate) fn skip(&mut self, count: usize) {
        self.at = self.at.saturating_add(count).min(self.tokens.len());
    }

    /// Gives the last token back.
    pub(crate) fn back(&mut self) {
        self.at = self.at.saturating_sub(1);
    }

    /// Whether that sign comes next.
    pub(crate) fn sees(&self, sign: char) -> bool {
        self.peek().is_some_and(|token| token.is(sign))
    }

    /// Takes that sign, where it comes next.
    pub(crate) fn take(&mut self, sign: char) -> bool {
        let sees = self.sees(sign);
        self.skip(usize::from(sees));
        sees
    }

    /// Takes a name, where one comes next.
    pub(crate) fn take_word(&mut self) -> Option<&'t str> {
        let word = self.peek()?.word()?;
        self.at += 1;
        Some(word)
    }
}
