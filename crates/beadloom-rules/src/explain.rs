//! What a rule matches, for whoever wonders why it finds nothing, or so much.

use beadloom_model::CompactSort as _;
use beadloom_model::answers::{ANSWER_VERSION, RuleAnswer, RuleExemption, RuleMatch};

use crate::evaluate::Context;
use crate::facts::Facts;
use crate::rule::{Matcher, Rule, Rules};
use crate::select::NodeSet;

/// Paths of one part that are shown.
const MAX_FILES: usize = 100;

/// What one rule demands and matches. `path`: the rules file, relative to the root.
pub fn explain(rule: &Rule, rules: &Rules, path: &str, facts: &Facts) -> RuleAnswer {
    let context = Context::new(rules, path, facts);
    let outcome = context.outcome(rule);
    let rule_type = rule.body.kind().key;
    RuleAnswer {
        version: ANSWER_VERSION,
        rule: rule.name.clone(),
        rule_type: rule_type.to_owned(),
        severity: rule.severity,
        description: rule.description.clone(),
        says: rule.body.says(),
        path: path.to_owned(),
        line: rule.place.line,
        matches: rule.body.matches(&context),
        exempt: rule
            .exempt
            .iter()
            .zip(outcome.exempted.iter().chain(std::iter::repeat(&0)))
            .map(|(one, exempted)| RuleExemption {
                from: one.from.as_ref().map(crate::Side::text),
                to: one.to.as_ref().map(crate::Side::text),
                reason: one.reason.clone(),
                until: one.until.clone(),
                exempted: *exempted,
            })
            .collect(),
        violations: outcome.violations.iter().filter(|one| one.rule_type == rule_type).count() as u64,
        warning: None,
        stale_paths: Vec::new(),
    }
}

/// The nodes that a matcher means.
pub(crate) fn matched_nodes(part: &str, matcher: &Matcher, context: &Context<'_>) -> RuleMatch {
    matched_set(part, &NodeSet::of(matcher, context.rules, context.facts), context)
}

/// The nodes of a set.
pub(crate) fn matched_set(part: &str, set: &NodeSet, context: &Context<'_>) -> RuleMatch {
    RuleMatch {
        part: part.to_owned(),
        nodes: set.iter().map(|node| context.facts.id(node).to_owned()).collect(),
        files: Vec::new(),
        files_count: 0,
    }
}

/// Files and packages, in any order.
pub(crate) fn matched_files(part: &str, mut files: Vec<String>) -> RuleMatch {
    files.compact_sort();
    files.dedup();
    let files_count = files.len() as u64;
    files.truncate(MAX_FILES);
    RuleMatch { part: part.to_owned(), nodes: Vec::new(), files, files_count }
}
