//! Cutting a section into pieces that fit.

use std::ops::Range;

use super::blocks::Blocks;

/// Where a section may be cut, best first.
#[derive(Clone, Copy)]
enum Cut {
    /// Before an H3.
    Heading,
    /// After blank lines outside code.
    Paragraph,
    /// After blank lines inside code.
    CodeParagraph,
    Sentence,
}

impl Cut {
    fn next(self) -> Option<Self> {
        match self {
            Self::Heading => Some(Self::Paragraph),
            Self::Paragraph => Some(Self::CodeParagraph),
            Self::CodeParagraph => Some(Self::Sentence),
            Self::Sentence => None,
        }
    }
}

/// Gives the pieces of `text[range]` to `take`, in order: trimmed, not empty, at most `max` Unicode scalars each.
/// Every letter of the range is in one of them. A `max` of 0 counts as 1.
pub(super) fn split(
    text: &str,
    range: Range<usize>,
    blocks: &Blocks,
    max: usize,
    take: &mut dyn FnMut(Range<usize>),
) {
    let splitter = Splitter { text, blocks, max: max.max(1) };
    splitter.split(range, Some(Cut::Heading), take);
}

struct Splitter<'a> {
    text: &'a str,
    blocks: &'a Blocks,
    max: usize,
}

impl Splitter<'_> {
    /// Recurses once per kind of cut, so four deep at most.
    fn split(&self, range: Range<usize>, cut: Option<Cut>, take: &mut dyn FnMut(Range<usize>)) {
        let range = trimmed(self.text, range);
        if range.is_empty() {
            return;
        }
        if self.fits(&self.text[range.clone()]) {
            take(range);
            return;
        }
        let Some(cut) = cut else {
            self.split_anywhere(range, take);
            return;
        };

        // Pieces between cuts, put together again as far as they fit.
        let mut open: Option<Group> = None;
        let mut start = range.start;
        let mut cuts = self.cuts(range.clone(), cut);
        cuts.push(range.end);
        for end in cuts {
            let piece = Group::of(self.text, start..end);
            start = end;
            open = match open {
                Some(group) if group.all + piece.trimmed <= self.max => Some(group.with(&piece)),
                Some(group) => {
                    self.split(group.range, cut.next(), take);
                    Some(piece)
                }
                None => Some(piece),
            };
        }
        if let Some(group) = open {
            self.split(group.range, cut.next(), take);
        }
    }

    /// Whether the text has at most `max` scalars; looks no further than it must.
    fn fits(&self, text: &str) -> bool {
        text.len() <= self.max || text.chars().nth(self.max).is_none()
    }

    /// Where the pieces after the first begin.
    fn cuts(&self, range: Range<usize>, cut: Cut) -> Vec<usize> {
        match cut {
            Cut::Heading => {
                let headings = &self.blocks.headings;
                let first = headings.partition_point(|heading| heading.range.start <= range.start);
                headings[first..]
                    .iter()
                    .take_while(|heading| heading.range.start < range.end)
                    .filter(|heading| heading.level == 3)
                    .map(|heading| heading.range.start)
                    .collect()
            }
            Cut::Paragraph => self.blank_lines(range, false),
            Cut::CodeParagraph => self.blank_lines(range, true),
            Cut::Sentence => sentences(self.text, range),
        }
    }

    /// Where a line follows a blank one, but not between a heading and its text.
    fn blank_lines(&self, range: Range<usize>, in_code: bool) -> Vec<usize> {
        let code = &self.blocks.code;
        let mut next_code = code.partition_point(|block| block.end <= range.start);
        let mut cuts = Vec::new();
        let mut at = range.start;
        let mut after_blank = false;
        for line in self.text[range].split_inclusive('\n') {
            let blank = line.trim().is_empty();
            if after_blank && !blank {
                while code.get(next_code).is_some_and(|block| block.end <= at) {
                    next_code += 1;
                }
                // At its first line a block of code has not begun: the cut is before it.
                let inside = code.get(next_code).is_some_and(|block| block.start < at);
                if inside == in_code && !self.is_below_heading(at) {
                    cuts.push(at);
                }
            }
            after_blank = blank;
            at += line.len();
        }
        cuts
    }

    /// Whether only white space stands between a heading and that byte.
    fn is_below_heading(&self, at: usize) -> bool {
        let headings = &self.blocks.headings;
        let before = headings.partition_point(|heading| heading.range.end <= at);
        let last = before.checked_sub(1).and_then(|index| headings.get(index));
        last.is_some_and(|heading| self.text[heading.range.end..at].trim_start().is_empty())
    }

    /// Cuts at the last line end or else white space of the second half, else between two scalars.
    fn split_anywhere(&self, range: Range<usize>, take: &mut dyn FnMut(Range<usize>)) {
        let mut rest = range;
        loop {
            rest = trimmed(self.text, rest);
            let text = &self.text[rest.clone()];
            let Some((limit, _)) = text.char_indices().nth(self.max) else { break };
            let window = &text[..limit];
            let half = window.char_indices().nth(self.max / 2).map_or(0, |(at, _)| at);
            let tail = &window[half..];
            let end = tail
                .rfind('\n')
                .or_else(|| tail.rfind(char::is_whitespace))
                .map(|at| half + at)
                .filter(|end| *end > 0)
                .unwrap_or(limit);
            let piece = trimmed(self.text, rest.start..rest.start + end);
            if !piece.is_empty() {
                take(piece);
            }
            rest.start += end;
        }
        if !rest.is_empty() {
            take(rest);
        }
    }
}

/// Neighbouring pieces, with their length in scalars.
struct Group {
    range: Range<usize>,
    /// With the white space at the end.
    all: usize,
    /// Without it.
    trimmed: usize,
}

impl Group {
    fn of(text: &str, range: Range<usize>) -> Self {
        let piece = &text[range.clone()];
        let all = piece.chars().count();
        let spaces = piece[piece.trim_end().len()..].chars().count();
        Self { range, all, trimmed: all - spaces }
    }

    fn with(self, next: &Self) -> Self {
        Self {
            range: self.range.start..next.range.end,
            all: self.all + next.all,
            trimmed: self.all + next.trimmed,
        }
    }
}

/// Where a sentence ends: a full stop, question or exclamation mark, closing quotes and brackets, then white
/// space. Full-width marks need no space.
fn sentences(text: &str, range: Range<usize>) -> Vec<usize> {
    let mut cuts = Vec::new();
    let mut ended = false;
    let mut spaced = false;
    for (at, letter) in text[range.clone()].char_indices() {
        let white = letter.is_whitespace();
        if spaced && !white {
            cuts.push(range.start + at);
        }
        let closing = matches!(letter, '"' | '\'' | ')' | ']' | '*' | '_' | '`' | '”' | '’' | '»');
        spaced = (spaced || ended) && white;
        ended = matches!(letter, '.' | '!' | '?' | '…') || (ended && closing);
        if matches!(letter, '。' | '！' | '？') {
            spaced = true;
        }
    }
    cuts
}

/// Without white space at the end and blank lines at the beginning. The first line's indentation goes too,
/// unless it makes the line code.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let piece = &text[range.clone()];
    let end = range.start + piece.trim_end().len();
    if end == range.start {
        return end..end;
    }
    let letters = range.start + (piece.len() - piece.trim_start().len());
    let line = text[range.start..letters].rfind('\n').map(|at| range.start + at + 1);
    let indent = match line {
        Some(line) => &text[line..letters],
        // In the middle of a line there is no indentation, only a space between words.
        None if range.start > 0 && !text[..range.start].ends_with('\n') => "",
        None => &text[range.start..letters],
    };
    let code = indent.len() >= 4 || indent.contains('\t');
    let start = if code { letters - indent.len() } else { letters };
    start..end
}
