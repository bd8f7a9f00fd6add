//! The budget of an answer to a task: takes what is most important as long as there is room, and renders it.

use std::collections::BTreeMap;

use beadloom_model::answers::{Bundle, BundleMemory, TaskConfidence};
use beadloom_model::requests::TextFormat;
use beadloom_model::{Code as ErrorCode, Error, Result};
use beadloom_tokens::Counter;

use super::chapters::{Beside, ChapterName, chapters};
use super::code::{Code, CodeEntry};
use super::given::Given;
use super::markdown;
use super::material::Material;
use super::plan::{Planned, planned};
use super::{TaskAnswer, TaskRequest};
use crate::answer::packer::{Cost, Costs, Filling, Item, Room, by_chapter};
use crate::budget::frame_too_large;
use crate::context::chapter::{Draft, Gained};
use crate::context::frame::Frame;
use crate::context::written::Writer;
use crate::context::{Rendered, memories};
use crate::{completeness, text};

/// Tokens of a section's heading in Markdown.
const HEADING: usize = 6;

/// What is left of the budget where nothing that follows is worth a try.
const MIN_TOKENS_LEFT: usize = 12;

/// Tests that are named, to a task and to a question, and the budget from which on they are.
const NEAREST_TESTS: usize = 1;
const ASKED_TESTS: usize = 4;
const MIN_TOKENS_FOR_TESTS: usize = 800;

/// How often what is left of the budget is looked at.
const FILLS: usize = 3;

/// What stands besides the code and takes more than this part of the budget leaves no room for memories.
const FRAME_DIVISOR: u64 = 3;

/// Files and nodes that an answer is mostly about.
const MAIN_FILES: usize = 3;
const MAIN_NODES: usize = 1;

/// What a task spells out and the project has not: how many are named, and characters of one.
const MAX_ABSENT_TERMS: usize = 3;
const MAX_ABSENT_CHARS: usize = 48;

/// Renders as much of the material as the budget holds.
pub(super) fn pack(
    material: &Material,
    request: &TaskRequest<'_>,
    counter: &Counter<'_>,
) -> Result<TaskAnswer> {
    let files = material.files.iter().map(|file| file.path.as_str());
    let symbols = material.symbols.iter().map(|symbol| symbol.symbol.file_path.as_str());
    let chunks = material.chunks.iter().map(|chunk| chunk.doc_path.as_str());
    let named = files.chain(symbols).chain(chunks);
    let stale_paths = request.stale.shown_paths_of(named);
    let form = (request.format, request.is_brief);
    let Planned { queue, essential, soft_budget, code: entries } = planned(material, stale_paths.len(), form);
    let code = Code { material, entries: &entries, has_hashes: request.given.is_some() };
    let memories = remembered(material, request);
    let tests = nearest_tests(material, request);
    let mut pack = Pack::new(material, request, counter, Beside { code, stale_paths, memories, tests });
    let budget = request.budget as u64;
    let mut longest = usize::MAX;
    let mut kept = pack.kept(&[]);
    let mut rendered = pack.render(&kept, longest)?;
    if !pack.beside.memories.is_empty() && rendered.tokens > budget / FRAME_DIVISOR {
        pack.forget();
        kept = pack.kept(&[]);
        rendered = pack.render(&kept, longest)?;
    }
    if rendered.tokens > budget {
        (rendered, longest) = pack.cut_texts(&kept)?;
    }
    let used = usize::try_from(rendered.tokens).unwrap_or(usize::MAX);
    let mut filling = Filling { taken: Vec::new(), used, least: MIN_TOKENS_LEFT };
    let mut costs = TokenCosts::new(&pack);
    // Parts are counted one by one, which comes to more than the whole as a rule, and to a few tokens less now and then:
    // what room is left is filled once more.
    for _ in 0..FILLS {
        let before = filling.taken.len();
        let (first, all) = (queue.items().get(..essential).unwrap_or(&[]), queue.items());
        filling.fill(first, Room(request.budget), &mut costs);
        filling.fill(all, Room(request.budget.min(soft_budget)), &mut costs);
        while filling.taken.len() > before {
            let tried_kept = pack.kept(&filling.taken);
            let tried = pack.render(&tried_kept, longest)?;
            if tried.tokens <= budget {
                filling.used = usize::try_from(tried.tokens).unwrap_or(usize::MAX);
                (rendered, kept) = (tried, tried_kept);
                break;
            }
            costs.give_back(filling.taken.pop());
        }
        if filling.taken.len() == before {
            break;
        }
    }
    let mut shown = Given::default();
    code.note(kept.get(ChapterName::Code as usize).map_or(&[], Vec::as_slice), &mut shown);
    rendered.bundle.text_chunks.iter().for_each(|chunk| shown.add(&chunk.content));
    rendered.bundle.memories.iter().for_each(|memory| shown.add(&memory.content));
    Ok(TaskAnswer { rendered, shown })
}

/// What was remembered that helps with the task, and that this session does not know.
fn remembered(material: &Material, request: &TaskRequest<'_>) -> Vec<BundleMemory> {
    let nodes: Vec<&str> = material
        .nodes
        .iter()
        .take(material.focus_nodes.max(MAIN_NODES))
        .map(|node| node.ref_id.as_str())
        .collect();
    let paths: Vec<&str> = material.files.iter().take(MAIN_FILES).map(|file| file.path.as_str()).collect();
    let mut memories = memories::for_task(&request.memories, &nodes, &paths);
    memories.retain(|one| !request.given.is_some_and(|given| given.knows(&one.content)));
    memories
}

/// How many tests are named, where the budget has room for more than code.
fn nearest_tests(material: &Material, request: &TaskRequest<'_>) -> usize {
    match request.budget {
        ..MIN_TOKENS_FOR_TESTS => 0,
        _ if request.is_brief && material.by_score == TaskConfidence::High => NEAREST_TESTS,
        _ if request.is_question() => ASKED_TESTS,
        _ => NEAREST_TESTS,
    }
}

/// What entries cost in tokens, each counted when it is about to be taken.
struct TokenCosts<'p, 'a> {
    pack: &'p Pack<'a>,
    /// Of what is shown of each piece.
    pieces: BTreeMap<(usize, usize), usize>,
    /// Whether a chapter has its title.
    has_title: [bool; ChapterName::COUNT],
}

impl<'p, 'a> TokenCosts<'p, 'a> {
    fn new(pack: &'p Pack<'a>) -> Self {
        Self { pack, pieces: BTreeMap::new(), has_title: [false; ChapterName::COUNT] }
    }

    fn code(&self, item: &Item) -> Option<CodeEntry> {
        (item.chapter == ChapterName::Code as usize)
            .then(|| self.pack.beside.code.entries.get(item.at).copied())?
    }

    /// Whether what was taken shows as much of the same.
    fn is_shown(&self, item: &Item, taken: &[Item]) -> bool {
        let is_same = |one: &Item| (one.chapter, one.at) == (item.chapter, item.at);
        let Some(entry) = self.code(item) else {
            let is_named = item.chapter == ChapterName::OtherFiles as usize
                && self.pieces.keys().any(|(file, _)| *file == item.at);
            return is_named || taken.iter().any(is_same);
        };
        let own = self.pack.beside.code.piece(entry).map(|(_, piece)| piece);
        let shows = |other: CodeEntry| {
            if other.file != entry.file {
                false
            } else if other.piece == entry.piece {
                other.level >= entry.level
            } else {
                let other_piece = self.pack.beside.code.piece(other).map(|(_, piece)| piece);
                own.zip(other_piece).is_some_and(|(own, piece)| own.is_shown_by(piece, other.level))
            }
        };
        taken.iter().filter_map(|one| self.code(one)).any(shows)
    }

    /// One was not taken after all.
    fn give_back(&mut self, item: Option<Item>) {
        if let Some(entry) = item.and_then(|item| self.code(&item)) {
            self.pieces.remove(&(entry.file, entry.piece));
        }
    }
}

impl Costs for TokenCosts<'_, '_> {
    fn of(&mut self, item: &Item, taken: &[Item]) -> Option<Cost> {
        if self.is_shown(item, taken) {
            return None;
        }
        let format = self.pack.request.format;
        let chapter = &self.pack.chapters.get(item.chapter)?.chapter;
        let mut takes = self.pack.writer.count(&chapter.alone(item.at, format));
        if format == TextFormat::Markdown
            && chapter.is_below_title(item.at)
            && self.has_title.get(item.chapter) == Some(&false)
        {
            takes += HEADING;
        }
        // Of a piece, all that is shown of it was counted, and stands instead of what was shown before.
        let piece = self.code(item).and_then(|entry| self.pieces.get(&(entry.file, entry.piece)));
        Some(Cost { takes, frees: piece.copied().unwrap_or(0) })
    }

    fn take(&mut self, item: &Item, cost: Cost) {
        if let Some(entry) = self.code(item) {
            self.pieces.insert((entry.file, entry.piece), cost.takes);
        }
        let chapter = self.pack.chapters.get(item.chapter);
        if let Some((has_title, listed)) = self.has_title.get_mut(item.chapter).zip(chapter) {
            *has_title |= listed.chapter.is_below_title(item.at);
        }
    }
}

struct Pack<'a> {
    material: &'a Material,
    request: &'a TaskRequest<'a>,
    frame: Frame<'a>,
    writer: Writer<'a>,
    beside: Beside<'a>,
    chapters: [Gained<'a>; ChapterName::COUNT],
}

impl<'a> Pack<'a> {
    fn new(
        material: &'a Material,
        request: &'a TaskRequest<'a>,
        counter: &Counter<'a>,
        beside: Beside<'a>,
    ) -> Self {
        let frame = Frame {
            focuses: &material.focuses,
            task: Some(&material.task),
            derived: material.derived,
            last_reindex: material.last_reindex.as_ref(),
            warning: request.stale.warning.clone(),
            is_in_lines: false,
        };
        let writer = Writer::new(request.format, counter);
        let chapters = chapters(material, &beside);
        Self { material, request, frame, writer, beside, chapters }
    }

    /// By chapter, what is shown: all memories, and what was taken.
    fn kept(&self, taken: &[Item]) -> Vec<Vec<usize>> {
        let mut kept = by_chapter(taken, ChapterName::COUNT);
        if let Some(memories) = kept.get_mut(ChapterName::Memories as usize) {
            memories.extend(0..self.beside.memories.len());
        }
        kept
    }

    /// Leaves the memories out.
    fn forget(&mut self) {
        self.beside.memories.clear();
        self.chapters = chapters(self.material, &self.beside);
    }

    /// Nothing but the frame, with its texts cut until it fits; and at which length.
    fn cut_texts(&self, kept: &[Vec<usize>]) -> Result<(Rendered, usize)> {
        for longest in [80, 40, 0] {
            let tried = self.render(kept, longest)?;
            if tried.tokens <= self.request.budget as u64 {
                return Ok((tried, longest));
            }
            if longest == 0 {
                return Err(frame_too_large(self.request.budget, tried.tokens, "references"));
            }
        }
        Err(Error::new(ErrorCode::Internal, "no length was tried"))
    }

    fn render(&self, kept: &[Vec<usize>], longest: usize) -> Result<Rendered> {
        let is_terse = self.material.is_question && self.request.is_brief;
        self.writer.write(self.bundle(kept, longest), &self.chapters, |bundle| {
            markdown::render(bundle, &self.chapters, kept, (self.material, is_terse))
        })
    }

    fn bundle(&self, kept: &[Vec<usize>], longest: usize) -> Bundle {
        let material = self.material;
        let Draft { mut bundle, pieces, .. } = self.frame.with(&self.chapters, kept, longest);
        bundle.confidence = Some(material.confidence);
        if longest == usize::MAX && self.request.stale.warning.is_none() {
            // Else there is no room; or what the task names came after the index.
            let absent = material.absent.iter().take(MAX_ABSENT_TERMS);
            bundle.absent =
                absent.map(|term| text::cut_at_word(&text::line(term), MAX_ABSENT_CHARS)).collect();
        }
        bundle.given = material.given;
        bundle.next = if longest < usize::MAX {
            completeness::without_room()
        } else {
            completeness::of_task(&bundle, pieces, self.request.hints)
        };
        bundle
    }
}
