//! The rows that cross the store's border, as typed values.

use beadloom_model::{Annotation, Annotations, Code, EdgeOrigin, ImportFacts};
use serde_json::{Map, Value, json};

/// What a file is to the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// Source in a language of the table.
    Code,
    /// Markdown that is indexed.
    Doc,
    /// A file of the architecture graph.
    Graph,
    /// `config.yml`.
    Config,
    /// A manifest, README or owners file, whose content other answers depend on.
    Manifest,
    /// Other text that is searched.
    Text,
    /// Known by path alone.
    Other,
}

impl FileKind {
    /// The name in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Doc => "doc",
            Self::Graph => "graph",
            Self::Config => "config",
            Self::Manifest => "manifest",
            Self::Text => "text",
            Self::Other => "other",
        }
    }

    /// The reverse of [`FileKind::as_str`]; unknown names read as `Other`.
    pub fn from_name(name: &str) -> Self {
        match name {
            "code" => Self::Code,
            "doc" => Self::Doc,
            "graph" => Self::Graph,
            "config" => Self::Config,
            "manifest" => Self::Manifest,
            "text" => Self::Text,
            _ => Self::Other,
        }
    }
}

/// What the file system said of a file: unchanged where all of it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stat {
    /// Bytes.
    pub size: u64,
    /// Nanoseconds since 1970.
    pub mtime_ns: i64,
    /// When the file or what is said of it was last changed, in nanoseconds since 1970: no program sets that back, as many do
    /// with `mtime_ns`. 0 where the platform has none.
    pub ctime_ns: i64,
    /// 0 where the platform has none.
    pub inode: u64,
}

/// A row of `file_index`.
#[derive(Debug, Clone, PartialEq)]
pub struct FileRow {
    /// Row id; stays while the file stays, also where it is renamed. 0 until it is known.
    pub id: i64,
    /// Relative to the root.
    pub path: String,
    /// What the file is to the index.
    pub kind: FileKind,
    /// Id in the language table, or of the format of a text.
    pub language: Option<String>,
    /// None for `Other`.
    pub stat: Option<Stat>,
    /// SHA-256 of the bytes; None for `Other` and for files that were not read.
    pub hash: Option<[u8; 32]>,
    /// Why the file has no content in the index.
    pub skipped: Option<Code>,
    /// Lines of text.
    pub lines: u32,
    /// First sentence of the head comment.
    pub summary: Option<String>,
    /// Whether running it does something.
    pub entry_point: bool,
    /// Whether a program wrote it.
    pub generated: bool,
    /// Every annotation with its line.
    pub annotations: Vec<Annotation>,
    /// Those in force for the whole file.
    pub file_annotations: Annotations,
    /// First and last lines of tests that stand beside other code, in order.
    pub tests: Vec<(u32, u32)>,
    /// JSON of what it declares ([`beadloom_model::Declared`]), as few need it; None: nothing.
    pub declares: Option<String>,
    /// Which trigrams its text may hold; None where it was not read as text. Written, never read with the row.
    pub grams: Option<Vec<u8>>,
}

impl FileRow {
    /// A file that is known by path alone.
    pub fn other(path: impl Into<String>) -> Self {
        Self {
            id: 0,
            path: path.into(),
            kind: FileKind::Other,
            language: None,
            stat: None,
            hash: None,
            skipped: None,
            lines: 0,
            summary: None,
            entry_point: false,
            generated: false,
            annotations: Vec::new(),
            file_annotations: Annotations::new(),
            tests: Vec::new(),
            declares: None,
            grams: None,
        }
    }
}

/// An import statement with one of the targets it resolved to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportRow {
    /// Numbers the file's statements from 0.
    pub seq: u32,
    /// Numbers the statement's targets from 0.
    pub part: u32,
    /// The statement; `names` are those that lead to this target.
    pub import: ImportFacts,
    /// A file, or a folder ending in `/`; None: external.
    pub target_path: Option<String>,
    /// Package name, where known.
    pub package: Option<String>,
}

/// A row of `nodes`.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeRow {
    /// Unique id.
    pub ref_id: String,
    /// Node kind.
    pub kind: String,
    /// One sentence; may be empty.
    pub summary: String,
    /// A folder, a file, `""`, or none.
    pub source: Option<String>,
    /// As declared.
    pub docs: Vec<String>,
    /// As declared.
    pub tags: Vec<String>,
    /// Every other key.
    pub extra: Map<String, Value>,
    /// The graph file; None where derived.
    pub path: Option<String>,
    /// 1-based line in it.
    pub line: Option<u32>,
}

/// The key of a node with documents that are not about it, whatever they name.
const NOT_DOCS: &str = "not_docs";

impl NodeRow {
    /// Documents that a person said are not about it: a path or a list of them.
    pub fn not_docs(&self) -> Vec<String> {
        match self.extra.get(NOT_DOCS) {
            Some(Value::String(path)) => vec![path.clone()],
            Some(Value::Array(paths)) => {
                paths.iter().filter_map(|path| path.as_str().map(str::to_owned)).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// A row of `edges`.
#[derive(Debug, Clone, PartialEq)]
pub struct EdgeRow {
    /// From.
    pub src: String,
    /// To.
    pub dst: String,
    /// Edge kind.
    pub kind: String,
    /// How it came to be.
    pub origin: EdgeOrigin,
    /// Every other key.
    pub extra: Map<String, Value>,
    /// The graph file, for declared ones.
    pub path: Option<String>,
    /// 1-based line in it.
    pub line: Option<u32>,
}

/// JSON text of plain data, which always has one.
pub(crate) fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

/// `{"feature":"X"}`; a list where a key has several values.
pub(crate) fn annotations_json(annotations: &Annotations) -> String {
    let object: Map<String, Value> = annotations
        .iter()
        .map(|(key, values)| match values.as_slice() {
            [one] => (key.clone(), json!(one)),
            many => (key.clone(), json!(many)),
        })
        .collect();
    to_json(&object)
}

/// A row of `conventions`: one place of a file and a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConventionRow {
    /// In the form in which it is compared.
    pub name: String,
    /// As beadloom-conventions numbers it.
    pub role: u8,
    /// The line in its table.
    pub rule: u16,
    /// Row id of the file; nothing is written of it.
    pub file_id: i64,
    /// 1-based.
    pub line: u32,
    /// The last line of the statement.
    pub last: u32,
    /// What else the convention reads.
    pub detail: String,
    /// The definition around, by its position in the file.
    pub symbol: Option<u32>,
}

/// A row of `routes`: a route as it is reached.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RouteRow {
    /// The file that states it.
    pub file_path: String,
    /// 1-based.
    pub line: u32,
    /// Upper case; `ANY` where the source names none.
    pub method: String,
    /// With all prefixes.
    pub path: String,
    /// As the source writes it.
    pub handler: Option<String>,
    /// `fastapi`, `express`, …
    pub framework: String,
}

/// A document that is about a node, declared nowhere.
#[derive(Debug, Clone, PartialEq)]
pub struct DerivedLink {
    /// Row id of the document.
    pub file_id: i64,
    /// The document, relative to the root. Not written: the row id says it.
    pub path: String,
    /// What it is about.
    pub ref_id: String,
    /// How sure that is, up to 1.
    pub score: f64,
    /// First and last line, 1-based, and heading; None where the document as a whole is about the node.
    pub section: Option<(u32, u32, String)>,
    /// It lies in a folder of the node.
    pub place: bool,
    /// It is called like the node.
    pub title: bool,
    /// Names of the node, with the lines that have them first.
    pub names: Vec<(String, u32)>,
}
