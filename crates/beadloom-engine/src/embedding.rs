//! The bundled static model: a file beside the vocabularies, read once per process, when the first text needs it.

use std::io::Read as _;
use std::sync::{Arc, OnceLock};

use beadloom_embed::{HEADER_LEN, StaticModel, fingerprint_of};
use beadloom_files::open_regular;
use beadloom_graph::Switch;
use beadloom_index::Embedder;

use beadloom_model::Result;
use beadloom_store::Store;

use beadloom_local::{bundled_file, bundled_model};

/// What makes vectors under this setting; None where nothing does: the setting is off, or there is no model.
pub(crate) fn embedder(setting: Switch) -> Option<Embedder<'static>> {
    static FINGERPRINT: OnceLock<Option<u64>> = OnceLock::new();
    if setting == Switch::Off {
        return None;
    }
    let fingerprint = (*FINGERPRINT.get_or_init(read_fingerprint))?;
    Some(Embedder { fingerprint, load: &static_model })
}

/// The model; None where its file is missing or damaged, which `model status` explains.
pub(crate) fn static_model() -> Option<Arc<StaticModel>> {
    bundled_model().ok().flatten()
}

/// The model that the index has vectors of, where the setting wants it and it is the one that is here.
pub(crate) fn model_of(store: &Store, setting: Switch) -> Result<Option<Arc<StaticModel>>> {
    let Some(here) = embedder(setting) else { return Ok(None) };
    let held = store.state().meta("model")?;
    Ok(if held == Some(format!("{:x}", here.fingerprint)) { static_model() } else { None })
}

/// From the first bytes alone: to know that nothing changed needs no model.
fn read_fingerprint() -> Option<u64> {
    let mut header = [0; HEADER_LEN];
    open_regular(&bundled_file()?).ok()?.0.read_exact(&mut header).ok()?;
    fingerprint_of(&header)
}
