//! The read answers, brought up to date first.

use beadloom_audit::audit;
use beadloom_graph::paths;
use beadloom_model::answers::{FalseStatement, Focus, FocusType};
use beadloom_model::prose::is_document;
use beadloom_model::requests::{ContextRequest, GraphRequest, SearchRequest, Whole};
use beadloom_model::{Code, Error, Result};
use beadloom_query as query;
use beadloom_store::Store;
use query::Model;

use crate::history::GitHistory;
use crate::json::to_json;
use crate::rules::ProjectRules;
use crate::settings::Settings;
use crate::unchanged::Unchanged;
use crate::{Call, Engine, Refresh, cache, counting, vocabularies};

impl Engine {
    /// A context bundle as text, within its token budget.
    ///
    /// # Errors
    /// `not_found` with suggestions, `budget_too_small`, `usage`, `no_vocabulary`, `no_index`, store errors.
    pub fn context(&self, options: &ContextRequest, call: &Call<'_>) -> Result<String> {
        self.keep_past(options.refresh, call);
        self.answer(options.refresh, call, |store, settings, stale| {
            let defaults = &settings.config.context;
            let rules = ProjectRules::of(self, settings);
            let sources = Unchanged::new(self.root(), store, options.refresh, stale);
            let remembered = self.shown_memories(false);
            let mut stale = stale.clone();
            stale.add(remembered.warning.as_deref());
            let stale = &stale;
            let request = query::ContextRequest {
                refs: options.refs.clone(),
                depth: options.depth.map_or_else(|| whole(defaults.default_depth), Whole::get),
                max_nodes: options.max_nodes.map_or_else(|| whole(defaults.max_nodes), Whole::get),
                max_chunks: options.max_chunks.map_or_else(|| whole(defaults.max_chunks), Whole::get),
                budget: options.budget.map_or_else(|| whole(defaults.budget), Whole::get),
                format: options.format,
                hints: options.hints,
                stale: stale.clone(),
                rules: rules.hash(),
                findings: self.findings_in(store, settings, &options.refs, call)?,
                memories: remembered.about(store, &|path| sources.text(path), self.root(), call.cancelled),
                sections_priority: defaults.chunk_sections_priority.clone(),
                counting: counting::counting(&settings.config),
            };
            self.bundles.get(store, &request, options.force, || {
                let counter = vocabularies::counter(request.counting)?;
                let history = GitHistory { root: self.root(), cancelled: call.cancelled };
                let rendered =
                    query::bundle(store, &request, &counter, &history, &rules, &|path| sources.text(path))
                        .map_err(|error| self.of_empty_folder(error, &options.refs))?;
                // What commits say is not in the index.
                let of_history = |focus: &Focus| focus.r#type == FocusType::Ticket;
                let may_be_kept = !rendered.bundle.focuses.iter().any(of_history);
                Ok((rendered.into_answer()?, may_be_kept))
            })
        })
    }

    /// What a document says that is not so, where it is the only reference.
    fn findings_in(
        &self,
        store: &Store,
        settings: &Settings,
        refs: &[String],
        call: &Call<'_>,
    ) -> Result<Vec<FalseStatement>> {
        match refs {
            [only] if is_document(only) => {
                let path = only.trim_start_matches("./");
                let most = settings.config.max_file_size;
                let findings = audit(self.root(), store, most, Some(path), call.cancelled)?.findings;
                let stated = findings.into_iter().map(|one| {
                    let nearest = one.nearest.map_or_else(String::new, |near| format!("; nearest: {near}"));
                    FalseStatement {
                        line: one.line,
                        text: format!("{} – {}{nearest}", one.said, one.message),
                    }
                });
                Ok(stated.collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// What is not found may be there, with nothing in it that the index has.
    fn of_empty_folder(&self, mut error: Error, refs: &[String]) -> Error {
        if let (Code::NotFound, [only]) = (error.code, refs)
            && let Ok(path) = paths::normalise(only)
            && !path.is_empty()
            && self.root().join(&path).is_dir()
        {
            error.message =
                format!("\"{}\" is a folder without a file that beadloom reads", path.trim_end_matches('/'));
        }
        error
    }

    /// The graph, whole or around nodes.
    ///
    /// # Errors
    /// `not_found` with suggestions, `no_index`, store errors.
    pub fn graph(&self, options: &GraphRequest, call: &Call<'_>) -> Result<String> {
        let format = query::GraphFormat::of(options.format, options.level)?;
        self.answer(options.refresh, call, |store, settings, stale| {
            let depth =
                options.depth.map_or_else(|| whole(settings.config.context.default_depth), Whole::get);
            let request = query::GraphRequest {
                refs: options.refs.clone(),
                depth,
                scope: options.scope.clone(),
                surroundings: format.needs_surroundings(),
                contracts: self.contract_edges(store, settings, stale, call)?,
                stale: stale.clone(),
            };
            query::graph_view(store, &request)?.write(format)
        })
    }

    /// Ranked hits, as JSON.
    ///
    /// # Errors
    /// `usage` for an empty query or an unknown kind, `no_index`, store errors.
    pub fn search(&self, options: &SearchRequest, call: &Call<'_>) -> Result<String> {
        self.keep_past(options.refresh, call);
        self.answer(options.refresh, call, |store, settings, stale| {
            let serving = self.serving(store, settings, &options.query, options.refresh, call)?;
            let sources = Unchanged::new(self.root(), store, options.refresh, stale);
            let request = query::SearchRequest {
                query: options.query.clone(),
                kind: options.kind.clone(),
                within: options.within,
                language: options.lang.clone(),
                path: options.path.clone(),
                limit: options.limit.get(),
                all_chunks: options.all_chunks,
                explain: options.explain,
                model: serving.model(),
                read: &|path| sources.text(path),
                hints: options.hints,
                stale: serving.stale(stale),
            };
            let search = || to_json(&query::search(store, &request)?);
            // A state of the index stands for the files only where it was compared with them.
            let is_fresh = Refresh::from(options.refresh).writes(settings)
                && stale.warning.is_none()
                && stale.stale_paths.is_empty();
            match request.model {
                Some(Model::Transformer(_)) => search(),
                _ if !is_fresh => search(),
                model => {
                    let asked = (options, model.map(Model::tier), &request.stale);
                    self.searches.get(store, cache::key(&asked), search)
                }
            }
        })
    }
}

pub(crate) fn whole(setting: u64) -> usize {
    usize::try_from(setting).unwrap_or(usize::MAX)
}
