//! Which tools of many servers fit a query, what use teaches of that, and what is wrong with their texts. No I/O: where things are
//! kept is not known here, and the time is given.
//!
//! - `catalogue` holds the tools: `document` says what of a definition is read and what it is worth, `words` makes terms and runs of
//!   characters of it, `inverted` is BM25, `tables` of
//!   vectors say what they mean.
//! - `learned` adds what past queries say, with a `classifier`; `signal` says how much a call teaches.
//! - `rank` makes a `ranking` of the scores, `parts` leaves some out for measurements, `confidence` says how sure a search is.
//! - `definition` compares definitions, `examine` looks for what is wrong in their texts; `latency` packs times.

mod catalogue;
mod classifier;
mod confidence;
mod definition;
mod document;
mod examine;
mod inverted;
mod latency;
mod learned;
mod parts;
mod rank;
mod ranking;
mod signal;
mod tables;
mod words;

pub use catalogue::{Catalogue, Hasher, ParsedQuery, Reader, Reading};
pub use confidence::{Calibration, FIRST, SIGNALS, Signals};
pub use definition::differences;
pub use examine::{Peer, examine};
pub use latency::{bucket, quantile};
pub use learned::{Learned, Pair};
pub use parts::Parts;
pub use rank::{cut_query, rank};
pub use ranking::{Ranked, Ranking};
pub use signal::{MAX_PAIRS, MIN_CONFIDENCE, UNUSED, confidence, signal};
