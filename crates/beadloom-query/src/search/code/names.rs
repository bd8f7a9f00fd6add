//! Terms of names as numbers: most of the work of a search is to compare thousands of names with the query, and names are
//! made of few words.

use beadloom_words::{Terms, each_name, words_of_name};
use rustc_hash::FxHashMap;

/// Numbers for terms, those of the query first.
pub struct Names {
    maker: Terms,
    numbers: FxHashMap<Box<str>, u32>,
    /// By number.
    terms: Vec<Box<str>>,
    /// The terms of words, as they are written; None for what is no term.
    words: FxHashMap<Box<str>, Option<u32>>,
    /// By number: the last text that it was found in.
    seen: Vec<u32>,
    text: u32,
    /// The first word of a name, as long as it is not known whether others follow.
    first: String,
}

impl Names {
    /// `query`: its terms, which get the numbers from 0 on.
    pub fn new<'t>(query: impl Iterator<Item = &'t str>) -> Self {
        let mut names = Self {
            maker: Terms::default(),
            numbers: FxHashMap::default(),
            terms: Vec::new(),
            words: FxHashMap::default(),
            seen: Vec::new(),
            text: 0,
            first: String::new(),
        };
        for term in query {
            let number = names.terms.len();
            names.numbers.insert(term.into(), u32::try_from(number).unwrap_or(u32::MAX));
            names.terms.push(term.into());
        }
        names
    }

    /// The term of a number.
    pub fn term(&self, number: u32) -> &str {
        self.terms.get(number as usize).map_or("", |term| term)
    }

    /// The different terms of the parts of the names in a text, in their order: without the whole of a name where there
    /// are several.
    pub fn parts_of(&mut self, text: &str, found: &mut Vec<u32>) {
        found.clear();
        each_name(text, &mut |name| self.parts_of_name(name, found));
        self.text += 1;
        let (text, seen) = (self.text, &mut self.seen);
        seen.resize(self.terms.len(), 0);
        found.retain(|number| {
            seen.get_mut(*number as usize).is_some_and(|last| std::mem::replace(last, text) != text)
        });
    }

    fn parts_of_name(&mut self, name: &str, found: &mut Vec<u32>) {
        let from = found.len();
        let mut count = 0;
        let mut waits = false;
        words_of_name(name, &mut |word| {
            // Wholes are many, and most of them are followed by their parts.
            if count == 0 && word.is_ascii() {
                if Terms::is_term(word) {
                    self.first.clear();
                    self.first.push_str(word);
                    (count, waits) = (1, true);
                }
                return;
            }
            let Some(number) = self.number_of(word) else { return };
            count += 1;
            if count == 2 && !waits {
                found.remove(from);
            }
            waits = false;
            found.push(number);
        });
        if waits {
            let first = std::mem::take(&mut self.first);
            found.extend(self.number_of(&first));
            self.first = first;
        }
    }

    fn number_of(&mut self, word: &str) -> Option<u32> {
        if let Some(known) = self.words.get(word) {
            return *known;
        }
        let number = self.maker.of_word(word).map(|term| match self.numbers.get(term) {
            Some(number) => *number,
            None => {
                let number = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
                self.numbers.insert(term.into(), number);
                self.terms.push(term.into());
                number
            }
        });
        self.words.insert(word.into(), number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_those_of_names() {
        let mut names = Names::new(["retri", "http"].into_iter());
        let mut found = Vec::new();
        for (text, parts) in [
            ("parseHTTPRetries", "pars http retri"),
            ("retry", "retri"),
            ("retry_retries RetryHTTP", "retri http"),
            ("a1 b 123456789", "a1"),
            ("x_y http", "xy http"),
            ("Ünï_codes http", "uni code http"),
            ("Ünï", "uni"),
            ("", ""),
        ] {
            names.parts_of(text, &mut found);
            let terms: Vec<&str> = found.iter().map(|number| names.term(*number)).collect();
            assert_eq!(terms.join(" "), parts, "{text}");
        }
        names.parts_of("http retries", &mut found);
        assert_eq!(found, [1, 0]);
    }

    proptest::proptest! {
        #[test]
        fn parts_are_the_terms_without_the_whole(text in "([a-zA-Z]{1,6}[_ 0-9é]{0,2}){0,6}|\\PC{0,40}") {
            let mut expected: Vec<String> = Vec::new();
            let mut maker = Terms::default();
            each_name(&text, &mut |name| {
                let from = expected.len();
                maker.of_name(name, &mut |term| expected.push(term.to_owned()));
                if expected.len() > from + 1 {
                    expected.remove(from);
                }
            });
            let mut seen = std::collections::HashSet::new();
            expected.retain(|term| seen.insert(term.clone()));
            let mut names = Names::new(std::iter::empty());
            let mut found = Vec::new();
            names.parts_of(&text, &mut found);
            let terms: Vec<&str> = found.iter().map(|number| names.term(*number)).collect();
            proptest::prop_assert_eq!(terms, expected);
        }
    }
}
