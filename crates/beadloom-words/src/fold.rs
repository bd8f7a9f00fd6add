//! Letters beyond ASCII as they are compared, in the index and in the query alike: one way to write each, without the accents that
//! people leave out.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};

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
        'ς' => out.push('σ'),
        // Hamza and Madda on Alef, the final Ya, and the letters of Persian for the same; what only stretches a word.
        'آ' | 'أ' | 'إ' | 'ٱ' => out.push('ا'),
        'ى' | 'ی' => out.push('ي'),
        'ک' => out.push('ك'),
        'ـ' => {}
        'ם' => out.push('מ'),
        'ן' => out.push('נ'),
        'ץ' => out.push('צ'),
        'ף' => out.push('פ'),
        'ך' => out.push('כ'),
        // A vowel of Devanagari tells words apart: its sign is the letter.
        'ा' => out.push('आ'),
        'ि' => out.push('इ'),
        'ी' => out.push('ई'),
        'ु' => out.push('उ'),
        'ू' => out.push('ऊ'),
        'ृ' => out.push('ऋ'),
        'े' => out.push('ए'),
        'ै' => out.push('ऐ'),
        'ो' => out.push('ओ'),
        'ौ' => out.push('औ'),
        'ँ' | 'ं' => out.push('ङ'),
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
            ("μέγεθος", "μεγεθοσ"),
            ("ещё", "еще"),
            ("миграций", "миграций"),
            ("が", "が"),
            ("ｶﾞ", "ガ"),
            ("배포", "배포"),
            ("إعداد", "اعداد"),
            ("مـلـف", "ملف"),
            ("काम", "कआम"),
        ] {
            assert_eq!(letters(text), folded, "{text}");
        }
    }
}
