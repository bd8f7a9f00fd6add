//! How text becomes full-text words, in the index and in the query alike.
//!
//! A word is a run of letters and digits; `_`, `-` between such runs tie them into one name. A name is kept
//! whole (joined) and in its parts: camel humps, pieces between `_` and `-`, letters and digits apart. What
//! SQLite's `unicode61` tokenizer gets is therefore already cut: each word that comes out of here is exactly
//! one token to it, which a query over a table with `detail = 'column'` needs.

use std::collections::HashSet;

use unicode_general_category::{GeneralCategory, get_general_category};

/// Words are cut here, in characters: longer ones are data, not names.
const MAX_WORD: usize = 64;

/// A query's text is read up to here, in bytes.
const MAX_QUERY: usize = 8_192;

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

/// An FTS5 MATCH expression that finds what holds any of the query's words. Built, never pasted: quotes,
/// operators, `*`, `-x` and whatever else FTS5 would read as syntax are plain text. None where the query has
/// no word.
pub fn match_expression(query: &str) -> Option<String> {
    let words = query_words(query);
    if words.is_empty() {
        return None;
    }
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{}\"", word.replace('"', "\"\""))).collect();
    Some(quoted.join(" OR "))
}

/// As [`terms`], as written. SQLite folds the case of the query and of the index alike, but by older tables
/// than Rust's: a word that was folded here would miss the same word there.
fn query_words(query: &str) -> Vec<String> {
    let query = &query[..query.floor_char_boundary(MAX_QUERY)];
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
            if many.iter().map(String::len).sum::<usize>() <= MAX_WORD {
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

/// Where a word of more than [`MAX_WORD`] characters is cut.
fn cut(word: &str) -> usize {
    word.char_indices().nth(MAX_WORD).map_or(word.len(), |(at, _)| at)
}

/// Words of signatures that tell one definition from another in no language.
const SYNTAX: &[&str] = &[
    "abstract",
    "async",
    "class",
    "cls",
    "const",
    "def",
    "default",
    "enum",
    "export",
    "final",
    "fn",
    "func",
    "function",
    "impl",
    "interface",
    "let",
    "mut",
    "override",
    "private",
    "protected",
    "pub",
    "public",
    "readonly",
    "self",
    "static",
    "struct",
    "this",
    "trait",
    "type",
    "var",
    "void",
];

/// The words of a signature beyond the name, which has a column of its own, and beyond the language's own words:
/// parameters, types, defaults.
pub(crate) fn of_signature(signature: &str, name: &str) -> String {
    let words = match whole_word(signature, name) {
        Some(at) => {
            let (before, rest) = signature.split_at(at);
            let after = rest.get(name.len()..).unwrap_or("");
            split_identifiers(&format!("{before} {after}"))
        }
        None => split_identifiers(signature),
    };
    let mut out = String::with_capacity(words.len());
    for word in words.split(' ').filter(|word| !SYNTAX.contains(word)) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Where `word` stands in `text` with no letter, digit or `_` beside it.
fn whole_word(text: &str, word: &str) -> Option<usize> {
    let part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).map(|(at, _)| at).find(|at| {
        let before = text.get(..*at).and_then(|before| before.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|after| after.chars().next());
        !word.is_empty() && !before.is_some_and(part_of_name) && !after.is_some_and(part_of_name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

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
            ("naïve Ünïcode", "naïve Ünïcode"),
            ("e\u{301}te\u{301}", "ete"),
            ("支払い処理", "支払い処理 支払 払い い処 処理"),
            ("🎉 \0 \u{202e} \" * ()", ""),
            ("", ""),
        ] {
            assert_eq!(split_identifiers(text), words, "{text:?}");
        }
    }

    #[test]
    fn a_query_is_quoted_words_joined_by_or() {
        for (query, expression) in [
            ("a\"b", Some("\"b\"")),
            ("Ledger", Some("\"Ledger\"")),
            ("where are the retries decided", Some("\"retries\" OR \"decided\"")),
            ("AND", Some("\"AND\"")),
            ("-x", Some("\"x\"")),
            ("NEAR(x, y)", Some("\"NEAR\" OR \"x\" OR \"y\"")),
            ("name : foo*", Some("\"name\" OR \"foo\"")),
            ("foo foo FOO", Some("\"foo\"")),
            ("*", None),
            ("\0", None),
            ("🎉🎉", None),
            ("", None),
        ] {
            assert_eq!(match_expression(query).as_deref(), expression, "{query:?}");
        }
    }

    #[test]
    fn long_input_is_cut() {
        let many: String = (0..5_000).map(|n| format!("w{n}x ")).collect();
        assert_eq!(terms(&many).len(), MAX_TERMS);
        let long = "x".repeat(100_000);
        assert_eq!(split_identifiers(&long).len(), MAX_WORD);
        let wide = "é".repeat(100_000);
        assert!(match_expression(&wide).is_some());
        let tied = "ab-".repeat(50_000);
        assert!(split_identifiers(&tied).starts_with("ab ab "));
    }

    fn index() -> Connection {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(
            "CREATE VIRTUAL TABLE t USING fts5(a, tokenize = 'porter unicode61', content = '',
                 contentless_delete = 1, detail = 'column')",
        )
        .unwrap();
        conn
    }

    /// SQLite has Unicode tables of its own: no character may be one word here and two there, or be folded to one
    /// letter here and to another there.
    #[test]
    fn every_character_is_one_token_to_sqlite() {
        let conn = index();
        let mut asked: Vec<(i64, String)> = Vec::new();
        for c in '\0'..=char::MAX {
            if class(c) == Class::Other {
                continue;
            }
            let id = i64::from(u32::from(c)) + 1;
            // Alone, so that nothing else in the word can be found in its place; and between letters.
            asked.push((id, c.to_string()));
            asked.push((id + 0x0020_0000, format!("ka{c}ri")));
        }
        conn.execute_batch("BEGIN").unwrap();
        let mut insert = conn.prepare("INSERT INTO t (rowid, a) VALUES (?1, ?2)").unwrap();
        for (id, word) in &asked {
            insert.execute((id, split_identifiers(word))).unwrap();
        }
        conn.execute_batch("COMMIT").unwrap();
        let mut find = conn.prepare("SELECT COUNT(*) FROM t WHERE t MATCH ?1 AND rowid = ?2").unwrap();
        for (id, word) in &asked {
            let Some(expression) = match_expression(word) else { continue };
            let found: i64 = find.query_row((&expression, id), |row| row.get(0)).unwrap();
            assert_eq!(found, 1, "{word:?} ({:?}) is not found by itself", word.escape_unicode().to_string());
        }
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig {
            cases: 1_000,
            failure_persistence: None,
            ..proptest::prelude::ProptestConfig::default()
        })]

        #[test]
        fn no_query_is_an_error(query in proptest::prelude::any::<String>()) {
            let conn = index();
            conn.execute("INSERT INTO t (rowid, a) VALUES (1, ?1)", [split_identifiers(&query)]).unwrap();
            if let Some(expression) = match_expression(&query) {
                let found: i64 = conn
                    .query_row("SELECT COUNT(*) FROM t WHERE t MATCH ?1", [&expression], |row| row.get(0))
                    .unwrap();
                proptest::prop_assert_eq!(found, 1);
            }
        }
    }

    #[test]
    fn signatures_give_what_the_name_does_not() {
        for (signature, name, words) in [
            ("def post(self, amount: Money) -> None", "post", "amount Money None"),
            ("pub fn f(def: u8)", "f", "u8"),
            ("class Ledger(Base)", "Ledger", "Base"),
            ("export const f = (x) =>", "f", "x"),
            ("", "", ""),
        ] {
            assert_eq!(super::of_signature(signature, name), words, "{signature}");
        }
    }
}
