//! What an answer about references or a task has, whatever its chapters say.

use beadloom_model::answers::{ANSWER_VERSION, Bundle, Focus};

use super::chapter::{Draft, Gained};
use crate::text::cut_at_word;

/// A warning is never cut below this many characters: the sentences of beadloom itself are shorter.
const WHOLE_WARNING: usize = 160;

pub(crate) struct Frame<'a> {
    pub focuses: &'a [Focus],
    /// What stands for the focus where there is no reference.
    pub task: Option<&'a Focus>,
    pub derived: bool,
    pub last_reindex: Option<&'a String>,
    /// Why the answer may be wrong.
    pub warning: Option<String>,
    /// Whether JSON has a line for each definition beyond the first ones.
    pub is_in_lines: bool,
}

impl Frame<'_> {
    /// With the entries `kept` of each chapter; texts that are always there are cut at `longest` characters.
    pub fn with<'c>(&self, chapters: &'c [Gained<'c>], kept: &[Vec<usize>], longest: usize) -> Draft<'c> {
        let cut = |focus: &Focus| Focus { summary: cut_at_word(&focus.summary, longest), ..focus.clone() };
        let mut bundle = empty(self.focuses.iter().map(cut).collect(), self.task.map(cut));
        bundle.derived = self.derived;
        bundle.sync_status.last_reindex = self.last_reindex.cloned();
        bundle.warning = self.warning.as_ref().map(|text| cut_at_word(text, longest.max(WHOLE_WARNING)));
        let mut draft = Draft::new(bundle, longest, self.is_in_lines);
        for (one, kept) in chapters.iter().zip(kept) {
            one.chapter.put(kept, &mut draft);
        }
        draft
    }
}

/// Says nothing but what it is about: `focuses`, or `task` where there is none.
fn empty(focuses: Vec<Focus>, task: Option<Focus>) -> Bundle {
    Bundle {
        version: ANSWER_VERSION,
        focus: focuses.first().cloned().or(task).unwrap_or_default(),
        focuses,
        ..Bundle::default()
    }
}
