//! Words beyond ASCII as they are compared, in the index and in the query alike: one way to write each letter, without the
//! accents and endings that people leave out.

use std::cell::RefCell;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};

/// Shorter Russian words have no ending to lose, in characters.
const MIN_STEMMED_CHARS: usize = 4;

/// What is left of a Korean word without its particle has so many syllables at least.
const MIN_NOUN_CHARS: usize = 2;

/// Particles of Korean, longer ones before those that they end with, and what the syllable before one ends with.
const PARTICLES: &[(&str, Before)] = &[
    ("에서부터", Before::Any),
    ("으로부터", Before::Consonant),
    ("에게서", Before::Any),
    ("이라도", Before::Consonant),
    ("에서는", Before::Any),
    ("에서", Before::Any),
    ("에게", Before::Any),
    ("에는", Before::Any),
    ("한테", Before::Any),
    ("께서", Before::Any),
    ("부터", Before::Any),
    ("까지", Before::Any),
    ("처럼", Before::Any),
    ("보다", Before::Any),
    ("마다", Before::Any),
    ("조차", Before::Any),
    ("하고", Before::Any),
    ("으로", Before::Consonant),
    ("이나", Before::Consonant),
    ("이랑", Before::Consonant),
    ("라도", Before::Vowel),
    ("을", Before::Consonant),
    ("은", Before::Consonant),
    ("이", Before::Consonant),
    ("과", Before::Consonant),
    ("를", Before::Vowel),
    ("는", Before::Vowel),
    ("가", Before::Vowel),
    ("와", Before::Vowel),
    ("로", Before::Liquid),
    ("랑", Before::Vowel),
    ("의", Before::Any),
    ("에", Before::Any),
    ("도", Before::Any),
    ("만", Before::Any),
];

/// What the syllable before a particle ends with.
#[derive(Clone, Copy)]
enum Before {
    Any,
    Consonant,
    Vowel,
    /// A vowel, or ㄹ.
    Liquid,
}

thread_local! {
    static RUSSIAN: RefCell<Stemmer> = RefCell::new(Stemmer::create(Algorithm::Russian));
}

/// The letters of a name as they are compared: full-width ones and ligatures as the plain ones, Latin and Greek without accents.
/// Case is kept.
pub(crate) fn letters(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars().flat_map(plain).nfc() {
        letter(c, &mut out);
    }
    out
}

/// The plain letters that a character stands for; itself where it stands for signs, too, as `½` does.
fn plain(c: char) -> impl Iterator<Item = char> {
    let parts = std::iter::once(c).nfkd();
    let is_word = parts.clone().all(|part| part.is_alphanumeric() || is_combining_mark(part));
    let (whole, parts) = if is_word { (None, Some(parts)) } else { (Some(c), None) };
    whole.into_iter().chain(parts.into_iter().flatten())
}

fn letter(c: char, out: &mut String) {
    match c {
        '\0'..='\u{7f}' => out.push(c),
        'ß' => out.push_str("ss"),
        'ẞ' => out.push_str("SS"),
        'æ' => out.push_str("ae"),
        'Æ' => out.push_str("Ae"),
        'œ' => out.push_str("oe"),
        'Œ' => out.push_str("Oe"),
        'ø' => out.push('o'),
        'Ø' => out.push('O'),
        'ł' => out.push('l'),
        'Ł' => out.push('L'),
        'đ' | 'ð' => out.push('d'),
        'Đ' | 'Ð' => out.push('D'),
        'ı' => out.push('i'),
        'ё' => out.push('е'),
        'Ё' => out.push('Е'),
        // The marks of other scripts make other letters: й, が.
        '\u{c0}'..='\u{24f}' | '\u{370}'..='\u{3ff}' | '\u{1e00}'..='\u{1fff}' => {
            decompose_canonical(c, |part| {
                if !is_combining_mark(part) {
                    out.push(part);
                }
            });
        }
        _ => out.push(c),
    }
}

/// A word of these letters as it is compared: Russian without its ending, in small letters; Korean without its particle.
pub(crate) fn word(word: &str) -> Option<String> {
    let first = word.chars().next()?;
    match first {
        'а'..='я' | 'А'..='Я' if word.chars().all(|c| matches!(c, 'а'..='я' | 'А'..='Я')) => {
            let small = word.to_lowercase();
            let stems = small.chars().count() >= MIN_STEMMED_CHARS;
            stems.then(|| RUSSIAN.with_borrow(|stemmer| stemmer.stem(&small).into_owned()))
        }
        '가'..='힣' => noun(word).map(str::to_owned),
        _ => None,
    }
}

/// A Korean word without its particle; None where it has none.
fn noun(word: &str) -> Option<&str> {
    if !word.chars().all(|c| matches!(c, '가'..='힣')) {
        return None;
    }
    PARTICLES.iter().find_map(|(particle, before)| {
        let noun = word.strip_suffix(particle)?;
        let last = noun.chars().next_back()?;
        // The last consonant of a syllable; 0: none, 8: ㄹ.
        let end = (u32::from(last) - u32::from('가')) % 28;
        let fits = match before {
            Before::Any => true,
            Before::Consonant => end != 0,
            Before::Vowel => end == 0,
            Before::Liquid => end == 0 || end == 8,
        };
        (fits && noun.chars().count() >= MIN_NOUN_CHARS).then_some(noun)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_one_form() {
        for (text, folded) in [
            ("autenticação", "autenticacao"),
            ("Müller", "Muller"),
            ("Ｃｌｏｕｄｆｌａｒｅ", "Cloudflare"),
            ("Straße", "Strasse"),
            ("e\u{301}te\u{301}", "ete"),
            ("ﬁle", "file"),
            ("Łódź", "Lodz"),
            ("μέγεθος", "μεγεθος"),
            ("ещё", "еще"),
            ("миграций", "миграций"),
            ("が", "が"),
            ("ｶﾞ", "ガ"),
            ("배포", "배포"),
        ] {
            assert_eq!(letters(text), folded, "{text}");
        }
    }

    #[test]
    fn endings_are_left_out() {
        for (a, b) in [
            ("миграции", "миграций"),
            ("проверки", "проверка"),
            ("마이그레이션을", "마이그레이션"),
            ("서비스를", "서비스"),
            ("서버에서", "서버"),
            ("파일로", "파일"),
            ("설정으로", "설정"),
        ] {
            let of = |text: &str| word(text).unwrap_or_else(|| text.to_owned());
            assert_eq!(of(a), of(b), "{a} {b}");
        }
        // Not a particle there, or nothing would be left.
        for whole in ["나이", "서버", "회의", "속도", "в", "的"] {
            assert_eq!(word(whole), None, "{whole}");
        }
    }
}
