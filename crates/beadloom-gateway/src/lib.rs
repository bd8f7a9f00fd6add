//! Which tools of many servers fit a query, what use teaches of that, and what is wrong with their texts. No I/O: where things are
//! kept is not known here, and the time is given.

mod catalogue;
mod confidence;
mod definition;
mod document;
mod examine;
mod inverted;
mod latency;
mod learned;
mod parts;
mod rank;
mod signal;
mod words;

pub use catalogue::{Asked, Catalogue, Reader, Reading};
pub use confidence::{Calibration, FIRST, SIGNALS, Signals};
pub use definition::differences;
pub use examine::{Peer, examine};
pub use latency::{bucket, quantile};
pub use learned::{Learned, Pair};
pub use parts::Parts;
pub use rank::{Ranked, cut_query, rank};
pub use signal::{LEAST_CONFIDENCE, MOST_PAIRS, UNUSED, confidence, signal};
