//! The context bundle.

use serde::{Deserialize, Serialize};

use super::{CodePiece, Edge, Next, Node, NodeLink, Symbol, Way};
use crate::Section;

/// What a reference turned out to be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FocusType {
    /// A node's ref_id.
    #[default]
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
    /// It extends or implements the type that is the focus.
    Subtype,
    /// The signature of the symbol that is the focus names this type.
    Type,
    /// A commit of the ticket that is the focus touched it.
    Touched,
    /// A file that matches the task imports it.
    Imported,
    /// It is written like a definition that matches the task: the one to follow where another of its kind is added.
    Similar,
}

/// How sure an answer to a task is: how far the best file stands above the others, and how much of the words that carry the task it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TaskConfidence {
    /// The first file is to be changed in six of seven such answers.
    High,
    /// It is in two of five; one of the first five is in four of five.
    Medium,
    /// Little matches, or much does as little: it hardly ever is, and the answer is short.
    Low,
}

/// What is 0 goes without saying.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_nothing(count: &u64) -> bool {
    *count == 0
}

answers! {
    /// `beadloom ctx` and `explore_codebase`.
    #[derive(Default)]
    pub struct Bundle = "ctx" {
        /// Always 1.
        pub version: u32,
        /// The first reference; the task, where there is none.
        pub focus: Focus,
        /// All references, once each, as given.
        pub focuses: Vec<Focus>,
        /// How sure the answer to a task is; left out without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub confidence: Option<TaskConfidence>,
        /// Names, paths, options and messages that a task spells out and that nothing indexed in the project holds, in the order of
        /// the task. Left out where there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub absent: Vec<String>,
        /// Where the task asks how one thing reaches another: the ways, the best first. Left out where there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub ways: Vec<Way> [Code],
        /// Whether the graph was derived from the code because none is kept.
        pub derived: bool,
        /// Nodes in the order in which they were reached, edges between them.
        pub graph: BundleGraph [Graph],
        /// What crosses between the code of the references and their neighbours, those with the most traffic first. Only
        /// for parts and folders, and for several references; left out where nothing does.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub crossings: Vec<Crossing> [Graph],
        /// Of a file that is the one reference: the files that use it, those that do most first. Left out where nothing does.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub used_by: Vec<FileUse> [Code],
        /// Likewise the files that it uses.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub uses: Vec<FileUse> [Code],
        /// In the order of selection.
        pub text_chunks: Vec<TextChunk> [Documents],
        /// What a reference names, with its callers and callees; of a part, folder or file the most important definitions
        /// first. Where the budget is short, further ones are lines of `code`.
        pub code_symbols: Vec<BundleSymbol> [Code],
        /// Code files of a part or folder of which no definition is shown, the most important first; left out where there
        /// are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub other_files: Vec<String> [Code],
        /// Code for the task, the best file first, within a file by line. Of a symbol its definitions; of a part, folder or
        /// file the source of a few of the most important ones, and where the budget is short, one line for each further
        /// definition: its signature. Left out where there is none to be had.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub code: Option<Vec<CodePiece>> [Code],
        /// Where more about the references stands elsewhere: tickets, pull requests. Only where a node says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub links: Option<Vec<NodeLink>> [Graph],
        /// Commits that name a ticket which is a reference, newest first. For a task those whose messages are most like it.
        pub commits: Vec<Commit> [History],
        /// By path and line.
        pub routes: Vec<Route> [Code],
        /// Test files that import the focus' files, by path.
        pub tests: Vec<String> [Code],
        /// Files that past commits changed with a file or folder that is a reference, those that usually do first. For a task those
        /// that go with the code which it most likely needs, tests and settings too, the likeliest first. Only where commits are
        /// known that did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub changed_together: Option<Vec<ChangedTogether>> [History],
        /// For a task: where the names stand that it spells out, in code, settings and texts, where few files have them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub mentions: Vec<Mention> [Code],
        /// For a task: the lines of other files that use the definitions which it most likely changes, where few files do; `name` is
        /// the definition's qualified name. The likeliest definition first, tests last.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub breaks: Vec<Mention> [Code],
        /// Of a document that is the only reference: its first 60 sections, in order, with the definitions that each speaks of; an
        /// entry for the others, if there are more.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub document_outline: Vec<OutlineSection> [Documents],
        /// Of such a document: what it says and that is not so, as `docs audit` finds it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub document_findings: Vec<FalseStatement> [Documents],
        /// Of such a document: the nodes that it, or a section of it, is about, the surest first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub document_nodes: Vec<LinkedNode> [Documents],
        /// Documents that no one linked and that name what the references define, or are called like them, each by its best section.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub linked_documents: Vec<LinkedDocument> [Documents],
        /// Rules that concern the focus nodes.
        pub constraints: Vec<Constraint> [Graph],
        /// What was remembered about the references' nodes and code: what a person said first, then the older first. For a task, what
        /// answers it best first. Left out where there is nothing.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub memories: Vec<BundleMemory>,
        /// How far documents and code agree.
        pub sync_status: SyncStatus [Documents],
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
        /// Whether this is all, and what to read or ask next.
        pub next: Next,
        /// `sha256:` and 64 hex digits over what the bundle says.
        pub etag: String,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made, at most 20, by path.
        pub stale_paths: Vec<String>,
    }

    /// What a document says and that is not so.
    pub struct FalseStatement {
        /// 1-based.
        pub line: u32,
        /// What it says, and what is so.
        pub text: String,
    }

    /// A node that a document is about.
    pub struct LinkedNode {
        /// The node.
        pub ref_id: String,
        /// How sure that is; null where it is only declared.
        pub score: Option<f64>,
        /// Of the section that is about it; empty: the document as a whole.
        pub heading: String,
        /// What it names of it, at most four.
        pub names: Vec<String>,
    }

    /// A document that speaks of a reference.
    pub struct LinkedDocument {
        /// Relative to the root.
        pub path: String,
        /// Of the section, 1-based.
        pub line_start: u32,
        /// Inclusive.
        pub line_end: u32,
        /// Empty before the first one.
        pub heading: String,
        /// What it names, at most four; empty where it is only called like the reference.
        pub names: Vec<String>,
    }

    /// A section of a document.
    pub struct OutlineSection {
        /// 1-based.
        pub line_start: u32,
        /// Inclusive.
        pub line_end: u32,
        /// Empty before the first one.
        pub heading: String,
        /// Definitions that it names and that no other shares their name with, in its order, at most 12.
        pub definitions: Vec<NamedDefinition>,
    }

    /// A definition that a text names.
    pub struct NamedDefinition {
        /// Qualified.
        pub name: String,
        /// Relative to the root.
        pub file_path: String,
        /// 1-based.
        pub line: u32,
    }

    /// What one reference turned out to be.
    #[derive(Default)]
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
    #[derive(Default)]
    pub struct BundleGraph {
        /// In the order in which they were reached.
        pub nodes: Vec<Node>,
        /// Between those nodes; by the order of their ends, then kind.
        pub edges: Vec<Edge>,
    }

    /// What crosses an edge between the references and a neighbour.
    pub struct Crossing {
        /// The neighbour.
        pub ref_id: String,
        /// Qualified names of its definitions that the references use, the most used first, at most six.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub uses: Vec<String>,
        /// Qualified names of the references' definitions that it uses, the most used first, at most six.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub used: Vec<String>,
    }

    /// A file on the other side of references.
    pub struct FileUse {
        /// Relative to the root.
        pub path: String,
        /// Where the references stand, in the file that uses the other; at most five, ascending.
        pub lines: Vec<u32>,
        /// Qualified names of the definitions that they mean, the most used first, at most six; empty where one only imports
        /// the other.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub names: Vec<String>,
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
        /// Of callers: the first of these lines, without its indentation. Of what is written alike: the name of what it is like.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
        /// Of callers and callees: what else the reference may mean, best first, as `path:line name`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub candidates: Vec<String>,
    }

    /// A file that changes with a reference, or with the code that a task most likely needs.
    pub struct ChangedTogether {
        /// From the root.
        pub path: String,
        /// Past commits that changed both; 0 where only its name or a message speaks for it.
        pub commits: u64,
        /// Past commits that changed this file; with `with`, those that changed that one.
        pub of: u64,
        /// Of a task: the file that it changes with.
        pub with: Option<String>,
    }

    /// Lines of a file that hold a name.
    pub struct Mention {
        /// As the task spells it.
        pub name: String,
        /// From the root.
        pub path: String,
        /// 1-based, the first few.
        pub lines: Vec<u32>,
        /// How many there are.
        pub lines_count: u64,
    }

    /// A commit.
    pub struct Commit {
        /// Its hash, in hex digits.
        pub id: String,
        /// First line of its message.
        pub subject: String,
        /// The day it was committed, `2026-01-31`; only of commits that are like a task.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub date: Option<String>,
        /// Files that it touched, by path, as they were called then; empty where there are more than a hundred. Of commits that are
        /// like a task the first few.
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
        /// Whether it was made or accepted on this machine; else it is a quotation from the repository's `memories.jsonl`.
        pub accepted: bool,
    }

    /// How far documents and code agree.
    #[derive(Default)]
    pub struct SyncStatus {
        /// Documents that are behind, by path.
        pub stale_docs: Vec<String>,
        /// ISO 8601 UTC.
        pub last_reindex: Option<String>,
    }

    /// What the budget dropped.
    #[derive(Default)]
    pub struct Omitted {
        /// Nodes other than the focus.
        pub nodes: u64,
        /// Code files of the references that are not named; left out where it is 0.
        #[serde(default, skip_serializing_if = "is_nothing")]
        pub other_files: u64,
        /// Files that use the reference or that it uses; left out where it is 0.
        #[serde(default, skip_serializing_if = "is_nothing")]
        pub file_uses: u64,
        /// Neighbours whose crossings are left out; left out where it is 0.
        #[serde(default, skip_serializing_if = "is_nothing")]
        pub crossings: u64,
        /// Pieces of documents.
        pub text_chunks: u64,
        /// Symbols.
        pub code_symbols: u64,
        /// Pieces of code.
        pub code: u64,
        /// Routes; left out where it is 0, like what follows.
        #[serde(default, skip_serializing_if = "is_nothing")]
        pub routes: u64,
        /// Test files.
        #[serde(default, skip_serializing_if = "is_nothing")]
        pub tests: u64,
        /// Rules.
        #[serde(default, skip_serializing_if = "is_nothing")]
        pub constraints: u64,
        /// Documents that are behind.
        #[serde(default, skip_serializing_if = "is_nothing")]
        pub stale_docs: u64,
        /// Documents that speak of it.
        #[serde(default, skip_serializing_if = "is_nothing")]
        pub linked_documents: u64,
        /// Links.
        #[serde(default, skip_serializing_if = "is_nothing")]
        pub links: u64,
        /// Memories.
        #[serde(default, skip_serializing_if = "is_nothing")]
        pub memories: u64,
    }

    /// What the limits left out.
    #[derive(Default)]
    pub struct Limited {
        /// Nodes within `depth` beyond `max_nodes`.
        pub nodes: u64,
        /// Pieces of documents beyond `max_chunks`.
        pub text_chunks: u64,
        /// Symbols beyond those that a bundle has of a node; left out where it is 0.
        #[serde(default, skip_serializing_if = "is_nothing")]
        pub code_symbols: u64,
    }
}
