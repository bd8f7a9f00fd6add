//! What stands behind a gateway to many MCP servers: their tools as they were read and approved, which of them fit a query, and what
//! use teaches of that.
//!
//! Nothing of it concerns a project's index. One process answers one call at a time from memory; before each it looks whether another
//! process wrote since, and reads what is new.

mod cataloguing;
mod clock;
mod counting;
mod finding;
mod learning;
mod state;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use beadloom_model::requests::{
    GatewayApproveRequest, GatewayCalledRequest, GatewayCatalogueRequest, GatewayDropServerRequest,
    GatewayExamineRequest, GatewayForgetRequest, GatewayKnownRequest, GatewayLearnRequest,
    GatewayListedRequest, GatewaySearchRequest, GatewaySettingsRequest, GatewayStatsRequest,
    GatewayTokensRequest, parse_gateway_request,
};
use beadloom_model::{Code, Error, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;

use self::state::State;
use crate::json::to_json;

/// A gateway's memory.
pub struct Gateway {
    path: Option<PathBuf>,
    state: Mutex<Option<State>>,
    closed: AtomicBool,
}

impl Gateway {
    /// Opens nothing yet. Without a path nothing outlives the process.
    pub fn new(path: Option<PathBuf>) -> Self {
        Self { path, state: Mutex::new(None), closed: AtomicBool::new(false) }
    }

    /// Answers the request of that name, given as JSON text, with JSON.
    ///
    /// # Errors
    /// `usage` for a request that does not read; `closed`; store errors.
    pub fn call(&self, name: &str, json: &str, cancelled: &AtomicBool) -> Result<String> {
        if cancelled.load(Ordering::Relaxed) {
            return Err(Error::new(Code::Cancelled, "the work was cancelled"));
        }
        match name {
            "catalogue" => {
                let request: GatewayCatalogueRequest = parse_gateway_request(name, json)?;
                request.check()?;
                self.with(|state| to_json(&state.catalogue(request)?))
            }
            "known" => self.ask(name, json, |state, GatewayKnownRequest {}| state.known()),
            "drop_server" => {
                self.ask(name, json, |state, request: &GatewayDropServerRequest| state.drop_server(request))
            }
            "search" => {
                let request: GatewaySearchRequest = parse_gateway_request(name, json)?;
                request.check()?;
                self.with(|state| to_json(&state.search(&request)?))
            }
            "learn" => self.ask(name, json, |state, request: &GatewayLearnRequest| state.learn(request)),
            "called" => self.ask(name, json, |state, request: &GatewayCalledRequest| state.called(request)),
            "listed" => self.ask(name, json, |state, request: &GatewayListedRequest| state.listed(request)),
            "approve" => {
                self.ask(name, json, |state, request: &GatewayApproveRequest| state.approve(request))
            }
            "forget" => self.ask(name, json, |state, request: &GatewayForgetRequest| state.forget(request)),
            "stats" => self.ask(name, json, |state, GatewayStatsRequest {}| state.stats()),
            "settings" => self.ask(name, json, |state, request: &GatewaySettingsRequest| state.set(request)),
            "examine" => {
                self.ask(name, json, |state, request: &GatewayExamineRequest| state.examine(request))
            }
            "tokens" => {
                let request: GatewayTokensRequest = parse_gateway_request(name, json)?;
                to_json(&counting::tokens(&request)?)
            }
            _ => Err(Error::new(Code::Usage, format!("no request of the gateway is called {name:?}"))),
        }
    }

    /// Ends it: what is not worth keeping is dropped. Later calls answer `closed`.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(mut state) = state {
            // Another process that is writing just now drops it later.
            let _ = state.prune();
        }
    }

    /// Reads a request, and answers it from the state.
    fn ask<R: DeserializeOwned, A: Serialize>(
        &self,
        name: &str,
        json: &str,
        answer: impl FnOnce(&mut State, &R) -> Result<A>,
    ) -> Result<String> {
        let request: R = parse_gateway_request(name, json)?;
        self.with(|state| to_json(&answer(state, &request)?))
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> Result<T>) -> Result<T> {
        let mut held = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if self.closed.load(Ordering::Relaxed) {
            return Err(Error::new(Code::Closed, "the gateway was closed").hint("start it again"));
        }
        if held.is_none() {
            *held = Some(State::open(self.path.as_deref())?);
        }
        let Some(state) = held.as_mut() else {
            return Err(Error::new(Code::Internal, "the gateway has no state"));
        };
        let done = work(state);
        if done.as_ref().is_err_and(|error| error.code == Code::IndexDamaged) {
            // The next call looks at the file anew, and sets it aside where it is.
            *held = None;
        }
        done
    }
}
