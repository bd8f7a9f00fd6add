//! Which model compares meaning for a project: by its settings, and by what is on this machine.
//!
//! A transformer model is native code at work on a file of megabytes. Both are tried in another process first
//! ([`trial`]), and what fails is said once and leaves the next tier to serve.

mod answers;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use beadloom_embed::StaticModel;
use beadloom_graph::Switch;
use beadloom_local::places::places;
use beadloom_local::transformers::{STATIC, must_be_outside, named_folder, no_runtime, open, pulled_folder};
use beadloom_local::{bundled_model, check_model, digest};
use beadloom_model::answers::Tier;
use beadloom_model::{Code, Error, Result};
use beadloom_onnx::{Transformer, check_library, stamp};

use crate::Engine;
use crate::settings::Settings;

/// The model that compares meaning.
#[derive(Clone)]
pub enum SemanticModel {
    /// There is none, or the settings want none.
    None,
    /// The bundled one.
    Static(Arc<StaticModel>),
    /// One that the user brought.
    Transformer(Arc<Transformer>),
}

/// What a search compares meaning with, or why it does not.
#[derive(Clone)]
pub struct Semantic {
    /// What serves.
    pub model: SemanticModel,
    /// Why what the settings ask for does not serve, with its place and what to do.
    pub failure: Option<Error>,
}

impl Semantic {
    /// What ranks, for the answer of a search.
    pub fn tiers(&self) -> Vec<Tier> {
        match self.model {
            SemanticModel::None => vec![Tier::Lexical],
            SemanticModel::Static(_) => vec![Tier::Lexical, Tier::Static],
            SemanticModel::Transformer(_) => vec![Tier::Lexical, Tier::Transformer],
        }
    }

    /// One line for the answer of a search; None where all is as the settings want it.
    pub fn warning(&self) -> Option<String> {
        let failure = self.failure.as_ref()?;
        let serves = match self.model {
            SemanticModel::Static(_) => "the bundled model serves",
            _ => "search goes by words",
        };
        let hint = failure.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
        Some(format!("{failure}; {serves}{hint}"))
    }
}

/// What `search.model` asks for.
enum ModelSetting {
    Static,
    /// The folder of a model.
    Folder(PathBuf),
}

impl Engine {
    /// What a search compares meaning with. The first call that needs a transformer loads it, which takes a second;
    /// later ones look at the times of its files.
    ///
    /// # Errors
    /// `cancelled`. Whatever else is wrong is said in [`Semantic::failure`], and the next tier serves.
    pub fn semantic(&self, cancelled: &AtomicBool) -> Result<Semantic> {
        let settings = self.settings();
        let search = &settings.config.search;
        if search.semantic == Switch::Off {
            return Ok(Semantic { model: SemanticModel::None, failure: None });
        }
        let opened = match self.wanted(&search.model) {
            Ok(ModelSetting::Static) => return Ok(fallback(None)),
            Ok(ModelSetting::Folder(folder)) => self.transformer(&folder, cancelled),
            Err(error) => Err(error),
        };
        match opened {
            Ok(transformer) => Ok(Semantic { model: SemanticModel::Transformer(transformer), failure: None }),
            Err(error) if error.code == Code::Cancelled => Err(error),
            Err(error) => Ok(fallback(Some(error))),
        }
    }

    /// The folder of the transformer that the settings name; None where they name none, or one that is not there.
    pub(crate) fn wanted_folder(&self, settings: &Settings) -> Option<PathBuf> {
        let search = &settings.config.search;
        match self.wanted(&search.model) {
            Ok(ModelSetting::Folder(folder)) if search.semantic != Switch::Off => Some(folder),
            _ => None,
        }
    }

    /// What shows without loading a model: whether its files, and a runtime, are there.
    pub(crate) fn check_transformer(&self, folder: &Path) -> Result<()> {
        check_model(folder)?;
        check_library(places().runtime.as_deref().ok_or_else(no_runtime)?)
    }

    /// Tells the files of a model and of the runtime, as long as nobody touches them.
    pub(crate) fn model_files(&self, folder: &Path) -> Option<String> {
        let library = places().runtime.unwrap_or_default();
        stamp(folder, &library).ok().map(|stamp| digest(stamp.as_str().as_bytes()))
    }

    /// What serves where the model that is wanted does not, for this reason.
    pub(crate) fn next_tier(&self, failure: Error) -> Semantic {
        fallback(Some(failure))
    }

    /// The folder that a setting names: a model that was pulled, else a folder, relative to the project.
    fn wanted(&self, setting: &str) -> Result<ModelSetting> {
        if matches!(setting, "default" | STATIC) {
            return Ok(ModelSetting::Static);
        }
        let folder = named_folder(setting, self.root())?;
        if pulled_folder(setting).as_deref() != Some(&folder) {
            must_be_outside(&folder, self.root())?;
        }
        Ok(ModelSetting::Folder(folder))
    }

    fn transformer(&self, folder: &Path, cancelled: &AtomicBool) -> Result<Arc<Transformer>> {
        let places = places();
        let library = places.runtime.clone().unwrap_or_default();
        let stamp = stamp(folder, &library)?;
        self.models.get(stamp, |stamp| open(folder, &places, stamp, cancelled))
    }
}

/// The bundled model where it is there. Why it is not is said unless there is an earlier reason.
fn fallback(failure: Option<Error>) -> Semantic {
    match bundled_model() {
        Ok(Some(model)) => Semantic { model: SemanticModel::Static(model), failure },
        Ok(None) => Semantic { model: SemanticModel::None, failure },
        Err(error) => Semantic { model: SemanticModel::None, failure: failure.or(Some(error)) },
    }
}
