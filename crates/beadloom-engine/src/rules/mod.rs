//! Architecture rules on a fresh index: `lint`, `rules explain`, and the rules that `init` writes.

mod about;
mod baseline;
mod drafting;
pub(crate) mod facts;
mod file;
mod judging;

use beadloom_model::answers::{
    ANSWER_VERSION, LintAnswer, LintSummary, PrimeLint, PrimeRule, Severity, Violation,
};
use beadloom_model::requests::{ExplainRuleRequest, LintRequest, SeverityFilter};
use beadloom_model::{Code, Error, Result};
use beadloom_rules::{Facts, Rules, explain};
use beadloom_store::Store;

use crate::json::to_json;
use crate::settings::Settings;
use crate::{Call, Engine, Refresh};

pub(crate) use about::ProjectRules;
pub(crate) use baseline::{Split, split};
pub use drafting::DraftRules;
pub(crate) use drafting::draft_rules;
pub(crate) use file::{rules_file, today};
pub(crate) use judging::{Judged, Judgement, judged, rules_findings};
use judging::{invalid, judged_or_error, read};

impl Engine {
    /// What breaks the project's rules, as JSON. Without a rules file nothing does.
    ///
    /// # Errors
    /// What is wrong in the rules file, with its place; `no_index`, store errors.
    pub fn lint(&self, options: &LintRequest, call: &Call<'_>) -> Result<String> {
        self.answer(whole(options.refresh), call, |store, settings, stale| {
            let mut read = judged_or_error(self.root(), settings, store)?;
            let is_asked = |one: &Violation| match options.severity {
                SeverityFilter::All => true,
                SeverityFilter::Error => one.severity == Severity::Error,
                SeverityFilter::Warn => one.severity == Severity::Warn,
            };
            let baseline = baseline::of_lint(self.root(), options, read.as_mut(), &is_asked)?;
            let (rules, path, mut violations) = match read {
                Some(read) => (read.rules.rules.len(), Some(read.path), read.violations),
                None => (0, None, Vec::new()),
            };
            violations.retain(is_asked);
            let of = |severity| violations.iter().filter(|one| one.severity == severity).count() as u64;
            to_json(&LintAnswer {
                version: ANSWER_VERSION,
                summary: LintSummary {
                    errors: of(Severity::Error),
                    warnings: of(Severity::Warn),
                    rules_evaluated: rules as u64,
                },
                violations,
                rules_path: path,
                baseline,
                warning: stale.warning.clone(),
                stale_paths: stale.shown_paths(),
            })
        })
    }

    /// What one rule demands and matches, as JSON.
    ///
    /// # Errors
    /// `no_rules`, `not_found` with the names that there are, and those of [`Engine::lint`].
    pub fn explain_rule(&self, options: &ExplainRuleRequest, call: &Call<'_>) -> Result<String> {
        self.answer(whole(options.refresh), call, |store, settings, stale| {
            let Some(read) = self.rules(store, settings)? else {
                let folder = &settings.config.docs.graph;
                return Err(Error::new(Code::NoRules, format!("no rules in {folder}"))
                    .hint("write rules.yml there, or run `beadloom init --bootstrap` to draft one"));
            };
            let Some(rule) = read.rules.rules.iter().find(|rule| rule.name == options.rule) else {
                let names: Vec<&str> = read.rules.rules.iter().map(|rule| rule.name.as_str()).collect();
                let near = beadloom_graph::suggest::did_you_mean(&options.rule, names.iter().copied());
                return Err(Error::new(Code::NotFound, format!("no rule is called {:?}", options.rule))
                    .hint(near.unwrap_or_else(|| format!("rules: {}", names.join(", ")))));
            };
            let mut answer = explain(rule, &read.rules, &read.path, &read.facts);
            answer.warning.clone_from(&stale.warning);
            answer.stale_paths = stale.shown_paths();
            to_json(&answer)
        })
    }

    /// The rules with what they are evaluated on; None where there is no rules file.
    fn rules(&self, store: &Store, settings: &Settings) -> Result<Option<Read>> {
        let Some(file) = rules_file(self.root(), &settings.config.docs.graph)? else { return Ok(None) };
        let facts = facts::of_index(store)?;
        let (rules, findings) = read(&file, &facts);
        match invalid(findings) {
            Some(error) => Err(error),
            None => Ok(Some(Read { path: file.path, rules, facts })),
        }
    }
}

/// The rules of a project in short, and how many violations there are.
pub(crate) struct InShort {
    pub(crate) rules: Vec<PrimeRule>,
    pub(crate) lint: PrimeLint,
}

/// What an answer says of rules that is about more than rules.
///
/// # Errors
/// What is wrong in the rules file, with its place; store errors.
pub(crate) fn in_short(engine: &Engine, store: &Store, settings: &Settings) -> Result<InShort> {
    let Some(mut read) = judged_or_error(engine.root(), settings, store)? else {
        return Ok(InShort { rules: Vec::new(), lint: PrimeLint { errors: 0, warnings: 0 } });
    };
    baseline::split(engine.root(), &mut read)?;
    let of = |severity| read.violations.iter().filter(|one| one.severity == severity).count() as u64;
    let lint = PrimeLint { errors: of(Severity::Error), warnings: of(Severity::Warn) };
    let rules = read.rules.rules.into_iter().map(|rule| PrimeRule {
        name: rule.name,
        severity: rule.severity,
        description: rule.description.unwrap_or_default(),
    });
    Ok(InShort { rules: rules.collect(), lint })
}

struct Read {
    path: String,
    rules: Rules,
    facts: Facts,
}

/// A check that is behind would call clean what is not: it waits for the index, however long that takes, and fails where
/// the index cannot be that of the files.
pub(crate) fn whole(refresh: impl Into<Refresh>) -> Refresh {
    match refresh.into() {
        Refresh::Auto => Refresh::Needed,
        other => other,
    }
}
