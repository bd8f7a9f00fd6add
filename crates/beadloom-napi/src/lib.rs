//! The Node addon: converts and forwards, no logic.
//!
//! Work that blocks runs on libuv's pool. What comes back is a union, an answer or an error, as text: codes of
//! our own survive, and one string crosses the border faster than thousands of objects. A panic becomes an error.

mod change;
mod federation;
mod options;
mod task;

use std::sync::Arc;

use beadloom_engine::Engine;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::options::{
    AuditOptions, BootstrapOptions, ContextOptions, DiffOptions, DoctorOptions, DocumentationOptions,
    ExplainRuleOptions, GraphOptions, ImportOptions, LintOptions, ListNodesOptions, McpRefresh, ModelPlaces,
    NextFileOptions, NodePlaceOptions, OverviewOptions, PrimeOptions, RefsOptions, ReindexOptions,
    RelatedOptions, SearchOptions, SignaturesOptions, StatusOptions, SyncCheckOptions, SyncUpdateOptions,
    TaskOptions, WhyOptions,
};
use crate::task::{Cancellation, Job, ProgressListener};

/// A project, opened. Every method may be called while others run.
#[napi]
pub struct NativeEngine {
    engine: Arc<Engine>,
}

#[napi]
impl NativeEngine {
    /// Opens nothing yet; files and index are touched when something is asked.
    #[napi(constructor, catch_unwind)]
    pub fn new(root: String) -> Self {
        Self { engine: Arc::new(Engine::new(root)) }
    }

    /// Brings the index in step with the files; the value is the JSON of `reindex`.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn reindex(
        &self,
        options: ReindexOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            let answer = engine.reindex(options.full.unwrap_or(false), call)?;
            Ok(task::to_json(&answer))
        })
    }

    /// A context bundle, as JSON or Markdown.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn context(
        &self,
        options: ContextOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.context(&options.into_engine()?, call)
        })
    }

    /// What a task needs, as JSON or Markdown.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn task(
        &self,
        options: TaskOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.task(&options.into_engine()?, call)
        })
    }

    /// The next file to read for a task, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn next_file(
        &self,
        options: NextFileOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.next_file(&options.into_engine()?, call)
        })
    }

    /// The page that says what the project is, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn overview(
        &self,
        options: OverviewOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.overview(&options.into_engine()?, call)
        })
    }

    /// The graph, whole or around nodes, as JSON or as a picture.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn graph(
        &self,
        options: GraphOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.graph(&options.into_engine()?, call)
        })
    }

    /// The nodes of a kind, or all, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn list_nodes(
        &self,
        options: ListNodesOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.list_nodes(options.kind.as_deref(), options.refresh.into_engine()?, call)
        })
    }

    /// Where a node is defined, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn node_place(
        &self,
        options: NodePlaceOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.node_place(&options.reference, options.refresh.into_engine()?, call)
        })
    }

    /// What a reference needs and what needs it, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn why(
        &self,
        options: WhyOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.why(&options.into_engine()?, call)
        })
    }

    /// The places that refer to a symbol, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn refs(
        &self,
        options: RefsOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.refs(&options.into_engine()?, call)
        })
    }

    /// The files that have to do with a file, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn related(
        &self,
        options: RelatedOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.related(&options.into_engine()?, call)
        })
    }

    /// The outlines of files, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn signatures(
        &self,
        options: SignaturesOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.signatures(&options.into_engine()?, call)
        })
    }

    /// Ranked hits, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn search(
        &self,
        options: SearchOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.search(&options.into_engine()?, call)
        })
    }

    /// What the index holds and how well it is documented, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn status(
        &self,
        options: StatusOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.status(&options.into_engine()?, call)
        })
    }

    /// What an agent needs to know when a session starts, as JSON or Markdown.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn prime(
        &self,
        options: PrimeOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.prime(&options.into_engine()?, call)
        })
    }

    /// What breaks the project's rules, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn lint(
        &self,
        options: LintOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.lint(&options.into_engine()?, call)
        })
    }

    /// What one rule demands and matches, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn explain_rule(
        &self,
        options: ExplainRuleOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.explain_rule(&options.into_engine()?, call)
        })
    }

    /// What changed since a revision, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn diff(
        &self,
        options: DiffOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.diff(&options.into_engine()?, call)
        })
    }

    /// How well project, index and machine are, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn doctor(
        &self,
        options: DoctorOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.doctor(&options.into_engine()?, call)
        })
    }

    /// The models that are there or known, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn model_list(
        &self,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            Ok(task::to_json(&engine.model_list(call)?))
        })
    }

    /// The same, and what serves searches, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn model_status(
        &self,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            Ok(task::to_json(&engine.model_status(call)?))
        })
    }

    /// The pairs of documents and code with their status, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn sync_check(
        &self,
        options: SyncCheckOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.sync_check(&options.into_engine()?, call)
        })
    }

    /// What changed in the code of a node since its documents were in step, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn sync_review(
        &self,
        reference: String,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.sync_review(&reference, call)
        })
    }

    /// Says that documents are in step; the value is the JSON of `sync-update`.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn sync_update(
        &self,
        options: SyncUpdateOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            let options = beadloom_engine::SyncUpdateOptions {
                reference: options.reference,
                new_only: options.new_only.unwrap_or(false),
                vanished_only: false,
            };
            Ok(task::to_json(&engine.sync_update(&options, call)?))
        })
    }

    /// What documents say that is not so, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn audit_documents(
        &self,
        options: AuditOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.audit_documents(&options.into_engine()?, call)
        })
    }

    /// Skeletons of documents for nodes that have none, as JSON; nothing is written.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn skeletons(
        &self,
        reference: Option<String>,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            Ok(task::to_json(&engine.skeletons(reference.as_deref(), call)?))
        })
    }

    /// What there is to write about nodes, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn documentation(
        &self,
        options: DocumentationOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.documentation(options.reference.as_deref(), options.refresh.into_engine()?, call)
        })
    }

    /// A draft of graph and documents, as JSON; nothing is written but the index.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn bootstrap(
        &self,
        options: BootstrapOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            Ok(task::to_json(&engine.bootstrap(&options.scopes, call)?))
        })
    }

    /// What a kept graph lacks of such a draft, and where both disagree, as JSON; nothing is written but the index.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn merge(
        &self,
        options: BootstrapOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            Ok(task::to_json(&engine.merge(&options.scopes, call)?))
        })
    }

    /// What the Markdown files of a folder say, as a draft to add to the graph, as JSON; nothing is written but the index.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn import_documents(
        &self,
        options: ImportOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            Ok(task::to_json(&engine.import(&options.folder, options.restructure, call)?))
        })
    }

    /// How the MCP server keeps its answers fresh, by the settings and the index of now.
    #[napi(catch_unwind)]
    pub fn mcp_refresh(&self) -> McpRefresh {
        let timeout_ms = self.engine.mcp_refresh().map(|timeout| timeout.as_secs_f64() * 1000.0);
        McpRefresh { timeout_ms, indexed: self.engine.is_indexed() }
    }

    /// Gives up the index. Calls that run end as they would; later ones answer `closed`.
    #[napi(catch_unwind)]
    pub fn close(&self) {
        self.engine.close();
    }
}

/// The addon's version.
#[napi(catch_unwind)]
pub fn version() -> String {
    beadloom_model::VERSION.to_owned()
}

/// Says in which folder the vocabulary files are; to be called before a budget is to be kept.
#[napi(catch_unwind)]
pub fn set_data_folder(folder: String) {
    beadloom_engine::set_data_folder(folder);
}

/// The tokens of a text in `o200k_base`; null where the vocabulary is not there.
#[napi(catch_unwind)]
pub fn count_tokens(text: String) -> Option<f64> {
    beadloom_engine::count_tokens(&text).ok().map(|count| count as f64)
}

/// Says where models and the ONNX runtime are; to be called before a search.
#[napi(catch_unwind)]
pub fn set_model_places(places: ModelPlaces) {
    beadloom_engine::set_model_places(places.into_engine());
}

/// Opens a model with a runtime's library, in the process that tries them: `{"passed":true}`, or an error as JSON.
#[napi(catch_unwind)]
pub fn try_model(folder: String, library: String) -> String {
    beadloom_engine::try_model(folder.as_ref(), library.as_ref())
}

/// What is wrong with a model's settings and vocabulary, before its large file is there: an error as JSON, or null.
#[napi(catch_unwind)]
pub fn check_model_words(folder: String) -> Option<String> {
    beadloom_engine::check_model_words(folder.as_ref()).err().map(|error| task::to_json(&error))
}

/// What is wrong with a model's folder, as far as it shows without a runtime: an error as JSON, or null.
#[napi(catch_unwind)]
pub fn check_model(folder: String) -> Option<String> {
    beadloom_engine::check_model(folder.as_ref()).err().map(|error| task::to_json(&error))
}

/// The settings of `config.yml` as a Markdown table.
#[napi(catch_unwind)]
pub fn config_settings() -> String {
    beadloom_engine::settings_markdown()
}

/// The providers whose tokens budgets may be in, as a Markdown table.
#[napi(catch_unwind)]
pub fn providers() -> String {
    beadloom_engine::providers_markdown()
}

/// The codes of errors and findings as a Markdown table.
#[napi(catch_unwind)]
pub fn error_codes() -> String {
    beadloom_engine::codes_markdown()
}
