//! Transformers that the user brought: where they lie, what is wrong with one, and how one is opened.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use beadloom_model::{Code, Error, Result};
use beadloom_onnx::{ModelFolder, Stamp, Transformer, check_library, stamp};

use crate::places::{ModelPlaces, places};
use crate::probe;

/// What the bundled model is called.
pub const STATIC: &str = "static";

/// Models that are known to work, as `model list` offers them, with the numbers per vector.
pub const KNOWN: &[(&str, u32)] = &[("BAAI/bge-small-en-v1.5", 384)];

/// The folder of the transformer that a gateway's settings name; None where tables serve. `default` is the first of the known models that
/// was pulled, if there is a runtime for it; anything else must be there.
///
/// # Errors
/// `no_model`, `bad_model`, `no_runtime`.
pub fn gateway_model(setting: &str, root: Option<&Path>) -> Result<Option<PathBuf>> {
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
pub fn open_transformer(folder: &Path, cancelled: &AtomicBool) -> Result<Transformer> {
    let places = places();
    let library = places.runtime.clone().unwrap_or_default();
    open(folder, &places, &stamp(folder, &library)?, cancelled)
}

/// The folder that a setting names: a model that was pulled, else a folder, relative to the root.
///
/// # Errors
/// `no_model`.
pub fn named_folder(setting: &str, root: &Path) -> Result<PathBuf> {
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
///
/// # Errors
/// `no_model`.
pub fn must_be_outside(folder: &Path, root: &Path) -> Result<()> {
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

/// Opens a model whose files have this stamp. What is wrong with it is said first: it is what the settings name.
///
/// # Errors
/// `no_model`, `bad_model`, `no_runtime`, `cancelled`.
pub fn open(
    folder: &Path,
    places: &ModelPlaces,
    stamp: &Stamp,
    cancelled: &AtomicBool,
) -> Result<Transformer> {
    ModelFolder::read(folder)?;
    let library = places.runtime.as_deref().ok_or_else(no_runtime)?;
    check_library(library)?;
    probe::pass(folder, library, places, stamp, cancelled)?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Transformer::open(folder, library, threads)
}

/// That no runtime is there.
pub fn no_runtime() -> Error {
    Error::new(Code::NoRuntime, "no ONNX runtime is installed, which the model needs").hint(RUNTIME_HINT)
}

/// How a runtime is installed.
pub const RUNTIME_HINT: &str = "`npm install onnxruntime-node` next to beadloom installs one, or set ORT_DYLIB_PATH to the library of version 1.17 or newer";

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
pub fn pulled_folder(name: &str) -> Option<PathBuf> {
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
