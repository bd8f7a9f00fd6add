//! An answer to a task as Markdown: the code of the best files, then one line for each further file, then what stands
//! around them.

use std::fmt::Write;

use beadloom_model::answers::{Bundle, Focus, TaskConfidence};

use super::material::Material;
use crate::answer::summary::Pieces;
use crate::context::chapter::Gained;
use crate::context::markdown::{add_chapters, derived, last_line, left_out, warning};
use crate::text::line;

/// `kept`: the entries of each chapter; `is_terse`: without what only somebody needs who reads on.
pub(super) fn render(
    bundle: &Bundle,
    chapters: &[Gained<'_>],
    kept: &[Vec<usize>],
    (material, is_terse): (&Material, bool),
) -> Pieces {
    let mut out = Pieces::default();
    if bundle.focuses.is_empty() {
        focus(&mut out.text, &bundle.focus);
    } else {
        for one in &bundle.focuses {
            focus(&mut out.text, one);
        }
    }
    if let Some(confidence) = bundle.confidence {
        let _ = writeln!(out.text, "Confidence: {}\n", says(confidence, &bundle.absent, material.is_aside));
    }
    warning(&mut out, bundle);
    add_chapters(&mut out, bundle, chapters, kept);
    if !is_terse {
        left_out(&mut out.text, bundle);
    }
    if let Some(given) = bundle.given.filter(|given| *given > 0) {
        let _ = writeln!(out.text, "Given before in this session: {given}.");
    }
    if material.derived && !bundle.graph.nodes.is_empty() {
        derived(&mut out.text);
    }
    last_line(&mut out, bundle);
    out
}

/// A level of confidence, and what to do about it.
fn says(confidence: TaskConfidence, absent: &[String], is_aside: bool) -> String {
    if !absent.is_empty() {
        let absent: Vec<String> =
            absent.iter().map(|text| format!("`{}`", line(text).replace('`', "'"))).collect();
        let but = if is_aside { " outside tests and texts" } else { "" };
        let level = match confidence {
            TaskConfidence::High => "high",
            TaskConfidence::Medium => "medium",
            TaskConfidence::Low => "low",
        };
        return format!("{level}; the project has no {}{but}.", absent.join(" and no "));
    }
    let says = match confidence {
        TaskConfidence::High => "high.",
        TaskConfidence::Medium => "medium; as a rule one of the first five files is it.",
        TaskConfidence::Low => "low; name a symbol, a path or a message, or search for it.",
    };
    says.to_owned()
}

fn focus(out: &mut String, focus: &Focus) {
    let _ = match focus.r#type {
        beadloom_model::answers::FocusType::Task => writeln!(out, "# {}\n", line(&focus.summary)),
        _ => {
            let name = focus.ref_id.as_ref().unwrap_or(&focus.r#ref);
            let summary = line(&focus.summary);
            let gap = if summary.is_empty() { "" } else { "\n" };
            writeln!(out, "# {} ({})\n{summary}{gap}", line(name), line(&focus.kind))
        }
    };
}
