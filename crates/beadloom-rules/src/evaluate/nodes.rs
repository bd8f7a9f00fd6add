//! Rules about single nodes and files: `check` and `module_coverage`.

use std::collections::{HashMap, HashSet};

use super::exempt::End;
use super::{Check, Spot};
use crate::facts::{Facts, PART_OF};
use crate::rule::{Limits, Matcher, Names};
use crate::select::NodeSet;

impl Check<'_> {
    pub(super) fn bounds(&mut self, nodes: &Matcher, limits: &Limits) {
        let facts = self.facts();
        let subjects = NodeSet::of(nodes, self.context.rules, facts);
        if subjects.is_empty() {
            self.no_node("for");
            return;
        }
        let files = limits.max_files.map(|_| file_counts(facts));
        let fan_out = limits.max_fan_out.map(|_| fan_out(facts));
        let coverage = limits.min_doc_coverage.map(|_| Parts::new(facts));
        for index in subjects.iter() {
            let Some(node) = facts.node(index) else { continue };
            let count = |of: &Option<HashMap<u32, u64>>| {
                of.as_ref().map_or(0, |counts| counts.get(&index).copied().unwrap_or(0))
            };
            let too_many = [
                (node.symbols, limits.max_symbols, "symbols", "max_symbols"),
                (count(&files), limits.max_files, "files", "max_files"),
                (count(&fan_out), limits.max_fan_out, "nodes that it depends on", "max_fan_out"),
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
            if let (Some(parts), Some(least)) = (&coverage, limits.min_doc_coverage) {
                let share = parts.coverage(facts, index);
                if share < least {
                    wrong.push((
                        format!("{share} % of `{}` is documented, less than {least} %", node.ref_id),
                        "Write documents for it and the nodes inside it, and name them under `docs`"
                            .to_owned(),
                    ));
                }
            }
            if wrong.is_empty() || self.exemptions.has(End::node(index), None) {
                continue;
            }
            let spot =
                Spot { path: node.path.as_deref(), line: node.line, from: Some(&node.ref_id), to: None };
            for (message, suggestion) in wrong {
                self.add(&spot, message, suggestion);
            }
        }
    }

    pub(super) fn coverage(&mut self, source_root: &str, exempt: &Names) {
        let facts = self.facts();
        let mut any = false;
        for file in facts.files.iter().filter(|file| file.product && file.path.starts_with(source_root)) {
            any = true;
            if !file.owners.is_empty()
                || file.annotated
                || exempt.matches_path(&file.path)
                || self.exemptions.has(End::path(&file.path), None)
            {
                continue;
            }
            let spot = Spot { path: Some(&file.path), ..Spot::default() };
            let message = format!("{} belongs to no node", file.path);
            let suggestion =
                "Set the `source` of a node to a folder above it, or annotate the file (beadloom:domain=…)"
                    .to_owned();
            self.add(&spot, message, suggestion);
        }
        if !any {
            let message = "`source_root` contains no source file, so the rule never matches".to_owned();
            self.never_matches(self.rule.place.line, message, "Correct the path, or remove the rule");
        }
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
