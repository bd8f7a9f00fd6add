//! Where a document has names of parts.

use beadloom_model::prose::Headings;
use rustc_hash::FxHashMap;

use super::vocabulary::{Vocabulary, is_telling};
use crate::tokens::{each_token, is_quoted};

/// Bytes of a document that are read.
const MAX_BYTES: usize = 400 << 10;

/// Bytes of a line that is read.
const MAX_LINE_BYTES: usize = 5_000;

/// Names of a document that are kept.
const MAX_NAMES: usize = 4_000;

/// Lines that are kept of a name.
const MAX_LINES: usize = 16;

/// What a name that is also a word weighs.
const WORD: f64 = 0.25;

/// A name that a document has.
#[derive(Debug, Clone, PartialEq)]
pub struct Mention {
    /// As it is written.
    pub name: String,
    /// The first lines that have it, 1-based.
    pub lines: Vec<u32>,
    /// The parts that it belongs to, at least one.
    pub parts: Vec<u32>,
    /// How much it says about each of them.
    pub weight: f64,
}

/// What a document names.
#[derive(Debug, Clone, Default)]
pub struct Mentions {
    /// In the order of the document.
    pub all: Vec<Mention>,
    /// Its headings.
    pub headings: Headings,
    /// The text of the first heading, or of the title of its front matter; empty where there is none.
    pub title: String,
}

impl Mentions {
    /// Of a document's text.
    pub fn of(vocabulary: &Vocabulary, text: &str) -> Self {
        let text = text.get(..text.floor_char_boundary(MAX_BYTES)).unwrap_or(text);
        let lines: Vec<&str> = text.lines().collect();
        let mut all: Vec<Mention> = Vec::new();
        let mut known: FxHashMap<&str, Option<usize>> = FxHashMap::default();
        let mut is_fenced = false;
        for (number, line) in (1..).zip(&lines) {
            let line = line.get(..line.floor_char_boundary(MAX_LINE_BYTES)).unwrap_or(line);
            let start = line.trim_start();
            is_fenced ^= start.starts_with("```") || start.starts_with("~~~");
            each_token(line, &mut |token| {
                let quoted = !is_fenced && is_quoted(line, token);
                if let Some(Some(at)) = known.get(token) {
                    if let Some(mention) = all.get_mut(*at)
                        && mention.lines.len() < MAX_LINES
                        && mention.lines.last() != Some(&number)
                    {
                        mention.lines.push(number);
                    }
                    return;
                }
                if known.contains_key(token) && !quoted || all.len() == MAX_NAMES {
                    return;
                }
                let parts = vocabulary.meant(token, quoted);
                known.insert(token, (!parts.is_empty()).then_some(all.len()));
                if !parts.is_empty() {
                    let name = if is_telling(token) || token.contains('/') { 1.0 } else { WORD };
                    let weight = name / parts.len() as f64;
                    all.push(Mention { name: token.to_owned(), lines: vec![number], parts, weight });
                }
            });
        }
        let headings = Headings::of(&lines);
        let title = title(&lines, &headings);
        Self { all, headings, title }
    }
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
