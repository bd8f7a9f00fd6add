//! The JSON that commands, MCP tools and the library give. One shape per answer, wherever it comes from.
//!
//! JSON Schemas in `docs/schema/` and the TypeScript types in `src/api/` are generated from these types. Every
//! answer starts with `version`; missing single values are `null`, missing lists `[]`; lists have a stated order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Diagnostic, Error, Section, SymbolKind};

/// The version of every answer's shape.
pub const ANSWER_VERSION: u32 = 1;

/// The exact sentence of a bundle that comes from an index which is behind the files.
pub const STALE_WARNING: &str = "index is stale, run beadloom reindex";

macro_rules! answers {
    ($($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $ty:ty,)+ })+) => {
        $($(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct $name { $($(#[$field_meta])* pub $field: $ty,)+ })+
    };
}

mod affected;
mod agents;
mod audit;
mod ci;
mod dependence;
mod diff;
mod federation;
mod health;
mod models;
mod nodes;
mod prime;
mod rules;
mod snapshots;
mod sync;
mod task;

pub use affected::*;
pub use agents::*;
pub use audit::*;
pub use ci::*;
pub use dependence::*;
pub use diff::*;
pub use federation::*;
pub use health::*;
pub use models::*;
pub use nodes::*;
pub use prime::*;
pub use rules::*;
pub use snapshots::*;
pub use sync::*;
pub use task::*;

/// How much of the project a reindex looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReindexMode {
    /// Everything was read and parsed.
    Full,
    /// What had changed was read and parsed.
    Incremental,
    /// Nothing had changed, nothing was written.
    Unchanged,
}

/// What a reference turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FocusType {
    /// A node's ref_id.
    Node,
    /// A file or folder of the project.
    Path,
    /// A symbol's qualified or unique name.
    Symbol,
    /// A ticket key that commit messages name.
    Ticket,
    /// A task, where no reference says what it is about.
    Task,
}

/// Why a symbol is in a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// It refers to the symbol that is the focus.
    Caller,
    /// The symbol that is the focus refers to it.
    Callee,
    /// A commit of the ticket that is the focus touched it.
    Touched,
    /// A file that matches the task imports it.
    Imported,
}

/// Where a search hit comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum HitType {
    /// A node of the graph.
    Node,
    /// A section of a document.
    Doc,
    /// A symbol in the code.
    Code,
}

/// How a query was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum QueryKind {
    /// One word that looks like a name in code.
    Identifier,
    /// Contains a path.
    Path,
    /// Looks like an error message or a stack trace.
    Error,
    /// Anything else.
    Question,
}

answers! {
    /// `beadloom reindex`.
    pub struct ReindexAnswer {
        /// Always 1.
        pub version: u32,
        /// How much was looked at.
        pub mode: ReindexMode,
        /// What happened to the files.
        pub files: FileCounts,
        /// What the index holds now.
        pub totals: Totals,
        /// Texts that the transformer made vectors of in this run; null where none serves.
        pub embedded: Option<u64>,
        /// By path, line, column; then why a model does not serve.
        pub diagnostics: Vec<Diagnostic>,
        /// Milliseconds of wall time.
        pub duration_ms: u64,
        /// Goes up by one per committed change.
        pub generation: u64,
    }

    /// Files of one reindex. `scanned` counts all that were walked, `parsed` those that were read and parsed.
    pub struct FileCounts {
        /// Files that the walk found.
        pub scanned: u64,
        /// Files that were read and parsed.
        pub parsed: u64,
        /// New since the last run.
        pub added: u64,
        /// Content differs from the last run.
        pub changed: u64,
        /// Gone since the last run.
        pub deleted: u64,
        /// Same content at another path; not parsed.
        pub renamed: u64,
        /// In the index without content though it was expected: code, documents and graph files that are too large, binary,
        /// not text; of other text what is too large or cannot be read.
        pub skipped: u64,
    }

    /// What the index holds.
    pub struct Totals {
        /// Graph nodes.
        pub nodes: u64,
        /// Graph edges, declared and found.
        pub edges: u64,
        /// Markdown documents.
        pub docs: u64,
        /// Pieces of documents.
        pub chunks: u64,
        /// Definitions in code.
        pub symbols: u64,
        /// Import statements.
        pub imports: u64,
        /// Calls and type uses.
        pub references: u64,
        /// Routes of web frameworks.
        pub routes: u64,
        /// Pieces of code and of other text that is searched.
        pub code_chunks: u64,
    }

    /// `beadloom ctx` and `get_context`.
    pub struct Bundle {
        /// Always 1.
        pub version: u32,
        /// The first reference; the task, where there is none.
        pub focus: Focus,
        /// All references, once each, as given.
        pub focuses: Vec<Focus>,
        /// Whether the graph was derived from the code because none is kept.
        pub derived: bool,
        /// Nodes in the order in which they were reached, edges between them.
        pub graph: BundleGraph,
        /// In the order of selection.
        pub text_chunks: Vec<TextChunk>,
        /// What a reference names first, with its callers and callees; then by node, visibility, kind, path and line.
        pub code_symbols: Vec<BundleSymbol>,
        /// Code for the task, the best file first, within a file by line. Only with a task.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub code: Option<Vec<CodePiece>>,
        /// Where more about the references stands elsewhere: tickets, pull requests. Only where a node says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub links: Option<Vec<NodeLink>>,
        /// Commits that name a ticket which is a reference, newest first.
        pub commits: Vec<Commit>,
        /// By path and line.
        pub routes: Vec<Route>,
        /// Test files that import the focus' files, by path.
        pub tests: Vec<String>,
        /// Rules that concern the focus nodes.
        pub constraints: Vec<Constraint>,
        /// What was remembered about the nodes.
        pub memories: Vec<BundleMemory>,
        /// How far documents and code agree.
        pub sync_status: SyncStatus,
        /// Tokens of the rendering that was returned.
        pub tokens: u64,
        /// What the budget dropped.
        pub omitted: Omitted,
        /// What `max_nodes` and `max_chunks` left out.
        pub limited: Limited,
        /// Pieces of code and documents that are left out because the session was given them before. Only with a
        /// session.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub given: Option<u64>,
        /// `sha256:` and 64 hex digits over what the bundle says.
        pub etag: String,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made, at most 20, by path.
        pub stale_paths: Vec<String>,
    }

    /// What one reference turned out to be.
    pub struct Focus {
        /// Node, path, symbol or ticket; a task where there is no reference.
        pub r#type: FocusType,
        /// The node's id; for a path or symbol the node that owns it, null where none does.
        pub ref_id: Option<String>,
        /// The node's kind, `file`, `folder`, or the symbol's kind.
        pub kind: String,
        /// One sentence; for a path or symbol begins with what it is.
        pub summary: String,
        /// The reference as given; empty for a task.
        pub r#ref: String,
    }

    /// The graph part of a bundle.
    pub struct BundleGraph {
        /// In the order in which they were reached.
        pub nodes: Vec<Node>,
        /// Between those nodes; by the order of their ends, then kind.
        pub edges: Vec<Edge>,
    }

    /// A node, short.
    pub struct Node {
        /// Unique id.
        pub ref_id: String,
        /// Domain, feature, service, entity, adr or a declared kind.
        pub kind: String,
        /// One sentence; may be empty.
        pub summary: String,
    }

    /// An edge.
    pub struct Edge {
        /// From.
        pub src: String,
        /// To.
        pub dst: String,
        /// part_of, touches_entity, uses, implements, depends_on, touches_code or a declared kind.
        pub kind: String,
    }

    /// A piece of a document.
    pub struct TextChunk {
        /// Relative to the root.
        pub doc_path: String,
        /// What the section is for.
        pub section: Section,
        /// The H2 above it.
        pub heading: String,
        /// Markdown.
        pub content: String,
        /// The node that it tells about; empty where a task found it and it tells about none.
        pub ref_id: String,
        /// 1-based.
        pub line_start: u32,
    }

    /// A definition.
    pub struct Symbol {
        /// Relative to the root.
        pub file_path: String,
        /// Short.
        pub symbol_name: String,
        /// With the enclosing types and modules.
        pub qualified_name: String,
        /// Across languages.
        pub kind: SymbolKind,
        /// The language's own word.
        pub form: String,
        /// 1-based.
        pub line_start: u32,
        /// 1-based, inclusive.
        pub line_end: u32,
        /// On one line.
        pub signature: String,
        /// First sentence of its doc comment.
        pub summary: Option<String>,
        /// Visible outside.
        pub exported: bool,
        /// The node it belongs to.
        pub ref_id: Option<String>,
    }

    /// A definition in a bundle.
    pub struct BundleSymbol {
        /// What it is.
        #[serde(flatten)]
        pub symbol: Symbol,
        /// Why it is there, where it is not because of the node it belongs to. With a task, callers and callees are those
        /// of its best pieces of code.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub reason: Option<Reason>,
        /// Of callers and callees: the lines of the reference, in the caller's file.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub lines: Vec<u32>,
        /// Of callers and callees: what else the reference may mean, best first, as `path:line name`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub candidates: Vec<String>,
    }

    /// A commit.
    pub struct Commit {
        /// Its hash, in hex digits.
        pub id: String,
        /// First line of its message.
        pub subject: String,
        /// Files that it touched, by path, as they were called then; empty where there are more than a hundred.
        pub files: Vec<String>,
        /// How many files it touched.
        pub files_count: u64,
    }

    /// A route of a web framework.
    pub struct Route {
        /// `GET`, …, `ANY`.
        pub method: String,
        /// With prefixes composed, parameters as the source writes them.
        pub path: String,
        /// The function that answers, as the source writes it; null where it has no name.
        pub handler: Option<String>,
        /// Relative to the root.
        pub file_path: String,
        /// 1-based.
        pub line: u32,
        /// Which framework.
        pub framework: String,
    }

    /// A rule that concerns a focus node.
    pub struct Constraint {
        /// The rule's name.
        pub rule: String,
        /// error or warn.
        pub severity: String,
        /// What it says.
        pub description: String,
    }

    /// A memory, as a bundle shows it.
    pub struct BundleMemory {
        /// Stable id.
        pub id: String,
        /// What was remembered.
        pub content: String,
        /// The node it is about.
        pub ref_id: Option<String>,
        /// Whether the code under its evidence changed.
        pub outdated: bool,
    }

    /// How far documents and code agree.
    pub struct SyncStatus {
        /// Documents that are behind, by path.
        pub stale_docs: Vec<String>,
        /// ISO 8601 UTC.
        pub last_reindex: Option<String>,
    }

    /// What the budget dropped.
    pub struct Omitted {
        /// Nodes other than the focus.
        pub nodes: u64,
        /// Pieces of documents.
        pub text_chunks: u64,
        /// Symbols.
        pub code_symbols: u64,
        /// Pieces of code.
        pub code: u64,
    }

    /// What the limits left out.
    pub struct Limited {
        /// Nodes within `depth` beyond `max_nodes`.
        pub nodes: u64,
        /// Pieces of documents beyond `max_chunks`.
        pub text_chunks: u64,
    }

    /// `beadloom graph`.
    pub struct GraphAnswer {
        /// Always 1.
        pub version: u32,
        /// Whether the graph was derived from the code because none is kept.
        pub derived: bool,
        /// By ref_id; around references in the order in which they were reached.
        pub nodes: Vec<FullNode>,
        /// By src, dst, kind.
        pub edges: Vec<FullEdge>,
        /// `sha256:` and 64 hex digits over nodes and edges: the same while the answer says the same.
        pub etag: String,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// A node with all that the graph says of it.
    pub struct FullNode {
        /// Unique id.
        pub ref_id: String,
        /// Domain, feature, service, entity, adr or a declared kind.
        pub kind: String,
        /// One sentence; may be empty.
        pub summary: String,
        /// A folder (ends with `/`), a file, `""` for nothing, or null.
        pub source: Option<String>,
        /// Its documents, by path.
        pub docs: Vec<String>,
        /// Those of them that are behind their code, by path.
        pub stale_docs: Vec<String>,
        /// As written.
        pub tags: Vec<String>,
        /// Every other key, as written.
        pub extra: Map<String, Value>,
    }

    /// An edge with its origin.
    pub struct FullEdge {
        /// From.
        pub src: String,
        /// To.
        pub dst: String,
        /// Kind.
        pub kind: String,
        /// Other keys; `origin` and `count` for edges that were found.
        pub extra: Map<String, Value>,
    }

    /// `beadloom search`.
    pub struct SearchAnswer {
        /// Always 1.
        pub version: u32,
        /// As given.
        pub query: String,
        /// How it was understood.
        pub kind: QueryKind,
        /// Best first; ties by type, path, line.
        pub hits: Vec<Hit>,
        /// Where nothing was found: names that look like the query's words, nearest first.
        pub suggestions: Vec<String>,
        /// Which tiers answered.
        pub tiers: Vec<String>,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// A search hit.
    pub struct Hit {
        /// Node, doc or code.
        pub r#type: HitType,
        /// The node, or the node it belongs to.
        pub ref_id: Option<String>,
        /// Node kind, section, symbol kind; `code` for code outside of definitions, `text` for text that is no code.
        pub kind: String,
        /// ref_id, heading, qualified name, or the path.
        pub name: String,
        /// A node's source, the document, the file.
        pub path: Option<String>,
        /// 1-based.
        pub line_start: Option<u32>,
        /// 1-based, inclusive.
        pub line_end: Option<u32>,
        /// Of a symbol, on one line.
        pub signature: Option<String>,
        /// One sentence.
        pub summary: Option<String>,
        /// 5 to 10 lines around what matched; null for nodes.
        pub snippet: Option<String>,
        /// Higher is better; comparable within one answer only.
        pub score: f64,
        /// With `--explain`: what each feature gave it, of a hit in code its file; greatest first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub explain: Vec<Explanation>,
    }

    /// What one feature gave a file.
    pub struct Explanation {
        /// As `docs/RETRIEVAL.md` names it.
        pub feature: String,
        /// What it found.
        pub value: f64,
        /// The same times its weight.
        pub gives: f64,
    }

    /// `beadloom status`.
    pub struct StatusAnswer {
        /// Always 1.
        pub version: u32,
        /// Graph nodes.
        pub nodes_count: u64,
        /// Graph edges.
        pub edges_count: u64,
        /// Documents.
        pub docs_count: u64,
        /// Pieces of documents.
        pub chunks_count: u64,
        /// Symbols.
        pub symbols_count: u64,
        /// Pairs of document and code that are behind.
        pub stale_count: u64,
        /// Percent of nodes with a document, one decimal; generated stubs do not count.
        pub doc_coverage: f64,
        /// ISO 8601 UTC.
        pub last_reindex: Option<String>,
        /// The version that answers.
        pub beadloom_version: String,
        /// The index file.
        pub index: IndexStatus,
        /// Domains and services, by ref_id.
        pub coverage: Vec<Coverage>,
        /// Folders with code that no node owns, by path.
        pub unmapped: Vec<String>,
        /// Whether the graph was derived from the code because none is kept.
        pub derived: bool,
        /// What is wrong in the files, by path, line, column.
        pub diagnostics: Vec<Diagnostic>,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// The index file.
    pub struct IndexStatus {
        /// Size on disk, without the write-ahead log.
        pub bytes: u64,
        /// Files in it.
        pub files: u64,
        /// Code files by language.
        pub languages: BTreeMap<String, u64>,
        /// Goes up by one per committed change.
        pub generation: u64,
    }

    /// How well a domain or service is documented.
    pub struct Coverage {
        /// The node.
        pub ref_id: String,
        /// domain or service.
        pub kind: String,
        /// Percent of units (the node and the nodes inside it) with a document, one decimal.
        pub share: f64,
        /// Features inside it.
        pub features: u64,
        /// Symbols of it and the nodes inside it.
        pub symbols: u64,
        /// Documents of it and the nodes inside it.
        pub docs: u64,
        /// Those documents that are behind.
        pub stale: u64,
    }

    /// `beadloom init --bootstrap`.
    pub struct InitAnswer {
        /// Always 1.
        pub version: u32,
        /// `bootstrap`, `merge` or `import`.
        pub mode: String,
        /// Of an import: `map` or `restructure`; null otherwise.
        pub strategy: Option<String>,
        /// What was looked at.
        pub files: InitFiles,
        /// What was found.
        pub found: InitFound,
        /// Files written (or that would be, under `--dry-run`), in order of writing.
        pub written: Vec<Written>,
        /// Where the kept graph and the code disagree.
        pub conflicts: Vec<Conflict>,
        /// Nodes of the kept graph whose source is gone, by ref_id.
        pub gone: Vec<Gone>,
        /// Of an import: how many documents are of each class (feature, domain, service, adr, architecture, other);
        /// empty otherwise.
        pub classified: BTreeMap<String, u64>,
        /// Of an import: edges that documents and code bear out.
        pub edges_detected: u64,
        /// Of an import: relations that a person has to decide on.
        pub edges_to_review: u64,
        /// Of an import: what became of each document, by path.
        pub documents: Vec<ImportedDocument>,
        /// Of an import: the relations to review, by path and line.
        pub review: Vec<ReviewItem>,
        /// Whether nothing was written because of `--dry-run`.
        pub dry_run: bool,
        /// Milliseconds of wall time.
        pub duration_ms: u64,
    }

    /// Files that `init` looked at.
    pub struct InitFiles {
        /// Files that the walk found.
        pub scanned: u64,
        /// Code files by language.
        pub languages: BTreeMap<String, u64>,
    }

    /// What `init` found.
    pub struct InitFound {
        /// Nodes of kind service.
        pub services: u64,
        /// Nodes of kind domain.
        pub domains: u64,
        /// Nodes of kind feature.
        pub features: u64,
        /// Nodes of kind entity.
        pub entities: u64,
        /// Nodes of kind adr.
        pub adrs: u64,
        /// Edges.
        pub edges: u64,
    }

    /// A file that was written.
    pub struct Written {
        /// Relative to the root.
        pub path: String,
        /// Nodes in it.
        pub nodes: u64,
        /// Edges in it.
        pub edges: u64,
    }

    /// What an import made of a document.
    pub struct ImportedDocument {
        /// Relative to the root.
        pub path: String,
        /// feature, domain, service, adr, architecture or other; null where it was not read.
        pub class: Option<String>,
        /// Its node, null where it has none.
        pub ref_id: Option<String>,
        /// Where its copy is, null where it stays.
        pub copy: Option<String>,
        /// Link destinations that differ in the copy.
        pub links_changed: u64,
        /// Relative links that lead to nothing.
        pub links_broken: u64,
        /// Why it was not read, null where it was.
        pub skipped: Option<String>,
    }

    /// A relation that a document hints at and a person has to decide on.
    pub struct ReviewItem {
        /// The document.
        pub path: String,
        /// 1-based.
        pub line: u64,
        /// The node that the edge would begin at.
        pub src: String,
        /// A node, or what the document says; null where nothing is known.
        pub dst: Option<String>,
        /// The kind of edge.
        pub kind: String,
        /// Why it was not made, one clause.
        pub reason: String,
    }

    /// Where the kept graph and the code, or imported documents, disagree.
    pub struct Conflict {
        /// The node.
        pub ref_id: String,
        /// source, summary, edge or docs.
        pub field: String,
        /// What the graph says; empty where it says nothing.
        pub kept: String,
        /// What the code says; empty where it says nothing.
        pub found: String,
    }

    /// A node whose source is gone.
    pub struct Gone {
        /// The node.
        pub ref_id: String,
        /// What the graph says.
        pub source: String,
    }

    /// `beadloom version --json`.
    pub struct VersionAnswer {
        /// Always 1.
        pub version: u32,
        /// The version of beadloom.
        pub beadloom_version: String,
        /// The version of Node.
        pub node: String,
        /// Operating system, processor and libc, as in the name of the platform's package.
        pub platform: String,
        /// The version of the native addon, null where none loads.
        pub addon: Option<String>,
    }

    /// Instead of an answer.
    pub struct ErrorAnswer {
        /// Always 1.
        pub version: u32,
        /// Code, sentence, place and hint.
        pub error: Error,
    }
}
