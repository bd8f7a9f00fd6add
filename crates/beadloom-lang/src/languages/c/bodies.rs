//! What a grammar stumbles over in the bodies of functions.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::File;
use super::declarators::is_macro;
use super::functions::STATEMENTS;
use super::macros::Reader;
use super::scan::Kind;
use crate::outline::Outline;
use crate::references::Before;

/// Longer arguments of a macro before a block are not read (bytes).
const ARGUMENTS: usize = 300;

impl File<'_> {
    /// `FOR_EACH(a, b) { … }`: of what stands before the block the grammar did not see the macro.
    pub(super) fn macro_of_block(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some((word, at)) = called_before(outline.text, node.start_byte()) else { return };
        let called = node.start_byte() == self.called_block && !STATEMENTS.contains(&word);
        if is_macro(word) || called {
            outline.reference_to(ReferenceKind::Call, word, Before::Nothing, at);
        }
    }
}

/// The word that is called right before a place, and where it begins; none in a line of the preprocessor.
fn called_before(text: &str, end: usize) -> Option<(&str, usize)> {
    let before = text.get(..end)?.trim_end();
    let bytes = before.as_bytes();
    let mut depth = 0usize;
    let open = bytes.iter().enumerate().rev().take(ARGUMENTS).find_map(|(at, byte)| {
        match byte {
            b')' => depth += 1,
            b'(' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some((at, *byte))
    });
    let head = before.get(..open.filter(|(_, byte)| *byte == b'(')?.0)?.trim_end();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let length = head.bytes().rev().take_while(is_part).count();
    let start = head.len() - length;
    let line = head.bytes().rev().take(ARGUMENTS).take_while(|byte| *byte != b'\n');
    let directive = line.filter(|byte| !byte.is_ascii_whitespace()).last() == Some(b'#');
    (length > 0 && !directive).then_some((head.get(start..)?, start))
}

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
