//! Lists in code, and what a change adds to them: a document that lists the others lacks the new one.

use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::pieces::{Piece, pieces};
use crate::tokens::each_token;

/// Lists of a change that are compared with documents.
const MAX_FAMILIES: usize = 500;

/// Lines of a list that are read on either side of a new one.
const MAX_LINES: usize = 80;

/// Bytes of a line of a list; longer ones are data.
const MAX_LINE_BYTES: usize = 300;

/// Characters of a name in a list.
const MIN_NAME_CHARS: usize = 3;
const MAX_NAME_CHARS: usize = 60;

/// Others that make a list.
pub(super) const MIN_LISTED: usize = 3;

/// How lines begin that stand between those of a list: comments, attributes and decorators.
const BESIDE: [&str; 6] = ["//", "/*", "*", "#", "@", "--"];

/// A line that came to a list of lines of the same form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Family {
    /// The file's position in the change.
    pub(super) file: usize,
    /// 1-based, in the new text.
    pub(super) line: u32,
    /// The name in the new line.
    pub(super) name: String,
    /// The names in the others, by number.
    pub(super) others: Vec<u32>,
}

/// The lists that a change adds to.
#[derive(Debug, Default)]
pub(super) struct Families {
    pub(super) all: Vec<Family>,
    /// Names of lists, as tokens of documents.
    pub(super) numbers: FxHashMap<Box<str>, u32>,
    texts: Vec<Box<str>>,
}

impl Families {
    /// Adds the lists around new lines, which are given from 0. `is_new`: whether a line came with the change.
    pub(super) fn add(
        &mut self,
        file: usize,
        lines: &[&str],
        came: Range<u32>,
        is_new: &dyn Fn(usize) -> bool,
    ) {
        for at in came {
            if self.all.len() >= MAX_FAMILIES {
                return;
            }
            let at = at as usize;
            let Some(new) = lines.get(at).and_then(|line| Form::of(line)) else { continue };
            let others: Vec<Form<'_>> = around(lines, at, &new.form)
                .into_iter()
                .filter(|other| !is_new(*other))
                .filter_map(|other| Form::of(lines.get(other)?))
                .collect();
            if others.len() < MIN_LISTED {
                continue;
            }
            // What tells the lines of a list apart is what they list.
            let names = (0..new.items.len()).find_map(|item| {
                let name = token_of(new.items.get(item)?)?;
                let others: BTreeSet<&str> = others
                    .iter()
                    .map(|other| other.items.get(item).and_then(|text| token_of(text)))
                    .collect::<Option<_>>()?;
                (others.len() >= MIN_LISTED && !others.contains(name)).then_some((name, others))
            });
            if let Some((name, others)) = names {
                let others = others.into_iter().map(|other| self.number(other)).collect();
                self.number(name);
                let line = u32::try_from(at + 1).unwrap_or(u32::MAX);
                self.all.push(Family { file, line, name: name.to_owned(), others });
            }
        }
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.numbers.insert(name.into(), number);
        self.texts.push(name.into());
        number
    }

    pub(super) fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", |text| text)
    }
}

/// The lines of the same form on both sides of one, as far as nothing but comments and single empty lines stands between them.
fn around(lines: &[&str], at: usize, form: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut go = |places: &mut dyn Iterator<Item = usize>| {
        let mut empty = 0;
        for place in places.take(MAX_LINES) {
            let line = lines.get(place).copied().unwrap_or_default().trim();
            if line.is_empty() {
                empty += 1;
                if empty > 1 {
                    break;
                }
                continue;
            }
            if BESIDE.iter().any(|mark| line.starts_with(mark)) {
                continue;
            }
            if Form::of(line).is_none_or(|other| other.form != form) {
                break;
            }
            empty = 0;
            found.push(place);
        }
    };
    go(&mut (0..at).rev());
    go(&mut (at + 1..lines.len()));
    found
}

/// The token by which a document names an entry of a list; None where it is no name.
fn token_of(text: &str) -> Option<&str> {
    if text.contains(char::is_whitespace) || text.chars().count() > MAX_NAME_CHARS {
        return None;
    }
    let mut first: Option<&str> = None;
    each_token(text, &mut |token| {
        first.get_or_insert(token);
    });
    let is_name =
        |token: &&str| token.chars().count() >= MIN_NAME_CHARS && token.contains(char::is_alphabetic);
    first.filter(is_name)
}

/// A line of code by what it is made of.
struct Form<'l> {
    form: String,
    /// Names and texts, in order.
    items: Vec<&'l str>,
}

impl<'l> Form<'l> {
    /// None where the line names nothing.
    fn of(line: &'l str) -> Option<Self> {
        let line = line.trim();
        if line.len() > MAX_LINE_BYTES || BESIDE.iter().any(|mark| line.starts_with(mark)) {
            return None;
        }
        let mut found = Self { form: String::new(), items: Vec::new() };
        for piece in pieces(line) {
            match piece {
                Piece::Text(text, _) => {
                    found.form.push('s');
                    found.items.push(text);
                }
                Piece::Name(name) => {
                    found.form.push('i');
                    found.items.push(name);
                }
                Piece::Number(_) => found.form.push('n'),
                Piece::Sign(sign) => found.form.push(sign),
            }
        }
        (!found.items.is_empty()).then_some(found)
    }
}
