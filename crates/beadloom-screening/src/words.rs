//! Where the words of orders stand in a text: one pass for all languages.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use crate::characters::folded;
use crate::lexicon::{Class, LEXICONS, concepts};

/// A word of an order at a place of a folded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hit {
    pub start: usize,
    pub end: usize,
    pub class: Class,
    /// Place in `LEXICONS`.
    pub language: usize,
}

/// What a pattern stands for.
struct Meaning {
    class: Class,
    language: usize,
    /// Whether a word must begin, and whether one must end there.
    begins: bool,
    ends: bool,
}

struct Table {
    automaton: AhoCorasick,
    meanings: Vec<Meaning>,
}

static TABLE: LazyLock<Option<Table>> = LazyLock::new(|| {
    let (mut patterns, mut meanings) = (Vec::new(), Vec::new());
    let lists = LEXICONS.iter().enumerate().flat_map(|(language, lexicon)| {
        lexicon.words.iter().map(move |(class, list)| (*class, language, *list))
    });
    for (class, language, list) in lists.chain(concepts()) {
        let Some(lexicon) = LEXICONS.get(language) else { continue };
        for word in list.split('|') {
            let is_beginning = word.ends_with('*');
            let word = folded(word.trim_end_matches('*'));
            for word in expanded(&word, "{user}", lexicon.users) {
                for word in expanded(&word, "{tool}", lexicon.tools) {
                    meanings.push(Meaning {
                        class,
                        language,
                        begins: lexicon.spaced,
                        ends: lexicon.spaced && !is_beginning,
                    });
                    patterns.push(word);
                }
            }
        }
    }
    let automaton = AhoCorasick::builder()
        .match_kind(MatchKind::Standard)
        // Made once in a process that reads few texts: the compact form takes longer to make than it saves.
        .kind(Some(AhoCorasickKind::NoncontiguousNFA))
        .build(&patterns)
        .ok()?;
    Some(Table { automaton, meanings })
});

fn expanded(word: &str, mark: &str, by: &str) -> Vec<String> {
    if word.contains(mark) {
        by.split('|').map(|one| word.replace(mark, &folded(one))).collect()
    } else {
        vec![word.to_owned()]
    }
}

/// All words of orders in a folded text, by place. `loose`: no borders of words are known.
pub(crate) fn hits(text: &str, loose: bool) -> Vec<Hit> {
    let Some(Table { automaton, meanings }) = TABLE.as_ref() else { return Vec::new() };
    let mut found: Vec<Hit> = automaton
        .find_overlapping_iter(text)
        .filter_map(|found| {
            let meaning = meanings.get(found.pattern().as_usize())?;
            let (start, end) = (found.start(), found.end());
            // A dot at the beginning is one of a file's name, and none of a host's.
            let is_border = |needs: bool, inside: Option<char>, outside: Option<char>| {
                !needs
                    || !inside.is_some_and(|c| is_of_word(c) || c == '.')
                    || !outside.is_some_and(is_of_word)
            };
            let word = text.get(start..end)?;
            let fits = if loose {
                end - start >= 5
            } else {
                is_border(meaning.begins, word.chars().next(), text.get(..start)?.chars().next_back())
                    && is_border(meaning.ends, word.chars().next_back(), text.get(end..)?.chars().next())
            };
            fits.then_some(Hit { start, end, class: meaning.class, language: meaning.language })
        })
        .collect();
    found.sort_unstable();
    found
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
