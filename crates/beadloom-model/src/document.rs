use std::ops::Range;

use serde_json::{Map, Value};

/// The comment in sections of a document that `init` wrote from the index and nobody took over. They are no chunks:
/// the index need not read itself back.
pub const GENERATED_MARK: &str = "<!-- beadloom:generated -->";

crate::named! {
    /// What a document is about, from front matter, headings, file name and path.
    pub enum DocKind {
        /// One use case.
        Feature = "feature",
        /// A business part.
        Domain = "domain",
        /// A deployable or an interface.
        Service = "service",
        /// A decision record.
        Adr = "adr",
        /// The whole.
        Architecture = "architecture",
        /// Anything else.
        Other = "other",
    }

    /// What a section is for, by the words of its heading.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Section {
        /// What it shall do.
        Spec = "spec",
        /// What must always hold.
        Invariants = "invariants",
        /// What limits it.
        Constraints = "constraints",
        /// How it is called.
        Api = "api",
        /// How it is tested.
        Tests = "tests",
        /// Anything else.
        Other = "other",
    }
}

/// A piece of a document: an H2 section or a part of one. Never longer than `max_chunk_size`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkFacts {
    /// Text of the H2 heading, without its marks; empty before the first one.
    pub heading: String,
    /// By the heading's words.
    pub section: Section,
    /// Markdown without the heading line, trimmed.
    pub content: String,
    /// 1-based line on which `content` begins.
    pub line_start: u32,
}

/// What a Markdown file says.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedDocument {
    /// Text of the first H1.
    pub title: Option<String>,
    /// By front matter, headings, file name and path.
    pub kind: DocKind,
    /// Front matter as JSON; empty where there is none or it does not parse.
    pub metadata: Map<String, Value>,
    /// Nodes that HTML comments name (`beadloom:ref=ID`), with their 1-based lines.
    pub refs: Vec<(String, u32)>,
    /// What stands in backticks outside of sections that `init` wrote, sorted, once each.
    pub mentions: Vec<String>,
    /// Whether a `<!-- TODO` comment waits to be replaced by text.
    pub stub: bool,
    /// Whether it is as beadloom drafted it: such a `TODO` waits, and the note at its head that a review takes out is there.
    pub draft: bool,
    /// In document order.
    pub chunks: Vec<ChunkFacts>,
}

/// What speaks for which kind of document, each by itself; who weighs it decides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct KindEvidence {
    /// A key of the front matter says it.
    pub front_matter: Option<DocKind>,
    /// The title says it: `ADR-7 …`, `Feature: …`.
    pub title: Option<DocKind>,
    /// A heading that only decision records have.
    pub decides: bool,
    /// `ADR-7-….md`, `0001-….md`.
    pub file_name: Option<DocKind>,
    /// The innermost folder whose name is that of a kind.
    pub folder: Option<FolderEvidence>,
    /// Headings that more than one kind of document has.
    pub headings: Option<DocKind>,
}

/// A folder named after a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FolderEvidence {
    /// The kind; `Other` for an index of decisions.
    pub kind: DocKind,
    /// Bytes of the document's path up to the folder's `/`, which is included.
    pub length: usize,
}

/// A Markdown file read as a whole, to be imported.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DocumentReading {
    /// Text of the first H1, else what the front matter says.
    pub title: Option<String>,
    /// What speaks for which kind.
    pub evidence: KindEvidence,
    /// Front matter as JSON; empty where there is none or it does not parse.
    pub metadata: Map<String, Value>,
    /// Nodes that HTML comments name (`beadloom:ref=ID`).
    pub refs: Vec<String>,
    /// Text of the first paragraph that has words.
    pub introduction: Option<String>,
    /// Text outside code blocks, in document order.
    pub passages: Vec<Passage>,
    /// In document order; ranges are disjoint.
    pub links: Vec<LinkFact>,
}

/// Text of one form without a break in between.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// How it stands there.
    pub form: PassageForm,
    /// Without marks.
    pub text: String,
    /// 1-based.
    pub line: u32,
    /// Whether a paragraph, an item or a cell begins with it.
    pub opens: bool,
}

/// How a passage stands in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassageForm {
    /// In a heading.
    Heading,
    /// In running text, a list or a table.
    Text,
    /// Between backticks.
    Code,
}

/// Where a link, an image or a tag leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkFact {
    /// What it says, escapes and entities resolved.
    pub destination: String,
    /// The bytes of the text that say it, without brackets or quotes around them.
    pub range: Range<usize>,
    /// 1-based.
    pub line: u32,
}
