//! Code search by words, as arithmetic: a file's text becomes chunks ([`cut`]), chunks become counted terms
//! ([`TermCounter`]), counted terms become postings in sorted blocks ([`Postings`]), and postings become scores
//! ([`Scorer`]). [`GramCounter`] notes which trigrams a text holds, for searches of exact text. Where the bytes are kept is not known here.
//!
//! A full-text table of SQLite would do the same with three times the bytes and many times the work, most of it on the
//! one thread that writes: what is counted here is counted where files are parsed.

mod block;
mod chunks;
mod count;
mod grams;
mod norms;
mod score;
mod varint;

/// Of what files become here. Another number makes every index new: raise it when chunks, terms or postings change.
pub const VERSION: u32 = 4;

pub use block::{Block, Postings, each_posting, entries, find, merge};
pub use chunks::{Chunk, MAX_CHUNK_CHARS, cut, pack as pack_chunks, unpack as unpack_chunks};
pub use count::{ENTRY_STEMS, FileTerms, Part, Posting, TermCounter, TermPostings, stem_and_folders};
pub use grams::{GramCounter, GramQuery, NO_GRAMS};
pub use norms::{BLOCK as MARKS_BLOCK, ChunkNorms, Of, mark};
pub use score::{B, K1, Scorer, TermScores, idf};
