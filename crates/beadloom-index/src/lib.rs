//! Walk, stat, hash, change detection, and the pipeline from files to the store.
//!
//! The only crate that walks the tree. [`reindex`] is its one entry: it brings the store in step with the
//! files, doing only the work that a change makes necessary.

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
