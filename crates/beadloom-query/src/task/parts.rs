//! The nodes that an answer to a task is about: those of references are always there, then come the owners of the best files.

use std::fmt::Write;

use beadloom_model::answers::{Bundle, BundleGraph, Node};
use beadloom_model::requests::TextFormat;

use super::material::Material;
use crate::context::chapter::{Chapter, Draft, as_json};
use crate::text::{cut_at_word, line};

/// Characters of a node's summary.
const MAX_SUMMARY_CHARS: usize = 200;

pub(super) struct Parts<'m>(pub &'m Material);

impl Chapter for Parts<'_> {
    fn alone(&self, at: usize, format: TextFormat) -> String {
        let Some(node) = self.0.nodes.get(at) else { return String::new() };
        match format {
            TextFormat::Markdown => part(node),
            TextFormat::Json => {
                let is_its = |id: &str| id == node.ref_id;
                let edges = self.0.edges.iter().filter(|edge| is_its(&edge.src) || is_its(&edge.dst));
                as_json(node) + &edges.map(as_json).collect::<String>()
            }
        }
    }

    fn is_below_title(&self, _: usize) -> bool {
        true
    }

    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        let Material { nodes: all, edges, focus_nodes, .. } = self.0;
        let longest = draft.longest;
        let nodes: Vec<Node> = all
            .iter()
            .enumerate()
            .filter(|(at, _)| at < focus_nodes || kept.contains(at))
            .map(|(_, node)| Node { summary: cut_at_word(&node.summary, longest), ..node.clone() })
            .collect();
        let is_there = |id: &str| nodes.iter().any(|node| node.ref_id == id);
        let edges = edges.iter().filter(|edge| is_there(&edge.src) && is_there(&edge.dst)).cloned().collect();
        draft.bundle.omitted.nodes = all.len().saturating_sub(nodes.len()) as u64;
        draft.bundle.limited.nodes = self.0.limited_nodes;
        draft.bundle.graph = BundleGraph { nodes, edges };
    }

    fn markdown(&self, _: &[usize], out: &mut String, bundle: &Bundle) {
        let is_focus = |id: &str| bundle.focuses.iter().any(|focus| focus.ref_id.as_deref() == Some(id));
        let nodes: Vec<_> = bundle.graph.nodes.iter().filter(|node| !is_focus(&node.ref_id)).collect();
        if nodes.is_empty() {
            return;
        }
        out.push_str("## Parts\n");
        for node in nodes {
            out.push_str(&part(node));
        }
        out.push('\n');
    }
}

/// A node on one line.
fn part(node: &Node) -> String {
    let mut out = format!("- {} ({})", line(&node.ref_id), line(&node.kind));
    let summary = cut_at_word(&line(&node.summary), MAX_SUMMARY_CHARS);
    let gap = if summary.is_empty() { "" } else { ": " };
    let _ = writeln!(out, "{gap}{summary}");
    out
}
