//! A graph as a Mermaid flowchart.

use std::collections::HashMap;
use std::fmt::Write;

use beadloom_model::answers::{FullEdge, GraphAnswer};
use beadloom_model::kinds::edge_rank;
use serde_json::Value;

use crate::text::line;

/// Edges of a diagram that Mermaid draws without being told to draw more (its `maxEdges`).
const MOST_EDGES: usize = 500;

/// A flowchart that Mermaid reads whatever the ids hold: nodes are called `n1`, `n2`, …, and what people named
/// them stands in quoted labels with everything escaped that Mermaid or HTML gives a meaning. Of more edges than
/// Mermaid draws, the most telling kinds and the most frequent imports stay; a comment says how many do not.
pub fn mermaid(graph: &GraphAnswer) -> String {
    let mut out = String::from("flowchart TD\n");
    let mut names: HashMap<&str, usize> = HashMap::new();
    for (at, node) in graph.nodes.iter().enumerate() {
        names.insert(&node.ref_id, at + 1);
        let _ = writeln!(out, "  n{}[\"{} ({})\"]", at + 1, label(&node.ref_id), label(&node.kind));
    }
    let shown = most_telling(&graph.edges);
    if shown.len() < graph.edges.len() {
        let _ = writeln!(
            out,
            "  %% {} more edges are left out, Mermaid draws {MOST_EDGES}",
            graph.edges.len() - shown.len()
        );
    }
    for edge in shown {
        if let (Some(from), Some(to)) = (names.get(edge.src.as_str()), names.get(edge.dst.as_str())) {
            let _ = writeln!(out, "  n{from} -->|\"{}\"| n{to}", label(&edge.kind));
        }
    }
    out
}

/// At most [`MOST_EDGES`], in their order.
fn most_telling(edges: &[FullEdge]) -> Vec<&FullEdge> {
    if edges.len() <= MOST_EDGES {
        return edges.iter().collect();
    }
    let mut ranked: Vec<(usize, &FullEdge)> = edges.iter().enumerate().collect();
    ranked.sort_by_key(|(at, edge)| {
        let count = edge.extra.get("count").and_then(Value::as_u64).unwrap_or(u64::MAX);
        (edge_rank(&edge.kind), std::cmp::Reverse(count), *at)
    });
    ranked.truncate(MOST_EDGES);
    ranked.sort_by_key(|(at, _)| *at);
    ranked.into_iter().map(|(_, edge)| edge).collect()
}

/// Text inside a quoted label. Mermaid writes entities as `#34;`; only letters, digits, spaces and harmless marks
/// stay as they are.
fn label(text: &str) -> String {
    let mut out = String::new();
    for c in line(text).chars() {
        if c.is_alphanumeric()
            || matches!(c, ' ' | '_' | '-' | '.' | ',' | '/' | ':' | '@' | '+' | '=' | '!' | '?')
        {
            out.push(c);
        } else {
            let _ = write!(out, "#{};", u32::from(c));
        }
    }
    // A label that begins like a list is refused.
    if out.starts_with(['-', '+']) {
        let first = out.remove(0);
        out = format!("#{};{out}", u32::from(first));
    }
    out
}

#[cfg(test)]
mod tests {
    use beadloom_model::answers::{FullEdge, FullNode, GraphAnswer};
    use serde_json::{Map, json};

    use super::{label, mermaid};

    #[test]
    fn a_large_graph_keeps_what_tells_most() {
        let node = |id: String| FullNode {
            ref_id: id,
            kind: "domain".to_owned(),
            summary: String::new(),
            source: None,
            docs: Vec::new(),
            tags: Vec::new(),
            extra: Map::new(),
        };
        let edge = |at: u64, kind: &str| FullEdge {
            src: format!("n{}", at % 40),
            dst: format!("n{}", at / 40),
            kind: kind.to_owned(),
            extra: Map::from_iter([("count".to_owned(), json!(at))]),
        };
        let mut edges: Vec<FullEdge> = (0..600).map(|at| edge(at, "depends_on")).collect();
        edges.push(FullEdge { extra: Map::new(), ..edge(7, "part_of") });
        let graph = GraphAnswer {
            version: 1,
            derived: false,
            nodes: (0..40).map(|at| node(format!("n{at}"))).collect(),
            edges,
            warning: None,
            stale_paths: Vec::new(),
        };
        let text = mermaid(&graph);
        assert_eq!(text.matches("-->").count(), 500);
        assert!(text.contains("%% 101 more edges are left out"), "{text}");
        assert!(text.contains("|\"part_of\"|"), "the rare kind stays");
        // The most frequent import is there, the rarest is not.
        assert!(text.contains("  n40 -->|\"depends_on\"| n15\n"), "{text}");
        assert!(!text.contains("  n1 -->|\"depends_on\"| n1\n"), "{text}");
    }

    #[test]
    fn nothing_in_a_label_is_syntax() {
        for (text, escaped) in [
            ("a.b", "a.b"),
            ("a/b", "a/b"),
            ("end", "end"),
            ("x\"y", "x#34;y"),
            ("f(x) [y] {z}", "f#40;x#41; #91;y#93; #123;z#125;"),
            ("%%{init}%%", "#37;#37;#123;init#125;#37;#37;"),
            ("<b>&amp;#35;", "#60;b#62;#38;amp#59;#35;35#59;"),
            ("`md` $$x$$", "#96;md#96; #36;#36;x#36;#36;"),
            ("a\nb\u{1b}[0m", "a b#65533;#91;0m"),
            ("- x", "#45; x"),
            ("naïve 名", "naïve 名"),
        ] {
            assert_eq!(label(text), escaped, "{text:?}");
        }
    }
}
