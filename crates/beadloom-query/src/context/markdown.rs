//! A bundle as Markdown, for a person or an agent: first what the thing is, then how it fits, then the rest.

use std::borrow::Cow;
use std::fmt::Write;

use beadloom_graph::paths;
use beadloom_model::About;
use beadloom_model::answers::{Bundle, Focus, FocusType, Node};

use super::chapter::Gained;
use super::wording::{grouped, some, words};
use crate::answer::summary::Pieces;
use crate::text::line;

/// `chapters`: in the order in which they stand; `kept`: the entries of each.
pub(super) fn render(bundle: &Bundle, chapters: &[Gained<'_>], kept: &[Vec<usize>]) -> Pieces {
    let mut out = Pieces::default();
    for focus in &bundle.focuses {
        title(&mut out.text, bundle, focus);
    }
    warning(&mut out, bundle);
    add_chapters(&mut out, bundle, chapters, kept);
    left_out(&mut out.text, bundle);
    if bundle.derived {
        derived(&mut out.text);
    }
    last_line(&mut out, bundle);
    out
}

/// The chapters, with the entries `kept` of each.
pub(crate) fn add_chapters(out: &mut Pieces, bundle: &Bundle, chapters: &[Gained<'_>], kept: &[Vec<usize>]) {
    for (one, kept) in chapters.iter().zip(kept) {
        one.chapter.markdown(kept, &mut out.text, bundle);
        out.end(one.about);
    }
}

/// Why the answer may be behind, and in which files.
pub(crate) fn warning(out: &mut Pieces, bundle: &Bundle) {
    let from = out.text.len();
    if let Some(warning) = &bundle.warning {
        let _ = writeln!(out.text, "> {}", line(warning));
        for path in &bundle.stale_paths {
            let _ = writeln!(out.text, "> - {}", line(path));
        }
        out.text.push('\n');
    }
    out.end_warning(from);
}

/// That nobody wrote the graph.
pub(crate) fn derived(out: &mut String) {
    out.push_str("This graph is derived from the code; `beadloom init --bootstrap` keeps it.\n");
}

/// Whether that is all, behind everything else.
pub(crate) fn last_line(out: &mut Pieces, bundle: &Bundle) {
    out.end(About::Frame);
    out.trim_end();
    let _ = write!(out.text, "\n\n{}\n", line(&bundle.next.says));
}

/// What it is and where it sits.
fn title(out: &mut String, bundle: &Bundle, focus: &Focus) {
    let name = match (focus.r#type, &focus.ref_id) {
        (FocusType::Node, Some(id)) => Cow::Borrowed(id),
        // The one form of `a/../b`.
        (FocusType::Path, _) if focus.r#ref.contains("..") => {
            paths::normalise(&focus.r#ref).map_or(Cow::Borrowed(&focus.r#ref), Cow::Owned)
        }
        _ => Cow::Borrowed(&focus.r#ref),
    };
    let _ = writeln!(out, "# {} ({})", line(&name), line(&focus.kind));
    let summary = line(&focus.summary);
    if !summary.is_empty() {
        let _ = writeln!(out, "{summary}");
    }
    out.push('\n');
    let Some(id) = &focus.ref_id else { return };
    let before = out.len();
    if focus.r#type != FocusType::Node
        && let Some(node) = node(bundle, id)
    {
        let _ = write!(out, "- in: {} ({})", line(id), line(&node.kind));
        let says = line(&node.summary);
        let _ = if says.is_empty() { writeln!(out) } else { writeln!(out, ": {says}") };
    }
    // Of a symbol's part, where it stands is enough: what the part has to do with others is not what was asked.
    if focus.r#type == FocusType::Symbol {
        if out.len() > before {
            out.push('\n');
        }
        return;
    }
    let outgoing = grouped(bundle.graph.edges.iter().filter(|edge| edge.src == *id));
    let mut parts: Vec<&str> = Vec::new();
    let mut users: Vec<String> = Vec::new();
    for edge in bundle.graph.edges.iter().filter(|edge| edge.dst == *id) {
        if edge.kind == "part_of" {
            parts.push(&edge.src);
        } else {
            // Dependence is what "used by" says; any other kind says so itself.
            let plain = matches!(edge.kind.as_str(), "depends_on" | "uses");
            users.push(if plain {
                edge.src.clone()
            } else {
                format!("{} ({})", edge.src, words(&edge.kind))
            });
        }
    }
    for (kind, ids) in outgoing {
        let _ = writeln!(out, "- {}: {}", words(kind), some(&ids));
    }
    if !parts.is_empty() {
        let _ = writeln!(out, "- parts: {}", some(&parts));
    }
    if !users.is_empty() {
        users.dedup();
        let _ = writeln!(out, "- used by: {}", some(&users));
    }
    if out.len() > before {
        out.push('\n');
    }
}

fn node<'a>(bundle: &'a Bundle, id: &str) -> Option<&'a Node> {
    bundle.graph.nodes.iter().find(|node| node.ref_id == id)
}

/// One line on what is missing here and exists.
pub(crate) fn left_out(out: &mut String, bundle: &Bundle) {
    let counts = [
        (bundle.omitted.nodes + bundle.limited.nodes, "node", "nodes"),
        (bundle.omitted.other_files, "file", "files"),
        (bundle.omitted.crossings, "neighbour", "neighbours"),
        (bundle.omitted.file_uses, "file that uses it or that it uses", "files that use it or that it uses"),
        (bundle.omitted.text_chunks + bundle.limited.text_chunks, "section", "sections"),
        (bundle.omitted.code_symbols + bundle.limited.code_symbols, "symbol", "symbols"),
        (bundle.omitted.code, "piece of code", "pieces of code"),
        (bundle.omitted.constraints, "rule", "rules"),
        (bundle.omitted.routes, "route", "routes"),
        (bundle.omitted.tests, "test", "tests"),
        (bundle.omitted.stale_docs, "stale document", "stale documents"),
        (bundle.omitted.linked_documents, "document that speaks of it", "documents that speak of it"),
        (bundle.omitted.links, "link", "links"),
        (bundle.omitted.memories, "memory", "memories"),
    ];
    let parts: Vec<String> = counts
        .iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| format!("{count} {}", if *count == 1 { one } else { many }))
        .collect();
    if !parts.is_empty() {
        let _ = writeln!(out, "Not shown: {}.", parts.join(", "));
    }
}
