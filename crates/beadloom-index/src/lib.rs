//! Walk, stat, hash, change detection, and the pipeline from files to the store.
//!
//! The only crate that walks the tree. [`reindex`] is its one entry: it brings the store in step with the
//! files, doing only the work that a change makes necessary.

mod again;
mod apply;
mod changes;
mod desired;
mod embed;
mod folders;
mod graph_stage;
mod heap;
mod hidden;
mod ids;
mod ignore_files;
mod ignore_rules;
mod keep;
mod left_out;
mod links;
mod name;
mod parse;
mod plan;
mod references;
mod reindex;
mod room;
pub mod routes;
mod run;
mod source;
mod sync_stage;
mod texts;
mod threads;
mod walk;
mod watch;

pub use changes::is_settled;
pub use desired::{Declared, declared, drafted};
pub use links::{Owners, add_found_edges};
pub use name::project_name;
pub use plan::{OwnDocuments, plan};
pub use reindex::{
    Embedder, Options, Outcome, Phase, Progress, Report, behind, changed_paths, in_step, now_ns, reindex,
};
pub use source::{FileText, Sources, decode, read_input, read_source, read_text};
pub use sync_stage::{Contents, History, judged_with, read_lock};
pub use texts::{Embed, Embedded, TextEmbedder, TextOptions, embed_texts};
pub use threads::threads;
pub use walk::stat_of;
pub use watch::Watch;
