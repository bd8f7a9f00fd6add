//! A piece of a file, and how much of it an answer shows.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use beadloom_lexical::Chunk;

/// How much of a piece is shown, least first. Each is shown instead of the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// One line, that says what stands there.
    Line,
    /// The lines that hold most of the task.
    Snippet,
    /// The chunk.
    Chunk,
    /// The whole definition that the chunk is part of.
    Body,
}

impl Level {
    pub const ALL: [Self; 4] = [Self::Line, Self::Snippet, Self::Chunk, Self::Body];
}

/// Lines at the end of a definition without which it is as good as whole.
const AS_GOOD_AS_WHOLE: u32 = 3;

/// Lines that two texts have in common at least, and in tenths how many of all their lines these are, for them to be alike.
const MIN_ALIKE: usize = 4;
const ALIKE_TENTHS: usize = 5;

/// A part of a file, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub lines: Chunk,
    pub content: String,
    /// The lines as they are in the file, where long documentation is left out of the content.
    pub source: Option<String>,
    pub hash: String,
    /// Qualified name of the definition that begins in it, or that it stands in.
    pub symbol: Option<String>,
}

/// A piece of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct Piece {
    /// By level; empty where it would show nothing that the level below does not, or nothing new.
    pub levels: [Vec<Part>; 4],
    /// How likely a question is about it, 0 to 1; 0 where nothing says.
    pub chance: f64,
    /// Whether it is the head of a type, whose members stand for themselves: nothing is cut where that is all that is shown.
    pub is_head: bool,
    /// Row id of its definition.
    pub definition: Option<i64>,
    /// All lines of its definition, else of its chunk: what the one line stands for.
    pub whole: Option<RangeInclusive<u32>>,
    /// All lines that it can show: those of its definition, or of its chunk where that one is too long.
    pub reach: Option<Chunk>,
}

impl Piece {
    /// What is shown at a level: at most one part but for what was given before in between.
    pub fn parts(&self, level: Level) -> &[Part] {
        self.levels.get(level as usize).map(Vec::as_slice).unwrap_or_default()
    }

    /// How many lines it stands for.
    pub fn length(&self) -> u32 {
        self.whole.as_ref().map_or(0, |whole| whole.end().saturating_sub(*whole.start()) + 1)
    }

    /// The most that can be shown of it.
    pub fn text(&self) -> &str {
        let most = self.levels.iter().rev().find(|parts| !parts.is_empty());
        most.and_then(|parts| parts.first()).map_or("", |part| &part.content)
    }

    pub fn is_empty(&self) -> bool {
        self.levels.iter().all(Vec::is_empty)
    }

    /// Whether all that it stands for is shown at a level, its last lines aside.
    pub fn is_whole_at(&self, level: Level) -> bool {
        let parts = self.parts(level);
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
        level > Level::Line && self.is_within(first.lines.first, last.lines.last)
    }

    /// Whether all that it stands for lies within these lines, its last lines aside.
    pub fn is_within(&self, first: u32, last: u32) -> bool {
        self.whole.as_ref().is_none_or(|whole| {
            first <= *whole.start() && *whole.end() <= last.saturating_add(AS_GOOD_AS_WHOLE)
        })
    }

    /// Whether all that it stands for is among what another piece shows at a level.
    pub fn is_shown_by(&self, other: &Self, level: Level) -> bool {
        let holds = |part: &Part| {
            self.whole
                .as_ref()
                .is_some_and(|whole| part.lines.first <= *whole.start() && *whole.end() <= part.lines.last)
        };
        level > Level::Line && other.parts(level).iter().any(holds)
    }

    /// Whether all of these lines are among those that it can show: a definition that is too long to be shown whole holds others that
    /// it never shows.
    pub fn covers(&self, lines: Chunk) -> bool {
        self.reach.is_some_and(|reach| reach.first <= lines.first && lines.last <= reach.last)
    }
}

/// The different lines of a text that say anything.
pub(super) fn different_lines<'t>(lines: impl Iterator<Item = &'t str>) -> HashSet<&'t str> {
    lines.map(str::trim).filter(|line| line.contains(char::is_alphanumeric)).collect()
}

/// Whether two texts are nearly the same: who has read the one knows the other.
pub(super) fn are_alike(one: &HashSet<&str>, other: &HashSet<&str>) -> bool {
    let both = one.intersection(other).count();
    both >= MIN_ALIKE && both * 10 >= (one.len() + other.len() - both) * ALIKE_TENTHS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_with_most_lines_in_common_are_alike() {
        let set = |text: &'static str| text.split(' ').collect::<HashSet<&str>>();
        let four = set("open lock post close");
        assert!(are_alike(&four, &four));
        assert!(are_alike(&four, &set("open lock post close sign red blue green")));
        assert!(!are_alike(&four, &set("open lock post close sign red blue green gray")));
        assert!(!are_alike(&four, &set("open lock post sign")));
        // So short a text says nothing by being the same.
        assert!(!are_alike(&set("open lock post"), &set("open lock post")));
    }
}
