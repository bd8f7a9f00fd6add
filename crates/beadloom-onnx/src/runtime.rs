//! The runtime's library: loaded once per process, kept until its end.

use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use beadloom_model::Result;
use ort::LoadDynamicError;
use ort::environment::Environment;
use ort::logging::LogLevel;

use crate::library::{check_library, invalid_model};

/// What was loaded. The runtime can be set up once per process, and threads of it may run until the end, so it is
/// never given up.
static LOADED: Mutex<Option<(PathBuf, Environment)>> = Mutex::new(None);

/// The environment of the library at `path`. Where the process has loaded another library before, that one serves: there
/// can be only one.
///
/// # Errors
/// `no_runtime` where the library is missing, damaged, no ONNX runtime, or too old.
pub(crate) fn environment(path: &Path) -> Result<Environment> {
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    match loaded.as_ref() {
        Some((known, environment)) if known == path => return Ok(environment.clone()),
        _ => check_library(path)?,
    }
    if let Some((_, environment)) = loaded.as_ref() {
        return Ok(environment.clone());
    }
    let environment = load(path)?;
    *loaded = Some((path.to_owned(), environment.clone()));
    Ok(environment)
}

fn load(path: &Path) -> Result<Environment> {
    // The binding panics where the library's interface is not as it should be.
    let made = catch_unwind(|| {
        let builder = ort::init_from(path).map_err(|error| match error {
            LoadDynamicError::MissingApi { .. } => invalid_model(path, "the library is not an ONNX runtime"),
            LoadDynamicError::BadVersion { version_str, .. } => {
                let version: String = version_str.chars().take(40).collect();
                invalid_model(path, format!("the ONNX runtime is version {version}; 1.17 or newer is needed"))
            }
            other => invalid_model(path, "the library does not load").caused_by(other),
        })?;
        let environment = builder
            .with_name("beadloom")
            .with_telemetry(false)
            // Without a listener the runtime writes to stderr, which is not ours.
            .with_logger(Arc::new(|_: LogLevel, _: &str, _: &str, _: &str, _: &str| {}))
            .build()
            .map_err(|error| invalid_model(path, "the ONNX runtime does not start").caused_by(error))?;
        environment.set_log_level(LogLevel::Fatal);
        Ok(environment)
    });
    made.unwrap_or_else(|_| {
        Err(invalid_model(path, "the library's interface is not that of an ONNX runtime"))
    })
}
