//! Lists in code, and what a change adds to them: a document that lists the others lacks the new one.

use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::imports::is_import;
use super::pieces::{Piece, pieces};
use crate::links::literals::{is_option, is_variable};
use crate::tokens::each_token;

/// Lists of a change that are compared with documents.
const MAX_FAMILIES: usize = 500;

/// Lines of a list that are read on either side of a new one.
const MAX_LINES: usize = 80;

/// Bytes of a line of a list; longer ones are data.
const MAX_LINE_BYTES: usize = 300;

/// Lines between an option or variable and the others of it, and how many of these are looked for.
const MAX_STATED_LINES: usize = 200;
const MAX_STATED_OTHERS: usize = 6;

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
    /// The names in the others, by number; of options and variables the nearest first.
    pub(super) others: Vec<u32>,
    /// Whether these are options or variables, which a document lists over many sections.
    pub(super) is_stated: bool,
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
            self.add_stated(file, lines, at, is_new);
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
            if let Some((name, others)) = names.filter(|(name, _)| !self.has(file, at, name)) {
                let others = others.into_iter().map(|other| self.number(other)).collect();
                self.number(name);
                let line = u32::try_from(at + 1).unwrap_or(u32::MAX);
                self.all.push(Family { file, line, name: name.to_owned(), others, is_stated: false });
            }
        }
    }

    /// Adds the options and variables of a new line, with those that stand nearest to it and are called alike.
    fn add_stated(&mut self, file: usize, lines: &[&str], at: usize, is_new: &dyn Fn(usize) -> bool) {
        let mut came: Vec<&str> = Vec::new();
        each_stated(lines.get(at).copied().unwrap_or_default(), &mut |name| came.push(name));
        for name in came {
            let mut others: Vec<&str> = Vec::new();
            let near = (1..=MAX_STATED_LINES).flat_map(|far| [at.checked_sub(far), Some(at + far)]);
            for place in near.flatten().filter(|place| !is_new(*place)) {
                each_stated(lines.get(place).copied().unwrap_or_default(), &mut |other| {
                    if other != name && family_of(other) == family_of(name) && !others.contains(&other) {
                        others.push(other);
                    }
                });
                if others.len() >= MAX_STATED_OTHERS {
                    break;
                }
            }
            if others.len() >= MIN_LISTED {
                let others = others.into_iter().map(|other| self.number(other)).collect();
                self.number(name);
                let line = u32::try_from(at + 1).unwrap_or(u32::MAX);
                self.all.push(Family { file, line, name: name.to_owned(), others, is_stated: true });
            }
        }
    }

    /// Whether a line's name is known to belong to others.
    fn has(&self, file: usize, at: usize, name: &str) -> bool {
        self.all
            .iter()
            .rev()
            .take_while(|one| one.file == file)
            .any(|one| one.line as usize == at + 1 && one.name == name)
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

/// Calls `emit` with the options and variables that a line of code gives names to.
fn each_stated<'l>(line: &'l str, emit: &mut dyn FnMut(&'l str)) {
    if line.len() > MAX_LINE_BYTES {
        return;
    }
    for piece in pieces(line) {
        if let Piece::Text(text, _) = piece
            && (is_variable(text) || is_option(text))
        {
            emit(text);
        }
    }
}

/// What the names of a family begin with: options with `--`, variables with their first word.
fn family_of(name: &str) -> &str {
    if name.starts_with("--") { "--" } else { name.split('_').next().unwrap_or(name) }
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
        if line.len() > MAX_LINE_BYTES || is_import(line) || BESIDE.iter().any(|mark| line.starts_with(mark))
        {
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
