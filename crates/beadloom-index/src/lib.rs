//! Walk, stat, hash, change detection, and the pipeline from files to the store.
//!
//! The only crate that walks the tree. [`reindex`] is its one entry: it brings the store up to date with the
//! files, doing only the work that a change makes necessary.
//!
//! - Files: `walk` lists them, `folders` reads folders, `ignore_rules` and `ignore_files` add up rules, `hidden` asks Git's index which
//!   hidden and ignored files count, `skipped` reports what is left out; `watch` keeps the list current.
//! - Changes: `known` is what the index knows of the files, `changes` says which of them to read, `source` reads them, `parse` and `apply` run parsers on all cores into one
//!   writer, within the bytes of `byte_semaphore`; `write_file` writes the rows of a file.
//! - Meaning: `reresolve` makes the resolver and resolves imports again, `references` says what calls and uses of types mean (`rules` has what languages
//!   differ in, `lookup` the one interface with an answer from memory and one from the index), `routes` composes prefixes.
//! - Graph: `graph_files` reads what is declared, `target_graph`, `graph_stage`, `links` and `plan` compute nodes, edges and ownership; `sync_stage` judges pairs.
//! - Documents: `derived_links` finds which nodes they are about.
//! - Vectors: `embed` makes static ones, `texts` those of a transformer, which the engine passes in as a function.
//! - A run: `reindex` compares, and where anything differs `pipeline` runs its stages in one transaction, over what `invalidation` says;
//!   `run` is what it works on, `run_changes` what it changed so far, `indexed_files` what the index knew, `run_metadata` what it notes.

mod apply;
mod byte_semaphore;
mod caught;
mod changes;
mod checked_out;
mod clock;
mod derived_links;
mod embed;
mod folders;
mod graph_files;
mod graph_stage;
mod heap;
mod hidden;
mod ids;
mod ignore_files;
mod ignore_rules;
mod indexed_files;
mod invalidation;
mod links;
mod options;
mod parse;
mod pipeline;
mod plan;
mod progress;
mod project_name;
mod references;
mod reindex;
mod report;
mod reresolve;
pub mod routes;
mod run;
mod run_changes;
mod run_metadata;
mod skipped;
mod source;
mod sync_stage;
mod target_graph;
mod texts;
mod threads;
mod walk;
mod watch;
mod write_file;

pub use changes::is_settled;
pub use clock::{iso_utc, now_ns};
pub use derived_links::{Parts, SeenLinks, is_test_document, links_to, seen_links};
pub use heap::trim as give_back_heap;
pub use indexed_files::IndexedFilesCache;
pub use links::{Code, Owners, add_found_edges};
pub use options::{Embedder, FindParseCache, Options};
pub use plan::{OwnDocuments, plan};
pub use progress::{Phase, Progress};
pub use project_name::project_name;
pub use reindex::{behind, changed_paths, is_up_to_date, reindex};
pub use report::{Outcome, Report};
pub use source::{FileText, Sources, decode, read_input, read_source, read_text};
pub use sync_stage::{Contents, History, TakenOver, judged_with, read_lock};
pub use target_graph::{Declared, declared, drafted};
pub use texts::{Embed, Embedded, TextEmbedder, TextOptions, embed_texts};
pub use threads::threads;
pub use walk::stat_of;
pub use watch::{Wait, Watch};
