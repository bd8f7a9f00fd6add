//! What a rule matches, for whoever wonders why it finds nothing, or so much.

use beadloom_model::answers::{ANSWER_VERSION, RuleAnswer, RuleExemption};

use crate::evaluation::Context;
use crate::facts::Facts;
use crate::rule::{Rule, Rules};

/// What one rule demands and matches. `path`: the rules file, relative to the root.
pub fn explain(rule: &Rule, rules: &Rules, path: &str, facts: &Facts) -> RuleAnswer {
    let context = Context::new(&rules.tags, path, facts);
    let outcome = rule.outcome(&context);
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
