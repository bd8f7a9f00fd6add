//! A chapter of an answer about references or a task. All that it does stands in one file: what it gathers, what each of its
//! entries is worth and costs, which files it names, and how it says that in JSON and in Markdown.

use std::collections::HashSet;

pub(crate) use beadloom_model::About;
use beadloom_model::Result;
use beadloom_model::answers::Bundle;
use beadloom_model::requests::TextFormat;
use serde::Serialize;

use super::gathered::{Gathered, ReadText, Shape};
use crate::Staleness;
pub(crate) use crate::answer::packer::{Entry, Room};
use crate::answer::places::Places;
pub(crate) use crate::answer::tier::Tier;
use crate::completeness::{TaskPieces, UnlistedUses};

/// What a chapter has to say.
pub(crate) trait Chapter {
    /// Leaves out what stood on lines that files do not have any more, and counts it.
    fn leave_out_gone_lines(&mut self, _stale: &Staleness, _read: ReadText<'_>) {}

    /// Files that it shows something of.
    fn paths(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Whether it shows that a definition was asked for: then the source of that is the subject.
    fn is_of_definition(&self) -> bool {
        false
    }

    /// What can be left out of it, where the chapters say what that is worth. They are asked in their order.
    fn entries<'c>(&'c self, _plan: &mut Plan<'c>) -> Vec<Entry<Tier>> {
        Vec::new()
    }

    /// What an entry says by itself, where a budget takes one after the other and counts each.
    fn alone(&self, _at: usize, _format: TextFormat) -> String {
        String::new()
    }

    /// Whether Markdown has an entry below a title, which the first one pays for.
    fn is_below_title(&self, _at: usize) -> bool {
        false
    }

    /// The longest text of what is always there, in characters.
    fn longest_text(&self) -> usize {
        0
    }

    /// What JSON has of it. `kept`: the entries that stay, ascending. Chapters are asked in their order.
    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>);

    /// What Markdown has of it, by the same entries and by what JSON has of all chapters.
    fn markdown(&self, _kept: &[usize], _out: &mut String, _bundle: &Bundle) {}

    /// Which files and lines that names.
    fn add_places(&self, _places: &mut Places, _bundle: &Bundle) {}
}

/// A chapter of an answer, and what it is about.
pub(crate) struct Gained<'m> {
    pub about: About,
    pub chapter: Box<dyn Chapter + 'm>,
}

/// A chapter as the table of chapters has it.
pub(super) struct Listed {
    pub about: About,
    /// Makes it of what is known of the references.
    pub gather: fn(&mut Gathered<'_>) -> Result<Box<dyn Chapter>>,
}

/// By what entries are worth more or less.
#[derive(Debug)]
pub(crate) struct Plan<'c> {
    pub(super) shape: Shape,
    format: TextFormat,
    /// Of the whole answer; four bytes are a token, nearly.
    pub budget_bytes: usize,
    /// Whether a definition was asked for.
    pub is_of_definition: bool,
    /// Files that are named by a definition within its share.
    pub named: HashSet<&'c str>,
}

impl Plan<'_> {
    /// `budget`: in tokens.
    pub(super) fn new(shape: Shape, format: TextFormat, budget: usize, chapters: &[Gained<'_>]) -> Self {
        Self {
            shape,
            format,
            budget_bytes: budget.saturating_mul(4),
            is_of_definition: shape == Shape::Symbol
                || chapters.iter().any(|one| one.chapter.is_of_definition()),
            named: HashSet::new(),
        }
    }

    /// A chapter's share of the budget, in bytes. What it does not need flows on.
    pub fn share(&self, hundredths: usize) -> Room {
        Room(self.budget_bytes / 100 * hundredths)
    }

    /// What an entry costs beside its texts, in bytes: Markdown has a line number and a mark, JSON the names of its fields.
    pub fn frame(&self) -> usize {
        match self.format {
            TextFormat::Markdown => 24,
            TextFormat::Json => 260,
        }
    }

    /// The same of a definition that JSON shows in one line.
    pub fn line_frame(&self, path: &str) -> usize {
        match self.format {
            TextFormat::Markdown => self.frame(),
            TextFormat::Json => 70 + path.len(),
        }
    }
}

/// An answer under way.
#[derive(Debug)]
pub(crate) struct Draft<'c> {
    pub bundle: Bundle,
    /// Texts of what is always there are cut at so many characters.
    pub longest: usize,
    /// Whether JSON has a line for each definition beyond the first ones.
    pub is_in_lines: bool,
    /// Files of which a definition is shown.
    pub named: HashSet<&'c str>,
    pub uses: UnlistedUses,
    /// How an answer to a task shows its code.
    pub pieces: TaskPieces,
}

impl Draft<'_> {
    pub fn new(bundle: Bundle, longest: usize, is_in_lines: bool) -> Self {
        let (uses, pieces) = (UnlistedUses::default(), TaskPieces::default());
        Self { bundle, longest, is_in_lines, named: HashSet::new(), uses, pieces }
    }
}

/// Every entry of a list, with what it is worth and costs.
pub(super) fn entries_of<T>(
    list: &[T],
    mut worth_and_cost: impl FnMut(usize, &T) -> (Tier, usize),
) -> Vec<Entry<Tier>> {
    let entry = |(at, one): (usize, &T)| {
        let (worth, cost) = worth_and_cost(at, one);
        Entry { at, worth, cost }
    };
    list.iter().enumerate().map(entry).collect()
}

/// The entries that stay.
pub(crate) fn chosen<'c, T>(list: &'c [T], kept: &[usize]) -> impl Iterator<Item = &'c T> {
    kept.iter().filter_map(|at| list.get(*at))
}

/// How many do not.
pub(crate) fn left_out<T>(list: &[T], kept: &[usize]) -> u64 {
    list.len().saturating_sub(kept.len()) as u64
}

/// An entry as JSON has it, with the comma behind it.
pub(crate) fn as_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default() + ","
}

/// About how many bytes some texts take.
pub(super) fn bytes_of(texts: &[&str]) -> usize {
    texts.iter().map(|text| text.len() + 4).sum()
}
