//! What beadloom talks about: graph nodes and edges, symbols, imports, documents, diagnostics, errors and
//! the answers that commands, MCP tools and the library give.
//!
//! Plain data without I/O; `languages` has an entry per language, and reads text without a tree by it. Every other crate depends on this one; it depends on none of them.

mod about;
pub mod answers;
mod code;
mod compact_sort;
mod counted;
mod diagnostic;
mod document;
mod edge_origin;
mod error;
mod folders;
mod graph;
mod history;
pub mod kinds;
pub mod languages;
mod links;
mod named;
pub mod prose;
mod reference;
pub mod requests;
mod route;
pub mod time;
pub mod varint;

pub use about::About;
pub use code::{
    Annotation, Annotations, Declared, Digest, ImportFacts, ImportKind, ParsedFile, SymbolFacts, SymbolKind,
    is_in_tests,
};
pub use compact_sort::CompactSort;
pub use counted::counted;
pub use diagnostic::{Diagnostic, Level};
pub use document::{
    ChunkFacts, DocKind, DocumentReading, FolderEvidence, GENERATED_MARK, KindEvidence, LinkFact,
    ParsedDocument, Passage, PassageForm, Section,
};
pub use edge_origin::EdgeOrigin;
pub use error::{Code, Error, Result};
pub use folders::FolderKind;
pub use graph::{ContractSpec, EdgeSpec, GraphFile, NodeSpec, Place};
pub use history::{RecentCommit, TicketCommit, TouchedFile};
pub use languages::LanguageId;
pub use links::Links;
pub use reference::{GLOBAL_SCOPE, LOADED_MODULE, MAX_LINES_ITEMS, Receiver, ReferenceFacts, ReferenceKind};
pub use route::{HTTP_METHODS, MountFacts, RouteFacts, RouterFacts, Routing};

/// The version that `beadloom version`, the index and the answers carry: that of the workspace.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
