//! The budget: how many entries of the chapters it holds, and the rendering with these.

use beadloom_model::Result;
use beadloom_model::answers::Bundle;
use beadloom_model::requests::TextFormat;
use beadloom_tokens::Counter;

use super::chapter::{Draft, Plan};
use super::frame::Frame;
use super::gather::BundleInput;
use super::gathered::Shape;
use super::written::Writer;
use super::{ContextRequest, Rendered, markdown};
use crate::answer::json::json;
use crate::answer::packer::Queue;
use crate::budget::frame_too_large;
use crate::completeness;

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
    pack.frame.is_in_lines = request.format == TextFormat::Json && material.shape == Shape::Area;
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
    frame: Frame<'a>,
    writer: Writer<'a>,
    queue: Queue,
}

impl<'a> Pack<'a> {
    fn new(material: &'a BundleInput, request: &'a ContextRequest, counter: &Counter<'a>) -> Self {
        let mut plan = Plan::new(material.shape, request.format, request.budget, &material.chapters);
        let entries = material.chapters.iter().map(|one| one.chapter.entries(&mut plan)).collect();
        // Why the answer may be behind, and why it has no rules.
        let warnings = [&request.stale.warning, &material.rules_warning].into_iter().flatten().cloned();
        let frame = Frame {
            focuses: &material.focuses,
            task: None,
            derived: material.derived,
            last_reindex: material.last_reindex.as_ref(),
            warning: warnings.reduce(|first, second| format!("{first}; {second}")),
            is_in_lines: false,
        };
        let writer = Writer::new(request.format, counter);
        Self { material, request, frame, writer, queue: Queue::new(entries) }
    }

    /// What the first `kept` entries take, with the frame.
    fn tokens_of(&self, kept: usize) -> Result<u64> {
        let kept = self.queue.first(kept);
        let mut bundle = self.bundle(&kept, usize::MAX);
        ANY_ETAG.clone_into(&mut bundle.etag);
        let text = match self.request.format {
            TextFormat::Markdown => markdown::render(&bundle, &self.material.chapters, &kept).finish().0,
            TextFormat::Json => {
                bundle.tokens = self.request.budget as u64;
                json(&bundle)?
            }
        };
        Ok(self.writer.count(&text) as u64)
    }

    /// The focus alone, with its texts cut at a word until it fits.
    fn cut_texts(&self) -> Result<Rendered> {
        let chapters = self.material.chapters.iter().map(|one| one.chapter.longest_text());
        let focuses = self.material.focuses.iter().map(|focus| focus.summary.chars().count());
        let warning = self.frame.warning.as_ref().map_or(0, |text| text.chars().count());
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
        let (chapters, kept) = (&self.material.chapters, self.queue.first(kept));
        self.writer
            .write(self.bundle(&kept, longest), chapters, |bundle| markdown::render(bundle, chapters, &kept))
    }

    fn bundle(&self, kept: &[Vec<usize>], longest: usize) -> Bundle {
        let Draft { mut bundle, uses, .. } = self.frame.with(&self.material.chapters, kept, longest);
        bundle.next = if longest < usize::MAX {
            completeness::without_room()
        } else {
            completeness::of_bundle(&bundle, &uses, self.request.budget as u64, self.request.hints)
        };
        bundle
    }
}
