//! Where models, the runtime and this user's own folders are, as the shell says: it knows the environment and the packages around
//! it.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Where to look. What is None is not there.
#[derive(Debug, Clone, Default)]
pub struct ModelPlaces {
    /// The folder of beadloom in the user's cache, whose content can be made anew; models are below `models/`.
    pub cache: Option<PathBuf>,
    /// The folder of beadloom among the user's data, which nothing empties.
    pub data: Option<PathBuf>,
    /// Folders of this user for what only has to last until the next restart, the best first; whether nobody else can reach one is
    /// looked at before it is used.
    pub temporary: Vec<PathBuf>,
    /// The library of the ONNX runtime.
    pub runtime: Option<PathBuf>,
    /// The runtime's version, as its package says.
    pub runtime_version: Option<String>,
    /// A program and its first arguments; with a model's folder and a library behind them it prints the outcome of
    /// [`try_model`](crate::try_model). Where it is empty, nothing is tried elsewhere first.
    pub trial: Vec<String>,
    /// Whether the user lets projects bring models of their own.
    pub project_models: bool,
}

static PLACES: Mutex<Option<ModelPlaces>> = Mutex::new(None);

/// Says where models and the runtime are. Nothing is looked at yet.
pub fn set_model_places(places: ModelPlaces) {
    *PLACES.lock().unwrap_or_else(PoisonError::into_inner) = Some(places);
}

/// What was said.
pub fn places() -> ModelPlaces {
    PLACES.lock().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default()
}

/// The folder of beadloom in the user's cache; None where the user has none.
pub fn cache_folder() -> Option<PathBuf> {
    places().cache
}

/// The folder of beadloom among the user's data; None where the user has none.
pub fn data_folder() -> Option<PathBuf> {
    places().data
}

/// Folders that outlive this process, for where neither data nor cache can be written, the best first. Those that are there are this
/// user's alone; others are to be made so.
pub fn temporary_folders() -> impl Iterator<Item = PathBuf> {
    places().temporary.into_iter().filter(|folder| {
        // Below a project, the folder may have come with it.
        let is_of_a_project = folder.ancestors().any(|above| {
            [".git", ".beadloom"].iter().any(|name| above.join(name).symlink_metadata().is_ok())
        });
        let is_missing =
            folder.symlink_metadata().is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound);
        !is_of_a_project && (is_missing || beadloom_files::is_private_folder(folder))
    })
}
