//! Files as they are while an answer is made, which may be other than the index knows them.

use beadloom_model::SymbolFacts;

/// A file as it is now.
#[derive(Debug, Clone)]
pub struct FileNow {
    /// Relative to the root.
    pub path: String,
    /// Language or format, where it is known.
    pub language: Option<String>,
    /// Decoded.
    pub text: String,
    /// What it defines now, where it is not what was indexed; None where the index has it right.
    pub changed: Option<Vec<SymbolFacts>>,
}

/// Whoever can read files.
pub trait FilesNow {
    /// The file at a path of the project; None where it holds no text that can be read.
    fn read(&self, path: &str) -> Option<FileNow>;
}

impl FileNow {
    /// How many lines it has.
    pub(super) fn count(&self) -> u32 {
        u32::try_from(beadloom_words::lines(&self.text).len()).unwrap_or(u32::MAX)
    }

    /// Lines `first` to `last`, 1-based, inclusive.
    pub(super) fn lines(&self, first: u32, last: u32) -> Vec<&str> {
        let lines = beadloom_words::lines(&self.text);
        let from = (first.max(1) as usize - 1).min(lines.len());
        let to = (last as usize).min(lines.len()).max(from);
        lines.get(from..to).unwrap_or_default().to_vec()
    }
}
