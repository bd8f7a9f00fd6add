//! What a task needs, and what a project is in short, brought up to date first.

use beadloom_git::recent_commits;
use beadloom_index::project_name;
use beadloom_model::requests::{Hints, NextFileRequest, OverviewRequest, TaskRequest, Whole};
use beadloom_model::{Code, Error, Result};
use beadloom_query as query;

use crate::answers::whole;
use crate::history::GitHistory;
use crate::json::to_json;
use crate::sessions::Session;
use crate::unchanged::Unchanged;
use crate::{Call, Engine, counting, vocabularies};

/// Tokens of an answer to a task, unless the caller or the settings want less: an agent that works with `grep` and `sed` reads some
/// 16,000 characters for a task, and of what 4,000 tokens show, half as many show nine tenths.
const BUDGET: usize = 2_500;

/// Budgets up to which an answer over MCP may end early, in tokens.
const BEARABLE: usize = 2_500;

/// Commits that the page looks back on.
const COMMITS: usize = 100;

impl Engine {
    /// What a task needs, as text within a token budget. Never kept: it depends on the session, and on files that are
    /// read when it is made.
    ///
    /// # Errors
    /// `usage` for an empty task or an empty name of a session, `not_found` with suggestions, `budget_too_small`,
    /// `no_vocabulary`, `no_index`, store errors.
    pub fn task(&self, options: &TaskRequest, call: &Call<'_>) -> Result<String> {
        if options.task.trim().is_empty() {
            return Err(Error::new(Code::Usage, "the task is empty")
                .hint_with(|hints| format!("give the task: {}", hints.form::<TaskRequest>("TEXT"))));
        }
        self.keep_past(options.refresh, call);
        self.answer(options.refresh, call, |store, settings, stale| {
            let defaults = &settings.config.context;
            let serving = self.serving(store, settings, &options.task, options.refresh, call)?;
            let stale = serving.stale(stale);
            let session =
                options.session.as_deref().map(|name| Session::open(self.root(), name)).transpose()?;
            let sources = Unchanged::new(self.root(), store, options.refresh, &stale);
            let (memories, unread) =
                self.task_memories(&options.task, store, &|path| sources.text(path), call);
            let of_session = session.as_ref().and_then(|one| one.warning.as_deref());
            let warnings = [stale.warning.as_deref(), of_session, unread.as_deref()];
            let warning = warnings.into_iter().flatten().collect::<Vec<_>>().join("; ");
            let request = query::TaskRequest {
                task: options.task.clone(),
                refs: options.refs.clone(),
                max_nodes: options.max_nodes.map_or_else(|| whole(defaults.max_nodes), Whole::get),
                max_chunks: options.max_chunks.map_or_else(|| whole(defaults.max_chunks), Whole::get),
                budget: options.budget.map_or_else(|| whole(defaults.budget).min(BUDGET), Whole::get),
                // An agent's budget says what it can bear, not what it wants to read.
                is_brief: options
                    .budget
                    .is_none_or(|budget| options.hints == Hints::Tools && budget.get() <= BEARABLE),
                format: options.format,
                hints: options.hints,
                stale: query::Staleness {
                    warning: (!warning.is_empty()).then_some(warning),
                    ..stale.clone()
                },
                counting: counting::counting(&settings.config),
                model: serving.model(),
                memories,
                given: session.as_ref().map(|session| &session.given),
                read: &|path| sources.text(path),
            };
            let counter = vocabularies::counter(request.counting)?;
            let history = GitHistory { root: self.root(), cancelled: call.cancelled };
            let answer = query::task(store, &request, &counter, &history)?;
            if let Some(session) = &session {
                session.add(&answer.shown);
            }
            answer.rendered.into_answer()
        })
    }

    /// The next file to read for a task, as JSON.
    ///
    /// # Errors
    /// `usage` for an empty task or a pattern that is none, `no_index`, store errors.
    pub fn next_file(&self, options: &NextFileRequest, call: &Call<'_>) -> Result<String> {
        self.keep_past(options.refresh, call);
        self.answer(options.refresh, call, |store, settings, stale| {
            let serving = self.serving(store, settings, &options.task, options.refresh, call)?;
            let sources = Unchanged::new(self.root(), store, options.refresh, stale);
            let request = query::NextFileRequest {
                task: options.task.clone(),
                exclude: options.exclude.clone(),
                model: serving.model(),
                stale: serving.stale(stale),
                read: &|path| sources.text(path),
            };
            to_json(&query::next_file(store, &request)?)
        })
    }

    /// The page that says what the project is, as JSON. It depends on the files and on HEAD alone.
    ///
    /// # Errors
    /// `budget_too_small`, `no_vocabulary`, `no_index`, store errors.
    pub fn overview(&self, options: &OverviewRequest, call: &Call<'_>) -> Result<String> {
        self.answer(options.refresh, call, |store, settings, stale| {
            let request = query::OverviewRequest {
                name: project_name(self.root(), &settings.config),
                commits: recent_commits(self.root(), COMMITS, call.cancelled),
                memories: self.shown_memories(true).contents(),
                budget: options.budget.get(),
                stale: stale.clone(),
            };
            let counter = vocabularies::counter(counting::counting(&settings.config))?;
            to_json(&query::overview(store, &request, &counter)?)
        })
    }
}
