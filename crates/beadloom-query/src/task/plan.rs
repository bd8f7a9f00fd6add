//! In which order an answer to a task is filled.
//!
//! Measured on public questions: two snippets of the first files and a line for each of many further ones name the right
//! file in a few hundred tokens more often than whole chunks do in three times as many. So the line comes before the
//! body, and the body of the best file before that of the second.

use beadloom_model::answers::TaskConfidence;

use super::gather::Material;
use super::outline::MAX_OUTLINE;
use super::pieces::{Level, MAX_PIECES};
use crate::context::Format;

/// Something that an answer may take in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A piece of a file at a level.
    Code { file: usize, piece: usize, level: Level },
    /// A signature.
    Symbol(usize),
    /// A section of a document.
    Chunk(usize),
    /// A node.
    Node(usize),
    /// A document that is behind its code.
    StaleDoc(usize),
    /// A path that changed since the index was made.
    StalePath(usize),
}

/// Smaller budgets are for the names of many files: where the first are wrong, their outlines are no use.
const FOR_FILES: usize = 800;

/// Every step, the most important first. A budget takes as many as it holds, leaving out what is too large.
///
/// Measured on commits of thirteen projects: of the places that were changed and not shown, nearly all stood in the first five files, in
/// definitions that no piece showed. So the outline of these comes before the code of files behind them. What holds a piece costs
/// as much in JSON as a short piece itself: so more lines come before the first snippet there.
pub(super) fn steps(material: &Material, stale_paths: usize, (format, budget): (Format, usize)) -> Vec<Step> {
    let mut plan = Plan { steps: Vec::new(), material };
    plan.each(0..3.min(stale_paths), Step::StalePath);
    if material.confidence == TaskConfidence::Low {
        plan.little();
        return plan.steps;
    }
    if format == Format::Json {
        plan.lines(0..8);
    } else {
        plan.code(0..1, 0, Level::Snippet);
        plan.lines(1..8);
    }
    if budget < FOR_FILES {
        plan.lines(8..15);
    }
    plan.outlines(0..1, 1..10);
    plan.outlines(1..3, 1..5);
    plan.outlines(3..5, 1..3);
    plan.lines(8..15);
    plan.code(0..1, 0, Level::Snippet);
    if format == Format::Markdown {
        plan.code(1..2, 0, Level::Snippet);
    }
    plan.outlines(0..1, 10..20);
    plan.outlines(1..3, 5..9);
    plan.outlines(3..6, 3..6);
    plan.lines(15..30);
    plan.code(0..2, 0, Level::Body);
    if format == Format::Markdown {
        plan.code(2..3, 0, Level::Chunk);
    }
    plan.symbols(3);
    plan.each(0..3.min(material.stale_docs.len()), Step::StaleDoc);
    plan.lines(30..44);
    plan.outlines(0..1, 20..30);
    plan.outlines(1..3, 9..16);
    plan.chunks(0..1);
    plan.code(2..3, 0, Level::Chunk);
    plan.code(3..4, 0, Level::Snippet);
    plan.code(0..1, 1, Level::Body);
    plan.nodes(0..2);
    plan.lines(44..usize::MAX);
    plan.code(0..1, 2, Level::Body);
    plan.code(1..2, 1, Level::Body);
    plan.code(2..3, 0, Level::Body);
    plan.outlines(3..6, 5..12);
    plan.symbols(6);
    plan.code(0..1, 3, Level::Body);
    plan.code(1..3, 2, Level::Body);
    plan.code(3..8, 0, Level::Chunk);
    plan.outlines(0..8, 12..usize::MAX);
    plan.nodes(2..usize::MAX);
    plan.chunks(1..4);
    plan.symbols(usize::MAX);
    plan.code(3..8, 0, Level::Body);
    plan.code(8..12, 0, Level::Chunk);
    for piece in 1..MAX_PIECES {
        plan.code(0..12, piece, Level::Body);
    }
    plan.code(8..12, 0, Level::Body);
    plan.chunks(4..usize::MAX);
    for piece in MAX_PIECES..MAX_OUTLINE {
        plan.code(0..3, piece, Level::Body);
    }
    plan.code(12..usize::MAX, 0, Level::Snippet);
    plan.each(3..material.stale_docs.len(), Step::StaleDoc);
    plan.each(3..stale_paths, Step::StalePath);
    plan.steps
}

struct Plan<'a> {
    steps: Vec<Step>,
    material: &'a Material,
}

impl Plan<'_> {
    fn each(&mut self, range: std::ops::Range<usize>, step: fn(usize) -> Step) {
        self.steps.extend(range.map(step));
    }

    /// A piece of each of the files, at that level; lower ones before it, so that a small budget takes those.
    fn code(&mut self, files: std::ops::Range<usize>, piece: usize, level: Level) {
        let last = files.end.min(self.material.files.len());
        for file in files.start..last {
            let pieces = self.material.files.get(file).map_or(&[][..], |file| &file.pieces);
            let Some(found) = pieces.get(piece) else { continue };
            for level in Level::ALL.into_iter().filter(|one| *one <= level) {
                let step = Step::Code { file, piece, level };
                if !found.parts(level).is_empty() && !self.steps.contains(&step) {
                    self.steps.push(step);
                }
            }
        }
    }

    /// An answer of which little can be expected: where to begin to look, and no more.
    fn little(&mut self) {
        self.code(0..1, 0, Level::Snippet);
        self.lines(1..10);
        // Where code says little, a document may say it.
        self.chunks(0..1);
        self.outlines(0..1, 1..6);
        self.code(1..2, 0, Level::Snippet);
        self.outlines(1..3, 1..4);
        self.lines(10..28);
        self.code(2..3, 0, Level::Snippet);
        self.code(0..1, 0, Level::Body);
        self.outlines(0..3, 6..10);
        self.symbols(2);
    }

    /// A line for each of the further pieces of the files, those of the best file first: where else in them to look.
    fn outlines(&mut self, files: std::ops::Range<usize>, pieces: std::ops::Range<usize>) {
        for piece in pieces.start..pieces.end.min(MAX_OUTLINE) {
            self.code(files.clone(), piece, Level::Line);
        }
    }

    fn lines(&mut self, files: std::ops::Range<usize>) {
        self.code(files, 0, Level::Line);
    }

    fn symbols(&mut self, most: usize) {
        let last = most.min(self.material.symbols.len());
        let reasons: Vec<_> = self.material.symbols.iter().map(|symbol| symbol.reason).collect();
        // In turn: as many of each reason.
        let mut order: Vec<(usize, usize)> = (0..reasons.len())
            .map(|at| (reasons.iter().take(at).filter(|other| reasons.get(at) == Some(*other)).count(), at))
            .collect();
        order.sort_unstable();
        for (_, at) in order.into_iter().take(last) {
            if !self.steps.contains(&Step::Symbol(at)) {
                self.steps.push(Step::Symbol(at));
            }
        }
    }

    fn nodes(&mut self, range: std::ops::Range<usize>) {
        // Those of references are always there.
        let first = self.material.focus_nodes;
        let (from, to) = (first.saturating_add(range.start), first.saturating_add(range.end));
        self.each(from..to.min(self.material.nodes.len()), Step::Node);
    }

    fn chunks(&mut self, range: std::ops::Range<usize>) {
        self.each(range.start..range.end.min(self.material.chunks.len()), Step::Chunk);
    }
}
