//! The ways in which a model may read a text: as it stands, without the marks of a markup language, with digits as letters, and so on.

use crate::characters::{folded, looks_like, seen};

/// Letters one by one, so many in a row, are a word that was spread.
const MIN_SPREAD_ITEMS: usize = 4;

/// A text as it may be read.
pub(crate) struct Reading {
    /// Folded; line ends that end a sentence are kept.
    pub text: String,
    /// Whether the borders of its words are lost.
    pub is_loose: bool,
}

/// All of them, the text itself first; none twice.
pub(crate) fn readings(text: &str) -> Vec<Reading> {
    let base = seen(text, false);
    let mut all: Vec<Reading> = Vec::new();
    let mut add = |text: String, is_loose: bool| {
        if !all.iter().any(|one| one.text == text) {
            all.push(Reading { text, is_loose });
        }
    };
    let plain = folded(&base);
    add(lines_joined(&plain, false), false);
    let bare = without_markup(&entities(&base));
    let bare = folded(&bare);
    add(lines_joined(&bare, false), false);
    add(lines_joined(&bare, true), false);
    if text.chars().any(|c| looks_like(c).is_some()) && text.chars().any(|c| c.is_ascii_alphabetic()) {
        add(lines_joined(&folded(&without_markup(&seen(text, true))), false), false);
    }
    for one in ['i', 'l'] {
        if let Some(read) = digits_as_letters(&bare, one) {
            add(lines_joined(&read, false), false);
        }
    }
    if let Some((read, is_loose)) = gathered(&bare) {
        add(lines_joined(&read, true), is_loose);
    }
    all
}

/// With single spaces; `joins`: with one in place of each line end, for a sentence that was spread over lines.
fn lines_joined(text: &str, joins: bool) -> String {
    let mut joined = String::with_capacity(text.len());
    for line in text.lines() {
        if !joined.is_empty() && !joined.ends_with('\n') {
            joined.push(if joins { ' ' } else { '\n' });
        }
        let mut is_first = true;
        for word in line.split_whitespace() {
            if !is_first {
                joined.push(' ');
            }
            joined.push_str(word);
            is_first = false;
        }
    }
    joined
}

/// Numeric references to characters, as the characters.
fn entities(text: &str) -> String {
    if !text.contains("&#") {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("&#") {
        out.push_str(rest.get(..at).unwrap_or_default());
        let code = rest.get(at + 2..).unwrap_or_default();
        let end = code.char_indices().take(9).find(|(_, c)| *c == ';').map(|(end, _)| end);
        let number = end.and_then(|end| code.get(..end)).and_then(|digits| {
            let hexadecimal = digits.strip_prefix(['x', 'X']);
            hexadecimal.map_or_else(|| digits.parse().ok(), |digits| u32::from_str_radix(digits, 16).ok())
        });
        match (number.and_then(char::from_u32), end) {
            (Some(c), Some(end)) => {
                out.push(c);
                rest = code.get(end + 1..).unwrap_or_default();
            }
            _ => {
                out.push_str("&#");
                rest = code;
            }
        }
    }
    out + rest
}

/// Without emphasis, tags and the signs of comments; the words stay.
fn without_markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let chars: Vec<char> = text.chars().collect();
    let at = |place: usize| chars.get(place).copied();
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut place = 0;
    while let Some(c) = at(place) {
        let before = place.checked_sub(1).and_then(at);
        let rest = || chars.get(place..).unwrap_or_default();
        if rest().starts_with(&['<', '!', '-', '-']) {
            place += 4;
            continue;
        }
        if rest().starts_with(&['-', '-', '>']) {
            place += 3;
            continue;
        }
        if c == '<' && at(place + 1).is_some_and(|c| c == '/' || c.is_ascii_alphabetic()) {
            let end = rest().iter().take(120).position(|c| *c == '>');
            if let Some(end) = end {
                place += end + 1;
                continue;
            }
        }
        // Signs of emphasis; one inside of a name is a part of it.
        let is_emphasis =
            matches!(c, '*' | '`' | '~') || c == '_' && !(is_word(before) && is_word(at(place + 1)));
        let is_quoting = matches!(c, '>' | '|' | '#') && before.is_none_or(|c| c == '\n' || c == ' ');
        if !is_emphasis && !is_quoting {
            out.push(c);
        }
        place += 1;
    }
    out
}

/// Digits and signs inside of words, as the letters that they look like; None where no word has any.
fn digits_as_letters(text: &str, one: char) -> Option<String> {
    let letter = |c: char| match c {
        '0' => Some('o'),
        '1' | '!' => Some(one),
        '3' => Some('e'),
        '4' | '@' => Some('a'),
        '5' | '$' => Some('s'),
        '7' => Some('t'),
        _ => None,
    };
    let mut read = String::with_capacity(text.len());
    let mut is_changed = false;
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        let core = word.trim_end_matches(['!', '.', ',']);
        let letters = core.chars().filter(|c| c.is_alphabetic()).count();
        let signs = core.chars().filter(|c| letter(*c).is_some()).count();
        let is_word = core.chars().all(|c| c.is_alphabetic() || letter(c).is_some());
        if is_word && signs > 0 && letters > 0 && letters + 2 > signs {
            is_changed = true;
            read.extend(core.chars().map(|c| letter(c).unwrap_or(c)));
            read.push_str(piece.get(core.len()..).unwrap_or_default());
        } else {
            read.push_str(piece);
        }
    }
    is_changed.then_some(read)
}

/// Words whose letters stand one by one, put together. Where nothing tells one word from the next, their borders are lost.
fn gathered(text: &str) -> Option<(String, bool)> {
    let chars: Vec<char> = text.chars().collect();
    let at = |place: usize| chars.get(place).copied();
    let is_between = |c: char| matches!(c, ' ' | '-' | '.' | '_' | '*' | '/' | '\t' | '\u{a0}' | '·');
    let mut out = String::with_capacity(text.len());
    let (mut place, mut is_changed, mut is_loose) = (0, false, false);
    while let Some(c) = at(place) {
        let begins = place.checked_sub(1).and_then(at).is_none_or(|c| !c.is_alphanumeric());
        if !(begins && c.is_alphanumeric()) {
            out.push(c);
            place += 1;
            continue;
        }
        // Letter, sign, letter, sign …
        let mut letters = vec![c];
        let mut end = place + 1;
        let sign = at(end).filter(|c| is_between(*c));
        while let (Some(sign), Some(next)) = (sign, at(end + 1)) {
            if at(end) != Some(sign)
                || !next.is_alphanumeric()
                || at(end + 2).is_some_and(char::is_alphanumeric)
            {
                break;
            }
            letters.push(next);
            end += 2;
        }
        if letters.len() >= MIN_SPREAD_ITEMS || letters.len() > 1 && is_changed {
            is_changed = true;
            // More than any word has: several ran together.
            is_loose |= letters.len() > 16;
            out.extend(&letters);
            place = end;
        } else {
            while let Some(c) = at(place).filter(|c| c.is_alphanumeric()) {
                out.push(c);
                place += 1;
            }
        }
    }
    is_changed.then_some((out, is_loose))
}
