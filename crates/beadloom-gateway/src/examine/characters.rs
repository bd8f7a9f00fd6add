//! Characters that nobody sees, and letters that look like others.

use unicode_general_category::{GeneralCategory, get_general_category};

/// Characters around what was found, on each side.
const AROUND: usize = 60;

/// The first character of a text that nobody sees, as a sentence, with the text around it.
pub(super) fn invisible(text: &str) -> Option<(String, String)> {
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
pub(super) fn homoglyph(text: &str) -> Option<(String, String)> {
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
pub(super) fn looks_like(c: char) -> Option<char> {
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

/// A text as its reader understands it, in lower case: without what cannot be seen, with the letters that others look like, and single
/// spaces.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_whitespace() {
            // A line's end ends what it says, as a period does.
            let ends = c == '\n' && !plain.ends_with([' ', '.', ':', ',', '\n']);
            if ends {
                plain.push('.');
            }
            if !plain.ends_with(' ') {
                plain.push(' ');
            }
        } else if !is_invisible(c) && !matches!(c, '\u{ad}' | '\u{feff}') {
            plain.extend(looks_like(c).unwrap_or(c).to_lowercase());
        }
    }
    plain.replace(['\u{2018}', '\u{2019}'], "'").replace(['\u{201c}', '\u{201d}'], "\"")
}

/// The text around a place, with what cannot be seen written out.
pub(super) fn excerpt(text: &str, at: usize) -> String {
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
