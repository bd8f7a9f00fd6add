//! How chapters say names in Markdown.

use std::fmt::Write as _;

use beadloom_model::CompactSort as _;
use beadloom_model::answers::{Bundle, Edge, FocusType};

use crate::text::line;

/// The first names of a list; a hub's full list stands in the graph.
pub(super) fn some<T: AsRef<str>>(names: &[T]) -> String {
    first(names, 12)
}

pub(crate) fn first<T: AsRef<str>>(names: &[T], most: usize) -> String {
    let shown: Vec<&str> = names.iter().take(most).map(AsRef::as_ref).collect();
    let more = names.len() - shown.len();
    let shown = line(&shown.join(", "));
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// `part_of` as people write it.
pub(super) fn words(kind: &str) -> String {
    line(&kind.replace('_', " "))
}

/// Where edges lead, by kind, most telling kind first.
pub(super) fn grouped<'a>(edges: impl Iterator<Item = &'a Edge>) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut by_kind: Vec<(&str, Vec<&str>)> = Vec::new();
    for edge in edges {
        match by_kind.iter_mut().find(|(kind, _)| *kind == edge.kind) {
            Some((_, ids)) => ids.push(&edge.dst),
            None => by_kind.push((&edge.kind, vec![&edge.dst])),
        }
    }
    by_kind.compact_sort_by_key(|(kind, _)| beadloom_model::kinds::edge_rank(kind));
    by_kind
}

/// Lines, as a list of them is read.
pub(super) fn numbers(lines: &[u32]) -> String {
    let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
    lines.join(", ")
}

/// Whether it is about a part, a folder, a file or a symbol.
pub(super) fn is_area(bundle: &Bundle) -> bool {
    matches!(bundle.focus.r#type, FocusType::Node | FocusType::Path | FocusType::Symbol)
}

/// Paths below a heading, one a line.
pub(crate) fn list(out: &mut String, title: &str, paths: &[String]) {
    if paths.is_empty() {
        return;
    }
    let _ = writeln!(out, "## {title}");
    for path in paths {
        let _ = writeln!(out, "- {}", line(path));
    }
    out.push('\n');
}
