//! An explicit reindex, and what it says of it.

use std::time::{Duration, Instant};

use beadloom_index::{Options, Outcome};
use beadloom_model::answers::{ANSWER_VERSION, ReindexAnswer};
use beadloom_model::{Code, Diagnostic, Error, Result};
use beadloom_store::{Access, Condition, Store};

use crate::{Call, Engine};

/// How long an explicit reindex waits for another one to finish.
pub(crate) const REINDEX_WAIT: Duration = Duration::from_secs(600);

impl Engine {
    /// Brings the index up to date with the files.
    ///
    /// # Errors
    /// See [`beadloom_index::reindex`]; `not_writable` where the project's folder is read-only.
    pub fn reindex(&self, full: bool, call: &Call<'_>) -> Result<ReindexAnswer> {
        self.check_open()?;
        let began = Instant::now();
        let settings = self.settings();
        let mut mended = full && self.remove_damaged()?;
        let run = || {
            self.pool.with(Access::Write, |store| {
                let options = Options {
                    full,
                    watch: self.watch.as_ref(),
                    indexed: Some(&self.indexed),
                    ..settings.reindex_options(self.root(), REINDEX_WAIT, None, call)
                };
                let index = |store: &mut Store| beadloom_index::reindex(store, &options);
                match self.with_past(store, &settings, call, index)? {
                    Outcome::Done(report) => Ok(report),
                    Outcome::TooSlow(_) => {
                        Err(Error::new(Code::Internal, "a reindex without a deadline passed it"))
                    }
                }
            })
        };
        let report = match run() {
            // What a run keeps of the index before may be what is damaged.
            Err(error) if full && !mended && error.code == Code::IndexDamaged => {
                self.pool.remove()?;
                mended = true;
                run()?
            }
            report => report?,
        };
        if let Some(watch) = &self.watch {
            watch.begin(&settings.config);
        }
        let (embedded, failure) = self.embed_all(call)?;
        let mut diagnostics = report.diagnostics;
        if mended {
            let what = "the damaged index was rebuilt";
            diagnostics.push(Diagnostic::warn(Code::IndexDamaged, what));
        }
        diagnostics.extend(self.pool.take_notice().map(|(code, what)| Diagnostic::warn(code, what)));
        diagnostics.extend(failure.map(as_finding));
        Ok(ReindexAnswer {
            version: ANSWER_VERSION,
            mode: report.mode,
            files: report.files,
            totals: report.totals,
            embedded,
            diagnostics,
            duration_ms: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
            generation: report.generation,
        })
    }

    /// Takes a damaged index away: a run over all files would only mend those of its pages that it writes.
    fn remove_damaged(&self) -> Result<bool> {
        let looked = self.pool.with(Access::Read, |store| {
            // What outlives a run has to be what it should be too.
            if store.condition()? == Condition::Ready {
                store.state().health_snapshots()?;
            }
            store.damages()
        });
        let damaged = match looked {
            Ok(damages) => !damages.is_empty(),
            Err(error) => error.code == Code::IndexDamaged,
        };
        if damaged {
            self.pool.remove()?;
        }
        Ok(damaged)
    }
}

/// Why a model does not serve, as one of the findings of a reindex: everything else was done.
fn as_finding(error: Error) -> Diagnostic {
    let mut finding = Diagnostic::warn(error.code, error.message);
    if let Some(path) = error.path {
        finding = finding.at(path, error.line.unwrap_or(0), error.column.unwrap_or(0));
    }
    match error.hint {
        Some(hint) => finding.hint(hint),
        None => finding,
    }
}
