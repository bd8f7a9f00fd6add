//! `.beadloom/config.yml` as a run needs it.

use std::path::Path;
use std::time::{Duration, Instant};

use beadloom_graph::{Config, read_config};
use beadloom_index::Options;
use beadloom_model::{Code, Diagnostic};

use crate::Call;

/// Where the settings live.
const PATH: &str = ".beadloom/config.yml";

/// Larger settings are not read.
const MAX_BYTES: u64 = 1 << 20;

/// Settings with what is wrong in them.
pub struct Settings {
    /// Defaults where a key is missing or wrong.
    pub config: Config,
    /// By line.
    diagnostics: Vec<Diagnostic>,
    /// Equal where the settings are equal, whatever the file looks like.
    digest: String,
}

/// Reads the settings; a missing file means defaults.
pub fn read(root: &Path) -> Settings {
    let path = root.join(PATH);
    let refuse = |message: String| {
        let diagnostic = Diagnostic::error(Code::Unreadable, message)
            .at(PATH, 0, 0)
            .hint("until it can be read, every setting has its default");
        (Config::default(), vec![diagnostic])
    };
    let (config, diagnostics) = match path.metadata() {
        Err(_) => (Config::default(), Vec::new()),
        Ok(metadata) if metadata.len() > MAX_BYTES => {
            refuse("is larger than 1 MiB and was not read".to_owned())
        }
        Ok(_) => match std::fs::read_to_string(&path) {
            Ok(text) => read_config(PATH, &text),
            Err(error) => refuse(format!("could not be read: {error}")),
        },
    };
    let digest = serde_json::to_string(&config).unwrap_or_default();
    Settings { config, diagnostics, digest }
}

impl Settings {
    /// A run with these settings.
    pub fn reindex_options<'a>(
        &'a self,
        root: &'a Path,
        full: bool,
        wait: Duration,
        deadline: Option<Instant>,
        call: &'a Call<'a>,
    ) -> Options<'a> {
        Options {
            root,
            config: &self.config,
            config_digest: &self.digest,
            config_diagnostics: &self.diagnostics,
            full,
            wait,
            deadline,
            cancelled: call.cancelled,
            progress: call.progress,
        }
    }
}
