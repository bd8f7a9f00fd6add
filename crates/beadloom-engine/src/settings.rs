//! `.beadloom/config.yml` as a run needs it.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::embedding::embedder;
use crate::git_history::HISTORY;
use beadloom_files::read_regular_text;
use beadloom_git::Repository;
use beadloom_graph::{Config, read_config};
use beadloom_index::{Options, is_settled, now_ns, project_name, stat_of};
use beadloom_model::{Code, Diagnostic};
use beadloom_store::{ParseCache, Stat};

use beadloom_local::{places, seals};

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
    last: Mutex<Option<Read>>,
}

/// What was read, and of which file.
struct Read {
    /// None where there was none.
    stat: Option<Stat>,
    /// When the stat was taken, in nanoseconds since 1970.
    taken_ns: i64,
    settings: Arc<Settings>,
}

impl Read {
    /// Whether the file is the one that was read. One that was written to within the clock's last tick before that is read
    /// again.
    fn holds(&self, stat: Option<Stat>) -> bool {
        self.stat == stat && stat.is_none_or(|stat| is_settled(stat, self.taken_ns))
    }
}

impl SettingsCache {
    /// The settings of the project at `root`.
    pub fn get(&self, root: &Path) -> Arc<Settings> {
        let taken_ns = now_ns();
        let stat = root.join(PATH).metadata().ok().map(|metadata| stat_of(&metadata));
        let mut last = self.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match &*last {
            Some(read) if read.holds(stat) => Arc::clone(&read.settings),
            _ => {
                let settings = Arc::new(read(root));
                *last = Some(Read { stat, taken_ns, settings: Arc::clone(&settings) });
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
                refuse("is not a file and was not read".to_owned())
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

/// Where what the files of a project parse to is kept for other work trees of its repository; None where the settings want none,
/// the project is in no repository, or nothing can be kept.
fn parse_cache(root: &Path, config: &Config) -> Option<ParseCache> {
    if !config.cache.parse {
        return None;
    }
    let key = seals::kept_key()?;
    let cache = places::cache_folder()?;
    let repository = Repository::around(root).ok()?;
    // A derived graph has the name of the project in it, which all work trees share, unless their settings differ.
    let name = project_name(root, config);
    let common = repository.common_dir.as_os_str().as_encoded_bytes();
    Some(ParseCache::new(&cache, key, &[common, repository.prefix().as_bytes(), name.as_bytes()]))
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
            indexed: None,
            parse_cache: Some(&parse_cache),
            full: false,
            wait,
            deadline,
            cancelled: call.cancelled,
            progress: call.progress,
        }
    }
}
