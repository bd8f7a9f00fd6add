//! What a run notes in the index about itself, and its report.

use beadloom_model::answers::{FileCounts, ReindexMode};
use beadloom_model::{Diagnostic, Level, Result};
use beadloom_store::{HealthSnapshot, State, Writer};

use crate::clock::iso_utc;
use crate::indexed_files::generation;
use crate::report::Report;
use crate::run::Run;
use crate::run_changes::RunChanges;

/// What the rows of all files depend on besides the files. Another one means a full run.
pub const FINGERPRINT: &str = "fingerprint";

impl Run<'_> {
    /// The report of a run that found nothing to do.
    pub fn unchanged(&self, state: &State<'_>) -> Result<Report> {
        Ok(Report {
            mode: ReindexMode::Unchanged,
            files: FileCounts {
                scanned: self.files.len() as u64,
                parsed: 0,
                reused: 0,
                added: 0,
                changed: 0,
                deleted: 0,
                renamed: 0,
                skipped: state.meta("skipped")?.and_then(|n| n.parse().ok()).unwrap_or(0),
            },
            totals: state.noted_totals()?,
            diagnostics: state.diagnostics()?,
            generation: generation(state)?,
        })
    }

    /// Whether the walk found other things to remark on than the last one.
    pub fn walk_findings_differ(&self, state: &State<'_>) -> Result<bool> {
        let noted = state.meta("walk_findings")?.unwrap_or_default();
        Ok(noted != findings_json(self.walk_diagnostics))
    }

    /// Notes what the index is of now. `anew`: whether it began with nothing of this tree; `visible`: whether a reader can see a difference; `old`: the generation before.
    pub fn finish(
        &self,
        writer: &Writer<'_>,
        tally: &RunChanges,
        anew: bool,
        visible: bool,
        old: u64,
    ) -> Result<Report> {
        writer.write_chunks()?;
        let state = writer.state();
        let generation = if visible { old + 1 } else { old };
        let totals = state.totals()?;
        let skipped = state.skipped_files()?;
        writer.set_meta(FINGERPRINT, &self.fingerprint)?;
        writer.set_links(self.links)?;
        let model = self.options.embedder.map_or(0, |embedder| embedder.fingerprint);
        writer.set_meta("model", &format!("{model:x}"))?;
        writer.set_meta("scanned_ns", &self.scanned_ns.to_string())?;
        writer.set_meta("totals", &serde_json::to_string(&totals).unwrap_or_default())?;
        writer.set_meta("skipped", &skipped.to_string())?;
        writer.set_meta("walk_findings", &findings_json(self.walk_diagnostics))?;
        writer.set_meta("beadloom_version", beadloom_model::VERSION)?;
        let diagnostics = state.diagnostics()?;
        if visible {
            let created_at = iso_utc(self.scanned_ns);
            writer.set_state(generation, self.scanned_ns)?;
            writer.set_meta("last_reindex_at", &created_at)?;
            let at = |level| diagnostics.iter().filter(|finding| finding.level == level).count() as u64;
            let (errors, warnings) = (at(Level::Error), at(Level::Warn));
            let totals = totals.clone();
            writer.add_health_snapshot(&HealthSnapshot {
                created_at,
                generation,
                totals,
                errors,
                warnings,
            })?;
        }
        let counts = &tally.counts;
        // What an index that began anew held at first was of another tree: all that is in it now came.
        let (added, others) = if anew {
            (counts.reused + counts.added + counts.changed + counts.renamed, [0; 3])
        } else {
            (counts.added, [counts.changed, counts.deleted, counts.renamed])
        };
        let [changed, deleted, renamed] = others;
        Ok(Report {
            mode: match (anew, visible) {
                (true, _) => ReindexMode::Full,
                (false, true) => ReindexMode::Incremental,
                (false, false) => ReindexMode::Unchanged,
            },
            files: FileCounts {
                scanned: self.files.len() as u64,
                parsed: counts.parsed,
                reused: counts.reused,
                added,
                changed,
                deleted,
                renamed,
                skipped,
            },
            totals,
            diagnostics,
            generation,
        })
    }
}

fn findings_json(diagnostics: &[Diagnostic]) -> String {
    serde_json::to_string(diagnostics).unwrap_or_default()
}
