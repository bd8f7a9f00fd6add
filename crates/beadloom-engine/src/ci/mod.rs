//! All checks of a pipeline together: `ci`. Every step is run, whatever came of the others.

mod baseline;
mod outcome;
mod steps;

use std::time::Instant;

use beadloom_model::answers::{ANSWER_VERSION, CiAnswer, CiFinding, CiStep, ReindexAnswer, StepStatus};
use beadloom_model::requests::{CiRequest, DoctorRequest, RefreshMode, Reported};
use beadloom_model::{Code, CompactSort, Level, Result};
use beadloom_query::Staleness;
use beadloom_store::{Access, Store};

use crate::base::Base;
use crate::json::to_json;
use crate::refresh::leaves_an_answer;
use crate::settings::Settings;
use crate::{Call, Engine, Refresh};

use outcome::Outcome;
use steps::{Looked, Pipeline};

/// The steps, in their order.
const STEPS: [&str; 4] = ["reindex", "lint", "sync-check", "doctor"];

/// Checks of doctor that are not run. The rules are what `lint` looked at. The index is what all steps read; to read through
/// the whole file takes longer than all of them. The others find nothing that has to be mended, or ask about a machine
/// that somebody works on.
const LEFT_OUT: &[&str] =
    &["rules", "index", "orphans", "unmapped", "ignore", "git", "versions", "runtime", "watch"];

impl Engine {
    /// Brings the index up to date, then looks at rules, documents and health, as JSON. What a step cannot do is a finding
    /// of that step.
    ///
    /// # Errors
    /// `bad_revision`, `no_repository`, `not_readable` for the base; `no_project`, `closed`, `cancelled`.
    pub fn ci(&self, options: &CiRequest, call: &Call<'_>) -> Result<String> {
        self.check_open()?;
        let settings = self.settings();
        // A revision that does not exist is said before anything is indexed.
        let commit = match &options.base {
            Some(revision) => Some(Base::commit(self.root(), revision, call)?),
            None => None,
        };
        let mut steps: Vec<(Outcome, u64)> = Vec::new();
        let began = Instant::now();
        let (indexed, base) = std::thread::scope(|scope| {
            let base = commit.map(|commit| scope.spawn(|| Base::read(self.root(), commit, &settings, call)));
            let indexed = self.reindex(false, call);
            let base =
                base.map(|reading| reading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            (indexed, base.transpose())
        });
        let base = base?;
        // A pass would be that of files as they were.
        if let Err(error) = &indexed
            && leaves_an_answer(error.code)
        {
            return Err(error.clone());
        }
        let doctor = DoctorRequest {
            fix: false,
            fixed: Vec::new(),
            missing_ignore_lines: Vec::new(),
            // Hooks are a machine's, like the rest of what a person's programs start.
            hooks: Reported::default(),
            refresh: RefreshMode::Off,
            // What a person's programs start is no business of a pipeline.
            agents: Reported::default(),
        };
        let reindexed = spent(began);
        let mut stale = Staleness::default();
        let looked = self.answer(Refresh::Off, call, |store, settings, behind| {
            stale.clone_from(behind);
            self.steps(store, settings, base.as_ref(), &indexed, &doctor, call)
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
                        unchecked: vec!["everything, because there is no index".to_owned()],
                        ..Outcome::default()
                    };
                    steps.push((skipped, 0));
                }
                let began = Instant::now();
                let outcome = match self.examine(&doctor, &[], call) {
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

    /// All steps on an index that is there, each with its milliseconds. What one has no use for of another is looked at beside
    /// it, on a connection of its own.
    fn steps(
        &self,
        store: &Store,
        settings: &Settings,
        base: Option<&Base<'_>>,
        indexed: &Result<ReindexAnswer>,
        doctor: &DoctorRequest,
        call: &Call<'_>,
    ) -> Result<Vec<(Outcome, u64)>> {
        let here = Pipeline { engine: self, store, settings, base, call };
        let mut looked = Looked::default();
        std::thread::scope(|scope| {
            let beside = scope.spawn(|| {
                let documents = timed(|| {
                    self.pool.with(Access::Read, |store| {
                        Pipeline { engine: self, store, settings, base, call }.sync_check()
                    })
                })?;
                let began = Instant::now();
                Ok((documents, self.examine(doctor, LEFT_OUT, call), spent(began)))
            });
            let indexed = timed(|| here.reindex(indexed, &mut looked))?;
            let rules = timed(|| here.lint(&mut looked))?;
            let (documents, examined, before) =
                beside.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            let (health, after) = timed(|| here.doctor(&examined?, &mut looked))?;
            Ok(vec![indexed, rules, documents, (health, before + after)])
        })
    }
}

/// What came of a step, and its milliseconds. An error that is no finding of the step comes back as one.
fn timed(work: impl FnOnce() -> Result<Outcome>) -> Result<(Outcome, u64)> {
    let began = Instant::now();
    let outcome = match work() {
        Err(error) if ends_all(error.code) => return Err(error),
        Err(error) => Outcome::failed(&error),
        Ok(outcome) => outcome,
    };
    Ok((outcome, spent(began)))
}

/// Milliseconds since then.
fn spent(from: Instant) -> u64 {
    u64::try_from(from.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// Errors that are no finding of a step.
fn ends_all(code: Code) -> bool {
    matches!(code, Code::Cancelled | Code::Closed | Code::NoProject | Code::Internal)
}

fn answer(
    options: &CiRequest,
    base_commit: Option<String>,
    outcomes: Vec<(Outcome, u64)>,
    stale: Staleness,
) -> CiAnswer {
    let mut steps = Vec::new();
    let mut findings = Vec::new();
    for (name, (mut outcome, duration_ms)) in STEPS.into_iter().zip(outcomes) {
        outcome.findings.compact_sort_by(|a, b| {
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
        stale_paths: stale.shown_paths(),
        warning: stale.warning,
    }
}
