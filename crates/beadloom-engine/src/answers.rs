//! The read answers, brought up to date first.

use beadloom_model::answers::{Focus, FocusType};
use beadloom_model::{Code, Error, Result};
use beadloom_query as query;
use serde::Serialize;

use crate::history::GitHistory;
use crate::rules::ProjectRules;
use crate::unchanged::Unchanged;
use crate::{Call, Engine, Refresh, counting, vocabularies};

/// How a bundle is rendered.
pub use beadloom_query::Format as ContextFormat;

/// How a graph is written down.
pub use beadloom_query::GraphFormat;

/// Of [`Engine::context`]; what is None comes from the settings.
#[derive(Debug, Clone)]
pub struct ContextOptions {
    /// Node ids, paths, symbols; at least one.
    pub refs: Vec<String>,
    /// Steps from the focus.
    pub depth: Option<usize>,
    /// Nodes at most.
    pub max_nodes: Option<usize>,
    /// Pieces of documents at most.
    pub max_chunks: Option<usize>,
    /// Tokens of the rendering at most.
    pub budget: Option<usize>,
    /// Computed anew whatever the caches hold.
    pub force: bool,
    /// Rendering.
    pub format: ContextFormat,
    /// Freshness.
    pub refresh: Refresh,
}

/// Of [`Engine::graph`].
#[derive(Debug, Clone)]
pub struct GraphOptions {
    /// Node ids; the whole graph where empty.
    pub refs: Vec<String>,
    /// Steps from those nodes.
    pub depth: Option<usize>,
    /// Only this node and its parts.
    pub scope: Option<String>,
    /// Rendering.
    pub format: GraphFormat,
    /// Freshness.
    pub refresh: Refresh,
}

/// Of [`Engine::search`].
#[derive(Debug, Clone)]
pub struct SearchOptions {
    /// Plain words.
    pub query: String,
    /// Node or symbol kind.
    pub kind: Option<String>,
    /// `nodes`, `docs`, `code` or `all`.
    pub within: Option<String>,
    /// Language id.
    pub language: Option<String>,
    /// Path pattern in gitignore's dialect.
    pub path: Option<String>,
    /// Hits at most; 10 where it is not given.
    pub limit: Option<usize>,
    /// Every chunk of a file that matches.
    pub all_chunks: bool,
    /// Why each hit in code stands where it does.
    pub explain: bool,
    /// Freshness.
    pub refresh: Refresh,
}

/// Of [`Engine::status`].
#[derive(Debug, Clone, Copy)]
pub struct StatusOptions {
    /// Freshness.
    pub refresh: Refresh,
}

impl Engine {
    /// A context bundle as text, within its token budget.
    ///
    /// # Errors
    /// `not_found` with suggestions, `budget_too_small`, `usage`, `no_vocabulary`, `no_index`, store errors.
    pub fn context(&self, options: &ContextOptions, call: &Call<'_>) -> Result<String> {
        self.keep_past(options.refresh, call);
        self.answer(options.refresh, call, |store, settings, stale| {
            let defaults = &settings.config.context;
            let rules = ProjectRules::of(self, settings);
            let request = query::ContextRequest {
                refs: options.refs.clone(),
                depth: options.depth.unwrap_or_else(|| whole(defaults.default_depth)),
                max_nodes: options.max_nodes.unwrap_or_else(|| whole(defaults.max_nodes)),
                max_chunks: options.max_chunks.unwrap_or_else(|| whole(defaults.max_chunks)),
                budget: options.budget.unwrap_or_else(|| whole(defaults.budget)),
                format: options.format,
                stale: stale.clone(),
                rules: rules.hash(),
                sections_priority: defaults.chunk_sections_priority.clone(),
                counting: counting::counting(&settings.config),
            };
            self.bundles.get(store, &request, options.force, || {
                let counter = vocabularies::counter(request.counting)?;
                let sources = Unchanged::new(self.root(), store, options.refresh, stale);
                let history = GitHistory { root: self.root(), cancelled: call.cancelled };
                let rendered =
                    query::bundle(store, &request, &counter, &history, &rules, &|path| sources.text(path))?;
                // What commits say is not in the index.
                let of_history = |focus: &Focus| focus.r#type == FocusType::Ticket;
                let may_be_kept = !rendered.bundle.focuses.iter().any(of_history);
                Ok((rendered.text, may_be_kept))
            })
        })
    }

    /// The graph, whole or around nodes.
    ///
    /// # Errors
    /// `not_found` with suggestions, `no_index`, store errors.
    pub fn graph(&self, options: &GraphOptions, call: &Call<'_>) -> Result<String> {
        self.answer(options.refresh, call, |store, settings, stale| {
            let depth = options.depth.unwrap_or_else(|| whole(settings.config.context.default_depth));
            let request = query::GraphRequest {
                refs: options.refs.clone(),
                depth,
                scope: options.scope.clone(),
                surroundings: options.format.needs_surroundings(),
                contracts: self.contract_edges(store, settings, stale, call)?,
                stale: stale.clone(),
            };
            query::graph_view(store, &request)?.write(options.format)
        })
    }

    /// The nodes of a kind, or all, as JSON.
    ///
    /// # Errors
    /// `usage` for an unknown kind, `no_index`, store errors.
    pub fn list_nodes(&self, kind: Option<&str>, refresh: Refresh, call: &Call<'_>) -> Result<String> {
        self.answer(refresh, call, |store, _, stale| to_json(&query::list_nodes(store, kind, stale)?))
    }

    /// Where a node is defined, as JSON: `{ref_id, path, line}`.
    ///
    /// # Errors
    /// `not_found` with suggestions, `no_index`, store errors.
    pub fn node_place(&self, ref_id: &str, refresh: Refresh, call: &Call<'_>) -> Result<String> {
        self.answer(refresh, call, |store, _, _| to_json(&query::node_place(store, ref_id)?))
    }

    /// Ranked hits, as JSON.
    ///
    /// # Errors
    /// `usage` for an empty query or an unknown kind, `no_index`, store errors.
    pub fn search(&self, options: &SearchOptions, call: &Call<'_>) -> Result<String> {
        let within = match options.within.as_deref() {
            None | Some("all") => query::Within::All,
            Some("nodes") => query::Within::Nodes,
            Some("docs") => query::Within::Docs,
            Some("code") => query::Within::Code,
            Some(other) => {
                return Err(Error::new(Code::Usage, format!("{other:?} is not a field to search in"))
                    .hint("one of: nodes, docs, code, all"));
            }
        };
        self.keep_past(options.refresh, call);
        self.answer(options.refresh, call, |store, settings, stale| {
            let serving = self.serving(store, settings, &options.query, options.refresh, call)?;
            let sources = Unchanged::new(self.root(), store, options.refresh, stale);
            let request = query::SearchRequest {
                query: options.query.clone(),
                kind: options.kind.clone(),
                within,
                language: options.language.clone(),
                path: options.path.clone(),
                limit: options.limit.unwrap_or(10),
                all_chunks: options.all_chunks,
                explain: options.explain,
                model: serving.model(),
                read: &|path| sources.text(path),
                stale: serving.stale(stale),
            };
            to_json(&query::search(store, &request)?)
        })
    }

    /// What the index holds and how well it is documented, as JSON.
    ///
    /// # Errors
    /// `no_index`, store errors.
    pub fn status(&self, options: &StatusOptions, call: &Call<'_>) -> Result<String> {
        self.answer(options.refresh, call, |store, _, stale| {
            to_json(&query::status(store, &query::StatusRequest { stale: stale.clone() })?)
        })
    }
}

pub(crate) fn whole(setting: u64) -> usize {
    usize::try_from(setting).unwrap_or(usize::MAX)
}

pub(crate) fn to_json(answer: &impl Serialize) -> Result<String> {
    serde_json::to_string(answer)
        .map_err(|error| Error::new(Code::Internal, "an answer has no JSON form").caused_by(error))
}
