//! The budget: what stays, what goes, and the rendering that fits.

use beadloom_model::requests::TextFormat;
use std::collections::HashSet;

use beadloom_model::Result;
use beadloom_model::answers::{
    ANSWER_VERSION, Bundle, BundleGraph, CodePiece, Edge, Focus, Limited, Next, Node, Omitted, SyncStatus,
};
use beadloom_tokens::{CachedCounter, Counter};

use super::item::Item;
use super::lines::{length, lines_of};
use super::markdown;
use super::material::{BundleInput, Shape};
use super::order::by_importance;
use super::written::{etag, json, render_json_with_token_count};
use super::{ContextRequest, Rendered};
use crate::budget::frame_too_large;
use crate::{closing, text};

/// A warning is never cut below this many characters: the sentences of beadloom itself are shorter.
const WHOLE_WARNING: usize = 160;

/// Bytes of a token, by which a first guess is made.
const BYTES_OF_TOKEN: usize = 3;

/// A rendering that leaves less than this part of the budget is as good as full: the next item would hardly fit.
const FULL_PART: usize = 30;

/// How often the number of items is narrowed down at most before the search halves what is left.
const GUESSES: usize = 6;

/// Bytes of a token, by which it is guessed how many items fit: more than nearly any text has.
const LONG_TOKEN: usize = 5;

/// What stands for a hash until what it is of is settled.
const ANY_ETAG: &str = "sha256:3c9f0b7a51e8d264973bb0f1c2a6e85d7f40918bc6352de1a07f94e8b1d3c652";

/// Renders as much of the material as the budget holds.
pub(super) fn pack(
    material: &BundleInput,
    request: &ContextRequest,
    counter: &Counter<'_>,
) -> Result<Rendered> {
    let mut pack = Pack::new(material, request, counter);
    let budget = request.budget;
    let all = pack.items.len();
    let fits = |tried: &Tried| tried.tokens <= budget as u64;
    // What is far beyond the budget need not be rendered to know that it is.
    if pack.bytes_of(all) <= budget.saturating_mul(LONG_TOKEN) {
        let whole = pack.render(all, usize::MAX)?;
        if whole.tokens <= budget as u64 {
            return Ok(whole);
        }
    }
    pack.is_short = true;
    let mut fitting = pack.tried(0)?;
    if !fits(&fitting) {
        return pack.cut_texts();
    }
    let mut low = 0;
    // The first that is known to be too many, with its tokens.
    let mut high = all + 1;
    let mut over: Option<Tried> = None;
    let mut guesses = 0;
    // Bytes and tokens of the items by which what fits grew last.
    let mut last_step = (0, 0);
    while high - low > 1 {
        let room = budget.saturating_sub(fitting.tokens as usize);
        if room * FULL_PART < budget && low > 0 {
            break;
        }
        let middle = if guesses < GUESSES {
            // Tokens grow nearly evenly with bytes.
            let from = pack.bytes_of(low);
            let target = match over {
                Some(over) => {
                    let span = pack.bytes_of(high).saturating_sub(from);
                    let tokens = (over.tokens.saturating_sub(fitting.tokens)).max(1) as usize;
                    from + span.saturating_mul(room) / tokens
                }
                None => {
                    // As many bytes a token as the last ones took.
                    let (last, tokens) = last_step;
                    let more = room.saturating_mul(last).checked_div(tokens);
                    from + more.unwrap_or(room.saturating_mul(BYTES_OF_TOKEN))
                }
            };
            pack.reach(target).clamp(low + 1, high - 1)
        } else {
            low.midpoint(high)
        };
        guesses += 1;
        let tried = pack.tried(middle)?;
        if fits(&tried) {
            let tokens = tried.tokens.saturating_sub(fitting.tokens) as usize;
            last_step = (pack.bytes_of(middle).saturating_sub(pack.bytes_of(low)), tokens);
            (low, fitting) = (middle, tried);
        } else {
            (high, over) = (middle, Some(tried));
        }
    }
    // The hash may take a few tokens more than what stood for it.
    loop {
        let rendered = pack.render(low, usize::MAX)?;
        if rendered.tokens <= budget as u64 {
            return Ok(rendered);
        }
        if low == 0 {
            return pack.cut_texts();
        }
        low -= 1;
    }
}

/// A rendering that was tried.
#[derive(Debug, Clone, Copy)]
struct Tried {
    tokens: u64,
}

struct Pack<'a> {
    material: &'a BundleInput,
    request: &'a ContextRequest,
    counter: CachedCounter<'a>,
    items: Vec<Item>,
    /// Of as many items: about how many bytes they take.
    bytes: Vec<usize>,
    /// Whether the budget does not hold all, so that JSON has a line for each definition beyond the first.
    is_short: bool,
}

impl<'a> Pack<'a> {
    fn new(material: &'a BundleInput, request: &'a ContextRequest, counter: &Counter<'a>) -> Self {
        let items = by_importance(material, request);
        let mut all = 0;
        let bytes = items
            .iter()
            .map(|item| {
                all += length(material, *item);
                all
            })
            .collect();
        let counter = CachedCounter::new(*counter);
        Self { material, request, counter, items, bytes, is_short: false }
    }

    fn bytes_of(&self, kept: usize) -> usize {
        kept.min(self.bytes.len()).checked_sub(1).and_then(|at| self.bytes.get(at)).copied().unwrap_or(0)
    }

    /// How many items take so many bytes.
    fn reach(&self, bytes: usize) -> usize {
        self.bytes.partition_point(|all| *all <= bytes)
    }

    /// What the first `kept` items take.
    fn tried(&self, kept: usize) -> Result<Tried> {
        let mut bundle = self.bundle(&self.items[..kept], usize::MAX);
        ANY_ETAG.clone_into(&mut bundle.etag);
        let text = match self.request.format {
            TextFormat::Markdown => markdown::render(&bundle),
            TextFormat::Json => {
                bundle.tokens = self.request.budget as u64;
                json(&bundle)?
            }
        };
        Ok(Tried { tokens: self.count(&text) })
    }

    /// The focus alone, with its texts cut at a word until it fits.
    fn cut_texts(&self) -> Result<Rendered> {
        let longest = self.material.nodes.iter().map(|around| around.node.summary.chars().count());
        let named = self.material.focuses.iter().map(|focus| focus.summary.chars().count());
        let warning = self.warning().map_or(0, |text| text.chars().count());
        let (mut low, mut high) = (0, longest.chain(named).chain([warning]).max().unwrap_or(0));
        let mut fitting = self.render(0, 0)?;
        if fitting.tokens > self.request.budget as u64 {
            return Err(frame_too_large(self.request.budget, fitting.tokens, "references"));
        }
        while high - low > 1 {
            let middle = low.midpoint(high);
            let tried = self.render(0, middle)?;
            if tried.tokens <= self.request.budget as u64 {
                (low, fitting) = (middle, tried);
            } else {
                high = middle;
            }
        }
        Ok(fitting)
    }

    /// The first `kept` items and the frame, with texts of at most `longest` characters in it.
    fn render(&self, kept: usize, longest: usize) -> Result<Rendered> {
        let mut bundle = self.bundle(&self.items[..kept], longest);
        bundle.etag = etag(&bundle)?;
        let text = match self.request.format {
            TextFormat::Markdown => {
                let text = markdown::render(&bundle);
                bundle.tokens = self.count(&text);
                text
            }
            TextFormat::Json => render_json_with_token_count(&mut bundle, &self.counter)?,
        };
        Ok(Rendered { text, tokens: bundle.tokens, etag: bundle.etag.clone(), bundle })
    }

    /// Why the answer may be behind, and why it has no rules.
    fn warning(&self) -> Option<String> {
        match (&self.request.stale.warning, &self.material.rules_warning) {
            (Some(first), Some(second)) => Some(format!("{first}; {second}")),
            (one, other) => one.clone().or_else(|| other.clone()),
        }
    }

    /// In the provider's tokens.
    fn count(&self, text: &str) -> u64 {
        self.counter.count(text) as u64
    }

    fn bundle(&self, kept: &[Item], longest: usize) -> Bundle {
        let BundleInput {
            focuses,
            nodes,
            files,
            crossings,
            used_by,
            uses,
            chunks,
            code,
            symbols,
            routes,
            tests,
            stale_docs,
            links,
            constraints,
            memories,
            ..
        } = self.material;
        let together = self.material.together.as_deref().unwrap_or_default();
        let stale_paths = self.request.stale.shown_paths_of(self.material.shown_files());
        let mut keep = Keep {
            nodes: nodes.iter().map(|around| around.distance == 0).collect(),
            files: vec![false; files.len()],
            crossings: vec![false; crossings.len()],
            used_by: vec![false; used_by.len()],
            uses: vec![false; uses.len()],
            chunks: vec![false; chunks.len()],
            code: vec![false; code.len()],
            symbols: vec![false; symbols.len()],
            routes: vec![false; routes.len()],
            tests: vec![false; tests.len()],
            stale_docs: vec![false; stale_docs.len()],
            stale_paths: vec![false; stale_paths.len()],
            links: vec![false; links.len()],
            constraints: vec![false; constraints.len()],
            memories: vec![false; memories.len()],
            together: vec![false; together.len()],
        };
        for item in kept {
            let (list, at) = match *item {
                Item::Node(at) => (&mut keep.nodes, at),
                Item::File(at) => (&mut keep.files, at),
                Item::Crossing(at) => (&mut keep.crossings, at),
                Item::UsedBy(at) => (&mut keep.used_by, at),
                Item::Uses(at) => (&mut keep.uses, at),
                Item::Chunk(at) => (&mut keep.chunks, at),
                Item::Code(at) => (&mut keep.code, at),
                Item::Symbol(at) => (&mut keep.symbols, at),
                Item::Route(at) => (&mut keep.routes, at),
                Item::Test(at) => (&mut keep.tests, at),
                Item::StaleDoc(at) => (&mut keep.stale_docs, at),
                Item::StalePath(at) => (&mut keep.stale_paths, at),
                Item::Link(at) => (&mut keep.links, at),
                Item::Constraint(at) => (&mut keep.constraints, at),
                Item::Memory(at) => (&mut keep.memories, at),
                Item::Together(at) => (&mut keep.together, at),
            };
            if let Some(flag) = list.get_mut(at) {
                *flag = true;
            }
        }
        let gone = |flags: &[bool]| flags.iter().filter(|kept| !**kept).count() as u64;
        let focuses: Vec<Focus> = focuses
            .iter()
            .map(|focus| Focus { summary: text::cut_at_word(&focus.summary, longest), ..focus.clone() })
            .collect();
        let shown: Vec<Node> = chosen(nodes, &keep.nodes)
            .map(|around| Node {
                summary: text::cut_at_word(&around.node.summary, longest),
                ..around.node.clone()
            })
            .collect();
        let there: HashSet<&str> = shown.iter().map(|node| node.ref_id.as_str()).collect();
        let in_lines =
            self.is_short && self.request.format == TextFormat::Json && self.material.shape == Shape::Area;
        let near: HashSet<&str> =
            nodes.iter().filter(|one| one.distance == 0).map(|one| one.node.ref_id.as_str()).collect();
        // Where there is little room, how neighbours hang together is not what was asked.
        let is_asked =
            |edge: &&Edge| !in_lines || near.contains(edge.src.as_str()) || near.contains(edge.dst.as_str());
        let edges = self
            .material
            .edges
            .iter()
            .filter(|edge| there.contains(edge.src.as_str()) && there.contains(edge.dst.as_str()))
            .filter(is_asked)
            .cloned()
            .collect();
        let mut code: Vec<CodePiece> = chosen(code, &keep.code).cloned().collect();
        let (lines, code_symbols) = if in_lines {
            lines_of(chosen(symbols, &keep.symbols).map(|one| &one.symbol), &code)
        } else {
            (Vec::new(), chosen(symbols, &keep.symbols).map(|one| one.symbol.clone()).collect())
        };
        let has_code = !self.material.code.is_empty() || !lines.is_empty();
        code.extend(lines);
        // A file is named by what is shown of it.
        let named: HashSet<&str> =
            chosen(symbols, &keep.symbols).map(|one| one.symbol.symbol.file_path.as_str()).collect();
        let is_unnamed = |path: &&String| !named.contains(path.as_str());
        let other_files: Vec<String> = chosen(files, &keep.files).filter(is_unnamed).cloned().collect();
        let all_files = files.iter().filter(is_unnamed).count();
        let files_left_out = all_files.saturating_sub(other_files.len()) as u64;
        let mut bundle = Bundle {
            version: ANSWER_VERSION,
            focus: focuses.first().cloned().unwrap_or_else(nothing),
            focuses,
            confidence: None,
            absent: Vec::new(),
            ways: Vec::new(),
            derived: self.material.derived,
            crossings: chosen(crossings, &keep.crossings).cloned().collect(),
            used_by: chosen(used_by, &keep.used_by).cloned().collect(),
            uses: chosen(uses, &keep.uses).cloned().collect(),
            text_chunks: chosen(chunks, &keep.chunks).map(|piece| piece.chunk.clone()).collect(),
            code_symbols,
            other_files,
            code: has_code.then_some(code),
            links: (!links.is_empty()).then(|| chosen(links, &keep.links).cloned().collect()),
            commits: self.material.commits.clone(),
            routes: chosen(routes, &keep.routes).cloned().collect(),
            tests: chosen(tests, &keep.tests).cloned().collect(),
            changed_together: (!together.is_empty())
                .then(|| chosen(together, &keep.together).cloned().collect()),
            constraints: chosen(constraints, &keep.constraints).cloned().collect(),
            memories: chosen(memories, &keep.memories).cloned().collect(),
            sync_status: SyncStatus {
                stale_docs: chosen(stale_docs, &keep.stale_docs).cloned().collect(),
                last_reindex: self.material.last_reindex.clone(),
            },
            tokens: 0,
            omitted: Omitted {
                nodes: gone(&keep.nodes),
                other_files: files_left_out,
                crossings: gone(&keep.crossings),
                file_uses: gone(&keep.used_by) + gone(&keep.uses),
                text_chunks: gone(&keep.chunks),
                code_symbols: gone(&keep.symbols),
                code: gone(&keep.code),
                routes: gone(&keep.routes),
                tests: gone(&keep.tests),
                constraints: gone(&keep.constraints),
                stale_docs: gone(&keep.stale_docs),
                links: gone(&keep.links),
                memories: gone(&keep.memories),
            },
            limited: Limited {
                nodes: self.material.limited_nodes,
                text_chunks: self.material.limited_chunks,
                code_symbols: self.material.more_symbols,
            },
            given: None,
            next: Next::default(),
            etag: String::new(),
            warning: self.warning().map(|text| text::cut_at_word(&text, longest.max(WHOLE_WARNING))),
            stale_paths: chosen(&stale_paths, &keep.stale_paths).cloned().collect(),
            graph: BundleGraph { nodes: shown, edges },
        };
        bundle.next = if longest < usize::MAX {
            closing::without_room()
        } else {
            let uses = closing::UnlistedUses {
                left_out: self.material.left_out_calls,
                unseen_reads: self.material.unseen_reads,
            };
            closing::of_bundle(&bundle, &uses, self.request.budget as u64, self.request.hints)
        };
        bundle
    }
}

/// What stays of each list.
struct Keep {
    nodes: Vec<bool>,
    files: Vec<bool>,
    crossings: Vec<bool>,
    used_by: Vec<bool>,
    uses: Vec<bool>,
    chunks: Vec<bool>,
    code: Vec<bool>,
    symbols: Vec<bool>,
    routes: Vec<bool>,
    tests: Vec<bool>,
    stale_docs: Vec<bool>,
    stale_paths: Vec<bool>,
    links: Vec<bool>,
    constraints: Vec<bool>,
    memories: Vec<bool>,
    together: Vec<bool>,
}

fn chosen<'a, T>(list: &'a [T], flags: &'a [bool]) -> impl Iterator<Item = &'a T> {
    list.iter().zip(flags).filter(|(_, kept)| **kept).map(|(one, _)| one)
}

fn nothing() -> Focus {
    Focus {
        r#type: beadloom_model::answers::FocusType::Node,
        ref_id: None,
        kind: String::new(),
        summary: String::new(),
        r#ref: String::new(),
    }
}
