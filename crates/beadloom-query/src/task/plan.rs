//! In which order an answer to a task is filled.
//!
//! Measured on commits of thirteen projects (`docs/internals/CONTEXT-EVAL.md`): of the places that were changed, three of ten lie in the best piece of the best
//! file, one of ten in its next three, one and a half of ten in the best pieces of the second file, and the others spread over many files in which nothing says
//! where. So the best definitions of the first files come whole, with a line for each of the others in these files; the files behind them are
//! named, because what is named can be asked for.

use beadloom_model::requests::TextFormat;
use std::ops::Range;

use beadloom_model::answers::TaskConfidence;

use super::chapters::ChapterName;
use super::code::CodeEntry;
use super::material::Material;
use super::offers::{Offer, offers};
use super::outline::MAX_OUTLINE_PIECES;
use super::piece::Level;
use crate::answer::packer::{Entry, Queue};

/// How many of the first files show code of what a question names.
const WITH_CODE: usize = 4;

/// Something that an answer may take in: an entry of a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Step {
    chapter: ChapterName,
    at: usize,
}

/// How much of a budget an answer takes that may end early: what is essential as far as there is room, what follows only up to these tokens.
const SETTLED: usize = 1_800;
const PROBABLE: usize = 2_200;
const LITTLE: usize = 1_000;
const ASKED: usize = 1_250;

/// A definition of so many lines is shown whole where it is not known whether it is the right one.
const MAX_UNSURE_LINES: u32 = 80;

/// A definition is shown that a question is about at this likelihood; and how many lie behind that a line names.
const WORTH_CODE: f64 = 0.03;
const MAX_LINES: usize = 24;

/// What the likeliest definitions call, and who calls them, is named before what is less likely than this.
const BEFORE_CALLS: f64 = 0.1;

/// Beside one that is far likelier, a definition has to be this likely in relation.
const OF_BEST: f64 = 0.05;

/// At this likelihood a definition is what a question is about, rather than what stands in a document.
const LIKELY: f64 = 0.25;

/// Offers that come before callers and callees, and before the best section of a document.
const BEFORE_CALLERS: usize = 8;
const BEFORE_DOCUMENTS: usize = 40;

/// Files whose lines come with the likeliest definitions that they use.
const FIRST_BREAKS: usize = 3;

/// What an answer may take in.
pub(super) struct Planned {
    /// The entries of all chapters, the most important first.
    pub queue: Queue,
    /// How many of them are taken as long as there is room at all.
    pub essential: usize,
    /// Tokens up to which the others are.
    pub soft_budget: usize,
    /// What the entries of the code are.
    pub code: Vec<CodeEntry>,
}

/// Every entry is worth what its place in the plan says. A budget takes as many as it holds, leaving out what is too large.
/// `is_brief`: nobody asked for so much as there is room for; then an answer ends where what follows would only be read.
pub(super) fn planned(
    material: &Material,
    stale_paths: usize,
    (format, is_brief): (TextFormat, bool),
) -> Planned {
    let mut plan = Plan { steps: Vec::new(), code: Vec::new(), essential: None, material, format };
    plan.each(0..3.min(stale_paths), ChapterName::StalePaths);
    let soft_budget = match material.by_score {
        _ if is_brief && material.is_question => ASKED,
        _ if is_brief && material.confidence == TaskConfidence::Low => LITTLE,
        TaskConfidence::High if is_brief => SETTLED,
        _ if is_brief => PROBABLE,
        _ => usize::MAX,
    };
    if material.is_question {
        plan.asked(is_brief);
    } else {
        plan.by_worth(is_brief);
    }
    plan.each(3..material.stale_docs.len(), ChapterName::StaleDocuments);
    plan.each(3..stale_paths, ChapterName::StalePaths);
    let essential = plan.essential.unwrap_or(plan.steps.len());
    let mut entries = vec![Vec::new(); ChapterName::COUNT];
    for (worth, Step { chapter, at }) in plan.steps.into_iter().enumerate() {
        if let Some(entries) = entries.get_mut(chapter as usize) {
            // What it costs is counted when it is about to be taken: most of them never are.
            entries.push(Entry { at, worth, cost: 0 });
        }
    }
    Planned { queue: Queue::new(entries), essential, soft_budget, code: plan.code }
}

struct Plan<'a> {
    steps: Vec<Step>,
    code: Vec<CodeEntry>,
    /// None where every step is.
    essential: Option<usize>,
    material: &'a Material,
    format: TextFormat,
}

impl Plan<'_> {
    fn each(&mut self, range: Range<usize>, chapter: ChapterName) {
        self.steps.extend(range.map(|at| Step { chapter, at }));
    }

    /// A piece of each of the files, at that level; lower ones before it, so that a small budget takes those.
    fn code(&mut self, files: Range<usize>, piece: usize, level: Level) {
        let last = files.end.min(self.material.files.len());
        for file in files.start..last {
            let pieces = self.material.files.get(file).map_or(&[][..], |file| &file.pieces);
            let Some(found) = pieces.get(piece) else { continue };
            for level in Level::ALL.into_iter().filter(|one| *one <= level) {
                let entry = CodeEntry { file, piece, level };
                if !found.parts(level).is_empty() && !self.code.contains(&entry) {
                    self.steps.push(Step { chapter: ChapterName::Code, at: self.code.len() });
                    self.code.push(entry);
                }
            }
        }
    }

    /// The definitions to change or to understand, what else their files hold, and what stands around them.
    fn much(&mut self) {
        self.code(0..1, 0, Level::Snippet);
        self.lines(1..6);
        if self.format == TextFormat::Markdown {
            self.names(6..16);
        }
        self.outlines(0..1, 1..6);
        if self.format == TextFormat::Json {
            self.outlines(1..3, 1..4);
            self.names(6..15);
        }
        self.code(0..1, 0, Level::Body);
        self.outlines(1..3, 1..3);
        self.code(0..1, 1, Level::Body);
        self.outlines(0..1, 6..10);
        self.code(1..2, 0, Level::Body);
        self.code(0..1, 2, Level::Body);
        self.outlines(1..3, 3..6);
        self.outlines(3..5, 1..3);
        self.names(16..30);
        self.code(2..3, 0, Level::Snippet);
        self.outlines(0..1, 10..30);
        self.outlines(1..3, 6..16);
        self.code(0..1, 3, Level::Body);
        self.code(1..2, 1, Level::Body);
        self.outlines(3..6, 3..8);
        self.code(2..3, 0, Level::Body);
        self.names(30..40);
        self.code(3..4, 0, Level::Snippet);
        self.symbols(3);
        self.each(0..3.min(self.material.stale_docs.len()), ChapterName::StaleDocuments);
        self.chunks(0..1);
        self.outlines(0..1, 20..MAX_OUTLINE_PIECES);
        self.outlines(1..3, 16..30);
        self.outlines(3..6, 8..12);
        self.names(40..usize::MAX);
        for piece in 4..6 {
            self.code(0..1, piece, Level::Body);
        }
        self.code(3..4, 0, Level::Body);
        self.code(1..2, 2, Level::Body);
        self.code(2..3, 1, Level::Body);
        self.outlines(6..8, 1..8);
        self.code(4..8, 0, Level::Chunk);
        self.symbols(6);
        self.nodes(0..2);
        for piece in 1..8 {
            self.code(0..3, piece, Level::Body);
        }
        for piece in 0..3 {
            self.code(3..8, piece, Level::Body);
        }
        self.code(8..12, 0, Level::Body);
        self.nodes(2..usize::MAX);
        self.chunks(1..4);
        self.symbols(usize::MAX);
        self.outlines(0..8, 1..MAX_OUTLINE_PIECES);
        for piece in 0..MAX_OUTLINE_PIECES {
            self.code(0..12, piece, Level::Body);
        }
        self.chunks(4..usize::MAX);
        self.code(12..usize::MAX, 0, Level::Snippet);
    }

    /// A piece of which nobody knows whether it is what is looked for: whole if it is not long.
    fn unsure(&mut self, file: usize, piece: usize) {
        let found = self.material.files.get(file).and_then(|file| file.pieces.get(piece));
        let is_long = found
            .and_then(|piece| piece.whole.as_ref())
            .is_some_and(|whole| whole.end().saturating_sub(*whole.start()) >= MAX_UNSURE_LINES);
        self.code(file..file + 1, piece, if is_long { Level::Chunk } else { Level::Body });
    }

    /// What a question is about: definitions by how likely that is, whatever file they are of.
    fn asked(&mut self, is_brief: bool) {
        self.named();
        let order = self.by_chance();
        let is_likely = order.first().is_some_and(|(.., chance)| *chance >= LIKELY);
        let best = self.material.files.first().and_then(|file| file.pieces.first());
        if !is_likely && best.is_some_and(|piece| piece.chance <= 0.0) {
            // A document, a configuration: nothing is defined in it.
            self.code(0..1, 0, Level::Chunk);
        }
        for (file, piece, _) in order.iter().take(1) {
            self.code(*file..file + 1, *piece, Level::Body);
        }
        self.lines(1..3);
        self.essential = is_brief.then_some(self.steps.len());
        if !is_brief {
            self.lines(1..6);
            self.names(6..30);
        }
        let best = order.first().map_or(0.0, |(.., chance)| *chance);
        let least = WORTH_CODE.max(best * OF_BEST);
        let worth: Vec<_> = order.iter().filter(|(.., chance)| *chance >= least).collect();
        let likely = worth.partition_point(|(.., chance)| *chance >= BEFORE_CALLS);
        for (file, piece, _) in worth.iter().take(likely) {
            self.at_once(*file, *piece);
        }
        self.symbols(8);
        for (file, piece, _) in worth.iter().skip(likely) {
            self.at_once(*file, *piece);
        }
        for (file, piece, _) in order.iter().take(MAX_LINES) {
            self.code(*file..file + 1, *piece, Level::Line);
        }
        self.names(3..9);
        self.each(0..3.min(self.material.stale_docs.len()), ChapterName::StaleDocuments);
        self.chunks(0..1);
        if !is_brief {
            self.much();
        }
    }

    /// Definitions and files by what they are worth, for what they cost: how likely the task needs them, and how much of them is shown.
    fn by_worth(&mut self, is_brief: bool) {
        let offers = offers(self.material, is_brief);
        // The first piece that is shown as far as it can be comes in any case.
        self.essential = is_brief.then_some(0);
        for (count, (_, offer)) in offers.into_iter().enumerate() {
            match offer {
                Offer::Code(entry) => {
                    self.steps.push(Step { chapter: ChapterName::Code, at: self.code.len() });
                    self.code.push(entry);
                    if self.essential == Some(0) && entry.level > Level::Line && self.is_most(entry) {
                        self.essential = Some(self.steps.len());
                    }
                }
                Offer::Name(file) => self.names(file..file + 1),
                Offer::Alike(at) => self.each(at..at + 1, ChapterName::Alike),
                Offer::Together(at) => self.each(at..at + 1, ChapterName::Together),
                Offer::Speaking(at) => self.each(at..at + 1, ChapterName::Speaking),
                Offer::Break(at) => self.each(at..at + 1, ChapterName::Breaks),
                Offer::Mention(at) => self.each(at..at + 1, ChapterName::Mentions),
            }
            if count + 1 == BEFORE_CALLERS {
                self.each(0..FIRST_BREAKS.min(self.material.breaks.len()), ChapterName::Breaks);
                self.symbols(2);
                self.each(0..3.min(self.material.stale_docs.len()), ChapterName::StaleDocuments);
            }
            if count + 1 == BEFORE_DOCUMENTS {
                self.chunks(0..1);
            }
        }
        self.chunks(0..1);
        self.symbols(6);
        self.nodes(0..2);
        if !is_brief {
            self.much();
        }
    }

    /// Whether nothing more can be shown of a piece.
    fn is_most(&self, entry: CodeEntry) -> bool {
        let piece = self.material.files.get(entry.file).and_then(|file| file.pieces.get(entry.piece));
        piece.is_some_and(|piece| {
            Level::ALL
                .into_iter()
                .filter(|level| *level > entry.level)
                .all(|level| piece.parts(level).is_empty())
        })
    }

    /// The definitions of the first files that the task names.
    fn named(&mut self) {
        for (file, named) in self.material.files.iter().map(|file| file.named).enumerate().take(WITH_CODE) {
            (0..named).for_each(|piece| self.code(file..file + 1, piece, Level::Body));
        }
    }

    /// Pieces that a question may be about, the likeliest first.
    fn by_chance(&self) -> Vec<(usize, usize, f64)> {
        let mut order: Vec<(usize, usize, f64)> = Vec::new();
        for (place, file) in self.material.files.iter().enumerate() {
            let pieces = file.pieces.iter().enumerate().filter(|(_, piece)| piece.chance > 0.0);
            order.extend(pieces.map(|(number, piece)| (place, number, piece.chance)));
        }
        // Stable: by file where they are as likely.
        order.sort_by(|a, b| b.2.total_cmp(&a.2));
        order
    }

    /// A piece at the highest level that is asked for, or not at all: the beginning of a definition is mostly its documentation.
    fn at_once(&mut self, file: usize, piece: usize) {
        let (from, first) = (self.steps.len(), self.code.len());
        self.unsure(file, piece);
        self.steps.truncate(from);
        let last = self.code.split_off(first).pop();
        if let Some(entry) = last.filter(|entry| entry.level > Level::Line) {
            self.steps.push(Step { chapter: ChapterName::Code, at: first });
            self.code.push(entry);
        }
    }

    /// A line for each of the further pieces of the files, those of the best file first: where else in them to look.
    fn outlines(&mut self, files: Range<usize>, pieces: Range<usize>) {
        for piece in pieces.start..pieces.end.min(MAX_OUTLINE_PIECES) {
            self.code(files.clone(), piece, Level::Line);
        }
    }

    /// The paths of files. In JSON every file has a line: there is no shorter way to name one.
    fn names(&mut self, files: Range<usize>) {
        match self.format {
            TextFormat::Json => self.lines(files),
            TextFormat::Markdown => {
                self.each(files.start..files.end.min(self.material.files.len()), ChapterName::OtherFiles)
            }
        }
    }

    fn lines(&mut self, files: Range<usize>) {
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
            let step = Step { chapter: ChapterName::Signatures, at };
            if !self.steps.contains(&step) {
                self.steps.push(step);
            }
        }
    }

    fn nodes(&mut self, range: Range<usize>) {
        // Those of references are always there.
        let first = self.material.focus_nodes;
        let (from, to) = (first.saturating_add(range.start), first.saturating_add(range.end));
        self.each(from..to.min(self.material.nodes.len()), ChapterName::Parts);
    }

    fn chunks(&mut self, range: Range<usize>) {
        self.each(range.start..range.end.min(self.material.chunks.len()), ChapterName::Documents);
    }
}
