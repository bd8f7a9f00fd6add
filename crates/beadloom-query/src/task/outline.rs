//! The definitions of a file beside the pieces that hold most of the task, a line for each: where else in it to look.

use beadloom_lexical::Chunk;
use beadloom_model::CompactSort as _;
use beadloom_store::OutlineRow;

use super::given::of_span;
use super::pieces::{Level, MAX_BODY, Maker, Piece, holds_definitions};
use crate::search::words::Words;

/// Pieces of a file, those of its outline too.
pub(super) const MAX_OUTLINE: usize = 44;

/// Definitions of a file that are looked at, and lines of each that are compared with the task, as long as all of these are no more than that.
const MAX_DEFINITIONS: usize = 600;
const MAX_LINES: u32 = 40;
const MAX_ALL_LINES: usize = 1_500;

/// Of them, those that can be shown as code: the best.
const WITH_CODE: usize = 8;

/// What the words of a definition's name count for, beside those of its lines.
const OF_NAME: f32 = 0.5;

/// What stands before the first definition of a file counts for less: it names everything and does nothing.
const OF_HEAD: f32 = 0.5;

/// What a line of a file's outline stands for.
struct Entry<'f> {
    lines: Chunk,
    /// None for what stands before the first definition.
    definition: Option<&'f OutlineRow>,
}

/// The definitions of a file that none of its pieces shows, those that hold most of the task first, `most` of them. `up_to`: the level
/// up to which they can be shown.
pub(super) fn outline(
    maker: &Maker<'_>,
    words: &mut Words,
    shown: &[Piece],
    (most, up_to): (usize, Level),
) -> Vec<Piece> {
    let mut entries: Vec<(f32, Entry<'_>)> = Vec::new();
    let mut compared = 0;
    for entry in entries_of(&maker.file.outline) {
        if entries.len() == MAX_DEFINITIONS {
            break;
        }
        if shown.iter().any(|piece| piece.covers(entry.lines)) || maker.is_test(entry.lines) {
            continue;
        }
        let last = entry.lines.last.min(entry.lines.first.saturating_add(MAX_LINES - 1));
        let lines = of_span(maker.lines, Chunk { first: entry.lines.first, last });
        compared += lines.len();
        let held = if compared > MAX_ALL_LINES { 0.0 } else { words.share_of_lines(lines) };
        let worth = match entry.definition {
            Some(symbol) => held + OF_NAME * words.share(&symbol.name),
            None => held * OF_HEAD,
        };
        entries.push((worth, entry));
    }
    // Stable: by line where they are worth as much.
    entries.compact_sort_by(|a, b| b.0.total_cmp(&a.0));
    entries
        .into_iter()
        .take(most)
        .enumerate()
        .map(|(at, (_, entry))| {
            let up_to = if at < WITH_CODE { up_to } else { Level::Line };
            maker.piece(entry.lines, entry.definition, words, up_to)
        })
        .filter(|piece| !piece.is_empty())
        .collect()
}

/// The definitions of a file that hold no others, of those that do what stands before the first of them, and what stands before all.
fn entries_of(outline: &[OutlineRow]) -> impl Iterator<Item = Entry<'_>> {
    let head = outline
        .first()
        .filter(|first| first.line_start > 2)
        .map(|first| Entry { lines: Chunk { first: 1, last: first.line_start - 1 }, definition: None });
    let mut within = 0;
    let definitions = outline.iter().enumerate().filter_map(move |(at, symbol)| {
        if symbol.line_end <= within {
            return None;
        }
        let inner = outline.get(at + 1).filter(|next| next.line_end <= symbol.line_end);
        let is_large = symbol.line_end - symbol.line_start.min(symbol.line_end) >= MAX_BODY;
        let last = match inner {
            Some(next) if holds_definitions(symbol.kind) || is_large => {
                if next.line_start <= symbol.line_start {
                    return None;
                }
                next.line_start - 1
            }
            _ => {
                within = symbol.line_end;
                symbol.line_end.max(symbol.line_start)
            }
        };
        Some(Entry { lines: Chunk { first: symbol.line_start, last }, definition: Some(symbol) })
    });
    head.into_iter().chain(definitions)
}
