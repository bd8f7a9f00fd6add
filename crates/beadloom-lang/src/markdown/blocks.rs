//! What a CommonMark parser finds in a document: headings, code and comments, with their byte ranges.

use std::collections::HashSet;
use std::ops::Range;

use beadloom_model::GENERATED_MARK;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// The longest ref_id, in characters.
const MAX_ID_CHARS: usize = 200;

/// Longer code spans name nothing, in bytes.
const MAX_SPAN_BYTES: usize = 200;

const MARK: &str = "beadloom:";

/// A heading of the document itself, not of a quote or list in it.
pub(super) struct Heading {
    /// 1 to 6.
    pub(super) level: u8,
    /// Without marks, on one line.
    pub(super) text: String,
    /// Bytes, the underline of a setext heading included.
    pub(super) range: Range<usize>,
}

impl Heading {
    fn on_one_line(self) -> Self {
        Self { text: one_line(&self.text), ..self }
    }
}

/// An HTML block, or a paragraph that holds nothing but images: logos and badges.
pub(super) struct Ornament {
    /// Bytes.
    pub(super) range: Range<usize>,
    /// HTML has text between its tags; images have none.
    pub(super) is_html: bool,
}

/// The blocks that matter here.
pub(super) struct Blocks {
    /// In document order.
    pub(super) headings: Vec<Heading>,
    /// Bytes of code blocks, in document order, disjoint.
    pub(super) code: Vec<Range<usize>>,
    /// In document order, disjoint.
    pub(super) ornaments: Vec<Ornament>,
    /// Nodes that comments name, once each, with the byte at which the comment's line begins to speak of them.
    pub(super) refs: Vec<(String, usize)>,
    /// Code spans of up to 200 bytes, with the byte at which each begins, in document order.
    pub(super) spans: Vec<(String, usize)>,
    /// Whether a comment begins with `TODO`.
    pub(super) todo: bool,
    /// Bytes at which comments stand that say that `init` wrote the section.
    pub(super) generated: Vec<usize>,
}

impl Blocks {
    /// Reads the text from byte `body` on. Ranges count from the beginning of `text`.
    pub(super) fn read(text: &str, body: usize) -> Self {
        let mut blocks = Self {
            headings: Vec::new(),
            code: Vec::new(),
            ornaments: Vec::new(),
            refs: Vec::new(),
            spans: Vec::new(),
            todo: false,
            generated: Vec::new(),
        };
        let mut paragraph: Option<Paragraph> = None;
        let mut named = HashSet::new();
        let mut depth = 0usize;
        let mut open: Option<Heading> = None;
        let events = Parser::new_ext(&text[body..], Options::ENABLE_HEADING_ATTRIBUTES).into_offset_iter();
        for (event, range) in events {
            let range = range.start + body..range.end + body;
            if let Event::Code(words) = &event
                && words.len() <= MAX_SPAN_BYTES
            {
                blocks.spans.push((words.to_string(), range.start));
            }
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    if depth == 0 {
                        open = Some(Heading { level: level_number(level), text: String::new(), range });
                    }
                    depth += 1;
                }
                Event::End(TagEnd::Heading(_)) => {
                    depth = depth.saturating_sub(1);
                    let closed = if depth == 0 { open.take() } else { None };
                    blocks.headings.extend(closed.map(Heading::on_one_line));
                }
                Event::Start(tag) => {
                    depth += 1;
                    match tag {
                        Tag::CodeBlock(_) => blocks.code.push(range),
                        Tag::HtmlBlock => {
                            blocks.read_comments(text, range.clone(), &mut named);
                            blocks.ornaments.push(Ornament { range, is_html: true });
                        }
                        Tag::Paragraph => {
                            paragraph = Some(Paragraph { range, images: 0, inside: 0, words: false })
                        }
                        Tag::Image { .. } => paragraph.iter_mut().for_each(Paragraph::enter_image),
                        _ => {}
                    }
                }
                Event::End(tag) => {
                    depth = depth.saturating_sub(1);
                    match tag {
                        TagEnd::Image => paragraph.iter_mut().for_each(Paragraph::leave_image),
                        TagEnd::Paragraph => {
                            blocks.ornaments.extend(paragraph.take().and_then(Paragraph::ornament));
                        }
                        _ => {}
                    }
                }
                Event::InlineHtml(_) => blocks.read_comments(text, range, &mut named),
                Event::Text(words) | Event::Code(words) => {
                    if let Some(paragraph) = paragraph.as_mut().filter(|p| p.inside == 0) {
                        paragraph.words |= !words.trim().is_empty();
                    }
                    if let Some(heading) = &mut open {
                        heading.text.push_str(&words);
                    }
                }
                Event::SoftBreak | Event::HardBreak => {
                    if let Some(heading) = &mut open {
                        heading.text.push(' ');
                    }
                }
                _ => {}
            }
        }
        blocks
    }

    /// Nodes named by comments that begin with `beadloom:ref=ID`, also several in one comment; and whether something is to be done.
    fn read_comments(&mut self, text: &str, html: Range<usize>, named: &mut HashSet<String>) {
        let mut at = html.start;
        while let Some(found) = text[at..html.end].find("<!--") {
            let start = at + found + "<!--".len();
            let Some(length) = text[start..html.end].find("-->") else { break };
            let end = start + length;
            if text[at + found..].starts_with(GENERATED_MARK) {
                self.generated.push(at + found);
            }
            self.todo |= text[start..end].trim_start().starts_with("TODO");
            let mut line_start = start;
            for line in text[start..end].split_inclusive('\n') {
                let indent = line.len() - line.trim_start().len();
                for id in ids(line.trim()) {
                    if named.insert(id.to_owned()) {
                        self.refs.push((id.to_owned(), line_start + indent));
                    }
                }
                line_start += line.len();
            }
            at = end;
        }
    }
}

/// A paragraph while it is read.
struct Paragraph {
    range: Range<usize>,
    images: usize,
    /// How many images are open: what stands in them is no text of the paragraph.
    inside: usize,
    /// Whether it has text of its own.
    words: bool,
}

impl Paragraph {
    fn enter_image(&mut self) {
        self.images += 1;
        self.inside += 1;
    }

    fn leave_image(&mut self) {
        self.inside = self.inside.saturating_sub(1);
    }

    /// One of images alone.
    fn ornament(self) -> Option<Ornament> {
        (self.images > 0 && !self.words).then_some(Ornament { range: self.range, is_html: false })
    }
}

/// The ids of a comment's line: `beadloom:ref=a ref=b`. An id may contain spaces.
fn ids(line: &str) -> impl Iterator<Item = &str> {
    let marked = line.strip_prefix(MARK).and_then(|rest| rest.trim_start().strip_prefix("ref="));
    marked.into_iter().flat_map(|ids| ids.split(" ref=")).map(str::trim).filter(|id| {
        !id.is_empty() && id.chars().nth(MAX_ID_CHARS).is_none() && !id.chars().any(char::is_control)
    })
}

fn level_number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
