//! Files as chunks and definitions, as they are read.

use beadloom_lexical::Chunk;
use beadloom_model::SymbolKind;
#[cfg(doc)]
use beadloom_words::bigram_mask;

/// A file that has chunks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkFile {
    /// Its row id.
    pub file_id: i64,
    /// Where it is.
    pub path: String,
    /// The id of its language or format.
    pub language: String,
    /// Whether it is no code.
    pub is_text: bool,
    /// Whether a program wrote it.
    pub generated: bool,
    /// First sentence of its head comment.
    pub summary: Option<String>,
    /// Id of its first chunk; those of the others follow.
    pub first: u32,
    /// Lines of its chunks, in their order.
    pub chunks: Vec<Chunk>,
}

/// A definition of a file, short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineRow {
    /// Row id.
    pub id: i64,
    /// Short.
    pub name: String,
    /// [`bigram_mask`] of the name, folded: found out once, for it is compared with every query.
    pub letters: u64,
    /// With the enclosing types and modules.
    pub qualified_name: String,
    /// Across languages.
    pub kind: SymbolKind,
    /// 1-based.
    pub line_start: u32,
    /// 1-based, inclusive.
    pub line_end: u32,
    /// Visible outside.
    pub exported: bool,
}

impl OutlineRow {
    /// The enclosing types and modules, with a dot behind each; empty at the top.
    pub fn scope(&self) -> &str {
        self.qualified_name.strip_suffix(self.name.as_str()).unwrap_or("")
    }
}
