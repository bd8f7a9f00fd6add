//! Values that code gives to names, and that a change makes others.

use rustc_hash::FxHashMap;

use super::pieces::{Piece, pieces};
use crate::tokens::{each_token, is_name};

/// Changed values of a change that are compared with documents.
const MAX_VALUES: usize = 500;

/// Lines of a hunk that are compared with each other.
const MAX_HUNK_LINES: usize = 200;

/// Characters of a value: longer ones are messages.
const MAX_VALUE_CHARS: usize = 60;

/// Words that are values.
pub(super) const VALUE_WORDS: &[&str] =
    &["true", "false", "True", "False", "null", "None", "nil", "undefined"];

/// A value that a line of code gives to a name, and another one that it gives now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedValue {
    /// The file's position in the change.
    pub file: usize,
    /// 1-based, in the new text.
    pub line: u32,
    /// The names in the line that tell what the value is of.
    pub(super) names: Vec<String>,
    /// A single word right before the value: it tells enough only beside what it belongs to.
    pub(super) word: Option<String>,
    /// What it was, without quotes.
    pub old: String,
    /// What it is.
    pub new: String,
}

/// The values that are others in the new lines of a hunk: of lines that differ in one value alone.
pub(super) fn changed_values(
    file: usize,
    old: &[&str],
    new: &[&str],
    first: u32,
    found: &mut Vec<ChangedValue>,
) {
    if old.len().max(new.len()) > MAX_HUNK_LINES {
        return;
    }
    let mut by_frame: FxHashMap<String, Option<usize>> = FxHashMap::default();
    let news: Vec<Framed<'_>> = new.iter().map(|line| Framed::of(line)).collect();
    for (at, line) in news.iter().enumerate() {
        by_frame.entry(line.frame.clone()).and_modify(|one| *one = None).or_insert(Some(at));
    }
    for line in old {
        let was = Framed::of(line);
        let Some(at) = by_frame.get(&was.frame).copied().flatten() else { continue };
        let Some(now) = news.get(at) else { continue };
        let differing: Vec<(&Value<'_>, &Value<'_>)> =
            was.values.iter().zip(&now.values).filter(|(a, b)| a.text != b.text).collect();
        let [(was_value, now_value)] = differing[..] else { continue };
        if found.len() >= MAX_VALUES
            || was_value.text.is_empty()
            || was_value.text.chars().count() > MAX_VALUE_CHARS
        {
            continue;
        }
        let mut names: Vec<String> = Vec::new();
        each_token(line, &mut |token| {
            let is_value = token == was_value.text || was_value.text.contains(token);
            if is_name(token) && !is_value && !names.iter().any(|name| name == token) {
                names.push(token.to_owned());
            }
        });
        let word = was_value.word.filter(|word| !names.iter().any(|name| name == word)).map(str::to_owned);
        if names.is_empty() && word.is_none() {
            continue;
        }
        found.push(ChangedValue {
            file,
            line: first + u32::try_from(at).unwrap_or(u32::MAX),
            names,
            word,
            old: was_value.text.to_owned(),
            new: now_value.text.to_owned(),
        });
    }
}

/// A value in a line of code.
struct Value<'l> {
    /// Without quotes.
    text: &'l str,
    /// The name right before it.
    word: Option<&'l str>,
}

/// A line of code without its values and white space, and these.
struct Framed<'l> {
    frame: String,
    values: Vec<Value<'l>>,
}

impl<'l> Framed<'l> {
    fn of(line: &'l str) -> Self {
        let mut framed = Self { frame: String::new(), values: Vec::new() };
        let mut word: Option<&str> = None;
        for piece in pieces(line) {
            match piece {
                Piece::Text(text, quote) => framed.value(text, word, quote),
                Piece::Number(number) => framed.value(number, word, '0'),
                Piece::Name(name) if VALUE_WORDS.contains(&name) => framed.value(name, word, 'w'),
                Piece::Name(name) => {
                    framed.frame.push_str(name);
                    framed.frame.push(' ');
                    word = Some(name);
                }
                Piece::Sign(sign) => framed.frame.push(sign),
            }
        }
        framed
    }

    fn value(&mut self, text: &'l str, word: Option<&'l str>, kind: char) {
        self.frame.push('\0');
        self.frame.push(kind);
        self.values.push(Value { text, word });
    }
}
