//! What a file can show of itself: one line, a few, a chunk, a whole definition.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use beadloom_lexical::Chunk;
use beadloom_model::{SymbolKind, is_in_tests};
use beadloom_store::OutlineRow;

use super::docstring::long_docstrings;
use super::given::{Given, content_hash, of_span};
use crate::search::code::{RankedFile, definition_of};
use crate::search::query::CodeQuery;
use crate::search::words::Words;

/// Lines of a snippet.
const SNIPPET: usize = 10;

/// A chunk with no more lines is shown whole where a snippet would be.
const MAX_WHOLE_LINES: u32 = 12;

/// Lines of a definition that is shown whole.
pub(super) const MAX_BODY: u32 = 160;

/// The same of a constant.
const MAX_TABLE: u32 = 30;

/// Lines of a definition in which its name is looked for.
const MAX_HEAD_LINES: u32 = 20;

/// Pieces of one file.
pub(super) const MAX_PIECES: usize = 4;

/// Pieces of one file that the task names.
const MAX_NAMED: usize = 8;

/// A further piece holds at least this part of what the best one holds of the task.
const WORTH_A_PIECE: f64 = 0.5;

/// A chunk that defines something is shown before one that does not and holds no more than its score over this.
const AS_GOOD: f64 = 0.7;

/// Chunks among which such a one is looked for.
const MAX_CHUNKS_LOOKED_AT: usize = 4;

/// Lines that two texts have in common at least, and in tenths how many of all their lines these are, for them to be alike.
const MIN_ALIKE: usize = 4;
const ALIKE_TENTHS: usize = 5;

/// Characters of a line; longer ones are data, and are cut.
const MAX_LINE: usize = 400;

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
    levels: [Vec<Part>; 4],
    /// Row id of its definition.
    pub definition: Option<i64>,
    /// All lines of its definition, else of its chunk: what the one line stands for.
    pub whole: Option<RangeInclusive<u32>>,
    /// All lines that it can show: those of its definition, or of its chunk where that one is too long.
    reach: Option<Chunk>,
}

impl Piece {
    /// What is shown at a level: at most one part but for what was given before in between.
    pub fn parts(&self, level: Level) -> &[Part] {
        self.levels.get(level as usize).map(Vec::as_slice).unwrap_or_default()
    }

    /// The most that can be shown of it.
    pub fn text(&self) -> &str {
        let most = self.levels.iter().rev().find(|parts| !parts.is_empty());
        most.and_then(|parts| parts.first()).map_or("", |part| &part.content)
    }

    pub fn is_empty(&self) -> bool {
        self.levels.iter().all(Vec::is_empty)
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

/// Lines of a definition of this kind that is shown whole. A long constant is a table, of which the lines that match say enough.
fn longest_body(symbol: &OutlineRow) -> u32 {
    if symbol.kind == SymbolKind::Constant { MAX_TABLE } else { MAX_BODY }
}

/// Whether what a definition of this kind holds is looked at one by one.
pub(super) fn holds_definitions(kind: SymbolKind) -> bool {
    matches!(
        kind,
        SymbolKind::Class
            | SymbolKind::Interface
            | SymbolKind::Type
            | SymbolKind::Module
            | SymbolKind::Component
    )
}

/// Whether two texts are nearly the same: who has read the one knows the other.
fn are_alike(one: &HashSet<&str>, other: &HashSet<&str>) -> bool {
    let both = one.intersection(other).count();
    both >= MIN_ALIKE && both * 10 >= (one.len() + other.len() - both) * ALIKE_TENTHS
}

fn is_shown_whole(symbol: &OutlineRow) -> bool {
    symbol.line_end.saturating_sub(symbol.line_start) < longest_body(symbol)
}

/// All lines of a definition.
fn lines_of(symbol: &OutlineRow) -> Chunk {
    Chunk { first: symbol.line_start, last: symbol.line_end.max(symbol.line_start) }
}

/// What makes pieces of a file.
pub(super) struct Maker<'a> {
    pub file: &'a RankedFile,
    pub lines: &'a [&'a str],
    pub given: &'a Given,
    /// First and last lines of tests in it that are not wanted.
    pub tests: &'a [(u32, u32)],
    /// Lines that hold what the task quotes.
    pub quoted: &'a [u32],
    /// First lines of definitions that the task names.
    pub named: &'a [u32],
    /// Whether the task is a question. Who asks wants to understand: of pieces that are nearly the same one is enough, and a class is worth
    /// reading from its head on. Who changes has to change all of the same, and in a class whatever else the task says.
    pub is_question: bool,
    /// Whether small definitions that the best piece uses come before others.
    pub with_used: bool,
}

impl Maker<'_> {
    /// Whether lines are those of a test that is not wanted.
    pub fn is_test(&self, lines: Chunk) -> bool {
        is_in_tests(self.tests, lines.first)
    }

    /// The definitions that the task names, in its order.
    fn named_definitions(&self) -> impl Iterator<Item = &OutlineRow> {
        let begins = |line: &u32| self.file.outline.iter().find(|symbol| symbol.line_start == *line);
        self.named
            .iter()
            .filter_map(begins)
            .filter(|symbol| self.is_question || !holds_definitions(symbol.kind))
    }

    /// The innermost definition around the first line among these that holds what the task quotes, if it is no larger than what is shown
    /// whole.
    fn quoting_definition(&self, chunk: Chunk) -> Option<&OutlineRow> {
        let line = self.quoted.iter().find(|line| (chunk.first..=chunk.last).contains(line))?;
        let around = |symbol: &&OutlineRow| symbol.line_start <= *line && *line <= symbol.line_end;
        let innermost = self.file.outline.iter().filter(around).max_by_key(|symbol| symbol.line_start);
        innermost.filter(|symbol| symbol.line_end - symbol.line_start < MAX_BODY)
    }

    /// The definition that begins right behind lines in which none does: they are the comment that describes it.
    fn described(&self, chunk: Chunk) -> Option<&OutlineRow> {
        self.file.outline.iter().find(|symbol| symbol.line_start == chunk.last + 1)
    }

    pub fn piece(
        &self,
        chunk: Chunk,
        definition: Option<&OutlineRow>,
        words: &mut Words,
        up_to: Level,
    ) -> Piece {
        let definition_lines = definition.map(lines_of);
        let whole = definition_lines.unwrap_or(chunk);
        // Words are looked at only where they decide something: that is what takes time here.
        let is_small = chunk.last.saturating_sub(chunk.first) < MAX_WHOLE_LINES;
        let scores = if definition.is_some() && (is_small || up_to < Level::Snippet) {
            Vec::new()
        } else {
            words.scores(of_span(self.lines, chunk))
        };
        let line = match definition {
            Some(symbol) => self.naming_line(symbol),
            None => chunk.first + best_line(&scores),
        };
        let longest = definition.map_or(MAX_BODY, longest_body);
        let mut levels: [Vec<Part>; 4] = Default::default();
        let spans = Level::ALL.into_iter().filter(|level| *level <= up_to).map(|level| {
            let span = match level {
                Level::Line => Some(Chunk { first: line, last: line }),
                Level::Snippet => Some(snippet(chunk, &scores)),
                Level::Chunk => Some(chunk).filter(|chunk| chunk.last - chunk.first < longest),
                Level::Body => definition_lines
                    .filter(|body| body.last - body.first < longest)
                    .map(|body| Chunk { first: body.first.min(chunk.first), last: body.last.max(chunk.last) })
                    .filter(|body| *body != chunk),
            };
            (level, span)
        });
        let mut below: Option<Chunk> = None;
        for (level, span) in spans {
            let Some(span) = span.filter(|span| below != Some(*span)) else { continue };
            let parts = self.parts(span);
            // The one line is no news where the definition was given.
            let is_news = level != Level::Line || !self.fresh(whole).is_empty();
            if let Some(place) = levels.get_mut(level as usize)
                && is_news
            {
                *place = parts;
            }
            below = Some(span);
        }
        Piece {
            levels,
            definition: definition.map(|symbol| symbol.id),
            whole: Some(whole.first..=whole.last),
            // What is left out of a long table is no news.
            reach: Some(if whole.last - whole.first < MAX_BODY { whole } else { chunk }),
        }
    }

    /// The line that says a definition's name: decorators and attributes may stand before it.
    fn naming_line(&self, symbol: &OutlineRow) -> u32 {
        let head = Chunk {
            first: symbol.line_start,
            last: symbol.line_end.min(symbol.line_start.saturating_add(MAX_HEAD_LINES)),
        };
        let named = of_span(self.lines, head).iter().position(|line| line.contains(&symbol.name));
        symbol.line_start + named.and_then(|at| u32::try_from(at).ok()).unwrap_or(0)
    }

    /// The first part of a definition that was indexed as one.
    fn beginning(&self, definition: Chunk) -> Chunk {
        let holds = |chunk: &&Chunk| (chunk.first..=chunk.last).contains(&definition.first);
        let chunk = self.file.file.chunks.iter().find(holds);
        chunk.map_or(definition, |chunk| Chunk { last: definition.last.min(chunk.last), ..definition })
    }

    /// The different lines of a text that say anything.
    fn text(&self, span: Chunk) -> HashSet<&str> {
        let says = |line: &&str| line.contains(char::is_alphanumeric);
        of_span(self.lines, span).iter().map(|line| line.trim()).filter(says).collect()
    }

    fn fresh(&self, span: Chunk) -> Vec<Chunk> {
        let within: Vec<Chunk> = self
            .file
            .outline
            .iter()
            .filter(|symbol| symbol.line_start >= span.first && symbol.line_end <= span.last)
            .map(|symbol| Chunk { first: symbol.line_start, last: symbol.line_end })
            .collect();
        self.given.fresh(self.lines, span, &within)
    }

    fn parts(&self, span: Chunk) -> Vec<Part> {
        self.fresh(span)
            .into_iter()
            .map(|lines| {
                let text = of_span(self.lines, lines);
                let mut shown: Vec<String> = text.iter().map(|line| cut(line)).collect();
                let left_out = long_docstrings(self.file.file.language.as_str(), text);
                let source = (!left_out.is_empty()).then(|| shown.join("\n"));
                for range in left_out.into_iter().rev() {
                    let indent = text.get(range.end).map_or("", |line| {
                        line.get(..line.len() - line.trim_start().len()).unwrap_or_default()
                    });
                    let count = range.len();
                    shown.splice(range, [format!("{indent}… {count} lines of documentation")]);
                }
                let content = shown.join("\n");
                Part { lines, hash: content_hash(&content), content, source, symbol: self.symbol(lines) }
            })
            .collect()
    }

    /// The outermost definition that begins first among the lines, else the innermost around them.
    fn symbol(&self, lines: Chunk) -> Option<String> {
        let outline = &self.file.outline;
        let inside =
            outline.iter().find(|symbol| lines.first <= symbol.line_start && symbol.line_start <= lines.last);
        let around = outline
            .iter()
            .filter(|symbol| symbol.line_start <= lines.first && lines.first <= symbol.line_end)
            .max_by_key(|symbol| symbol.line_start);
        let enclosing = around.filter(|symbol| symbol.line_end >= lines.last);
        enclosing.or(inside).or(around).map(|symbol| symbol.qualified_name.clone())
    }
}

/// A line as it is shown.
fn cut(line: &str) -> String {
    match line.char_indices().nth(MAX_LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// Offset of the first of the best lines.
fn best_line(scores: &[f32]) -> u32 {
    let best = scores.iter().copied().fold(0.0, f32::max);
    scores.iter().position(|score| *score >= best).and_then(|at| u32::try_from(at).ok()).unwrap_or(0)
}

/// The lines of a chunk that together hold most of the task; the first such lines. How a chunk begins says what it is,
/// which is worth a little more than lines inside.
fn snippet(chunk: Chunk, scores: &[f32]) -> Chunk {
    if chunk.last.saturating_sub(chunk.first) < MAX_WHOLE_LINES || scores.len() <= SNIPPET {
        return chunk;
    }
    let sum = |from: usize| -> f32 { scores.iter().skip(from).take(SNIPPET).sum() };
    let mut best = (0, sum(0) * 1.25);
    for from in 1..=scores.len() - SNIPPET {
        let here = sum(from);
        if here > best.1 {
            best = (from, here);
        }
    }
    let first = chunk.first + u32::try_from(best.0).unwrap_or(0);
    Chunk { first, last: first + SNIPPET as u32 - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snippet_is_the_best_run_of_lines() {
        let chunk = Chunk { first: 101, last: 130 };
        let with = |best: &[usize]| {
            let mut scores = vec![0.0; 30];
            for at in best {
                scores[*at] = 1.0;
            }
            let found = snippet(chunk, &scores);
            (found.first, found.last)
        };
        assert_eq!(with(&[]), (101, 110));
        assert_eq!(with(&[0]), (101, 110));
        assert_eq!(with(&[20, 22, 23]), (115, 124));
        assert_eq!(with(&[0, 29]), (101, 110));
        assert_eq!(snippet(Chunk { first: 5, last: 15 }, &[1.0; 11]), Chunk { first: 5, last: 15 });
    }

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

    #[test]
    fn long_lines_are_cut_between_characters() {
        let line = "é".repeat(500);
        assert_eq!(cut(&line).chars().count(), 401);
        assert_eq!(cut("short"), "short");
    }
}
