use std::cell::RefCell;
use std::collections::HashMap;

use crate::Counter;

/// Counts texts that share most of their lines, or most of the values of one line of JSON, each of these once.
///
/// The count is that of [`Counter::count`]: a text is taken apart only where a piece ends whatever stands around it.
#[derive(Debug)]
pub struct CachedCounter<'t> {
    counter: Counter<'t>,
    lines: RefCell<HashMap<Box<str>, usize>>,
}

impl<'t> CachedCounter<'t> {
    /// Counts as `counter` does. Its memory grows with the different lines that it is given.
    pub fn new(counter: Counter<'t>) -> Self {
        Self { counter, lines: RefCell::default() }
    }

    /// The provider's tokens of `text`, rounded up.
    pub fn count(&self, text: &str) -> usize {
        let mut lines = self.lines.borrow_mut();
        let mut counted = 0;
        let mut rest = text;
        while !rest.is_empty() {
            let (line, after) = rest.split_at(end_of_part(rest));
            rest = after;
            counted += match lines.get(line) {
                Some(tokens) => *tokens,
                None => {
                    let tokens = self.counter.tokenizer().count(line);
                    lines.insert(line.into(), tokens);
                    tokens
                }
            };
        }
        self.counter.counting().calibration.tokens(counted)
    }
}

/// Where the first part ends that is counted as one: after a line feed at which a piece ends, or before the quote that ends
/// a key of JSON.
fn end_of_part(text: &str) -> usize {
    let bytes = text.as_bytes();
    let ends = |at: &usize| match bytes.get(at - 1..) {
        Some([b'\n', rest @ ..]) => begins_a_piece(rest),
        // In both encodings letters and quotes are never in one piece.
        Some([letter, b'"', b':', ..]) => letter.is_ascii_alphabetic(),
        _ => false,
    };
    (1..bytes.len()).find(ends).unwrap_or(bytes.len())
}

/// Whether a line feed before it belongs to another piece in both encodings. A run of white space goes with the last line
/// end in it, so none may follow; a slash is taken to the symbols before the line feed.
fn begins_a_piece(rest: &[u8]) -> bool {
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    // What is not ASCII may be white space: a longer line is never wrong.
    rest.get(blanks).is_some_and(|byte| byte.is_ascii_graphic() && (blanks > 0 || *byte != b'/'))
}
