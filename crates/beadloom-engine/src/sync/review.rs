//! What a person looks at before saying that a document is up to date.

use std::collections::BTreeMap;

use beadloom_model::Result;
use beadloom_model::answers::{Pair, PairStatus, SyncReason};
use beadloom_model::requests::SyncReviewRequest;
use beadloom_store::SyncRow;
use beadloom_sync::unified;
use serde::Serialize;

use super::evidence::Evidence;
use super::{nothing, pair, rows_of, sound_lock};
use crate::json::to_json;
use crate::{Call, Engine, Refresh};

/// Letters of one file's difference.
const DIFF: usize = 200_000;

/// The pairs of a node with the differences of their code.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Review {
    /// Those that are not up to date, by document and code.
    pub pairs: Vec<Pair>,
    /// By code file.
    pub files: Vec<ReviewedFile>,
}

/// A code file that changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReviewedFile {
    /// Relative to the root.
    pub path: String,
    /// Hunks of a unified diff since the baseline; None where the text of then is not known.
    pub diff: Option<String>,
}

impl Engine {
    /// What changed in the code of a node since its documents were up to date, as JSON.
    ///
    /// # Errors
    /// `not_found` with suggestions, `bad_lock`, `no_index`, store errors.
    pub fn sync_review(&self, options: &SyncReviewRequest, call: &Call<'_>) -> Result<String> {
        self.answer(Refresh::Needed, call, |store, settings, _| {
            let rows = rows_of(store, &options.reference)?;
            sound_lock(store)?;
            let behind: Vec<&SyncRow> = rows.iter().filter(|row| row.status == "stale").collect();
            let mut evidence = Evidence::new(store, self.root(), self.contents(settings), call.cancelled);
            evidence.gather(&behind);
            let mut review = Review { pairs: Vec::new(), files: Vec::new() };
            let mut files: BTreeMap<String, Option<String>> = BTreeMap::new();
            for row in rows.iter().filter(|row| row.status != "ok") {
                let status = PairStatus::from_name(&row.status).unwrap_or(PairStatus::Untracked);
                let reason = row.reason.as_deref().and_then(SyncReason::from_name);
                let mut details = nothing();
                if status == PairStatus::Stale {
                    details = evidence.details(row)?;
                    let diff = evidence.texts(row).map(|(old, new)| {
                        let diff = unified(&old, &new);
                        diff.chars().take(DIFF).collect()
                    });
                    files.insert(row.code_path.clone(), diff);
                }
                review.pairs.push(pair(row.clone(), status, reason, details));
            }
            review.files = files.into_iter().map(|(path, diff)| ReviewedFile { path, diff }).collect();
            to_json(&review)
        })
    }
}
