//! Whether project, index and machine are as they should be: `doctor`.

mod check;
mod graph;
mod machine;
mod sync;

use beadloom_model::CompactSort as _;
use beadloom_model::requests::{DoctorRequest, RefreshMode, SyncUpdateRequest};

use beadloom_model::answers::{ANSWER_VERSION, DoctorAnswer, Finding, FindingCounts, FindingLevel};
use beadloom_model::{Code, Error, Result};
use beadloom_query::Staleness;
use beadloom_store::Access;

use crate::json::to_json;
use crate::{Call, Engine, Refresh};
use check::{CheckContext, Found, Index};

/// Something that is looked at.
pub(crate) struct Check {
    /// The name of the check.
    pub(crate) name: &'static str,
    /// What is said where nothing is found.
    pub(crate) well: &'static str,
    /// What is found; a finding of level `ok` takes the place of `well`.
    pub(crate) look: fn(&CheckContext<'_>) -> Result<Vec<Found>>,
    /// Whether it can be looked at without an index.
    pub(crate) without_index: bool,
}

/// Everything that is looked at, in the order of the answer. A new check is a line here.
const CHECKS: &[Check] = &[
    check("index", "the index is whole", machine::index).always(),
    check("settings", "config.yml is valid", graph::settings),
    check("yaml", "every graph file parses", graph::yaml),
    check("ids", "every node has an id of its own", graph::ids),
    check("kinds", "every kind is known", graph::kinds),
    check("edges", "every edge has both ends", graph::edges),
    check("documents", "every document of a node exists", graph::documents),
    check("sources", "every source exists", graph::sources),
    check("annotations", "every annotation names a node", graph::annotations),
    check("confidence", "no drafted node is left to review", graph::confidence),
    check("summaries", "every node has a summary", graph::summaries),
    check("naming", "ids are distinct and can be typed", graph::naming),
    check("orphans", "every document belongs to a node", graph::orphans),
    check("unmapped", "every folder with code belongs to a node", graph::unmapped),
    check("rules", "the rules are valid", graph::rules),
    check("files", "every file could be read", graph::files),
    check("mcp", "the commands in MCP configurations exist", machine::mcp).always(),
    check("agents", "the blocks in agents' files are current", machine::agents).always(),
    check("lock", "sync.lock matches the project", sync::lock),
    check("hooks", "no Git hook checks documents", sync::hooks),
    check("ignore", "Git ignores derived files", machine::ignore).always(),
    check("git", "Git answers", machine::git).always(),
    check("versions", "versions match", machine::versions).always(),
    check("model", "the configured model works", machine::model),
    check("runtime", "the model runtime is available", machine::runtime),
    check("memories", "the private memories can be read", machine::memories).always(),
    check("cache", "nothing is kept for other worktrees", machine::cache).always(),
    check("watch", "the system can watch enough folders", machine::watch),
];

type Look = fn(&CheckContext<'_>) -> Result<Vec<Found>>;

const fn check(name: &'static str, well: &'static str, look: Look) -> Check {
    Check { name, well, look, without_index: false }
}

impl Check {
    const fn always(self) -> Self {
        Self { without_index: true, ..self }
    }
}

impl Engine {
    /// What is wrong with project, index and machine, and how to mend it, as JSON. With `fix`, an index that is damaged is
    /// made anew first.
    ///
    /// # Errors
    /// `no_project`, `closed`, `cancelled`, store errors other than damage.
    pub fn doctor(&self, options: &DoctorRequest, call: &Call<'_>) -> Result<String> {
        to_json(&self.examine(options, &[], call)?)
    }

    /// The same as a value, without some of the checks. Without `index`, nobody reads through the index file.
    pub(crate) fn examine(
        &self,
        options: &DoctorRequest,
        left_out: &[&str],
        call: &Call<'_>,
    ) -> Result<DoctorAnswer> {
        self.check_open()?;
        let mut damage = if left_out.contains(&"index") { None } else { self.damage()? };
        let mut fixed = options.fixed.clone();
        if options.fix && damage.is_some() {
            self.pool.remove()?;
            self.reindex(true, call)?;
            damage = self.damage()?;
            fixed.push("the damaged index was rebuilt".to_owned());
        }
        if options.fix && damage.is_none() {
            let vanished = SyncUpdateRequest { reference: None, new_only: false, vanished_only: true };
            // A lock that cannot be read is a finding of its own.
            let lines = self.sync_update(&vanished, call).map_or(0, |answer| answer.pairs_synced);
            if lines > 0 {
                fixed.push(format!("removed {lines} obsolete lines from sync.lock"));
            }
        }
        if let Some(damage) = damage {
            let settings = self.settings();
            let context = CheckContext {
                engine: self,
                index: None,
                settings: &settings,
                options,
                damage: Some(&damage),
                call,
            };
            return examined(&context, left_out, fixed, &Staleness::default());
        }
        self.answer(patient(options.refresh), call, |store, settings, stale| {
            let diagnostics = store.state().diagnostics()?;
            let index = Index { store, diagnostics: &diagnostics };
            let context =
                CheckContext { engine: self, index: Some(index), settings, options, damage: None, call };
            examined(&context, left_out, fixed, stale)
        })
    }

    /// What is wrong with the index file; None where it is whole, or not there yet.
    fn damage(&self) -> Result<Option<Error>> {
        let looked = self.pool.with(Access::Read, |store| {
            Ok(store.damages()?.into_iter().next().map(|first| {
                Error::new(Code::IndexDamaged, format!("the index file is damaged: {first}"))
                    .at(".beadloom/beadloom.db", 0, 0)
            }))
        });
        match looked {
            Ok(damage) => Ok(damage),
            Err(error) if error.code == Code::IndexDamaged => Ok(Some(error)),
            Err(error) if matches!(error.code, Code::NoIndex | Code::IndexForeign) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// What is wrong with a project can be said too where its index cannot be written; that it is behind is said with it.
fn patient(refresh: RefreshMode) -> Refresh {
    match refresh.into() {
        Refresh::Auto => Refresh::Patient,
        other => other,
    }
}

fn examined(
    context: &CheckContext<'_>,
    left_out: &[&str],
    fixed: Vec<String>,
    stale: &Staleness,
) -> Result<DoctorAnswer> {
    let mut findings: Vec<Finding> = Vec::new();
    for check in CHECKS {
        let possible = context.index.is_some() || check.without_index;
        if !possible || left_out.contains(&check.name) {
            continue;
        }
        let mut found = (check.look)(context)?;
        if found.is_empty() {
            found.push(Found::new(FindingLevel::Ok, check.well));
        }
        found.compact_sort_by(|a, b| {
            (a.level, &a.path, a.line, &a.message).cmp(&(b.level, &b.path, b.line, &b.message))
        });
        findings.extend(found.into_iter().map(|one| Finding {
            check: check.name.to_owned(),
            level: one.level,
            message: one.message,
            path: one.path,
            line: one.line,
            hint: one.hint,
        }));
    }
    let of = |level| findings.iter().filter(|finding| finding.level == level).count() as u64;
    Ok(DoctorAnswer {
        version: ANSWER_VERSION,
        summary: FindingCounts {
            ok: of(FindingLevel::Ok),
            info: of(FindingLevel::Info),
            warn: of(FindingLevel::Warn),
            error: of(FindingLevel::Error),
        },
        findings,
        fixed,
        warning: stale.warning.clone(),
        stale_paths: stale.shown_paths(),
    })
}
