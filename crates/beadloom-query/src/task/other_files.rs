//! Files of which an answer to a task has the path alone.

use std::fmt::Write;

use beadloom_model::answers::Bundle;
use beadloom_model::requests::TextFormat;

use super::material::FileMaterial;
use crate::context::chapter::{Chapter, Draft, chosen};
use crate::text::line;

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

    fn markdown(&self, out: &mut String, bundle: &Bundle) {
        if !bundle.other_files.is_empty() {
            let paths: Vec<_> = bundle.other_files.iter().map(|path| line(path)).collect();
            let _ = writeln!(out, "Other files: {}\n", paths.join(", "));
        }
    }
}
