//! Which parts of a project a document is about, without being told: by where it lies, what it is called, and what it names.
//!
//! [`names_in`] finds what a document says that may be a name; it follows from the text alone. A [`Vocabulary`] has the names that belong
//! to few parts: definitions, files, folders. [`Mentions`] are the names that the document and the parts have in common. From these,
//! [`Judge`] says which parts a document is about, and which parts single sections of it are about, each with a score and its evidence.

mod judge;
mod mentions;
mod names;
mod vocabulary;

pub use judge::{Evidence, Judge, Link, LinkedNames, is_general};
pub use mentions::{Mention, Mentions};
pub use names::names_in;
pub use vocabulary::{Part, Vocabulary, plain};

/// From which score on a document is about a part: judged by hand on open projects, nine of ten are.
pub const LINKED: f64 = 0.5;

/// From which score on it may be written into a graph file without asking.
pub const SURE: f64 = 0.85;
