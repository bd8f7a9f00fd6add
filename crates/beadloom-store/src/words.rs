//! Full-text queries, and the words that FTS5 gets.

use beadloom_words::query_words;
pub use beadloom_words::{MAX_TERMS, split_identifiers, terms};

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

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

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

    fn index() -> Connection {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(
            "CREATE VIRTUAL TABLE t USING fts5(a, tokenize = 'porter unicode61', content = '',
                 contentless_delete = 1)",
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
            // Blocks of thousands that are all of one kind and have no other case: every sixteenth stands for them.
            let uniform = matches!(u32::from(c), 0x4e00..=0x9fff | 0xac00..=0xd7a3 | 0x1_7000..=0x1_8cff | 0x2_0000..=0x3_ffff);
            if uniform && u32::from(c) % 16 != 0 {
                continue;
            }
            let mut named = false;
            beadloom_words::each_name(c.encode_utf8(&mut [0; 4]), &mut |_| named = true);
            if !named {
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
}
