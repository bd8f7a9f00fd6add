//! The budget: how many entries of the chapters it holds, and the rendering with these.

use beadloom_model::Result;
use beadloom_model::answers::{Bundle, Focus};
use beadloom_model::requests::TextFormat;
use beadloom_tokens::{CachedCounter, Counter};

use super::chapter::{Draft, Plan};
use super::gather::BundleInput;
use super::gathered::Shape;
use super::written::{etag, json, render_json_with_token_count};
use super::{ContextRequest, Rendered, frame, markdown};
use crate::answer::packer::Queue;
use crate::budget::frame_too_large;
use crate::{closing, text};

/// A warning is never cut below this many characters: the sentences of beadloom itself are shorter.
const WHOLE_WARNING: usize = 160;

/// Bytes of a token, by which it is guessed whether all entries fit: more than nearly any text has.
const LONG_TOKEN: usize = 5;

/// What stands for a hash until what it is of is settled.
const ANY_ETAG: &str = "sha256:3c9f0b7a51e8d264973bb0f1c2a6e85d7f40918bc6352de1a07f94e8b1d3c652";

/// Renders as much of what was found as the budget holds.
pub(super) fn pack(
    material: &BundleInput,
    request: &ContextRequest,
    counter: &Counter<'_>,
) -> Result<Rendered> {
    let mut pack = Pack::new(material, request, counter);
    let all = pack.queue.len();
    // What is far beyond the budget need not be rendered to know that it is.
    if pack.queue.cost_of(all) <= request.budget.saturating_mul(LONG_TOKEN) {
        let whole = pack.render(all, usize::MAX)?;
        if whole.tokens <= request.budget as u64 {
            return Ok(whole);
        }
    }
    pack.is_short = true;
    let Some(mut kept) = pack.queue.longest(request.budget, |kept| pack.tokens_of(kept))? else {
        return pack.cut_texts();
    };
    // The hash may take a few tokens more than what stood for it.
    loop {
        let rendered = pack.render(kept, usize::MAX)?;
        if rendered.tokens <= request.budget as u64 {
            return Ok(rendered);
        }
        if kept == 0 {
            return pack.cut_texts();
        }
        kept -= 1;
    }
}

struct Pack<'a> {
    material: &'a BundleInput,
    request: &'a ContextRequest,
    counter: CachedCounter<'a>,
    queue: Queue,
    /// Whether the budget does not hold all, so that JSON has a line for each definition beyond the first.
    is_short: bool,
}

impl<'a> Pack<'a> {
    fn new(material: &'a BundleInput, request: &'a ContextRequest, counter: &Counter<'a>) -> Self {
        let mut plan = Plan::new(material.shape, request.format, request.budget, &material.chapters);
        let entries = material.chapters.iter().map(|one| one.chapter.entries(&mut plan)).collect();
        let counter = CachedCounter::new(*counter);
        Self { material, request, counter, queue: Queue::new(entries), is_short: false }
    }

    /// What the first `kept` entries take, with the frame.
    fn tokens_of(&self, kept: usize) -> Result<u64> {
        let mut bundle = self.bundle(kept, usize::MAX);
        ANY_ETAG.clone_into(&mut bundle.etag);
        let text = match self.request.format {
            TextFormat::Markdown => markdown::render(&bundle, &self.material.chapters).finish().0,
            TextFormat::Json => {
                bundle.tokens = self.request.budget as u64;
                json(&bundle)?
            }
        };
        Ok(self.counter.count(&text) as u64)
    }

    /// The focus alone, with its texts cut at a word until it fits.
    fn cut_texts(&self) -> Result<Rendered> {
        let chapters = self.material.chapters.iter().map(|one| one.chapter.longest_text());
        let focuses = self.material.focuses.iter().map(|focus| focus.summary.chars().count());
        let warning = self.warning().map_or(0, |text| text.chars().count());
        let (mut low, mut high) = (0, chapters.chain(focuses).chain([warning]).max().unwrap_or(0));
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

    /// The first `kept` entries and the frame, with texts of at most `longest` characters in it.
    fn render(&self, kept: usize, longest: usize) -> Result<Rendered> {
        let mut bundle = self.bundle(kept, longest);
        bundle.etag = etag(&bundle)?;
        let (text, marks) = match self.request.format {
            TextFormat::Markdown => {
                let (text, marks) = markdown::render(&bundle, &self.material.chapters).finish();
                bundle.tokens = self.counter.count(&text) as u64;
                (text, Some(marks))
            }
            TextFormat::Json => (render_json_with_token_count(&mut bundle, &self.counter)?, None),
        };
        Ok(Rendered { text, tokens: bundle.tokens, etag: bundle.etag.clone(), bundle, marks })
    }

    /// Why the answer may be behind, and why it has no rules.
    fn warning(&self) -> Option<String> {
        match (&self.request.stale.warning, &self.material.rules_warning) {
            (Some(first), Some(second)) => Some(format!("{first}; {second}")),
            (one, other) => one.clone().or_else(|| other.clone()),
        }
    }

    fn bundle(&self, kept: usize, longest: usize) -> Bundle {
        let cut =
            |focus: &Focus| Focus { summary: text::cut_at_word(&focus.summary, longest), ..focus.clone() };
        let mut bundle = frame::empty(self.material.focuses.iter().map(cut).collect(), None);
        bundle.derived = self.material.derived;
        bundle.sync_status.last_reindex.clone_from(&self.material.last_reindex);
        bundle.warning = self.warning().map(|text| text::cut_at_word(&text, longest.max(WHOLE_WARNING)));
        let is_in_lines =
            self.is_short && self.request.format == TextFormat::Json && self.material.shape == Shape::Area;
        let mut draft = Draft { is_in_lines, ..Draft::new(bundle, longest) };
        for (one, kept) in self.material.chapters.iter().zip(self.queue.first(kept)) {
            one.chapter.put(&kept, &mut draft);
        }
        let Draft { mut bundle, uses, .. } = draft;
        bundle.next = if longest < usize::MAX {
            closing::without_room()
        } else {
            closing::of_bundle(&bundle, &uses, self.request.budget as u64, self.request.hints)
        };
        bundle
    }
}
