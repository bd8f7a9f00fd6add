//! The words of queries and of tools' texts.

use std::collections::HashSet;

use beadloom_words::{Terms, is_stop_word};

/// Different terms of a query that count.
pub(crate) const MAX_QUERY_TERMS: usize = 64;

/// What people say to an assistant, whatever they want: beside the words that say nothing in code either.
const POLITENESS: &[&str] = &[
    "am", "assist", "able", "anyone", "anything", "appreciate", "being", "currently", "desire", "dont",
    "each", "every", "get", "give", "going", "got", "has", "hello", "help", "hey", "hi", "id", "im",
    "interested", "just", "kindly", "know", "let", "like", "ll", "looking", "m", "make", "may", "might",
    "more", "much", "must", "need", "needed", "needs", "now", "ok", "one", "other", "out", "please",
    "possible", "provide", "re", "really", "s", "shall", "show", "something", "such", "sure", "t", "take",
    "tell", "thank", "thanks", "too", "up", "us", "use", "using", "ve", "very", "want", "wanted", "wants",
    "way", "well", "while", "wish", "wondering", "yes", "yet",
];

/// Makes terms and words of texts. Kept, because what it remembers makes it quick.
#[derive(Default)]
pub(crate) struct Words {
    terms: Terms,
}

impl Words {
    /// Every term of a text, names whole and in parts.
    pub fn terms(&mut self, text: &str, emit: &mut dyn FnMut(&str)) {
        self.terms.of_text(text, emit);
    }

    /// The terms that a query looks for, each once, in the order of the text: without words that say nothing, unless there are no
    /// others.
    pub fn query_terms(&mut self, query: &str) -> Vec<String> {
        let (mut seen, mut telling, mut rest) = (HashSet::new(), Vec::new(), Vec::new());
        let terms = &mut self.terms;
        beadloom_words::each_name(query, &mut |name| {
            beadloom_words::words_of_name(name, &mut |word| {
                let folded = word.to_lowercase();
                let says_nothing = is_stop_word(&folded) || POLITENESS.contains(&folded.as_str());
                let Some(term) = terms.of_word(word) else { return };
                if seen.insert(term.to_owned()) {
                    let list = if says_nothing { &mut rest } else { &mut telling };
                    list.push(term.to_owned());
                }
            });
        });
        let mut found = if telling.is_empty() { rest } else { telling };
        found.truncate(MAX_QUERY_TERMS);
        found
    }
}

/// Calls `emit` with the hash of every run of three to five characters of each word, ends included.
pub(crate) fn grams(text: &str, emit: &mut dyn FnMut(u64)) {
    let mut padded: Vec<char> = Vec::new();
    beadloom_words::each_name(text, &mut |name| {
        beadloom_words::words_of_name(name, &mut |word| {
            let folded = word.to_lowercase();
            if is_stop_word(&folded) || POLITENESS.contains(&folded.as_str()) {
                return;
            }
            padded.clear();
            padded.push('<');
            padded.extend(folded.chars().take(40));
            padded.push('>');
            for length in 3..=5 {
                for run in padded.windows(length) {
                    emit(hash(run));
                }
            }
        });
    });
}

/// FNV-1a over the characters.
fn hash(run: &[char]) -> u64 {
    run.iter().fold(0xcbf2_9ce4_8422_2325, |hash, c| {
        (hash ^ u64::from(u32::from(*c))).wrapping_mul(0x0100_0000_01b3)
    })
}
