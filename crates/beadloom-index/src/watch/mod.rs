//! Reports which files changed since the last update, so that an answer need not walk the whole project.
//!
//! The last walk stays in memory. The system reports every change in the folders that it listed; what was reported when a call
//! comes is looked at one by one, or – where that does not do – leads to another walk. An edit that ended before the call
//! is always seen: the system notes a change while the call that makes it still runs, and what it noted is read here, by
//! the call that asks.
//!
//! What no event reports – files above the root, links, files with several names – is few, and looked at each time
//! ([`UnwatchedPaths`]). Where watching fails, in whatever way, everything is walked as without a watch: never wrong, only slower.

mod bell;
mod folders;
#[cfg(target_os = "linux")]
mod inotify;
mod notified;
mod pending;
mod snapshot;
mod unwatched;
mod wait;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use beadloom_graph::config::Config;
use beadloom_model::Result;

use crate::walk::Walked;
use bell::Bell;
use folders::Folders;
#[cfg(target_os = "linux")]
use inotify::InotifyFolders;
use notified::NotifiedFolders;
use pending::WatchError;
pub use snapshot::Compared;
use snapshot::WatchSnapshot;
pub use wait::Wait;

/// How long a call waits for another one that looks at the files.
const LOCK_TIMEOUT: Duration = Duration::from_millis(100);

/// How many folders are watched at most. Each takes about a kilobyte of the system's memory, and other programs of the
/// user want to watch some too.
const MAX_FOLDERS: usize = 50_000;

/// After so many first looks in a row that came to nothing there are no more: where a folder of the project lies in it
/// twice, because it is mounted there, none would ever do.
const MAX_FAILED_WALKS: u32 = 5;

/// Watches the files of one project, from [`Watch::begin`] on. Cheap to make.
pub struct Watch {
    shared: Arc<Shared>,
}

/// Opens what watches folders: of the project at a root, at most so many.
type Open = fn(&Path, usize) -> std::result::Result<Box<dyn Folders>, WatchError>;

struct Shared {
    /// As given.
    root: PathBuf,
    open: Open,
    most_folders: usize,
    state: Mutex<State>,
    ended: AtomicBool,
    /// First looks in a row that came to nothing.
    failed: AtomicU32,
    notice: Mutex<Option<String>>,
    /// Of the folders that are watched.
    bell: Mutex<Option<Arc<dyn Bell>>>,
}

enum State {
    /// Nothing is watched yet, or not any more.
    Idle,
    /// A thread takes the first look.
    Starting,
    Watching(Box<WatchSnapshot>),
    /// Watching is of no use here.
    Off,
}

/// The current list of files.
pub struct FileListing {
    /// As a walk would find them.
    pub walked: Arc<Walked>,
    /// Goes up whenever something may have changed.
    pub version: u64,
}

impl Watch {
    /// A watch of the project at `root`, which sees nothing before it begins.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self::of_at_most(root, MAX_FOLDERS)
    }

    /// The same with a bound on the folders that are watched: in a project with more, nothing is.
    pub fn of_at_most(root: impl Into<PathBuf>, folders: usize) -> Self {
        #[cfg(target_os = "linux")]
        return Self::opened_by(|_, most| Ok(Box::new(InotifyFolders::new(most)?)), root.into(), folders);
        #[cfg(not(target_os = "linux"))]
        Self::by_notify(root, folders)
    }

    /// The same by what other systems have than Linux.
    pub fn by_notify(root: impl Into<PathBuf>, folders: usize) -> Self {
        Self::opened_by(|root, most| Ok(Box::new(NotifiedFolders::new(root, most)?)), root.into(), folders)
    }

    fn opened_by(open: Open, root: PathBuf, folders: usize) -> Self {
        Self {
            shared: Arc::new(Shared {
                root,
                open,
                most_folders: folders,
                state: Mutex::new(State::Idle),
                ended: AtomicBool::new(false),
                failed: AtomicU32::new(0),
                notice: Mutex::default(),
                bell: Mutex::default(),
            }),
        }
    }

    /// Takes the first look, on a thread of its own; does nothing where that was begun. Until it has been taken, calls walk.
    pub fn begin(&self, config: &Config) {
        let Some(mut state) = self.shared.lock_soon(Duration::ZERO) else { return };
        if !matches!(*state, State::Idle) || self.shared.has_ended() {
            return;
        }
        let (shared, config) = (Arc::clone(&self.shared), config.clone());
        let thread = std::thread::Builder::new().name("beadloom watch".to_owned());
        *state = match thread.spawn(move || shared.first_look(&config)) {
            Ok(_) => State::Starting,
            Err(_) => State::Off,
        };
    }

    /// Whether the files are being watched: what [`Watch::begin`] leads to, after a while.
    pub fn is_watching(&self) -> bool {
        matches!(*self.shared.lock(), State::Watching(_))
    }

    /// What a person should know, once: why nothing is watched, and what helps.
    pub fn notice(&self) -> Option<String> {
        self.shared.notice.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Watches no longer.
    pub fn end(&self) {
        self.shared.ended.store(true, Ordering::SeqCst);
        self.shared.ring_out();
        // Who holds the lock looks at the flag.
        if let Some(mut state) = self.shared.lock_soon(Duration::ZERO) {
            *state = State::Off;
        }
    }

    /// The files as they are now; None where that has to be found out by a walk.
    ///
    /// # Errors
    /// As [`crate::walk::walk`].
    pub(crate) fn look(
        &self,
        config: &Config,
        cancelled: &AtomicBool,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Option<FileListing>> {
        self.shared.with_snapshot(|snapshot, root| {
            snapshot.update(root, config, cancelled, progress)?;
            Ok(Some(FileListing { walked: Arc::clone(&snapshot.walked), version: snapshot.version }))
        })
    }

    /// The version of the files where nothing happened since they were last looked at; None where something did, or
    /// where that is not known.
    pub(crate) fn quiet(&self, config: &Config) -> Option<u64> {
        let quiet = |snapshot: &mut WatchSnapshot, root: &Path| {
            Ok(snapshot.is_quiet(root, config)?.then_some(snapshot.version))
        };
        self.shared.with_snapshot(quiet).ok().flatten()
    }

    /// Whether nothing happened since the index was found up to date with the files, as far as the watch can tell.
    pub fn is_up_to_date(&self, config: &Config) -> bool {
        let up_to_date = |snapshot: &mut WatchSnapshot, root: &Path| {
            let quiet = snapshot.is_quiet(root, config)?;
            let found = snapshot.up_to_date.as_ref();
            Ok((quiet && found.is_some_and(|found| found.version == snapshot.version)).then_some(()))
        };
        self.shared.with_snapshot(up_to_date).ok().flatten().is_some()
    }

    /// Notes that the index was found up to date with the files.
    pub(crate) fn note_up_to_date(&self, compared: Compared) {
        let note = |snapshot: &mut WatchSnapshot, _: &Path| {
            snapshot.up_to_date = Some(compared);
            Ok(Some(()))
        };
        let _ = self.shared.with_snapshot(note);
    }

    /// Whether exactly this was found up to date.
    pub(crate) fn was_up_to_date(&self, compared: &Compared) -> bool {
        let was = |snapshot: &mut WatchSnapshot, _: &Path| {
            Ok((snapshot.up_to_date.as_ref() == Some(compared)).then_some(()))
        };
        self.shared.with_snapshot(was).ok().flatten().is_some()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.end();
    }
}

impl Shared {
    fn has_ended(&self) -> bool {
        self.ended.load(Ordering::SeqCst)
    }

    /// Wakes whoever waits, and keeps nothing that holds what the system gave to watch with.
    fn ring_out(&self) {
        if let Some(bell) = self.bell.lock().unwrap_or_else(PoisonError::into_inner).take() {
            bell.ring();
        }
    }

    fn nudge(&self) {
        if let Some(bell) = self.bell() {
            bell.nudge();
        }
    }

    fn bell(&self) -> Option<Arc<dyn Bell>> {
        self.bell.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state, unless another call has it for longer than that.
    fn lock_soon(&self, wait: Duration) -> Option<MutexGuard<'_, State>> {
        let until = Instant::now() + wait;
        loop {
            match self.state.try_lock() {
                Ok(state) => return Some(state),
                Err(TryLockError::Poisoned(state)) => return Some(state.into_inner()),
                Err(TryLockError::WouldBlock) if Instant::now() >= until => return None,
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_micros(200)),
            }
        }
    }

    /// What `ask` makes of what is seen, if anything is. Where that failed, nothing is seen any more.
    fn with_snapshot<T>(
        &self,
        ask: impl FnOnce(&mut WatchSnapshot, &Path) -> std::result::Result<Option<T>, WatchError>,
    ) -> Result<Option<T>> {
        let Some(mut state) = self.lock_soon(LOCK_TIMEOUT) else { return Ok(None) };
        if self.has_ended() {
            *state = State::Off;
        }
        let State::Watching(snapshot) = &mut *state else { return Ok(None) };
        let (taken, version, _) = snapshot.heard();
        let said = ask(snapshot, &self.root);
        let (taken_now, version_now, is_pending) = snapshot.heard();
        // What a call took from the system wakes nobody any more: who waits is told, because the call may leave the index as it is.
        if taken_now != taken && (version_now != version || is_pending) {
            self.nudge();
        }
        match said {
            Ok(said) => Ok(said),
            // What was reported stays with the snapshot, for the next call.
            Err(WatchError::Walk(error)) => Err(error),
            Err(WatchError::Lost) => {
                *state = State::Idle;
                Ok(None)
            }
            Err(WatchError::Useless(notice)) => {
                *state = State::Off;
                self.tell(notice);
                Ok(None)
            }
        }
    }

    fn first_look(&self, config: &Config) {
        let snapshot = (self.open)(&self.root, self.most_folders).and_then(|folders| {
            let mut snapshot = WatchSnapshot::new(folders);
            snapshot.update(&self.root, config, &self.ended, &|_| {})?;
            // The first walk says where links lead and which repositories there are: see `WatchSnapshot::update`.
            snapshot.update(&self.root, config, &self.ended, &|_| {})?;
            Ok(snapshot)
        });
        let mut state = self.lock();
        *state = match snapshot {
            _ if self.has_ended() => State::Off,
            Ok(snapshot) => {
                self.failed.store(0, Ordering::Relaxed);
                *self.bell.lock().unwrap_or_else(PoisonError::into_inner) = snapshot.bell();
                // What changed between the last walk of a call and this look was reported to nobody.
                self.nudge();
                State::Watching(Box::new(snapshot))
            }
            Err(WatchError::Lost | WatchError::Walk(_))
                if self.failed.fetch_add(1, Ordering::Relaxed) >= MAX_FAILED_WALKS =>
            {
                State::Off
            }
            // The next call that is answered begins anew.
            Err(WatchError::Lost | WatchError::Walk(_)) => State::Idle,
            Err(WatchError::Useless(notice)) => {
                self.tell(notice);
                State::Off
            }
        };
        // Who ended it meanwhile found no bell, and the lock taken.
        if self.has_ended() {
            *state = State::Off;
            self.ring_out();
        }
    }

    fn tell(&self, notice: Option<String>) {
        *self.notice.lock().unwrap_or_else(PoisonError::into_inner) = notice;
    }
}
