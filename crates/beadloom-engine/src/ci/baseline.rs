//! What `ci` says of the baseline of `lint`: how many findings it knows, how that changed, and what it should no longer list.

use beadloom_model::answers::CiFinding;
use beadloom_model::{Level, Result};
use beadloom_rules::{BASELINE_PATH, Baseline};

use super::outcome::Outcome;
use crate::base::Base;
use crate::rules::Split;

/// Adds it to what a step has looked at. `base`: the revision to compare with.
pub(super) fn tell(outcome: &mut Outcome, split: &Split, base: Option<&Base<'_>>) -> Result<()> {
    let now = split.baseline.count();
    outcome.checked.push_str(&format!(", {} known by the baseline", split.known.len()));
    // One that cannot be read says nothing of before.
    let before = match base {
        Some(base) => base.text(BASELINE_PATH)?.and_then(|text| Baseline::read(&text).ok()),
        None => None,
    };
    if let Some(before) = before {
        let (added, removed) =
            (split.baseline.beyond(&before).count(), before.beyond(&split.baseline).count());
        outcome.checked.push_str(&format!(
            " (it lists {now}, {} in base: {added} added, {removed} removed)",
            before.count()
        ));
    } else if base.is_some() {
        outcome.checked.push_str(&format!(" (it lists {now}, and is not in base)"));
    }
    let fixed = split.fixed.findings();
    if let Some(first) = fixed.first() {
        let message = match split.fixed.count() {
            1 => "The baseline lists a finding that is fixed".to_owned(),
            count => format!("The baseline lists {count} findings that are fixed"),
        };
        outcome.findings.push(CiFinding {
            step: String::new(),
            code: "baseline_fixed".to_owned(),
            rule: None,
            level: Level::Warn,
            message,
            path: Some(BASELINE_PATH.to_owned()),
            line: first.line_number,
            column: None,
            hint: Some(
                "Run `beadloom lint --baseline prune`, so that they cannot come back unseen".to_owned(),
            ),
        });
    }
    Ok(())
}
