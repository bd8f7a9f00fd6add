//! What a change of code says: the names in lines that came and went, in those around them, and of the definitions that hold them.

use beadloom_words::Terms;
use imara_diff::{Algorithm, Diff, InternedInput};
use rustc_hash::FxHashMap;

use super::families::Families;
use super::imports::is_import;
use super::pieces::{Piece, pieces};
use super::values::{ChangedValue, changed_values};
use crate::tokens::{each_token, is_literal, is_name};

/// Different tokens that are looked for in documents.
const MAX_TERMS: usize = 20_000;

/// Bytes of a line that is read; longer ones are data.
const MAX_LINE_BYTES: usize = 2_000;

/// Changed places of a file around which definitions are looked for.
const MAX_HUNKS: usize = 1_000;

/// Lines around a changed one whose names count as near it.
const AROUND: u32 = 3;

/// A file of code that a change touched.
pub struct ChangedFile<'a> {
    /// Where it is now; where it was, if it is gone.
    pub path: &'a str,
    /// What it said; empty where it is new.
    pub old: &'a str,
    /// What it says; empty where it is gone.
    pub new: &'a str,
    /// Definitions of the old text.
    pub old_definitions: Vec<DefinitionLines<'a>>,
    /// Definitions of the new text.
    pub new_definitions: Vec<DefinitionLines<'a>>,
}

/// A definition and its lines, 1-based, inclusive.
#[derive(Debug, Clone, Copy)]
pub struct DefinitionLines<'a> {
    /// As it is called in its file.
    pub name: &'a str,
    /// Where it begins.
    pub first: u32,
    /// Where it ends.
    pub last: u32,
}

/// How a change uses a token.
#[derive(Debug, Clone, Default)]
pub struct TermUse {
    /// How often it is in lines that went.
    pub removed: u32,
    /// How often it is in lines that came.
    pub added: u32,
    /// In lines around these that stay.
    pub is_near: bool,
    /// It is the name of a definition around a changed line.
    pub is_holder: bool,
    /// It is the name of a changed file without its ending.
    pub is_stem: bool,
    /// It is the name of a changed file.
    pub is_file_name: bool,
    /// It is the path of a changed file.
    pub is_path: bool,
    /// It is the folder of a changed file.
    pub is_folder: bool,
    /// Whether it is written as names are.
    pub is_name: bool,
    /// It stands in a literal of a line that went.
    pub is_literal: bool,
    /// It stands in a literal of any changed line.
    pub is_in_literal: bool,
    /// A line that went gave it a value: it was a field, a parameter or a setting.
    pub was_assigned: bool,
    /// The file's position in the change where it stands beside a changed line, or that it names.
    pub beside: Option<usize>,
    /// The first changed line that has it: the file's position in the change, the line, and whether the line is one that went.
    pub place: Option<(usize, u32, bool)>,
}

impl TermUse {
    /// Whether a changed line has it.
    pub fn is_changed(&self) -> bool {
        self.removed + self.added > 0
    }

    /// Whether the changed files have it no more, as far as the change shows.
    pub fn is_gone(&self) -> bool {
        self.removed > 0 && self.added == 0 && !self.is_near
    }

    /// Whether they had not had it before.
    pub fn is_new(&self) -> bool {
        self.added > 0 && self.removed == 0 && !self.is_near
    }
}

/// What a change says.
#[derive(Default)]
pub struct Change {
    pub(super) numbers: FxHashMap<Box<str>, u32>,
    pub(super) uses: Vec<TermUse>,
    texts: Vec<Box<str>>,
    /// Words of what changed, by number.
    pub(super) words: FxHashMap<Box<str>, u32>,
    pub(super) paths: Vec<String>,
    /// Values that are others now.
    pub(super) values: Vec<ChangedValue>,
    /// Lists that are longer now.
    pub(super) families: Families,
}

impl Change {
    /// Of these files, in their order.
    pub fn of(files: &[ChangedFile<'_>]) -> Self {
        let mut change = Self::default();
        for (at, file) in files.iter().enumerate() {
            change.paths.push(file.path.to_owned());
            change.add_path(at, file.path);
            change.add_lines(at, file);
        }
        change.find_words();
        change
    }

    /// The token of a number.
    pub fn text(&self, term: u32) -> &str {
        self.texts.get(term as usize).map_or("", |text| text)
    }

    /// How it is used.
    pub fn term_use(&self, term: u32) -> Option<&TermUse> {
        self.uses.get(term as usize)
    }

    fn use_of(&mut self, token: &str) -> Option<&mut TermUse> {
        let number = match self.numbers.get(token) {
            Some(number) => *number,
            None if self.uses.len() < MAX_TERMS => {
                let number = u32::try_from(self.uses.len()).ok()?;
                self.numbers.insert(token.into(), number);
                self.texts.push(token.into());
                self.uses.push(TermUse { is_name: is_name(token), ..TermUse::default() });
                number
            }
            None => return None,
        };
        self.uses.get_mut(number as usize)
    }

    fn add_path(&mut self, at: usize, path: &str) {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let mut add = |text: &str, mark: fn(&mut TermUse)| {
            if !text.is_empty()
                && let Some(term) = self.use_of(text)
            {
                mark(term);
                term.beside.get_or_insert(at);
            }
        };
        add(stem, |term| term.is_stem = true);
        add(name, |term| term.is_file_name = true);
        add(path, |term| term.is_path = true);
        add(folder, |term| term.is_folder = true);
    }

    fn add_lines<'a>(&mut self, at: usize, file: &ChangedFile<'a>) {
        let input = InternedInput::new(file.old, file.new);
        let mut diff = Diff::compute(Algorithm::Histogram, &input);
        diff.postprocess_lines(&input);
        let (old, new): (Vec<&str>, Vec<&str>) = (file.old.lines().collect(), file.new.lines().collect());
        let hunks: Vec<_> = diff.hunks().collect();
        // What another hunk takes away does not stand beside this one.
        let stays = |line: u32| {
            let at = hunks.partition_point(|hunk| hunk.before.end <= line);
            hunks.get(at).is_none_or(|hunk| !hunk.before.contains(&line))
        };
        let mut came = vec![false; new.len()];
        for line in hunks.iter().flat_map(|hunk| hunk.after.clone()) {
            if let Some(line) = came.get_mut(line as usize) {
                *line = true;
            }
        }
        for (number, hunk) in hunks.iter().enumerate() {
            for line in hunk.before.clone() {
                self.add_line(&old, line, |term, text, token| {
                    term.removed += 1;
                    let is_in_literal = is_literal(text, token);
                    term.is_in_literal |= is_in_literal;
                    term.is_literal |= is_in_literal && !is_passed_on(text, token);
                    term.was_assigned |= is_assigned(text, token);
                    term.place.get_or_insert((at, line + 1, true));
                });
            }
            for line in hunk.after.clone() {
                self.add_line(&new, line, |term, text, token| {
                    term.added += 1;
                    term.is_in_literal |= is_literal(text, token);
                    // What is there can be looked at.
                    if term.place.is_none_or(|(_, _, went)| went) {
                        term.place = Some((at, line + 1, false));
                    }
                });
            }
            let of = |lines: &[&'a str], range: std::ops::Range<u32>| -> Vec<&'a str> {
                lines.get(range.start as usize..range.end as usize).unwrap_or_default().to_vec()
            };
            changed_values(
                at,
                &of(&old, hunk.before.clone()),
                &of(&new, hunk.after.clone()),
                hunk.after.start + 1,
                &mut self.values,
            );
            self.families.add(at, &new, hunk.after.clone(), &|line| came.get(line).copied().unwrap_or(false));
            let (from, to) = (hunk.before.start, hunk.before.end);
            let around = (from.saturating_sub(AROUND)..from).chain(to..to.saturating_add(AROUND));
            for line in around.filter(|line| stays(*line)) {
                self.add_line(&old, line, |term, _, _| {
                    term.is_near = true;
                    term.beside.get_or_insert(at);
                });
            }
            if number < MAX_HUNKS {
                self.add_holders(at, &file.old_definitions, hunk.before.clone());
                self.add_holders(at, &file.new_definitions, hunk.after.clone());
            }
        }
    }

    fn add_line(&mut self, lines: &[&str], line: u32, mut mark: impl FnMut(&mut TermUse, &str, &str)) {
        let is_read = |text: &&&str| text.len() <= MAX_LINE_BYTES && !is_import(text);
        let Some(text) = lines.get(line as usize).filter(is_read) else { return };
        each_token(text, &mut |token| {
            if let Some(term) = self.use_of(token) {
                mark(term, text, token);
            }
        });
    }

    fn add_holders(&mut self, at: usize, definitions: &[DefinitionLines<'_>], lines: std::ops::Range<u32>) {
        if lines.is_empty() {
            return;
        }
        let (first, last) = (lines.start + 1, lines.end);
        for definition in definitions.iter().filter(|one| one.first <= last && first <= one.last) {
            if let Some(term) = self.use_of(definition.name) {
                term.is_holder = true;
                term.beside.get_or_insert(at);
            }
        }
    }

    /// The words of names that changed, and of the names of files.
    fn find_words(&mut self) {
        let mut maker = Terms::default();
        let mut words = FxHashMap::default();
        for (text, used) in self.texts.iter().zip(&self.uses) {
            if used.is_changed() || used.is_stem {
                each_word(&mut maker, text, &mut |word| {
                    let number = u32::try_from(words.len()).unwrap_or(u32::MAX);
                    words.entry(word.into()).or_insert(number);
                });
            }
        }
        self.words = words;
    }
}

/// Whether a line gives a token a value or a type: `max_size: u32`, `self.max_size = 3`, `"max_size": 3`.
fn is_assigned(line: &str, token: &str) -> bool {
    let mut last = "";
    for piece in pieces(line) {
        match piece {
            Piece::Name(name) | Piece::Text(name, _) => last = name,
            Piece::Sign('.' | '@' | '$' | '-') => {}
            Piece::Sign(':' | '=') => return last == token,
            Piece::Sign(_) | Piece::Number(_) => return false,
        }
    }
    false
}

/// Whether a line only passes an option on to another program: it names nothing that would define it.
fn is_passed_on(line: &str, token: &str) -> bool {
    token.starts_with("--") && !pieces(line).any(|piece| matches!(piece, Piece::Name(_)))
}

/// Calls `emit` with the stem of a token and of every part that has at least three letters.
pub(super) fn each_word(maker: &mut Terms, token: &str, emit: &mut dyn FnMut(&str)) {
    beadloom_words::each_name(token, &mut |name| {
        beadloom_words::words_of_name(name, &mut |word| {
            if word.chars().filter(|c| c.is_alphabetic()).nth(2).is_some()
                && let Some(stem) = maker.of_word(word)
            {
                emit(stem);
            }
        });
    });
}
