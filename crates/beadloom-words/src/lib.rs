//! How text becomes words, in the index and in the query alike.
//!
//! A word is a run of letters and digits; `_`, `-` between such runs tie them into one name. A name is kept
//! whole (joined) and in its parts: camel humps, pieces between `_` and `-`, letters and digits apart. What
//! SQLite's `unicode61` tokenizer gets is therefore already cut: each word that comes out of here is exactly
//! one token to it: no word of a query is a phrase.
//!
//! What is written in several ways is one word: full-width letters, accents, `ß` (`fold.rs`), and plurals, cases, articles and particles
//! of other languages than English (`forms/`).
//!
//! [`Terms`] goes one step further, for code and for static embeddings: lower case, and English endings off.

mod ascii;
pub mod bm25;
mod fold;
mod forms;
mod letters;
mod terms;

pub use letters::{bigram_mask, fold_name};
pub use terms::Terms;

use std::borrow::Cow;
use std::collections::HashSet;

use crate::ascii::MAX_WORD_CHARS;
use unicode_general_category::{GeneralCategory, get_general_category};

/// A query's text is read up to here, in bytes.
const MAX_QUERY_BYTES: usize = 8_192;

/// A query has at most this many different terms.
pub const MAX_TERMS: usize = 64;

/// Words that say nothing about what is looked for. Dropped from a query unless nothing else is left.
const STOP_WORDS: &[&str] = &[
    "a", "about", "all", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could",
    "did", "do", "does", "for", "from", "had", "has", "have", "how", "i", "if", "in", "into", "is", "it",
    "its", "me", "my", "no", "not", "of", "on", "or", "our", "should", "so", "some", "than", "that", "the",
    "their", "them", "then", "there", "these", "they", "this", "those", "to", "was", "we", "were", "what",
    "when", "where", "which", "who", "why", "will", "with", "would", "you", "your",
];

/// What a character is to a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Lower,
    Upper,
    Digit,
    /// A letter of a script that is written without spaces.
    Ideograph,
    /// Belongs to the letter before it and is not compared: accents, vowel signs, joiners.
    Mark,
    /// `_` or `-`.
    Tie,
    Other,
}

fn class(c: char) -> Class {
    if c.is_ascii() {
        return match c {
            'a'..='z' => Class::Lower,
            'A'..='Z' => Class::Upper,
            '0'..='9' => Class::Digit,
            '_' | '-' => Class::Tie,
            _ => Class::Other,
        };
    }
    // New Tai Lue vowels and two Vedic signs became letters after SQLite's tables were made.
    if matches!(c, '\u{19b0}'..='\u{19c0}' | '\u{19c8}'..='\u{19c9}' | '\u{1cf2}'..='\u{1cf3}') {
        return Class::Mark;
    }
    match get_general_category(c) {
        GeneralCategory::UppercaseLetter | GeneralCategory::TitlecaseLetter => Class::Upper,
        GeneralCategory::OtherLetter if is_ideograph(c) => Class::Ideograph,
        // What stretches a vowel of Katakana.
        GeneralCategory::ModifierLetter if c == 'ー' => Class::Ideograph,
        GeneralCategory::LowercaseLetter | GeneralCategory::ModifierLetter | GeneralCategory::OtherLetter => {
            Class::Lower
        }
        GeneralCategory::DecimalNumber | GeneralCategory::LetterNumber | GeneralCategory::OtherNumber => {
            Class::Digit
        }
        GeneralCategory::NonspacingMark | GeneralCategory::SpacingMark | GeneralCategory::EnclosingMark => {
            Class::Mark
        }
        _ if matches!(c, '\u{200c}' | '\u{200d}') => Class::Mark,
        _ => Class::Other,
    }
}

fn is_ideograph(c: char) -> bool {
    matches!(u32::from(c), 0x0e00..=0x0eff | 0x3040..=0x30ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff
        | 0x20000..=0x3ffff)
}

/// Whether a word, in lower case, says nothing about what is looked for.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(&word)
}

/// The words of `text`, separated by spaces, each name whole and in its parts:
/// `parseHTTPHeader` gives `parseHTTPHeader parse HTTP Header`, `src/db_pool.py` gives
/// `src dbpool db pool py`. Case is kept; the index folds it.
pub fn split_identifiers(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 2);
    each_word(text, &mut |word| {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    });
    out
}

/// The different words that a query looks for, in lower case, in the order of appearance: at most
/// [`MAX_TERMS`], without stop words unless there is nothing else.
pub fn terms(query: &str) -> Vec<String> {
    query_words(query).into_iter().map(|word| word.to_lowercase()).collect()
}

/// As [`terms`], as written. SQLite folds the case of the query and of the index alike, but by older tables
/// than Rust's: a word that was folded here would miss the same word there.
pub fn query_words(query: &str) -> Vec<String> {
    let query = &query[..query.floor_char_boundary(MAX_QUERY_BYTES)];
    let mut seen = HashSet::new();
    let mut found: Vec<(String, bool)> = Vec::new();
    let stop: HashSet<&str> = STOP_WORDS.iter().copied().collect();
    each_word(query, &mut |word| {
        let folded = word.to_lowercase();
        let stops = stop.contains(folded.as_str());
        if seen.insert(folded) {
            found.push((word.to_owned(), stops));
        }
    });
    if found.iter().any(|(_, stops)| !stops) {
        found.retain(|(_, stops)| !stops);
    }
    found.truncate(MAX_TERMS);
    found.into_iter().map(|(word, _)| word).collect()
}

/// Calls `emit` with every word: wholes before their parts, in the order of the text.
fn each_word(text: &str, emit: &mut dyn FnMut(&str)) {
    each_name(text, &mut |name| words_of_name(name, emit));
}

/// Calls `emit` with every longest run of characters that may belong to one name: what [`words_of_name`] makes words
/// of. Different texts of a project have most of their names in common, so what a name gives is worth keeping.
pub fn each_name(text: &str, emit: &mut dyn FnMut(&str)) {
    if text.is_ascii() { ascii::each_name(text, emit) } else { each_name_of_any(text, emit) }
}

fn each_name_of_any(text: &str, emit: &mut dyn FnMut(&str)) {
    let mut start = None;
    for (at, c) in text.char_indices() {
        match (class(c), start) {
            (Class::Other, Some(from)) => {
                emit(&text[from..at]);
                start = None;
            }
            (Class::Other, None) | (_, Some(_)) => {}
            (_, None) => start = Some(at),
        }
    }
    if let Some(from) = start {
        emit(&text[from..]);
    }
}

/// Calls `emit` with every word of a name, as [`each_name`] gives it: wholes before their parts.
pub fn words_of_name(text: &str, emit: &mut dyn FnMut(&str)) {
    if text.is_ascii() { ascii::words_of_name(text, emit) } else { words_of_any_name(text, emit) }
}

fn words_of_any_name(text: &str, emit: &mut dyn FnMut(&str)) {
    let marks = forms::Marks::of(text);
    let folded = if text.is_ascii() { Cow::Borrowed(text) } else { Cow::Owned(fold::letters(text)) };
    let text = &*folded;
    let emit: &mut dyn FnMut(&str) = &mut |word| match forms::word(word, marks) {
        Some(bare) => emit(&bare),
        None => emit(word),
    };
    // Pieces of the name at hand: runs of letters and digits, without marks.
    let mut name: Vec<String> = Vec::new();
    let mut piece = String::new();
    let mut tied = false;
    for c in text.chars() {
        match class(c) {
            Class::Lower | Class::Upper | Class::Digit | Class::Ideograph => {
                tied = false;
                piece.push(c);
            }
            Class::Mark => {}
            // One tie between two runs holds them together; two do not, nor does one at an end.
            Class::Tie if !piece.is_empty() && !tied => {
                tied = true;
                name.push(std::mem::take(&mut piece));
            }
            Class::Tie | Class::Other => {
                finish(&mut name, &mut piece, emit);
                tied = false;
            }
        }
    }
    finish(&mut name, &mut piece, emit);
}

fn finish(name: &mut Vec<String>, piece: &mut String, emit: &mut dyn FnMut(&str)) {
    if !piece.is_empty() {
        name.push(std::mem::take(piece));
    }
    match name.as_slice() {
        [] => return,
        [one] => emit_piece(one, true, emit),
        many => {
            if many.iter().map(String::len).sum::<usize>() <= MAX_WORD_CHARS {
                emit(&many.concat());
            }
            for piece in many {
                emit_piece(piece, piece.chars().nth(1).is_some(), emit);
            }
        }
    }
    name.clear();
}

/// A run of letters and digits: whole if `whole`, and its humps if it has several.
fn emit_piece(piece: &str, whole: bool, emit: &mut dyn FnMut(&str)) {
    if whole {
        emit(&piece[..cut(piece)]);
    }
    let chars: Vec<(usize, char, Class)> = piece.char_indices().map(|(at, c)| (at, c, class(c))).collect();
    if chars.iter().any(|(_, _, class)| *class == Class::Ideograph) {
        // Scripts without spaces are found by pairs of neighbours.
        for pair in chars.windows(2) {
            if let [(_, a, Class::Ideograph), (_, b, Class::Ideograph)] = pair {
                emit(&String::from_iter([*a, *b]));
            }
        }
        return;
    }
    let mut start = 0;
    let mut humps: Vec<&str> = Vec::new();
    for index in 1..chars.len() {
        let (Some((_, _, before)), Some((at, _, here))) = (chars.get(index - 1), chars.get(index)) else {
            break;
        };
        let after = chars.get(index + 1).map(|(_, _, class)| *class);
        let breaks = match (before, here) {
            (Class::Lower, Class::Upper) => true,
            // The last capital of a run begins the next hump: HTTPHeader is HTTP and Header.
            (Class::Upper, Class::Upper) => after == Some(Class::Lower),
            (Class::Digit, Class::Digit) => false,
            (Class::Digit, _) | (_, Class::Digit) => true,
            _ => false,
        };
        if breaks {
            humps.push(&piece[start..*at]);
            start = *at;
        }
    }
    if humps.is_empty() {
        return;
    }
    humps.push(&piece[start..]);
    for hump in humps {
        if hump.chars().nth(1).is_some() {
            emit(&hump[..cut(hump)]);
        }
    }
}

/// Where a word of more than [`MAX_WORD_CHARS`] characters is cut.
fn cut(word: &str) -> usize {
    word.char_indices().nth(MAX_WORD_CHARS).map_or(word.len(), |(at, _)| at)
}

/// The lines of a text, as [`str::lines`] gives them; found several times as fast.
pub fn lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::with_capacity(text.len() / 32);
    let mut from = 0;
    for end in memchr::memchr_iter(b'\n', text.as_bytes()) {
        let line = text.get(from..end).unwrap_or("");
        lines.push(line.strip_suffix('\r').unwrap_or(line));
        from = end + 1;
    }
    lines.extend(text.get(from..).filter(|last| !last.is_empty()));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_standard_library() {
        for text in ["", "\n", "a", "a\n", "a\r\nb\r", "\r\n\n\r\r\nü\n\nend", "\r", "x\ny\r\n"] {
            assert_eq!(super::lines(text), text.lines().collect::<Vec<_>>(), "{text:?}");
        }
    }

    #[test]
    fn names_are_kept_whole_and_in_parts() {
        for (text, words) in [
            ("parseHTTPHeader", "parseHTTPHeader parse HTTP Header"),
            ("parse_http_header", "parsehttpheader parse http header"),
            ("FEAT-7", "FEAT7 FEAT"),
            ("src/db_pool.py", "src dbpool db pool py"),
            ("Ledger.post(amount: i64)", "Ledger post amount i64 64"),
            ("__init__", "init"),
            ("a--b -x", "a b x"),
            ("utf8 IOError", "utf8 utf IOError IO Error"),
            ("naïve Ünïcode", "naive Unicode"),
            ("Ｃｌｏｕｄ Straße", "Cloud Strass"),
            ("проверки миграций", "проверк миграц"),
            ("마이그레이션을", "마이그레이션"),
            ("e\u{301}te\u{301}", "ete"),
            ("支払い処理", "支払い処理 支払 払い い処 処理"),
            ("🎉 \0 \u{202e} \" * ()", ""),
            ("", ""),
        ] {
            assert_eq!(split_identifiers(text), words, "{text:?}");
        }
    }

    #[test]
    fn long_input_is_cut() {
        let many: String = (0..5_000).map(|n| format!("w{n}x ")).collect();
        assert_eq!(terms(&many).len(), MAX_TERMS);
        let long = "x".repeat(100_000);
        assert_eq!(split_identifiers(&long).len(), MAX_WORD_CHARS);
        let tied = "ab-".repeat(50_000);
        assert!(split_identifiers(&tied).starts_with("ab ab "));
    }
}
