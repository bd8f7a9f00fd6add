//! `.beadloom/config.yml` as a run needs it.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use crate::embedding::embedder;
use crate::sync::HISTORY;
use beadloom_graph::{Config, read_config};
use beadloom_index::{Options, read_regular_text};
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
    /// See [`digest`].
    digest: String,
}

/// The settings as they were last read, as long as the file stays the same.
#[derive(Default)]
pub struct SettingsCache {
    last: Mutex<Option<(Option<Stamp>, Arc<Settings>)>>,
}

/// Size and time of change: what tells one content of the file from the next. A file changed within the clock's
/// last tick is read again.
type Stamp = (u64, SystemTime);

impl SettingsCache {
    /// The settings of the project at `root`.
    pub fn get(&self, root: &Path) -> Arc<Settings> {
        const TICK: Duration = Duration::from_secs(2);
        let metadata = root.join(PATH).metadata().ok();
        let stamp = metadata.and_then(|metadata| Some((metadata.len(), metadata.modified().ok()?)));
        let settled = stamp.is_none_or(|(_, at)| at.elapsed().is_ok_and(|age| age > TICK));
        let mut last = self.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match &*last {
            Some((known, settings)) if *known == stamp && settled => Arc::clone(settings),
            _ => {
                let settings = Arc::new(read(root));
                *last = Some((stamp, Arc::clone(&settings)));
                settings
            }
        }
    }
}

/// Reads the settings; a missing file means defaults.
fn read(root: &Path) -> Settings {
    let path = root.join(PATH);
    let refuse = |message: String| {
        let diagnostic = Diagnostic::error(Code::Unreadable, message)
            .at(PATH, 0, 0)
            .hint("until it can be read, every setting has its default");
        (Config::default(), vec![diagnostic])
    };
    let (config, diagnostics) = match read_regular_text(&path, MAX_BYTES) {
        Ok(text) => read_config(PATH, &text),
        Err(error) => match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => (Config::default(), Vec::new()),
            ErrorKind::InvalidInput | ErrorKind::IsADirectory => {
                refuse("is no file and was not read".to_owned())
            }
            ErrorKind::FileTooLarge => refuse("is larger than 1 MiB and was not read".to_owned()),
            _ => refuse(format!("could not be read: {error}")),
        },
    };
    let digest = digest(&config);
    Settings { config, diagnostics, digest }
}

/// The settings under which the same file gives other rows: with another digest everything is read anew. What decides
/// which files count, and as what, needs none: the comparison of files and index sees that by itself.
fn digest(config: &Config) -> String {
    format!("{};{};{:?}", config.max_file_size, config.context.max_chunk_size, config.repo)
}

impl Settings {
    /// A run with these settings, over what changed, without a watch.
    pub fn reindex_options<'a>(
        &'a self,
        root: &'a Path,
        wait: Duration,
        deadline: Option<Instant>,
        call: &'a Call<'a>,
    ) -> Options<'a> {
        Options {
            root,
            config: &self.config,
            config_digest: &self.digest,
            embedder: embedder(self.config.search.semantic),
            history: Some(HISTORY),
            config_diagnostics: &self.diagnostics,
            watch: None,
            full: false,
            wait,
            deadline,
            cancelled: call.cancelled,
            progress: call.progress,
        }
    }
}
