//! The features by which hits of all kinds compare with each other; [`super::weights`] says what they are worth.
//! Among themselves, files of code have an order of their own: see [`super::code`].

use std::cell::RefCell;
use std::collections::HashSet;

use beadloom_model::SymbolKind;
use beadloom_model::answers::Explanation;
use beadloom_store::{ChunkMatch, NodeMatch, SymbolRow, words};
use rustc_hash::FxHashMap;

use super::code::RankedFile;
use super::name::{Name, is_joined, joined};
use super::query::TEST_WORDS;
use super::weights::{
    EXACT, EXACT_FOLDED, EXACT_NODE, HIT_FEATURES, HIT_WEIGHTS, HitFeature, HitValues, explained, score,
};
use crate::places;

/// What is less near than this is about something else, in deviations from what is usual.
const FLOOR: f64 = 2.0;

/// What is as near as this is about the same.
const SURE: f64 = 6.0;

/// Endings that do not make another word of it.
const ENDINGS: &[&str] = &[
    "", "s", "es", "ed", "d", "ing", "er", "ers", "r", "rs", "e", "y", "ies", "ied", "ion", "ions", "or",
    "ors",
];

/// A query, ready to judge candidates.
pub(super) struct Ranker {
    query: String,
    joined: String,
    /// At most 64.
    terms: Vec<String>,
    /// The whole query, where it is one name.
    name: Option<Name>,
    is_rare: bool,
    wants_tests: bool,
    /// Names that were met, and which of the terms they hold, a bit each: texts have most of their names in common.
    names: RefCell<FxHashMap<Box<str>, u64>>,
}

impl Ranker {
    /// `is_rare`: few files hold the name that the query is, if it is one.
    pub fn new(query: &str, is_rare: bool) -> Self {
        let terms = words::terms(query);
        Self {
            query: query.trim().trim_end_matches("()").replace("::", ".").replace('#', "."),
            joined: joined(query),
            name: Name::of(query),
            is_rare,
            wants_tests: terms.iter().any(|term| TEST_WORDS.contains(&term.as_str())),
            terms,
            names: RefCell::default(),
        }
    }

    /// The whole query, where it is one name.
    pub fn name(&self) -> Option<&Name> {
        self.name.as_ref()
    }

    /// A node: `words` is its bm25 over the best, `nearness` how near it is by meaning, in deviations.
    pub fn node(&self, found: &NodeMatch, words: f64, nearness: f64) -> Judged {
        let exact = match self.exact(&found.ref_id, &found.ref_id) {
            0.0 => 0.0,
            exact => exact + EXACT_NODE,
        };
        let text = format!("{} {}", found.ref_id, found.summary);
        Judged::of(&values([
            (HitFeature::Words, words),
            (HitFeature::Covered, self.covered(&text)),
            (HitFeature::Name, self.named(&found.ref_id)),
            (HitFeature::Exact, exact),
            (HitFeature::HoldsName, self.holds_name(&text)),
            (HitFeature::Node, 1.0),
            (HitFeature::Meaning, sure(nearness)),
        ]))
    }

    /// A chunk of a document, likewise.
    pub fn chunk(&self, found: &ChunkMatch, words: f64, nearness: f64) -> Judged {
        let chunk = &found.chunk;
        let title = found.title.as_deref().unwrap_or("");
        let text = format!("{title} {} {} {}", chunk.heading, chunk.doc_path, chunk.content);
        let given = [
            (HitFeature::Words, words),
            (HitFeature::Covered, self.covered(&text)),
            (HitFeature::Name, self.named(&chunk.heading)),
            (HitFeature::HoldsName, self.holds_name(&text)),
            (HitFeature::Meaning, sure(nearness)),
        ];
        Judged::of(&values(given.into_iter().chain(self.place(&chunk.doc_path, false))))
    }

    pub fn symbol(&self, symbol: &SymbolRow, file: &RankedFile, words: f64) -> f64 {
        let summary = symbol.summary.as_deref().unwrap_or("");
        let text = format!("{} {} {} {summary}", symbol.qualified_name, symbol.file_path, symbol.signature);
        let definition = match symbol.kind {
            SymbolKind::Class | SymbolKind::Interface => 1.0,
            SymbolKind::Type | SymbolKind::Component => 0.9,
            SymbolKind::Function | SymbolKind::Route | SymbolKind::Module => 0.6,
            SymbolKind::Method => 0.4,
            SymbolKind::Constant => 0.2,
        };
        let given = [
            (HitFeature::Words, words),
            (HitFeature::Covered, self.covered(&text)),
            (HitFeature::Name, self.named(&symbol.symbol_name)),
            (HitFeature::Exact, self.exact(&symbol.symbol_name, &symbol.qualified_name)),
            (HitFeature::Definition, definition),
            (HitFeature::Exported, flag(symbol.exported)),
            (HitFeature::HoldsName, flag(file.holds_name)),
            (HitFeature::Code, 1.0),
            (HitFeature::Meaning, sure(file.nearest)),
        ];
        let place = self.place(&symbol.file_path, file.file.generated);
        sum(&values(given.into_iter().chain(place)))
    }

    /// A piece of code outside all definitions.
    pub fn piece(&self, file: &RankedFile, words: f64) -> f64 {
        let given = [
            (HitFeature::Words, words),
            (HitFeature::Covered, self.covered(&file.file.path)),
            (HitFeature::HoldsName, flag(file.holds_name)),
            (HitFeature::Code, 1.0),
            (HitFeature::Meaning, sure(file.nearest)),
        ];
        let place = self.place(&file.file.path, file.file.generated);
        sum(&values(given.into_iter().chain(place)))
    }

    /// Whether it is the very name that is looked for, `but_for_case`: and separators.
    pub fn is_exact(&self, short: &str, qualified: &str, but_for_case: bool) -> bool {
        self.exact(short, qualified) >= if but_for_case { EXACT_FOLDED } else { EXACT }
    }

    /// How many of the query's words a line of text holds.
    pub fn matches(&self, text: &str) -> usize {
        let mut held = 0;
        beadloom_words::each_name(text, &mut |name| {
            let known = self.names.borrow().get(name).copied();
            held |= known.unwrap_or_else(|| {
                let mut found = 0;
                beadloom_words::words_of_name(name, &mut |word| found |= self.terms_of(&word.to_lowercase()));
                self.names.borrow_mut().insert(name.into(), found);
                found
            });
        });
        held.count_ones() as usize
    }

    /// Which of the terms a word in lower case is, a bit each.
    fn terms_of(&self, word: &str) -> u64 {
        let terms = self.terms.iter().take(64).enumerate();
        terms.filter(|(_, term)| same_word(term, word)).fold(0, |bits, (at, _)| bits | 1 << at)
    }

    fn exact(&self, short: &str, qualified: &str) -> f64 {
        if self.query == short || self.query == qualified {
            EXACT
        } else if !self.joined.is_empty()
            && (is_joined(short, &self.joined) || is_joined(qualified, &self.joined))
        {
            EXACT_FOLDED
        } else {
            0.0
        }
    }

    /// Whether a text holds the name that the query is, and few files do. In prose compound names are always rare.
    fn holds_name(&self, text: &str) -> f64 {
        let holds =
            self.name.as_ref().is_some_and(|name| (self.is_rare || name.is_compound) && name.is_in(text));
        flag(holds)
    }

    fn covered(&self, text: &str) -> f64 {
        share(self.matches(text), self.terms.len())
    }

    /// How far a name and the query are the same words: the query's share in the name, and the root of the name's
    /// share in the query, so that a short name is no match by being short.
    fn named(&self, name: &str) -> f64 {
        let mut parts = words_of(name);
        if parts.len() > 1 {
            parts.remove(&joined(name));
        }
        let terms: Vec<u64> = parts.iter().map(|part| self.terms_of(part)).collect();
        let known = terms.iter().filter(|terms| **terms != 0).count();
        let asked = terms.iter().fold(0, |all, terms| all | terms).count_ones() as usize;
        share(known, parts.len()).sqrt() * share(asked, self.terms.len())
    }

    fn place(&self, path: &str, generated: bool) -> [(HitFeature, f64); 3] {
        let is_test = !self.wants_tests && places::is_test(path);
        let is_side = !is_test && places::is_side(path) && !path.ends_with(".md");
        [
            (HitFeature::Test, flag(is_test)),
            (HitFeature::Side, flag(is_side)),
            (HitFeature::Foreign, flag(generated || places::is_foreign(path))),
        ]
    }
}

/// A weighted sum, and what it is made of.
pub(super) struct Judged {
    pub score: f64,
    /// What each feature gave, greatest first; those that gave nothing are left out.
    pub explain: Vec<Explanation>,
}

impl Judged {
    fn of(values: &HitValues) -> Self {
        Self { score: sum(values), explain: explained(values, &HIT_WEIGHTS, false) }
    }
}

/// The weighted sum, to four decimals: what is below them is noise, and would make ties look decided.
fn sum(values: &HitValues) -> f64 {
    (score(values, &HIT_WEIGHTS, false) * 10_000.0).round() / 10_000.0
}

/// The values of a hit; 0 for what is not given.
fn values(given: impl IntoIterator<Item = (HitFeature, f64)>) -> HitValues {
    let mut values = [0.0; HIT_FEATURES];
    for (feature, value) in given {
        if let Some(place) = values.get_mut(feature as usize) {
            *place = value;
        }
    }
    values
}

fn flag(on: bool) -> f64 {
    f64::from(u8::from(on))
}

/// How sure it is that something is about what is asked, 0 to 1, from how near it is.
pub(crate) fn sure(nearness: f64) -> f64 {
    ((nearness - FLOOR) / (SURE - FLOOR)).clamp(0.0, 1.0)
}

fn words_of(text: &str) -> HashSet<String> {
    words::split_identifiers(text).split(' ').filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Whether two words differ in their endings at most.
fn same_word(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let common: usize = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).map(|(x, _)| x.len_utf8()).sum();
    common >= 3
        && a.get(common..).is_some_and(|rest| ENDINGS.contains(&rest))
        && b.get(common..).is_some_and(|rest| ENDINGS.contains(&rest))
}

#[expect(clippy::cast_precision_loss, reason = "counts of words")]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::same_word;

    #[test]
    fn endings_do_not_make_another_word() {
        for (a, b, same) in [
            ("retry", "retries", true),
            ("charge", "charging", true),
            ("token", "tokens", true),
            ("post", "posted", true),
            ("context", "contest", false),
            ("car", "cart", false),
            ("é", "éé", false),
        ] {
            assert_eq!(same_word(a, b), same, "{a} {b}");
        }
    }
}
