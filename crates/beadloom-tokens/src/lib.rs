//! Exact token counts with the encodings o200k_base and cl100k_base.
//!
//! A vocabulary is a file in a layout of our own; whoever uses this crate reads it and hands over its bytes. They are
//! used where they lie: nothing is built from them, and one [`Tokenizer`] serves all threads. Text is ordinary text:
//! the names of special tokens, such as `<|endoftext|>`, are counted as the characters they consist of.
//!
//! ```
//! use beadloom_tokens::{Encoding, Tokenizer};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data/");
//! let file = std::fs::read(folder.to_owned() + Encoding::O200kBase.file_name())?;
//! let tokenizer = Tokenizer::open(Encoding::O200kBase, file)?;
//! assert_eq!(tokenizer.count("hello world"), 2);
//! assert_eq!(tokenizer.encode("hello world"), [24912, 2375]);
//! assert_eq!(tokenizer.truncate("one line\nand another", 3), "one line\n");
//! # Ok(())
//! # }
//! ```
//!
//! A text is cut into pieces (`pieces`); a piece that is a token itself counts one (`vocabulary`), any other
//! is merged from its bytes (`merge`). Time is linear in the text. Memory beside the result is constant, but for
//! pieces of more than 64 bytes: they take a byte per token.

mod bounded;
mod cached;
mod calibration;
mod classes;
mod encoding;
mod format;
mod merge;
mod pieces;
mod vocabulary;
pub mod writer;

pub use cached::CachedCounter;
pub use calibration::{Calibration, Counter, Counting};
pub use encoding::Encoding;
pub use vocabulary::OpenError;

use merge::for_each_token;
use pieces::Pieces;
use vocabulary::{Table, Vocabulary};

/// Counts the tokens of an encoding.
#[derive(Debug)]
pub struct Tokenizer {
    encoding: Encoding,
    vocabulary: Vocabulary,
}

impl Tokenizer {
    /// A tokenizer with the bytes of the encoding's vocabulary file, which [`writer::write`] made.
    ///
    /// # Errors
    ///
    /// The bytes are not those of that file.
    pub fn open(encoding: Encoding, file: Vec<u8>) -> Result<Self, OpenError> {
        Ok(Self { encoding, vocabulary: Vocabulary::open(encoding, file)? })
    }

    /// The encoding whose tokens are counted.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The number of tokens in `text`.
    ///
    /// Counts of parts do not add up exactly to the count of the whole, because pieces may span the seam.
    pub fn count(&self, text: &str) -> usize {
        let table = self.vocabulary.table();
        Pieces::new(self.encoding, text).map(|piece| count_piece(&table, piece.as_bytes())).sum()
    }

    /// The ids of the tokens of `text`, in order, without special tokens.
    pub fn encode(&self, text: &str) -> Vec<u32> {
        let table = self.vocabulary.table();
        let mut ids = Vec::with_capacity(text.len() / 4);
        for piece in Pieces::new(self.encoding, text) {
            let piece = piece.as_bytes();
            match table.rank(piece) {
                Some(rank) => ids.push(rank),
                // Every part is a token: single bytes are, and a merge only ever makes tokens.
                None => for_each_token(&table, piece, |token| ids.extend(table.rank(token))),
            }
        }
        ids
    }
}

/// The number of tokens in one piece, as [`Pieces`] yields it.
#[inline]
fn count_piece(table: &Table<'_>, piece: &[u8]) -> usize {
    if table.rank(piece).is_some() {
        return 1;
    }
    let mut tokens = 0;
    for_each_token(table, piece, |_| tokens += 1);
    tokens
}
