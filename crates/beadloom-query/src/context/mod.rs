//! The context bundle: what a thing is, how it fits, which documents and code belong to it, within a budget.

pub(crate) mod about;
mod area;
mod around;
pub(crate) mod bodies;
pub(crate) mod chapter;
mod commits;
mod crossings;
pub(crate) mod definitions;
pub(crate) mod documents;
mod file_uses;
mod files;
pub(crate) mod frame;
pub(crate) mod gather;
pub(crate) mod gathered;
mod importance;
pub(crate) mod linked;
pub mod links;
pub(crate) mod list;
pub(crate) mod markdown;
pub(crate) mod memories;
mod of_document;
mod of_nodes;
mod outline;
mod own;
mod pack;
pub(crate) mod relations;
mod request;
mod room;
mod routes;
mod rules;
pub(crate) mod stale;
mod test_files;
pub(crate) mod together;
pub(crate) mod wording;
pub(crate) mod written;

use beadloom_model::{Code, Error, Result};
use beadloom_store::Store;
use beadloom_tokens::Counter;
use chapter::Listed;
pub use gathered::ReadText;
pub(crate) use request::check_budget;
pub use request::{ContextRequest, MemoryAbout, Rendered, TaskMemory};
pub use rules::{NoRules, RulesAbout};

use crate::History;

/// Every chapter, in the order in which Markdown has them. Where two entries are worth the same, that of the earlier chapter
/// goes in first.
static CHAPTERS: &[Listed] = &[
    of_document::NODES,
    of_document::FINDINGS,
    outline::CHAPTER,
    links::CHAPTER,
    commits::CHAPTER,
    bodies::CHAPTER,
    definitions::CHAPTER,
    files::CHAPTER,
    bodies::IN_FULL,
    file_uses::USERS,
    file_uses::USED,
    crossings::CHAPTER,
    around::CHAPTER,
    documents::CHAPTER,
    linked::CHAPTER,
    rules::CHAPTER,
    memories::CHAPTER,
    routes::CHAPTER,
    together::CHAPTER,
    test_files::CHAPTER,
    stale::CHAPTER,
];

/// The bundle around the references; `counter`: one that counts as the request says; `history`: where tickets are
/// looked up; `rules`:
/// those of the project; `read`: where bodies and calling lines come from. Reads one state of the index, even while another process writes.
///
/// # Errors
/// `usage` without references, `budget_too_small`, `not_found` with suggestions, store errors.
pub fn bundle(
    store: &Store,
    request: &ContextRequest,
    counter: &Counter<'_>,
    history: &dyn History,
    rules: &dyn RulesAbout,
    read: ReadText<'_>,
) -> Result<Rendered> {
    if counter.counting() != request.counting {
        return Err(Error::new(Code::Internal, "a bundle is to be counted otherwise than it was asked for"));
    }
    check_budget(request.format, request.budget)?;
    let mut material = store.snapshot(|| gather::gather(CHAPTERS, store, request, history, rules, read))?;
    material.settle(&request.stale, read);
    pack::pack(&material, request, counter)
}
