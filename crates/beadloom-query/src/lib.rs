//! Answers, read only: context bundles, graphs, search, status.
//!
//! Every answer is one of the structs in `beadloom_model::answers`, made from a [`beadloom_store::Store`] and a
//! request struct. Nothing here reads a file, knows SQL or looks at the clock: the same index and the same request
//! give the same bytes.
//!
//! - `queries` declares how requests are answered that need little more than the index.
//! - `staleness` is how far the index is behind the files, `completeness` says at the end of an answer whether it is all, and which call has the rest.
//! - `focus` says what a reference means, `symbols` what a symbol's name means.
//! - `answer` is what every answer within a budget is made by: `packer` takes entries by what they are worth, `tier` says what that is in a
//!   bundle, `heading` a chapter's title; `json` writes it, `summary` is what a text says of itself, `places` the files that it names.
//! - `bounded` cuts an answer that is longer than the MCP server sends.
//! - `context` gathers a bundle in chapters, one file each, listed in its `mod.rs`. A chapter that says its entries alike, one after the other, is
//!   data (`list`); others implement `Chapter`. `pack` has the packer choose entries, `frame` and `written` make the answer, also that to a task.
//!   What chapters are made of: `area` (the files of what was asked for), `importance` (which definitions come first), `crossings` (by which
//!   names neighbours use each other), `about` (which sections are about it), `bodies`, `file_uses`, `own`.
//! - `task` packs what a task needs: `search_scope`, `literals`, `pieces` (what a file can show), `plan` (in which order), `confidence`,
//!   `coverage` (what of it is shown whole, in parts, or not at all).
//! - `search` ranks nodes, documents and code: `rank` and `code::features` compute features, `weights` says what each is worth;
//!   `exact` searches text line by line.
//! - `graph` selects a view and writes it in each format; `why` follows dependencies of nodes, files and symbols through one
//!   `DependencyGraph`; `paths` finds how one thing reaches another; `show` finds source by name and place.

mod answer;
mod bounded;
mod budget;
mod completeness;
pub mod context;
mod conventions;
pub mod documentation;
mod enum_members;
mod etag;
pub mod exact;
mod features;
mod files;
mod focus;
mod go_methods;
pub mod graph;
pub mod history;
mod lists;
mod mentioned;
mod meta;
mod names;
pub mod nodes;
mod odd_names;
mod overrides;
pub mod overview;
mod paths;
mod places;
pub mod prime;
mod projects;
#[macro_use]
mod queries;
mod ranking_model;
mod references;
pub mod refs;
pub mod related;
mod routes;
pub mod search;
pub mod show;
pub mod signatures;
mod staleness;
pub mod status;
mod symbols;
pub mod task;
mod text;
mod unnamed;
mod unread;
mod unseen;
pub mod why;
mod word_places;

pub use answer::summary::{Summary, SummedText};
pub use beadloom_lexical::{GramCounter, GramQuery, NO_GRAMS};
pub use bounded::{AnswerBound, beginning_of, within};
pub use context::{ContextRequest, MemoryAbout, NoRules, ReadText, Rendered, RulesAbout, TaskMemory, bundle};
pub use conventions::{ListedLink, convention_links};
pub use documentation::{DocumentationRequest, documentation};
pub use exact::{Content, ExactRequest, FilesToSearch, Pattern, exact};
pub use focus::unknown_node;
pub use graph::{GraphFormat, GraphRequest, GraphView, graph_view};
pub use history::{History, NoHistory};
pub use nodes::{NodePlace, list_nodes, node_place};
pub use odd_names::path_meant;
pub use overview::{Overview, OverviewRequest, overview};
pub use paths::path;
pub use places::is_test;
pub use prime::{PrimeRequest, prime};
pub use queries::{Query, QueryInput};
pub use refs::refs;
pub use related::related;
pub use search::code::RerankFeature;
pub use search::meaning::Model;
pub use search::{CandidateFile, SearchRequest, code_candidates, feature_weights, search};
pub use show::{FileNow, FilesNow, ShowRequest, show};
pub use signatures::signatures;
pub use staleness::{MADE_ANEW, Staleness};
pub use status::status;
pub use task::{
    Choice, DefinitionFeature, Given, NextFileRequest, TaskAnswer, TaskRequest, choice, next_file, task,
};
pub use why::{AffectedRequest, affected, why};
pub use word_places::places_of_word;

queries! {
    ListNodesRequest => |given, request| list_nodes(given.store, request.kind.as_deref(), given.stale),
    NodePlaceRequest => |given, request| node_place(given.store, &request.reference),
    PathRequest => |given, request| path(given.store, [&request.from, &request.to], given.stale, given.read),
    RefsRequest => |given, request| refs(given.store, request, given.stale),
    RelatedRequest => |given, request| related(given.store, request, given.stale),
    SignaturesRequest => signatures,
    StatusRequest => |given, _| status(given.store, given.stale),
    WhyRequest => |given, request| why(given.store, request, given.stale),
}
