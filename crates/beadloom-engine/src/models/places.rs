//! Where models and the runtime are, as the shell says: it knows the environment and the packages around it.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Where to look. What is None is not there.
#[derive(Debug, Clone, Default)]
pub struct ModelPlaces {
    /// The folder of beadloom in the user's cache; models are below `models/`.
    pub cache: Option<PathBuf>,
    /// The library of the ONNX runtime.
    pub runtime: Option<PathBuf>,
    /// The runtime's version, as its package says.
    pub runtime_version: Option<String>,
    /// A program and its first arguments; with a model's folder and a library behind them it prints the outcome of
    /// [`try_model`](super::try_model). Where it is empty, nothing is tried elsewhere first.
    pub trial: Vec<String>,
    /// Whether the user lets projects bring models of their own.
    pub project_models: bool,
}

static PLACES: Mutex<Option<ModelPlaces>> = Mutex::new(None);

/// Says where models and the runtime are. Nothing is looked at yet.
pub fn set_model_places(places: ModelPlaces) {
    *PLACES.lock().unwrap_or_else(PoisonError::into_inner) = Some(places);
}

pub(super) fn places() -> ModelPlaces {
    PLACES.lock().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default()
}

/// The folder of beadloom in the user's cache; None where the user has none.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    places().cache
}
