//! The order of nodes and documents, and how they compare with code: one weighted sum of few named features.
//! Among themselves, files of code have an order of their own: see [`super::code`].

use beadloom_model::CompactSort as _;
use std::cell::RefCell;
use std::collections::HashSet;

use beadloom_model::SymbolKind;
use beadloom_model::answers::Explanation;
use beadloom_store::{ChunkMatch, NodeMatch, SymbolRow, words};
use rustc_hash::FxHashMap;

use super::TEST_WORDS;
use super::code::RankedFile;
use super::name::Name;
use crate::places;

/// What each feature is worth. Shares and normalised scores lie between 0 and 1.
mod weight {
    /// bm25 over the best of its kind.
    pub const WORDS: f64 = 1.0;
    /// Is about the same, whatever its words.
    pub const MEANING: f64 = 1.0;
    /// Share of the query's words that it holds.
    pub const COVERED: f64 = 1.5;
    /// How far its name and the query are the same words.
    pub const NAME: f64 = 1.5;
    /// Its name is the query, to the letter; above everything else together.
    pub const EXACT: f64 = 10.0;
    /// Its name is the query but for case and separators.
    pub const EXACT_FOLDED: f64 = 6.0;
    /// A node named exactly, over symbols of that name.
    pub const EXACT_NODE: f64 = 3.0;
    /// Holds the name that the query is, which few files do.
    pub const HOLDS_NAME: f64 = 5.0;
    /// The graph's own words for a thing, over text that mentions it.
    pub const NODE: f64 = 0.3;
    /// A definition in code, over text that mentions it.
    pub const CODE: f64 = 0.1;
    /// A type; other kinds in part.
    pub const DEFINITION: f64 = 0.5;
    /// Visible outside.
    pub const EXPORTED: f64 = 0.25;
    /// In a test, unless the query speaks of tests.
    pub const TEST: f64 = -2.0;
    /// In an example, benchmark or the like.
    pub const SIDE: f64 = -0.9;
    /// Vendored or generated.
    pub const FOREIGN: f64 = -1.4;
}

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
            exact => exact + weight::EXACT_NODE,
        };
        let text = format!("{} {}", found.ref_id, found.summary);
        Judged::of(vec![
            ("words", words, weight::WORDS),
            ("covered", self.covered(&text), weight::COVERED),
            ("name", self.named(&found.ref_id), weight::NAME),
            ("exact", exact, 1.0),
            ("holds_name", self.holds_name(&text), weight::HOLDS_NAME),
            ("node", 1.0, weight::NODE),
            ("meaning", sure(nearness), weight::MEANING),
        ])
    }

    /// A chunk of a document, likewise.
    pub fn chunk(&self, found: &ChunkMatch, words: f64, nearness: f64) -> Judged {
        let chunk = &found.chunk;
        let title = found.title.as_deref().unwrap_or("");
        let text = format!("{title} {} {} {}", chunk.heading, chunk.doc_path, chunk.content);
        let mut given = vec![
            ("words", words, weight::WORDS),
            ("covered", self.covered(&text), weight::COVERED),
            ("name", self.named(&chunk.heading), weight::NAME),
            ("holds_name", self.holds_name(&text), weight::HOLDS_NAME),
            ("meaning", sure(nearness), weight::MEANING),
        ];
        given.extend(self.place(&chunk.doc_path, false));
        Judged::of(given)
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
        let mut given = vec![
            ("words", words, weight::WORDS),
            ("covered", self.covered(&text), weight::COVERED),
            ("name", self.named(&symbol.symbol_name), weight::NAME),
            ("exact", self.exact(&symbol.symbol_name, &symbol.qualified_name), 1.0),
            ("definition", definition, weight::DEFINITION),
            ("exported", f64::from(u8::from(symbol.exported)), weight::EXPORTED),
            ("holds_name", f64::from(u8::from(file.holds_name)), weight::HOLDS_NAME),
            ("code", 1.0, weight::CODE),
            ("meaning", sure(file.nearest), weight::MEANING),
        ];
        given.extend(self.place(&symbol.file_path, file.file.generated));
        Judged::of(given).score
    }

    /// A piece of code outside all definitions.
    pub fn piece(&self, file: &RankedFile, words: f64) -> f64 {
        let mut given = vec![
            ("words", words, weight::WORDS),
            ("covered", self.covered(&file.file.path), weight::COVERED),
            ("holds_name", f64::from(u8::from(file.holds_name)), weight::HOLDS_NAME),
            ("code", 1.0, weight::CODE),
            ("meaning", sure(file.nearest), weight::MEANING),
        ];
        given.extend(self.place(&file.file.path, file.file.generated));
        Judged::of(given).score
    }

    /// Whether it is the very name that is looked for, `but_for_case`: and separators.
    pub fn is_exact(&self, short: &str, qualified: &str, but_for_case: bool) -> bool {
        self.exact(short, qualified) >= if but_for_case { weight::EXACT_FOLDED } else { weight::EXACT }
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
            weight::EXACT
        } else if !self.joined.is_empty()
            && (is_joined(short, &self.joined) || is_joined(qualified, &self.joined))
        {
            weight::EXACT_FOLDED
        } else {
            0.0
        }
    }

    /// Whether a text holds the name that the query is, and few files do. In prose compound names are always rare.
    fn holds_name(&self, text: &str) -> f64 {
        let holds =
            self.name.as_ref().is_some_and(|name| (self.is_rare || name.is_compound) && name.is_in(text));
        f64::from(u8::from(holds))
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

    fn place(&self, path: &str, generated: bool) -> Vec<(&'static str, f64, f64)> {
        let mut given = Vec::new();
        if !self.wants_tests && places::is_test(path) {
            given.push(("test", 1.0, weight::TEST));
        } else if places::is_side(path) && !path.ends_with(".md") {
            given.push(("side", 1.0, weight::SIDE));
        }
        if generated || places::is_foreign(path) {
            given.push(("foreign", 1.0, weight::FOREIGN));
        }
        given
    }
}

/// A weighted sum, and what it is made of.
pub(super) struct Judged {
    pub score: f64,
    /// What each feature gave, greatest first; those that gave nothing are left out.
    pub explain: Vec<Explanation>,
}

impl Judged {
    /// `given`: name, value and weight of each feature.
    fn of(given: Vec<(&'static str, f64, f64)>) -> Self {
        let score = rounded(given.iter().map(|(_, value, weight)| value * weight).sum());
        Self { score, explain: explained(given) }
    }
}

/// What features gave, from name, value and weight of each: greatest first; those that gave nothing are left out.
pub(super) fn explained(given: impl IntoIterator<Item = (&'static str, f64, f64)>) -> Vec<Explanation> {
    let rounded = |number: f64| (number * 1_000.0).round() / 1_000.0;
    let mut shown: Vec<Explanation> = given
        .into_iter()
        .map(|(name, value, weight)| Explanation {
            feature: name.to_owned(),
            value: rounded(value),
            gives: rounded(value * weight),
        })
        .filter(|one| one.gives != 0.0)
        .collect();
    shown.compact_sort_by(|a, b| {
        b.gives.abs().total_cmp(&a.gives.abs()).then_with(|| a.feature.cmp(&b.feature))
    });
    shown
}

/// How sure it is that something is about what is asked, 0 to 1, from how near it is.
pub(crate) fn sure(nearness: f64) -> f64 {
    ((nearness - FLOOR) / (SURE - FLOOR)).clamp(0.0, 1.0)
}

/// Letters and digits alone, in lower case: `parse_http` and `parseHTTP` are one name.
pub(super) fn joined(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether [`joined`] makes this of a name.
fn is_joined(name: &str, joined: &str) -> bool {
    if name.is_ascii() {
        let letters = name.bytes().filter(u8::is_ascii_alphanumeric);
        return letters.map(|byte| byte.to_ascii_lowercase()).eq(joined.bytes());
    }
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).eq(joined.chars())
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

/// Four decimals: what is below them is noise, and would make ties look decided.
fn rounded(score: f64) -> f64 {
    (score * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::{is_joined, joined, same_word};

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
