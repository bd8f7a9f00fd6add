//! All files, as a search through their text sees them.

use crate::rows::FileKind;

/// A file, as a search through the text of all files sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    /// Row id.
    pub id: i64,
    /// Relative to the root.
    pub path: String,
    /// What it is to the index.
    pub kind: FileKind,
    /// Id in the language table, or of the format of a text.
    pub language: Option<String>,
    /// Whether a program wrote it.
    pub generated: bool,
    /// Where its filter stands; None where it was not read as text.
    pub(crate) filter: Option<(usize, usize)>,
}

/// All files, by path.
#[derive(Debug, Default)]
pub struct TextFiles {
    /// By path.
    pub files: Vec<TextFile>,
    pub(crate) filters: Vec<u8>,
}

impl TextFiles {
    /// The filter of a file, as beadloom-lexical makes it; None where it was not read as text.
    pub fn filter(&self, file: &TextFile) -> Option<&[u8]> {
        let (from, to) = file.filter?;
        self.filters.get(from..to)
    }

    /// The file at a path.
    pub fn at(&self, path: &str) -> Option<&TextFile> {
        let at = self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()?;
        self.files.get(at)
    }
}
