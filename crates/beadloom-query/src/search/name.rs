//! A query that is one name, as it stands in files.

use beadloom_words::split_identifiers;

use crate::text::{is_of_name, is_whole};

/// Names with more characters are data.
const MAX_NAME_CHARS: usize = 128;

/// One word or one compound name, looked for as it is written; case does not count.
///
/// The index knows words by their stems and compound names also by their parts, so that most of what it finds for a rare
/// name does not hold it. Who asks for a name that stands in few places wants these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// In lower case.
    folded: String,
    /// Whether it has several words.
    pub is_compound: bool,
}

impl Name {
    /// None where a query is anything else.
    pub fn of(query: &str) -> Option<Self> {
        let text = query.trim().trim_end_matches("()");
        let is_name = text.chars().all(|c| is_of_name(c) || c == '-')
            && text.starts_with(is_of_name)
            && text.ends_with(is_of_name)
            && text.chars().nth(1).is_some()
            && text.len() <= MAX_NAME_CHARS;
        is_name.then(|| Self {
            folded: text.to_lowercase(),
            is_compound: split_identifiers(text).split(' ').nth(1).is_some(),
        })
    }

    /// Whether a text holds it, as a whole.
    pub fn is_in(&self, text: &str) -> bool {
        self.next(text).is_some()
    }

    /// Where a line holds it first, in bytes.
    pub fn first_in(&self, line: &str) -> Option<usize> {
        self.next(line)
    }

    /// The lines of a text that hold it, 1-based, ascending.
    pub fn lines_in(&self, text: &str) -> Vec<u32> {
        let mut found = Vec::new();
        let (mut rest, mut line) = (text, 1u32);
        while let Some(at) = self.next(rest) {
            let before = rest.as_bytes().get(..at).unwrap_or_default();
            line = line.saturating_add(
                u32::try_from(memchr::memchr_iter(b'\n', before).count()).unwrap_or(u32::MAX),
            );
            found.push(line);
            // On with the next line.
            let Some(end) = rest.get(at..).and_then(|here| here.find('\n')) else { break };
            rest = rest.get(at + end + 1..).unwrap_or("");
            line = line.saturating_add(1);
        }
        found
    }

    /// Where it begins first.
    fn next(&self, text: &str) -> Option<usize> {
        if !self.folded.is_ascii() {
            let mut from = 0;
            for line in text.split_inclusive('\n') {
                let folded = line.to_lowercase();
                if folded.match_indices(&self.folded).any(|(at, _)| is_whole(&folded, at, self.folded.len()))
                {
                    return Some(from);
                }
                from += line.len();
            }
            return None;
        }
        let name = self.folded.as_bytes();
        let first = *name.first()?;
        memchr::memchr2_iter(first, first.to_ascii_uppercase(), text.as_bytes()).find(|&at| {
            let here = text.as_bytes().get(at..at + name.len());
            here.is_some_and(|here| here.eq_ignore_ascii_case(name)) && is_whole(text, at, name.len())
        })
    }
}

/// Letters and digits alone, in lower case: `parse_http` and `parseHTTP` are one name.
pub(crate) fn joined(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether [`joined`] makes this of a name.
pub(super) fn is_joined(name: &str, joined: &str) -> bool {
    if name.is_ascii() {
        let letters = name.bytes().filter(u8::is_ascii_alphanumeric);
        return letters.map(|byte| byte.to_ascii_lowercase()).eq(joined.bytes());
    }
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).eq(joined.chars())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_case_and_separators() {
        for (name, with) in
            [("parse_HTTP", "parsehttp"), ("Ünï-x", "ünïx"), ("a", "ab"), ("ab", "a"), ("İ", "i")]
        {
            assert_eq!(is_joined(name, with), joined(name) == with, "{name} {with}");
        }
        assert!(is_joined("parse_HTTP", "parsehttp"));
    }

    #[test]
    fn a_name_is_one_word_or_a_compound() {
        for (query, compound) in [
            ("retries", Some(false)),
            (" parse_header() ", Some(true)),
            ("parseHTTPHeader", Some(true)),
            ("FEAT-7", Some(true)),
            ("where is it", None),
            ("Ledger.post", None),
            ("src/a", None),
            ("x", None),
            ("-x", None),
            ("", None),
        ] {
            assert_eq!(Name::of(query).map(|name| name.is_compound), compound, "{query:?}");
        }
    }

    #[test]
    fn it_is_found_whole_on_every_line() {
        let text = "Named\nrenamed named_by\n  x = named; named\n\n\u{e9}named (NAMED)";
        assert_eq!(Name::of("named").unwrap().lines_in(text), [1, 3, 5]);
        assert_eq!(Name::of("named_by").unwrap().lines_in(text), [2]);
        assert_eq!(Name::of("\u{c9}named").unwrap().lines_in(text), [5]);
        assert!(!Name::of("name").unwrap().is_in(text));
    }
}
