//! What a text says of itself, for programs that pass it on: they need not read it.

use std::ops::Range;

use beadloom_model::answers::LinesByPath;
use beadloom_model::{About, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::json::json;
use crate::etag::hex;

/// What a text says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The hash of what it says, without its warning.
    pub etag: String,
    /// Why it may be wrong.
    pub warning: Option<String>,
    /// Whether nothing is left out.
    pub complete: bool,
    /// Its pieces from its first byte to its last, each with its length in bytes.
    pub parts: Vec<(About, usize)>,
    /// Files that it names, with their lines.
    pub named: LinesByPath,
}

/// A text with what it says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummedText {
    /// The text.
    pub text: String,
    /// What it says of itself.
    #[serde(flatten)]
    pub summary: Summary,
}

/// A text under way, of which it is known what each piece is about.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    pub text: String,
    marks: Marks,
}

/// What each piece of a text is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    parts: Vec<(About, usize)>,
    /// Where the warning stands.
    warning: Range<usize>,
}

impl Pieces {
    /// What was written since the last piece is one about this.
    pub fn end(&mut self, about: About) {
        let parts = &mut self.marks.parts;
        let known: usize = parts.iter().map(|(_, length)| length).sum();
        let length = self.text.len().saturating_sub(known);
        match parts.last_mut() {
            _ if length == 0 => {}
            Some((last, all)) if *last == about => *all += length,
            _ => parts.push((about, length)),
        }
    }

    /// What was written from there on is the warning and an empty line, if it is anything.
    pub fn end_warning(&mut self, from: usize) {
        self.marks.warning = from..self.text.len().saturating_sub(1).max(from);
        self.end(About::Frame);
    }

    /// Leaves out empty lines at its end, so that others may stand there.
    pub fn trim_end(&mut self) {
        let end = self.text.trim_end().len();
        let mut over = self.text.len() - end;
        self.text.truncate(end);
        let parts = &mut self.marks.parts;
        while let Some((_, length)) = parts.last_mut().filter(|_| over > 0) {
            let less = over.min(*length);
            *length -= less;
            over -= less;
            if *length == 0 {
                parts.pop();
            }
        }
    }

    /// The text, and what each piece is about; the last one says what the answer is.
    pub fn finish(mut self) -> (String, Marks) {
        self.end(About::Frame);
        (self.text, self.marks)
    }
}

impl Marks {
    /// What the text with these marks says of itself.
    pub fn summary(&self, text: &str, SummaryInput { warning, complete, named }: SummaryInput) -> Summary {
        let before = text.get(..self.warning.start).unwrap_or(text);
        let after = text.get(self.warning.end..).unwrap_or_default();
        let digest = Sha256::new().chain_update(before).chain_update(after).finalize();
        let etag = format!("sha256:{}", hex(&digest));
        Summary { etag, warning, complete, parts: self.parts.clone(), named }
    }
}

/// What whoever writes a text knows of it.
pub(crate) struct SummaryInput {
    pub warning: Option<String>,
    pub complete: bool,
    pub named: LinesByPath,
}

/// A text and what it says of itself as one JSON object.
///
/// # Errors
/// `internal` where it has no JSON form.
pub(crate) fn to_json(text: String, summary: Summary) -> Result<String> {
    json(&SummedText { text, summary })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said() -> SummaryInput {
        SummaryInput { warning: None, complete: true, named: LinesByPath::new() }
    }

    #[test]
    fn pieces_are_all_of_the_text() {
        let mut pieces = Pieces::default();
        for (text, about) in [("# a\n\n", About::Frame), ("b\n\n", About::Code), ("", About::Graph)] {
            pieces.text.push_str(text);
            pieces.end(about);
        }
        pieces.trim_end();
        pieces.text.push_str("\n\nlast\n");
        let (text, marks) = pieces.finish();
        let summary = marks.summary(&text, said());
        assert_eq!(text, "# a\n\nb\n\nlast\n");
        assert_eq!(summary.parts, [(About::Frame, 5), (About::Code, 1), (About::Frame, 7)]);
    }

    #[test]
    fn a_warning_changes_nothing_of_the_hash_and_a_quotation_does() {
        let etag = |warning: &str, rest: &str| {
            let mut pieces = Pieces { text: "# a\n\n".to_owned(), ..Pieces::default() };
            let from = pieces.text.len();
            pieces.text.push_str(warning);
            pieces.end_warning(from);
            pieces.text.push_str(rest);
            let (text, marks) = pieces.finish();
            marks.summary(&text, said()).etag
        };
        // An empty line follows a warning.
        assert_eq!(etag("> w\n> - p\n\n", "> b\n"), etag("> v\n\n", "> b\n"));
        assert_ne!(etag("> w\n\n", "> b\n"), etag("> w\n\n", "> c\n"));
    }
}
