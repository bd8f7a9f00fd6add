//! A graph in Graphviz' language.

use std::fmt::Write;

use beadloom_model::answers::{FullNode, GraphAnswer};

use super::contracts;
use super::hierarchy::{PART_OF, places};
use super::remarks::remarks;
use crate::text::{cut_at_word, line};

/// Characters of a label.
const MAX_LABEL_CHARS: usize = 80;

/// Characters of a tooltip.
const MAX_TOOLTIP_CHARS: usize = 300;

/// A digraph with all nodes and edges. Nodes are called `n1`, `n2`, …, because ids differ that a label shows alike;
/// the summary is the tooltip.
pub(super) fn digraph(graph: &GraphAnswer) -> String {
    let mut out = String::new();
    for remark in remarks(graph) {
        let _ = writeln!(out, "// {remark}");
    }
    out.push_str(
        "digraph beadloom {\n  \
         graph [rankdir=TB, fontname=\"Helvetica\"]\n  \
         node [shape=box, style=\"rounded,filled\", fillcolor=\"#f2f2f2\", color=\"#666666\", fontname=\"Helvetica\", fontsize=11]\n  \
         edge [color=\"#666666\", fontname=\"Helvetica\", fontsize=9]\n",
    );
    for (at, node) in graph.nodes.iter().enumerate() {
        let _ = writeln!(out, "  n{} [{}]", at + 1, attributes(node));
    }
    let places = places(&graph.nodes);
    for edge in &graph.edges {
        if let (Some(from), Some(to)) = (places.get(edge.src.as_str()), places.get(edge.dst.as_str())) {
            let style = if edge.kind == PART_OF { ", style=dashed, arrowhead=empty" } else { "" };
            let crossing = contracts::labels(edge);
            let text = if crossing.is_empty() { edge.kind.clone() } else { crossing.join(", ") };
            let _ = writeln!(out, "  n{} -> n{} [label=\"{}\"{style}]", from + 1, to + 1, label(&text));
        }
    }
    out.push_str("}\n");
    out
}

fn attributes(node: &FullNode) -> String {
    let mut out = format!("label=\"{}\\n{}\"", label(&node.ref_id), label(&node.kind));
    let colour = match node.kind.as_str() {
        "domain" => Some("#d9e7fb"),
        "service" => Some("#dcd7f5"),
        "feature" => Some("#d8f0de"),
        "entity" => Some("#fdebc8"),
        "adr" => Some("#f6dbe4"),
        _ => None,
    };
    if let Some(colour) = colour {
        let _ = write!(out, ", fillcolor=\"{colour}\"");
    }
    let tooltip = if node.summary.trim().is_empty() { &node.ref_id } else { &node.summary };
    let _ = write!(out, ", tooltip=\"{}\"", escaped(&cut_at_word(&line(tooltip), MAX_TOOLTIP_CHARS)));
    out
}

fn label(text: &str) -> String {
    escaped(&cut_at_word(&line(text), MAX_LABEL_CHARS))
}

/// Text inside quotes. A backslash begins an escape there, and `&` an entity.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('&', "&amp;")
}
