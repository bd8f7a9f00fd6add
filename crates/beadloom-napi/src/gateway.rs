//! The memory of a gateway to many MCP servers.

use std::sync::Arc;

use beadloom_gateway_core::Gateway;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::task::{Cancellation, Job};

/// What a gateway knows of the tools behind it. Every method may be called while others run.
#[napi]
pub struct NativeGateway {
    gateway: Arc<Gateway>,
}

#[napi]
impl NativeGateway {
    /// Opens nothing yet. With null nothing outlives the process.
    #[napi(constructor, catch_unwind)]
    pub fn new(#[napi(ts_arg_type = "string | null")] db_path: Option<String>) -> Self {
        Self { gateway: Arc::new(Gateway::new(db_path.map(Into::into))) }
    }

    /// Answers a request: its name and the request itself as JSON, both as `src/native/gateway.ts` has them.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn call(
        &self,
        name: String,
        request: String,
        cancellation: &Cancellation,
    ) -> AsyncTask<Job<Gateway>> {
        Job::spawn(&self.gateway, cancellation, None, move |gateway, call| {
            gateway.call(&name, &request, call.cancelled)
        })
    }

    /// Drops what is not worth keeping, and gives the file up. Later calls answer `closed`.
    #[napi(catch_unwind)]
    pub fn close(&self) {
        self.gateway.close();
    }
}
