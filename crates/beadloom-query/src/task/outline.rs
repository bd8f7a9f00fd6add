//! The definitions of a file beside the pieces that hold most of the task, a line for each: where else in it to look.

use beadloom_lexical::Chunk;
use beadloom_model::CompactSort as _;
use beadloom_store::OutlineRow;

use super::given::of_span;
use super::literals::whole_at;
use super::maker::{MAX_BODY_LINES, Maker};
use super::piece::{Level, Piece};
use crate::search::words::Words;
use crate::symbols::holds_definitions;

/// Pieces of a file, those of its outline too.
pub(super) const MAX_OUTLINE_PIECES: usize = 44;

/// Definitions of a file that are looked at, and lines of each that are compared with the task, as long as all of these are no more than that.
const MAX_DEFINITIONS: usize = 600;
const MAX_LINES: u32 = 40;
const MAX_ALL_LINES: usize = 1_500;

/// Of them, those that can be shown as code: the best.
const WITH_CODE: usize = 8;

/// Small definitions that the best piece uses: how many come before all others, lines of one, and bytes of its name.
const MAX_USED_PIECES: usize = 3;
const MAX_USED_LINES: u32 = 40;
const MIN_USED_NAME: usize = 4;

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

/// The definitions of a file that none of its pieces shows, those that hold most of the task first, `most` of them; and before them small
/// ones that the best piece uses, where these are wanted. `up_to`: the level up to which they can be shown.
pub(super) fn outline(
    maker: &Maker<'_>,
    words: &mut Words,
    shown: &[Piece],
    (most, up_to): (usize, Level),
) -> (Vec<Piece>, Vec<Piece>) {
    let using = shown.first().filter(|_| maker.with_used).map(Piece::text).unwrap_or_default();
    let scope =
        shown.first().and_then(|piece| piece.definition).and_then(|id| scope_of(&maker.file.outline, id));
    let mut used: Vec<(usize, Entry<'_>)> = Vec::new();
    let mut entries: Vec<(f32, Entry<'_>)> = Vec::new();
    let mut compared = 0;
    for entry in entries_of(&maker.file.outline) {
        if entries.len() == MAX_DEFINITIONS {
            break;
        }
        if shown.iter().any(|piece| piece.covers(entry.lines)) || maker.is_test(entry.lines) {
            continue;
        }
        if let Some(symbol) = entry.definition
            && is_in_scope(symbol, scope)
            && entry.lines.last - entry.lines.first < MAX_USED_LINES
            && symbol.name.len() >= MIN_USED_NAME
            && let Some(at) = whole_at(using, &symbol.name)
        {
            used.push((at, entry));
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
    // In the order in which they are used.
    used.compact_sort_by_key(|(at, _)| *at);
    let mut piece = |entry: &Entry<'_>, up_to| maker.piece(entry.lines, entry.definition, words, up_to);
    let mut first: Vec<Piece> = used.iter().map(|(_, entry)| piece(entry, up_to)).collect();
    let mut others: Vec<Piece> = first.split_off(first.len().min(MAX_USED_PIECES));
    let further = entries.iter().take(most).enumerate();
    others.extend(
        further.map(|(at, (_, entry))| piece(entry, if at < WITH_CODE { up_to } else { Level::Line })),
    );
    first.retain(|piece| !piece.is_empty());
    others.retain(|piece| !piece.is_empty());
    (first, others)
}

/// What encloses a definition, by its row id.
fn scope_of(outline: &[OutlineRow], id: i64) -> Option<&str> {
    let own = outline.iter().find(|symbol| symbol.id == id)?;
    own.qualified_name.rsplit_once('.').map(|(scope, _)| scope)
}

/// Whether code in a scope means this definition by its bare name: it stands at the top of the file, or in the same type.
fn is_in_scope(symbol: &OutlineRow, scope: Option<&str>) -> bool {
    match symbol.qualified_name.rsplit_once('.') {
        None => true,
        Some((own, name)) => Some(own) == scope && !name.starts_with("__"),
    }
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
        let is_large = symbol.line_end - symbol.line_start.min(symbol.line_end) >= MAX_BODY_LINES;
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
