//! The models that search compares meaning with.

use beadloom_local as local;
use napi_derive::napi;

use crate::task::to_json;

/// Of `setModelPlaces`.
#[napi(object)]
pub struct ModelPlaces {
    /// The folder of beadloom in the user's cache.
    pub cache: Option<String>,
    /// The folder of beadloom among the user's data.
    pub data: Option<String>,
    /// Folders of this user that last until the next restart, the best first.
    pub temporary: Option<Vec<String>>,
    /// The library of the ONNX runtime.
    pub runtime: Option<String>,
    /// As its package says.
    pub runtime_version: Option<String>,
    /// A program and its first arguments, which tries a model and a library.
    pub trial: Vec<String>,
    /// Whether projects may bring models of their own.
    pub project_models: bool,
}

impl ModelPlaces {
    fn into_local(self) -> local::ModelPlaces {
        local::ModelPlaces {
            cache: self.cache.map(Into::into),
            data: self.data.map(Into::into),
            temporary: self.temporary.unwrap_or_default().into_iter().map(Into::into).collect(),
            runtime: self.runtime.map(Into::into),
            runtime_version: self.runtime_version,
            trial: self.trial,
            project_models: self.project_models,
        }
    }
}

/// Says where models, the ONNX runtime and the user's folders are; to be called before anything is asked.
#[napi(catch_unwind)]
pub fn set_model_places(places: ModelPlaces) {
    local::set_model_places(places.into_local());
}

/// Opens a model with a runtime's library, in the process that tries them: `{"passed":true}`, or an error as JSON.
#[napi(catch_unwind)]
pub fn try_model(folder: String, library: String) -> String {
    local::try_model(folder.as_ref(), library.as_ref())
}

/// What is wrong with a model's settings and vocabulary, before its large file is there: an error as JSON, or null.
#[napi(catch_unwind)]
pub fn check_model_words(folder: String) -> Option<String> {
    local::check_model_words(folder.as_ref()).err().map(|error| to_json(&error))
}

/// What is wrong with a model's folder, as far as it shows without a runtime: an error as JSON, or null.
#[napi(catch_unwind)]
pub fn check_model(folder: String) -> Option<String> {
    local::check_model(folder.as_ref()).err().map(|error| to_json(&error))
}
