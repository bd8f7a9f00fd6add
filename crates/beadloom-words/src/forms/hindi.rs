//! Hindi, with the signs of its vowels as letters.

/// Endings of plural and cases, longer ones before those that they end with.
const ENDINGS: &[&str] =
    &["इयओङ", "इयआङ", "आओङ", "आएङ", "उओङ", "उएङ", "ओङ", "एङ", "आङ", "ईङ", "आ", "ई", "ए", "ओ", "इ", "उ", "ऊ"];

/// Letters that are left of a word.
const MIN_CHARS: usize = 2;

pub(super) fn stem(word: &str) -> Option<&str> {
    let stems = ENDINGS.iter().filter_map(|ending| word.strip_suffix(ending));
    stems.into_iter().find(|stem| stem.chars().count() >= MIN_CHARS)
}
