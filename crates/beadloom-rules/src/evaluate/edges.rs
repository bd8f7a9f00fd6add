//! Rules about declared edges: `require` and `forbid`.

use std::collections::HashSet;

use super::exempt::End;
use super::{Check, Spot};
use crate::rule::Matcher;
use crate::select::NodeSet;

impl Check<'_> {
    pub(super) fn require(&mut self, nodes: &Matcher, has_edge_to: &Matcher, edge_kind: &[String]) {
        let (rules, facts) = (self.context.rules, self.facts());
        let subjects = NodeSet::of(nodes, rules, facts);
        if subjects.is_empty() {
            self.no_node("for");
            return;
        }
        let targets = NodeSet::of(has_edge_to, rules, facts);
        let kept: HashSet<u32> = self
            .declared(edge_kind)
            .into_iter()
            .filter(|(_, dst)| targets.has(*dst))
            .map(|(src, _)| src)
            .collect();
        let edge = if edge_kind.is_empty() {
            "edge".to_owned()
        } else {
            format!("edge of kind {}", edge_kind.join(" or "))
        };
        let wanted = described(has_edge_to);
        for index in subjects.iter().filter(|index| !kept.contains(index)) {
            if self.exemptions.has(End::node(index), None) {
                continue;
            }
            let Some(node) = facts.node(index) else { continue };
            let id = node.ref_id.as_str();
            let spot = Spot { path: node.path.as_deref(), line: node.line, from: Some(id), to: None };
            let message = format!("`{id}` has no {edge} to {wanted}");
            let kind = edge_kind.first().map_or("…", String::as_str);
            let suggestion = format!("Declare it: {{src: {id}, dst: …, kind: {kind}}}");
            self.add(&spot, message, suggestion);
        }
    }

    pub(super) fn forbid(&mut self, from: &Matcher, to: &Matcher, edge_kind: &[String]) {
        let (rules, facts) = (self.context.rules, self.facts());
        let (sources, targets) = (NodeSet::of(from, rules, facts), NodeSet::of(to, rules, facts));
        for (part, set) in [("from", &sources), ("to", &targets)] {
            if set.is_empty() {
                self.no_node(part);
            }
        }
        for edge in &facts.edges {
            let counts = edge.declared && (edge_kind.is_empty() || edge_kind.contains(&edge.kind));
            if !counts
                || !sources.has(edge.src)
                || !targets.has(edge.dst)
                || self.exemptions.has(End::node(edge.src), Some(End::node(edge.dst)))
            {
                continue;
            }
            let (src, dst, kind) = (facts.id(edge.src), facts.id(edge.dst), edge.kind.as_str());
            let spot = Spot { path: edge.path.as_deref(), line: edge.line, from: Some(src), to: Some(dst) };
            let message = format!("`{src}` must not have the edge `{kind}` to `{dst}`");
            let suggestion = "Remove the edge, or exempt it with a reason".to_owned();
            self.add(&spot, message, suggestion);
        }
    }
}

/// A matcher in words.
pub(crate) fn described(matcher: &Matcher) -> String {
    if matcher.is_empty() {
        return "any node".to_owned();
    }
    let quoted = |texts: &[String]| -> String {
        let shown: Vec<String> = texts.iter().take(5).map(|text| format!("`{text}`")).collect();
        let more = if texts.len() > 5 { format!(" or {} more", texts.len() - 5) } else { String::new() };
        shown.join(" or ") + &more
    };
    let mut words = if !matcher.ref_id.is_empty() {
        quoted(&matcher.ref_id)
    } else if matcher.kind.is_empty() {
        "a node".to_owned()
    } else {
        format!("a node of kind {}", matcher.kind.join(" or "))
    };
    if !matcher.ref_id.is_empty() && !matcher.kind.is_empty() {
        words.push_str(&format!(" of kind {}", matcher.kind.join(" or ")));
    }
    if !matcher.tag.is_empty() {
        words.push_str(&format!(" tagged {}", quoted(&matcher.tag)));
    }
    if let Some(source) = &matcher.source {
        words.push_str(&format!(" in {}", quoted(&source.texts)));
    }
    if let Some(exclude) = &matcher.exclude {
        words.push_str(&format!(" except {}", quoted(&exclude.texts)));
    }
    words
}
