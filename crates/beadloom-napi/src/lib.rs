//! The Node addon: converts and forwards, no logic.
//!
//! Work that blocks runs on libuv's pool. What comes back is a union, an answer or an error, as text: codes of
//! our own survive, and one string crosses the border faster than thousands of objects. A panic becomes an error.

// Open, as their functions are methods of nothing: without the addon's own macros nobody else would call them.
mod daemon;
pub mod files;
mod gateway;
mod hooks;
pub mod memories;
pub mod models;
pub mod screening;
mod task;

use std::sync::Arc;

use beadloom_engine::{Engine, Watch};
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::task::{Cancellation, Job, ProgressListener, to_json};

/// How the MCP server keeps its answers fresh.
#[napi(object)]
pub struct McpRefresh {
    /// How long a call waits, in milliseconds; missing where nothing is brought up to date.
    pub timeout_ms: Option<f64>,
    /// Whether there is an index to answer from.
    pub indexed: bool,
    /// Whether the last answer came from an index that was behind the files.
    pub behind: bool,
    /// Whether answers have structured content.
    pub structured: bool,
    /// Why the files are not watched, and what helps; said once.
    pub notice: Option<String>,
}

/// A project, opened. Every method may be called while others run.
#[napi]
pub struct NativeEngine {
    engine: Arc<Engine>,
}

#[napi]
impl NativeEngine {
    /// Opens nothing yet; files and index are touched when something is asked. With `watch` the files are watched between
    /// calls.
    #[napi(constructor, catch_unwind)]
    pub fn new(root: String, watch: Option<bool>) -> Self {
        let engine = if watch == Some(true) { Engine::watching(root) } else { Engine::new(root) };
        Self { engine: Arc::new(engine) }
    }

    /// Answers a request: its name and the request itself as JSON, both as `src/model/requests.ts` has them.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn call(
        &self,
        name: String,
        request: String,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.call(&name, &request, call)
        })
    }

    /// Notes a receipt, after its answer was given: what is noted as JSON, the text that was sent, and the answer as JSON where the text
    /// is none. Whether it could be kept.
    #[napi(catch_unwind)]
    pub fn note(&self, note: String, sent: String, answer: Option<String>) -> bool {
        self.engine.note(&note, &sent, answer.as_deref())
    }

    /// The project's name: of its settings, else of its repository or folder.
    #[napi(catch_unwind)]
    pub fn project_name(&self) -> String {
        self.engine.project_name()
    }

    /// How the MCP server keeps its answers fresh, by the settings and the index of now.
    #[napi(catch_unwind)]
    pub fn mcp_refresh(&self) -> McpRefresh {
        let timeout_ms = self.engine.mcp_refresh().map(|timeout| timeout.as_secs_f64() * 1000.0);
        let notice = self.engine.watch().and_then(Watch::notice);
        let structured = self.engine.mcp_structured();
        let (indexed, behind) = (self.engine.is_indexed(), self.engine.was_behind());
        McpRefresh { timeout_ms, indexed, behind, structured, notice }
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
    beadloom_local::set_data_folder(folder);
}

/// The tokens of a text in `o200k_base`; null where the vocabulary is not there.
#[napi(catch_unwind)]
pub fn count_tokens(text: String) -> Option<f64> {
    beadloom_local::count_tokens(&text).ok().map(|count| count as f64)
}

/// A text, or its first lines where it has more bytes than that, and a last one that says so.
#[napi(catch_unwind)]
pub fn beginning_of(text: String, max_bytes: u32) -> String {
    beadloom_engine::beginning_of(&text, max_bytes as usize)
}

/// What pages and types are generated from, as a JSON object: `requests`, and tables in Markdown of `settings`, `providers`, `codes`
/// and `kinds` of rules.
#[napi(catch_unwind)]
pub fn declarations() -> String {
    beadloom_engine::declarations_json()
}

/// What is wrong with a request that the shell itself answers: an error as JSON, or null.
#[napi(catch_unwind)]
pub fn check_request(name: String, request: String) -> Option<String> {
    beadloom_engine::check_request(&name, &request).err().map(|error| to_json(&error))
}
