//! Characters that nobody sees, and letters that look like others.

use unicode_general_category::{GeneralCategory, get_general_category};

/// Characters around what was found, on each side.
const AROUND: usize = 60;

/// The first character of a text that nobody sees, as a sentence, with the text around it.
pub(super) fn invisible(text: &str) -> Option<(String, String)> {
    let mut before = None;
    for (at, c) in text.char_indices() {
        if is_invisible(c)
            && !is_joiner_in_place(c, before, text.get(at + c.len_utf8()..).unwrap_or_default())
        {
            let what = format!("a character that nobody sees: U+{:04X}", u32::from(c));
            return Some((what, excerpt(text, at)));
        }
        before = Some(c);
    }
    None
}

fn is_invisible(c: char) -> bool {
    if matches!(c, '\n' | '\r' | '\t') {
        return false;
    }
    match get_general_category(c) {
        GeneralCategory::Control | GeneralCategory::PrivateUse => true,
        // The soft hyphen and the byte order mark are what editors leave behind.
        GeneralCategory::Format => !matches!(c, '\u{ad}' | '\u{feff}'),
        GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator => false,
        _ => matches!(c, '\u{3164}' | '\u{115f}' | '\u{1160}' | '\u{ffa0}' | '\u{e0100}'..='\u{e01ef}'),
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
        if shown.len() > 150 {
            break;
        }
    }
    shown.trim().to_owned()
}
