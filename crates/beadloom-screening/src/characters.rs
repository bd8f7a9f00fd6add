//! Characters that nobody sees, and letters that look like others.

use unicode_general_category::{GeneralCategory, get_general_category};
use unicode_normalization::UnicodeNormalization;

/// Characters around what was found, on each side.
const AROUND: usize = 60;

/// The first character of a text that nobody sees, as a sentence, with the text around it.
pub fn invisible(text: &str) -> Option<(String, String)> {
    if text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()) {
        return None;
    }
    let (mut before, mut in_flag) = (None, false);
    for (at, c) in text.char_indices() {
        // Flags of regions are spelled with characters of this kind, after a black flag.
        in_flag = c == '\u{1f3f4}' || in_flag && ('\u{e0020}'..='\u{e007f}').contains(&c);
        let after = text.get(at + c.len_utf8()..).unwrap_or_default();
        if is_invisible(c) && !in_flag && !is_joiner_in_place(c, before, after) {
            let what = format!("it has a character that nobody sees, U+{:04X}", u32::from(c));
            return Some((what, excerpt(text, at)));
        }
        before = Some(c);
    }
    None
}

fn is_invisible(c: char) -> bool {
    if c.is_ascii_whitespace() {
        return false;
    }
    match get_general_category(c) {
        GeneralCategory::Control | GeneralCategory::PrivateUse => true,
        // The soft hyphen and the byte order mark are what editors leave behind.
        GeneralCategory::Format => !matches!(c, '\u{ad}' | '\u{feff}'),
        // A blank of Braille, and letters of Hangul without a shape.
        _ if c == '\u{2800}' => true,
        _ => matches!(c, '\u{3164}' | '\u{115f}' | '\u{1160}' | '\u{ffa0}' | '\u{e0000}'..='\u{e01ef}'),
    }
}

/// Joiners belong between the parts of a picture, and between letters of scripts that join them.
fn is_joiner_in_place(c: char, before: Option<char>, after: &str) -> bool {
    let belongs = |c: Option<char>| c.is_some_and(|c| u32::from(c) >= 0x0590 && !is_invisible(c));
    match c {
        '\u{200c}' | '\u{200d}' => belongs(before) && belongs(after.chars().next()),
        // Marks of direction, which texts of both directions need.
        '\u{200e}' | '\u{200f}' => belongs(before) || belongs(after.chars().next()),
        _ => false,
    }
}

/// The first word of Latin letters with one among them that only looks like one.
pub fn homoglyph(text: &str) -> Option<(String, String)> {
    if text.is_ascii() {
        return None;
    }
    let mut begin = 0;
    for (at, word) in words(text, &mut begin) {
        let has_latin = word.chars().any(|c| c.is_ascii_alphabetic());
        let Some(odd) = word.chars().find(|c| looks_like(*c).is_some()) else { continue };
        // A letter of mathematics before or behind another one is what it is.
        if has_latin && word.chars().count() > 2 {
            let like = looks_like(odd).unwrap_or(odd);
            let what =
                format!("it has a word of mixed scripts: U+{:04X} looks like {like:?}", u32::from(odd));
            return Some((what, excerpt(text, at)));
        }
    }
    None
}

fn words<'a>(text: &'a str, begin: &'a mut usize) -> impl Iterator<Item = (usize, &'a str)> {
    text.split(|c: char| !c.is_alphabetic()).filter_map(move |word| {
        let at = text.get(*begin..)?.find(word).map_or(*begin, |found| *begin + found);
        *begin = at + word.len();
        (!word.is_empty()).then_some((at, word))
    })
}

/// The Latin letter that a letter of another script cannot be told from.
pub fn looks_like(c: char) -> Option<char> {
    const TABLE: &[(char, char)] = &[
        // Cyrillic.
        ('а', 'a'),
        ('е', 'e'),
        ('о', 'o'),
        ('р', 'p'),
        ('с', 'c'),
        ('у', 'y'),
        ('х', 'x'),
        ('і', 'i'),
        ('ј', 'j'),
        ('ѕ', 's'),
        ('ԁ', 'd'),
        ('һ', 'h'),
        ('ӏ', 'l'),
        ('ԛ', 'q'),
        ('ԝ', 'w'),
        ('ɡ', 'g'),
        ('А', 'A'),
        ('В', 'B'),
        ('Е', 'E'),
        ('К', 'K'),
        ('М', 'M'),
        ('Н', 'H'),
        ('О', 'O'),
        ('Р', 'P'),
        ('С', 'C'),
        ('Т', 'T'),
        ('У', 'Y'),
        ('Х', 'X'),
        ('І', 'I'),
        ('Ј', 'J'),
        ('Ѕ', 'S'),
        // Greek, but for letters that formulas use.
        ('ο', 'o'),
        ('ν', 'v'),
        ('ι', 'i'),
        ('κ', 'k'),
        ('υ', 'u'),
        ('Α', 'A'),
        ('Β', 'B'),
        ('Ε', 'E'),
        ('Ζ', 'Z'),
        ('Η', 'H'),
        ('Ι', 'I'),
        ('Κ', 'K'),
        ('Μ', 'M'),
        ('Ν', 'N'),
        ('Ο', 'O'),
        ('Ρ', 'P'),
        ('Τ', 'T'),
        ('Υ', 'Y'),
        ('Χ', 'X'),
        // Armenian, Cherokee.
        ('օ', 'o'),
        ('ս', 'u'),
        ('հ', 'h'),
        ('ո', 'n'),
        ('Ꭺ', 'A'),
        ('Ꭼ', 'E'),
        ('Ꮋ', 'H'),
        ('Ꮪ', 'S'),
        ('Ꭲ', 'T'),
    ];
    if c.is_ascii() {
        return None;
    }
    if let Some(offset) = u32::from(c).checked_sub(0xff21).filter(|offset| *offset < 0x3a) {
        // Letters as wide as ideographs.
        return char::from_u32(0x41 + offset).filter(char::is_ascii_alphabetic);
    }
    TABLE.iter().find(|(odd, _)| *odd == c).map(|(_, like)| *like)
}

/// A text as words of tables are compared with it: in lower case, without accents, in the plain forms of letters and quotes.
pub(crate) fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let bare = text.nfkd().filter(|c| !('\u{300}'..='\u{36f}').contains(c));
    bare.nfc()
        .flat_map(char::to_lowercase)
        .map(|c| match c {
            '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{02bc}' => '\'',
            '\u{201c}'..='\u{201f}' | '«' | '»' | '「' | '」' | '『' | '』' => '"',
            '\u{2010}'..='\u{2015}' => '-',
            other => other,
        })
        .collect()
}

/// A text without what cannot be seen; letters that look like Latin ones are Latin in words that have others. `everywhere`: in all
/// words.
pub(crate) fn seen(text: &str, everywhere: bool) -> String {
    if text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()) {
        return text.to_owned();
    }
    let mut seen = String::with_capacity(text.len());
    let mut word = String::new();
    let finish = |word: &mut String, seen: &mut String| {
        if everywhere || word.chars().any(|c| c.is_ascii_alphabetic()) {
            seen.extend(word.chars().map(|c| looks_like(c).unwrap_or(c)));
        } else {
            seen.push_str(word);
        }
        word.clear();
    };
    for c in text.chars() {
        if is_invisible(c) || matches!(c, '\u{ad}' | '\u{feff}') {
            continue;
        }
        if c.is_alphabetic() {
            word.push(c);
        } else {
            finish(&mut word, &mut seen);
            seen.push(c);
        }
    }
    finish(&mut word, &mut seen);
    seen
}

/// A text as its reader understands it, in lower case: without what cannot be seen, with the letters that others look like, and single
/// spaces.
pub fn plain(text: &str) -> String {
    folded(&seen(text, true)).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text around a place, with what cannot be seen written out.
pub fn excerpt(text: &str, at: usize) -> String {
    let from =
        text.get(..at).unwrap_or_default().char_indices().rev().nth(AROUND).map_or(0, |(from, _)| from);
    let mut shown = String::new();
    for c in text.get(from..).unwrap_or_default().chars().take(2 * AROUND) {
        if c.is_whitespace() {
            shown.push(' ');
        } else if is_invisible(c) || matches!(c, '\u{ad}' | '\u{feff}') {
            shown.push_str(&format!("<U+{:04X}>", u32::from(c)));
        } else {
            shown.push(c);
        }
        if shown.chars().count() > 150 {
            break;
        }
    }
    shown.trim().to_owned()
}
