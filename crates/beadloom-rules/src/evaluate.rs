//! Rules over facts: what breaks them.

use beadloom_model::CompactSort as _;
use beadloom_model::answers::Violation;

use crate::evaluation::{Context, Evaluation, RuleHead};
use crate::exempt::Exemptions;
use crate::facts::Facts;
use crate::rule::{Rule, Rules};

/// What came of one rule.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// What breaks it, in no order.
    pub(crate) violations: Vec<Violation>,
    /// How many places each of its exemptions exempts.
    pub(crate) exempted: Vec<u64>,
}

impl Rule {
    /// What breaks it.
    pub(crate) fn outcome(&self, context: &Context<'_>) -> Outcome {
        let mut evaluation = Evaluation {
            context,
            rule: RuleHead {
                name: &self.name,
                severity: self.severity,
                rule_type: self.body.kind().key,
                line: self.place.line,
            },
            exemptions: Exemptions::new(&self.exempt, context.facts),
            violations: Vec::new(),
        };
        self.body.evaluate(&mut evaluation);
        Outcome { violations: evaluation.violations, exempted: evaluation.exemptions.counts() }
    }
}

/// What breaks the rules of a file, and which of them can match nothing (`rule_never_matches`); by file, line, rule, ends
/// and message, those without a file last.
///
/// `path`: the rules file, relative to the root.
pub fn evaluate(rules: &Rules, path: &str, facts: &Facts) -> Vec<Violation> {
    let context = Context::new(&rules.tags, path, facts);
    let mut found: Vec<Violation> =
        rules.rules.iter().flat_map(|rule| rule.outcome(&context).violations).collect();
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
