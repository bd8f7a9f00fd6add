//! A file's text in pieces that are searched and shown: definitions, runs of small neighbours, parts of large ones.
//!
//! Pieces follow the definitions that the parser found; within a definition that is too large and has none inside,
//! they end where a line stands farthest left, best after an empty one. Nothing else of a language needs to be known.

use beadloom_model::SymbolFacts;

use crate::varint;

/// Characters that a chunk has at most, indentation aside, unless a single line has more.
pub const MAX_CHUNK_CHARS: usize = 800;

/// Neighbours are one chunk while they have at most so many together.
const MAX_MERGED_CHARS: usize = 480;

/// What has less is no chunk of its own where a neighbour has room.
const MIN_CHUNK: usize = MAX_CHUNK_CHARS / 6;

/// What such a neighbour may grow to.
const MAX_GROWN_CHUNK_CHARS: usize = MAX_CHUNK_CHARS + MAX_CHUNK_CHARS / 4;

/// Definitions within definitions that are looked at.
const MAX_DEPTH: usize = 24;

/// Lines of a chunk, 1-based and inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk {
    /// First line.
    pub first: u32,
    /// Last line.
    pub last: u32,
}

/// Lines of chunks in few bytes: what lies between two of them, and how many more than one each has.
pub fn pack(chunks: &[Chunk]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(chunks.len() * 2);
    let mut last = 0;
    for chunk in chunks {
        varint::put(&mut packed, chunk.first.saturating_sub(last));
        varint::put(&mut packed, chunk.last.saturating_sub(chunk.first));
        last = chunk.last;
    }
    packed
}

/// What [`pack`] was given. None where the bytes are not its work.
pub fn unpack(mut packed: &[u8]) -> Option<Vec<Chunk>> {
    let mut chunks = Vec::with_capacity(packed.len() / 2);
    let mut last = 0u32;
    while !packed.is_empty() {
        let first = last.checked_add(varint::take(&mut packed)?)?;
        last = first.checked_add(varint::take(&mut packed)?)?;
        chunks.push(Chunk { first, last });
    }
    Some(chunks)
}

/// A run of lines, 0-based, without its end.
#[derive(Debug, Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
}

/// The chunks of a text, in its order, without overlap; empty lines at their ends belong to none. `symbols`: as the
/// parser gives them, in order of first line, outer before inner.
pub fn cut(text: &str, symbols: &[SymbolFacts]) -> Vec<Chunk> {
    let cutter = Cutter::new(text);
    let lines = cutter.sizes.len();
    let spans: Vec<Span> = symbols
        .iter()
        .filter(|symbol| !symbol.part)
        .map(|symbol| Span {
            start: (symbol.line_start as usize).saturating_sub(1).min(lines),
            end: (symbol.line_end as usize).min(lines),
        })
        .filter(|span| span.start < span.end)
        .collect();
    let mut pieces = Vec::new();
    cutter.cut(Span { start: 0, end: lines }, &spans, 0, &mut pieces);
    cutter
        .without_crumbs(pieces)
        .into_iter()
        .filter_map(|piece| cutter.trimmed(piece))
        .map(|piece| Chunk { first: line_number(piece.start), last: line_number(piece.end - 1) })
        .collect()
}

fn line_number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1)
}

struct Cutter<'t> {
    lines: Vec<&'t str>,
    /// Characters of all lines before each, indentation aside; one more than there are lines.
    sums: Vec<usize>,
    sizes: Vec<usize>,
}

impl<'t> Cutter<'t> {
    fn new(text: &'t str) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let sizes: Vec<usize> = lines.iter().map(|line| line.trim().len() + 1).collect();
        let mut sums = Vec::with_capacity(sizes.len() + 1);
        let mut sum = 0;
        sums.push(0);
        for size in &sizes {
            sum += size;
            sums.push(sum);
        }
        Self { lines, sums, sizes }
    }

    fn size(&self, span: Span) -> usize {
        let at = |index: usize| self.sums.get(index).copied().unwrap_or(0);
        at(span.end).saturating_sub(at(span.start))
    }

    fn line(&self, index: usize) -> &'t str {
        self.lines.get(index).copied().unwrap_or("")
    }

    /// Appends the pieces of `span`. `inner`: definitions that lie in it, the one that it is included.
    fn cut(&self, span: Span, inner: &[Span], depth: usize, pieces: &mut Vec<Span>) {
        if self.size(span) <= MAX_CHUNK_CHARS {
            pieces.push(span);
            return;
        }
        let before = pieces.len();
        let mut at = span.start;
        let mut index = 0;
        while let Some(&child) = inner.get(index) {
            let is_itself = child.start <= span.start && child.end >= span.end;
            if child.start < at || is_itself || depth == MAX_DEPTH {
                // The definition that is being cut, or one that shares a line with the last: what is inside counts.
                index += 1;
                continue;
            }
            // All that begin before its end are inside it.
            let mut next = index + 1;
            while inner.get(next).is_some_and(|other| other.start < child.end) {
                next += 1;
            }
            let start = self.with_leading_lines(child.start, at);
            let child = Span { start, end: child.end.min(span.end) };
            if start > at {
                self.cut_lines(Span { start: at, end: start }, pieces);
            }
            self.cut(child, inner.get(index..next).unwrap_or(&[]), depth + 1, pieces);
            at = child.end;
            index = next;
        }
        if at < span.end {
            self.cut_lines(Span { start: at, end: span.end }, pieces);
        }
        self.join(pieces, before);
    }

    /// Makes neighbours from `from` on one piece while they are small.
    fn join(&self, pieces: &mut Vec<Span>, from: usize) {
        let mut kept = from;
        for index in from..pieces.len() {
            let Some(&piece) = pieces.get(index) else { break };
            let last = kept.checked_sub(1).filter(|last| *last >= from).and_then(|last| pieces.get_mut(last));
            match last {
                Some(last) if self.size(Span { start: last.start, end: piece.end }) <= MAX_MERGED_CHARS => {
                    last.end = piece.end;
                }
                _ => {
                    if let Some(place) = pieces.get_mut(kept) {
                        *place = piece;
                    }
                    kept += 1;
                }
            }
        }
        pieces.truncate(kept);
    }

    /// Pieces that are hardly one go to the smaller of their neighbours.
    fn without_crumbs(&self, pieces: Vec<Span>) -> Vec<Span> {
        let mut out: Vec<Span> = Vec::with_capacity(pieces.len());
        let mut rest = pieces.into_iter().peekable();
        while let Some(mut piece) = rest.next() {
            if self.size(piece) < MIN_CHUNK {
                let room = |span: Span| self.size(span) <= MAX_GROWN_CHUNK_CHARS;
                let before =
                    out.last().map(|last| Span { start: last.start, end: piece.end }).filter(|s| room(*s));
                let after =
                    rest.peek().map(|next| Span { start: piece.start, end: next.end }).filter(|s| room(*s));
                match (before, after) {
                    (Some(before), after)
                        if after.is_none_or(|after| self.size(before) <= self.size(after)) =>
                    {
                        if let Some(last) = out.last_mut() {
                            *last = before;
                        }
                        continue;
                    }
                    (_, Some(after)) => {
                        rest.next();
                        piece = after;
                    }
                    _ => {}
                }
            }
            out.push(piece);
        }
        out
    }

    /// The first of the comment and attribute lines that stand directly above `start`, not before `least`.
    fn with_leading_lines(&self, start: usize, least: usize) -> usize {
        const MARKS: [&str; 9] = ["//", "#", "/*", "*", "@", "[", "--", ";", "%"];
        let mut first = start;
        while first > least {
            let above = self.line(first - 1).trim();
            if above.is_empty() || !MARKS.iter().any(|mark| above.starts_with(mark)) {
                break;
            }
            first -= 1;
        }
        first
    }

    /// Pieces of lines without definitions.
    fn cut_lines(&self, span: Span, pieces: &mut Vec<Span>) {
        let mut at = span.start;
        while at < span.end {
            let mut end = at;
            // The best end so far: how far left the next line stands, an empty line before it counting as nearer.
            let mut best: Option<(usize, usize)> = None;
            while end < span.end
                && (end == at || self.size(Span { start: at, end: end + 1 }) <= MAX_CHUNK_CHARS)
            {
                end += 1;
                if end < span.end && self.size(Span { start: at, end }) >= MAX_CHUNK_CHARS / 3 {
                    let cost = self.cost_of_end(end);
                    if best.is_none_or(|(least, _)| cost <= least) {
                        best = Some((cost, end));
                    }
                }
            }
            if end < span.end
                && let Some((_, at_best)) = best
            {
                end = at_best;
            }
            pieces.push(Span { start: at, end });
            at = end;
        }
    }

    /// What it costs to end a piece before line `end`.
    fn cost_of_end(&self, end: usize) -> usize {
        let next = self.line(end);
        if next.trim().is_empty() {
            return usize::MAX;
        }
        let indent = next.len() - next.trim_start().len();
        let after_empty = end > 0 && self.line(end - 1).trim().is_empty();
        // A line that only closes something belongs to what is before it.
        let closes = next.trim_start().starts_with(['}', ')', ']']);
        (indent.min(200) + usize::from(closes) * 6) * 2 + usize::from(!after_empty)
    }

    /// Without empty lines at its ends; None where nothing is left.
    fn trimmed(&self, mut span: Span) -> Option<Span> {
        while span.start < span.end && self.line(span.start).trim().is_empty() {
            span.start += 1;
        }
        while span.end > span.start && self.line(span.end - 1).trim().is_empty() {
            span.end -= 1;
        }
        (span.start < span.end).then_some(span)
    }
}
