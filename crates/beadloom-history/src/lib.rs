//! What the commits of a project say about its files: which were changed by commits whose messages are like a text, which
//! change together, which are touched often and lately. Pure: whoever asks Git brings the commits, and the store keeps the bytes.
//!
//! Nothing personal is kept. Of a message its subject stays, without addresses, names and trailers, and hashes of its terms; who
//! wrote a commit is not even asked.

mod companions;
mod message;
mod packed;
mod past;
mod path_words;
mod together;
mod vocabulary;
mod votes;

pub use companions::Companion;
pub use message::{cleaned, subject, term_hash};
pub use packed::Packed;
pub use past::{Commit, ID_BYTES, MAX_COMMITS, MAX_FILES, Past, Touched};
pub use together::{Beside, Together};
pub use vocabulary::Vocabulary;
pub use votes::{Alike, Votes};
