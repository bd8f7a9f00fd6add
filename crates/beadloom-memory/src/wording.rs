//! Two texts: do they say the same, or the opposite? There is no language model to ask, so only what can be seen counts:
//! numbers, names, negations, and words in their order.

use std::collections::BTreeSet;

use beadloom_words::{Terms, is_stop_word};

use crate::Record;
use crate::normal::{is_punctuation, normalised};

/// How near the vectors of two wordings of one thing are, at least.
const REWORDED: f32 = 0.92;

/// The same for two texts about one node or one piece of code that contradict each other.
const ABOUT_THE_SAME: f32 = 0.75;

/// What a newer memory is to an older one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likeness {
    /// The same text, but for case, spaces and punctuation.
    Same,
    /// Another wording: near in meaning, with the same numbers, names and negations, and their words in one order.
    Reworded,
    /// It says otherwise, and replaces it.
    Contradicts,
    /// Something else.
    Other,
}

/// What `new` is to `old`; `cosine` is that of the vectors of their contents.
pub fn likeness(new: &Record, old: &Record, cosine: f32) -> Likeness {
    if normalised(&new.content) == normalised(&old.content) {
        return Likeness::Same;
    }
    let (new_words, old_words) = (Words::of(&new.content), Words::of(&old.content));
    let numbers = differ(&new_words.numbers, &old_words.numbers);
    let names = differ(&new_words.names, &old_words.names);
    let polarity = new_words.polarity != old_words.polarity;
    if !numbers && !names && !polarity {
        let same_order = in_one_order(&new_words.terms, &old_words.terms);
        return if cosine > REWORDED && same_order { Likeness::Reworded } else { Likeness::Other };
    }
    // What one text has and the other lacks adds something; only what both have can be at odds.
    let at_odds = polarity
        || (numbers && !new_words.numbers.is_empty() && !old_words.numbers.is_empty())
        || (names && !new_words.names.is_empty() && !old_words.names.is_empty());
    let same_but_for_these = new_words.rest == old_words.rest && !names;
    let about_the_same =
        new.shares_anchor(old) && cosine >= ABOUT_THE_SAME && new_words.replaces_in(&old_words);
    if at_odds && (same_but_for_these || about_the_same) { Likeness::Contradicts } else { Likeness::Other }
}

/// Words that turn a sentence round, with what each says: what they negate, or which of two opposites it is.
const POLARITY: &[(&str, &str)] = &[
    ("not", "not"),
    ("no", "not"),
    ("never", "not"),
    ("none", "not"),
    ("nor", "not"),
    ("cannot", "not"),
    ("without", "not"),
    ("neither", "not"),
    ("nothing", "not"),
    ("enabled", "on"),
    ("enable", "on"),
    ("enables", "on"),
    ("on", "on"),
    ("disabled", "off"),
    ("disable", "off"),
    ("disables", "off"),
    ("off", "off"),
    ("allowed", "may"),
    ("allows", "may"),
    ("allow", "may"),
    ("forbidden", "may not"),
    ("forbids", "may not"),
    ("denied", "may not"),
    ("denies", "may not"),
    ("true", "true"),
    ("false", "false"),
    ("sync", "sync"),
    ("synchronous", "sync"),
    ("async", "async"),
    ("asynchronous", "async"),
    ("before", "before"),
    ("after", "after"),
    ("required", "required"),
    ("optional", "optional"),
    ("mutable", "mutable"),
    ("immutable", "immutable"),
    ("public", "public"),
    ("private", "private"),
];

/// What of a text decides.
struct Words {
    numbers: BTreeSet<String>,
    /// Names in code, and capitalised words inside a sentence, as written.
    names: BTreeSet<String>,
    polarity: Vec<&'static str>,
    /// Terms of the other words that say something, in their order.
    terms: Vec<String>,
    /// All words but numbers and those of polarity, in their order, in lower case.
    rest: Vec<String>,
}

impl Words {
    fn of(text: &str) -> Self {
        let mut words = Self {
            numbers: BTreeSet::new(),
            names: BTreeSet::new(),
            polarity: Vec::new(),
            terms: Vec::new(),
            rest: Vec::new(),
        };
        let mut maker = Terms::default();
        let mut begins = true;
        for raw in text.split_whitespace() {
            let word = raw.trim_matches(|c: char| is_punctuation(c));
            let ends = raw.ends_with(['.', '!', '?', ':']);
            if !word.is_empty() {
                words.add(raw, word, begins, &mut maker);
            }
            begins = ends;
        }
        words.polarity.sort_unstable();
        words
    }

    fn add(&mut self, raw: &str, word: &str, begins: bool, maker: &mut Terms) {
        let lower = word.to_lowercase();
        let negated = lower.ends_with("n't") || lower.ends_with("n’t");
        if let Some((_, says)) = POLARITY.iter().find(|(one, _)| *one == lower || negated && *one == "not") {
            self.polarity.push(says);
            return;
        }
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        if digits > 0 && letters <= 3 && !raw.contains(['_', '/', '`']) {
            self.numbers.insert(lower);
            return;
        }
        if is_name(raw, word, begins) {
            self.names.insert(word.to_owned());
        }
        maker.of_text(word, &mut |term| {
            if !is_stop_word(term) {
                self.terms.push(term.to_owned());
            }
        });
        self.rest.push(lower);
    }

    /// Whether the words that are not in both texts are as many here as there, and few: something stands in place of another.
    fn replaces_in(&self, other: &Self) -> bool {
        let (here, there) = (set(&self.rest), set(&other.rest));
        let (gone, come) = (there.difference(&here).count(), here.difference(&there).count());
        let shared = here.intersection(&there).count();
        gone.max(come) <= 3 && gone.max(come) <= shared
    }
}

fn set(words: &[String]) -> BTreeSet<&str> {
    words.iter().map(String::as_str).collect()
}

/// A name in code has a mark of it: backticks, `_`, `/`, `::`, `()`, a dot or a capital letter inside. So has a word that is
/// capitalised where no sentence begins.
fn is_name(raw: &str, word: &str, begins: bool) -> bool {
    let marked = raw.contains(['`', '_', '/', '@']) || word.contains("::") || raw.contains("()");
    let dotted = word.split('.').filter(|part| !part.is_empty()).count() > 1;
    let mut capitals = word.chars().enumerate().filter(|(_, c)| c.is_uppercase());
    let inner = capitals.clone().any(|(at, _)| at > 0);
    let first = capitals.next().is_some_and(|(at, _)| at == 0);
    marked || dotted || inner || (first && !begins && word.chars().count() > 1)
}

fn differ(one: &BTreeSet<String>, two: &BTreeSet<String>) -> bool {
    one != two
}

/// Whether the terms that both have stand in the same order: `a calls b` is no wording of `b calls a`.
fn in_one_order(one: &[String], two: &[String]) -> bool {
    fn shared<'a>(of: &'a [String], other: &[String]) -> Vec<&'a str> {
        let other = set(other);
        let mut seen = BTreeSet::new();
        of.iter().map(String::as_str).filter(|term| other.contains(term) && seen.insert(*term)).collect()
    }
    shared(one, two) == shared(two, one)
}
