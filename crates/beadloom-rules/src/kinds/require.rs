//! `require`: each of some nodes has a declared edge.

use std::collections::HashSet;

use beadloom_graph::yaml::Node;
use beadloom_model::answers::RuleMatch;

use crate::evaluation::{Context, Evaluation, Spot};
use crate::exempt::End;
use crate::kind::{RuleBody, RuleKind};
use crate::matcher::{Matcher, of_kinds};
use crate::matches::matched_nodes;
use crate::part::Part;
use crate::reader::{Entry, Reader};
use crate::select::NodeSet;

pub(crate) const KIND: RuleKind =
    RuleKind { key: "require", help: "Each of some nodes has a declared edge", siblings: &[], read };

#[derive(Debug)]
pub(crate) struct Require {
    /// The nodes.
    pub(crate) nodes: Matcher,
    /// Where the edge leads; empty for any node.
    pub(crate) has_edge_to: Matcher,
    /// Edge kinds; any where empty.
    pub(crate) edge_kind: Vec<String>,
}

fn read<'t>(reader: &mut Reader<'t, '_>, node: &'t Node, _: &[Entry<'t>]) -> Option<Box<dyn RuleBody>> {
    let mut body = reader.body(KIND.key, node, &["for", "has_edge_to", "edge_kind"]);
    Some(Box::new(Require {
        nodes: body.nodes("for"),
        has_edge_to: body.any_nodes("has_edge_to"),
        edge_kind: body.edge_kinds("edge_kind"),
    }))
}

impl RuleBody for Require {
    fn kind(&self) -> &'static RuleKind {
        &KIND
    }

    fn evaluate(&self, evaluation: &mut Evaluation<'_>) {
        let (context, facts) = (evaluation.context, evaluation.context.facts);
        let subjects = NodeSet::of(&self.nodes, context.tags, facts);
        if subjects.is_empty() {
            evaluation.no_node("for");
            return;
        }
        let targets = NodeSet::of(&self.has_edge_to, context.tags, facts);
        let kept: HashSet<u32> = context
            .declared(&self.edge_kind)
            .into_iter()
            .filter(|(_, dst)| targets.has(*dst))
            .map(|(src, _)| src)
            .collect();
        let edge = match self.edge_kind.as_slice() {
            [] => "edge".to_owned(),
            kinds => format!("edge {}", of_kinds(kinds, "")),
        };
        let wanted = self.has_edge_to.in_words();
        for index in subjects.iter().filter(|index| !kept.contains(index)) {
            if evaluation.exemptions.has(End::node(index), None) {
                continue;
            }
            let Some(node) = facts.node(index) else { continue };
            let id = node.ref_id.as_str();
            let spot =
                Spot { path: node.path.as_deref(), line: node.line, from: Some(id), ..Spot::default() };
            let message = format!("`{id}` has no {edge} to {wanted}");
            let kind = self.edge_kind.first().map_or("…", String::as_str);
            let suggestion = format!("Declare it: {{src: {id}, dst: …, kind: {kind}}}");
            evaluation.add(&spot, message, suggestion);
        }
    }

    fn says(&self) -> String {
        format!(
            "The graph declares an edge {} from {} to {}",
            of_kinds(&self.edge_kind, "of any kind"),
            self.nodes.in_words(),
            self.has_edge_to.in_words()
        )
    }

    fn matches(&self, context: &Context<'_>) -> Vec<RuleMatch> {
        vec![
            matched_nodes("for", &self.nodes, context),
            matched_nodes("has_edge_to", &self.has_edge_to, context),
        ]
    }

    fn concerns(&self, part: &Part<'_>) -> bool {
        part.is_among(&self.nodes)
    }
}
