//! Which comments document what: definitions, and the file itself.

use std::collections::HashMap;
use std::ops::Range;

use crate::comments::{self, Comment};
use crate::definition::Draft;
use crate::language::DocComments;
use crate::outline::Outline;
use crate::prose;

/// A generated marker stands in the first lines of a file.
const TOP_LINES: u32 = 40;

/// Of a block of line comments this many are read.
const BLOCK_COMMENTS: usize = 200;

/// The sentences of definitions. Many may begin at one place (`const a = 1, b = 2, …`): each place is looked
/// at once.
pub(crate) struct Documentation<'o, 't> {
    outline: &'o Outline<'t>,
    docs: DocComments,
    known: HashMap<usize, Option<String>>,
}

impl<'o, 't> Documentation<'o, 't> {
    pub(crate) fn new(outline: &'o Outline<'t>, docs: DocComments) -> Self {
        Self { outline, docs, known: HashMap::new() }
    }

    /// The first sentence of what documents a definition, or the group that it stands in.
    pub(crate) fn of(&mut self, draft: &Draft) -> Option<String> {
        let definition = &draft.definition;
        if let Some(range) = &definition.docstring {
            return prose::sentence(prose::docstring_lines(self.outline.text.get(range.clone())?));
        }
        self.at(definition.outer, definition.start).or_else(|| self.at(definition.group?, definition.group?))
    }

    /// For what begins at `outer` with decorators up to `start`.
    fn at(&mut self, outer: usize, start: usize) -> Option<String> {
        if let Some(known) = self.known.get(&outer) {
            return known.clone();
        }
        let found = self.look(outer, start);
        self.known.insert(outer, found.clone());
        found
    }

    fn look(&self, outer: usize, start: usize) -> Option<String> {
        let outline = self.outline;
        match self.docs {
            DocComments::Docstrings => None,
            DocComments::Plain => sentence(outline, outline.above(outer), |_| true),
            DocComments::Marked => sentence(outline, outline.above(outer), is_outer)
                .or_else(|| {
                    // A blank line below does not part a marked comment from what it documents.
                    let before = outline.comments.within(0..outer);
                    let last = outline.comments.list.get(before.end.checked_sub(1)?)?;
                    let next = last.tokens == outline.tokens.index_of(outer);
                    if next { sentence(outline, before.end - 1..before.end, is_outer) } else { None }
                })
                .or_else(|| sentence(outline, outline.comments.within(outer..start), is_outer)),
        }
    }
}

fn is_outer(text: &str) -> bool {
    prose::is_doc_comment(text) && !prose::is_inner_doc(text)
}

/// The first sentence of the comments of a block that count as documentation. Block comments do not add up:
/// the last one stands.
fn sentence(outline: &Outline<'_>, range: Range<usize>, counts: impl Fn(&str) -> bool) -> Option<String> {
    let list = outline.comments.list.get(range)?;
    let texts = || list.iter().map(|comment| outline.comment_text(comment)).filter(|text| counts(text));
    let last = texts().next_back()?;
    if last.starts_with("/*") {
        return prose::sentence(prose::comment_lines(last));
    }
    prose::sentence(texts().take(BLOCK_COMMENTS).flat_map(prose::comment_lines))
}

/// The module's docstring, or the first comment at the head of the file that is neither licence nor directive
/// nor the first definition's.
pub(crate) fn of_file(outline: &Outline<'_>, first: Option<&Draft>, docs: DocComments) -> Option<String> {
    let taken_by_first = first.map(|first| outline.above(first.definition.outer)).unwrap_or_default();
    if let Some(range) = &outline.docstring {
        let lines = || prose::docstring_lines(outline.text.get(range.clone()).unwrap_or(""));
        if !prose::is_licence(lines().take(3)) {
            return prose::sentence(lines());
        }
    }
    let list = &outline.comments.list;
    // Inner documentation may follow attributes, and says more than a note before these.
    if docs == DocComments::Marked {
        let is_inner = |comment: &Comment| prose::is_inner_doc(outline.comment_text(comment));
        let inner = list.iter().take(BLOCK_COMMENTS).position(is_inner);
        if let Some((at, comment)) = inner.and_then(|at| Some((at, list.get(at)?)))
            && first.is_none_or(|first| comment.start < first.definition.outer)
        {
            let text = || list.get(block(outline, at, list.len())).unwrap_or(&[]).iter().take(BLOCK_COMMENTS);
            let lines = || text().flat_map(|comment| prose::comment_lines(outline.comment_text(comment)));
            if !prose::is_licence(lines())
                && let Some(sentence) = prose::sentence(lines())
            {
                return Some(sentence);
            }
        }
    }
    let head = list.iter().take_while(|comment| comment.tokens == 0).count();
    let mut at = 0;
    while at < head {
        let block = block(outline, at, head);
        let comments = list.get(block.clone()).unwrap_or(&[]);
        let lines = || {
            comments
                .iter()
                .take(BLOCK_COMMENTS)
                .flat_map(|comment| prose::comment_lines(outline.comment_text(comment)))
        };
        let taken = taken_by_first.contains(&block.start) || taken_by_first.contains(&(block.end - 1));
        let inner =
            comments.first().is_some_and(|comment| prose::is_inner_doc(outline.comment_text(comment)));
        // What is marked as documentation belongs to what follows it, be it a module that is only declared.
        let is_of_next = docs == DocComments::Marked
            && comments.last().is_some_and(|comment| outline.comment_text(comment).starts_with("///"));
        if (!taken && !is_of_next || inner)
            && !prose::is_licence(lines())
            && let Some(sentence) = prose::sentence(lines().filter(|line| !prose::is_directive(line)))
        {
            return Some(sentence);
        }
        at = block.end;
    }
    None
}

/// Line comments without a gap, or one block comment.
fn block(outline: &Outline<'_>, from: usize, limit: usize) -> Range<usize> {
    let list = &outline.comments.list;
    let mut end = from + 1;
    let is_line = |index: usize| {
        list.get(index).is_some_and(|comment| !outline.comment_text(comment).starts_with("/*"))
    };
    while end < limit && is_line(from) && is_line(end) {
        let (Some(last), Some(next)) = (list.get(end - 1), list.get(end)) else { break };
        // Some grammars count the line break to the comment.
        if outline.lines.line_of(last.end.saturating_sub(1)) + 1 < outline.lines.line_of(next.start) {
            break;
        }
        let inner = |comment: &Comment| prose::is_inner_doc(outline.comment_text(comment));
        if inner(last) != inner(next) {
            break;
        }
        end += 1;
    }
    from..end
}

/// Whether the file's head says that a program wrote it.
pub(crate) fn says_generated(outline: &Outline<'_>) -> bool {
    let near = |at: usize| outline.lines.line_of(at) <= TOP_LINES;
    let comments = outline.comments.list.iter().take(100).take_while(|comment| near(comment.start));
    comments.map(|comment| outline.comment_text(comment)).any(comments::says_generated)
        || outline
            .docstring
            .as_ref()
            .is_some_and(|range| comments::says_generated(outline.text.get(range.clone()).unwrap_or("")))
}
