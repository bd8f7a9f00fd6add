//! What may be wrong in the answer: paths that changed since the index was made, and documents that are behind their code.

use beadloom_model::Result;
use beadloom_model::answers::Bundle;
use beadloom_model::requests::TextFormat;

use super::chapter::{Chapter, Draft, Listed, Plan, bytes_of, chosen, left_out};
use super::gathered::{Gathered, Shape};
use super::wording::list;
use crate::Staleness;
use crate::answer::about::About;
use crate::answer::packer::Entry;
use crate::answer::tier::Tier;

/// Of each, those that nothing else comes before.
const FIRST: usize = 3;

/// About how many bytes a path takes.
const PATH_BYTES: usize = 40;

struct StalePaths(Vec<String>);

/// These paths.
pub(crate) fn paths_of(paths: Vec<String>) -> Box<dyn Chapter> {
    Box::new(StalePaths(paths))
}

/// `shown`: files that other chapters show something of, which come first.
pub(super) fn paths<'s>(stale: &Staleness, shown: impl IntoIterator<Item = &'s str>) -> Box<dyn Chapter> {
    paths_of(stale.shown_paths_of(shown))
}

impl Chapter for StalePaths {
    fn entries<'c>(&'c self, plan: &mut Plan<'c>) -> Vec<Entry<Tier>> {
        let more = if plan.shape == Shape::Other { Tier::Oversized } else { Tier::MoreUses };
        let tier = |at: usize| if at < FIRST { Tier::Subject } else { more };
        (0..self.0.len()).map(|at| Entry { at, worth: tier(at), cost: PATH_BYTES }).collect()
    }

    fn alone(&self, at: usize, _: TextFormat) -> String {
        self.0.get(at).map(|path| format!("> - \"{path}\",")).unwrap_or_default()
    }

    /// Markdown has them below the warning.
    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        draft.bundle.stale_paths = chosen(&self.0, kept).cloned().collect();
    }
}

struct StaleDocuments(Vec<String>);

const TITLE: &str = "Stale documents";
pub(super) const DOCUMENTS: Listed = Listed { about: About::Documents, gather: documents };

/// Documents of the nodes around.
fn documents(found: &mut Gathered<'_>) -> Result<Box<dyn Chapter>> {
    Ok(Box::new(StaleDocuments(found.store.stale_documents(&found.ids())?)))
}

/// These documents.
pub(crate) fn documents_of(paths: Vec<String>) -> Box<dyn Chapter> {
    Box::new(StaleDocuments(paths))
}

impl Chapter for StaleDocuments {
    fn entries<'c>(&'c self, _: &mut Plan<'c>) -> Vec<Entry<Tier>> {
        let tier = |at: usize| if at < FIRST { Tier::Warning } else { Tier::BeyondShare };
        let paths = self.0.iter().enumerate();
        paths.map(|(at, path)| Entry { at, worth: tier(at), cost: bytes_of(&[path]) }).collect()
    }

    fn alone(&self, at: usize, _: TextFormat) -> String {
        self.0.get(at).map(|path| format!("- \"{path}\",")).unwrap_or_default()
    }

    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        draft.bundle.sync_status.stale_docs = chosen(&self.0, kept).cloned().collect();
        draft.bundle.omitted.stale_docs = left_out(&self.0, kept);
    }

    fn markdown(&self, out: &mut String, bundle: &Bundle) {
        list(out, TITLE, &bundle.sync_status.stale_docs);
    }
}
