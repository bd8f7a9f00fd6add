//! What JavaScript passes in. Numbers arrive as f64: JavaScript has no others.

use beadloom_engine as engine;
use beadloom_model::answers::Severity;
use beadloom_model::{Code, Error, Result};
use napi_derive::napi;

/// How an answer is brought up to date first.
#[napi(object)]
pub struct Refresh {
    /// `auto`; `mcp`, as the settings for MCP say; `last`, while another call is at it; `off`, from the index as it is, without a look at the files.
    pub mode: String,
}

impl Refresh {
    pub(crate) fn into_engine(self) -> Result<engine::Refresh> {
        match self.mode.as_str() {
            "auto" => Ok(engine::Refresh::Auto),
            "mcp" => Ok(engine::Refresh::Mcp),
            "last" => Ok(engine::Refresh::Last),
            "off" => Ok(engine::Refresh::Off),
            other => Err(unknown("refresh", other, "auto, mcp, last, off")),
        }
    }
}

/// Of `reindex`.
#[napi(object)]
pub struct ReindexOptions {
    /// Rebuild everything.
    pub full: Option<bool>,
}

/// Of `context`.
#[napi(object)]
pub struct ContextOptions {
    /// Node ids, paths, symbols.
    pub refs: Vec<String>,
    /// Steps from the focus.
    pub depth: Option<f64>,
    /// Nodes at most.
    pub max_nodes: Option<f64>,
    /// Pieces of documents at most.
    pub max_chunks: Option<f64>,
    /// Tokens at most.
    pub budget: Option<f64>,
    /// Computed anew whatever the caches hold.
    pub force: Option<bool>,
    /// `json` or `markdown`.
    pub format: String,
    /// Freshness.
    pub refresh: Refresh,
}

impl ContextOptions {
    pub(crate) fn into_engine(self) -> Result<engine::ContextOptions> {
        Ok(engine::ContextOptions {
            refs: self.refs,
            depth: self.depth.map(count),
            max_nodes: self.max_nodes.map(count),
            max_chunks: self.max_chunks.map(count),
            budget: self.budget.map(count),
            force: self.force.unwrap_or(false),
            format: context_format(&self.format)?,
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `task`.
#[napi(object)]
pub struct TaskOptions {
    /// What is to be done.
    pub task: String,
    /// Node ids, paths, symbols; all of the project where empty.
    pub refs: Vec<String>,
    /// Nodes at most.
    pub max_nodes: Option<f64>,
    /// Pieces of documents at most.
    pub max_chunks: Option<f64>,
    /// Tokens at most.
    pub budget: Option<f64>,
    /// Leaves out what the session of that name was given.
    pub session: Option<String>,
    /// `json` or `markdown`.
    pub format: String,
    /// Freshness.
    pub refresh: Refresh,
}

impl TaskOptions {
    pub(crate) fn into_engine(self) -> Result<engine::TaskOptions> {
        Ok(engine::TaskOptions {
            task: self.task,
            refs: self.refs,
            max_nodes: self.max_nodes.map(count),
            max_chunks: self.max_chunks.map(count),
            budget: self.budget.map(count),
            session: self.session,
            format: context_format(&self.format)?,
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `nextFile`.
#[napi(object)]
pub struct NextFileOptions {
    /// What is to be done.
    pub task: String,
    /// Path patterns.
    pub exclude: Vec<String>,
    /// Freshness.
    pub refresh: Refresh,
}

impl NextFileOptions {
    pub(crate) fn into_engine(self) -> Result<engine::NextFileOptions> {
        Ok(engine::NextFileOptions {
            task: self.task,
            exclude: self.exclude,
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `overview`.
#[napi(object)]
pub struct OverviewOptions {
    /// Tokens at most.
    pub budget: Option<f64>,
    /// Freshness.
    pub refresh: Refresh,
}

impl OverviewOptions {
    pub(crate) fn into_engine(self) -> Result<engine::OverviewOptions> {
        Ok(engine::OverviewOptions { budget: self.budget.map(count), refresh: self.refresh.into_engine()? })
    }
}

/// Of `listNodes`.
#[napi(object)]
pub struct ListNodesOptions {
    /// Only nodes of this kind.
    pub kind: Option<String>,
    /// Freshness.
    pub refresh: Refresh,
}

/// Of `nodePlace`.
#[napi(object)]
pub struct NodePlaceOptions {
    /// The node.
    pub reference: String,
    /// Freshness.
    pub refresh: Refresh,
}

/// How the MCP server keeps its answers fresh.
#[napi(object)]
pub struct McpRefresh {
    /// How long a call waits, in milliseconds; missing where nothing is brought up to date.
    pub timeout_ms: Option<f64>,
    /// Whether there is an index to answer from.
    pub indexed: bool,
}

/// Of `graph`.
#[napi(object)]
pub struct GraphOptions {
    /// Node ids; all nodes where empty.
    pub refs: Vec<String>,
    /// Steps from those nodes.
    pub depth: Option<f64>,
    /// Only this node and its parts.
    pub scope: Option<String>,
    /// `json`, `mermaid`, `dot`, `c4` or `c4-plantuml`.
    pub format: String,
    /// Of C4: `context`, `container` or `component`.
    pub level: Option<String>,
    /// Freshness.
    pub refresh: Refresh,
}

impl GraphOptions {
    pub(crate) fn into_engine(self) -> Result<engine::GraphOptions> {
        Ok(engine::GraphOptions {
            refs: self.refs,
            depth: self.depth.map(count),
            scope: self.scope,
            format: engine::GraphFormat::named(&self.format, self.level.as_deref())?,
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `why`.
#[napi(object)]
pub struct WhyOptions {
    /// Node id, path or symbol.
    pub reference: String,
    /// Steps at most.
    pub depth: Option<f64>,
    /// Entries of each list at most.
    pub limit: Option<f64>,
    /// Only what it needs.
    pub reverse: Option<bool>,
    /// Freshness.
    pub refresh: Refresh,
}

impl WhyOptions {
    pub(crate) fn into_engine(self) -> Result<engine::WhyOptions> {
        Ok(engine::WhyOptions {
            reference: self.reference,
            depth: self.depth.map(count),
            limit: self.limit.map(count),
            reverse: self.reverse.unwrap_or(false),
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `refs`.
#[napi(object)]
pub struct RefsOptions {
    /// A symbol's name.
    pub symbol: String,
    /// `call`, `type` or `inherit`.
    pub kind: Option<String>,
    /// The least: `exact`, `unique` or `ambiguous`.
    pub confidence: Option<String>,
    /// Entries of each list at most.
    pub limit: Option<f64>,
    /// Freshness.
    pub refresh: Refresh,
}

impl RefsOptions {
    pub(crate) fn into_engine(self) -> Result<engine::RefsOptions> {
        Ok(engine::RefsOptions {
            symbol: self.symbol,
            kind: self.kind,
            confidence: self.confidence,
            limit: self.limit.map(count),
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `related`.
#[napi(object)]
pub struct RelatedOptions {
    /// A file of the project.
    pub path: String,
    /// Entries of each list at most.
    pub limit: Option<f64>,
    /// Freshness.
    pub refresh: Refresh,
}

impl RelatedOptions {
    pub(crate) fn into_engine(self) -> Result<engine::RelatedOptions> {
        Ok(engine::RelatedOptions {
            path: self.path,
            limit: self.limit.map(count),
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `signatures`.
#[napi(object)]
pub struct SignaturesOptions {
    /// Files of the project.
    pub paths: Vec<String>,
    /// Tokens at most.
    pub budget: Option<f64>,
    /// Freshness.
    pub refresh: Refresh,
}

impl SignaturesOptions {
    pub(crate) fn into_engine(self) -> Result<engine::SignaturesOptions> {
        Ok(engine::SignaturesOptions {
            paths: self.paths,
            budget: self.budget.map(count),
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `search`.
#[napi(object)]
pub struct SearchOptions {
    /// Plain words.
    pub query: String,
    /// Node or symbol kind.
    pub kind: Option<String>,
    /// `nodes`, `docs`, `code` or `all`.
    pub within: Option<String>,
    /// Language id.
    pub lang: Option<String>,
    /// Path pattern.
    pub path: Option<String>,
    /// Hits at most.
    pub limit: Option<f64>,
    /// Every chunk of a file that matches.
    pub all_chunks: Option<bool>,
    /// Why each hit in code stands where it does.
    pub explain: Option<bool>,
    /// Freshness.
    pub refresh: Refresh,
}

impl SearchOptions {
    pub(crate) fn into_engine(self) -> Result<engine::SearchOptions> {
        Ok(engine::SearchOptions {
            query: self.query,
            kind: self.kind,
            within: self.within,
            language: self.lang,
            path: self.path,
            limit: self.limit.map(count),
            all_chunks: self.all_chunks.unwrap_or(false),
            explain: self.explain.unwrap_or(false),
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `status`.
#[napi(object)]
pub struct StatusOptions {
    /// Freshness.
    pub refresh: Refresh,
}

impl StatusOptions {
    pub(crate) fn into_engine(self) -> Result<engine::StatusOptions> {
        Ok(engine::StatusOptions { refresh: self.refresh.into_engine()? })
    }
}

/// Of `prime`.
#[napi(object)]
pub struct PrimeOptions {
    /// `json` or `markdown`.
    pub format: String,
    /// Freshness.
    pub refresh: Refresh,
}

impl PrimeOptions {
    pub(crate) fn into_engine(self) -> Result<engine::PrimeOptions> {
        Ok(engine::PrimeOptions {
            format: context_format(&self.format)?,
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `syncCheck`.
#[napi(object)]
pub struct SyncCheckOptions {
    /// Only the pairs of this node.
    pub reference: Option<String>,
    /// Only pairs that the next commit touches.
    pub staged: Option<bool>,
    /// All pairs, as the next commit holds them.
    pub next_commit: Option<bool>,
    /// Pairs in step are counted and not listed.
    pub behind: Option<bool>,
    /// A revision to compare with.
    pub since: Option<String>,
    /// Freshness.
    pub refresh: Refresh,
}

impl SyncCheckOptions {
    pub(crate) fn into_engine(self) -> Result<engine::SyncCheckOptions> {
        Ok(engine::SyncCheckOptions {
            reference: self.reference,
            staged: self.staged.unwrap_or(false),
            next_commit: self.next_commit.unwrap_or(false),
            behind: self.behind.unwrap_or(false),
            since: self.since,
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `syncUpdate`.
#[napi(object)]
pub struct SyncUpdateOptions {
    /// The pairs of this node; all that are not in step where it is not given.
    pub reference: Option<String>,
    /// Only pairs of nodes that the lock does not know yet.
    pub new_only: Option<bool>,
}

/// Of `documentation`.
#[napi(object)]
pub struct DocumentationOptions {
    /// A node; all where it is not given.
    pub reference: Option<String>,
    /// Freshness.
    pub refresh: Refresh,
}

/// Of `bootstrap` and `merge`.
#[napi(object)]
pub struct BootstrapOptions {
    /// Folders to look at; all where empty.
    pub scopes: Vec<String>,
}

/// Of `importDocuments`.
#[napi(object)]
pub struct ImportOptions {
    /// Relative to the root; `.` for the whole project.
    pub folder: String,
    /// Copy the documents into the usual layout instead of naming them where they are.
    pub restructure: bool,
}

/// Of `setModelPlaces`.
#[napi(object)]
pub struct ModelPlaces {
    /// The folder of beadloom in the user's cache.
    pub cache: Option<String>,
    /// The library of the ONNX runtime.
    pub runtime: Option<String>,
    /// As its package says.
    pub runtime_version: Option<String>,
    /// A program and its first arguments, which tries a model and a library.
    pub trial: Vec<String>,
    /// Whether projects may bring models of their own.
    pub project_models: bool,
}

impl ModelPlaces {
    pub(crate) fn into_engine(self) -> engine::ModelPlaces {
        engine::ModelPlaces {
            cache: self.cache.map(Into::into),
            runtime: self.runtime.map(Into::into),
            runtime_version: self.runtime_version,
            trial: self.trial,
            project_models: self.project_models,
        }
    }
}

fn context_format(name: &str) -> Result<engine::ContextFormat> {
    match name {
        "json" => Ok(engine::ContextFormat::Json),
        "markdown" => Ok(engine::ContextFormat::Markdown),
        other => Err(unknown("format", other, "json, markdown")),
    }
}

/// A whole number from JavaScript's; out of range becomes the nearest end, NaN becomes 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped first")]
fn whole(number: f64) -> u64 {
    number.clamp(0.0, 9_007_199_254_740_991.0) as u64
}

pub(crate) fn count(number: f64) -> usize {
    usize::try_from(whole(number)).unwrap_or(usize::MAX)
}

fn unknown(what: &str, given: &str, known: &str) -> Error {
    Error::new(Code::Usage, format!("unknown {what} {given:?}")).hint(format!("one of: {known}"))
}

/// Of `lint`.
#[napi(object)]
pub struct LintOptions {
    /// `error` or `warn`; all where it is not given.
    pub severity: Option<String>,
    /// Freshness.
    pub refresh: Refresh,
}

impl LintOptions {
    pub(crate) fn into_engine(self) -> Result<engine::LintOptions> {
        let severity = match self.severity.as_deref() {
            None | Some("all") => None,
            Some("error") => Some(Severity::Error),
            Some("warn") => Some(Severity::Warn),
            Some(other) => return Err(unknown("severity", other, "all, error, warn")),
        };
        Ok(engine::LintOptions { severity, refresh: self.refresh.into_engine()? })
    }
}

/// Of `explainRule`.
#[napi(object)]
pub struct ExplainRuleOptions {
    /// The rule's name.
    pub rule: String,
    /// Freshness.
    pub refresh: Refresh,
}

impl ExplainRuleOptions {
    pub(crate) fn into_engine(self) -> Result<engine::ExplainRuleOptions> {
        Ok(engine::ExplainRuleOptions { rule: self.rule, refresh: self.refresh.into_engine()? })
    }
}

/// Of `diff`.
#[napi(object)]
pub struct DiffOptions {
    /// The earlier revision; `HEAD` where it is not given.
    pub since: Option<String>,
    /// The later revision; the working tree where it is not given.
    pub to: Option<String>,
    /// Freshness.
    pub refresh: Refresh,
}

impl DiffOptions {
    pub(crate) fn into_engine(self) -> Result<engine::DiffOptions> {
        Ok(engine::DiffOptions { since: self.since, to: self.to, refresh: self.refresh.into_engine()? })
    }
}

/// A Git hook with a block of ours.
#[napi(object)]
pub struct HookState {
    /// `pre-commit` or `pre-push`.
    pub hook: String,
    /// As it is shown.
    pub path: String,
    /// `well`, `outdated` or `not_executable`.
    pub state: String,
}

impl HookState {
    fn into_engine(self) -> engine::HookState {
        engine::HookState { hook: self.hook, path: self.path, state: self.state }
    }
}

/// Of `doctor`.
#[napi(object)]
pub struct DoctorOptions {
    /// Mend what can be mended without a risk.
    pub fix: Option<bool>,
    /// What the caller mended already, one sentence each.
    pub fixed: Vec<String>,
    /// Lines that `.gitignore` lacks.
    pub missing_ignore_lines: Vec<String>,
    /// What is wrong in the files of agents' programs.
    pub agents: Vec<AgentsFinding>,
    /// Hooks that have a block of ours.
    pub hooks: Vec<HookState>,
    /// Freshness.
    pub refresh: Refresh,
}

impl DoctorOptions {
    pub(crate) fn into_engine(self) -> Result<engine::DoctorOptions> {
        Ok(engine::DoctorOptions {
            fix: self.fix.unwrap_or(false),
            fixed: self.fixed,
            missing_ignore_lines: self.missing_ignore_lines,
            agents: self.agents.into_iter().map(AgentsFinding::into_engine).collect(),
            hooks: self.hooks.into_iter().map(HookState::into_engine).collect(),
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Something that is not as it should be in a file that an agent's program reads.
#[napi(object)]
pub struct AgentsFinding {
    /// `mcp` or `agents`.
    pub check: String,
    /// Whether it keeps something from working.
    pub broken: bool,
    /// One sentence.
    pub message: String,
    /// Relative to the root where it is inside.
    pub path: String,
    /// 1-based.
    pub line: Option<u32>,
    /// How to mend it.
    pub hint: String,
}

impl AgentsFinding {
    fn into_engine(self) -> engine::AgentsFinding {
        let Self { check, broken, message, path, line, hint } = self;
        engine::AgentsFinding { check, broken, message, path, line, hint }
    }
}

/// Of `auditDocuments`.
#[napi(object)]
pub struct AuditOptions {
    /// A condition on the numbers of findings.
    pub condition: Option<String>,
    /// Freshness.
    pub refresh: Refresh,
}

impl AuditOptions {
    pub(crate) fn into_engine(self) -> Result<engine::AuditOptions> {
        Ok(engine::AuditOptions { condition: self.condition, refresh: self.refresh.into_engine()? })
    }
}
