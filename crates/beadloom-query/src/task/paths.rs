//! How one thing reaches another, where the task asks for that: the lines in which each way steps.

use std::fmt::Write;

use beadloom_model::answers::{Bundle, Certainty, Way};

use crate::answer::places::Places;
use crate::context::chapter::{Chapter, Draft};
use crate::text::line;

/// All of them are always there.
pub(super) struct Paths<'m>(pub &'m [Way]);

impl Chapter for Paths<'_> {
    fn put<'c>(&'c self, _: &[usize], draft: &mut Draft<'c>) {
        draft.bundle.ways = self.0.to_vec();
    }

    fn add_places(&self, places: &mut Places, bundle: &Bundle) {
        let steps = bundle.ways.iter().flat_map(|way| &way.steps);
        steps.for_each(|step| places.line(&step.path, step.line));
    }

    fn markdown(&self, _: &[usize], out: &mut String, bundle: &Bundle) {
        for (number, way) in bundle.ways.iter().enumerate() {
            let (Some(first), Some(last)) = (way.steps.first(), way.steps.last()) else { continue };
            if number == 0 {
                let _ = writeln!(out, "## From {} to {}", line(&first.from), line(&last.to));
            } else {
                out.push_str("or\n");
            }
            for step in &way.steps {
                let (from, to) = (line(&step.from), line(&step.to));
                let _ = write!(out, "- {}:{} {from} → {to}", line(&step.path), step.line);
                if step.confidence == Certainty::Ambiguous {
                    out.push_str(" (may be another)");
                }
                let _ = match &step.text {
                    Some(text) => writeln!(out, ": `{}`", line(text).replace('`', "'")),
                    None => writeln!(out),
                };
            }
        }
        if !bundle.ways.is_empty() {
            out.push('\n');
        }
    }
}
