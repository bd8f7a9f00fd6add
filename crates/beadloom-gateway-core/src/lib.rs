//! What stands behind a gateway to many MCP servers: their tools as they were read and approved, which of them fit a query, and what
//! use teaches of that.
//!
//! Nothing of it concerns a project's index. One process answers one call at a time from memory; before each it looks whether another
//! process wrote since, and reads what is new.

mod cataloguing;
mod clock;
mod counting;
mod embedding;
mod finding;
mod learning;
mod meaning;
mod state;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use beadloom_local::transformers::{gateway_model, open_transformer};
use beadloom_model::answers::GatewayModelAnswer;
use beadloom_model::requests::{
    GatewayApproveRequest, GatewayCalledRequest, GatewayCatalogueRequest, GatewayDropServerRequest,
    GatewayExamineRequest, GatewayForgetRequest, GatewayKnownRequest, GatewayLearnRequest,
    GatewayListedRequest, GatewayModelRequest, GatewaySearchRequest, GatewaySettingsRequest,
    GatewayStatsRequest, GatewayTokensRequest, parse_gateway_request,
};
use beadloom_model::{Code, Error, Result};
use beadloom_onnx::Role;
use serde::Serialize;
use serde::de::DeserializeOwned;

use self::state::State;

/// A gateway's memory.
pub struct Gateway {
    shared: Arc<Shared>,
    /// What embeds beside the answers.
    worker: Mutex<Option<JoinHandle<()>>>,
}

struct Shared {
    path: Option<PathBuf>,
    state: Mutex<Option<State>>,
    closed: AtomicBool,
    /// Whether a worker is at it: what waits it takes too.
    works: AtomicBool,
}

impl Gateway {
    /// Opens nothing yet. Without a path nothing outlives the process.
    pub fn new(path: Option<PathBuf>) -> Self {
        let shared = Shared {
            path,
            state: Mutex::new(None),
            closed: AtomicBool::new(false),
            works: AtomicBool::new(false),
        };
        Self { shared: Arc::new(shared), worker: Mutex::new(None) }
    }

    /// Answers the request of that name, given as JSON text, with JSON.
    ///
    /// # Errors
    /// `usage` for a request that does not read; `closed`; store errors.
    pub fn call(&self, name: &str, json: &str, cancelled: &AtomicBool) -> Result<String> {
        let answer = self.answer(name, json, cancelled);
        if self.shared.has_waiting() {
            self.work(|shared| shared.embed(&shared.closed));
        }
        answer
    }

    fn answer(&self, name: &str, json: &str, cancelled: &AtomicBool) -> Result<String> {
        if cancelled.load(Ordering::Relaxed) {
            return Err(Error::new(Code::Cancelled, "the work was cancelled"));
        }
        match name {
            "catalogue" => {
                let request: GatewayCatalogueRequest = parse_gateway_request(name, json)?;
                request.check()?;
                self.shared.with(|state| to_json(&state.catalogue(request)?))
            }
            "known" => self.ask(name, json, |state, GatewayKnownRequest {}| state.known()),
            "drop_server" => {
                self.ask(name, json, |state, request: &GatewayDropServerRequest| state.drop_server(request))
            }
            "search" => {
                let request: GatewaySearchRequest = parse_gateway_request(name, json)?;
                request.check()?;
                self.shared.with(|state| to_json(&state.search(&request)?))
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
            "model" => {
                let GatewayModelRequest { model } = parse_gateway_request(name, json)?;
                to_json(&self.choose_model(&model, cancelled)?)
            }
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
        self.shared.closed.store(true, Ordering::Relaxed);
        let worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(worker) = worker {
            // It looks often whether this was closed; nothing of it may run when the process ends.
            let _ = worker.join();
        }
        let state = self.shared.state.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(mut state) = state {
            // Another process that is writing just now drops it later.
            let _ = state.prune();
        }
    }

    /// Opens the model that is named, and embeds all there is. Whatever is wrong with it, the tables serve.
    fn choose_model(&self, name: &str, cancelled: &AtomicBool) -> Result<GatewayModelAnswer> {
        let root = self.shared.path.as_deref().and_then(|path| path.parent()?.parent());
        let opened = gateway_model(name, root)
            .and_then(|folder| folder.map(|folder| open_transformer(&folder, cancelled)).transpose());
        self.shared.with(|state| match opened {
            Ok(Some(transformer)) => state.use_model(Arc::new(transformer)),
            Ok(None) => {
                state.leave_model(None);
                Ok(())
            }
            Err(error) => {
                state.leave_model(Some(error));
                Ok(())
            }
        })?;
        self.shared.embed(cancelled);
        self.shared.with(|state| {
            let serves = state.tools().has_model();
            Ok(GatewayModelAnswer { serves, failure: state.model_failure.clone() })
        })
    }

    /// Does something beside the answers, unless that is being done.
    fn work(&self, work: impl FnOnce(&Shared) + Send + 'static) {
        if self.shared.works.swap(true, Ordering::AcqRel) {
            return;
        }
        let shared = self.shared.clone();
        let worker = thread::spawn(move || {
            work(&shared);
            shared.works.store(false, Ordering::Release);
        });
        *self.worker.lock().unwrap_or_else(PoisonError::into_inner) = Some(worker);
    }

    /// Reads a request, and answers it from the state.
    fn ask<R: DeserializeOwned, A: Serialize>(
        &self,
        name: &str,
        json: &str,
        answer: impl FnOnce(&mut State, &R) -> Result<A>,
    ) -> Result<String> {
        let request: R = parse_gateway_request(name, json)?;
        self.shared.with(|state| to_json(&answer(state, &request)?))
    }
}

impl Shared {
    /// Embeds what waits, a little at a time: others ask meanwhile.
    fn embed(&self, cancelled: &AtomicBool) {
        loop {
            let next = self.with(|state| {
                let transformer = state.meaning.as_ref().map(|meaning| meaning.transformer.clone());
                Ok((transformer, state.waiting()))
            });
            let Ok((Some(transformer), waiting)) = next else { return };
            if waiting.is_empty() {
                return;
            }
            let made = [Role::Document, Role::Query].into_iter().try_for_each(|role| {
                let (texts, _): (Vec<_>, Vec<_>) = waiting.iter().cloned().partition(|one| one.role == role);
                let said: Vec<&str> = texts.iter().map(|one| one.text.as_str()).collect();
                let vectors = transformer.embed(role, &said, cancelled)?;
                self.with(|state| state.embedded(texts, vectors))
            });
            if let Err(error) = made {
                if error.code != Code::Cancelled && error.code != Code::Closed {
                    let _ = self.with(|state| {
                        state.leave_model(Some(error));
                        Ok(())
                    });
                }
                return;
            }
        }
    }

    /// Whether texts of a state that nobody is at wait for a vector; where somebody is, who comes next looks.
    fn has_waiting(&self) -> bool {
        self.state.try_lock().is_ok_and(|state| state.as_ref().is_some_and(State::has_waiting))
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

fn to_json(answer: &impl Serialize) -> Result<String> {
    serde_json::to_string(answer)
        .map_err(|error| Error::new(Code::Internal, "an answer has no JSON form").caused_by(error))
}
