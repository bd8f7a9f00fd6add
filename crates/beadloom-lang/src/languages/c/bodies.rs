//! What a grammar stumbles over in the bodies of functions.

use super::heads::is_macro;
use super::macros::Reader;
use super::scan::Kind;

impl Reader<'_> {
    /// `FOR_EACH(a, b) { … }` and `TRY { … }` in the body of a function: the block alone is a statement.
    pub(super) fn blocks(&mut self, open: usize, end: usize) {
        for at in open + 1..end {
            let Some(word) = self.tokens.word(at) else { continue };
            if self.tokens.cpp && matches!(word, "unsigned" | "signed" | "long" | "short") {
                self.cast(at);
            }
            if !is_macro(word) || !self.begins_statement(at) {
                continue;
            }
            let called = self.tokens.partner(at + 1).filter(|_| self.tokens.is(at + 1, b'('));
            let next = called.unwrap_or(at) + 1;
            if self.tokens.is(next, b'{') {
                self.leave_out(at..next);
            }
        }
    }

    /// `unsigned(x) < y`: the grammar takes the type and what is in brackets for a declaration.
    fn cast(&mut self, at: usize) {
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        let in_expression = before.is_some_and(|before| {
            matches!(before.kind, Kind::Sign(sign) if !matches!(sign, b'{' | b'}' | b';' | b'<' | b':'))
        });
        if in_expression && self.tokens.is(at + 1, b'(') && !self.tokens.is(at + 2, b'*') {
            self.leave_out(at..at + 1);
        }
    }

    fn begins_statement(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).and_then(|before| self.tokens.get(before)) else { return true };
        match before.kind {
            Kind::Sign(sign) => matches!(sign, b';' | b'{' | b'}' | b')' | b':'),
            Kind::Word => matches!(before.text(self.tokens.text), "else" | "do"),
            _ => false,
        }
    }
}
