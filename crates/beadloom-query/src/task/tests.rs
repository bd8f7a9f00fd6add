//! The best tests that match a task, where its code does not have them.

use std::fmt::Write;

use beadloom_model::answers::Bundle;

use crate::answer::places::Places;
use crate::context::chapter::{Chapter, Draft};
use crate::text::lined;

pub(super) struct Tests<'m> {
    /// Best first.
    pub all: &'m [String],
    /// How many are named.
    pub most: usize,
}

impl Chapter for Tests<'_> {
    fn put<'c>(&'c self, _: &[usize], draft: &mut Draft<'c>) {
        // Those that usually change with the code are named there.
        let together = draft.bundle.changed_together.as_deref().unwrap_or_default();
        let other = self.all.iter().filter(|path| !together.iter().any(|one| one.path == **path));
        let count = other.clone().count();
        let named: Vec<String> = other.take(self.most).cloned().collect();
        draft.bundle.omitted.tests = count.saturating_sub(named.len()) as u64;
        draft.bundle.tests = named;
    }

    fn add_places(&self, places: &mut Places, bundle: &Bundle) {
        places.files(&bundle.tests);
    }

    fn markdown(&self, _: &[usize], out: &mut String, bundle: &Bundle) {
        if bundle.tests.is_empty() {
            return;
        }
        let nearest = lined(&bundle.tests);
        let _ = match bundle.omitted.tests {
            0 => writeln!(out, "Tests: {nearest}\n"),
            more => {
                let count = bundle.tests.len() as u64 + more;
                writeln!(out, "Tests: {count} files match, nearest {nearest}\n")
            }
        };
    }
}
