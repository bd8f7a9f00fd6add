//! The list of files in memory, and how events of the system bring it up to date.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use beadloom_graph::config::Config;

use super::bell::Bell;
use super::folders::Folders;
use super::pending::{Pending, WatchError};
use super::unwatched::{State, UnwatchedPaths};
use crate::changes::is_settled;
use crate::clock::now_ns;
use crate::walk::{ExternalInputs, Walked, has_other_names, stat_of, walk};

/// More files than these that have several names, and more links, take longer to look at each time than a watch saves.
const MAX_LINKED_FILES: usize = 500;

/// How many files that do not count are remembered.
const MAX_LEFT_OUT_FILES: usize = 10_000;

/// A state of the index, and with what it was compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// Of the files: see [`WatchSnapshot::version`].
    pub version: u64,
    /// Of the index.
    pub generation: u64,
    /// Of the index: when the stats in it were taken.
    pub scanned_ns: i64,
    /// See `bring_up_to_date`.
    pub fingerprint: String,
    /// Settings.
    pub config: Config,
}

/// The files of the last walk, kept current by events.
pub struct WatchSnapshot {
    folders: Box<dyn Folders>,
    /// As the last walk found them, corrected since.
    pub walked: Arc<Walked>,
    /// Goes up whenever something may have changed.
    pub version: u64,
    /// What was last found up to date with the index.
    pub up_to_date: Option<Compared>,
    pending: Pending,
    /// How many events calls have taken from the system so far, which nobody else hears of.
    taken: u64,
    /// When stats were last taken.
    looked_ns: i64,
    last: Option<LastWalk>,
    /// Files in folders that count, and that do not count themselves.
    left_out: HashSet<PathBuf>,
}

/// What the last walk depended on.
struct LastWalk {
    /// Absolute, without links.
    real: PathBuf,
    beside: UnwatchedPaths,
    scan_paths: Vec<String>,
    ignore_paths: Vec<String>,
    graph: String,
    auto_ack: bool,
}

impl LastWalk {
    fn was_of(&self, config: &Config) -> bool {
        self.scan_paths == config.scan_paths
            && self.ignore_paths == config.ignore_paths
            && self.graph == config.docs.graph
            && self.auto_ack == config.sync.auto_ack
    }
}

/// What an event about one path comes to.
enum EventEffect {
    /// Nothing that counts.
    Nothing,
    /// A file that was there and is there.
    Patched,
    /// Only a walk can tell.
    Unclear,
}

impl WatchSnapshot {
    /// Of nothing yet.
    pub fn new(folders: Box<dyn Folders>) -> Self {
        Self {
            folders,
            walked: Arc::default(),
            version: 0,
            up_to_date: None,
            pending: Pending { all: true, paths: BTreeSet::new() },
            taken: 0,
            looked_ns: 0,
            last: None,
            left_out: HashSet::new(),
        }
    }

    /// What rings when something is reported.
    pub fn bell(&self) -> Option<Arc<dyn Bell>> {
        self.folders.bell()
    }

    /// What there is to know of whether a call took a change away from who waits for one: events taken, the version, whether something
    /// is to be looked at.
    pub fn heard(&self) -> (u64, u64, bool) {
        (self.taken, self.version, !self.pending.is_empty())
    }

    /// Takes note of what was reported; returns how many events that were.
    pub fn listen(&mut self) -> Result<usize, WatchError> {
        self.folders.drain(&mut self.pending)
    }

    /// Whether nothing happened since [`WatchSnapshot::update`].
    pub fn is_quiet(&mut self, root: &Path, config: &Config) -> Result<bool, WatchError> {
        self.taken += self.folders.drain(&mut self.pending)? as u64;
        let Some(last) = self.last.as_ref().filter(|last| last.was_of(config)) else {
            self.pending.all = true;
            return Ok(false);
        };
        match last.beside.state(root, &last.real) {
            State::Moved => return Err(WatchError::Lost),
            State::Changed => self.pending.all = true,
            State::Same => {}
        }
        if self.pending.all {
            return Ok(false);
        }
        self.look_at_paths(root);
        Ok(self.pending.is_empty())
    }

    /// Brings what is seen up to date.
    pub fn update(
        &mut self,
        root: &Path,
        config: &Config,
        cancelled: &AtomicBool,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<(), WatchError> {
        if self.is_quiet(root, config)? {
            return Ok(());
        }
        // Others may have changed what the walk depends on: what was left out may count now.
        if self.pending.all {
            self.left_out.clear();
        }
        let now = now_ns();
        self.looked_ns = now;
        let real = root.canonicalize().map_err(|_| WatchError::Lost)?;
        let beyond = self.walked.beyond.clone();
        let mut beside = UnwatchedPaths::of(root, &real, config, &beyond, now);
        let enter = |folder: &Path| self.folders.enter(folder);
        let walked = walk(root, config, cancelled, progress, &enter).map_err(WatchError::Walk)?;
        self.folders.trouble()?;
        let few = |beyond: &ExternalInputs| {
            beyond.elsewhere.len() <= MAX_LINKED_FILES && beyond.links.len() <= MAX_LINKED_FILES
        };
        if !few(&walked.beyond) {
            return Err(WatchError::Useless(None));
        }
        // It was taken before the walk only of what was known of then.
        let known = walked.beyond == beyond;
        if !known {
            beside = UnwatchedPaths::of(root, &real, config, &walked.beyond, now);
        }
        for path in std::mem::take(&mut self.pending.paths) {
            let is_file = path.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
            if is_file && !is_listed(&walked, &real, &path) && self.left_out.len() < MAX_LEFT_OUT_FILES {
                self.left_out.insert(path);
            }
        }
        self.pending.all = !known;
        for file in walked.files.iter().filter(|file| !is_elsewhere(&walked, &file.path)) {
            self.pending.all |= !self.folders.follow(&real.join(&*file.path));
        }
        self.walked = Arc::new(walked);
        self.version += 1;
        self.last = Some(LastWalk {
            real,
            beside,
            scan_paths: config.scan_paths.clone(),
            ignore_paths: config.ignore_paths.clone(),
            graph: config.docs.graph.clone(),
            auto_ack: config.sync.auto_ack,
        });
        Ok(())
    }

    /// Looks at the files that events name, and at those that no event reports. What is unclear stays pending.
    fn look_at_paths(&mut self, root: &Path) {
        let Some(real) = self.last.as_ref().map(|last| last.real.clone()) else { return };
        let mut patched = false;
        for path in std::mem::take(&mut self.pending.paths) {
            match self.look_at(&real, &path) {
                EventEffect::Nothing => {}
                EventEffect::Patched => patched = true,
                EventEffect::Unclear => {
                    self.pending.paths.insert(path);
                }
            }
        }
        let (looked_ns, now) = (self.looked_ns, now_ns());
        for path in self.walked.beyond.elsewhere.clone() {
            match (self.place(&path), root.join(&path).metadata()) {
                // A file behind a link, where the link does not count.
                (None, Ok(_)) => {}
                (Some(at), Ok(metadata)) if metadata.is_file() => {
                    let stat = stat_of(&metadata);
                    // A change within the clock's tick before the last look leaves no trace, and no event tells of it.
                    let differs = |was: beadloom_store::Stat| was != stat || !is_settled(was, looked_ns);
                    if self.walked.files.get(at).is_some_and(|file| differs(file.stat)) {
                        patched |= self.patch(at, stat);
                    }
                }
                _ => self.pending.all = true,
            }
        }
        self.looked_ns = now;
        self.version += u64::from(patched);
    }

    fn look_at(&mut self, real: &Path, path: &Path) -> EventEffect {
        let at = relative(real, path).and_then(|path| self.place(&path));
        match (at, path.symlink_metadata()) {
            (Some(at), Ok(metadata)) if metadata.is_file() && !has_other_names(&metadata) => {
                // Even where its stat is the same: it was written to since.
                self.patch(at, stat_of(&metadata));
                if self.folders.follow(path) { EventEffect::Patched } else { EventEffect::Unclear }
            }
            // It came and went.
            (None, Err(_)) => {
                self.left_out.remove(path);
                EventEffect::Nothing
            }
            (None, Ok(metadata)) if metadata.is_file() && self.left_out.contains(path) => {
                EventEffect::Nothing
            }
            _ => EventEffect::Unclear,
        }
    }

    /// Where a file stands in the list.
    fn place(&self, path: &str) -> Option<usize> {
        self.walked.files.binary_search_by(|file| (*file.path).cmp(path)).ok()
    }

    fn patch(&mut self, at: usize, stat: beadloom_store::Stat) -> bool {
        let file = Arc::make_mut(&mut self.walked).files.get_mut(at);
        file.map(|file| file.stat = stat).is_some()
    }
}

/// Whether a file may change without an event in its folder, so that it is looked at each time.
fn is_elsewhere(walked: &Walked, path: &str) -> bool {
    walked.beyond.elsewhere.binary_search_by(|known| known.as_str().cmp(path)).is_ok()
}

fn is_listed(walked: &Walked, real: &Path, path: &Path) -> bool {
    relative(real, path)
        .is_some_and(|path| walked.files.binary_search_by(|file| (*file.path).cmp(&*path)).is_ok())
}

/// As the index names it.
fn relative<'p>(real: &Path, path: &'p Path) -> Option<Cow<'p, str>> {
    let path = path.strip_prefix(real).ok()?.to_str()?;
    Some(if cfg!(windows) { Cow::Owned(path.replace('\\', "/")) } else { Cow::Borrowed(path) })
}
