//! What code states and documents repeat: values that it gives to names, and what definitions take. Where a change states something else,
//! a document that still says the old is untrue.

use rustc_hash::FxHashSet;

use super::change::Change;
use super::reading::Reading;
use super::values::{ChangedValue, VALUE_WORDS};
use crate::tokens::{each_token, is_quoted};

/// Letters of a name in a list of parameters, at least.
const MIN_PARAMETER_CHARS: usize = 3;

/// A definition that takes something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedSignature {
    /// The file's position in the change.
    pub file: usize,
    /// 1-based, in the new text.
    pub line: u32,
    /// Of the definition.
    pub name: String,
    /// Names in its old list of parameters that are not in the new signature.
    lost: FxHashSet<String>,
    /// The new signature.
    pub new: String,
}

impl ChangedSignature {
    /// None where nothing of the old one is lost that a document could name.
    pub fn of(file: usize, line: u32, name: &str, old: &str, new: &str) -> Option<Self> {
        let now: FxHashSet<&str> = words(new).collect();
        let list = old.find('(').and_then(|at| old.get(at..)).unwrap_or_default();
        let is_lost = |word: &&str| {
            word.chars().count() >= MIN_PARAMETER_CHARS && !now.contains(*word) && *word != name
        };
        let lost: FxHashSet<String> = words(list).filter(is_lost).map(str::to_owned).collect();
        (!lost.is_empty()).then(|| Self { file, line, name: name.to_owned(), lost, new: new.to_owned() })
    }
}

/// Something that a document says and that is no longer so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// In the document, 1-based.
    pub line: u32,
    /// What it is said of.
    pub name: String,
    /// What it says: a value; None where it is what a definition takes.
    pub was: Option<String>,
    /// What is so now: the value, or the signature.
    pub now: String,
    /// The file's position in the change.
    pub file: usize,
    /// 1-based, in the new text.
    pub code_line: u32,
}

/// What a document says of the values and definitions that the change states otherwise, by line. `is_one`: whether a name means one thing.
pub fn claims(
    change: &Change,
    signatures: &[ChangedSignature],
    reading: &Reading,
    text: &str,
    is_one: &mut dyn FnMut(&str) -> bool,
) -> Vec<Claim> {
    let lines: Vec<&str> = text.lines().collect();
    let line_of = |number: u32| lines.get(number.saturating_sub(1) as usize).copied().unwrap_or_default();
    let mut found: Vec<Claim> = Vec::new();
    for value in &change.values {
        let named = value.names.iter().map(|name| (name, false));
        for (name, is_word) in named.chain(value.word.iter().map(|word| (word, true))) {
            for number in reading.lines_of(change, name) {
                let line = line_of(number);
                if !says_value(line, name, is_word, value) || found.iter().any(|one| one.line == number) {
                    continue;
                }
                if is_word && !reading.tells_of_file(change, value.file, number) || !is_one(name) {
                    continue;
                }
                found.push(Claim {
                    line: number,
                    name: name.clone(),
                    was: Some(value.old.clone()),
                    now: value.new.clone(),
                    file: value.file,
                    code_line: value.line,
                });
            }
        }
    }
    for signature in signatures {
        for number in reading.lines_of(change, &signature.name) {
            let is_meant = calls(line_of(number), &signature.name)
                .any(|list| words(list).any(|word| signature.lost.contains(word)));
            if is_meant && !found.iter().any(|one| one.line == number) && is_one(&signature.name) {
                found.push(Claim {
                    line: number,
                    name: signature.name.clone(),
                    was: None,
                    now: signature.new.clone(),
                    file: signature.file,
                    code_line: signature.line,
                });
            }
        }
    }
    found.sort_by_key(|claim| claim.line);
    found
}

/// Whether a line of prose gives the old value to the name, and not the new one.
fn says_value(line: &str, name: &str, is_word: bool, value: &ChangedValue) -> bool {
    let mut names_it = false;
    each_token(line, &mut |token| names_it |= token == name && (!is_word || is_quoted(line, token)));
    names_it && holds(line, &value.old, name) && !holds(line, &value.new, name)
}

/// Whether a line has a value by itself. A short one has to be marked as a value.
fn holds(line: &str, value: &str, name: &str) -> bool {
    let is_number = value.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let is_short = value.chars().count() < if is_number { 2 } else { 4 } || VALUE_WORDS.contains(&value);
    if is_number {
        let wanted = plain_number(value);
        return numbers(line)
            .any(|(at, number)| plain_number(number) == wanted && (!is_short || is_marked(line, at)));
    }
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(value).any(|(at, _)| {
        let before = line.get(..at).and_then(|text| text.chars().next_back());
        let behind = line.get(at + value.len()..).and_then(|text| text.chars().next());
        // The value is not a part of its own name.
        let is_alone = !is_part(before) && !is_part(behind) && !name.contains(value);
        is_alone && (!is_short || is_marked(line, at))
    })
}

/// Whether what stands there is given as a value: between backticks, or behind `=`, `:` or the word for what is so unless told.
fn is_marked(line: &str, at: usize) -> bool {
    let before = line.get(..at).unwrap_or_default();
    let text = line.get(at..).unwrap_or_default();
    let said = before.trim_end_matches([' ', '`', '"', '\'', '(', '*', '|']);
    is_quoted(line, text)
        || said.ends_with(['=', ':'])
        || said.to_lowercase().ends_with("default")
        || said.to_lowercase().ends_with("defaults to")
        || said.to_lowercase().ends_with("default is")
}

/// Numbers of a line with their places.
fn numbers(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        loop {
            let text = line.get(rest..)?;
            let begin = rest + text.find(|c: char| c.is_ascii_digit())?;
            let number = line.get(begin..)?;
            let length = number
                .find(|c: char| !(c.is_ascii_digit() || matches!(c, '_' | ',' | '.')))
                .unwrap_or(number.len());
            rest = begin + length;
            let before = line.get(..begin).and_then(|text| text.chars().next_back());
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                continue;
            }
            return Some((begin, number.get(..length)?.trim_end_matches(['.', ','])));
        }
    })
}

fn plain_number(number: &str) -> String {
    let number: String = number.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.').to_owned() } else { number }
}

/// What stands in parentheses behind each use of a name.
fn calls<'l>(line: &'l str, name: &'l str) -> impl Iterator<Item = &'l str> {
    line.match_indices(name).filter_map(move |(at, _)| {
        let before = line.get(..at)?.chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            return None;
        }
        let behind = line.get(at + name.len()..)?.strip_prefix('(')?;
        behind.get(..behind.find(')').unwrap_or(behind.len()))
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}
