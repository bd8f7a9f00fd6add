//! `forbid`: the graph declares no edge from some nodes to others.

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

pub(super) const KIND: RuleKind = RuleKind {
    key: "forbid",
    help: "The graph declares no edge from one set of nodes to another",
    siblings: &[],
    read,
};

#[derive(Debug)]
struct Forbid {
    /// Where the edge leads from.
    from: Matcher,
    /// Where it leads to.
    to: Matcher,
    /// Edge kinds; any where empty.
    edge_kind: Vec<String>,
}

fn read<'t>(reader: &mut Reader<'t, '_>, node: &'t Node, _: &[Entry<'t>]) -> Option<Box<dyn RuleBody>> {
    let mut body = reader.body(KIND.key, node, &["from", "to", "edge_kind"]);
    Some(Box::new(Forbid {
        from: body.nodes("from"),
        to: body.nodes("to"),
        edge_kind: body.edge_kinds("edge_kind"),
    }))
}

impl RuleBody for Forbid {
    fn kind(&self) -> &'static RuleKind {
        &KIND
    }

    fn evaluate(&self, evaluation: &mut Evaluation<'_>) {
        let (tags, facts) = (evaluation.context.tags, evaluation.context.facts);
        let (sources, targets) = (NodeSet::of(&self.from, tags, facts), NodeSet::of(&self.to, tags, facts));
        for (part, set) in [("from", &sources), ("to", &targets)] {
            if set.is_empty() {
                evaluation.no_node(part);
            }
        }
        for edge in &facts.edges {
            let counts = edge.declared && (self.edge_kind.is_empty() || self.edge_kind.contains(&edge.kind));
            if !counts
                || !sources.has(edge.src)
                || !targets.has(edge.dst)
                || evaluation.exemptions.has(End::node(edge.src), Some(End::node(edge.dst)))
            {
                continue;
            }
            let (src, dst, kind) = (facts.id(edge.src), facts.id(edge.dst), edge.kind.as_str());
            let spot = Spot {
                path: edge.path.as_deref(),
                line: edge.line,
                from: Some(src),
                to: Some(dst),
                ..Spot::default()
            };
            let message = format!("`{src}` must not have the edge `{kind}` to `{dst}`");
            let suggestion = "Remove the edge, or exempt it with a reason".to_owned();
            evaluation.add(&spot, message, suggestion);
        }
    }

    fn says(&self) -> String {
        format!(
            "The graph declares no edge {} from {} to {}",
            of_kinds(&self.edge_kind, "of any kind"),
            self.from.in_words(),
            self.to.in_words()
        )
    }

    fn matches(&self, context: &Context<'_>) -> Vec<RuleMatch> {
        vec![matched_nodes("from", &self.from, context), matched_nodes("to", &self.to, context)]
    }

    fn concerns(&self, part: &Part<'_>) -> bool {
        part.is_between(&self.from, &self.to)
    }
}
