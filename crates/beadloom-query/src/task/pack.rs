//! The budget: takes what is most important as long as there is room, and renders it.

use beadloom_model::requests::TextFormat;
use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::answers::{
    Bundle, BundleGraph, BundleMemory, BundleSymbol, CodePiece, Focus, Node, Omitted, TaskConfidence,
    TextChunk,
};
use beadloom_model::{Code, Error, Result};
use beadloom_tokens::{CachedCounter, Counter};
use serde::Serialize;

use super::closing_pieces;
use super::given::Given;
use super::markdown::{self, ShownFile};
use super::material::{FileMaterial, Material};
use super::piece::{Level, Part, Piece};
use super::plan::{Step, steps};
use super::{TaskAnswer, TaskRequest};
use crate::budget::frame_too_large;
use crate::closing;
use crate::context::written::{etag, render_json_with_token_count};
use crate::context::{Rendered, frame, memories};
use crate::text;

/// Tokens of a section's heading in Markdown.
const HEADING: usize = 6;

/// What is left of the budget where nothing that follows is worth a try.
const MIN_TOKENS_LEFT: usize = 12;

/// Characters of the one line that stands for a piece, in JSON.
const MAX_LINE_CHARS: usize = 60;

/// Tests that are named, to a task and to a question, and the budget from which on they are.
const NEAREST_TESTS: usize = 1;
const ASKED_TESTS: usize = 4;
const LEAST_FOR_TESTS: usize = 800;

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

/// A warning is never cut below this many characters.
const WHOLE_WARNING: usize = 160;

/// What is shown: of pieces the highest level that was taken.
#[derive(Debug, Clone, Default)]
struct State {
    /// By file and piece.
    code: BTreeMap<(usize, usize), Level>,
    /// Files of which only the path is shown, where there is no code of them.
    named: Vec<usize>,
    symbols: Vec<usize>,
    chunks: Vec<usize>,
    nodes: Vec<usize>,
    stale_docs: usize,
    stale_paths: usize,
}

impl State {
    fn new(taken: &[Step]) -> Self {
        let mut state = Self::default();
        for step in taken {
            match *step {
                Step::Code { file, piece, level } => {
                    let shown = state.code.entry((file, piece)).or_insert(level);
                    *shown = level.max(*shown);
                }
                Step::Named(at) => state.named.push(at),
                Step::Symbol(at) => state.symbols.push(at),
                Step::Chunk(at) => state.chunks.push(at),
                Step::Node(at) => state.nodes.push(at),
                Step::StaleDoc(_) => state.stale_docs += 1,
                Step::StalePath(_) => state.stale_paths += 1,
            }
        }
        let with_code: BTreeSet<usize> = state.code.keys().map(|(file, _)| *file).collect();
        state.named.retain(|at| !with_code.contains(at));
        state.named.sort_unstable();
        state.symbols.sort_unstable();
        state.chunks.sort_unstable();
        state.nodes.sort_unstable();
        state
    }
}

/// Renders as much of the material as the budget holds.
pub(super) fn pack(
    material: &Material,
    request: &TaskRequest<'_>,
    counter: &Counter<'_>,
) -> Result<TaskAnswer> {
    let files = material.files.iter().map(|file| file.path.as_str());
    let symbols = material.symbols.iter().map(|symbol| symbol.symbol.file_path.as_str());
    let chunks = material.chunks.iter().map(|chunk| chunk.doc_path.as_str());
    let stale_paths = request.stale.shown_paths_of(files.chain(symbols).chain(chunks));
    let memories = remembered(material, request);
    let mut pack = Pack { material, request, counter: CachedCounter::new(*counter), stale_paths, memories };
    let mut longest = usize::MAX;
    let mut rendered = pack.render(&[], longest)?;
    if !pack.memories.is_empty() && rendered.tokens > request.budget as u64 / FRAME_DIVISOR {
        pack.memories.clear();
        rendered = pack.render(&[], longest)?;
    }
    if rendered.tokens > request.budget as u64 {
        (rendered, longest) = pack.cut_texts()?;
    }
    let steps = steps(material, pack.stale_paths.len(), (request.format, request.is_brief));
    let mut filling = Filling::new(&pack, &rendered);
    // Parts are counted one by one, which comes to more than the whole as a rule, and to a few tokens less now and then:
    // what room is left is filled once more.
    for _ in 0..FILLS {
        let before = filling.taken.len();
        filling.fill(steps.all.get(..steps.essential).unwrap_or(&[]), request.budget);
        filling.fill(&steps.all, request.budget.min(steps.soft_budget));
        while filling.taken.len() > before {
            let tried = pack.render(&filling.taken, longest)?;
            if tried.tokens <= request.budget as u64 {
                filling.used = usize::try_from(tried.tokens).unwrap_or(usize::MAX);
                rendered = tried;
                break;
            }
            filling.drop_last();
        }
        if filling.taken.len() == before {
            break;
        }
    }
    let taken = filling.taken;
    Ok(TaskAnswer { shown: pack.shown(&State::new(&taken)), rendered })
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

/// What a budget holds so far.
struct Filling<'p, 'a> {
    pack: &'p Pack<'a>,
    taken: Vec<Step>,
    /// Tokens.
    used: usize,
    /// Tokens of what is shown of each piece.
    costs: BTreeMap<(usize, usize), usize>,
    /// Whether a section has its heading.
    sections: [bool; 4],
}

impl<'p, 'a> Filling<'p, 'a> {
    /// `frame`: without any step.
    fn new(pack: &'p Pack<'a>, frame: &Rendered) -> Self {
        let used = usize::try_from(frame.tokens).unwrap_or(usize::MAX);
        Self { pack, taken: Vec::new(), used, costs: BTreeMap::new(), sections: [false; 4] }
    }

    /// Takes every step that still fits into so many tokens, in their order.
    fn fill(&mut self, steps: &[Step], budget: usize) {
        let is_markdown = self.pack.request.format == TextFormat::Markdown;
        for step in steps {
            if self.used + MIN_TOKENS_LEFT > budget {
                break;
            }
            if self.has(*step) || self.is_within_another(*step) || self.is_named_by_more(*step) {
                continue;
            }
            let mut cost = self.pack.cost(*step);
            let section = section(*step).filter(|_| is_markdown);
            if section.is_some_and(|section| self.sections.get(section) == Some(&false)) {
                cost += HEADING;
            }
            let before = match step {
                Step::Code { file, piece, .. } => self.costs.get(&(*file, *piece)).copied().unwrap_or(0),
                _ => 0,
            };
            if self.used + cost.saturating_sub(before) > budget {
                continue;
            }
            self.used = (self.used + cost).saturating_sub(before);
            if let Step::Code { file, piece, .. } = step {
                self.costs.insert((*file, *piece), cost);
            }
            if let Some(is_there) = section.and_then(|section| self.sections.get_mut(section)) {
                *is_there = true;
            }
            self.taken.push(*step);
        }
    }

    /// Whether a piece stands in what another one of its file shows.
    fn is_within_another(&self, step: Step) -> bool {
        let Step::Code { file, piece, .. } = step else { return false };
        let pieces = self.pack.material.files.get(file).map_or(&[][..], |file| &file.pieces);
        let Some(own) = pieces.get(piece) else { return false };
        self.taken.iter().any(|taken| match *taken {
            Step::Code { file: other_file, piece: other, level } => {
                other_file == file
                    && other != piece
                    && pieces.get(other).is_some_and(|other| own.is_shown_by(other, level))
            }
            _ => false,
        })
    }

    /// Whether a path is to be named whose code is there.
    fn is_named_by_more(&self, step: Step) -> bool {
        let Step::Named(at) = step else { return false };
        self.costs.keys().any(|(file, _)| *file == at)
    }

    /// Takes the last step back.
    fn drop_last(&mut self) {
        if let Some(Step::Code { file, piece, .. }) = self.taken.pop() {
            self.costs.remove(&(file, piece));
        }
    }

    /// Whether a step was taken, or one that shows more of the same.
    fn has(&self, step: Step) -> bool {
        self.taken.iter().any(|taken| match (*taken, step) {
            (
                Step::Code { file, piece, level },
                Step::Code { file: other_file, piece: other_piece, level: lower },
            ) => (file, piece) == (other_file, other_piece) && level >= lower,
            (taken, step) => taken == step,
        })
    }
}

/// The section of the Markdown that a step stands in, where it has a heading.
fn section(step: Step) -> Option<usize> {
    match step {
        Step::Code { level: Level::Line, .. } => Some(0),
        Step::Symbol(_) => Some(1),
        Step::Node(_) => Some(2),
        Step::Chunk(_) => Some(3),
        _ => None,
    }
}

struct Pack<'a> {
    material: &'a Material,
    request: &'a TaskRequest<'a>,
    counter: CachedCounter<'a>,
    stale_paths: Vec<String>,
    memories: Vec<BundleMemory>,
}

impl Pack<'_> {
    /// Nothing but the frame, with its texts cut until it fits; and at which length.
    fn cut_texts(&self) -> Result<(Rendered, usize)> {
        for longest in [80, 40, 0] {
            let tried = self.render(&[], longest)?;
            if tried.tokens <= self.request.budget as u64 {
                return Ok((tried, longest));
            }
            if longest == 0 {
                return Err(frame_too_large(self.request.budget, tried.tokens, "references"));
            }
        }
        Err(Error::new(Code::Internal, "no length was tried"))
    }

    /// Tokens of a step by itself; of a piece, all that is shown of it then.
    fn cost(&self, step: Step) -> usize {
        let is_json = self.request.format == TextFormat::Json;
        let material = self.material;
        let text = match step {
            Step::Code { file, piece, level } => {
                let Some((file, piece)) =
                    material.files.get(file).and_then(|file| Some((file, file.pieces.get(piece)?)))
                else {
                    return 0;
                };
                let parts = piece.parts(level);
                if is_json {
                    let pieces = parts.iter().map(|part| as_json(&self.code_piece(file, piece, level, part)));
                    pieces.collect()
                } else if level == Level::Line {
                    markdown::named(file, piece)
                } else {
                    markdown::code(file, parts)
                }
            }
            Step::Named(at) => {
                material.files.get(at).map_or_else(String::new, |file| format!(" {},", file.path))
            }
            Step::Symbol(at) => material.symbols.get(at).map_or_else(String::new, |symbol| {
                if is_json { as_json(symbol) } else { markdown::signature(symbol) }
            }),
            Step::Chunk(at) => material.chunks.get(at).map_or_else(String::new, |chunk| {
                if is_json {
                    as_json(chunk)
                } else {
                    format!(
                        "### {}:{} {} [{}, invariants]\n{}\n\n",
                        chunk.doc_path, chunk.line_start, chunk.heading, chunk.ref_id, chunk.content
                    )
                }
            }),
            Step::Node(at) => material.nodes.get(at).map_or_else(String::new, |node| {
                if is_json {
                    let edges = material
                        .edges
                        .iter()
                        .filter(|edge| edge.src == node.ref_id || edge.dst == node.ref_id);
                    as_json(node) + &edges.map(as_json).collect::<String>()
                } else {
                    markdown::part(node)
                }
            }),
            Step::StaleDoc(at) => {
                material.stale_docs.get(at).map(|path| format!("- \"{path}\",")).unwrap_or_default()
            }
            Step::StalePath(at) => {
                self.stale_paths.get(at).map(|path| format!("> - \"{path}\",")).unwrap_or_default()
            }
        };
        self.counter.count(&text)
    }

    /// A part as JSON has it. One line that stands for a piece has the lines of all of it, as in Markdown, and nothing but
    /// what it says.
    fn code_piece(&self, file: &FileMaterial, piece: &Piece, level: Level, part: &Part) -> CodePiece {
        let is_line = level == Level::Line;
        let (first, last) = match &piece.whole {
            Some(whole) if is_line => (*whole.start(), *whole.end()),
            _ => (part.lines.first, part.lines.last),
        };
        CodePiece {
            path: file.path.clone(),
            line_start: first,
            line_end: last,
            symbol: part.symbol.clone(),
            content: if is_line {
                text::cut_at_word(part.content.trim_start(), MAX_LINE_CHARS)
            } else {
                part.content.clone()
            },
            content_hash: if self.request.given.is_some() { part.hash.clone() } else { String::new() },
            reason: if is_line { String::new() } else { file.reason.clone() },
        }
    }

    /// What the task spells out and the project has not.
    fn absent(&self) -> Vec<String> {
        let absent = self.material.absent.iter().take(MAX_ABSENT_TERMS);
        absent.map(|text| text::cut_at_word(&text::line(text), MAX_ABSENT_CHARS)).collect()
    }

    /// The best tests, where the budget has room for more than code.
    fn nearest_tests(&self) -> Vec<String> {
        let most = match self.request.budget {
            ..LEAST_FOR_TESTS => 0,
            _ if self.request.is_brief && self.material.by_score == TaskConfidence::High => NEAREST_TESTS,
            _ if self.request.is_question() => ASKED_TESTS,
            _ => NEAREST_TESTS,
        };
        self.material.tests.iter().take(most).cloned().collect()
    }

    fn files(&self, state: &State) -> Vec<ShownFile<'_>> {
        let mut files: Vec<(usize, ShownFile<'_>)> = Vec::new();
        for (&(file, piece), level) in &state.code {
            let Some(found) = self.material.files.get(file) else { continue };
            let Some(piece) = found.pieces.get(piece) else { continue };
            match files.last_mut() {
                Some((at, shown)) if *at == file => shown.pieces.push((piece, *level)),
                _ => files.push((file, ShownFile { file: found, pieces: vec![(piece, *level)] })),
            }
        }
        let mut files: Vec<ShownFile<'_>> = files.into_iter().map(|(_, file)| file).collect();
        for file in &mut files {
            // It came before the other one. Of two that show the same, the first stays.
            let all = file.pieces.clone();
            let mut at = 0;
            file.pieces.retain(|(piece, level)| {
                let place = at;
                at += 1;
                !all.iter().enumerate().any(|(other_place, (other, shown))| {
                    other_place != place
                        && piece.is_shown_by(other, *shown)
                        && (other_place < place || !other.is_shown_by(piece, *level))
                })
            });
        }
        files
    }

    fn render(&self, taken: &[Step], longest: usize) -> Result<Rendered> {
        let state = State::new(taken);
        let files = self.files(&state);
        let mut bundle = self.bundle(&state, &files, longest);
        bundle.etag = etag(&bundle)?;
        let text = match self.request.format {
            TextFormat::Markdown => {
                let is_terse = self.material.is_question && self.request.is_brief;
                let text = markdown::render(&bundle, &files, self.material, is_terse);
                bundle.tokens = self.counter.count(&text) as u64;
                text
            }
            TextFormat::Json => render_json_with_token_count(&mut bundle, &self.counter)?,
        };
        Ok(Rendered { text, tokens: bundle.tokens, etag: bundle.etag.clone(), bundle })
    }

    fn bundle(&self, state: &State, files: &[ShownFile<'_>], longest: usize) -> Bundle {
        let material = self.material;
        let short =
            |focus: &Focus| Focus { summary: text::cut_at_word(&focus.summary, longest), ..focus.clone() };
        let focuses: Vec<Focus> = material.focuses.iter().map(short).collect();
        let code: Vec<CodePiece> = files
            .iter()
            .flat_map(|file| {
                let mut parts: Vec<(&Part, &Piece, Level)> = Vec::new();
                for (piece, level) in &file.pieces {
                    parts.extend(piece.parts(*level).iter().map(|part| (part, *piece, *level)));
                }
                parts.sort_by_key(|(part, ..)| (part.lines.first, part.lines.last));
                parts.into_iter().map(|(part, piece, level)| self.code_piece(file.file, piece, level, part))
            })
            .collect();
        let pieces: usize = material.files.iter().map(|file| file.pieces.len()).sum();
        let nodes: Vec<Node> = material
            .nodes
            .iter()
            .enumerate()
            .filter(|(at, _)| *at < material.focus_nodes || state.nodes.contains(at))
            .map(|(_, node)| Node { summary: text::cut_at_word(&node.summary, longest), ..node.clone() })
            .collect();
        let is_there = |id: &str| nodes.iter().any(|node| node.ref_id == id);
        let edges = material
            .edges
            .iter()
            .filter(|edge| is_there(&edge.src) && is_there(&edge.dst))
            .cloned()
            .collect();
        let text_chunks: Vec<TextChunk> = chosen(&material.chunks, &state.chunks);
        let code_symbols: Vec<BundleSymbol> = chosen(&material.symbols, &state.symbols);
        let omitted = |all: usize, shown: usize| all.saturating_sub(shown) as u64;
        let mut bundle = frame::empty(focuses, Some(short(&material.task)));
        bundle.confidence = Some(material.confidence);
        if longest == usize::MAX && self.request.stale.warning.is_none() {
            // Else there is no room; or what the task names came after the index.
            bundle.absent = self.absent();
        }
        bundle.ways.clone_from(&material.ways);
        bundle.derived = material.derived;
        bundle.omitted = Omitted {
            nodes: omitted(material.nodes.len(), nodes.len()),
            text_chunks: omitted(material.chunks.len(), text_chunks.len()),
            code_symbols: omitted(material.symbols.len(), code_symbols.len()),
            code: omitted(pieces, state.code.len()),
            stale_docs: omitted(material.stale_docs.len(), state.stale_docs),
            tests: omitted(material.tests.len(), self.nearest_tests().len()),
            ..Omitted::default()
        };
        bundle.graph = BundleGraph { nodes, edges };
        bundle.text_chunks = text_chunks;
        bundle.code_symbols = code_symbols;
        let named = state.named.iter().filter_map(|at| material.files.get(*at));
        bundle.other_files = named.map(|file| file.path.clone()).collect();
        bundle.code = Some(code);
        bundle.tests = self.nearest_tests();
        bundle.memories.clone_from(&self.memories);
        bundle.sync_status.stale_docs = material.stale_docs.iter().take(state.stale_docs).cloned().collect();
        bundle.sync_status.last_reindex.clone_from(&material.last_reindex);
        bundle.limited.nodes = material.limited_nodes;
        bundle.limited.text_chunks = material.limited_chunks;
        bundle.given = material.given;
        let warning = self.request.stale.warning.as_ref();
        bundle.warning = warning.map(|text| text::cut_at_word(text, longest.max(WHOLE_WARNING)));
        bundle.stale_paths = self.stale_paths.iter().take(state.stale_paths).cloned().collect();
        bundle.next = if longest < usize::MAX {
            closing::without_room()
        } else {
            closing::of_task(&bundle, closing_pieces::of(material, &state.code, files), self.request.hints)
        };
        bundle
    }

    /// What the answer gives.
    fn shown(&self, state: &State) -> Given {
        let mut shown = Given::default();
        for file in self.files(state) {
            for part in file.pieces.iter().flat_map(|(piece, level)| piece.parts(*level)) {
                shown.add(part.source.as_ref().unwrap_or(&part.content));
            }
        }
        for chunk in chosen(&self.material.chunks, &state.chunks) {
            shown.add(&chunk.content);
        }
        for memory in &self.memories {
            shown.add(&memory.content);
        }
        shown
    }
}

fn chosen<T: Clone>(all: &[T], taken: &[usize]) -> Vec<T> {
    taken.iter().filter_map(|at| all.get(*at)).cloned().collect()
}

/// With the comma behind it.
fn as_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default() + ","
}
