//! The nodes around the references, and the edges between them; in Markdown also what crosses to and from these.

use std::collections::HashSet;
use std::fmt::Write as _;

use beadloom_model::Result;
use beadloom_model::answers::{Bundle, Crossing, Edge, FocusType, Node};

use super::chapter::{Chapter, Draft, Entry, Listed, Plan, Tier, bytes_of};
use super::gathered::{Gathered, Shape, edges_between};
use super::wording::{first, grouped, is_area, some, words};
use crate::text::{cut_at_word, line};

/// Neighbours that come before what is further off.
const FIRST: usize = 6;

/// Names of what a neighbour leads to: enough to see where it stands.
const MAX_LINKED_NODES: usize = 4;

/// A node of the bundle.
struct Around {
    node: Node,
    /// From the nearest focus node; 0 for those, which always stay.
    distance: usize,
}

struct Nodes {
    nodes: Vec<Around>,
    /// Between those nodes, by the order of their ends, then kind.
    edges: Vec<Edge>,
    /// Nodes beyond the limit.
    limited: u64,
}

pub(super) const CHAPTER: Listed = Listed { about: Bundle::graph, gather };

fn gather(found: &mut Gathered<'_>) -> Result<Box<dyn Chapter>> {
    let ids = found.ids();
    let known = found.order.iter().filter_map(|(id, distance)| Some((found.nodes.get(id)?, *distance)));
    let nodes = known.map(|(row, distance)| {
        let (ref_id, kind, summary) = (row.ref_id.clone(), row.kind.clone(), row.summary.clone());
        Around { node: Node { ref_id, kind, summary }, distance }
    });
    let nodes = nodes.collect();
    Ok(Box::new(Nodes { nodes, edges: edges_between(found.store, &ids)?, limited: found.limited_nodes }))
}

impl Chapter for Nodes {
    fn entries<'c>(&'c self, plan: &mut Plan<'c>) -> Vec<Entry<Tier>> {
        let (first, more, far) = match plan.shape {
            Shape::Other => (Tier::Subject, Tier::Core, Tier::Vicinity),
            Shape::Area | Shape::Symbol => (Tier::Opening, Tier::Vicinity, Tier::Far),
        };
        let mut near = 0;
        let mut tier = |distance: usize| {
            near += usize::from(distance == 1);
            match distance {
                1 if near <= FIRST => first,
                1 => more,
                _ => far,
            }
        };
        let others = self.nodes.iter().enumerate().filter(|(_, around)| around.distance > 0);
        others
            .map(|(at, Around { node, distance })| Entry {
                at,
                worth: tier(*distance),
                cost: bytes_of(&[&node.ref_id, &node.summary]),
            })
            .collect()
    }

    fn longest_text(&self) -> usize {
        self.nodes.iter().map(|around| around.node.summary.chars().count()).max().unwrap_or(0)
    }

    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        let is_kept = |at: usize, distance: usize| distance == 0 || kept.binary_search(&at).is_ok();
        let nodes: Vec<Node> = self
            .nodes
            .iter()
            .enumerate()
            .filter(|(at, around)| is_kept(*at, around.distance))
            .map(|(_, Around { node, .. })| Node {
                summary: cut_at_word(&node.summary, draft.longest),
                ..node.clone()
            })
            .collect();
        let there: HashSet<&str> = nodes.iter().map(|node| node.ref_id.as_str()).collect();
        let focus = self.nodes.iter().filter(|one| one.distance == 0);
        let focus: HashSet<&str> = focus.map(|one| one.node.ref_id.as_str()).collect();
        // Where there is little room, how neighbours hang together is not what was asked.
        let is_asked = |edge: &&Edge| {
            !draft.is_in_lines || focus.contains(edge.src.as_str()) || focus.contains(edge.dst.as_str())
        };
        let is_there = |edge: &&Edge| there.contains(edge.src.as_str()) && there.contains(edge.dst.as_str());
        let edges = self.edges.iter().filter(is_there).filter(is_asked).cloned().collect();
        draft.bundle.omitted.nodes = self.nodes.len().saturating_sub(nodes.len()) as u64;
        draft.bundle.limited.nodes = self.limited;
        draft.bundle.graph.nodes = nodes;
        draft.bundle.graph.edges = edges;
    }

    /// What crosses, then the other nodes with what the focus' own lines do not say of them.
    fn markdown(&self, _: &[usize], out: &mut String, bundle: &Bundle) {
        let is_focus = |id: &str| bundle.focuses.iter().any(|focus| focus.ref_id.as_deref() == Some(id));
        let crosses = |id: &str| bundle.crossings.iter().any(|crossing| crossing.ref_id == id);
        let is_other = |node: &&Node| !is_focus(&node.ref_id) && !crosses(&node.ref_id);
        let others: Vec<&Node> = bundle.graph.nodes.iter().filter(is_other).collect();
        let is_symbol = bundle.focus.r#type == FocusType::Symbol;
        if (others.is_empty() || is_symbol && bundle.derived) && bundle.crossings.is_empty() {
            return;
        }
        out.push_str("## Around it\n");
        crossing(out, "uses", &bundle.crossings, |crossing| &crossing.uses);
        crossing(out, "used by", &bundle.crossings, |crossing| &crossing.used);
        // What drafted nodes say of themselves is how many files they have.
        if bundle.derived && is_area(bundle) {
            let names: Vec<&str> = others.iter().map(|node| node.ref_id.as_str()).collect();
            if !names.is_empty() && !is_symbol {
                let _ = writeln!(out, "- also: {}", some(&names));
            }
            out.push('\n');
            return;
        }
        for node in others {
            let _ = write!(out, "- {} ({})", line(&node.ref_id), line(&node.kind));
            let summary = line(&node.summary);
            if !summary.is_empty() {
                let _ = write!(out, ": {summary}");
            }
            let edges = bundle.graph.edges.iter();
            for (kind, ids) in grouped(edges.filter(|edge| edge.src == node.ref_id && !is_focus(&edge.dst))) {
                let _ = write!(out, "; {} {}", words(kind), first(&ids, MAX_LINKED_NODES));
            }
            out.push('\n');
        }
        out.push('\n');
    }
}

/// One direction of what crosses.
fn crossing(out: &mut String, how: &str, all: &[Crossing], names: fn(&Crossing) -> &Vec<String>) {
    for one in all.iter().filter(|one| !names(one).is_empty()) {
        let _ = writeln!(out, "- {how} {}: {}", line(&one.ref_id), some(names(one)));
    }
}
