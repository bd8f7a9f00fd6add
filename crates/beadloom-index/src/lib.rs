//! Walk, stat, hash, change detection, and the pipeline from files to the store.
//!
//! The only crate that walks the tree. [`reindex`] is its one entry: it brings the store in step with the
//! files, doing only the work that a change makes necessary.
//!
//! - Files: `walk` lists them, `folders` reads folders, `ignore_rules` and `ignore_files` add up rules, `hidden` asks Git's index which
//!   hidden and ignored files count, `skipped` reports what is left out; `watch` keeps the list current.
//! - Changes: `changes` says which files to read, `source` reads them, `parse` and `apply` run parsers on all cores into one
//!   writer, within the bytes of `byte_semaphore`; `write_file` writes the rows of a file.
//! - Meaning: `reresolve` resolves imports again, `references` says what calls and uses of types mean (`rules` has what languages
//!   differ in, `lookup` the one interface with an answer from memory and one from the index), `routes` composes prefixes.
//! - Graph: `target_graph`, `graph_stage`, `links` and `plan` compute nodes, edges and ownership; `sync_stage` judges pairs.
//! - Vectors: `embed` makes static ones, `texts` those of a transformer, which the engine passes in as a function.
//! - `run` puts one run into one transaction.

mod apply;
mod byte_semaphore;
mod changes;
mod embed;
mod folders;
mod graph_stage;
mod heap;
mod hidden;
mod ids;
mod ignore_files;
mod ignore_rules;
mod links;
mod parse;
mod plan;
mod project_name;
mod references;
mod reindex;
mod reresolve;
pub mod routes;
mod run;
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
pub use links::{Owners, add_found_edges};
pub use plan::{OwnDocuments, plan};
pub use project_name::project_name;
pub use reindex::{
    Embedder, Options, Outcome, Phase, Progress, Report, behind, changed_paths, in_step, now_ns, reindex,
};
pub use source::{FileText, Sources, decode, read_input, read_source, read_text};
pub use sync_stage::{Contents, History, judged_with, read_lock};
pub use target_graph::{Declared, declared, drafted};
pub use texts::{Embed, Embedded, TextEmbedder, TextOptions, embed_texts};
pub use threads::threads;
pub use walk::stat_of;
pub use watch::Watch;
