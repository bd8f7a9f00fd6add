//! What may be wrong in the answer: paths that changed since the index was made, and documents that are behind their code.

use beadloom_model::answers::Bundle;

use super::chapter::{Listed, Tier, bytes_of};
use super::gathered::Shape;
use super::list::List;
use crate::text::line;

/// Of each, those that nothing else comes before.
const FIRST: usize = 3;

/// About how many bytes a path takes.
const PATH_BYTES: usize = 40;

/// Markdown has them below the warning.
pub(crate) static PATHS: List<String> = List {
    tier: |plan, _, at, _| match plan.shape {
        _ if at < FIRST => Tier::Subject,
        Shape::Other => Tier::Oversized,
        _ => Tier::MoreUses,
    },
    bytes: |_| PATH_BYTES,
    put: |bundle, paths, _| bundle.stale_paths = paths,
    alone: |path| format!("> - \"{path}\","),
    ..List::PLAIN
};

pub(crate) static DOCUMENTS: List<String> = List {
    title: "Stale documents",
    tier: |_, _, at, _| if at < FIRST { Tier::Warning } else { Tier::BeyondShare },
    bytes: |path| bytes_of(&[path]),
    put: |bundle, paths, left_out| {
        bundle.sync_status.stale_docs = paths;
        bundle.omitted.stale_docs = left_out;
    },
    line: |path| format!("- {}", line(path)),
    alone: |path| format!("- \"{path}\","),
    places: |places, bundle| places.files(&bundle.sync_status.stale_docs),
    ..List::PLAIN
};

/// Documents of the nodes around.
pub(super) const CHAPTER: Listed = Listed {
    about: Bundle::sync_status,
    gather: |found| Ok(DOCUMENTS.of(found.store.stale_documents(&found.ids())?)),
};
