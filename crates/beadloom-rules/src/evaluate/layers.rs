//! Layers: imports and declared edges go down only.

use std::collections::HashSet;

use super::exempt::End;
use super::{Check, Spot};
use crate::rule::Layer;
use crate::select::NodeSet;

/// What is wrong with going from one layer to another.
#[derive(Clone, Copy)]
enum Wrong {
    Up,
    Skip,
}

impl Check<'_> {
    pub(super) fn layers(&mut self, layers: &[Layer], allow_skip: bool, edge_kind: &[String]) {
        let (context, facts) = (self.context, self.facts());
        let mut layer_of: Vec<Option<usize>> = vec![None; facts.nodes.len()];
        for (at, layer) in layers.iter().enumerate() {
            let members = NodeSet::tagged(&layer.tag, context.rules, facts);
            if members.is_empty() {
                let message =
                    format!("The layer `{}` has no node: none carries the tag `{}`", layer.name, layer.tag);
                let suggestion = "Tag nodes in the graph, or list them under `tags` in the rules file";
                self.never_matches(layer.place.line, message, suggestion);
            }
            for node in members.iter() {
                if let Some(slot) = layer_of.get_mut(node as usize) {
                    *slot = Some(at);
                }
            }
        }
        let of = |node: u32| layer_of.get(node as usize).copied().flatten();
        let wrong = |src: u32, dst: u32| -> Option<(usize, usize, Wrong)> {
            let (from, to) = (of(src)?, of(dst)?);
            if to < from {
                Some((from, to, Wrong::Up))
            } else if !allow_skip && to > from + 1 {
                Some((from, to, Wrong::Skip))
            } else {
                None
            }
        };
        let name = |at: usize| layers.get(at).map_or("", |layer| layer.name.as_str());

        // Ends of imports that were looked at: the edge that states the same needs no second finding.
        let mut seen: HashSet<(u32, u32)> = HashSet::new();
        let mut last = None;
        for crossing in &context.crossings {
            let (src, dst) = (crossing.src, crossing.dst);
            let Some((from, to, how)) = wrong(src, dst) else { continue };
            let Some(import) = facts.imports.get(crossing.import as usize) else { continue };
            if import.test {
                continue;
            }
            seen.insert((src, dst));
            if last == Some((import.file, import.line)) || self.is_exempt(import, src, dst) {
                continue;
            }
            last = Some((import.file, import.line));
            let (src_id, dst_id) = (facts.id(src), facts.id(dst));
            let spot = Spot::of_import(facts, import, src_id, dst_id);
            let what = format!("imports `{}` of", import.specifier);
            let (message, suggestion) = told(&what, (src_id, name(from)), (dst_id, name(to)), how);
            self.add(&spot, message, suggestion);
        }
        for edge in &facts.edges {
            // Edges of a derived graph have no place: they are the imports again.
            let counts = edge.declared && edge.path.is_some() && Self::is_dependence(edge_kind, &edge.kind);
            if !counts || seen.contains(&(edge.src, edge.dst)) {
                continue;
            }
            let Some((from, to, how)) = wrong(edge.src, edge.dst) else { continue };
            if self.exemptions.has(End::node(edge.src), Some(End::node(edge.dst))) {
                continue;
            }
            let (src_id, dst_id) = (facts.id(edge.src), facts.id(edge.dst));
            let spot =
                Spot { path: edge.path.as_deref(), line: edge.line, from: Some(src_id), to: Some(dst_id) };
            let what = format!("has the edge `{}` to", edge.kind);
            let (message, suggestion) = told(&what, (src_id, name(from)), (dst_id, name(to)), how);
            self.add(&spot, message, suggestion);
        }
    }
}

fn told(what: &str, from: (&str, &str), to: (&str, &str), how: Wrong) -> (String, String) {
    let ((src, lower), (dst, upper)) = (from, to);
    match how {
        Wrong::Up => (
            format!("`{src}` in layer `{lower}` {what} `{dst}` in layer `{upper}`, which is above it"),
            format!("Invert the dependency: let `{upper}` pass in what `{lower}` needs"),
        ),
        Wrong::Skip => (
            format!("`{src}` in layer `{lower}` {what} `{dst}` in layer `{upper}`, past the layers between"),
            "Go through the layer below, or set allow_skip: true".to_owned(),
        ),
    }
}
