//! Which parts of a project a document is about, without being told: by where it lies, what it is called, and what it names.
//!
//! [`names_in`] finds what a document says that may be a name; it follows from the text alone. A [`Vocabulary`] has the names that belong
//! to few parts: definitions, files, folders, routes, and what code states in literals. [`Mentions`] are the names that the document and the parts have in common. From these,
//! [`Judge`] says which parts a document is about, by a model that `npm run train -- links` learns from what readers said of documents of many
//! projects, and which parts single sections of it are about, each with a score and its evidence.

mod features;
mod judge;
mod kinds;
mod link;
pub(crate) mod literals;
mod masses;
mod mentions;
mod names;
mod parts;
mod plain_cases;
mod routes;
mod sections;
mod stems;
mod titles;
mod vocabulary;

pub use features::LINK_FEATURES;
pub use judge::{Judge, SeenPart};
pub use kinds::is_general;
pub use link::{Evidence, Link, LinkedNames};
pub use literals::{literals_of_code, literals_of_settings};
pub use mentions::{Mention, Mentions};
pub use names::names_in;
pub use parts::Part;
pub use routes::same_parameters;
pub use titles::{is_usual_title, plain};
pub use vocabulary::Vocabulary;

/// How likely a document is about a part, at least, for a link: of projects that the model did not see, nine of ten are right.
pub const LINKED: f64 = 0.45;

/// How likely it is, at least, to be written into a graph file without asking.
pub const SURE: f64 = 0.7;
