//! Doc sync: which documents are up to date with their code, and saying that they are.

mod evidence;
mod git_prefetch;
mod lock;
mod pairs;
mod review;
mod since;
mod staged;
mod update;

use beadloom_model::CompactSort as _;
use beadloom_model::requests::SyncCheckRequest;

use beadloom_git::Staging;
use beadloom_graph::config::HookMode;
use beadloom_index::Contents;
use beadloom_model::answers::{ANSWER_VERSION, Pair, PairStatus, SyncCheckAnswer, SyncReason, SyncSummary};
use beadloom_model::{Code, Error, Result};
use beadloom_query as query;
use beadloom_store::{Store, SyncRow};

use crate::json::to_json;
use crate::rules::whole;
use crate::settings::Settings;
use crate::{Call, Engine};
pub(crate) use evidence::{Evidence, parse, selected};
use git_prefetch::GitPrefetch;
use lock::sound_lock;
pub(crate) use lock::{duplicates, unpaired, vanished};
use pairs::{no_git, nothing, pair};
use staged::NextCommit;

/// What the answer says where the graph is derived.
const NO_GRAPH: &str =
    "no graph is kept, so no document belongs to any code: `beadloom init --bootstrap` writes one";

/// Whether pairs that are up to date need not be read at all, as far as the index knows the answer.
fn skips_rows(options: &SyncCheckRequest) -> bool {
    options.behind && options.reference.is_none() && options.since.is_none() && !options.staged
}

/// Whether it matters what the next commit holds.
fn asks_git(options: &SyncCheckRequest) -> bool {
    options.staged || options.next_commit
}

/// Pairs that were looked at, and how many more are up to date.
struct PairsFound {
    pairs: Vec<Pair>,
    up_to_date: u64,
}

impl Engine {
    /// What the Git hook does about stale documents, by the settings of now.
    pub fn hook_mode(&self) -> HookMode {
        self.settings().config.sync.hook_mode
    }

    /// The pairs of documents and code with their status, as JSON; with a base, the sections that the change since then makes untrue.
    ///
    /// # Errors
    /// `bad_revision`, `no_repository` for a base; `not_found` for an unknown node or revision, with suggestions; `bad_lock`; `usage` where Git is needed and cannot say;
    /// `no_index`, store errors.
    pub fn sync_check(&self, options: &SyncCheckRequest, call: &Call<'_>) -> Result<String> {
        if let Some(base) = &options.base {
            return self.drift(base, options, call);
        }
        std::thread::scope(|scope| {
            // Git takes as long to look at the files as the refresh does: both at once.
            let staging = asks_git(options).then(|| {
                scope.spawn(|| {
                    let staging = beadloom_git::staging(self.root(), call.cancelled)?;
                    let prefetched = GitPrefetch::ahead(self.root(), &staging, call.cancelled);
                    Some((staging, prefetched))
                })
            });
            self.sync_answer(options, call, || staging.and_then(|asked| asked.join().ok()).flatten())
        })
    }

    /// `staging`: what Git says of the next commit and of its code, waited for.
    fn sync_answer(
        &self,
        options: &SyncCheckRequest,
        call: &Call<'_>,
        staging: impl FnOnce() -> Option<(Staging, GitPrefetch)>,
    ) -> Result<String> {
        self.answer(whole(options.refresh), call, |store, settings, stale| {
            let PairsFound { mut pairs, up_to_date } = self.pairs(store, settings, options, staging, call)?;
            let is_derived = store.state().meta("derived")?.as_deref() == Some("1");
            let no_graph = is_derived.then(|| NO_GRAPH.to_owned());
            pairs.compact_sort_by(|a, b| {
                (&a.doc_path, &a.code_path, &a.ref_id).cmp(&(&b.doc_path, &b.code_path, &b.ref_id))
            });
            let mut summary = summary(&pairs);
            summary.ok += up_to_date;
            if options.behind {
                pairs.retain(|pair| pair.status != PairStatus::Ok);
            }
            to_json(&SyncCheckAnswer {
                version: ANSWER_VERSION,
                summary,
                pairs,
                sections: Vec::new(),
                warning: stale.warning.clone().or(no_graph),
                stale_paths: stale.shown_paths(),
            })
        })
    }

    pub(crate) fn contents(&self, settings: &Settings) -> Contents {
        Contents::of_project(self.root(), settings.config.max_file_size)
    }

    fn pairs(
        &self,
        store: &Store,
        settings: &Settings,
        options: &SyncCheckRequest,
        staging: impl FnOnce() -> Option<(Staging, GitPrefetch)>,
        call: &Call<'_>,
    ) -> Result<PairsFound> {
        let of_node = match &options.reference {
            Some(reference) => Some(rows_of(store, reference)?),
            None => None,
        };
        let (next, prefetched) = if asks_git(options) {
            let (staging, prefetched) = staging().ok_or_else(no_git)?;
            (Some(NextCommit::of(staging, self.root(), store, call.cancelled)?), prefetched)
        } else {
            (None, GitPrefetch::default())
        };
        let is_as_on_disk = next.as_ref().is_none_or(NextCommit::is_as_on_disk);
        let (mut rows, mut up_to_date) = (of_node.unwrap_or_default(), 0);
        if options.reference.is_none() && (is_as_on_disk || options.since.is_some()) {
            if skips_rows(options) {
                rows = store.state().sync_rows_behind()?;
                up_to_date = store.state().pairs_in_step()?;
            } else {
                rows = store.state().sync_rows()?;
            }
        }
        if let Some(next) = next.as_ref().filter(|_| options.staged) {
            rows.retain(|row| next.touches(row));
        }
        if let Some(revision) = &options.since {
            let compared = since::Compared {
                root: self.root(),
                revision,
                config: &settings.config,
                reference: options.reference.as_deref(),
                cancelled: call.cancelled,
            };
            return Ok(PairsFound { pairs: compared.pairs(store, rows)?, up_to_date });
        }
        let mut contents = self.contents(settings);
        let staged = next.as_ref().filter(|_| settings.config.sync.auto_ack).map(NextCommit::staged);
        match next.filter(|next| !next.is_as_on_disk()) {
            Some(next) => (rows, contents) = next.judged(store, settings, options, contents)?,
            None => sound_lock(store)?,
        }
        // The commit is about to say so.
        for row in rows.iter_mut().filter(|_| staged.is_some()) {
            let is_changed = matches!(row.reason.as_deref(), Some("signature_changed" | "body_changed"));
            let has = |path: &String| staged.as_ref().is_some_and(|staged| staged.contains(path));
            if is_changed && has(&row.doc_path) && has(&row.code_path) {
                PairStatus::Ok.as_str().clone_into(&mut row.status);
                row.reason = None;
            }
        }
        let behind: Vec<&SyncRow> = rows.iter().filter(|row| row.status == "stale").collect();
        let prefetched = if is_as_on_disk { prefetched } else { prefetched.without_lines() };
        let mut evidence = Evidence::new(store, self.root(), contents, call.cancelled).with(prefetched);
        evidence.gather(&behind);
        let mut pairs = Vec::with_capacity(rows.len());
        for row in rows {
            call_check(call)?;
            let status = PairStatus::from_name(&row.status).unwrap_or(PairStatus::Untracked);
            let reason = row.reason.as_deref().and_then(SyncReason::from_name);
            let details = if status == PairStatus::Stale { evidence.details(&row)? } else { nothing() };
            pairs.push(pair(row, status, reason, details));
        }
        Ok(PairsFound { pairs, up_to_date })
    }
}

/// Every pair, as the lock and the index have it.
///
/// # Errors
/// `bad_lock`, store errors.
pub(crate) fn sync_rows(store: &Store) -> Result<Vec<SyncRow>> {
    let rows = store.state().sync_rows()?;
    sound_lock(store)?;
    Ok(rows)
}

/// The pairs of a node.
fn rows_of(store: &Store, reference: &str) -> Result<Vec<SyncRow>> {
    let rows = store.state().sync_rows_of(reference)?;
    if rows.is_empty() && store.node(reference)?.is_none() {
        return Err(query::unknown_node(store, reference)?);
    }
    Ok(rows)
}

pub(crate) fn call_check(call: &Call<'_>) -> Result<()> {
    if call.cancelled.load(std::sync::atomic::Ordering::Relaxed) {
        return Err(Error::new(Code::Cancelled, "cancelled; nothing was changed"));
    }
    Ok(())
}

fn summary(pairs: &[Pair]) -> SyncSummary {
    let count = |status| pairs.iter().filter(|pair| pair.status == status).count() as u64;
    SyncSummary {
        ok: count(PairStatus::Ok),
        stale: count(PairStatus::Stale),
        untracked: count(PairStatus::Untracked),
    }
}
