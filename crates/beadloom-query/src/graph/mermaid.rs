//! A graph as a Mermaid flowchart.

use beadloom_model::CompactSort as _;
use std::cmp::Reverse;
use std::fmt::Write;

use beadloom_model::answers::{FullEdge, FullNode, GraphAnswer};
use beadloom_model::kinds::edge_rank;
use serde_json::Value;

use super::hierarchy::{Hierarchy, PART_OF, places};
use super::remarks::{grouped, remarks};
use crate::text::{cut_at_word, line};

/// Edges of a flowchart that Mermaid draws without being told to draw more (its `maxEdges`).
const MOST_EDGES: usize = 500;

/// UTF-16 units of a diagram that Mermaid draws (its `maxTextSize`), less room for the head.
pub(super) const MOST_TEXT: usize = 50_000 - 1_500;

/// Of that, what nodes may take where not everything fits.
const MOST_NODE_TEXT: usize = 30_000;

/// Characters of a label.
const MOST_LABEL: usize = 80;

/// A flowchart that Mermaid reads whatever the ids hold: nodes are called `n1`, `n2`, …, and what people named
/// them stands in quoted labels with everything escaped that Mermaid or HTML gives a meaning. Of more than
/// Mermaid draws, the upper and most connected nodes stay, the most telling kinds of edges and the most frequent
/// imports; a comment says how many do not.
pub(super) fn flowchart(graph: &GraphAnswer) -> String {
    let nodes: Vec<String> =
        graph.nodes.iter().enumerate().map(|(at, node)| node_line(at + 1, node)).collect();
    let places = places(&graph.nodes);
    let edges: Vec<EdgeLine<'_>> = graph
        .edges
        .iter()
        .filter_map(|edge| {
            let from = *places.get(edge.src.as_str())?;
            let to = *places.get(edge.dst.as_str())?;
            Some(EdgeLine { from, to, edge, text: edge_line(from + 1, to + 1, &edge.kind) })
        })
        .collect();
    let shown = Shown::fit(graph, &nodes, &edges);

    let mut out = String::from("flowchart TD\n");
    for remark in remarks(graph) {
        let _ = writeln!(out, "  %% {}", comment(&remark));
    }
    shown.say(&mut out);
    for (text, _) in nodes.iter().zip(&shown.nodes).filter(|(_, shown)| **shown) {
        out.push_str(text);
    }
    for (edge, _) in edges.iter().zip(&shown.edges).filter(|(_, shown)| **shown) {
        out.push_str(&edge.text);
    }
    out
}

struct EdgeLine<'a> {
    from: usize,
    to: usize,
    edge: &'a FullEdge,
    text: String,
}

/// What of a graph is drawn.
struct Shown {
    nodes: Vec<bool>,
    edges: Vec<bool>,
}

impl Shown {
    fn fit(graph: &GraphAnswer, nodes: &[String], edges: &[EdgeLine<'_>]) -> Self {
        let mut shown = Self { nodes: vec![true; nodes.len()], edges: vec![true; edges.len()] };
        let node_text: usize = nodes.iter().map(|text| units(text)).sum();
        let edge_text: usize = edges.iter().map(|edge| units(&edge.text)).sum();
        if edges.len() <= MOST_EDGES && node_text + edge_text <= MOST_TEXT {
            return shown;
        }
        if node_text > MOST_NODE_TEXT {
            shown.nodes = uppermost(graph, nodes, edges);
        }
        let mut left = MOST_TEXT.saturating_sub(
            nodes.iter().zip(&shown.nodes).filter(|(_, shown)| **shown).map(|(text, _)| units(text)).sum(),
        );
        let mut ranked: Vec<(usize, &EdgeLine<'_>)> = edges.iter().enumerate().collect();
        ranked.compact_sort_by_key(|(at, line)| {
            let count = line.edge.extra.get("count").and_then(Value::as_u64).unwrap_or(u64::MAX);
            let found = line.edge.extra.get("origin").and_then(Value::as_str) == Some("import");
            (edge_rank(&line.edge.kind), found, Reverse(count), *at)
        });
        shown.edges = vec![false; edges.len()];
        let mut drawn = 0;
        for (at, line) in ranked {
            let ends = [line.from, line.to].iter().all(|end| shown.nodes.get(*end) == Some(&true));
            let room = units(&line.text);
            if ends && drawn < MOST_EDGES && room <= left {
                drawn += 1;
                left -= room;
                if let Some(slot) = shown.edges.get_mut(at) {
                    *slot = true;
                }
            }
        }
        shown
    }

    fn say(&self, out: &mut String) {
        let mut missing = Vec::new();
        for (name, all) in [("nodes", &self.nodes), ("edges", &self.edges)] {
            let left_out = all.iter().filter(|shown| !**shown).count();
            if left_out > 0 {
                missing.push(format!("{} of {} {name}", grouped(left_out), grouped(all.len())));
            }
        }
        if !missing.is_empty() {
            let _ = writeln!(
                out,
                "  %% {} are left out: Mermaid draws {MOST_EDGES} edges and 50,000 characters.\n  \
                 %% `beadloom graph REF --depth 1` draws a part, `--format html` and `--format dot` draw all.",
                missing.join(" and "),
            );
        }
    }
}

/// Nodes for which there is room: the upper ones first, then those with most edges.
fn uppermost(graph: &GraphAnswer, nodes: &[String], edges: &[EdgeLine<'_>]) -> Vec<bool> {
    let tree = Hierarchy::new(&graph.nodes, &graph.edges);
    let mut degrees = vec![0_usize; nodes.len()];
    for end in edges.iter().flat_map(|edge| [edge.from, edge.to]) {
        if let Some(degree) = degrees.get_mut(end) {
            *degree += 1;
        }
    }
    let mut ranked: Vec<usize> = (0..nodes.len()).collect();
    ranked.compact_sort_by_key(|at| (tree.depth(*at), Reverse(degrees.get(*at).copied()), *at));
    let mut shown = vec![false; nodes.len()];
    let mut left = MOST_NODE_TEXT;
    for at in ranked {
        let room = nodes.get(at).map_or(0, |text| units(text));
        if room > left {
            break;
        }
        left -= room;
        if let Some(slot) = shown.get_mut(at) {
            *slot = true;
        }
    }
    shown
}

/// A shape per kind, so that a reader tells them apart without a legend.
fn node_line(number: usize, node: &FullNode) -> String {
    let (open, close) = match node.kind.as_str() {
        "service" => ("[[", "]]"),
        "feature" => ("(", ")"),
        "entity" => ("[(", ")]"),
        "adr" => ("{{", "}}"),
        _ => ("[", "]"),
    };
    format!("  n{number}{open}\"{} ({})\"{close}\n", label(&node.ref_id), label(&node.kind))
}

fn edge_line(from: usize, to: usize, kind: &str) -> String {
    let arrow = if kind == PART_OF { "-.->" } else { "-->" };
    format!("  n{from} {arrow}|\"{}\"| n{to}\n", label(kind))
}

/// As Mermaid counts.
pub(super) fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Text inside a quoted label, at most [`MOST_LABEL`] characters.
fn label(text: &str) -> String {
    escaped(&cut_at_word(&line(text), MOST_LABEL))
}

/// Text inside quotes. Mermaid writes entities as `#34;`; only letters, digits, spaces and harmless marks stay as
/// they are.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_alphanumeric()
            || matches!(c, ' ' | '_' | '-' | '.' | ',' | '/' | ':' | '@' | '+' | '=' | '!' | '?' | '…')
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

/// Text behind `%%`. A brace would begin a directive.
pub(super) fn comment(text: &str) -> String {
    line(text).replace('{', "(").replace('}', ")")
}

#[cfg(test)]
mod tests {
    use beadloom_model::answers::{FullEdge, FullNode, GraphAnswer};
    use serde_json::{Map, json};

    use super::{flowchart, label, units};

    fn node(id: String) -> FullNode {
        FullNode {
            ref_id: id,
            kind: "domain".to_owned(),
            summary: String::new(),
            source: None,
            docs: Vec::new(),
            stale_docs: Vec::new(),
            tags: Vec::new(),
            extra: Map::new(),
        }
    }

    fn edge(src: String, dst: String, kind: &str, count: Option<u64>) -> FullEdge {
        let extra = count.map(|count| ("count".to_owned(), json!(count)));
        FullEdge { src, dst, kind: kind.to_owned(), extra: extra.into_iter().collect() }
    }

    fn graph(nodes: Vec<FullNode>, edges: Vec<FullEdge>) -> GraphAnswer {
        GraphAnswer {
            version: 1,
            derived: false,
            nodes,
            edges,
            etag: String::new(),
            warning: None,
            stale_paths: Vec::new(),
        }
    }

    #[test]
    fn a_large_graph_keeps_what_tells_most() {
        let mut edges: Vec<FullEdge> = (0..600)
            .map(|at| edge(format!("n{}", at % 40), format!("n{}", at / 40), "depends_on", Some(at)))
            .collect();
        edges.push(edge("n7".to_owned(), "n0".to_owned(), "part_of", None));
        let text = flowchart(&graph((0..40).map(|at| node(format!("n{at}"))).collect(), edges));
        assert_eq!(text.matches("-->|").count() + text.matches("-.->|").count(), 500);
        assert!(text.contains("%% 101 of 601 edges are left out"), "{text}");
        assert!(text.contains("|\"part_of\"|"), "the rare kind stays");
        // The most frequent import is there, the rarest is not.
        assert!(text.contains("  n40 -->|\"depends_on\"| n15\n"), "{text}");
        assert!(!text.contains("  n1 -->|\"depends_on\"| n1\n"), "{text}");
    }

    #[test]
    fn many_nodes_stay_within_the_text_that_mermaid_draws() {
        let mut nodes: Vec<FullNode> = (0..3_000).map(|at| node(format!("module-number-{at}-𝄞"))).collect();
        nodes.push(node("root".to_owned()));
        let edges =
            (0..3_000).map(|at| edge(format!("module-number-{at}-𝄞"), "root".to_owned(), "part_of", None));
        let text = flowchart(&graph(nodes, edges.collect()));
        assert!(units(&text) <= 50_000, "{}", units(&text));
        assert!(text.contains("\"root (domain)\""), "the top stays");
        assert!(text.contains(" of 3,001 nodes and 2,500 of 3,000 edges are left out"), "{text}");
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
        assert_eq!(label(&"long ".repeat(100)).chars().count(), 80);
    }
}
