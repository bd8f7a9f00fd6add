//! Which pieces of a file an answer may show: what the task names, then what holds most of it.

use std::collections::HashSet;

use beadloom_lexical::Chunk;
use beadloom_model::{SymbolKind, is_in_tests};
use beadloom_store::OutlineRow;

use super::definitions::Candidate;
use super::given::of_span;
use super::lines::are_silent;
use super::maker::{Maker, is_shown_whole, lines_of};
use super::piece::{Level, Piece, are_alike};
use crate::search::code::{RankedFile, definition_of};
use crate::search::query::CodeQuery;
use crate::search::words::Words;
use crate::symbols::holds_definitions;

/// Pieces of one file.
const MAX_PIECES: usize = 4;

/// Pieces of one file that the task names.
const MAX_NAMED_PIECES: usize = 8;

/// Pieces of one file that a question is likely about.
const MAX_LIKELY_PIECES: usize = 16;

/// A type with more lines is shown by its head, and its members stand for themselves; one that is this likely may have more.
const MAX_TYPE_LINES: usize = 40;
const SURE: f64 = 0.3;
const MAX_LIKELY_TYPE_LINES: usize = 40;

/// A further piece holds at least this part of what the best one holds of the task.
const WORTH_A_PIECE: f64 = 0.5;

/// A chunk that defines something is shown before one that does not and holds no more than its score over this.
const AS_GOOD: f64 = 0.7;

/// Chunks among which such a one is looked for.
const MAX_CHUNKS: usize = 4;

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
    let candidates = candidates(maker);
    let mut picked = Picked {
        maker,
        query,
        words,
        up_to,
        found: Vec::new(),
        taken: Vec::new(),
        texts: Vec::new(),
        known: 0,
    };
    picked.add_named(most.min(MAX_NAMED_PIECES));
    let named = picked.found.len();
    picked.add_likely();
    if !maker.likely.is_empty() {
        return Pieces { found: picked.found, named, given: picked.known };
    }
    let best = candidates.first().and_then(|(number, _)| maker.file.chunk(*number));
    let is_best_named = best.is_some_and(|best| picked.overlaps(best));
    picked.add_best(candidates, most.min(MAX_PIECES));
    let Picked { mut found, known, .. } = picked;
    if !maker.is_question
        && !is_best_named
        && let Some(first) = found.get_mut(..=named)
    {
        // A task names what the place to be changed uses as often as that place.
        first.rotate_right(1);
        return Pieces { found, named: 0, given: known };
    }
    Pieces { found, named, given: known }
}

/// A definition or lines between definitions, with how likely it is that the task needs them.
#[derive(Debug, Clone)]
pub(super) struct Chosen {
    pub candidate: Candidate,
    /// 0 to 1.
    pub chance: f64,
    /// Up to which level it may be shown.
    pub up_to: Level,
}

/// The pieces of a file that the task most likely needs, the likeliest first. `chosen`: in that order.
pub(super) fn chosen_pieces(maker: &Maker<'_>, chosen: &[Chosen], words: &mut Words) -> Pieces {
    let mut found: Vec<Piece> = Vec::new();
    let mut taken: Vec<Chunk> = Vec::new();
    let mut given = 0;
    let likeliest: Vec<usize> = chosen.iter().filter_map(|one| one.candidate.definition).collect();
    for Chosen { candidate, chance, up_to } in chosen {
        let lines = candidate.lines;
        let is_within = |other: &Chunk| other.first <= lines.first && lines.last <= other.last;
        if maker.is_test(lines) || taken.iter().any(is_within) {
            continue;
        }
        let holds_taken = taken.iter().any(|other| lines.first <= other.first && other.last <= lines.last);
        let symbol = candidate.definition.and_then(|at| maker.file.outline.get(at));
        let piece = match symbol {
            // What it holds says what it is.
            Some(symbol) if symbol.kind == SymbolKind::Module && holds_taken => continue,
            Some(symbol)
                if holds_definitions(symbol.kind)
                    && (holds_taken || maker.shown_lines(symbol) > MAX_TYPE_LINES) =>
            {
                maker.head_piece(symbol, &likeliest)
            }
            Some(symbol) => {
                let up_to = if holds_taken { Level::Line } else { *up_to };
                if !holds_taken && is_shown_whole(symbol) {
                    taken.push(lines);
                }
                maker.piece(maker.core(symbol), Some(symbol), words, up_to)
            }
            None => {
                let speaking = candidate.own.iter().filter(|span| !are_silent(of_span(maker.lines, **span)));
                let longest = speaking.max_by_key(|span| (span.last - span.first, u32::MAX - span.first));
                let Some(span) = longest.copied() else { continue };
                maker.piece(span, None, words, *up_to)
            }
        };
        if piece.is_empty() {
            given += 1;
        } else {
            found.push(Piece { chance: *chance, ..piece });
        }
    }
    Pieces { found, named: 0, given }
}

/// The chunks of a file with their scores, best first: what the task quotes or names before all others.
fn candidates(maker: &Maker<'_>) -> Vec<(usize, f64)> {
    let file = maker.file;
    // A file that matches by its name alone shows how it begins.
    let mut candidates = if file.chunks.is_empty() { vec![(0, 0.0)] } else { file.chunks.clone() };
    prefer_definitions(file, &mut candidates);
    let quoted = maker.quoted.iter().find(|line| !is_in_tests(maker.tests, **line));
    let long = maker.named_definitions().find(|definition| !is_shown_whole(definition));
    for line in quoted.copied().into_iter().chain(long.map(|definition| definition.line_start)) {
        prefer_line(file, line, &mut candidates);
    }
    candidates
}

/// The pieces so far.
struct Picked<'p> {
    maker: &'p Maker<'p>,
    query: &'p CodeQuery,
    words: &'p mut Words,
    up_to: Level,
    found: Vec<Piece>,
    /// Lines that these take.
    taken: Vec<Chunk>,
    texts: Vec<HashSet<&'p str>>,
    /// How many were left out because they were given before.
    known: u64,
}

impl Picked<'_> {
    fn overlaps(&self, chunk: Chunk) -> bool {
        self.taken.iter().any(|other| chunk.first <= other.last && other.first <= chunk.last)
    }

    fn add(&mut self, piece: Piece) {
        if piece.is_empty() {
            self.known += 1;
        } else {
            self.found.push(piece);
        }
    }

    /// The definitions that the task names.
    fn add_named(&mut self, most: usize) {
        let maker = self.maker;
        for definition in maker.named_definitions().filter(|definition| is_shown_whole(definition)) {
            let chunk = lines_of(definition);
            if self.found.len() >= most {
                break;
            }
            if self.overlaps(chunk) {
                continue;
            }
            let piece = maker.piece(maker.beginning(chunk), Some(definition), self.words, self.up_to);
            self.taken.push(chunk);
            self.texts.push(maker.text(chunk));
            self.add(Piece { chance: 1.0, ..piece });
        }
    }

    /// The definitions that a question is likely about.
    fn add_likely(&mut self) {
        let maker = self.maker;
        let likeliest: Vec<usize> = maker.likely.iter().map(|(at, _)| *at).collect();
        for (number, chance) in maker.likely.iter().take(MAX_LIKELY_PIECES) {
            let Some(symbol) = maker.file.outline.get(*number) else { continue };
            let lines = lines_of(symbol);
            let is_within = |other: &Chunk| other.first <= lines.first && lines.last <= other.last;
            if self.taken.iter().any(is_within) {
                continue;
            }
            let longest = if *chance >= SURE { MAX_LIKELY_TYPE_LINES } else { MAX_TYPE_LINES };
            let is_long_type = holds_definitions(symbol.kind) && maker.shown_lines(symbol) > longest;
            let core = maker.core(symbol);
            let shown = if is_long_type { core } else { lines };
            let text = maker.text(shown);
            if self.texts.iter().any(|other| are_alike(&text, other)) {
                continue;
            }
            self.texts.push(text);
            self.taken.push(shown);
            let piece = if is_long_type {
                maker.head_piece(symbol, &likeliest)
            } else {
                maker.piece(core, Some(symbol), self.words, self.up_to)
            };
            self.add(Piece { chance: *chance, ..piece });
        }
    }

    /// The chunks that hold most of the task, as long as a further one holds nearly as much as the best.
    fn add_best(&mut self, candidates: Vec<(usize, f64)>, most: usize) {
        let best = self.maker.file.chunks.first().map_or(0.0, |(_, score)| *score);
        for (number, score) in candidates {
            let is_worth_it = score >= best * WORTH_A_PIECE && score > 0.0;
            if self.found.len() >= most || (!self.taken.is_empty() && !is_worth_it) {
                break;
            }
            if let Some(chunk) = self.maker.file.chunk(number).filter(|chunk| !self.overlaps(*chunk)) {
                self.add_chunk(chunk);
            }
        }
    }

    /// A chunk with the definition that it is about, where nothing shows that yet.
    fn add_chunk(&mut self, chunk: Chunk) {
        let (maker, query) = (self.maker, self.query);
        let quoting = maker.quoting_definition(chunk);
        let terms_in = |name: &str| {
            query.terms.iter().filter(|(term, _)| name.to_lowercase().contains(term.as_str())).count()
        };
        let definition = quoting
            .or_else(|| definition_of(maker.file, chunk, query, None, &terms_in))
            .or_else(|| maker.described(chunk));
        let is_there = |symbol: &OutlineRow| {
            let mut found = self.found.iter();
            found.any(|piece| piece.definition == Some(symbol.id) && piece.covers(lines_of(symbol)))
        };
        if definition.is_some_and(is_there) {
            return;
        }
        let chunk = quoting.map_or(chunk, lines_of);
        if !self.taken.is_empty() && maker.is_test(definition.map_or(chunk, lines_of)) {
            return;
        }
        let text = maker.text(definition.map_or(chunk, lines_of));
        if maker.is_question && self.texts.iter().any(|other| are_alike(&text, other)) {
            return;
        }
        self.texts.push(text);
        let piece = maker.piece(chunk, definition, self.words, self.up_to);
        self.taken.push(match (&piece.whole, self.up_to) {
            (Some(whole), Level::Body) if !piece.parts(Level::Body).is_empty() => {
                Chunk { first: chunk.first.min(*whole.start()), last: chunk.last.max(*whole.end()) }
            }
            _ => chunk,
        });
        self.add(piece);
    }
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
        .take(MAX_CHUNKS)
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
