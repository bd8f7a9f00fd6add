//! The facade: everything that the addon offers, as plain functions on one [`Engine`].
//!
//! An engine belongs to one project root. It is shared between threads; calls run side by side, each on a
//! connection of its own. Answers are brought up to date first (see [`refresh`]).
//!
//! - `engine` has what is kept between calls, `call` what every call takes along; all other modules add what the engine can do, each a
//!   capability. `reindexing` is the explicit reindex; `pool` opens the index, `settings` and `cache` keep what was read.
//! - `document_links` lists which parts documents are about; `prose` reads all documents, and `drift` says which a change makes untrue.
//! - `onboarding`, `merging` and `importing` make what `init` drafts; `sync` says which documents are stale and is the one place that
//!   writes the lock.
//! - `models` and `active_model` select what compares meaning, `embedding` has the bundled table; `counting` says what counts
//!   tokens; `tasks` and `sessions` belong to `ctx --task`.
//! - `settings` reads `config.yml` and says what a run needs.
//! - `rules` gathers facts for rules and judges by them, `change` compares two states, `base` is the project at a revision, without a checkout; `ci` runs
//!   all checks and leaves out what the base had, `debt` counts, `doctor` has the table of checks, `audit` compares documents.
//! - `daemon` has what a process needs that keeps the index fresh for others.
//! - `receipts` notes answers and what was opened after them; nothing that answers depends on it.
//! - `memories` gives beadloom-memory-core the index of this project.
//! - `federation` finds contracts, `crossings` makes edges of them for pictures of the graph: they are no rows of the index.

mod active_model;
mod answers;
mod audit;
mod base;
mod cache;
mod call;
mod change;
mod ci;
mod condition;
mod counting;
mod crossings;
mod daemon;
mod debt;
mod docs;
mod doctor;
mod document_links;
mod drift;
mod embedding;
mod engine;
mod exact;
mod federation;
mod git_history;
mod history;
mod hooks;
mod importing;
mod json;
mod memories;
mod merging;
mod model_cache;
mod models;
mod onboarding;
mod past;
mod pool;
mod priming;
mod prose;
mod receipts;
mod refresh;
mod reindexing;
mod requests;
mod rules;
mod sessions;
mod settings;
mod showing;
mod sync;
mod tables;
mod tasks;
mod unchanged;
mod unindexed;

use beadloom_local::vocabularies;

pub use beadloom_index::{Phase, Progress, Wait, Watch};
pub use beadloom_memory_core::MemoryHome;
pub use beadloom_query::{GraphFormat, beginning_of};
pub use call::Call;
pub use daemon::DaemonSettings;
pub use engine::Engine;
pub use hooks::HookPlaces;
pub use refresh::Refresh;
pub use requests::check_request;
pub use tables::declarations_json;

/// How files are written, for the shell too.
pub use beadloom_files as files;
pub use beadloom_git::is_left_out;
/// What is looked for before anything that others wrote is kept.
pub use beadloom_screening as screening;
