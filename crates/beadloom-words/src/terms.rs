//! Terms: what code is found by.

use std::cell::RefCell;

use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::FxHashMap;

/// Shorter words have no ending to lose.
const MIN_STEMMED_CHARS: usize = 4;

/// Longer runs of digits are data.
const MAX_DIGITS: usize = 8;

/// Words whose stems are remembered; then it begins anew, so that no text makes it grow.
const MAX_REMEMBERED_WORDS: usize = 8_192;

/// Makes terms of text: every word of a name, whole and in parts, in lower case; those of ASCII letters, four or
/// more, by their stem. Words of one letter and long numbers are no terms.
pub struct Terms {
    stemmer: Stemmer,
    folded: String,
}

thread_local! {
    /// Stems by words: names are made of few words, and to look one up takes a tenth of the time.
    static STEMS: RefCell<FxHashMap<Box<str>, Box<str>>> = RefCell::default();
}

impl Default for Terms {
    fn default() -> Self {
        Self { stemmer: Stemmer::create(Algorithm::English), folded: String::new() }
    }
}

impl Terms {
    /// Calls `emit` with every term of `text`, in its order, wholes before their parts.
    pub fn of_text(&mut self, text: &str, emit: &mut dyn FnMut(&str)) {
        crate::each_name(text, &mut |name| self.of_name(name, emit));
    }

    /// The same for one name, as [`crate::each_name`] gives it: what a name gives depends on nothing else, so that
    /// it can be kept.
    pub fn of_name(&mut self, name: &str, emit: &mut dyn FnMut(&str)) {
        crate::words_of_name(name, &mut |word| {
            if let Some(term) = self.of_word(word) {
                emit(term);
            }
        });
    }

    /// Whether a word of ASCII has a term.
    pub fn is_term(word: &str) -> bool {
        word.len() > 1 && (word.len() <= MAX_DIGITS || !word.bytes().all(|b| b.is_ascii_digit()))
    }

    /// The term of one word; None where it is none.
    pub fn of_word(&mut self, word: &str) -> Option<&str> {
        self.folded.clear();
        if word.is_ascii() {
            self.folded.push_str(word);
            self.folded.make_ascii_lowercase();
        } else {
            self.folded.extend(word.chars().flat_map(char::to_lowercase));
        }
        let mut chars = self.folded.chars();
        if chars.next().is_none() || chars.next().is_none() {
            return None;
        }
        if self.folded.len() > MAX_DIGITS && self.folded.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        if self.folded.len() >= MIN_STEMMED_CHARS && self.folded.bytes().all(|b| b.is_ascii_lowercase()) {
            STEMS.with_borrow_mut(|stems| self.fold_to_stem(stems));
        }
        Some(&self.folded)
    }

    /// Leaves the stem of the word at hand.
    fn fold_to_stem(&mut self, stems: &mut FxHashMap<Box<str>, Box<str>>) {
        if let Some(stem) = stems.get(self.folded.as_str()) {
            self.folded.clear();
            self.folded.push_str(stem);
            return;
        }
        if stems.len() >= MAX_REMEMBERED_WORDS {
            stems.clear();
        }
        let stem = self.stemmer.stem(&self.folded).into_owned();
        stems.insert(self.folded.as_str().into(), stem.as_str().into());
        self.folded = stem;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> String {
        let mut found = Vec::new();
        Terms::default().of_text(text, &mut |term| found.push(term.to_owned()));
        found.join(" ")
    }

    #[test]
    fn terms_are_stems_of_names_and_parts() {
        for (text, expected) in [
            ("parseHTTPHeaders", "parsehttphead pars http header"),
            ("parse_http_headers", "parsehttphead pars http header"),
            ("parsehttpheaders", "parsehttphead"),
            ("retries retried retry", "retri retri retri"),
            ("x = y1 + 42", "y1 42"),
            ("0123456789", ""),
            ("Ünïcode", "unicod"),
            ("class Foo(Bar):", "class foo bar"),
            ("", ""),
        ] {
            assert_eq!(terms(text), expected, "{text:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_is_too_odd(text in proptest::prelude::any::<String>()) {
            let mut maker = Terms::default();
            let mut whole = Vec::new();
            maker.of_text(&text, &mut |term| whole.push(term.to_owned()));
            let mut by_name = Vec::new();
            let mut names = Vec::new();
            crate::each_name(&text, &mut |name| names.push(name.to_owned()));
            for name in &names {
                maker.of_name(name, &mut |term| by_name.push(term.to_owned()));
            }
            proptest::prop_assert_eq!(whole, by_name);
        }
    }
}
