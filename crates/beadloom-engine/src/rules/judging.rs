//! The rules file of a project read, and held against the facts.

use std::path::Path;

use beadloom_model::answers::Violation;
use beadloom_model::{Code, Diagnostic, Error, Result};
use beadloom_rules::{Facts, NEVER_MATCHES, Rules, RulesText, evaluate, read_rules};
use beadloom_store::Store;

use super::facts;
use super::file::{RulesFile, rules_file, today};
use crate::settings::Settings;

/// Findings of an invalid rules file that its error tells, beside the first.
const MORE_FINDINGS: usize = 20;

/// What came of the rules, where a wrong rules file shall not end everything.
pub(crate) enum Judgement {
    /// There is no rules file.
    NoRules,
    /// What is wrong in it.
    Invalid(Vec<Diagnostic>),
    /// What breaks it.
    Judged(Box<Judged>),
}

/// Rules, what they were evaluated on, and what breaks them.
pub(crate) struct Judged {
    /// Of the rules file, relative to the root.
    pub(crate) path: String,
    pub(crate) rules: Rules,
    pub(crate) facts: Facts,
    /// How many imports there are: where no rule asks for them, they are not among the facts.
    pub(crate) imports: u64,
    /// As a lint lists them.
    pub(crate) violations: Vec<Violation>,
}

/// Evaluates the project's rules. Imports, and symbols and documents of nodes, are read where a rule asks for them.
///
/// # Errors
/// Where the rules file cannot be read, with its place; store errors.
pub(crate) fn judged(root: &Path, settings: &Settings, store: &Store) -> Result<Judgement> {
    let Some(file) = rules_file(root, &settings.config.docs.graph)? else { return Ok(Judgement::NoRules) };
    let mut read_so_far = facts::without_imports(store)?;
    let (rules, findings) = read(&file, &read_so_far.facts);
    if !findings.is_empty() {
        return Ok(Judgement::Invalid(findings));
    }
    let needs = rules.needs();
    if needs.node_counts {
        facts::count(store, &mut read_so_far.facts)?;
    }
    if needs.imports {
        read_so_far.add_imports(store)?;
    }
    let mut violations = evaluate(&rules, &file.path, &read_so_far.facts);
    let mut wanting = rules.rules.iter().filter(|rule| rule.needs().imports_if_broken);
    if !needs.imports && wanting.any(|rule| violations.iter().any(|one| one.rule == rule.name)) {
        read_so_far.add_imports(store)?;
        violations = evaluate(&rules, &file.path, &read_so_far.facts);
    }
    let facts = read_so_far.facts;
    let imports = store.import_count()?;
    Ok(Judgement::Judged(Box::new(Judged { path: file.path, rules, facts, imports, violations })))
}

/// The same where a wrong rules file ends everything; None where there is none.
pub(super) fn judged_or_error(root: &Path, settings: &Settings, store: &Store) -> Result<Option<Judged>> {
    match judged(root, settings, store)? {
        Judgement::NoRules => Ok(None),
        Judgement::Invalid(findings) => invalid(findings).map_or(Ok(None), Err),
        Judgement::Judged(judged) => Ok(Some(*judged)),
    }
}

pub(super) fn read(file: &RulesFile, facts: &Facts) -> (Rules, Vec<Diagnostic>) {
    read_rules(&RulesText { path: &file.path, text: &file.text, today: &today() }, facts)
}

/// What is wrong in the rules file, by line and column; nothing where there is none.
pub(crate) fn rules_findings(root: &Path, settings: &Settings, store: &Store) -> Result<Vec<Diagnostic>> {
    let Some(file) = rules_file(root, &settings.config.docs.graph)? else { return Ok(Vec::new()) };
    let facts = facts::of_index(store)?;
    let (rules, mut findings) = read(&file, &facts);
    let silent = evaluate(&rules, &file.path, &facts);
    findings.extend(silent.into_iter().filter(|one| one.rule_type == NEVER_MATCHES).map(|one| {
        Diagnostic::warn(Code::RuleNeverMatches, format!("{}: {}", one.rule, one.message))
            .at(file.path.clone(), one.line_number.unwrap_or(0), 0)
            .hint(one.suggestion)
    }));
    Ok(findings)
}

/// The first finding as an error, which names the others.
pub(super) fn invalid(findings: Vec<Diagnostic>) -> Option<Error> {
    let mut findings = findings.into_iter();
    let first = findings.next()?;
    let mut message = first.message;
    let others: Vec<Diagnostic> = findings.collect();
    for other in others.iter().take(MORE_FINDINGS) {
        let (line, column) = (other.line.unwrap_or(0), other.column.unwrap_or(0));
        let hint = other.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
        message.push_str(&format!("\n  {line}:{column}: {}{hint}", other.message));
    }
    if others.len() > MORE_FINDINGS {
        message.push_str(&format!("\n  and {} more", others.len() - MORE_FINDINGS));
    }
    let mut error = Error::new(first.code, message);
    (error.path, error.line, error.column, error.hint) = (first.path, first.line, first.column, first.hint);
    Some(error)
}
