//! Markdown documents: title, sections cut into chunks, the nodes that comments name, and what a document is about.

mod blocks;
mod destinations;
mod doc_kind;
mod front_matter;
mod hidden;
mod lines;
mod ornaments;
mod reading;
mod section;
mod split;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use beadloom_model::{ChunkFacts, ParsedDocument, Section};

use blocks::{Blocks, Heading};
use lines::Lines;

pub use hidden::hidden;
pub use reading::read;

/// A document of reference that names more names everything.
const MAX_MENTIONS: usize = 10_000;

/// Reads a document. `path` is relative to the root; it helps to tell what the document is about.
///
/// Every H2 section is a chunk, and so is the text before the first one, with an empty heading. An H1 after the
/// first begins a section of its own. A section without text (comments are none) is no chunk, but for a heading
/// with nothing below it, whose chunk has the heading for its text. No chunk has more
/// than `max_chunk_size` Unicode scalars: a longer section is cut at H3 headings, then at blank lines, then
/// between sentences, then anywhere, and the pieces are put together again as far as they fit. Headings in
/// quotes, lists and code do not count.
///
/// HTML blocks are reduced to their text, and paragraphs of images alone (logos, badges) are left out: they cost a
/// reader a hundred times what they tell. A section with a `<!-- beadloom:generated -->` comment is no chunk: `init`
/// wrote it from the index, which need not read it back.
///
/// Line ends become `\n`, a byte order mark and the front matter are left out; lines are those of the file.
pub fn parse(path: &str, text: &str, max_chunk_size: usize) -> ParsedDocument {
    let text = unix_lines(text.strip_prefix('\u{feff}').unwrap_or(text));
    let text = text.as_ref();
    let (metadata, body) = front_matter::read(text);
    let blocks = Blocks::read(text, body);
    let lines = Lines::of(text);

    let refs = blocks.refs.iter().map(|(id, at)| (id.clone(), lines.at(*at))).collect();
    let title = blocks.headings.iter().find(|heading| heading.level == 1).map(|heading| heading.text.clone());
    let title = title.filter(|title| !title.is_empty()).or_else(|| front_matter::title(&metadata));
    let kind = doc_kind::of(path, &metadata, title.as_deref(), &blocks.headings);

    let mut chunks = Vec::new();
    for section in sections(text, body, &blocks.headings) {
        let generated = blocks.generated.iter().any(|at| section.range.contains(at));
        let class = section::of(section.heading);
        let inside = &text[section.range.clone()];
        if generated || !has_text(inside) {
            // A heading is looked for as well; one above a comment is still to be written.
            if !generated && !section.heading.is_empty() && inside.trim().is_empty() {
                let line = lines.at(section.range.start.saturating_sub(1));
                chunks.extend(bare(section.heading, class, line, max_chunk_size));
            }
            continue;
        }
        split::split(text, section.range, &blocks, max_chunk_size, &mut |piece| {
            if let Some((content, start)) = ornaments::without(text, piece, &blocks.ornaments) {
                chunks.push(ChunkFacts {
                    heading: section.heading.to_owned(),
                    section: class,
                    content,
                    line_start: lines.at(start),
                });
            }
        });
    }
    // Nor is a page of nothing but its title.
    if let (true, [only]) = (chunks.is_empty(), blocks.headings.as_slice())
        && !only.text.is_empty()
        && text[body..only.range.start].trim().is_empty()
        && text[only.range.end..].trim().is_empty()
    {
        chunks.extend(bare(&only.text, Section::Other, lines.at(only.range.start), max_chunk_size));
    }
    let mentions = mentions(text, body, &blocks);
    let head =
        blocks.headings.iter().find(|heading| heading.level > 1).map_or(text.len(), |one| one.range.start);
    let draft = blocks.todo && blocks.generated.iter().any(|at| *at < head);
    ParsedDocument { title, kind, metadata, refs, mentions, stub: blocks.todo, draft, chunks }
}

/// The chunk of a heading without text: its content is the heading. None where that is longer than a chunk may be.
fn bare(heading: &str, section: Section, line_start: u32, max_chunk_size: usize) -> Option<ChunkFacts> {
    let content = heading.chars().nth(max_chunk_size.max(1)).is_none().then(|| heading.to_owned())?;
    Some(ChunkFacts { heading: heading.to_owned(), section, content, line_start })
}

/// What the document has in backticks, sorted, once each. What `init` took from the index is no word of an author.
fn mentions(text: &str, body: usize, blocks: &Blocks) -> Vec<String> {
    if blocks.spans.is_empty() {
        return Vec::new();
    }
    let is_generated = |range: &Range<usize>| blocks.generated.iter().any(|at| range.contains(at));
    let written: Vec<Range<usize>> = sections(text, body, &blocks.headings)
        .into_iter()
        .filter(|section| is_generated(&section.range))
        .map(|section| section.range)
        .collect();
    let found: BTreeSet<&str> = blocks
        .spans
        .iter()
        .filter(|(_, at)| {
            let before = written.partition_point(|range| range.end <= *at);
            !written.get(before).is_some_and(|range| range.contains(at))
        })
        .map(|(span, _)| span.trim())
        .collect();
    found.into_iter().filter(|span| !span.is_empty()).take(MAX_MENTIONS).map(str::to_owned).collect()
}

/// A part of a document that becomes one chunk or more.
struct SectionText<'a> {
    heading: &'a str,
    /// Without the heading.
    range: Range<usize>,
}

/// Text before the first H2 without a heading, that above the first H1 apart; then one per H2 or later H1.
fn sections<'a>(text: &str, body: usize, headings: &'a [Heading]) -> Vec<SectionText<'a>> {
    let mut sections = vec![SectionText { heading: "", range: body..text.len() }];
    for heading in headings.iter().filter(|heading| heading.level <= 2) {
        let is_title = heading.level == 1 && sections.len() == 1;
        if let Some(last) = sections.last_mut() {
            last.range.end = heading.range.start;
        }
        let name = if is_title { "" } else { heading.text.as_str() };
        sections.push(SectionText { heading: name, range: heading.range.end..text.len() });
    }
    sections
}

/// Whether anything is left without white space and comments.
fn has_text(text: &str) -> bool {
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("<!--") {
        if !before.trim().is_empty() {
            return true;
        }
        match comment.split_once("-->") {
            Some((_, after)) => rest = after,
            None => return true,
        }
    }
    !rest.trim().is_empty()
}

fn unix_lines(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}
