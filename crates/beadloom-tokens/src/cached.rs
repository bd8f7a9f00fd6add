use std::cell::RefCell;
use std::collections::HashMap;

use crate::Counter;

/// Counts texts that share most of their lines, each line once.
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
            let (line, after) = rest.split_at(end_of_line(rest));
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

/// Where the first lines end that are counted as one: after a line feed at which a piece ends.
fn end_of_line(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(at) = bytes.get(from..).and_then(|rest| rest.iter().position(|byte| *byte == b'\n')) {
        from += at + 1;
        if bytes.get(from..).is_some_and(begins_a_piece) {
            return from;
        }
    }
    text.len()
}

/// Whether a line feed before it belongs to another piece in both encodings. A run of white space goes with the last line
/// end in it, so none may follow; a slash is taken to the symbols before the line feed.
fn begins_a_piece(rest: &[u8]) -> bool {
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    // What is not ASCII may be white space: a longer line is never wrong.
    rest.get(blanks).is_some_and(|byte| byte.is_ascii_graphic() && (blanks > 0 || *byte != b'/'))
}
