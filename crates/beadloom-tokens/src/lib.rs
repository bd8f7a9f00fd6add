//! Exact token counts with the o200k_base encoding.
//!
//! The vocabulary is part of the binary and is read where it lies: nothing is built at start, nothing is
//! allocated, and every function may be called from any thread at once. Text is ordinary text: the names of
//! special tokens, such as `<|endoftext|>`, are counted as the characters they consist of.
//!
//! ```
//! assert_eq!(beadloom_tokens::count("hello world"), 2);
//! assert_eq!(beadloom_tokens::encode("hello world"), [24912, 2375]);
//! assert_eq!(beadloom_tokens::truncate("one line\nand another", 3), "one line\n");
//! ```
//!
//! A text is cut into pieces (`pieces`); a piece that is a token itself counts one (`vocabulary`), any other
//! is merged from its bytes (`merge`). Time is linear in the text. Memory beside the result is constant, but for
//! pieces of more than 64 bytes: they take a byte per token.

mod bounded;
mod classes;
mod format;
mod merge;
mod pieces;
mod vocabulary;
pub mod writer;

pub use bounded::{fits, truncate};

use merge::for_each_token;
use pieces::Pieces;

/// The number of o200k_base tokens in `text`.
///
/// Counts of parts do not add up exactly to the count of the whole, because pieces may span the seam.
pub fn count(text: &str) -> usize {
    Pieces::new(text).map(|piece| count_piece(piece.as_bytes())).sum()
}

/// The ids of the o200k_base tokens of `text`, in order, without special tokens.
pub fn encode(text: &str) -> Vec<u32> {
    let mut ids = Vec::with_capacity(text.len() / 4);
    for piece in Pieces::new(text) {
        let piece = piece.as_bytes();
        match vocabulary::rank(piece) {
            Some(rank) => ids.push(rank),
            // Every part is a token: single bytes are, and a merge only ever makes tokens.
            None => for_each_token(piece, |token| ids.extend(vocabulary::rank(token))),
        }
    }
    ids
}

/// The number of tokens in one piece, as [`Pieces`] yields it.
fn count_piece(piece: &[u8]) -> usize {
    if vocabulary::rank(piece).is_some() {
        return 1;
    }
    let mut tokens = 0;
    for_each_token(piece, |_| tokens += 1);
    tokens
}
