//! What may have been meant where nothing was found.

use std::collections::BTreeSet;

use beadloom_model::Result;
use beadloom_store::{Store, words};

use crate::names::{allowed_distance, near};

/// Suggestions of one answer.
const OFFERED: usize = 5;

/// Words of a query that are looked at.
const MAX_WORDS: usize = 8;

/// Pieces of documents whose words are known.
const MAX_CHUNKS: usize = 1_000;

/// Names of symbols that are compared.
const MAX_NAMES: usize = 100_000;

/// Ids, symbol names and words of documents near the query's words: the whole query first, then word by word, at
/// most five. A name stands as it is written where it is defined.
pub(super) fn suggest(store: &Store, query: &str) -> Result<Vec<String>> {
    let ids = store.node_ids()?;
    let mut found: Vec<String> = Vec::new();
    let mut add = |names: Vec<&str>| {
        for name in names {
            if found.len() < OFFERED && !found.iter().any(|one| one.eq_ignore_ascii_case(name)) {
                found.push(crate::text::line(name));
            }
        }
    };
    add(near(query.trim(), ids.iter().map(String::as_str), OFFERED));

    let mut document_words: Option<BTreeSet<String>> = None;
    for word in query.split_whitespace().take(MAX_WORDS) {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let length = word.chars().count();
        if length < 3 {
            continue;
        }
        add(near(word, ids.iter().map(String::as_str), 2));
        let allowed = allowed_distance(length);
        let names = store.symbol_names(length.saturating_sub(allowed), length + allowed, MAX_NAMES)?;
        add(near(word, names.iter().map(String::as_str), 2));
        let known = match &document_words {
            Some(known) => known,
            None => document_words.insert(words_of_documents(store)?),
        };
        add(near(word, known.iter().map(String::as_str), 2));
    }
    Ok(found)
}

fn words_of_documents(store: &Store) -> Result<BTreeSet<String>> {
    let mut known = BTreeSet::new();
    for text in store.chunk_texts(MAX_CHUNKS)? {
        for word in words::split_identifiers(&text).split(' ') {
            if word.chars().nth(2).is_some() && !word.chars().all(char::is_numeric) {
                known.insert(word.to_lowercase());
            }
        }
    }
    Ok(known)
}
