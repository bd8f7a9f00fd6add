//! An answer to a task as Markdown: the code of the best files, then one line for each further file, then what stands
//! around them.

use std::collections::BTreeSet;
use std::fmt::Write;

use beadloom_model::answers::{Bundle, BundleSymbol, Certainty, Focus, Reason, TaskConfidence};

use super::material::{FileMaterial, Material};
use super::piece::{Level, Part, Piece};
use crate::answer::about::{About, Heading};
use crate::context::definitions::by_file;
use crate::context::markdown::{derived, last_line, left_out, warning};
use crate::context::wording::list;
use crate::context::{documents, memories};
use crate::text::{block, cut_at_word, fence, line};

/// Characters of the one line that stands for a piece.
const MAX_LINE_CHARS: usize = 90;

/// Characters of what encloses the definition in that line.
const MAX_SCOPE_CHARS: usize = 40;

/// Characters of a node's summary.
const MAX_SUMMARY_CHARS: usize = 200;

/// Titles of chapters; one begins so, before two names.
const CODE: &str = "Code";
const FURTHER_CODE: &str = "Further code";
const PARTS: &str = "Parts";
const FROM: &str = "From ";

/// The titles of chapters that only answers to tasks have.
pub(crate) fn headings() -> impl Iterator<Item = Heading> {
    let code = HEADINGS.iter().map(|(title, _)| *title).chain([CODE, FURTHER_CODE, FROM]);
    let code = code.map(|title| Heading { title, about: About::Code });
    code.chain([Heading { title: PARTS, about: About::Graph }])
}

/// What is shown of a file.
pub(super) struct ShownFile<'a> {
    pub file: &'a FileMaterial,
    /// Pieces with the level at which each is shown; at least one.
    pub pieces: Vec<(&'a Piece, Level)>,
}

/// `is_terse`: without what only somebody needs who reads on.
pub(super) fn render(
    bundle: &Bundle,
    files: &[ShownFile<'_>],
    material: &Material,
    is_terse: bool,
) -> String {
    let mut out = String::new();
    if bundle.focuses.is_empty() {
        focus(&mut out, &bundle.focus);
    } else {
        for one in &bundle.focuses {
            focus(&mut out, one);
        }
    }
    if let Some(confidence) = bundle.confidence {
        let _ = writeln!(out, "Confidence: {}\n", says(confidence, &bundle.absent, material.is_aside));
    }
    warning(&mut out, bundle);
    ways(&mut out, bundle);
    memories::markdown(&mut out, bundle);
    if files.is_empty() {
        let known = bundle.given.is_some_and(|given| given > 0);
        out.push_str(if known { "No further code matches.\n\n" } else { "No code matches.\n\n" });
    }
    for file in files {
        for (piece, level) in &file.pieces {
            if *level > Level::Line {
                out.push_str(&code(file.file, piece.parts(*level)));
            }
        }
    }
    let mut said = BTreeSet::new();
    let named: Vec<String> = files
        .iter()
        .flat_map(|file| file.pieces.iter().map(move |(piece, level)| (file, piece, level)))
        .filter(|(_, _, level)| **level == Level::Line)
        .map(|(file, piece, _)| named(file.file, piece))
        .filter(|line| said.insert(line.clone()))
        .collect();
    if !named.is_empty() {
        let _ = writeln!(out, "## {}", if named.len() == files.len() { CODE } else { FURTHER_CODE });
        out.extend(named);
        out.push('\n');
    }
    if !bundle.other_files.is_empty() {
        let paths: Vec<_> = bundle.other_files.iter().map(|path| line(path)).collect();
        let _ = writeln!(out, "Other files: {}\n", paths.join(", "));
    }
    for (heading, reason) in HEADINGS {
        by_file(&mut out, heading, bundle.code_symbols.iter().filter(|symbol| symbol.reason == Some(reason)));
    }
    parts(&mut out, bundle);
    documents::markdown(&mut out, bundle);
    if !bundle.tests.is_empty() {
        let nearest: Vec<_> = bundle.tests.iter().map(|path| line(path)).collect();
        let count = bundle.tests.len() as u64 + bundle.omitted.tests;
        let _ = match (count, bundle.omitted.tests) {
            (_, 0) => writeln!(out, "Tests: {}\n", nearest.join(", ")),
            _ => writeln!(out, "Tests: {count} files match, nearest {}\n", nearest.join(", ")),
        };
    }
    list(&mut out, "Stale documents", &bundle.sync_status.stale_docs);
    if !is_terse {
        left_out(&mut out, bundle);
    }
    if let Some(given) = bundle.given.filter(|given| *given > 0) {
        let _ = writeln!(out, "Given before in this session: {given}.");
    }
    if material.derived && !bundle.graph.nodes.is_empty() {
        derived(&mut out);
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
        return format!("low; the project has no {}{but}.", absent.join(" and no "));
    }
    let says = match confidence {
        TaskConfidence::High => "high.",
        TaskConfidence::Medium => "medium; as a rule one of the first five files is it.",
        TaskConfidence::Low => "low; name a symbol, a path or a message, or search for it.",
    };
    says.to_owned()
}

/// How one thing reaches another, where the task asks for that: the lines in which each way steps.
fn ways(out: &mut String, bundle: &Bundle) {
    for (number, way) in bundle.ways.iter().enumerate() {
        let (Some(first), Some(last)) = (way.steps.first(), way.steps.last()) else { continue };
        if number == 0 {
            let _ = writeln!(out, "## {FROM}{} to {}", line(&first.from), line(&last.to));
        } else {
            out.push_str("or\n");
        }
        for step in &way.steps {
            let _ =
                write!(out, "- {}:{} {} → {}", line(&step.path), step.line, line(&step.from), line(&step.to));
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

const HEADINGS: [(&str, Reason); 4] = [
    ("Written alike", Reason::Similar),
    ("Called by", Reason::Caller),
    ("Calls", Reason::Callee),
    ("Imported", Reason::Imported),
];

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

/// Code with its place above it.
pub(super) fn code(file: &FileMaterial, parts: &[Part]) -> String {
    let mut out = String::new();
    for part in parts {
        let _ = write!(out, "### {}:{}", line(&file.path), part.lines.first);
        if part.lines.last > part.lines.first {
            let _ = write!(out, "-{}", part.lines.last);
        }
        if let Some(symbol) = &part.symbol {
            let _ = write!(out, " {}", cut_at_word(&line(symbol), MAX_LINE_CHARS));
        }
        let content = block(&part.content);
        let fence = fence(&content);
        let _ = write!(out, "\n{fence}{}\n{content}\n{fence}\n\n", line(&file.language));
    }
    out
}

/// One line that says what stands where.
pub(super) fn named(file: &FileMaterial, piece: &Piece) -> String {
    let mut out = String::new();
    for part in piece.parts(Level::Line) {
        let (first, last) = match &piece.whole {
            Some(whole) => (*whole.start(), *whole.end()),
            None => (part.lines.first, part.lines.last),
        };
        let _ = write!(out, "- {}:{first}", line(&file.path));
        if last > first {
            let _ = write!(out, "-{last}");
        }
        // A method's line does not say whose it is.
        if let Some((scope, _)) = part.symbol.as_deref().and_then(|symbol| symbol.rsplit_once('.')) {
            let _ = write!(out, " {}:", cut_at_word(&line(scope), MAX_SCOPE_CHARS));
        }
        let says = cut_at_word(&line(&part.content), MAX_LINE_CHARS);
        let _ = if says.is_empty() { writeln!(out) } else { writeln!(out, " {says}") };
    }
    out
}

/// One signature, about as long as it gets.
pub(super) fn signature(symbol: &BundleSymbol) -> String {
    let mut out = String::new();
    by_file(&mut out, "", std::iter::once(symbol));
    out
}

fn parts(out: &mut String, bundle: &Bundle) {
    let is_focus = |id: &str| bundle.focuses.iter().any(|focus| focus.ref_id.as_deref() == Some(id));
    let nodes: Vec<_> = bundle.graph.nodes.iter().filter(|node| !is_focus(&node.ref_id)).collect();
    if nodes.is_empty() {
        return;
    }
    let _ = writeln!(out, "## {PARTS}");
    for node in nodes {
        out.push_str(&part(node));
    }
    out.push('\n');
}

/// A node on one line.
pub(super) fn part(node: &beadloom_model::answers::Node) -> String {
    let summary = cut_at_word(&line(&node.summary), MAX_SUMMARY_CHARS);
    let gap = if summary.is_empty() { "" } else { ": " };
    format!("- {} ({}){gap}{summary}\n", line(&node.ref_id), line(&node.kind))
}
