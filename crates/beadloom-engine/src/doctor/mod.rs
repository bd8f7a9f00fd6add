//! Whether project, index and machine are as they should be: `doctor`.

mod graph;
mod machine;
mod sync;

use beadloom_model::CompactSort as _;
use beadloom_model::requests::{DoctorRequest, SyncUpdateRequest};
use std::path::Path;

use beadloom_model::answers::{ANSWER_VERSION, DoctorAnswer, Finding, FindingCounts, FindingLevel};
use beadloom_model::{Code, Diagnostic, Error, Level, Result};
use beadloom_query::Staleness;
use beadloom_store::{Access, Store};

use crate::answers::to_json;
use crate::settings::Settings;
use crate::{Call, Engine};

/// Whom a check looks at.
pub(crate) struct CheckContext<'a> {
    pub(crate) engine: &'a Engine,
    /// None where the index is damaged.
    pub(crate) index: Option<Index<'a>>,
    pub(crate) settings: &'a Settings,
    pub(crate) options: &'a DoctorRequest,
    /// What is wrong with the index.
    pub(crate) damage: Option<&'a Error>,
    pub(crate) call: &'a Call<'a>,
}

/// The index, and what it was found to be wrong with the project's files.
#[derive(Clone, Copy)]
pub(crate) struct Index<'a> {
    pub(crate) store: &'a Store,
    pub(crate) diagnostics: &'a [Diagnostic],
}

impl CheckContext<'_> {
    pub(crate) fn root(&self) -> &Path {
        self.engine.root()
    }
}

/// Something that is looked at.
pub(crate) struct Examination {
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
const CHECKS: &[Examination] = &[
    examination("index", "the index is whole", machine::index).always(),
    examination("settings", "config.yml is valid", graph::settings),
    examination("yaml", "every graph file parses", graph::yaml),
    examination("ids", "every node has an id of its own", graph::ids),
    examination("kinds", "every kind is known", graph::kinds),
    examination("edges", "every edge has both ends", graph::edges),
    examination("documents", "every document of a node exists", graph::documents),
    examination("sources", "every source exists", graph::sources),
    examination("annotations", "every annotation names a node", graph::annotations),
    examination("confidence", "no drafted node is left to review", graph::confidence),
    examination("summaries", "every node has a summary", graph::summaries),
    examination("naming", "ids are distinct and can be typed", graph::naming),
    examination("orphans", "every document belongs to a node", graph::orphans),
    examination("unmapped", "every folder with code belongs to a node", graph::unmapped),
    examination("rules", "the rules are valid", graph::rules),
    examination("files", "every file could be read", graph::files),
    examination("mcp", "the commands in MCP configurations exist", machine::mcp).always(),
    examination("agents", "the blocks in agents' files are current", machine::agents).always(),
    examination("lock", "sync.lock matches the project", sync::lock),
    examination("hooks", "no Git hook checks documents", sync::hooks),
    examination("ignore", "Git ignores derived files", machine::ignore).always(),
    examination("git", "Git answers", machine::git).always(),
    examination("versions", "versions match", machine::versions).always(),
    examination("model", "the configured model works", machine::model),
    examination("runtime", "the model runtime is available", machine::runtime),
    examination("cache", "nothing is kept for other worktrees", machine::cache).always(),
    examination("watch", "the system can watch enough folders", machine::watch),
];

type Look = fn(&CheckContext<'_>) -> Result<Vec<Found>>;

const fn examination(name: &'static str, well: &'static str, look: Look) -> Examination {
    Examination { name, well, look, without_index: false }
}

impl Examination {
    const fn always(self) -> Self {
        Self { without_index: true, ..self }
    }
}

/// What a check found, before it has the check's name.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) level: FindingLevel,
    pub(crate) message: String,
    pub(crate) path: Option<String>,
    pub(crate) line: Option<u32>,
    pub(crate) hint: Option<String>,
}

impl Found {
    pub(crate) fn new(level: FindingLevel, message: impl Into<String>) -> Self {
        Self { level, message: message.into(), path: None, line: None, hint: None }
    }

    pub(crate) fn at(mut self, path: impl Into<String>, line: Option<u32>) -> Self {
        self.path = Some(path.into());
        self.line = line;
        self
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl From<&Diagnostic> for Found {
    fn from(diagnostic: &Diagnostic) -> Self {
        Self {
            level: match diagnostic.level {
                Level::Error => FindingLevel::Error,
                Level::Warn => FindingLevel::Warn,
                Level::Info => FindingLevel::Info,
            },
            message: diagnostic.message.clone(),
            path: diagnostic.path.clone(),
            line: diagnostic.line,
            hint: diagnostic.hint.clone(),
        }
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
            let vanished =
                SyncUpdateRequest { reference: None, new_only: false, documents: None, vanished_only: true };
            // A lock that cannot be read is a finding of its own.
            let lines = self.sync_update(&vanished, call).map_or(0, |answer| answer.pairs_synced);
            if lines > 0 {
                fixed.push(format!("removed {lines} obsolete lines from sync.lock"));
            }
        }
        if let Some(damage) = damage {
            let settings = self.settings();
            let patient = CheckContext {
                engine: self,
                index: None,
                settings: &settings,
                options,
                damage: Some(&damage),
                call,
            };
            return examined(&patient, left_out, fixed, &Staleness::default());
        }
        self.answer(crate::rules::whole(options.refresh), call, |store, settings, stale| {
            let diagnostics = store.state().diagnostics()?;
            let index = Index { store, diagnostics: &diagnostics };
            let patient =
                CheckContext { engine: self, index: Some(index), settings, options, damage: None, call };
            examined(&patient, left_out, fixed, stale)
        })
    }

    /// What is wrong with the index file; None where it is whole, or not there yet.
    fn damage(&self) -> Result<Option<Error>> {
        let looked = self.pool.with(Access::Read, |store| {
            Ok(store.damages()?.into_iter().next().map(|first| {
                Error::new(Code::IndexDamaged, format!("the index file is damaged: {first}")).at(
                    ".beadloom/beadloom.db",
                    0,
                    0,
                )
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

fn examined(
    patient: &CheckContext<'_>,
    left_out: &[&str],
    fixed: Vec<String>,
    stale: &Staleness,
) -> Result<DoctorAnswer> {
    let mut findings: Vec<Finding> = Vec::new();
    for examination in CHECKS {
        let possible = patient.index.is_some() || examination.without_index;
        if !possible || left_out.contains(&examination.name) {
            continue;
        }
        let mut found = (examination.look)(patient)?;
        if found.is_empty() {
            found.push(Found::new(FindingLevel::Ok, examination.well));
        }
        found.compact_sort_by(|a, b| {
            (a.level, &a.path, a.line, &a.message).cmp(&(b.level, &b.path, b.line, &b.message))
        });
        findings.extend(found.into_iter().map(|one| Finding {
            check: examination.name.to_owned(),
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
