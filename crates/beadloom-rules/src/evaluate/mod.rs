//! Rules over facts: what breaks them.

mod cycles;
pub(crate) mod edges;
mod exempt;
mod imports;
mod layers;
mod nodes;

use beadloom_model::CompactSort as _;
use std::collections::{HashMap, HashSet};

use beadloom_model::answers::{Severity, Violation};

use crate::facts::{Facts, ImportFact, PART_OF};
use crate::rule::{Body, Rule, Rules, Scope};
use exempt::Exemptions;

/// What rules are evaluated on, with what several of them look at.
pub(crate) struct Context<'a> {
    pub(crate) facts: &'a Facts,
    pub(crate) rules: &'a Rules,
    /// The rules file, for findings about rules themselves.
    path: &'a str,
    /// Imports between nodes, in the order of the imports.
    crossings: Vec<Crossing>,
    /// How many imports lead from one node to another, those of tests left out.
    imports: HashMap<(u32, u32), u64>,
}

/// That an import leads from one node to another.
#[derive(Debug, Clone, Copy)]
struct Crossing {
    import: u32,
    src: u32,
    dst: u32,
}

/// What came of one rule.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// What breaks it, in no order.
    pub(crate) violations: Vec<Violation>,
    /// How many places each of its exemptions exempts.
    pub(crate) exempted: Vec<u64>,
}

impl<'a> Context<'a> {
    /// `path`: the rules file, relative to the root.
    pub(crate) fn new(rules: &'a Rules, path: &'a str, facts: &'a Facts) -> Self {
        let mut crossings = Vec::new();
        for (at, import) in (0_u32..).zip(&facts.imports) {
            for &src in facts.owners(import.file) {
                for &dst in facts.target_owners(import) {
                    if src != dst {
                        crossings.push(Crossing { import: at, src, dst });
                    }
                }
            }
        }
        let mut imports: HashMap<(u32, u32), u64> = HashMap::new();
        let of_product = |crossing: &&Crossing| {
            facts.imports.get(crossing.import as usize).is_some_and(|import| !import.test)
        };
        for crossing in crossings.iter().filter(of_product) {
            *imports.entry((crossing.src, crossing.dst)).or_default() += 1;
        }
        Self { facts, rules, path, crossings, imports }
    }

    /// Evaluates one rule.
    pub(crate) fn outcome(&self, rule: &Rule) -> Outcome {
        let mut check = Check {
            context: self,
            rule,
            exemptions: Exemptions::new(rule, self.facts),
            violations: Vec::new(),
        };
        match &rule.body {
            Body::Deny { from, to, unless_edge } => check.deny(from, to, unless_edge),
            Body::Require { nodes, has_edge_to, edge_kind } => check.require(nodes, has_edge_to, edge_kind),
            Body::Forbid { from, to, edge_kind } => check.forbid(from, to, edge_kind),
            Body::Layers { layers, allow_skip, edge_kind } => check.layers(layers, *allow_skip, edge_kind),
            Body::ForbidCycles { edge_kind, scope: Scope::Nodes } => check.node_cycles(edge_kind),
            Body::ForbidCycles { scope: Scope::Files, .. } => check.file_cycles(),
            Body::ForbidImport { from, to } => check.forbid_import(from, to),
            Body::Check { nodes, limits } => check.bounds(nodes, limits),
            Body::ModuleCoverage { source_root, exempt } => check.coverage(source_root, exempt),
        }
        Outcome { violations: check.violations, exempted: check.exemptions.counts() }
    }
}

/// What breaks the rules of a file, and which of them can match nothing (`rule_never_matches`); by file, line, rule, ends
/// and message, those without a file last.
///
/// `path`: the rules file, relative to the root.
pub fn evaluate(rules: &Rules, path: &str, facts: &Facts) -> Vec<Violation> {
    let context = Context::new(rules, path, facts);
    let mut found: Vec<Violation> =
        rules.rules.iter().flat_map(|rule| context.outcome(rule).violations).collect();
    found.compact_sort_by(|a, b| key(a).cmp(&key(b)));
    found
}

type Key<'a> = (bool, Option<&'a str>, Option<u32>, &'a str, Option<&'a str>, Option<&'a str>, &'a str);

fn key(violation: &Violation) -> Key<'_> {
    (
        violation.file_path.is_none(),
        violation.file_path.as_deref(),
        violation.line_number,
        &violation.rule,
        violation.from_ref_id.as_deref(),
        violation.to_ref_id.as_deref(),
        &violation.message,
    )
}

/// One rule while it is evaluated.
pub(crate) struct Check<'c> {
    context: &'c Context<'c>,
    rule: &'c Rule,
    exemptions: Exemptions,
    violations: Vec<Violation>,
}

/// Where something breaks a rule.
#[derive(Default)]
struct Spot<'a> {
    path: Option<&'a str>,
    line: Option<u32>,
    from: Option<&'a str>,
    to: Option<&'a str>,
}

impl<'a> Spot<'a> {
    /// An import from one node to another.
    fn of_import(facts: &'a Facts, import: &ImportFact, from: &'a str, to: &'a str) -> Self {
        Self { path: Some(facts.path(import.file)), line: Some(import.line), from: Some(from), to: Some(to) }
    }
}

impl<'c> Check<'c> {
    fn facts(&self) -> &'c Facts {
        self.context.facts
    }

    fn add(&mut self, spot: &Spot<'_>, message: String, suggestion: String) {
        self.violations.push(Violation {
            rule: self.rule.name.clone(),
            severity: self.rule.severity,
            rule_type: self.rule.body.name().to_owned(),
            file_path: spot.path.map(str::to_owned),
            line_number: spot.line,
            from_ref_id: spot.from.map(str::to_owned),
            to_ref_id: spot.to.map(str::to_owned),
            members: Vec::new(),
            message,
            suggestion,
        });
    }

    /// Says that the rule, or a part of it, can match nothing.
    fn never_matches(&mut self, line: u32, message: String, suggestion: &str) {
        self.violations.push(Violation {
            rule: self.rule.name.clone(),
            severity: Severity::Warn,
            rule_type: "rule_never_matches".to_owned(),
            file_path: Some(self.context.path.to_owned()),
            line_number: (line > 0).then_some(line),
            from_ref_id: None,
            to_ref_id: None,
            members: Vec::new(),
            message,
            suggestion: suggestion.to_owned(),
        });
    }

    /// That a matcher means no node.
    fn no_node(&mut self, part: &str) {
        let message = format!("`{part}` matches no node, so the rule never finds anything");
        self.never_matches(self.rule.place.line, message, "Correct the matcher, or remove the rule");
    }

    /// Whether edges of a kind count: any of these, or, where none are named, every dependence.
    fn is_dependence(kinds: &[String], kind: &str) -> bool {
        if kinds.is_empty() { kind != PART_OF } else { kinds.iter().any(|one| one == kind) }
    }

    /// The ends of declared edges of these kinds; of all where empty.
    fn declared(&self, kinds: &[String]) -> HashSet<(u32, u32)> {
        let edges = self.facts().edges.iter();
        edges
            .filter(|edge| edge.declared && (kinds.is_empty() || kinds.contains(&edge.kind)))
            .map(|edge| (edge.src, edge.dst))
            .collect()
    }
}
