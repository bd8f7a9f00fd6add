//! `check`: each of some nodes keeps within bounds.

use std::collections::{HashMap, HashSet};

use beadloom_graph::yaml::{Node, place};
use beadloom_model::Code;
use beadloom_model::answers::RuleMatch;

use crate::evaluation::{Context, Evaluation, Spot};
use crate::exempt::End;
use crate::facts::{Facts, PART_OF};
use crate::kind::{Needs, RuleBody, RuleKind};
use crate::matcher::Matcher;
use crate::matches::matched_nodes;
use crate::part::Part;
use crate::reader::{Entry, Reader};
use crate::select::NodeSet;

const KEYS: [&str; 5] = ["for", "max_symbols", "max_files", "max_fan_out", "min_doc_coverage"];

pub(super) const KIND: RuleKind = RuleKind {
    key: "check",
    help: "Each of some nodes keeps within limits of size, dependence and documentation",
    siblings: &[],
    read,
};

#[derive(Debug)]
struct Check {
    nodes: Matcher,
    /// Symbols at most.
    max_symbols: Option<u64>,
    /// Code files at most.
    max_files: Option<u64>,
    /// Nodes that it depends on, at most.
    max_fan_out: Option<u64>,
    /// Percent of it and the nodes inside it that are documented, at least.
    min_doc_coverage: Option<f64>,
}

fn read<'t>(reader: &mut Reader<'t, '_>, node: &'t Node, _: &[Entry<'t>]) -> Option<Box<dyn RuleBody>> {
    let mut body = reader.body(KIND.key, node, &KEYS);
    let [subjects, limits @ ..] = KEYS;
    if !body.entries.iter().any(|(key, ..)| limits.contains(key)) && !body.has_unknown_keys() {
        let hint = format!("Give one of: {}", limits.join(", "));
        body.reader.fields.error(place(node), Code::MissingKey, "`check` has no bound".to_owned(), &hint);
    }
    Some(Box::new(Check {
        max_symbols: body.count("max_symbols"),
        max_files: body.count("max_files"),
        max_fan_out: body.count("max_fan_out"),
        min_doc_coverage: body.percent("min_doc_coverage"),
        nodes: body.nodes(subjects),
    }))
}

impl RuleBody for Check {
    fn kind(&self) -> &'static RuleKind {
        &KIND
    }

    fn needs(&self) -> Needs {
        let node_counts = self.max_symbols.is_some() || self.min_doc_coverage.is_some();
        Needs { node_counts, ..Needs::default() }
    }

    fn evaluate(&self, evaluation: &mut Evaluation<'_>) {
        let (context, facts) = (evaluation.context, evaluation.context.facts);
        let subjects = NodeSet::of(&self.nodes, context.tags, facts);
        if subjects.is_empty() {
            evaluation.no_node("for");
            return;
        }
        let files = self.max_files.map(|_| file_counts(facts));
        let fan_out = self.max_fan_out.map(|_| fan_out(facts));
        let coverage = self.min_doc_coverage.map(|_| Parts::new(facts));
        for index in subjects.iter() {
            let Some(node) = facts.node(index) else { continue };
            let count = |of: &Option<HashMap<u32, u64>>| {
                of.as_ref().map_or(0, |counts| counts.get(&index).copied().unwrap_or(0))
            };
            let too_many = [
                (node.symbols, self.max_symbols, "symbols", "max_symbols"),
                (count(&files), self.max_files, "files", "max_files"),
                (count(&fan_out), self.max_fan_out, "nodes that it depends on", "max_fan_out"),
            ];
            let mut wrong: Vec<(String, String)> = too_many
                .into_iter()
                .filter_map(|(count, most, what, key)| {
                    let most = most.filter(|most| count > *most)?;
                    let suggestion = if key == "max_fan_out" {
                        "Depend on fewer nodes, or put one in front of several".to_owned()
                    } else {
                        "Split it into nodes of their own".to_owned()
                    };
                    Some((
                        format!("`{}` has {count} {what}, more than {most}", node.ref_id),
                        format!("{suggestion}, or raise {key}"),
                    ))
                })
                .collect();
            if let (Some(parts), Some(least)) = (&coverage, self.min_doc_coverage) {
                let share = parts.coverage(facts, index);
                if share < least {
                    wrong.push((
                        format!("{share} % of `{}` is documented, less than {least} %", node.ref_id),
                        "Write documents for it and the nodes inside it, and name them under `docs`"
                            .to_owned(),
                    ));
                }
            }
            if wrong.is_empty() || evaluation.exemptions.has(End::node(index), None) {
                continue;
            }
            let spot = Spot {
                path: node.path.as_deref(),
                line: node.line,
                from: Some(&node.ref_id),
                ..Spot::default()
            };
            for (message, suggestion) in wrong {
                evaluation.add(&spot, message, suggestion);
            }
        }
    }

    fn says(&self) -> String {
        let most = [
            (self.max_symbols, "symbols"),
            (self.max_files, "files"),
            (self.max_fan_out, "nodes that it depends on"),
        ];
        let mut bounds: Vec<String> =
            most.into_iter().filter_map(|(most, what)| Some(format!("at most {} {what}", most?))).collect();
        bounds.extend(self.min_doc_coverage.map(|least| format!("at least {least} % documented")));
        let who = self.nodes.in_words();
        let who = who.strip_prefix("a node").map_or(who.clone(), |rest| format!("every node{rest}"));
        format!("Of {who}: {}", bounds.join(", "))
    }

    fn matches(&self, context: &Context<'_>) -> Vec<RuleMatch> {
        vec![matched_nodes("for", &self.nodes, context)]
    }

    fn concerns(&self, part: &Part<'_>) -> bool {
        part.is_among(&self.nodes)
    }
}

fn file_counts(facts: &Facts) -> HashMap<u32, u64> {
    let mut counts = HashMap::new();
    for owner in facts.files.iter().flat_map(|file| &file.owners) {
        *counts.entry(*owner).or_default() += 1;
    }
    counts
}

/// How many nodes each node depends on.
fn fan_out(facts: &Facts) -> HashMap<u32, u64> {
    let pairs: HashSet<(u32, u32)> =
        facts.edges.iter().filter(|edge| edge.kind != PART_OF).map(|edge| (edge.src, edge.dst)).collect();
    let mut counts = HashMap::new();
    for (src, _) in pairs {
        *counts.entry(src).or_default() += 1;
    }
    counts
}

/// Which nodes are directly inside which.
struct Parts {
    inside: HashMap<u32, Vec<u32>>,
}

impl Parts {
    fn new(facts: &Facts) -> Self {
        let mut inside: HashMap<u32, Vec<u32>> = HashMap::new();
        for edge in facts.edges.iter().filter(|edge| edge.kind == PART_OF) {
            inside.entry(edge.dst).or_default().push(edge.src);
        }
        Self { inside }
    }

    /// Percent, with one decimal, of a node and all inside it that are documented, as `status` counts.
    #[expect(clippy::cast_precision_loss, reason = "counts of nodes")]
    fn coverage(&self, facts: &Facts, node: u32) -> f64 {
        let mut seen = HashSet::from([node]);
        let mut open = vec![node];
        let mut documented = 0_usize;
        while let Some(one) = open.pop() {
            documented += usize::from(facts.node(one).is_some_and(|node| node.documented));
            for part in self.inside.get(&one).into_iter().flatten() {
                if seen.insert(*part) {
                    open.push(*part);
                }
            }
        }
        (documented as f64 * 1_000.0 / seen.len() as f64).round() / 10.0
    }
}
