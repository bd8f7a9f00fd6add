//! The steps of `ci`, each on the index as the first has left it.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use beadloom_model::answers::{
    CiFinding, DoctorAnswer, DriftCertainty, DriftedSection, FindingLevel, ReindexAnswer, Severity,
    SyncReason, Violation,
};
use beadloom_model::{Diagnostic, Level, Result, counted};
use beadloom_rules::Facts;
use beadloom_store::{Store, SyncRow};

use super::baseline;
use super::outcome::Outcome;
use crate::base::{Base, Finding, KnownFindings, KnownPairs, Project, new_violations};
use crate::rules::{Judgement, facts, judged, rules_file, split};
use crate::settings::Settings;
use crate::sync::sync_rows;
use crate::{Call, Engine};

/// Names that a finding about a section gives.
const MAX_NAMES: usize = 3;

/// What steps work with.
pub(super) struct Pipeline<'a> {
    pub(super) engine: &'a Engine,
    pub(super) store: &'a Store,
    pub(super) settings: &'a Settings,
    /// None where all findings are listed.
    pub(super) base: Option<&'a Base<'a>>,
    pub(super) call: &'a Call<'a>,
}

/// What steps leave for those after them.
#[derive(Default)]
pub(super) struct Looked {
    /// The project at the base; read once.
    project: Option<Project>,
    /// Place and sentence of what was said already.
    seen: HashSet<(Option<String>, Option<u32>, String)>,
}

impl Looked {
    /// Whether nobody said this before; it is said now.
    fn is_news(&mut self, path: Option<&str>, line: Option<u32>, message: &str) -> bool {
        self.seen.insert((path.map(str::to_owned), line, message.to_owned()))
    }
}

impl Pipeline<'_> {
    /// The project at the base, where there is one.
    fn project<'l>(
        &self,
        looked: &'l mut Looked,
        today: Option<&Facts>,
    ) -> Result<Option<(&Base<'_>, &'l Project)>> {
        let Some(base) = self.base else { return Ok(None) };
        if looked.project.is_none() {
            let project = match today {
                Some(today) => base.project(self.store, self.settings, today)?,
                None => base.project(self.store, self.settings, &facts::of_index(self.store)?)?,
            };
            looked.project = Some(project);
        }
        Ok(looked.project.as_ref().map(|project| (base, project)))
    }

    fn rules_path(&self) -> Option<String> {
        let file = rules_file(self.engine.root(), &self.settings.config.docs.graph);
        file.ok().flatten().map(|file| file.path)
    }

    /// What was wrong with files.
    pub(super) fn reindex(&self, indexed: &Result<ReindexAnswer>, looked: &mut Looked) -> Result<Outcome> {
        let answer = match indexed {
            Ok(answer) => answer,
            Err(error) => return Err(error.clone()),
        };
        let mut outcome = Outcome {
            checked: format!(
                "{}, {}",
                counted(answer.files.scanned, "file", "files"),
                counted(answer.totals.symbols, "symbol", "symbols")
            ),
            unchecked: self.left_out()?,
            ..Outcome::default()
        };
        let serious: Vec<&Diagnostic> =
            answer.diagnostics.iter().filter(|one| one.level == Level::Error).collect();
        if !serious.is_empty() {
            let rules = self.rules_path();
            let mut known = match self.project(looked, None)? {
                Some((base, project)) => Some(KnownFindings::read(base, project, rules.as_deref())?),
                None => None,
            };
            for one in &serious {
                let finding = Finding { check: None, path: one.path.as_deref(), message: &one.message };
                if known.as_mut().is_some_and(|known| known.was_there(finding)) {
                    outcome.known += 1;
                } else {
                    outcome.findings.push(of_diagnostic(one));
                }
            }
            for one in serious {
                looked.is_news(one.path.as_deref(), one.line, &one.message);
            }
        }
        Ok(outcome)
    }

    /// Files without content in the index, by reason.
    fn left_out(&self) -> Result<Vec<String>> {
        let mut counts: BTreeMap<&str, (usize, String)> = BTreeMap::new();
        if self.store.state().skipped_files()? == 0 {
            return Ok(Vec::new());
        }
        let files = self.store.state().files()?;
        for file in &files {
            let Some(reason) = file.skipped else { continue };
            let entry = counts.entry(reason.as_str()).or_insert_with(|| (0, file.path.clone()));
            entry.0 += 1;
        }
        Ok(counts
            .into_iter()
            .map(|(reason, (count, first))| match count {
                1 => format!("{first}, which was skipped ({reason})"),
                _ => format!("{count} files that were skipped ({reason}), {first} among them"),
            })
            .collect())
    }

    /// What breaks the rules.
    pub(super) fn lint(&self, looked: &mut Looked) -> Result<Outcome> {
        let mut judged = match judged(self.engine.root(), self.settings, self.store)? {
            Judgement::NoRules => {
                let folder = self.settings.config.docs.graph.trim_end_matches('/');
                return Ok(Outcome {
                    empty: true,
                    unchecked: vec![format!("the architecture, because {folder}/rules.yml has no rules")],
                    ..Outcome::default()
                });
            }
            Judgement::Invalid(findings) => {
                for one in &findings {
                    looked.is_news(one.path.as_deref(), one.line, &one.message);
                }
                return Ok(Outcome {
                    findings: findings.iter().map(of_diagnostic).collect(),
                    unchecked: vec!["all rules: the rules file is wrong".to_owned()],
                    ..Outcome::default()
                });
            }
            Judgement::Judged(judged) => judged,
        };
        let homeless = judged
            .facts
            .files
            .iter()
            .filter(|file| file.product && file.owners.is_empty() && !file.annotated)
            .count();
        let mut outcome = Outcome {
            checked: format!(
                "{}, {}, {}",
                counted(judged.rules.rules.len() as u64, "rule", "rules"),
                counted(judged.imports, "import", "imports"),
                counted(judged.facts.edges.len() as u64, "edge", "edges")
            ),
            ..Outcome::default()
        };
        if homeless > 0 {
            outcome.unchecked.push(format!(
                "{} to no node, by rules about nodes",
                counted(homeless as u64, "source file that belongs", "source files that belong")
            ));
        }
        let exemptions: usize = judged.rules.rules.iter().map(|rule| rule.exempt.len()).sum();
        if exemptions > 0 {
            outcome
                .unchecked
                .push(format!("what {}", counted(exemptions as u64, "exemption names", "exemptions name")));
        }
        if let Some(split) = split(self.engine.root(), &mut judged)? {
            baseline::tell(&mut outcome, &split, self.base)?;
        }
        if judged.violations.is_empty() {
            return Ok(outcome);
        }
        let news = match self.project(looked, Some(&judged.facts))? {
            Some((base, project)) => new_violations(base, project, &judged),
            None => vec![true; judged.violations.len()],
        };
        for (one, new) in judged.violations.iter().zip(news) {
            if new {
                outcome.findings.push(of_violation(one));
            } else {
                outcome.known += 1;
            }
            if one.rule_type == "rule_never_matches" {
                // As doctor says it.
                looked.is_news(
                    one.file_path.as_deref(),
                    one.line_number,
                    &format!("{}: {}", one.rule, one.message),
                );
            }
        }
        Ok(outcome)
    }

    /// Documents that are behind.
    pub(super) fn sync_check(&self) -> Result<Outcome> {
        let rows = sync_rows(self.store)?;
        let of = |status: &str| rows.iter().filter(|row| row.status == status).count();
        let (stale, untracked) = (of("stale"), of("untracked"));
        let documents = rows.iter().map(|row| row.doc_path.as_str()).collect::<BTreeSet<_>>().len();
        let empty = rows.len() == untracked;
        let mut outcome = Outcome {
            checked: if empty {
                String::new()
            } else {
                format!(
                    "{} of {}",
                    counted((rows.len() - untracked) as u64, "pair", "pairs"),
                    counted(documents as u64, "document", "documents")
                )
            },
            empty,
            ..Outcome::default()
        };
        if rows.is_empty() {
            outcome.unchecked.push("documents, because no node has both documents and code".to_owned());
        } else if untracked == rows.len() {
            outcome.unchecked.push(
                "documents, because none was confirmed yet; run `beadloom sync-update --all`".to_owned(),
            );
        } else if untracked > 0 {
            outcome.unchecked.push(counted(untracked as u64, "unconfirmed pair", "unconfirmed pairs"));
        }
        if let Some(base) = self.base {
            let drifted = self.engine.drifted(self.store, self.settings, base, None, self.call)?;
            if drifted.unread > 0 {
                outcome.unchecked.push(counted(
                    drifted.unread, "document that was not read", "documents that were not read",
                ));
            }
            outcome.findings.extend(drifted.sections.iter().filter_map(of_section));
            outcome.empty &= outcome.findings.is_empty();
        }
        if stale == 0 {
            return Ok(outcome);
        }
        let behind: Vec<SyncRow> = rows.into_iter().filter(|row| row.status == "stale").collect();
        let known = match self.base {
            Some(base) => Some(KnownPairs::read(base, self.store, self.settings, &behind)?),
            None => None,
        };
        for row in &behind {
            match &known {
                Some(known) if known.was_stale(self.store, row)? => outcome.known += 1,
                _ => outcome.findings.push(of_pair(row)),
            }
        }
        Ok(outcome)
    }

    /// What is wrong with the project and around it.
    pub(super) fn doctor(&self, answer: &DoctorAnswer, looked: &mut Looked) -> Result<Outcome> {
        let mut outcome = Outcome {
            checked: checks(answer),
            unchecked: vec!["every page of the index file; `beadloom doctor` checks it".to_owned()],
            ..Outcome::default()
        };
        let wrong: Vec<_> = answer.findings.iter().filter(|one| level(one.level).is_some()).collect();
        let rules = self.rules_path();
        let telling: Vec<_> = wrong
            .into_iter()
            .filter(|one| looked.is_news(one.path.as_deref(), one.line, &one.message))
            .collect();
        if telling.is_empty() {
            return Ok(outcome);
        }
        let mut known = match self.project(looked, None)? {
            Some((base, project)) => Some(KnownFindings::read(base, project, rules.as_deref())?),
            None => None,
        };
        for one in telling {
            let finding =
                Finding { check: Some(&one.check), path: one.path.as_deref(), message: &one.message };
            if known.as_mut().is_some_and(|known| known.was_there(finding)) {
                outcome.known += 1;
            } else {
                outcome.findings.extend(of_finding(one));
            }
        }
        Ok(outcome)
    }
}

/// A section that the change makes untrue; what is only possible fills no log of a pipeline.
fn of_section(section: &DriftedSection) -> Option<CiFinding> {
    let (code, level, says) = match section.certainty {
        DriftCertainty::Certain => ("certain_drift", Level::Error, "says what is no longer so"),
        DriftCertainty::Likely => ("likely_drift", Level::Warn, "speaks of what changed"),
        DriftCertainty::Possible => return None,
    };
    let is_certain = section.certainty == DriftCertainty::Certain;
    let said =
        section.evidence.iter().map(|one| if is_certain { one.what.as_str() } else { one.name.as_str() });
    let names: Vec<&str> = said.take(MAX_NAMES).collect();
    let title = if section.heading.is_empty() { &section.doc_path } else { &section.heading };
    let what = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
    Some(CiFinding {
        step: String::new(),
        code: code.to_owned(),
        rule: None,
        level,
        message: format!("\"{title}\" {says}{what}"),
        path: Some(section.doc_path.clone()),
        line: Some(section.evidence.first().map_or(section.line_start, |one| one.line)),
        column: None,
        hint: Some("`beadloom sync-check --base` shows both; correct the section".to_owned()),
    })
}

/// What doctor says where there is no index.
pub(super) fn without_index(answer: &DoctorAnswer) -> Outcome {
    Outcome {
        findings: answer.findings.iter().filter_map(of_finding).collect(),
        checked: checks(answer),
        unchecked: vec!["graph, documents and rules, because there is no index".to_owned()],
        ..Outcome::default()
    }
}

fn checks(answer: &DoctorAnswer) -> String {
    let names: BTreeSet<&str> = answer.findings.iter().map(|one| one.check.as_str()).collect();
    counted(names.len() as u64, "check", "checks")
}

/// What is worth knowing fills no log of a pipeline.
fn level(level: FindingLevel) -> Option<Level> {
    match level {
        FindingLevel::Error => Some(Level::Error),
        FindingLevel::Warn => Some(Level::Warn),
        FindingLevel::Info | FindingLevel::Ok => None,
    }
}

fn of_finding(one: &beadloom_model::answers::Finding) -> Option<CiFinding> {
    Some(CiFinding {
        step: String::new(),
        code: one.check.clone(),
        rule: None,
        level: level(one.level)?,
        message: one.message.clone(),
        path: one.path.clone(),
        line: one.line,
        column: None,
        hint: one.hint.clone(),
    })
}

fn of_diagnostic(one: &Diagnostic) -> CiFinding {
    CiFinding {
        step: String::new(),
        code: one.code.as_str().to_owned(),
        rule: None,
        level: one.level,
        message: one.message.clone(),
        path: one.path.clone(),
        line: one.line,
        column: one.column,
        hint: one.hint.clone(),
    }
}

fn of_violation(one: &Violation) -> CiFinding {
    CiFinding {
        step: String::new(),
        code: one.rule_type.clone(),
        rule: Some(one.rule.clone()),
        level: match one.severity {
            Severity::Error => Level::Error,
            Severity::Warn => Level::Warn,
        },
        message: one.message.clone(),
        path: one.file_path.clone(),
        line: one.line_number,
        column: None,
        hint: Some(one.suggestion.clone()),
    }
}

fn of_pair(row: &SyncRow) -> CiFinding {
    let reason = row.reason.as_deref().unwrap_or("stale");
    let (doc, code) = (&row.doc_path, &row.code_path);
    let message = match SyncReason::from_name(reason) {
        Some(SyncReason::SignatureChanged) => {
            format!("{doc} is stale: the signature of {code} changed")
        }
        Some(SyncReason::BodyChanged) => format!("{doc} is stale: a body in {code} changed"),
        Some(SyncReason::CodeDeleted) => format!("{doc} is stale: {code} was deleted"),
        Some(SyncReason::DocDeleted) => format!("{doc}, the document of {code}, was deleted"),
        Some(SyncReason::Moved) => {
            let to = row.moved_to.as_deref().unwrap_or("elsewhere");
            let end = |path: &str| path.rsplit_once('.').map(|(_, end)| end.to_owned());
            if end(to) == end(doc) {
                format!("{doc}, the document of {code}, was moved to {to}")
            } else {
                format!("{doc} is stale: {code} was moved to {to}")
            }
        }
        Some(SyncReason::Unpaired) => format!("{doc} and {code} no longer belong to the same node"),
        Some(SyncReason::UndocumentedModule) => format!("{doc} does not mention the new file {code}"),
        None => format!("{doc} is stale: {code} changed"),
    };
    // A finding has to stand where there is something to stand on.
    let place = if reason == "doc_deleted" { code } else { doc };
    CiFinding {
        step: String::new(),
        code: reason.to_owned(),
        rule: None,
        level: Level::Error,
        message,
        path: Some(place.clone()),
        line: None,
        column: None,
        hint: Some(format!(
            "compare both, correct the document, then run `beadloom sync-update {}`",
            row.ref_id
        )),
    }
}
