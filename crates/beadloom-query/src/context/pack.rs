//! The budget: what stays, what goes, and the rendering that fits.

use std::collections::HashSet;

use beadloom_model::answers::{
    ANSWER_VERSION, Bundle, BundleGraph, BundleSymbol, Focus, Limited, Node, Omitted, SyncStatus,
};
use beadloom_model::{Code, Error, Result};
use beadloom_tokens::Counter;

use super::gather::Material;
use super::markdown;
use super::order::by_importance;
use super::{ContextRequest, Format, Rendered};
use crate::budget::frame_too_large;
use crate::etag::etag_of;
use crate::text;

/// A warning is never cut below this many characters: the sentences of beadloom itself are shorter.
const WHOLE_WARNING: usize = 160;

/// A rendering that leaves less than this part of the budget is as good as full: the next item would hardly fit.
const CLOSE: usize = 50;

/// How often the number of items is narrowed down at most before the search halves what is left.
const GUESSES: usize = 6;

/// Something that can be left out. The number is its place in the material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    Node(usize),
    File(usize),
    Crossing(usize),
    Chunk(usize),
    Code(usize),
    Symbol(usize),
    Route(usize),
    Test(usize),
    StaleDoc(usize),
    StalePath(usize),
    Link(usize),
    Constraint(usize),
    Together(usize),
}

/// Renders as much of the material as the budget holds.
pub(super) fn pack(material: &Material, request: &ContextRequest, counter: &Counter<'_>) -> Result<Rendered> {
    let pack = Pack { material, request, counter, items: by_importance(material, request) };
    let all = pack.items.len();
    let whole = pack.render(all, usize::MAX)?;
    if whole.fits(request.budget) {
        return Ok(whole);
    }
    let mut fitting = pack.render(0, usize::MAX)?;
    if !fitting.fits(request.budget) {
        return pack.cut_texts();
    }
    // The longest beginning of the list that fits. Tokens grow nearly evenly with the items, so a straight line
    // between the two ends finds it in few renderings.
    let (mut low, mut high) = (0, all);
    let mut over = whole.tokens;
    let mut guesses = 0;
    while high - low > 1 {
        let room = request.budget.saturating_sub(fitting.tokens as usize);
        if room * CLOSE < request.budget {
            break;
        }
        let middle = if guesses < GUESSES {
            let span = (over - fitting.tokens).max(1) as usize;
            low + ((high - low) * room / span).clamp(1, high - low - 1)
        } else {
            low.midpoint(high)
        };
        guesses += 1;
        let tried = pack.render(middle, usize::MAX)?;
        if tried.fits(request.budget) {
            (low, fitting) = (middle, tried);
        } else {
            (high, over) = (middle, tried.tokens);
        }
    }
    Ok(fitting)
}

impl Rendered {
    fn fits(&self, budget: usize) -> bool {
        self.tokens <= budget as u64
    }
}

struct Pack<'a> {
    material: &'a Material,
    request: &'a ContextRequest,
    counter: &'a Counter<'a>,
    items: Vec<Item>,
}

impl Pack<'_> {
    /// The focus alone, with its texts cut at a word until it fits.
    fn cut_texts(&self) -> Result<Rendered> {
        let longest = self.material.nodes.iter().map(|around| around.node.summary.chars().count());
        let named = self.material.focuses.iter().map(|focus| focus.summary.chars().count());
        let warning = self.warning().map_or(0, |text| text.chars().count());
        let (mut low, mut high) = (0, longest.chain(named).chain([warning]).max().unwrap_or(0));
        let mut fitting = self.render(0, 0)?;
        if !fitting.fits(self.request.budget) {
            return Err(frame_too_large(self.request.budget, fitting.tokens, "references"));
        }
        while high - low > 1 {
            let middle = low.midpoint(high);
            let tried = self.render(0, middle)?;
            if tried.fits(self.request.budget) {
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
            Format::Markdown => {
                let text = markdown::render(&bundle);
                bundle.tokens = self.count(&text);
                text
            }
            Format::Json => settled(&mut bundle, self.counter)?,
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
        let Material {
            focuses,
            nodes,
            files,
            crossings,
            chunks,
            code,
            symbols,
            routes,
            tests,
            stale_docs,
            links,
            constraints,
            ..
        } = self.material;
        let together = self.material.together.as_deref().unwrap_or_default();
        let stale_paths = self.request.stale.shown_paths();
        let mut keep = Keep {
            nodes: nodes.iter().map(|around| around.distance == 0).collect(),
            files: vec![false; files.len()],
            crossings: vec![false; crossings.len()],
            chunks: vec![false; chunks.len()],
            code: vec![false; code.len()],
            symbols: vec![false; symbols.len()],
            routes: vec![false; routes.len()],
            tests: vec![false; tests.len()],
            stale_docs: vec![false; stale_docs.len()],
            stale_paths: vec![false; stale_paths.len()],
            links: vec![false; links.len()],
            constraints: vec![false; constraints.len()],
            together: vec![false; together.len()],
        };
        for item in kept {
            let (list, at) = match *item {
                Item::Node(at) => (&mut keep.nodes, at),
                Item::File(at) => (&mut keep.files, at),
                Item::Crossing(at) => (&mut keep.crossings, at),
                Item::Chunk(at) => (&mut keep.chunks, at),
                Item::Code(at) => (&mut keep.code, at),
                Item::Symbol(at) => (&mut keep.symbols, at),
                Item::Route(at) => (&mut keep.routes, at),
                Item::Test(at) => (&mut keep.tests, at),
                Item::StaleDoc(at) => (&mut keep.stale_docs, at),
                Item::StalePath(at) => (&mut keep.stale_paths, at),
                Item::Link(at) => (&mut keep.links, at),
                Item::Constraint(at) => (&mut keep.constraints, at),
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
        let edges = self
            .material
            .edges
            .iter()
            .filter(|edge| there.contains(edge.src.as_str()) && there.contains(edge.dst.as_str()))
            .cloned()
            .collect();
        let code_symbols: Vec<BundleSymbol> =
            chosen(symbols, &keep.symbols).map(|one| one.symbol.clone()).collect();
        // A file is named by what is shown of it.
        let named: HashSet<&str> = code_symbols.iter().map(|one| one.symbol.file_path.as_str()).collect();
        let is_unnamed = |path: &&String| !named.contains(path.as_str());
        let other_files: Vec<String> = chosen(files, &keep.files).filter(is_unnamed).cloned().collect();
        let all_files = files.iter().filter(is_unnamed).count();
        let files_left_out = all_files.saturating_sub(other_files.len()) as u64;
        Bundle {
            version: ANSWER_VERSION,
            focus: focuses.first().cloned().unwrap_or_else(nothing),
            focuses,
            derived: self.material.derived,
            crossings: chosen(crossings, &keep.crossings).cloned().collect(),
            text_chunks: chosen(chunks, &keep.chunks).map(|piece| piece.chunk.clone()).collect(),
            code_symbols,
            other_files,
            code: (!code.is_empty()).then(|| chosen(code, &keep.code).cloned().collect()),
            links: (!links.is_empty()).then(|| chosen(links, &keep.links).cloned().collect()),
            commits: self.material.commits.clone(),
            routes: chosen(routes, &keep.routes).cloned().collect(),
            tests: chosen(tests, &keep.tests).cloned().collect(),
            changed_together: (!together.is_empty())
                .then(|| chosen(together, &keep.together).cloned().collect()),
            constraints: chosen(constraints, &keep.constraints).cloned().collect(),
            memories: Vec::new(),
            sync_status: SyncStatus {
                stale_docs: chosen(stale_docs, &keep.stale_docs).cloned().collect(),
                last_reindex: self.material.last_reindex.clone(),
            },
            tokens: 0,
            omitted: Omitted {
                nodes: gone(&keep.nodes),
                other_files: files_left_out,
                crossings: gone(&keep.crossings),
                text_chunks: gone(&keep.chunks),
                code_symbols: gone(&keep.symbols),
                code: gone(&keep.code),
                routes: gone(&keep.routes),
                tests: gone(&keep.tests),
                constraints: gone(&keep.constraints),
                stale_docs: gone(&keep.stale_docs),
                links: gone(&keep.links),
            },
            limited: Limited {
                nodes: self.material.limited_nodes,
                text_chunks: self.material.limited_chunks,
                code_symbols: self.material.more_symbols,
            },
            given: None,
            etag: String::new(),
            warning: self.warning().map(|text| text::cut_at_word(&text, longest.max(WHOLE_WARNING))),
            stale_paths: chosen(&stale_paths, &keep.stale_paths).cloned().collect(),
            graph: BundleGraph { nodes: shown, edges },
        }
    }
}

/// What stays of each list.
struct Keep {
    nodes: Vec<bool>,
    files: Vec<bool>,
    crossings: Vec<bool>,
    chunks: Vec<bool>,
    code: Vec<bool>,
    symbols: Vec<bool>,
    routes: Vec<bool>,
    tests: Vec<bool>,
    stale_docs: Vec<bool>,
    stale_paths: Vec<bool>,
    links: Vec<bool>,
    constraints: Vec<bool>,
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

/// The JSON of a bundle, whose `tokens` are made to be those of that text.
pub(crate) fn settled(bundle: &mut Bundle, counter: &Counter<'_>) -> Result<String> {
    // The number stands in the text that it counts. Digits go to the tokenizer by threes, so only how
    // many there are matters: a guess is nearly always right, and settles in a round or two.
    bundle.tokens = (json(bundle)?.len() / 4) as u64;
    let mut text = json(bundle)?;
    let mut tokens = counter.count(&text) as u64;
    while tokens != bundle.tokens {
        let same = groups(bundle.tokens) == groups(tokens);
        bundle.tokens = tokens;
        text = json(bundle)?;
        if !same {
            tokens = counter.count(&text) as u64;
        }
    }
    Ok(text)
}

/// Groups of three digits, as the tokenizer takes a number apart.
fn groups(number: u64) -> usize {
    number.to_string().len().div_ceil(3)
}

pub(crate) fn json(bundle: &Bundle) -> Result<String> {
    serde_json::to_string(bundle)
        .map_err(|error| Error::new(Code::Internal, "the bundle cannot be written as JSON").caused_by(error))
}

/// Over what the bundle says, without what a later run or another place may change.
pub(crate) fn etag(bundle: &Bundle) -> Result<String> {
    let said = Bundle {
        etag: String::new(),
        tokens: 0,
        warning: None,
        stale_paths: Vec::new(),
        sync_status: SyncStatus { last_reindex: None, ..bundle.sync_status.clone() },
        ..bundle.clone()
    };
    etag_of(&said)
}
