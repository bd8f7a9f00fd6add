//! Which lines of a file a hit points at: those of the definition that holds the query's words.

use std::rc::Rc;

use beadloom_lexical::Chunk;
use beadloom_model::SymbolKind;
use beadloom_store::OutlineRow;

use super::code::{RankedFile, definition_of};
use super::query::CodeQuery;
use super::rank::Ranker;
use super::words::Words;

/// A definition has so many lines at most where it is shown whole; else the chunk is.
const MAX_LINES: u32 = 120;

/// Chunks that are as good as the best by their score, nearly, are compared by the words that stand in them.
const NEARLY: f64 = 0.6;

/// That many at most.
const COMPARED: usize = 8;

/// Lines between a definition and what is said of it before, at most.
const MAX_LEADING_LINES: u32 = 12;

/// A definition in another is shown where it holds nearly as much.
const MIN_SHARE_OF_OUTER: f32 = 0.8;

/// What holds less of what the chunk holds is not what was found.
const MIN_SHARE_OF_CHUNK: f32 = 0.5;

/// What of a file is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot<'f> {
    /// The definition that it stands under.
    pub symbol: Option<&'f OutlineRow>,
    pub lines: (u32, u32),
    /// The line from which on a snippet may be shown: what stands before a definition may say what it is.
    pub from: u32,
    /// How much of the query its chunk holds, 0 to 1.
    pub words: f64,
}

/// Finds spots for one query.
pub(super) struct Spotter<'q> {
    pub query: &'q CodeQuery,
    pub ranker: &'q Ranker,
    /// The kind that definitions must have, if any.
    pub kind: Option<SymbolKind>,
    pub words: Words,
}

impl Spotter<'_> {
    /// The spots of a file, best first: one for every chunk that matches. `text`: of the file, where it can be read.
    pub fn spots<'f>(&mut self, file: &'f RankedFile, text: Option<Rc<str>>, most: usize) -> Vec<Spot<'f>> {
        let Some(text) = text else { return self.unread(file, most) };
        let lines = beadloom_words::lines(&text);
        let named = self.query.name.as_ref().map(|name| name.lines_in(&text)).unwrap_or_default();
        let mut spots: Vec<Spot<'f>> = Vec::new();
        for (number, score) in self.chunks(file, &lines, &named) {
            if spots.len() >= most {
                break;
            }
            let Some(chunk) = file.chunk(number) else { continue };
            let own = named.iter().copied().find(|line| chunk.first <= *line && *line <= chunk.last);
            let symbol = match own {
                Some(line) => self.around(file, line),
                None => self.holding(file, chunk, &lines),
            };
            if symbol.is_none() && self.kind.is_some() {
                continue;
            }
            let lines_of_it = lines_of(symbol, chunk, own);
            let spot = Spot { symbol, lines: lines_of_it, from: lines_of_it.0, words: score.min(1.0) };
            spots.push(if own.is_some() { spot } else { self.with_best_line(spot, file, chunk, &lines) });
        }
        spots
    }

    /// The spot, if no line of its chunk outside of it holds as much of the query as all of its own lines; else what that line stands in, or
    /// what it leads to.
    fn with_best_line<'f>(
        &mut self,
        spot: Spot<'f>,
        file: &'f RankedFile,
        chunk: Chunk,
        lines: &[&str],
    ) -> Spot<'f> {
        let Some(symbol) = spot.symbol else { return spot };
        let scores = self.words.scores(lines_in(lines, chunk));
        let best = scores.iter().copied().fold(0.0, f32::max);
        let is_best = |(_, score): &(u32, f32)| *score >= best;
        let numbered = || (chunk.first..).zip(scores.iter().copied());
        let is_own = |line: u32| spot.lines.0 <= line && line <= spot.lines.1;
        if best <= 0.0 || numbered().filter(is_best).any(|(line, _)| is_own(line)) {
            return spot;
        }
        let own = Chunk { first: spot.lines.0.max(chunk.first), last: spot.lines.1.min(chunk.last) };
        let Some((line, _)) = numbered().find(|one| is_best(one)) else { return spot };
        let alone = lines.get((line as usize).saturating_sub(1)..line as usize).unwrap_or_default();
        if self.words.share_of_lines(alone) < self.share(lines, own) {
            return spot;
        }
        if let Some(other) = self.around(file, line) {
            let lines = lines_of(Some(other), chunk, Some(line));
            return if lines.0 <= line && line <= lines.1 {
                Spot { symbol: Some(other), lines, from: lines.0, ..spot }
            } else {
                spot
            };
        }
        let leads = line < symbol.line_start
            && !self
                .wanted(file)
                .any(|other| line < other.line_start && other.line_start < symbol.line_start);
        if leads {
            return Spot { from: line, ..spot };
        }
        if self.kind.is_some() {
            return spot;
        }
        let next = self
            .wanted(file)
            .filter(|other| line < other.line_start && other.line_start <= chunk.last)
            .min_by_key(|other| other.line_start);
        match next.filter(|next| next.line_start.saturating_sub(line) <= MAX_LEADING_LINES) {
            Some(next) => {
                let lines = lines_of(Some(next), chunk, Some(next.line_start));
                Spot { symbol: Some(next), lines, from: line, ..spot }
            }
            None => Spot { symbol: None, lines: (chunk.first, chunk.last), from: chunk.first, ..spot },
        }
    }

    /// Numbers of the chunks that match with their scores, best first: those with a line that holds the very name before all
    /// others, and of those that are alike the one whose lines hold most. Words of the path count in every chunk of a file.
    fn chunks(&mut self, file: &RankedFile, lines: &[&str], named: &[u32]) -> Vec<(usize, f64)> {
        let mut chunks = file.chunks.clone();
        if !named.is_empty() {
            let is_named = |number: usize| {
                file.chunk(number).is_some_and(|chunk| {
                    named
                        .get(named.partition_point(|line| *line < chunk.first))
                        .is_some_and(|line| *line <= chunk.last)
                })
            };
            chunks.sort_by_key(|(number, _)| !is_named(*number));
            return chunks;
        }
        let Some(&(_, best)) = chunks.first() else { return chunks };
        let alike = chunks.iter().take(COMPARED).take_while(|(_, score)| *score >= best * NEARLY).count();
        let held: Vec<(f32, f32)> = chunks
            .iter()
            .take(alike)
            .map(|(number, _)| file.chunk(*number).map_or((0.0, 0.0), |chunk| self.held(lines, chunk)))
            .collect();
        // The first of the best: that hold most, and of those one that holds most in a line.
        let most = held.iter().map(|(share, _)| *share).fold(0.0, f32::max);
        let line = held.iter().filter(|(share, _)| *share >= most).map(|(_, line)| *line).fold(0.0, f32::max);
        if let Some(at) = held.iter().position(|one| one.0 >= most && one.1 >= line) {
            chunks.get_mut(..=at).unwrap_or_default().rotate_right(1);
        }
        chunks
    }

    /// The innermost definition around a line.
    fn around<'f>(&self, file: &'f RankedFile, line: u32) -> Option<&'f OutlineRow> {
        self.wanted(file).filter(|symbol| symbol.line_start <= line && line <= symbol.line_end).min_by_key(
            |symbol| {
                (symbol.line_end.saturating_sub(symbol.line_start), std::cmp::Reverse(symbol.line_start))
            },
        )
    }

    /// The definition whose lines in a chunk, and whose name, hold most of the query; of one in another the inner one,
    /// where it holds nearly as much. None where most stands outside of all.
    fn holding<'f>(&mut self, file: &'f RankedFile, chunk: Chunk, lines: &[&str]) -> Option<&'f OutlineRow> {
        let named = |symbol: &&OutlineRow| self.query.named.iter().any(|named| named.name == symbol.name);
        let begins =
            |symbol: &&OutlineRow| chunk.first <= symbol.line_start && symbol.line_start <= chunk.last;
        if let Some(symbol) = self.wanted(file).filter(begins).find(named) {
            return Some(symbol);
        }
        let whole = self.share(lines, chunk);
        let near: Vec<&OutlineRow> = self
            .wanted(file)
            .filter(|symbol| symbol.line_start <= chunk.last && symbol.line_end >= chunk.first)
            .collect();
        let mut held: Vec<(f32, &OutlineRow)> = Vec::with_capacity(near.len());
        for symbol in near {
            let part =
                Chunk { first: symbol.line_start.max(chunk.first), last: symbol.line_end.min(chunk.last) };
            let share = self.share(lines, part);
            if share >= whole * MIN_SHARE_OF_CHUNK {
                held.push((share + self.words.share(&symbol.name), symbol));
            }
        }
        let most = held.iter().map(|(share, _)| *share).fold(0.0, f32::max);
        held.retain(|(share, _)| *share >= most * MIN_SHARE_OF_OUTER);
        let found = held
            .iter()
            .min_by_key(|(_, symbol)| (symbol.line_end.saturating_sub(symbol.line_start), symbol.line_start));
        // What has to be of a kind is the nearest of the kind.
        found.map(|(_, symbol)| *symbol).or_else(|| {
            self.kind.and_then(|_| {
                definition_of(file, chunk, self.query, self.kind, &|text| self.ranker.matches(text))
            })
        })
    }

    fn share(&mut self, lines: &[&str], chunk: Chunk) -> f32 {
        self.words.share_of_lines(lines_in(lines, chunk))
    }

    /// How much of the query a chunk holds, and what the line is worth that holds most.
    fn held(&mut self, lines: &[&str], chunk: Chunk) -> (f32, f32) {
        let line = self.words.scores(lines_in(lines, chunk)).into_iter().fold(0.0, f32::max);
        (self.share(lines, chunk), line)
    }

    fn wanted<'f>(&self, file: &'f RankedFile) -> impl Iterator<Item = &'f OutlineRow> + use<'f> {
        let kind = self.kind;
        file.outline.iter().filter(move |symbol| kind.is_none_or(|kind| symbol.kind == kind))
    }

    /// The same by names alone, where the file cannot be read.
    fn unread<'f>(&self, file: &'f RankedFile, most: usize) -> Vec<Spot<'f>> {
        let spots = file.chunks.iter().filter_map(|&(number, score)| {
            let chunk = file.chunk(number)?;
            let symbol = definition_of(file, chunk, self.query, self.kind, &|text| self.ranker.matches(text));
            let is_wanted = symbol.is_some() || self.kind.is_none();
            let lines = lines_of(symbol, chunk, None);
            is_wanted.then(|| Spot { symbol, lines, from: lines.0, words: score.min(1.0) })
        });
        spots.take(most).collect()
    }
}

fn lines_in<'t, 'l>(lines: &'l [&'t str], chunk: Chunk) -> &'l [&'t str] {
    let from = (chunk.first as usize).saturating_sub(1);
    lines.get(from..(chunk.last as usize).min(lines.len())).unwrap_or_default()
}

/// The lines of a definition where it is small; else the chunk's. `line`: must be among them.
fn lines_of(symbol: Option<&OutlineRow>, chunk: Chunk, line: Option<u32>) -> (u32, u32) {
    match symbol {
        Some(symbol)
            if (symbol.line_start >= chunk.first || line.is_some())
                && symbol.line_end.saturating_sub(symbol.line_start) < MAX_LINES =>
        {
            (symbol.line_start, symbol.line_end)
        }
        _ => (chunk.first, chunk.last),
    }
}
