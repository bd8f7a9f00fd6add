//! `deny`: no import leads from some nodes to others.

use beadloom_graph::yaml::Node;
use beadloom_model::answers::RuleMatch;

use crate::evaluation::{Context, Evaluation, Spot};
use crate::kind::{Needs, RuleBody, RuleKind};
use crate::matcher::{Matcher, of_kinds};
use crate::matches::matched_nodes;
use crate::part::Part;
use crate::reader::{Entry, Reader};
use crate::select::NodeSet;

pub(super) const KIND: RuleKind = RuleKind {
    key: "deny",
    help: "No import leads from one set of nodes to another, unless the graph declares an edge that allows it",
    siblings: &[],
    read,
};

#[derive(Debug)]
struct Deny {
    /// Nodes whose files import.
    from: Matcher,
    /// Nodes whose files are imported.
    to: Matcher,
    /// Kinds of declared edges that allow an import.
    unless_edge: Vec<String>,
}

fn read<'t>(reader: &mut Reader<'t, '_>, node: &'t Node, _: &[Entry<'t>]) -> Option<Box<dyn RuleBody>> {
    let mut body = reader.body(KIND.key, node, &["from", "to", "unless_edge"]);
    Some(Box::new(Deny {
        from: body.nodes("from"),
        to: body.nodes("to"),
        unless_edge: body.edge_kinds("unless_edge"),
    }))
}

impl RuleBody for Deny {
    fn kind(&self) -> &'static RuleKind {
        &KIND
    }

    fn needs(&self) -> Needs {
        Needs { imports: true, ..Needs::default() }
    }

    fn evaluate(&self, evaluation: &mut Evaluation<'_>) {
        let (context, facts) = (evaluation.context, evaluation.context.facts);
        let sources = NodeSet::of(&self.from, context.tags, facts);
        let targets = NodeSet::of(&self.to, context.tags, facts);
        for (part, set) in [("from", &sources), ("to", &targets)] {
            if set.is_empty() {
                evaluation.no_node(part);
            }
        }
        let allowed = match self.unless_edge.as_slice() {
            [] => Default::default(),
            kinds => context.declared(kinds),
        };
        let mut last = None;
        for crossing in &context.crossings {
            let (src, dst) = (crossing.src, crossing.dst);
            if !sources.has(src) || !targets.has(dst) || allowed.contains(&(src, dst)) {
                continue;
            }
            let Some(import) = facts.imports.get(crossing.import as usize) else { continue };
            // One finding per line, whatever it imports and to whom the files belong.
            if last == Some((import.file, import.line)) || evaluation.is_exempt_import(import, src, dst) {
                continue;
            }
            last = Some((import.file, import.line));
            let (src_id, dst_id) = (facts.id(src), facts.id(dst));
            let spot = Spot::of_import(facts, import, src_id, dst_id);
            let message = format!("`{src_id}` must not import `{dst_id}`: it imports `{}`", import.specifier);
            let suggestion = match self.unless_edge.first() {
                Some(kind) => format!(
                    "Remove the import, or declare the edge `{kind}` from `{src_id}` to `{dst_id}` in the graph"
                ),
                None => format!(
                    "Remove the import, or move the code that `{src_id}` needs out of `{dst_id}`; an exemption needs a reason"
                ),
            };
            evaluation.add(&spot, message, suggestion);
        }
    }

    fn says(&self) -> String {
        let unless = match self.unless_edge.as_slice() {
            [] => String::new(),
            kinds => {
                format!(", unless the graph declares an edge {} between the two", of_kinds(kinds, ""))
            }
        };
        format!("No file of {} imports from {}{unless}", self.from.in_words(), self.to.in_words())
    }

    fn matches(&self, context: &Context<'_>) -> Vec<RuleMatch> {
        vec![matched_nodes("from", &self.from, context), matched_nodes("to", &self.to, context)]
    }

    fn concerns(&self, part: &Part<'_>) -> bool {
        part.is_between(&self.from, &self.to)
    }
}
