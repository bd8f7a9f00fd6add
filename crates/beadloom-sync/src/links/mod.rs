//! Which parts of a project a document is about, without being told: by where it lies, what it is called, and what it names.
//!
//! [`names_in`] finds what a document says that may be a name; it follows from the text alone. A [`Vocabulary`] has the names that belong
//! to few parts: definitions, files, folders, routes, and what code states in literals. [`Mentions`] are the names that the document and the parts have in common. From these,
//! [`Judge`] says which parts a document is about, and which parts single sections of it are about, each with a score and its evidence.

mod judge;
pub(crate) mod literals;
mod mentions;
mod names;
mod routes;
mod vocabulary;

pub use judge::{Evidence, Judge, Link, LinkedNames, is_general, is_usual_title};
pub use literals::{literals_of_code, literals_of_settings};
pub use mentions::{Mention, Mentions};
pub use names::names_in;
pub use routes::same_parameters;
pub use vocabulary::{Part, Vocabulary, plain};

/// From which score on a document is about a part: judged by hand on open projects, nine of ten are.
pub const LINKED: f64 = 0.5;

/// From which score on it may be written into a graph file without asking.
pub const SURE: f64 = 0.85;
