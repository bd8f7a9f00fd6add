//! Static embeddings: what a text is about, as a vector, in microseconds and without a runtime.
//!
//! A [`StaticModel`] is a table of terms (as `beadloom-words` makes them) with a vector and two weights each. The
//! vector of a text is the normalised sum of the vectors of its terms. [`PackedVectors`] holds many of them in an
//! eighth of the space and less, and [`scan`] finds the nearest.
//!
//! No I/O: bytes in, numbers out.

mod format;
mod model;
mod packed;
mod scan;
mod writer;

pub use format::HEADER_LEN;
pub use model::{StaticModel, TableError, TermId, Text};
pub use packed::{PackedVectors, Packer, Probe, WrongSize};
pub use scan::{Cosines, Hit, cosines, scan};
pub use writer::{TableTerm, Unwritable, write_table};

/// The fingerprint of a table, from the first [`HEADER_LEN`] bytes of its file; None where it is no table.
pub fn fingerprint_of(header: &[u8]) -> Option<u64> {
    format::Sizes::read(header).map(|(_, fingerprint)| fingerprint)
}
