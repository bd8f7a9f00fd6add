//! How far the index is behind the files, and what of an answer that leaves out.

use std::collections::{BTreeMap, BTreeSet};

use crate::lists::sort_once;

/// How far the index is behind the files, as whoever looked at the files says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Staleness {
    /// One sentence, or several joined by `; `; None while the index is known to be current.
    pub warning: Option<String>,
    /// Whether one of these says that files changed since the index was made.
    pub behind: bool,
    /// Paths that changed since the index was made, sorted. An answer names twenty: see [`Staleness::shown_paths_of`].
    pub stale_paths: Vec<String>,
    /// How many lines these files have now; 0 where there is no file any more.
    pub lines_now: BTreeMap<String, u32>,
}

/// How a sentence of a warning ends that says that the index was made anew. It tells of the past: the answer is none the less whole.
pub const MADE_ANEW: &str = "made anew";

/// Whether a warning says that something keeps the answer from being whole.
pub(crate) fn hampers(warning: Option<&str>) -> bool {
    warning.is_some_and(|all| all.split("; ").any(|sentence| !sentence.ends_with(MADE_ANEW)))
}

/// Stale paths that an answer names.
const MAX_SHOWN_STALE_PATHS: usize = 20;

impl Staleness {
    /// One more sentence that the answer says about itself.
    pub fn add(&mut self, sentence: Option<&str>) {
        let Some(sentence) = sentence else { return };
        self.warning = Some(match self.warning.take() {
            Some(first) => format!("{first}; {sentence}"),
            None => sentence.to_owned(),
        });
    }

    /// Whether the index may be behind the files.
    pub fn is_behind(&self) -> bool {
        self.behind || !self.stale_paths.is_empty()
    }

    /// More paths that changed.
    pub fn add_paths(&mut self, paths: impl IntoIterator<Item = String>) {
        self.stale_paths.extend(paths);
        sort_once(&mut self.stale_paths);
    }

    /// Notes how many lines the files have now.
    pub fn look(&mut self, lines_now: impl Fn(&str) -> u32) {
        self.lines_now = self.stale_paths.iter().map(|path| (path.clone(), lines_now(path))).collect();
    }

    /// Whether a file still has so many lines: what stood on one that is gone is not shown.
    pub fn has_line(&self, path: &str, line: u32) -> bool {
        self.lines_now.get(path).is_none_or(|count| line.max(1) <= *count)
    }

    /// Whether a file may be another one than the index knows.
    pub fn may_differ(&self, path: &str) -> bool {
        self.lines_now.contains_key(path)
    }

    /// The paths that an answer about no file in particular names.
    pub fn shown_paths(&self) -> Vec<String> {
        self.shown_paths_of([])
    }

    /// The paths that an answer names: first those of files that it shows something of, then others, each by path.
    pub fn shown_paths_of<'a>(&self, shown: impl IntoIterator<Item = &'a str>) -> Vec<String> {
        if self.stale_paths.is_empty() {
            return Vec::new();
        }
        let shown: BTreeSet<&str> = shown.into_iter().collect();
        let (first, others): (Vec<&String>, Vec<&String>) =
            self.stale_paths.iter().partition(|path| shown.contains(path.as_str()));
        first.into_iter().chain(others).take(MAX_SHOWN_STALE_PATHS).cloned().collect()
    }
}
