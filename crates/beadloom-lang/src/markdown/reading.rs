//! A document read as a whole, to be imported: its words, and where its links lead.

use std::ops::Range;

use beadloom_model::{DocumentReading, LinkFact, Passage, PassageForm};
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

use super::blocks::Blocks;
use super::lines::Lines;
use super::{destinations, doc_kind, front_matter, hidden};

/// What the pages of a forge understand. Without footnotes, `[^1]: word` would define a link.
const OPTIONS: Options = Options::ENABLE_HEADING_ATTRIBUTES
    .union(Options::ENABLE_TABLES)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH);

/// Reads a document. `path` is relative to the root; ranges are bytes of `text` as it is given, whatever its line ends.
/// Code blocks, comments and formulas are left out.
pub fn read(path: &str, text: &str) -> DocumentReading {
    let (metadata, body) = front_matter::read(text);
    let blocks = Blocks::read(text, body);
    let title = blocks.headings.iter().find(|heading| heading.level == 1).map(|heading| heading.text.clone());
    let title = title.filter(|title| !title.is_empty()).or_else(|| front_matter::title(&metadata));
    let evidence = doc_kind::evidence(path, &metadata, title.as_deref(), &blocks.headings);

    let parser = Parser::new_ext(&text[body..], OPTIONS).into_offset_iter();
    let mut reader =
        Reader { text, lines: Lines::of(text), unread: hidden::unread(text), ..Reader::default() };
    let definitions: Vec<(String, Range<usize>)> = parser
        .reference_definitions()
        .iter()
        .map(|(_, definition)| (definition.dest.to_string(), definition.span.clone()))
        .collect();
    for (destination, span) in definitions {
        let span = span.start + body..span.end + body;
        let range = destinations::definition(text, span);
        reader.link(destination, range);
    }
    for (event, range) in parser {
        reader.see(event, range.start + body..range.end + body);
    }
    let Reader { mut links, passages, introduction, .. } = reader;
    links.sort_by_key(|link| (link.range.start, link.range.end));
    // Tags in a link's text stand inside the link, their values beside its destination; what overlaps is misread.
    let mut end = 0;
    links.retain(|link| {
        let apart = link.range.start >= end;
        end = end.max(link.range.end);
        apart
    });
    let refs = blocks.refs.into_iter().map(|(id, _)| id).collect();
    let introduction = introduction.map(|words| words.split_whitespace().collect::<Vec<_>>().join(" "));
    DocumentReading { title, evidence, metadata, refs, introduction, passages, links }
}

#[derive(Default)]
struct Reader<'a> {
    text: &'a str,
    lines: Lines,
    /// Comments and formulas.
    unread: Vec<Range<usize>>,
    links: Vec<LinkFact>,
    passages: Vec<Passage>,
    introduction: Option<String>,
    /// Links that are open, outermost first.
    open: Vec<OpenLink>,
    /// Where the text of the last passage ended, for what goes on there.
    last: Option<usize>,
    opens: bool,
    heading: bool,
    code: bool,
    /// How many blocks are open that a paragraph may stand in.
    depth: usize,
    /// Text of the paragraph that may become the introduction.
    paragraph: Option<String>,
    images: usize,
}

struct OpenLink {
    destination: String,
    inline: bool,
    /// Where what stands in it ends, as far as that was seen.
    inside: usize,
}

impl Reader<'_> {
    fn see(&mut self, event: Event<'_>, range: Range<usize>) {
        let is_link_end = matches!(event, Event::End(TagEnd::Link | TagEnd::Image));
        if !is_link_end && let Some(link) = self.open.last_mut() {
            link.inside = link.inside.max(range.end);
        }
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Text(words) if !self.code => {
                let form = if self.heading { PassageForm::Heading } else { PassageForm::Text };
                self.add(form, &words, range);
            }
            Event::Code(words) => self.add(PassageForm::Code, &words, range),
            Event::InlineHtml(_) => self.tags(range),
            Event::SoftBreak | Event::HardBreak => {
                if let Some(paragraph) = &mut self.paragraph {
                    paragraph.push(' ');
                }
                self.last = None;
            }
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. } => {
                let image = self.text.get(range.start..).is_some_and(|text| text.starts_with('!'));
                self.images += usize::from(image);
                self.open.push(OpenLink {
                    destination: dest_url.to_string(),
                    inline: link_type == LinkType::Inline,
                    inside: range.start + 1 + usize::from(image),
                });
            }
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough => {}
            tag => {
                self.last = None;
                self.opens = true;
                match tag {
                    Tag::Heading { .. } => self.heading = true,
                    Tag::CodeBlock(_) => self.code = true,
                    Tag::HtmlBlock => self.tags(range),
                    Tag::Paragraph if self.depth == 0 && self.introduction.is_none() => {
                        self.paragraph = Some(String::new());
                    }
                    _ => {}
                }
                self.depth += 1;
            }
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::Link | TagEnd::Image => {
                if tag == TagEnd::Image {
                    self.images = self.images.saturating_sub(1);
                }
                let Some(link) = self.open.pop() else { return };
                if link.inline {
                    let place = destinations::inline(self.text, link.inside, range.end);
                    self.link(link.destination, place);
                }
                if let Some(around) = self.open.last_mut() {
                    around.inside = around.inside.max(range.end);
                }
                self.last = None;
            }
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => {}
            tag => {
                self.depth = self.depth.saturating_sub(1);
                self.last = None;
                match tag {
                    TagEnd::Heading(_) => self.heading = false,
                    TagEnd::CodeBlock => self.code = false,
                    TagEnd::Paragraph => {
                        self.introduction = self.introduction.take().or_else(|| {
                            // `:::note` begins a box that few renderers know.
                            let tells = |words: &String| {
                                words.chars().any(char::is_alphabetic) && !words.starts_with(":::")
                            };
                            self.paragraph.take().filter(tells)
                        });
                    }
                    _ => {}
                }
            }
        }
    }

    /// Whether it stands in a comment or a formula.
    fn is_unread(&self, at: usize) -> bool {
        let before = self.unread.partition_point(|range| range.end <= at);
        self.unread.get(before).is_some_and(|range| range.contains(&at))
    }

    fn add(&mut self, form: PassageForm, words: &str, range: Range<usize>) {
        if self.is_unread(range.start) {
            return;
        }
        if self.images == 0
            && let Some(paragraph) = &mut self.paragraph
        {
            paragraph.push_str(words);
        }
        let opens = std::mem::take(&mut self.opens);
        // The parser cuts words at underscores and brackets that turn out to be only that.
        let goes_on = self.last == Some(range.start) && form != PassageForm::Code;
        match self.passages.last_mut().filter(|last| goes_on && last.form == form) {
            Some(last) => last.text.push_str(words),
            None => self.passages.push(Passage {
                form,
                text: words.to_owned(),
                line: self.lines.at(range.start),
                opens,
            }),
        }
        self.last = Some(range.end);
    }

    /// A destination that does not say in the text what the parser understood is left alone.
    fn link(&mut self, destination: String, range: Option<Range<usize>>) {
        let Some(range) = range.filter(|range| !self.is_unread(range.start)) else { return };
        let written = self.text.get(range.clone()).unwrap_or_default();
        if written == destination || written.contains(['\\', '&']) {
            self.links.push(LinkFact { destination, line: self.lines.at(range.start), range });
        }
    }

    fn tags(&mut self, range: Range<usize>) {
        let text = self.text;
        for value in destinations::html(text.get(range.clone()).unwrap_or_default(), range.start) {
            let destination = text.get(value.clone()).unwrap_or_default().trim().replace("&amp;", "&");
            self.links.push(LinkFact { destination, line: self.lines.at(value.start), range: value });
        }
    }
}
