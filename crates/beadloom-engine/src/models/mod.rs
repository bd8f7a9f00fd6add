//! Which model compares meaning for a project: by its settings, and by what is on this machine.
//!
//! A transformer model is native code at work on a file of megabytes. Both are tried in another process first
//! ([`trial`]), and what fails is said once and leaves the next tier to serve.

mod answers;
mod bundled;
mod cache;
mod places;
mod probe;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use beadloom_embed::StaticModel;
use beadloom_graph::Switch;
use beadloom_model::answers::Tier;
use beadloom_model::{Code, Error, Result};
use beadloom_onnx::{ModelFolder, Stamp, Transformer, check_library, stamp};

pub(crate) use bundled::{bundled_file, model as bundled_model, tools_model};
pub(crate) use cache::ModelCache;
pub use places::{ModelPlaces, set_model_places};
pub(crate) use places::{cache_folder, data_folder, temporary_folders};
pub use probe::try_model;

use crate::Engine;
use crate::settings::Settings;
use places::places;

/// What the bundled model is called.
const STATIC: &str = "static";

/// Models that are known to work, as `model list` offers them, with the numbers per vector.
const KNOWN: &[(&str, u32)] = &[("BAAI/bge-small-en-v1.5", 384)];

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
        stamp(folder, &library).ok().map(|stamp| probe::hex(stamp.as_str().as_bytes()))
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
    match bundled::model() {
        Ok(Some(model)) => Semantic { model: SemanticModel::Static(model), failure },
        Ok(None) => Semantic { model: SemanticModel::None, failure },
        Err(error) => Semantic { model: SemanticModel::None, failure: failure.or(Some(error)) },
    }
}

/// The folder of the transformer that a gateway's settings name; None where tables serve. `default` is the first of the known models that
/// was pulled, if there is a runtime for it; anything else must be there.
///
/// # Errors
/// `no_model`, `bad_model`, `no_runtime`.
pub(crate) fn gateway_model(setting: &str, root: Option<&Path>) -> Result<Option<PathBuf>> {
    match setting {
        STATIC => Ok(None),
        "default" => {
            let there =
                KNOWN.iter().filter_map(|(name, _)| pulled_folder(name)).find(|folder| folder.is_dir());
            Ok(there.filter(|_| places().runtime.is_some()))
        }
        _ => {
            let folder = named_folder(setting, root.unwrap_or_else(|| Path::new("")))?;
            if let Some(root) = root.filter(|_| pulled_folder(setting).as_deref() != Some(&folder)) {
                must_be_outside(&folder, root)?;
            }
            check_model(&folder)?;
            check_library(places().runtime.as_deref().ok_or_else(no_runtime)?)?;
            Ok(Some(folder))
        }
    }
}

/// A transformer that is known to load here: another process tries it first.
///
/// # Errors
/// `no_model`, `bad_model`, `no_runtime`, `cancelled`.
pub(crate) fn open_transformer(folder: &Path, cancelled: &AtomicBool) -> Result<Transformer> {
    let places = places();
    let library = places.runtime.clone().unwrap_or_default();
    open(folder, &places, &stamp(folder, &library)?, cancelled)
}

/// The folder that a setting names: a model that was pulled, else a folder, relative to the root.
fn named_folder(setting: &str, root: &Path) -> Result<PathBuf> {
    if let Some(folder) = pulled_folder(setting).filter(|folder| folder.is_dir()) {
        return Ok(folder);
    }
    let home = setting.strip_prefix("~/").and_then(|rest| Some(std::env::home_dir()?.join(rest)));
    let folder = home.unwrap_or_else(|| root.join(setting));
    if !folder.is_dir() && is_name(setting) {
        return Err(Error::new(Code::NoModel, format!("the model {setting} is not installed"))
            .hint(format!("`beadloom model pull {setting}` fetches it")));
    }
    Ok(folder)
}

/// What lies in the project is not trusted: whoever wrote it would choose what a native library works on here.
fn must_be_outside(folder: &Path, root: &Path) -> Result<()> {
    let (Ok(real), Ok(root)) = (folder.canonicalize(), root.canonicalize()) else { return Ok(()) };
    if !real.starts_with(root) || places().project_models {
        return Ok(());
    }
    Err(Error::new(
        Code::NoModel,
        "a model inside the project is not used, because the project's author could have placed it there",
    )
    .at(folder.display().to_string(), 0, 0)
    .hint("move it out of the project, or set BEADLOOM_PROJECT_MODELS=1 if you trust this project"))
}

/// What is wrong with the model is said first: it is what the settings name.
fn open(folder: &Path, places: &ModelPlaces, stamp: &Stamp, cancelled: &AtomicBool) -> Result<Transformer> {
    ModelFolder::read(folder)?;
    let library = places.runtime.as_deref().ok_or_else(no_runtime)?;
    check_library(library)?;
    probe::pass(folder, library, places, stamp, cancelled)?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Transformer::open(folder, library, threads)
}

fn no_runtime() -> Error {
    Error::new(Code::NoRuntime, "no ONNX runtime is installed, which the model needs").hint(RUNTIME_HINT)
}

const RUNTIME_HINT: &str = "`npm install onnxruntime-node` next to beadloom installs one, or set ORT_DYLIB_PATH to the library of version 1.17 or newer";

/// Whether a folder holds a model, as far as that shows without a runtime.
///
/// # Errors
/// `no_model`, `bad_model`.
pub fn check_model(folder: &Path) -> Result<()> {
    ModelFolder::read(folder).map(drop)
}

/// Whether settings and vocabulary of a model fit; its ONNX file may be missing yet.
///
/// # Errors
/// `no_model`, `bad_model`.
pub fn check_model_words(folder: &Path) -> Result<()> {
    ModelFolder::check_words(folder)
}

/// Whether it can be the name of a published model: `owner/name`, both of plain signs.
fn is_name(text: &str) -> bool {
    let plain = |part: &str| {
        !part.starts_with(['.', '-'])
            && (1..=96).contains(&part.len())
            && part.chars().all(|char| char.is_ascii_alphanumeric() || matches!(char, '.' | '-' | '_'))
    };
    // Two dashes stand for the slash in the name of a folder.
    !text.contains("--") && text.split_once('/').is_some_and(|(owner, name)| plain(owner) && plain(name))
}

/// The folder of a model that was pulled under that name.
fn pulled_folder(name: &str) -> Option<PathBuf> {
    let cache = places().cache?;
    is_name(name).then(|| cache.join("models").join(name.replace('/', "--")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_models_are_told_from_paths() {
        for (text, expected) in [
            ("BAAI/bge-small-en-v1.5", true),
            ("a/b_c.d-e", true),
            ("bge", false),
            ("../models", false),
            ("./a", false),
            ("a/b/c", false),
            ("/a/b", false),
            ("a/", false),
            ("a/b c", false),
            ("a/..", false),
            ("a--b/c", false),
        ] {
            assert_eq!(is_name(text), expected, "{text}");
        }
    }
}
