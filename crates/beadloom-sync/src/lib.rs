//! Doc sync without I/O: what of the code is hashed, the lock that Git keeps, and which pairs of document and code are
//! behind.
//!
//! A pair is a document and a code file that share a node. The lock says with which state of the code a document was last
//! declared to be up to date; [`judge`] compares that with the state that is there. [`drift`] needs no pairs: it finds what documents name.
//! [`links`] finds which parts documents are about.

pub mod drift;
mod grain;
mod judge;
mod lines;
pub mod links;
mod lock;
mod mentions;
mod symbols;
mod tokens;

pub use grain::{counted, grained, namesake};
pub use judge::{Around, PairRow, Present, Rules, judge};
pub use lines::{LineCounts, count_lines, unified};
pub use lock::{Baseline, LOCK_PATH, Lock, LockLines, MAX_LOCK_BYTES};
pub use mentions::Mentions;
pub use symbols::{CodeHash, DocHash, SyncSymbol, blob_id, changed_symbols, select};
