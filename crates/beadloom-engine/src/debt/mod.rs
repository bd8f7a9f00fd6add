//! What the architecture owes, in one figure with its parts: `status --debt`.

mod parts;

use beadloom_model::Result;
use beadloom_model::answers::{ANSWER_VERSION, DebtAnswer, DebtPoint};
use beadloom_model::requests::DebtRequest;
use beadloom_store::Store;

use crate::condition::Condition;
use crate::json::to_json;
use crate::settings::Settings;
use crate::{Call, Engine};
pub(crate) use parts::Debt;

/// The figures that a condition may name: the sum, all rules, and the parts.
const FIGURES: &[&str] = &[
    "debt", "rules", "rule_errors", "rule_warnings", "stale_documents", "missing_documents", "size",
    "fan_out", "untested",
];

impl Engine {
    /// What the architecture owes, as JSON.
    ///
    /// # Errors
    /// `usage` for a condition that is none, `no_index`, store errors.
    pub fn debt(&self, options: &DebtRequest, call: &Call<'_>) -> Result<String> {
        let condition = match &options.fail_if {
            Some(text) => Some(Condition::parse(text, FIGURES)?),
            None => None,
        };
        self.answer(crate::rules::whole(options.refresh), call, |store, settings, stale| {
            let debt = self.owed(store, settings)?;
            let figure = debt.figure();
            let mut trend = Vec::new();
            if let Some(names) = &options.snapshots {
                trend = self.debts(names)?;
                trend.push(DebtPoint {
                    id: None,
                    label: None,
                    commit: None,
                    created_at: None,
                    debt: figure.debt,
                    parts: figure.parts,
                });
            }
            let warnings: Vec<String> =
                stale.warning.iter().cloned().chain(debt.warning.iter().cloned()).collect();
            to_json(&DebtAnswer {
                version: ANSWER_VERSION,
                debt: figure.debt,
                condition: options.fail_if.clone(),
                condition_holds: condition.map(|condition| condition.holds(&|name| debt.value(name))),
                parts: debt.parts,
                items: debt.items,
                trend,
                warning: (!warnings.is_empty()).then(|| warnings.join("; ")),
                stale_paths: stale.shown_paths(),
            })
        })
    }

    /// What is owed now.
    ///
    /// # Errors
    /// Store errors.
    pub(crate) fn owed(&self, store: &Store, settings: &Settings) -> Result<Debt> {
        parts::count(self.root(), store, settings)
    }
}
