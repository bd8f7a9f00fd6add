//! Which pieces of a file an answer may show: what the task names, then what holds most of it.

use std::collections::HashSet;

use beadloom_lexical::Chunk;
use beadloom_model::is_in_tests;
use beadloom_store::OutlineRow;

use super::maker::{Maker, holds_definitions, is_shown_whole, lines_of};
use super::piece::{Level, Piece};
use crate::search::code::{RankedFile, definition_of};
use crate::search::query::CodeQuery;
use crate::search::words::Words;

/// Pieces of one file.
const MAX_PIECES: usize = 4;

/// Pieces of one file that the task names.
const MAX_NAMED: usize = 8;

/// Pieces of one file that a question is likely about.
const MAX_LIKELY: usize = 16;

/// A type with more lines is shown by its head, and its members stand for themselves; one that is this likely may have more.
const MAX_TYPE: usize = 40;
const SURE: f64 = 0.3;
const MAX_LIKELY_TYPE: usize = 40;

/// A further piece holds at least this part of what the best one holds of the task.
const WORTH_A_PIECE: f64 = 0.5;

/// A chunk that defines something is shown before one that does not and holds no more than its score over this.
const AS_GOOD: f64 = 0.7;

/// Chunks among which such a one is looked for.
const MAX_CHUNKS_LOOKED_AT: usize = 4;

/// Lines that two texts have in common at least, and in tenths how many of all their lines these are, for them to be alike.
const MIN_ALIKE: usize = 4;
const ALIKE_TENTHS: usize = 5;

/// Pieces of a file.
pub(super) struct Pieces {
    /// Best first.
    pub found: Vec<Piece>,
    /// How many of the first ones the task names.
    pub named: usize,
    /// How many were left out because they were given before.
    pub given: u64,
}

/// The pieces of a file. `most`: at most so many; `up_to`: the highest level that is asked for.
pub(super) fn pieces(
    maker: &Maker<'_>,
    query: &CodeQuery,
    words: &mut Words,
    (most, up_to): (usize, Level),
) -> Pieces {
    let file = maker.file;
    let mut found: Vec<Piece> = Vec::new();
    let mut taken: Vec<Chunk> = Vec::new();
    let mut texts: Vec<HashSet<&str>> = Vec::new();
    let mut known = 0;
    let best = file.chunks.first().map_or(0.0, |(_, score)| *score);
    // A file that matches by its name alone shows how it begins.
    let beginning = [(0, 0.0)];
    let mut candidates = if file.chunks.is_empty() { beginning.to_vec() } else { file.chunks.clone() };
    prefer_definitions(file, &mut candidates);
    let quoted = maker.quoted.iter().find(|line| !is_in_tests(maker.tests, **line));
    let long = maker.named_definitions().find(|definition| !is_shown_whole(definition));
    for line in quoted.copied().into_iter().chain(long.map(|definition| definition.line_start)) {
        prefer_line(file, line, &mut candidates);
    }
    for definition in maker.named_definitions().filter(|definition| is_shown_whole(definition)) {
        let chunk = lines_of(definition);
        if found.len() >= most.min(MAX_NAMED) {
            break;
        }
        if taken.iter().any(|other| chunk.first <= other.last && other.first <= chunk.last) {
            continue;
        }
        let piece = maker.piece(maker.beginning(chunk), Some(definition), words, up_to);
        taken.push(chunk);
        texts.push(maker.text(chunk));
        if piece.is_empty() {
            known += 1;
        } else {
            found.push(piece);
        }
    }
    let mut named = found.len();
    for piece in &mut found {
        piece.chance = 1.0;
    }
    for (number, chance) in maker.likely.iter().take(MAX_LIKELY) {
        let Some(symbol) = file.outline.get(*number) else { continue };
        let lines = lines_of(symbol);
        let is_within = |other: &Chunk| other.first <= lines.first && lines.last <= other.last;
        if taken.iter().any(is_within) {
            continue;
        }
        let longest = if *chance >= SURE { MAX_LIKELY_TYPE } else { MAX_TYPE };
        let is_long_type = holds_definitions(symbol.kind) && maker.shown_lines(symbol) > longest;
        let core = maker.core(symbol);
        let shown = if is_long_type { core } else { lines };
        let text = maker.text(shown);
        if texts.iter().any(|other| are_alike(&text, other)) {
            continue;
        }
        texts.push(text);
        taken.push(shown);
        let piece = if is_long_type {
            maker.head_piece(symbol)
        } else {
            maker.piece(core, Some(symbol), words, up_to)
        };
        if piece.is_empty() {
            known += 1;
        } else {
            found.push(Piece { chance: *chance, ..piece });
        }
    }
    if !maker.likely.is_empty() {
        return Pieces { found, named, given: known };
    }
    let is_best_named = candidates
        .first()
        .and_then(|(number, _)| file.chunk(*number))
        .is_some_and(|best| taken.iter().any(|other| best.first <= other.last && other.first <= best.last));
    for (number, score) in candidates {
        let is_worth_it = score >= best * WORTH_A_PIECE && score > 0.0;
        if found.len() >= most.min(MAX_PIECES) || (!taken.is_empty() && !is_worth_it) {
            break;
        }
        let Some(chunk) = file.chunk(number) else { continue };
        if taken.iter().any(|other| chunk.first <= other.last && other.first <= chunk.last) {
            continue;
        }
        let quoting = maker.quoting_definition(chunk);
        let definition = quoting
            .or_else(|| {
                definition_of(file, chunk, query, None, &|name| {
                    query.terms.iter().filter(|(term, _)| name.to_lowercase().contains(term.as_str())).count()
                })
            })
            .or_else(|| maker.described(chunk));
        let is_there = |symbol: &OutlineRow| {
            found.iter().any(|piece| piece.definition == Some(symbol.id) && piece.covers(lines_of(symbol)))
        };
        if definition.is_some_and(is_there) {
            continue;
        }
        let chunk = quoting.map_or(chunk, lines_of);
        if !taken.is_empty() && maker.is_test(definition.map_or(chunk, lines_of)) {
            continue;
        }
        let text = maker.text(definition.map_or(chunk, lines_of));
        if maker.is_question && texts.iter().any(|other| are_alike(&text, other)) {
            continue;
        }
        texts.push(text);
        let piece = maker.piece(chunk, definition, words, up_to);
        taken.push(match (&piece.whole, up_to) {
            (Some(whole), Level::Body) if !piece.parts(Level::Body).is_empty() => {
                Chunk { first: chunk.first.min(*whole.start()), last: chunk.last.max(*whole.end()) }
            }
            _ => chunk,
        });
        if piece.is_empty() {
            known += 1;
        } else {
            found.push(piece);
        }
    }
    if !maker.is_question
        && !is_best_named
        && let Some(first) = found.get_mut(..=named)
    {
        // A task names what the place to be changed uses as often as that place.
        first.rotate_right(1);
        named = 0;
    }
    Pieces { found, named, given: known }
}

/// Puts the best chunk in which something is defined first, where it is nearly as good as one in which nothing is: the
/// head of a file holds the words of its name, and says nothing.
fn prefer_definitions(file: &RankedFile, candidates: &mut [(usize, f64)]) {
    let Some(best) = candidates.first().map(|(_, score)| *score) else { return };
    let defines = |number: usize| {
        file.chunk(number).is_some_and(|chunk| {
            let begins =
                |symbol: &OutlineRow| symbol.line_start >= chunk.first && symbol.line_start <= chunk.last;
            let around =
                |symbol: &OutlineRow| symbol.line_start < chunk.first && symbol.line_end >= chunk.first;
            file.outline.iter().any(|symbol| begins(symbol) || around(symbol))
        })
    };
    let near = candidates
        .iter()
        .take(MAX_CHUNKS_LOOKED_AT)
        .position(|(number, score)| *score >= best * AS_GOOD && defines(*number));
    if let Some(at) = near.filter(|at| *at > 0) {
        candidates.get_mut(..=at).unwrap_or_default().rotate_right(1);
    }
}

/// Puts the chunk first that holds a line.
fn prefer_line(file: &RankedFile, line: u32, candidates: &mut Vec<(usize, f64)>) {
    let Some(number) = file.file.chunks.iter().position(|chunk| (chunk.first..=chunk.last).contains(&line))
    else {
        return;
    };
    let best = candidates.first().map_or(0.0, |(_, score)| *score);
    candidates.retain(|(other, _)| *other != number);
    candidates.insert(0, (number, best));
}

/// Whether two texts are nearly the same: who has read the one knows the other.
fn are_alike(one: &HashSet<&str>, other: &HashSet<&str>) -> bool {
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
