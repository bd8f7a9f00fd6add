//! The few lines that show why something was found.

use beadloom_model::answers::Hit;
use beadloom_store::ChunkRow;

use super::rank::Ranker;
use crate::text;

/// Lines of a snippet, at most.
const LINES: usize = 8;

/// Characters of one line, at most: a minified line is no snippet.
const LINE_LENGTH: usize = 240;

/// The kind of hits in text that is no code.
pub(super) const OTHER_TEXT: &str = "text";

/// The lines of a section that hold most of the query's words, the first such lines, with their first and last line
/// number.
pub(super) fn of_document(chunk: &ChunkRow, ranker: &Ranker) -> (String, u32, u32) {
    best_lines(&chunk.content, chunk.line_start, ranker)
}

/// The same of the lines of a hit.
pub(super) fn of_text(
    hit: &Hit,
    ranker: &Ranker,
    read_lines: &dyn Fn(&str, u32, u32) -> Option<String>,
) -> Option<(String, u32, u32)> {
    let (path, first, last) = (hit.path.as_deref()?, hit.line_start?, hit.line_end?);
    Some(best_lines(&read_lines(path, first, last)?, first, ranker))
}

/// `first`: number of the first line of the text.
fn best_lines(text: &str, first: u32, ranker: &Ranker) -> (String, u32, u32) {
    let lines: Vec<&str> = text.lines().collect();
    let scores: Vec<usize> = lines.iter().map(|line| ranker.matches(line)).collect();
    let last_start = lines.len().saturating_sub(LINES);
    // The line that decides stands second: what leads to it is worth seeing.
    let best = scores.iter().copied().max().unwrap_or(0);
    let hit = scores.iter().position(|score| *score == best).unwrap_or(0);
    let start = hit.saturating_sub(1).min(last_start);
    let end = (start + LINES).min(lines.len());
    let shown: Vec<String> =
        lines.iter().take(end).skip(start).map(|line| text::cut_at_word(line, LINE_LENGTH)).collect();
    let number = |offset: usize| first.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX));
    (shown.join("\n"), number(start), number(end.saturating_sub(1).max(start)))
}

/// The first lines of a definition.
pub(super) fn of_code(hit: &Hit, read_lines: &dyn Fn(&str, u32, u32) -> Option<String>) -> Option<String> {
    let (path, first, last) = (hit.path.as_deref()?, hit.line_start?, hit.line_end?);
    let end = last.min(first.saturating_add(LINES as u32 - 1)).max(first);
    let read = read_lines(path, first, end)?;
    let shown: Vec<String> =
        read.lines().take(LINES).map(|line| text::cut_at_word(line, LINE_LENGTH)).collect();
    Some(shown.join("\n"))
}
