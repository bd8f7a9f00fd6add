//! Files of which an answer to a task has the path alone.

use std::fmt::Write;

use beadloom_model::answers::Bundle;
use beadloom_model::requests::TextFormat;

use super::material::FileMaterial;
use crate::answer::places::Places;
use crate::context::chapter::{Chapter, Draft, chosen};
use crate::text::lined;

pub(super) struct OtherFiles<'m>(pub &'m [FileMaterial]);

impl Chapter for OtherFiles<'_> {
    fn alone(&self, at: usize, _: TextFormat) -> String {
        self.0.get(at).map_or_else(String::new, |file| format!(" {},", file.path))
    }

    /// Of a file with code there is more than its path.
    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        let paths = chosen(self.0, kept).map(|file| file.path.as_str());
        draft.bundle.other_files =
            paths.filter(|path| !draft.named.contains(path)).map(str::to_owned).collect();
    }

    fn add_places(&self, places: &mut Places, bundle: &Bundle) {
        places.files(&bundle.other_files);
    }

    fn markdown(&self, _: &[usize], out: &mut String, bundle: &Bundle) {
        if !bundle.other_files.is_empty() {
            let _ = writeln!(out, "Other files: {}\n", lined(&bundle.other_files));
        }
    }
}
