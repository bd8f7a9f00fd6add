//! Chapters that are lists: all that such a chapter does is stated as data.

use std::fmt::Write as _;

use beadloom_model::answers::Bundle;
use beadloom_model::requests::TextFormat;

use super::chapter::{Chapter, Draft, Entry, Plan, Room, Tier, chosen, entries_of, left_out};
use super::gathered::ReadText;
use crate::Staleness;
use crate::answer::places::Places;

/// A chapter whose entries are said alike, one after the other.
pub(crate) struct List<T: 'static> {
    /// Its title in Markdown; empty where other chapters say there what it has.
    pub title: &'static str,
    /// Its share of the budget, in hundredths.
    pub share: usize,
    /// What an entry is worth, by its place and by what is left of the share.
    pub tier: fn(&Plan<'_>, &mut Room, usize, &T) -> Tier,
    /// About how many bytes one takes.
    pub bytes: fn(&T) -> usize,
    /// The file that one shows something of, and that it leaves out where it is gone.
    pub path: Option<fn(&T) -> &str>,
    /// What JSON has: these entries, and how many are left out.
    pub put: fn(&mut Bundle, Vec<T>, u64),
    /// What Markdown has of one.
    pub line: fn(&T) -> String,
    /// What one says by itself, where a budget takes one after the other.
    pub alone: fn(&T) -> String,
    /// Which files and lines those name that JSON has.
    pub places: fn(&mut Places, &Bundle),
}

impl<T> List<T> {
    /// Without a title, all worth as much, naming nothing.
    pub const PLAIN: Self = Self {
        title: "",
        share: 0,
        tier: |_, _, _, _| Tier::Fringe,
        bytes: |_| 0,
        path: None,
        put: |_, _, _| {},
        line: |_| String::new(),
        alone: |_| String::new(),
        places: |_, _| {},
    };
}

impl<T: Clone + 'static> List<T> {
    /// The chapter with these entries.
    pub fn of(&'static self, entries: Vec<T>) -> Box<dyn Chapter> {
        Box::new(Filled { list: self, entries })
    }
}

struct Filled<T: 'static> {
    list: &'static List<T>,
    entries: Vec<T>,
}

impl<T: Clone + 'static> Chapter for Filled<T> {
    fn leave_out_gone_lines(&mut self, stale: &Staleness, _: ReadText<'_>) {
        if let Some(path) = self.list.path {
            self.entries.retain(|one| stale.has_line(path(one), 1));
        }
    }

    fn paths(&self) -> Vec<&str> {
        self.list.path.map_or_else(Vec::new, |path| self.entries.iter().map(path).collect())
    }

    fn entries<'c>(&'c self, plan: &mut Plan<'c>) -> Vec<Entry<Tier>> {
        let mut share = plan.share(self.list.share);
        entries_of(&self.entries, |at, one| {
            ((self.list.tier)(plan, &mut share, at, one), (self.list.bytes)(one))
        })
    }

    fn alone(&self, at: usize, _: TextFormat) -> String {
        self.entries.get(at).map_or_else(String::new, self.list.alone)
    }

    fn is_below_title(&self, _: usize) -> bool {
        !self.list.title.is_empty()
    }

    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        let shown = chosen(&self.entries, kept).cloned().collect();
        (self.list.put)(&mut draft.bundle, shown, left_out(&self.entries, kept));
    }

    fn markdown(&self, kept: &[usize], out: &mut String, _: &Bundle) {
        if kept.is_empty() || self.list.title.is_empty() {
            return;
        }
        let _ = writeln!(out, "## {}", self.list.title);
        for one in chosen(&self.entries, kept) {
            let _ = writeln!(out, "{}", (self.list.line)(one));
        }
        out.push('\n');
    }

    fn add_places(&self, places: &mut Places, bundle: &Bundle) {
        (self.list.places)(places, bundle);
    }
}
