//! `model list` and `model status`.

use std::collections::BTreeMap;
use std::path::Path;

use beadloom_local::places::places;
use beadloom_local::transformers::{KNOWN, RUNTIME_HINT, STATIC, pulled_folder};
use beadloom_local::{bundled_model, bundled_path};
use beadloom_model::answers::{
    ANSWER_VERSION, ModelEntry, ModelListAnswer, ModelStatusAnswer, RuntimeState, Tier,
};
use beadloom_model::{Code, Result};
use beadloom_onnx::{ModelFolder, check_library, folders_in};
use beadloom_store::{Access, Condition};

use super::{ModelSetting, Semantic, SemanticModel};
use crate::embedding::model_of;
use crate::settings::Settings;
use crate::{Call, Engine};

impl Engine {
    /// The models that are there, and those that are known by name.
    ///
    /// # Errors
    /// `closed`, `no_project`, `cancelled`.
    pub fn model_list(&self, call: &Call<'_>) -> Result<ModelListAnswer> {
        let ModelStatusAnswer { version, models, runtime, .. } = self.model_status(call)?;
        Ok(ModelListAnswer { version, models, runtime })
    }

    /// The same, and what serves a search with this project's settings. A transformer that the settings name is
    /// loaded, so that what the answer says is so.
    ///
    /// # Errors
    /// `closed`, `no_project`, `cancelled`.
    pub fn model_status(&self, call: &Call<'_>) -> Result<ModelStatusAnswer> {
        self.check_open()?;
        let settings = self.settings();
        let (semantic, vectors, missing) = match self.vectors(&settings, call) {
            // Without an index nothing is missing yet.
            Err(error) if error.code == Code::NoIndex => (self.semantic(call.cancelled)?, 0, 0),
            counted => counted?,
        };
        let configured = settings.config.search.model.clone();
        let models = self.entries(&configured, &semantic);
        let runtime = runtime(&semantic);
        let hint = hint(&models, &runtime, &semantic);
        let (tiers, warning) = (semantic.tiers(), semantic.warning());
        Ok(ModelStatusAnswer {
            version: ANSWER_VERSION,
            models,
            runtime,
            configured,
            tiers,
            vectors,
            missing,
            warning,
            hint,
        })
    }

    /// What serves with the index as it is, how many vectors there are of it, and how many are missing.
    fn vectors(&self, settings: &Settings, call: &Call<'_>) -> Result<(Semantic, u64, u64)> {
        self.pool.with(Access::Read, |store| {
            if store.condition()? != Condition::Ready {
                return Ok((self.semantic(call.cancelled)?, 0, 0));
            }
            let semantic = self.by_vectors(store, settings, false, call)?;
            let counts = store.state().text_counts()?;
            let all = counts.there + counts.waiting;
            let table = model_of(store, settings.config.search.semantic)?.is_some();
            let of_table = if table { all } else { 0 };
            Ok(match &semantic.model {
                SemanticModel::Transformer(_) => (semantic, counts.there, counts.waiting),
                SemanticModel::Static(_) => (semantic, of_table, all - of_table),
                SemanticModel::None => (semantic, 0, 0),
            })
        })
    }

    fn entries(&self, configured: &str, semantic: &Semantic) -> Vec<ModelEntry> {
        let active = match &semantic.model {
            SemanticModel::Transformer(transformer) => Some(transformer.folder().path()),
            _ => None,
        };
        let mut named: BTreeMap<String, ModelEntry> = KNOWN
            .iter()
            .map(|&(name, dimensions)| (name.to_owned(), absent(name, Some(dimensions))))
            .collect();
        if let Some(cache) = places().cache {
            for folder in folders_in(&cache.join("models")) {
                let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                let Some(name) = name.split_once("--").map(|(owner, rest)| format!("{owner}/{rest}")) else {
                    continue;
                };
                if pulled_folder(&name).as_deref() == Some(&folder) {
                    named.insert(name.clone(), entry(&name, &folder, active));
                }
            }
        }
        // A folder that the settings name has no other name.
        if let Ok(ModelSetting::Folder(folder)) = self.wanted(configured)
            && !named.values().any(|entry| entry.path.as_deref() == folder.to_str())
        {
            named.insert(configured.to_owned(), entry(configured, &folder, active));
        }
        [bundled_entry(semantic)].into_iter().chain(named.into_values()).collect()
    }
}

fn bundled_entry(semantic: &Semantic) -> ModelEntry {
    let path = bundled_path();
    let model = bundled_model();
    let dimensions = model.as_ref().ok().and_then(|model| model.as_ref().map(|model| model.dimensions()));
    ModelEntry {
        dimensions: dimensions.and_then(|dimensions| u32::try_from(dimensions).ok()),
        bytes: path.as_ref().and_then(|path| path.metadata().ok()).map(|metadata| metadata.len()),
        installed: path.is_some(),
        active: matches!(semantic.model, SemanticModel::Static(_)),
        path: path.map(|path| path.display().to_string()),
        error: model.err().map(|error| error.to_string()),
        ..absent(STATIC, None)
    }
}

fn absent(name: &str, dimensions: Option<u32>) -> ModelEntry {
    ModelEntry {
        name: name.to_owned(),
        dimensions,
        bytes: None,
        installed: false,
        active: false,
        path: None,
        error: None,
    }
}

fn entry(name: &str, folder: &Path, active: Option<&Path>) -> ModelEntry {
    let read = ModelFolder::read(folder);
    let found = read.as_ref().ok();
    ModelEntry {
        dimensions: found.and_then(|found| u32::try_from(found.dimension()).ok()),
        bytes: found.map(ModelFolder::bytes),
        installed: folder.is_dir(),
        active: active == Some(folder),
        path: folder.is_dir().then(|| folder.display().to_string()),
        error: read.err().map(|error| error.to_string()),
        ..absent(name, None)
    }
}

fn runtime(semantic: &Semantic) -> RuntimeState {
    let places = places();
    let tried = semantic.failure.as_ref().filter(|error| error.code == Code::NoRuntime);
    let failure = places.runtime.as_deref().map(|library| match tried {
        Some(error) => Err(error.clone()),
        None => check_library(library),
    });
    let available = matches!(failure, Some(Ok(())));
    RuntimeState {
        available,
        version: places.runtime_version.filter(|_| available),
        path: places.runtime.map(|path| path.display().to_string()),
        hint: match failure {
            Some(Ok(())) => None,
            Some(Err(error)) => Some(format!("{}; {RUNTIME_HINT}", error.message)),
            None => Some(RUNTIME_HINT.to_owned()),
        },
    }
}

/// What stands between now and a transformer.
fn hint(models: &[ModelEntry], runtime: &RuntimeState, semantic: &Semantic) -> Option<String> {
    if semantic.tiers().contains(&Tier::Transformer) || semantic.failure.is_some() {
        return None;
    }
    let mut steps = Vec::new();
    if !runtime.available {
        steps.push("install a runtime (`npm install onnxruntime-node` next to beadloom)".to_owned());
    }
    let there = models.iter().find(|model| model.installed && model.error.is_none() && model.name != STATIC);
    let name = match there {
        Some(model) => model.name.as_str(),
        None => {
            let (name, _) = KNOWN.first()?;
            steps.push(format!("`beadloom model pull {name}`"));
            name
        }
    };
    steps.push(format!("`search: {{semantic: auto, model: {name}}}` in .beadloom/config.yml"));
    Some(format!("a transformer model finds more by meaning: {}", steps.join(", then ")))
}
