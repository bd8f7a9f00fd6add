//! Arabic and Hebrew: words without the article and other words of one letter before them, and without the ending of the plural.

/// What stands before an Arabic noun, longer ones before those that they begin with.
const ARTICLES: &[&str] = &["وبال", "وال", "بال", "كال", "فال", "ولل", "لل", "ال"];

/// Endings of Arabic, the same way.
const ENDINGS: &[&str] = &["اتها", "اتهم", "يات", "ات", "ون", "ين", "ية", "ها", "هم", "ة", "ه"];

/// Letters that are left of a word.
const MIN_CHARS: usize = 3;

/// A Hebrew word has so many letters behind its article.
const MIN_BEHIND_ARTICLE: usize = 4;

/// An Arabic word of plain letters; None where nothing can be left out.
pub(super) fn arabic(word: &str) -> Option<&str> {
    let is_long = |rest: &&str| rest.chars().count() >= MIN_CHARS;
    let mut bare = word;
    let without = ARTICLES.iter().find_map(|article| bare.strip_prefix(article).filter(is_long));
    // The word for `and`, where what is left has an article or is long enough to be none of three letters.
    let without = without.or_else(|| bare.strip_prefix('و').filter(|rest| rest.chars().count() > MIN_CHARS));
    bare = without.unwrap_or(bare);
    bare = ENDINGS.iter().find_map(|ending| bare.strip_suffix(ending).filter(is_long)).unwrap_or(bare);
    (bare.len() != word.len()).then_some(bare)
}

/// The same for Hebrew. Its final letters are plain ones here.
pub(super) fn hebrew(word: &str) -> Option<&str> {
    let mut bare = word;
    let is_long = |rest: &&str| rest.chars().count() >= MIN_BEHIND_ARTICLE;
    // And, that, from, before the article.
    for first in ["ו", "ש", "מ"] {
        let rest = bare.strip_prefix(first).filter(|rest| rest.starts_with('ה'));
        if let Some(rest) = rest.filter(|rest| rest.strip_prefix('ה').is_some_and(|rest| is_long(&rest))) {
            bare = rest;
            break;
        }
    }
    // A word may itself begin with this letter.
    while let Some(rest) = bare.strip_prefix('ה').filter(is_long) {
        bare = rest;
    }
    for ending in ["ימ", "ות", "ה"] {
        if let Some(rest) = bare.strip_suffix(ending).filter(|rest| rest.chars().count() >= MIN_CHARS) {
            bare = rest;
            break;
        }
    }
    if let Some(rest) = bare.strip_suffix("יי") {
        bare = bare.get(..rest.len() + 'י'.len_utf8()).unwrap_or(bare);
    }
    (bare.len() != word.len()).then_some(bare)
}
