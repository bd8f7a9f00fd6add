//! Doc sync: which documents are in step with their code, and saying that they are.

mod evidence;
mod review;
mod since;
mod update;

use beadloom_model::CompactSort as _;
use std::collections::BTreeSet;

use beadloom_model::answers::{
    ANSWER_VERSION, Pair, PairDetails, PairStatus, SyncCheckAnswer, SyncReason, SyncSummary,
};
use beadloom_model::{Code, Error, Result};
use beadloom_query as query;
use beadloom_store::{Store, SyncRow};

pub use review::{Review, ReviewedFile};
pub use update::SyncUpdateOptions;

use crate::answers::to_json;
use crate::settings::Settings;
use crate::{Call, Engine, Refresh};
pub(crate) use evidence::{Evidence, parse, selected};

/// What the answer says where the graph is derived.
const NO_GRAPH: &str =
    "no graph is kept, so no document belongs to any code: `beadloom init --bootstrap` writes one";

/// Of [`Engine::sync_check`].
#[derive(Debug, Clone)]
pub struct SyncCheckOptions {
    /// Only the pairs of this node.
    pub reference: Option<String>,
    /// Only pairs of which the next commit changes the document or the code.
    pub staged: bool,
    /// Compare with this revision, not with the lock.
    pub since: Option<String>,
    /// Freshness.
    pub refresh: Refresh,
}

impl Engine {
    /// The pairs of documents and code with their status, as JSON.
    ///
    /// # Errors
    /// `not_found` for an unknown node or revision, with suggestions; `bad_lock`; `usage` where Git is needed and cannot say;
    /// `no_index`, store errors.
    pub fn sync_check(&self, options: &SyncCheckOptions, call: &Call<'_>) -> Result<String> {
        self.answer(options.refresh, call, |store, settings, stale| {
            let mut pairs = self.pairs(store, settings, options, call)?;
            let is_derived = store.state().meta("derived")?.as_deref() == Some("1");
            let no_graph = is_derived.then(|| NO_GRAPH.to_owned());
            pairs.compact_sort_by(|a, b| {
                (&a.doc_path, &a.code_path, &a.ref_id).cmp(&(&b.doc_path, &b.code_path, &b.ref_id))
            });
            to_json(&SyncCheckAnswer {
                version: ANSWER_VERSION,
                summary: summary(&pairs),
                pairs,
                warning: stale.warning.clone().or(no_graph),
                stale_paths: stale.stale_paths.iter().take(20).cloned().collect(),
            })
        })
    }

    fn pairs(
        &self,
        store: &Store,
        settings: &Settings,
        options: &SyncCheckOptions,
        call: &Call<'_>,
    ) -> Result<Vec<Pair>> {
        let mut rows = rows_of(store, options.reference.as_deref())?;
        if options.staged {
            let staged = beadloom_git::staged(self.root(), call.cancelled).ok_or_else(no_git)?;
            rows.retain(|row| staged.contains(&row.doc_path) || staged.contains(&row.code_path));
        }
        let max_size = settings.config.max_file_size;
        if let Some(revision) = &options.since {
            let compared = since::Compared {
                root: self.root(),
                revision,
                config: &settings.config,
                reference: options.reference.as_deref(),
                cancelled: call.cancelled,
            };
            return compared.pairs(store, rows);
        }
        sound_lock(store)?;
        let behind: Vec<&SyncRow> = rows.iter().filter(|row| row.status == "stale").collect();
        let mut evidence = Evidence::new(store, self.root(), max_size, call.cancelled)?;
        evidence.gather(&behind);
        let acknowledged: BTreeSet<(String, String)> =
            if settings.config.sync.auto_ack { evidence.acknowledged(&behind) } else { BTreeSet::new() };
        rows.into_iter()
            .map(|row| {
                call_check(call)?;
                let known = (row.doc_path.clone(), row.code_path.clone());
                if row.status == "stale" && acknowledged.contains(&known) {
                    return Ok(pair(row, PairStatus::Ok, None, nothing()));
                }
                let status = PairStatus::from_name(&row.status).unwrap_or(PairStatus::Untracked);
                let reason = row.reason.as_deref().and_then(SyncReason::from_name);
                let details = if status == PairStatus::Stale { evidence.details(&row)? } else { nothing() };
                Ok(pair(row, status, reason, details))
            })
            .collect()
    }
}

impl Engine {
    /// Every pair as the lock and the index have it; those that a commit acknowledges are in step where the settings say
    /// so.
    ///
    /// # Errors
    /// `bad_lock`, store errors.
    pub(crate) fn sync_rows(
        &self,
        store: &Store,
        settings: &Settings,
        call: &Call<'_>,
    ) -> Result<Vec<SyncRow>> {
        let mut rows = store.state().sync_rows()?;
        sound_lock(store)?;
        if settings.config.sync.auto_ack {
            let behind: Vec<&SyncRow> = rows.iter().filter(|row| row.status == "stale").collect();
            let mut evidence =
                Evidence::new(store, self.root(), settings.config.max_file_size, call.cancelled)?;
            evidence.gather(&behind);
            let acknowledged = evidence.acknowledged(&behind);
            for row in &mut rows {
                if acknowledged.contains(&(row.doc_path.clone(), row.code_path.clone())) {
                    PairStatus::Ok.as_str().clone_into(&mut row.status);
                    row.reason = None;
                }
            }
        }
        Ok(rows)
    }
}

/// The pairs of a node, or all.
fn rows_of(store: &Store, reference: Option<&str>) -> Result<Vec<SyncRow>> {
    let Some(reference) = reference else { return store.state().sync_rows() };
    let rows = store.state().sync_rows_of(reference)?;
    if rows.is_empty() && store.node(reference)?.is_none() {
        return Err(query::unknown_node(store, reference)?);
    }
    Ok(rows)
}

/// # Errors
/// `bad_lock` for the first thing that is wrong with the lock: what it does not say, nobody knows.
fn sound_lock(store: &Store) -> Result<()> {
    match store.state().errors()?.into_iter().find(|finding| finding.code == Code::BadLock) {
        Some(finding) => Err(of_finding(finding)),
        None => Ok(()),
    }
}

fn of_finding(finding: beadloom_model::Diagnostic) -> Error {
    let mut error = Error::new(finding.code, finding.message);
    error.path = finding.path;
    error.line = finding.line;
    error.hint = finding.hint;
    error
}

fn no_git() -> Error {
    Error::new(Code::Usage, "Git cannot say what changed here")
        .hint("this needs the git command and a repository with a commit")
}

pub(crate) fn call_check(call: &Call<'_>) -> Result<()> {
    if call.cancelled.load(std::sync::atomic::Ordering::Relaxed) {
        return Err(Error::new(Code::Cancelled, "cancelled; nothing was changed"));
    }
    Ok(())
}

fn pair(row: SyncRow, status: PairStatus, reason: Option<SyncReason>, details: PairDetails) -> Pair {
    Pair { status, ref_id: row.ref_id, doc_path: row.doc_path, code_path: row.code_path, reason, details }
}

fn nothing() -> PairDetails {
    PairDetails { symbols: Vec::new(), added_lines: None, removed_lines: None, since: None, moved_to: None }
}

fn summary(pairs: &[Pair]) -> SyncSummary {
    let count = |status| pairs.iter().filter(|pair| pair.status == status).count() as u64;
    SyncSummary {
        ok: count(PairStatus::Ok),
        stale: count(PairStatus::Stale),
        untracked: count(PairStatus::Untracked),
    }
}
