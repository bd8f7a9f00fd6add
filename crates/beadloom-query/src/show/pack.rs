//! What of the pieces the budget holds: all of them as one line, then as many as fit whole, then the rest in parts.

use beadloom_model::Result;
use beadloom_model::answers::{ANSWER_VERSION, Missing, ShowAnswer, Source};
use beadloom_tokens::CachedCounter;

use super::request::{Piece, ShowRequest};
use crate::answer::json::tokens_of;
use crate::answer::packer::{Entry, Item, Queue, Room};
use crate::budget::frame_too_large;
use crate::completeness::{of_show, without_room};

/// Characters of a line; longer ones are data, and are cut.
const MAX_LINE_CHARS: usize = 2_000;

/// Lines before the first definition inside a piece that is shown in parts.
const MAX_HEAD_LINES: usize = 40;

/// What is left of a budget is worth a part of a piece, in tokens.
const WORTH_A_PART: usize = 80;

/// Between two pieces, in tokens.
const COMMA: usize = 1;

/// How much of a piece is shown.
enum Level {
    /// One line.
    Listed,
    /// All lines.
    Whole,
    /// So many tokens of it.
    Part(usize),
}

/// The answer with as much as fits.
///
/// # Errors
/// `budget_too_small` where not even the first piece fits as one line.
pub(super) fn packed(
    pieces: Vec<Piece>,
    missing: Vec<Missing>,
    request: &ShowRequest<'_>,
    counter: &CachedCounter<'_>,
) -> Result<ShowAnswer> {
    let shown: Vec<String> = pieces.iter().map(|piece| listed(piece).path).collect();
    let mut answer = ShowAnswer {
        version: ANSWER_VERSION,
        shown: Vec::new(),
        missing,
        omitted: pieces.len() as u64,
        tokens: request.budget as u64,
        next: without_room(),
        warning: request.stale.warning.clone(),
        stale_paths: request.stale.shown_paths_of(shown.iter().map(String::as_str)),
    };
    let frame = tokens_of(&answer, counter)?;
    let mut room = Room(request.budget.saturating_sub(frame));
    // As one line each, in the order in which references are named: the first meaning of each before further ones.
    let entry = |(at, piece): (usize, &Piece)| {
        let cost = tokens_of(&listed(piece), counter)? + COMMA;
        Ok(Entry { at, worth: piece.rank, cost })
    };
    let entries: Vec<_> = pieces.iter().enumerate().map(entry).collect::<Result<_>>()?;
    let queue = Queue::new(vec![entries]);
    let listed_pieces = queue.reach(room.0);
    if listed_pieces == 0 {
        return Err(frame_too_large(request.budget, (frame + queue.cost_of(1)) as u64, "references"));
    }
    room.takes(queue.cost_of(listed_pieces));
    let order = queue.items().get(..listed_pieces).unwrap_or_default();
    let mut levels = levels(&pieces, order, room, counter)?;
    // Tokens may join differently once the pieces stand together: what was given last is taken first.
    loop {
        answer.shown.clear();
        for (piece, level) in pieces.iter().zip(&levels) {
            match level {
                Some(Level::Whole) => answer.shown.push(whole(piece)),
                Some(Level::Listed) => answer.shown.push(listed(piece)),
                Some(Level::Part(room)) => answer.shown.push(part(piece, *room, counter)?),
                None => {}
            }
        }
        answer.omitted = (pieces.len() - answer.shown.len()) as u64;
        answer.next = of_show(&answer, request.callers, request.hints);
        let tokens = tokens_of(&answer, counter)?;
        answer.tokens = tokens as u64;
        if tokens <= request.budget {
            return Ok(answer);
        }
        let last = order.iter().rev().find(|item| {
            levels.get(item.at).is_some_and(|level| matches!(level, Some(Level::Whole | Level::Part(_))))
        });
        let Some(level) = last.and_then(|item| levels.get_mut(item.at)) else {
            return Err(frame_too_large(request.budget, tokens as u64, "references"));
        };
        *level = Some(match level {
            Some(Level::Part(room)) if *room > 2 * WORTH_A_PART => Level::Part(*room - WORTH_A_PART),
            _ => Level::Listed,
        });
    }
}

/// How much there is room for of each piece, beyond the one line of those that are listed: first as many as fit whole, then parts.
fn levels(
    pieces: &[Piece],
    order: &[Item],
    mut room: Room,
    counter: &CachedCounter<'_>,
) -> Result<Vec<Option<Level>>> {
    let mut levels: Vec<Option<Level>> = pieces.iter().map(|_| None).collect();
    for item in order {
        let (Some(piece), Some(level)) = (pieces.get(item.at), levels.get_mut(item.at)) else { continue };
        let more = tokens_of(&whole(piece), counter)?.saturating_sub(item.cost - COMMA);
        *level = Some(if room.takes(more) { Level::Whole } else { Level::Listed });
    }
    for item in order {
        if room.0 < WORTH_A_PART {
            break;
        }
        let (Some(piece), Some(level @ Some(Level::Listed))) = (pieces.get(item.at), levels.get_mut(item.at))
        else {
            continue;
        };
        let more = tokens_of(&part(piece, room.0, counter)?, counter)?.saturating_sub(item.cost - COMMA);
        *level = Some(Level::Part(room.0));
        room = Room(room.0.saturating_sub(more));
    }
    Ok(levels)
}

/// The reference that shows lines of a file.
fn reference(source: &Source, first: u32) -> String {
    format!("{}:{}-{}", source.path, first, source.line_end)
}

fn whole(piece: &Piece) -> Source {
    let lines: Vec<String> = piece.lines.iter().map(|line| cut(line)).collect();
    Source { text: Some(lines.join("\n")), signature: None, ..piece.source.clone() }
}

fn listed(piece: &Piece) -> Source {
    piece.source.clone()
}

/// The beginning of a piece, and one line for each definition that stands in the rest of it, in so many tokens more than the
/// piece has as one line.
fn part(piece: &Piece, room: usize, counter: &CachedCounter<'_>) -> Result<Source> {
    let first = piece.source.line_start;
    let base = tokens_of(&listed(piece), counter)? + 8;
    let most = base + room;
    let made = |head: usize, members: usize| -> Source {
        let lines: Vec<String> = piece.lines.iter().take(head).map(|line| cut(line)).collect();
        let next = first.saturating_add(u32::try_from(head).unwrap_or(u32::MAX));
        Source {
            text: (head > 0).then(|| lines.join("\n")),
            signature: if head > 0 { None } else { piece.source.signature.clone() },
            outline: piece
                .inside
                .iter()
                .filter(|one| one.last >= next)
                .take(members)
                .map(super::definition::Definition::member)
                .collect(),
            rest: (head < piece.lines.len()).then(|| reference(&piece.source, next)),
            ..piece.source.clone()
        }
    };
    let fits = |head: usize, members: usize| -> Result<bool> {
        Ok(tokens_of(&made(head, members), counter)? <= most)
    };
    if piece.inside.is_empty() {
        let head = greatest(piece.lines.len(), |head| fits(head, 0))?;
        return Ok(made(head, 0));
    }
    // A type shows how it begins and what it has; more of its text where there is room for all that.
    let before = piece.inside.first().map_or(0, |one| one.first.saturating_sub(first) as usize);
    let least = greatest(before.clamp(1, MAX_HEAD_LINES).min(piece.lines.len()), |head| fits(head, 0))?;
    let members = greatest(piece.inside.len(), |members| fits(least, members))?;
    let head = if members < piece.inside.len() {
        least
    } else {
        greatest(piece.lines.len(), |head| fits(head, members))?.max(least)
    };
    Ok(made(head, members))
}

/// The greatest number up to `most` for which something holds that holds for all smaller ones; 0 where it holds for none.
fn greatest(most: usize, holds: impl Fn(usize) -> Result<bool>) -> Result<usize> {
    let (mut yes, mut no) = (0, most + 1);
    while no - yes > 1 {
        let middle = usize::midpoint(yes, no);
        if holds(middle)? {
            yes = middle;
        } else {
            no = middle;
        }
    }
    Ok(yes)
}

/// A line as it is shown.
fn cut(line: &str) -> String {
    match line.char_indices().nth(MAX_LINE_CHARS) {
        Some((end, _)) => {
            format!("{}… (cut at {MAX_LINE_CHARS} characters)", line.get(..end).unwrap_or(line))
        }
        None => line.to_owned(),
    }
}
