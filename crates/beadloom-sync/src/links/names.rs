//! What a document says that may name something of the project, before it is known what the project has.

use std::collections::BTreeMap;

use beadloom_model::CompactSort as _;
use beadloom_model::prose::{DocumentNames, Headings, is_fence_like_underline};
use beadloom_words::is_stop_word;
use rustc_hash::FxHashMap;

use super::routes::each_route;
use super::titles::words;
use super::vocabulary::{MIN_WORD_CHARS, is_telling};
use crate::tokens::{each_token, is_quoted};

/// Bytes of a document that are read.
const MAX_BYTES: usize = 400 << 10;

/// Bytes of a line that is read.
const MAX_LINE_BYTES: usize = 5_000;

/// Names of a document that are kept, and bytes of one.
const MAX_NAMES: usize = 4_000;
const MAX_NAME_BYTES: usize = 200;

/// Lines that are kept of a name.
const MAX_LINES: usize = 16;

/// Words that are kept, and how often the text has one, at least.
const MAX_WORDS: usize = 40;
const MIN_COUNT: u32 = 3;

/// Bytes of the text of a heading that are kept.
const MAX_HEADING_BYTES: usize = 300;

/// The names and the headings of a document, from its text.
pub fn names_in(text: &str) -> DocumentNames {
    let text = text.get(..text.floor_char_boundary(MAX_BYTES)).unwrap_or(text);
    let lines: Vec<&str> = text.lines().collect();
    let mut names: Vec<(String, Vec<u32>)> = Vec::new();
    let mut known: FxHashMap<&str, usize> = FxHashMap::default();
    let mut routes: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let mut is_fenced = false;
    for (number, line) in (1..).zip(&lines) {
        let line = line.get(..line.floor_char_boundary(MAX_LINE_BYTES)).unwrap_or(line);
        let start = line.trim_start();
        let above =
            (number as usize).checked_sub(2).and_then(|above| lines.get(above)).copied().unwrap_or_default();
        let is_title = !is_fenced && is_fence_like_underline(line, above);
        is_fenced ^= !is_title && (start.starts_with("```") || start.starts_with("~~~"));
        each_route(line, &mut |route| {
            let lines = routes.entry(route).or_default();
            if lines.len() < MAX_LINES && lines.last() != Some(&number) {
                lines.push(number);
            }
        });
        let has_quotes = !is_fenced && line.contains('`');
        let mut path = 0..0;
        each_token(line, &mut |token| {
            // The name of a file says no more than its path, which it is a part of.
            let start = token.as_ptr() as usize;
            if token.contains('/') {
                path = start..start + token.len();
            } else if token.contains('.') && path.contains(&start) {
                return;
            }
            if let Some((_, of_name)) = known.get(token).and_then(|at| names.get_mut(*at)) {
                if of_name.len() < MAX_LINES && of_name.last() != Some(&number) {
                    of_name.push(number);
                }
                return;
            }
            // A word is a name where it stands between backticks.
            let is_name = token.contains('/')
                || is_telling(token)
                || has_quotes && token.chars().count() >= MIN_WORD_CHARS && is_quoted(line, token);
            if is_name && names.len() < MAX_NAMES && token.len() <= MAX_NAME_BYTES {
                known.insert(token, names.len());
                names.push((token.to_owned(), vec![number]));
            }
        });
    }
    names.extend(routes.into_iter().take(MAX_NAMES.saturating_sub(names.len())));
    let headings = Headings::of(&lines);
    let words = most_frequent_words(text);
    let title = cut(&title(&lines, &headings));
    let headings = headings.all.iter().map(|heading| (heading.line, cut(&heading.text))).collect();
    DocumentNames { title, lines: u32::try_from(lines.len()).unwrap_or(u32::MAX), headings, names, words }
}

/// The words that a text has most, and how often, the most frequent first: in lower case and without the ending of a plural.
fn most_frequent_words(text: &str) -> Vec<(String, u32)> {
    let mut counts: FxHashMap<String, u32> = FxHashMap::default();
    for word in words(text) {
        if word.chars().count() >= MIN_WORD_CHARS - 1 && !is_stop_word(&word) {
            *counts.entry(word).or_default() += 1;
        }
    }
    let mut most: Vec<(String, u32)> = counts.into_iter().filter(|(_, count)| *count >= MIN_COUNT).collect();
    most.compact_sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    most.truncate(MAX_WORDS);
    most
}

fn cut(text: &str) -> String {
    text.get(..text.floor_char_boundary(MAX_HEADING_BYTES)).unwrap_or(text).to_owned()
}

/// The title in front matter, else the first heading.
fn title(lines: &[&str], headings: &Headings) -> String {
    let front = lines.first().is_some_and(|line| line.trim_end() == "---");
    let of_front = || {
        let head = lines.iter().skip(1).take(40).take_while(|line| line.trim_end() != "---");
        head.filter_map(|line| line.strip_prefix("title:")).next()
    };
    let given = front.then(of_front).flatten().map(|title| title.trim().trim_matches(['"', '\'']).to_owned());
    given
        .filter(|title| !title.is_empty())
        .or_else(|| headings.all.first().map(|heading| heading.text.clone()))
        .unwrap_or_default()
}
