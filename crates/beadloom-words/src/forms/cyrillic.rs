//! Russian and its neighbours: the letters of Ukrainian and Belarusian as those of Russian, then without the ending.

use std::cell::RefCell;

use rust_stemmers::{Algorithm, Stemmer};

/// Endings that Russian does not have, and the ones that it has instead, as they are after the letters were replaced. Of words that have a
/// letter of Ukrainian.
const ENDINGS: &[(&str, &str)] = &[("исть", "ость"), ("ови", "у"), ("еви", "у")];

/// Letters before a vowel that comes and goes.
const MIN_BEFORE_VOWEL: usize = 3;

thread_local! {
    static RUSSIAN: RefCell<Stemmer> = RefCell::new(Stemmer::create(Algorithm::Russian));
}

/// The stem of a word in small letters.
pub(super) fn stem(word: &str) -> String {
    let replaced = |c: char| match c {
        'ґ' => 'г',
        'є' => 'е',
        'і' | 'ї' => 'и',
        'ў' => 'у',
        c => c,
    };
    let mut plain: String = word.chars().map(replaced).collect();
    if plain != word
        && let Some((ending, other)) = ENDINGS.iter().find(|(ending, _)| plain.ends_with(ending))
    {
        plain.truncate(plain.len() - ending.len());
        plain.push_str(other);
    }
    let mut stem = RUSSIAN.with_borrow(|stemmer| stemmer.stem(&plain).into_owned());
    // A vowel that comes and goes: `ошибка`, `ошибок`.
    if let Some(before) = ["ок", "ек"].iter().find_map(|ending| stem.strip_suffix(ending))
        && before.chars().count() >= MIN_BEFORE_VOWEL
    {
        stem = format!("{before}к");
    }
    stem
}
