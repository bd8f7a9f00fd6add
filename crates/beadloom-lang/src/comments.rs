//! Comments in source order, which of them stand right above a place, and the annotations in them.

use std::ops::Range;

use beadloom_model::{Annotation, Annotations};

use crate::prose;

/// A comment.
#[derive(Clone, Copy)]
pub(crate) struct Comment {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Nothing but white space and comments before it on its line.
    pub(crate) own_line: bool,
    /// How many tokens came before it.
    pub(crate) tokens: usize,
}

/// First byte of each line.
pub(crate) struct Lines(Vec<u32>);

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        let mut starts = vec![0];
        let bytes = text.as_bytes();
        starts.extend(
            bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at as u32 + 1),
        );
        Self(starts)
    }

    /// The 1-based line of a byte.
    pub(crate) fn line_of(&self, at: usize) -> u32 {
        self.0.partition_point(|start| *start as usize <= at).max(1) as u32
    }

    /// Lines of the text; an empty last one does not count.
    pub(crate) fn count(&self, text: &str) -> u32 {
        let open = self.0.last().is_some_and(|start| (*start as usize) < text.len());
        self.0.len() as u32 - u32::from(!open)
    }
}

/// The comments of one file.
#[derive(Default)]
pub(crate) struct Comments {
    pub(crate) list: Vec<Comment>,
}

impl Comments {
    /// The comments right above a place (by index): whole lines, one below the other without a gap, and
    /// `tokens` tokens before each of them as before the place.
    pub(crate) fn right_above(&self, at: usize, tokens: usize, lines: &Lines) -> Range<usize> {
        let end = self.list.partition_point(|comment| comment.start < at);
        let mut start = end;
        let mut below = lines.line_of(at);
        while let Some(comment) = start.checked_sub(1).and_then(|index| self.list.get(index)) {
            let last = lines.line_of(comment.end.saturating_sub(1).max(comment.start));
            if !comment.own_line || comment.tokens != tokens || last + 1 < below {
                break;
            }
            below = lines.line_of(comment.start);
            start -= 1;
        }
        start..end
    }

    /// Comments that begin within a range of the file, by index.
    pub(crate) fn within(&self, range: Range<usize>) -> Range<usize> {
        let start = self.list.partition_point(|comment| comment.start < range.start);
        let end = self.list.partition_point(|comment| comment.start < range.end);
        start..end.max(start)
    }
}

/// What an annotation begins with.
pub(crate) const MARK: &str = "beadloom:";

/// The annotations of one comment: `beadloom:<key>=<value>[ <key>=<value>]*`, on as many lines as it has.
pub(crate) fn annotations(comment: &str, first_line: u32) -> Vec<Annotation> {
    let mut found = Vec::new();
    if !comment.contains(MARK) {
        return found;
    }
    for (line, number) in comment.lines().zip(first_line..) {
        let Some((before, rest)) = line.split_once(MARK) else { continue };
        // In backticks it is spoken of.
        if before.ends_with('`') {
            continue;
        }
        // `xbeadloom:` is somebody else's word.
        if before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '/' | '.')) {
            let opens = before.trim_start().chars().all(|c| !c.is_alphanumeric());
            if !opens {
                continue;
            }
        }
        for (at, pair) in rest.split_whitespace().enumerate() {
            let pair = pair.strip_prefix(MARK).unwrap_or(pair);
            let Some((key, value)) = pair.split_once('=') else {
                // `beadloom: key=value` is no annotation, and prose after the pairs ends them.
                break;
            };
            let value = value.strip_suffix("*/").unwrap_or(value);
            let value = value.strip_suffix("-->").unwrap_or(value);
            let named = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
            if !named || value.is_empty() || (at == 0 && rest.starts_with(char::is_whitespace)) {
                break;
            }
            found.push(Annotation { key: key.to_owned(), value: value.to_owned(), line: number });
        }
    }
    found
}

/// Adds an annotation to those in force: values sorted and without repeats.
pub(crate) fn add(annotations: &mut Annotations, key: &str, value: &str) {
    let values = annotations.entry(key.to_owned()).or_default();
    if let Err(at) = values.binary_search_by(|have| have.as_str().cmp(value)) {
        values.insert(at, value.to_owned());
    }
}

/// Whether a comment near the top, or the top itself, says that a program wrote the file.
pub fn says_generated(comment: &str) -> bool {
    let text = prose::head(comment, 2048).to_lowercase();
    text.contains("@generated")
        || (text.contains("code generated") && text.contains("do not edit"))
        || text.contains("automatically generated")
        || text.contains("auto-generated")
        || text.contains("autogenerated")
        || (text.contains("generated by") && text.contains("do not edit"))
        || (text.contains("generated by") && text.contains("do not modify"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotation_syntax() {
        for (comment, want) in [
            ("# beadloom:domain=billing", vec![("domain", "billing", 7)]),
            ("// beadloom:domain=a feature=FEAT-7", vec![("domain", "a", 7), ("feature", "FEAT-7", 7)]),
            ("/* beadloom:domain=a*/", vec![("domain", "a", 7)]),
            ("/*beadloom:domain=a*/", vec![("domain", "a", 7)]),
            ("/**\n * Text.\n * beadloom:adr=1 some prose x=y\n */", vec![("adr", "1", 9)]),
            ("<!-- beadloom:domain=a-->", vec![("domain", "a", 7)]),
            ("//beadloom:domain=a=b", vec![("domain", "a=b", 7)]),
            ("# beadloom: domain=a", vec![]),
            ("# beadloom:domain", vec![]),
            ("# beadloom:=a", vec![]),
            ("# beadloom:domain=", vec![]),
            ("# see notbeadloom:domain=a", vec![]),
            ("/// Such as `beadloom:domain=a`.", vec![]),
        ] {
            let got: Vec<_> = annotations(comment, 7).into_iter().map(|a| (a.key, a.value, a.line)).collect();
            let want: Vec<_> = want.into_iter().map(|(k, v, l)| (k.to_owned(), v.to_owned(), l)).collect();
            assert_eq!(got, want, "{comment}");
        }
    }

    #[test]
    fn lines_are_counted_from_one() {
        for (text, count) in [("", 0), ("a", 1), ("a\n", 1), ("a\n\n", 2), ("a\nb", 2)] {
            assert_eq!(Lines::new(text).count(text), count, "{text:?}");
        }
        let lines = Lines::new("a\nbc\n");
        assert_eq!([0, 1, 2, 3, 4].map(|at| lines.line_of(at)), [1, 1, 2, 2, 2]);
    }
}
