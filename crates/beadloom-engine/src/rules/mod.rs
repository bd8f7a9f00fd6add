//! Architecture rules on a fresh index: `lint`, `rules explain`, and the rules that `init` writes.

mod about;
mod baseline;
pub(crate) mod facts;
mod file;

use std::collections::BTreeMap;
use std::time::Duration;

use beadloom_graph::bootstrap::Plan;
use beadloom_index::{add_found_edges, drafted};
use beadloom_model::answers::{
    ANSWER_VERSION, LintAnswer, LintSummary, PrimeLint, PrimeRule, Severity, Violation,
};
use beadloom_model::requests::{ExplainRuleRequest, LintRequest, SeverityFilter};
use beadloom_model::{Code, Diagnostic, Error, Result};
use beadloom_rules::{
    DerivedRule, Facts, NEVER_MATCHES, Rules, RulesText, derive, evaluate, explain, read_rules,
};
use beadloom_store::{EdgeRow, FileRow, ImportPair, NodeRow, Store};
use serde::Serialize;
use serde_json::{Value, json};

use crate::answers::to_json;
use crate::settings::Settings;
use crate::{Call, Engine, Refresh};

pub(crate) use about::ProjectRules;
pub(crate) use baseline::{Split, split};
pub(crate) use file::{RulesFile, rules_file, today};

/// Findings of an invalid rules file that its error tells, beside the first.
const MORE_FINDINGS: usize = 20;

/// Rules to write: the content of a rules file.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct DraftRules {
    /// What tags stand for: ref_ids, sorted.
    pub tags: BTreeMap<String, Vec<String>>,
    /// In the order in which they are written.
    pub rules: Vec<DraftRule>,
}

/// A rule to write.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DraftRule {
    /// Unique.
    pub name: String,
    /// One sentence.
    pub description: String,
    /// Keys and values of the rule's body, in the order in which they are written.
    pub body: Vec<(String, Value)>,
}

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
pub(crate) fn judged(root: &std::path::Path, settings: &Settings, store: &Store) -> Result<Judgement> {
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
    let imports = match facts.imports.len() {
        0 => store.import_line_count()?,
        some => some as u64,
    };
    Ok(Judgement::Judged(Box::new(Judged { path: file.path, rules, facts, imports, violations })))
}

/// The same where a wrong rules file ends everything; None where there is none.
fn judged_or_error(root: &std::path::Path, settings: &Settings, store: &Store) -> Result<Option<Judged>> {
    match judged(root, settings, store)? {
        Judgement::NoRules => Ok(None),
        Judgement::Invalid(findings) => invalid(findings).map_or(Ok(None), Err),
        Judgement::Judged(judged) => Ok(Some(*judged)),
    }
}

fn read(file: &RulesFile, facts: &Facts) -> (Rules, Vec<Diagnostic>) {
    read_rules(&RulesText { path: &file.path, text: &file.text, today: &today() }, facts)
}

/// What is wrong in the rules file, by line and column; nothing where there is none.
pub(crate) fn rules_findings(
    root: &std::path::Path,
    settings: &Settings,
    store: &Store,
) -> Result<Vec<Diagnostic>> {
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

/// A lint that is behind would call clean what is not: it waits for the index, however long that takes.
pub(crate) fn whole(refresh: impl Into<Refresh>) -> Refresh {
    match refresh.into() {
        Refresh::Auto => Refresh::Within(Duration::from_secs(3600)),
        other => other,
    }
}

/// The first finding as an error, which names the others.
fn invalid(findings: Vec<Diagnostic>) -> Option<Error> {
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

/// The rules that hold for a graph that is to be written: those that a lint right after it finds unbroken. `kept`: the
/// nodes and declared edges of the graph that the plan is added to.
pub(crate) fn draft_rules(
    store: &Store,
    plan: &Plan,
    kept: (Vec<NodeRow>, Vec<EdgeRow>),
    files: &[FileRow],
    imports: &[ImportPair],
) -> Result<DraftRules> {
    let (mut nodes, mut edges) = kept;
    let (new_nodes, new_edges) = drafted(plan, &|_| false);
    nodes.extend(new_nodes);
    edges.extend(new_edges);
    let owners = beadloom_index::Owners::new(&nodes);
    add_found_edges(&owners, &mut edges, files, imports);
    let imports = facts::representative_imports(store, &nodes, files)?;
    let facts = facts::build(facts::Rows { nodes: &nodes, edges: &edges, files, imports, graph_files: &[] });
    let mut draft = DraftRules { tags: BTreeMap::new(), rules: Vec::new() };
    for rule in derive(&facts) {
        let (name, description) = (rule.name(), rule.description());
        let key = rule.key().to_owned();
        let body = match rule {
            DerivedRule::NoCycles => vec![(key, json!({ "scope": "nodes", "edge_kind": "depends_on" }))],
            DerivedRule::Layers(layers) => {
                let list: Vec<Value> =
                    layers.iter().map(|layer| json!({ "name": layer.name, "tag": layer.name })).collect();
                draft.tags.extend(layers.into_iter().map(|layer| (layer.name, layer.nodes)));
                vec![
                    (key, Value::from(list)),
                    ("enforce".to_owned(), json!("top-down")),
                    ("allow_skip".to_owned(), json!(true)),
                    ("edge_kind".to_owned(), json!("depends_on")),
                ]
            }
            DerivedRule::PartOf { kind } => {
                vec![(key, json!({ "for": { "kind": kind }, "has_edge_to": {}, "edge_kind": "part_of" }))]
            }
        };
        draft.rules.push(DraftRule { name, description, body });
    }
    Ok(draft)
}
