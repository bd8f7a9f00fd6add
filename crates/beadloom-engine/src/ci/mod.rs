//! All checks of a pipeline together: `ci`. Every step is run, whatever came of the others.

mod steps;

use std::time::Instant;

use beadloom_model::answers::{ANSWER_VERSION, CiAnswer, CiFinding, CiStep, StepStatus};
use beadloom_model::{Code, Error, Level, Result};

use crate::answers::to_json;
use crate::base::Base;
use crate::doctor::DoctorOptions;
use crate::{Call, Engine, Refresh};

use steps::{Looked, Pipeline};

/// Of [`Engine::ci`].
#[derive(Debug, Clone)]
pub struct CiOptions {
    /// Only what is new since this revision; everything where it is not given.
    pub base: Option<String>,
    /// Lines that `.gitignore` lacks.
    pub missing_ignore_lines: Vec<String>,
}

/// The steps, in their order.
const STEPS: [&str; 4] = ["reindex", "lint", "sync-check", "doctor"];

/// What came of a step.
#[derive(Default)]
struct Outcome {
    findings: Vec<CiFinding>,
    known: u64,
    /// There was nothing to look at.
    empty: bool,
    checked: String,
    unchecked: Vec<String>,
}

impl Outcome {
    /// A step that could not be run to its end.
    fn failed(error: &Error) -> Self {
        let finding = CiFinding {
            step: String::new(),
            code: error.code.as_str().to_owned(),
            rule: None,
            level: Level::Error,
            message: error.message.clone(),
            path: error.path.clone(),
            line: error.line,
            column: error.column,
            hint: error.hint.clone(),
        };
        Self {
            findings: vec![finding],
            checked: "it could not be run to its end".to_owned(),
            ..Self::default()
        }
    }
}

impl Engine {
    /// Brings the index up to date, then looks at rules, documents and health, as JSON. What a step cannot do is a finding
    /// of that step.
    ///
    /// # Errors
    /// `bad_revision`, `no_repository`, `not_readable` for the base; `no_project`, `closed`, `cancelled`.
    pub fn ci(&self, options: &CiOptions, call: &Call<'_>) -> Result<String> {
        self.check_open()?;
        let settings = self.settings();
        // A revision that does not exist is said before anything is indexed.
        let base = match &options.base {
            Some(revision) => Some(Base::read(self.root(), revision, &settings, call)?),
            None => None,
        };
        let mut steps: Vec<(Outcome, u64)> = Vec::new();
        let began = Instant::now();
        let indexed = self.reindex(false, call);
        let doctor = DoctorOptions {
            fix: false,
            fixed: Vec::new(),
            missing_ignore_lines: options.missing_ignore_lines.clone(),
            hooks: Vec::new(),
            refresh: Refresh::Off,
        };
        let spent = |from: Instant| u64::try_from(from.elapsed().as_millis()).unwrap_or(u64::MAX);
        let reindexed = spent(began);
        let mut stale = (None, Vec::new());
        let looked = self.answer(Refresh::Off, call, |store, settings, behind| {
            stale = (behind.warning.clone(), behind.stale_paths.clone());
            let pipeline = Pipeline { engine: self, store, settings, base: base.as_ref() };
            let mut looked = Looked::default();
            let mut timed = Vec::new();
            let works: [&dyn Fn(&mut Looked) -> Result<Outcome>; 4] = [
                &|looked| pipeline.reindex(&indexed, looked),
                &|looked| pipeline.lint(looked),
                &|looked| pipeline.sync_check(looked),
                &|looked| pipeline.doctor(&self.examine(&doctor, call)?, looked),
            ];
            for work in works {
                let began = Instant::now();
                let outcome = match work(&mut looked) {
                    Err(error) if ends_all(error.code) => return Err(error),
                    Err(error) => Outcome::failed(&error),
                    Ok(outcome) => outcome,
                };
                timed.push((outcome, spent(began)));
            }
            Ok(timed)
        });
        match looked {
            Ok(timed) => steps.extend(timed),
            Err(error) if ends_all(error.code) => return Err(error),
            // There is no index to look at; doctor can do without.
            Err(error) => {
                let first = indexed.as_ref().err().unwrap_or(&error);
                steps.push((Outcome::failed(first), 0));
                for _ in 0..2 {
                    let skipped = Outcome {
                        empty: true,
                        unchecked: vec!["everything: there is no index".to_owned()],
                        ..Outcome::default()
                    };
                    steps.push((skipped, 0));
                }
                let began = Instant::now();
                let outcome = match self.examine(&doctor, call) {
                    Ok(answer) => steps::without_index(&answer),
                    Err(error) if ends_all(error.code) => return Err(error),
                    Err(error) => Outcome::failed(&error),
                };
                steps.push((outcome, spent(began)));
            }
        }
        if let Some((_, first)) = steps.first_mut() {
            *first += reindexed;
        }
        to_json(&answer(options, base.map(|base| base.commit), steps, stale))
    }
}

/// Errors that are no finding of a step.
fn ends_all(code: Code) -> bool {
    matches!(code, Code::Cancelled | Code::Closed | Code::NoProject | Code::Internal)
}

fn answer(
    options: &CiOptions,
    base_commit: Option<String>,
    outcomes: Vec<(Outcome, u64)>,
    (warning, stale_paths): (Option<String>, Vec<String>),
) -> CiAnswer {
    let mut steps = Vec::new();
    let mut findings = Vec::new();
    for (name, (mut outcome, duration_ms)) in STEPS.into_iter().zip(outcomes) {
        outcome.findings.sort_by(|a, b| {
            (a.level, &a.path, a.line, &a.message, &a.code)
                .cmp(&(b.level, &b.path, b.line, &b.message, &b.code))
        });
        let errors = outcome.findings.iter().filter(|one| one.level == Level::Error).count() as u64;
        steps.push(CiStep {
            name: name.to_owned(),
            status: match (errors, outcome.empty) {
                (0, true) => StepStatus::Skipped,
                (0, false) => StepStatus::Passed,
                _ => StepStatus::Failed,
            },
            findings: outcome.findings.len() as u64,
            errors,
            known: outcome.known,
            checked: outcome.checked,
            unchecked: outcome.unchecked,
            duration_ms,
        });
        findings.extend(outcome.findings.into_iter().map(|one| CiFinding { step: name.to_owned(), ..one }));
    }
    CiAnswer {
        version: ANSWER_VERSION,
        base: options.base.clone(),
        base_commit,
        passed: steps.iter().all(|step| step.status != StepStatus::Failed),
        steps,
        findings,
        warning,
        stale_paths: stale_paths.into_iter().take(20).collect(),
    }
}
