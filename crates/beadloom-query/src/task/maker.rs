//! Makes pieces of a file: what each level of one shows, and of which lines.

use std::collections::HashSet;

use beadloom_lexical::Chunk;
use beadloom_model::{LanguageId, SymbolKind, counted, is_in_tests};
use beadloom_store::OutlineRow;

use super::docstring::{IN_BODY, IN_HEAD, Shortened, long_docstrings};
use super::given::{Given, content_hash, of_span};
use super::lines::are_silent;
use super::piece::{Level, Part, Piece, different_lines};
use crate::search::code::RankedFile;
use crate::search::words::Words;
use crate::symbols::holds_definitions;
use crate::text::cut;

/// Lines of a snippet.
const SNIPPET: usize = 10;

/// A chunk with no more lines is shown whole where a snippet would be.
const MAX_WHOLE_LINES: u32 = 12;

/// Lines of a definition that is shown whole.
pub(super) const MAX_BODY_LINES: u32 = 160;

/// The same of a constant.
const MAX_TABLE_LINES: u32 = 30;

/// Lines of a type before its members that are shown.
const MAX_TYPE_HEAD_LINES: u32 = 24;

/// Members of a long type that are named with its head.
const MAX_MEMBERS: usize = 16;

/// Lines of a definition in which its name is looked for.
const MAX_HEAD_LINES: u32 = 20;

/// Characters of a line; longer ones are data, and are cut.
const MAX_LINE_CHARS: usize = 400;

/// Lines of a definition of this kind that is shown whole. A long constant is a table, of which the lines that match say enough.
fn longest_body(symbol: &OutlineRow) -> u32 {
    if symbol.kind == SymbolKind::Constant { MAX_TABLE_LINES } else { MAX_BODY_LINES }
}

pub(super) fn is_shown_whole(symbol: &OutlineRow) -> bool {
    symbol.line_end.saturating_sub(symbol.line_start) < longest_body(symbol)
}

/// All lines of a definition.
pub(super) fn lines_of(symbol: &OutlineRow) -> Chunk {
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
    /// Places in the outline of what a question is about most likely, with how likely that is; the likeliest first.
    pub likely: &'a [(usize, f64)],
    /// Whether small definitions that the best piece uses come before others.
    pub with_used: bool,
}

impl Maker<'_> {
    /// Whether lines are those of a test that is not wanted.
    pub fn is_test(&self, lines: Chunk) -> bool {
        is_in_tests(self.tests, lines.first)
    }

    /// The definitions that the task names, in its order.
    pub fn named_definitions(&self) -> impl Iterator<Item = &OutlineRow> {
        let begins = |line: &u32| self.file.outline.iter().find(|symbol| symbol.line_start == *line);
        self.named
            .iter()
            .filter_map(begins)
            .filter(|symbol| self.is_question || !holds_definitions(symbol.kind))
    }

    /// The innermost definition around the first line among these that holds what the task quotes, if it is no larger than what is shown
    /// whole.
    pub fn quoting_definition(&self, chunk: Chunk) -> Option<&OutlineRow> {
        let line = self.quoted.iter().find(|line| (chunk.first..=chunk.last).contains(line))?;
        let around = |symbol: &&OutlineRow| symbol.line_start <= *line && *line <= symbol.line_end;
        let innermost = self.file.outline.iter().filter(around).max_by_key(|symbol| symbol.line_start);
        innermost.filter(|symbol| symbol.line_end - symbol.line_start < MAX_BODY_LINES)
    }

    /// The definition that begins right behind lines in which none does: they are the comment that describes it.
    pub fn described(&self, chunk: Chunk) -> Option<&OutlineRow> {
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
            None => chunk.first + best_line(&scores, of_span(self.lines, chunk)),
        };
        let longest = definition.map_or(MAX_BODY_LINES, longest_body);
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
            chance: 0.0,
            is_head: false,
            definition: definition.map(|symbol| symbol.id),
            whole: Some(whole.first..=whole.last),
            // What is left out of a long table is no news.
            reach: Some(if whole.last - whole.first < MAX_BODY_LINES { whole } else { chunk }),
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
    pub fn beginning(&self, definition: Chunk) -> Chunk {
        let holds = |chunk: &&Chunk| (chunk.first..=chunk.last).contains(&definition.first);
        let chunk = self.file.file.chunks.iter().find(holds);
        chunk.map_or(definition, |chunk| Chunk { last: definition.last.min(chunk.last), ..definition })
    }

    /// The part of a definition that says most: of a small one its beginning, of a long type what stands before its members, else the chunk
    /// that holds most of the task.
    pub fn core(&self, symbol: &OutlineRow) -> Chunk {
        let all = lines_of(symbol);
        if !holds_definitions(symbol.kind) {
            let is_part = |chunk: &Chunk| chunk.first <= all.last && all.first <= chunk.last;
            let best =
                self.file.chunks.iter().filter_map(|(number, _)| self.file.chunk(*number)).find(is_part);
            return best.map_or_else(
                || self.beginning(all),
                |chunk| Chunk { first: chunk.first.max(all.first), last: chunk.last.min(all.last) },
            );
        }
        let is_member = |one: &&OutlineRow| one.line_start > all.first && one.line_end <= all.last;
        let head = self.file.outline.iter().find(is_member).map_or(all.last, |member| member.line_start - 1);
        Chunk { first: all.first, last: head.min(all.first + MAX_TYPE_HEAD_LINES) }
    }

    /// The different lines of a text that say anything.
    pub fn text(&self, span: Chunk) -> HashSet<&str> {
        different_lines(of_span(self.lines, span).iter().copied())
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
                let (shown, is_shortened) = self.shortened(text, IN_BODY);
                let source = is_shortened.then(|| text.join("\n"));
                let content = shown.join("\n");
                Part { lines, hash: content_hash(&content), content, source, symbol: self.symbol(lines) }
            })
            .collect()
    }

    /// Lines as they are shown, long documentation left out; and whether any was.
    fn shortened(&self, text: &[&str], how: Shortened) -> (Vec<String>, bool) {
        let mut shown: Vec<String> = text.iter().map(|line| cut(line, MAX_LINE_CHARS)).collect();
        let left_out = long_docstrings(LanguageId::parse(&self.file.file.language), text, how);
        let is_shortened = !left_out.is_empty();
        for range in left_out.into_iter().rev() {
            let indent = text
                .get(range.end)
                .map_or("", |line| line.get(..line.len() - line.trim_start().len()).unwrap_or_default());
            let count = counted(range.len() as u64, "line", "lines");
            shown.splice(range, [format!("{indent}… {count} of documentation")]);
        }
        (shown, is_shortened)
    }

    /// Lines that a definition has where it is shown whole.
    pub fn shown_lines(&self, symbol: &OutlineRow) -> usize {
        let text = of_span(self.lines, lines_of(symbol));
        let left_out = long_docstrings(LanguageId::parse(&self.file.file.language), text, IN_BODY);
        text.len() - left_out.iter().map(ExactSizeIterator::len).sum::<usize>()
    }

    /// A long type by what stands before its members, and by the names of these with their lines. `first`: places in the outline of what is
    /// named before all others, the likeliest first.
    pub fn head_piece(&self, symbol: &OutlineRow, first: &[usize]) -> Piece {
        let head = self.core(symbol);
        let line = self.naming_line(symbol);
        let mut piece = Piece {
            definition: Some(symbol.id),
            whole: Some(symbol.line_start..=symbol.line_end),
            reach: Some(head),
            is_head: true,
            ..Piece::default()
        };
        if self.fresh(head).is_empty() {
            return piece;
        }
        let text = of_span(self.lines, head);
        let (mut shown, _) = self.shortened(text, IN_HEAD);
        while shown.last().is_some_and(|line| line.trim().is_empty()) {
            shown.pop();
        }
        shown.extend(self.members(symbol, first));
        let content = shown.join("\n");
        let part = Part {
            lines: head,
            hash: content_hash(&content),
            content,
            source: Some(text.join("\n")),
            symbol: Some(symbol.qualified_name.clone()),
        };
        for (level, parts) in piece.levels.iter_mut().enumerate() {
            if level == Level::Line as usize {
                *parts = self.parts(Chunk { first: line, last: line });
            } else if level == Level::Chunk as usize {
                *parts = vec![part.clone()];
            }
        }
        piece
    }

    /// One line with the members of a type: as many of the first as there is room for, in the order of their lines.
    fn members(&self, symbol: &OutlineRow, first: &[usize]) -> Option<String> {
        let outline = &self.file.outline;
        let is_member = |one: &OutlineRow| {
            one.line_start > symbol.line_start
                && one.line_end <= symbol.line_end
                && one.scope().strip_suffix('.') == Some(symbol.qualified_name.as_str())
        };
        let others = (0..outline.len()).filter(|at| !first.contains(at));
        let members: Vec<&OutlineRow> = first
            .iter()
            .copied()
            .chain(others)
            .filter_map(|at| outline.get(at))
            .filter(|one| is_member(one))
            .collect();
        let mut named: Vec<&&OutlineRow> = members.iter().take(MAX_MEMBERS).collect();
        named.sort_by_key(|member| member.line_start);
        let mut names: Vec<String> = named
            .iter()
            .map(|member| {
                if member.line_end > member.line_start {
                    format!("{} {}-{}", member.name, member.line_start, member.line_end)
                } else {
                    format!("{} {}", member.name, member.line_start)
                }
            })
            .collect();
        if members.len() > names.len() {
            names.push(format!("{} more", members.len() - names.len()));
        }
        (!names.is_empty()).then(|| format!("    … {}", names.join(", ")))
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

/// Offset of the first of the best lines among those that say anything, if there are any.
fn best_line(scores: &[f32], lines: &[&str]) -> u32 {
    let says = |at: &usize| lines.get(*at).is_some_and(|line| !are_silent(&[line]));
    let speaking: Vec<usize> = (0..scores.len()).filter(says).collect();
    let score = |at: usize| scores.get(at).copied().unwrap_or(0.0);
    let best = speaking.iter().map(|at| score(*at)).fold(0.0, f32::max);
    speaking.into_iter().find(|at| score(*at) >= best).and_then(|at| u32::try_from(at).ok()).unwrap_or(0)
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
    fn long_lines_are_cut_between_characters() {
        let line = "é".repeat(500);
        assert_eq!(cut(&line, MAX_LINE_CHARS).chars().count(), 401);
        assert_eq!(cut("short", MAX_LINE_CHARS), "short");
    }
}
