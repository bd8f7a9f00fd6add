//! Texts in terms.

use beadloom_embed::{StaticModel, TermId};
use beadloom_words::{Terms, each_name, is_stop_word, words_of_name};
use rustc_hash::FxHashMap;

use crate::english::base;
use beadloom_model::time::iso_utc;

/// Words that are remembered with their terms; then it begins anew, so that no text makes it grow.
const MAX_REMEMBERED_WORDS: usize = 65_536;

/// Letters of a term by which others that begin so are found.
const BEGINNING: usize = 4;

const MONTHS: [&str; 12] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
];

/// The terms of all memories, by number.
#[derive(Default)]
pub(super) struct Vocabulary {
    maker: Terms,
    numbers: FxHashMap<Box<str>, u32>,
    /// By number: what the model calls it.
    known: Vec<Option<TermId>>,
    /// By how they begin.
    beginnings: FxHashMap<[u8; BEGINNING], Vec<u32>>,
    /// What was made of words: a term's number, or none, and whether it says something.
    words: FxHashMap<Box<str>, (Option<u32>, bool)>,
}

impl Vocabulary {
    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// The number of a term that there is.
    pub fn number(&self, term: &str) -> Option<u32> {
        self.numbers.get(term).copied()
    }

    /// What the model calls a term.
    pub fn known(&self, number: u32) -> Option<TermId> {
        self.known.get(number as usize).copied().flatten()
    }

    /// Those that begin as a term does; that one among them, where there is one.
    pub fn beginning_as(&self, term: &str) -> &[u32] {
        beginning(term).and_then(|begin| self.beginnings.get(&begin)).map_or(&[], Vec::as_slice)
    }

    /// Adds the numbers of the terms of a text that say something, in its order; how many terms it has in all.
    pub fn read(&mut self, model: Option<&StaticModel>, text: &str, out: &mut Vec<u32>) -> u32 {
        let mut all = 0_u32;
        each_name(text, &mut |name| {
            words_of_name(name, &mut |word| {
                let (number, says) = self.of_word(model, word);
                if let Some(number) = number {
                    all = all.saturating_add(1);
                    if says {
                        out.push(number);
                    }
                }
            });
        });
        all
    }

    /// The same of the month and the year of a time: who asks what was decided in October finds what was written then.
    pub fn read_date(&mut self, model: Option<&StaticModel>, at: i64, out: &mut Vec<u32>) -> u32 {
        let text = iso_utc(at);
        let month = text.get(5..7).and_then(|month| month.parse::<usize>().ok());
        let name = month.and_then(|month| MONTHS.get(month.wrapping_sub(1)));
        let year = text.get(..4);
        name.copied().into_iter().chain(year).map(|word| self.read(model, word, out)).sum()
    }

    fn of_word(&mut self, model: Option<&StaticModel>, word: &str) -> (Option<u32>, bool) {
        if let Some(known) = self.words.get(word) {
            return *known;
        }
        let mut made = (None, false);
        with_term(&mut self.maker, word, &mut |term, says| {
            let number = self.numbers.get(term).copied().unwrap_or_else(|| {
                let number = self.known.len() as u32;
                self.numbers.insert(term.into(), number);
                self.known.push(model.and_then(|model| model.id(term)));
                if let Some(begin) = beginning(term) {
                    self.beginnings.entry(begin).or_default().push(number);
                }
                number
            });
            made = (Some(number), says);
        });
        if self.words.len() >= MAX_REMEMBERED_WORDS {
            self.words.clear();
        }
        self.words.insert(word.into(), made);
        made
    }

    /// The terms of a question that say something, in its order.
    pub fn asked(&mut self, query: &str) -> Vec<String> {
        let mut terms = Vec::new();
        each_name(query, &mut |name| {
            words_of_name(name, &mut |word| {
                with_term(&mut self.maker, word, &mut |term, says| {
                    if says {
                        terms.push(term.to_owned());
                    }
                });
            });
        });
        terms
    }
}

/// Calls `emit` with the term of a word, and whether it says something.
fn with_term(maker: &mut Terms, word: &str, emit: &mut dyn FnMut(&str, bool)) {
    let lower: String = word.chars().flat_map(char::to_lowercase).collect();
    // The month is written with a capital letter.
    let says = !is_stop_word(&lower) && word != "may";
    if let Some(term) = maker.of_word(base(&lower).unwrap_or(word)) {
        emit(term, says);
    }
}

fn beginning(term: &str) -> Option<[u8; BEGINNING]> {
    term.as_bytes()
        .first_chunk()
        .copied()
        .filter(|begin: &[u8; BEGINNING]| begin.iter().all(u8::is_ascii_lowercase))
}

/// A text in pieces of about so many words, cut at the ends of lines and sentences; one at least.
pub(super) fn passages(text: &str, window: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut from, mut words) = (0, 0);
    let mut in_word = false;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let is_letter = c.is_alphanumeric();
        words += usize::from(is_letter && !in_word);
        in_word = is_letter;
        let ends = c == '\n' || (c == ' ' && matches!(before, '.' | '!' | '?'));
        if words >= window && (ends || words >= 4 * window && c == ' ') {
            pieces.extend(text.get(from..at));
            (from, words) = (at, 0);
        }
        before = c;
    }
    // What is left is no passage of its own where it is short.
    match pieces.last_mut() {
        Some(last) if words * 2 < window => *last = text.get(from - last.len()..).unwrap_or(last),
        _ => pieces.extend(text.get(from..)),
    }
    pieces
}
