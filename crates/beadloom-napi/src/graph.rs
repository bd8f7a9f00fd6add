//! The graph: looked at, drawn, and where a node of it stands.

use beadloom_engine as engine;
use beadloom_model::Result;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::NativeEngine;
use crate::options::{Refresh, count};
use crate::task::{Cancellation, Job, ProgressListener};

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
    fn into_engine(self) -> Result<engine::GraphOptions> {
        Ok(engine::GraphOptions {
            refs: self.refs,
            depth: self.depth.map(count),
            scope: self.scope,
            format: engine::GraphFormat::named(&self.format, self.level.as_deref())?,
            refresh: self.refresh.into_engine()?,
        })
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

#[napi]
impl NativeEngine {
    /// The project's name: of its settings, else of its repository or folder.
    #[napi(catch_unwind)]
    pub fn project_name(&self) -> String {
        self.engine.project_name()
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
}
