//! Code files of a part or folder that no definition names.

use beadloom_model::answers::Bundle;

use super::chapter::{Chapter, Draft, Entry, Listed, Plan, Tier, bytes_of, chosen, entries_of};
use super::gathered::ReadText;
use super::of_document::of_one;
use super::wording::list;
use crate::Staleness;
use crate::answer::places::Places;

/// Their share of the budget, in hundredths.
const SHARE: usize = 12;

struct Files(Vec<String>);

/// Those of the area, the most important first.
pub(super) const CHAPTER: Listed = Listed {
    about: Bundle::other_files,
    gather: |found| {
        let mut files = std::mem::take(&mut found.ranking.files);
        // A document that is asked for is what the answer is about.
        if let Some(document) = of_one(found) {
            files.retain(|path| path != document);
        }
        Ok(Box::new(Files(files)))
    },
};

impl Chapter for Files {
    fn leave_out_gone_lines(&mut self, stale: &Staleness, _: ReadText<'_>) {
        self.0.retain(|path| stale.has_line(path, 1));
    }

    fn paths(&self) -> Vec<&str> {
        self.0.iter().map(String::as_str).collect()
    }

    fn entries<'c>(&'c self, plan: &mut Plan<'c>) -> Vec<Entry<Tier>> {
        let mut share = plan.share(SHARE);
        entries_of(&self.0, |_, path| {
            let fits = !plan.named.contains(path.as_str()) && share.takes(path.len() + 4);
            (if fits { Tier::Surroundings } else { Tier::Neighbours }, bytes_of(&[path]))
        })
    }

    /// A file is named by what is shown of it.
    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        let is_unnamed = |path: &&String| !draft.named.contains(path.as_str());
        let shown: Vec<String> = chosen(&self.0, kept).filter(is_unnamed).cloned().collect();
        let all = self.0.iter().filter(is_unnamed).count();
        draft.bundle.omitted.other_files = all.saturating_sub(shown.len()) as u64;
        draft.bundle.other_files = shown;
    }

    fn markdown(&self, _: &[usize], out: &mut String, bundle: &Bundle) {
        list(out, "Other files", &bundle.other_files);
    }

    fn add_places(&self, places: &mut Places, bundle: &Bundle) {
        places.files(&bundle.other_files);
    }
}
