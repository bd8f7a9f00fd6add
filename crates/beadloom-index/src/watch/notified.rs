//! Folders that are watched by what the system offers through the crate notify: whole trees, whose events arrive late, on a
//! thread of their own.
//!
//! So that an answer has every edit that ended before it, each look makes a file of a name that nobody knows and waits for its
//! event: events of a tree arrive in their order, and with that one all before it are there. Where it does not come, the
//! watch begins anew.

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsStr;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::bell::Bell;
use super::folders::{Folders, SLOWER, decides_on_others, slower};
use super::pending::{Pending, WatchError};

/// How long an event of our own may take. Systems need a few milliseconds.
const OWN_EVENT: Duration = Duration::from_millis(500);

/// More events than these that nobody looked at are a case for a walk.
const MAX_EVENTS: usize = 100_000;

/// How folders are watched: one by one where a whole tree is watched that way too, and a new folder late.
const MODE: RecursiveMode =
    if cfg!(target_os = "linux") { RecursiveMode::NonRecursive } else { RecursiveMode::Recursive };

/// Watches of this process so far.
static WATCHES: AtomicU64 = AtomicU64::new(0);

/// Trees that are watched, and which of their folders count.
pub struct NotifiedFolders {
    root: PathBuf,
    most: usize,
    watcher: Mutex<RecommendedWatcher>,
    heard: Arc<Heard>,
    table: Mutex<Table>,
    looks: AtomicU64,
}

#[derive(Default)]
struct Table {
    /// The tops of what is watched.
    trees: Vec<PathBuf>,
    /// Folders that the walk listed, by where they really are, as the walk names them: of others nothing counts.
    entered: BTreeMap<PathBuf, PathBuf>,
    trouble: Option<WatchError>,
}

/// What the system reported.
struct Heard {
    /// Begins the names of our own files: no two watches have the same.
    own_name: String,
    queue: Mutex<Queue>,
    came: Condvar,
}

#[derive(Default)]
struct Queue {
    events: VecDeque<Reported>,
    /// Not all that happened was reported.
    lost: bool,
    /// The last of our own files that was reported.
    own: u64,
    rung: bool,
    nudged: bool,
}

/// One path of an event.
struct Reported {
    path: PathBuf,
    what: What,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    ComesOrGoes,
    Content,
    /// Who may read it, among others.
    Metadata,
}

impl NotifiedFolders {
    /// Of the project at `root`, at most so many folders, none yet.
    pub fn new(root: &Path, most: usize) -> Result<Self, WatchError> {
        let watch = WATCHES.fetch_add(1, Ordering::Relaxed);
        let own_name = format!(".beadloom-look-{}-{watch}-", std::process::id());
        let heard = Arc::new(Heard { own_name, queue: Mutex::default(), came: Condvar::new() });
        let hears = Arc::clone(&heard);
        let mut watcher =
            notify::recommended_watcher(move |event| hears.hear(event)).map_err(|error| why(&error))?;
        let root = root.canonicalize().map_err(|_| WatchError::Lost)?;
        if !is_local(&root) {
            let what = "the project is on a file system that does not report all changes";
            return Err(WatchError::Useless(Some(format!("{what}; {SLOWER}"))));
        }
        watcher.watch(&root, MODE).map_err(|error| why(&error))?;
        let table = Table { trees: vec![root.clone()], ..Table::default() };
        let (watcher, table, looks) = (Mutex::new(watcher), Mutex::new(table), AtomicU64::new(0));
        Ok(Self { root, most, watcher, heard, table, looks })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self, real: &Path, table: &mut Table) -> Result<(), WatchError> {
        let is_there = |tree: &PathBuf| {
            if MODE == RecursiveMode::Recursive { real.starts_with(tree) } else { real == tree }
        };
        if table.trees.iter().any(is_there) {
            return Ok(());
        }
        let mut watcher = self.watcher.lock().unwrap_or_else(PoisonError::into_inner);
        watcher.watch(real, MODE).map_err(|error| why(&error))?;
        if MODE == RecursiveMode::Recursive {
            table.trees.push(real.to_owned());
        }
        Ok(())
    }

    /// Waits until everything is there that happened before.
    fn catch_up(&self) -> Result<(), WatchError> {
        let look = self.looks.fetch_add(1, Ordering::Relaxed) + 1;
        let own = self.root.join(".beadloom");
        // Of a tree any folder does.
        let has_own =
            MODE == RecursiveMode::Recursive && own.symlink_metadata().is_ok_and(|there| there.is_dir());
        let folder = if has_own { &own } else { &self.root };
        let name = format!("{}{look}", self.heard.own_name);
        // Where nothing can be written there is nothing to wait for, and no certainty.
        beadloom_files::flash(&folder.join(name)).map_err(|_| WatchError::Useless(None))?;
        let until = Instant::now() + OWN_EVENT;
        let mut queue = self.heard.queue();
        while queue.own < look {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || queue.lost {
                return Err(WatchError::Lost);
            }
            queue = self.heard.came.wait_timeout(queue, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(())
    }
}

impl Folders for NotifiedFolders {
    fn enter(&self, folder: &Path) {
        // The walk will not find it either.
        let Ok(real) = folder.canonicalize() else { return };
        let mut table = self.table();
        if table.trouble.is_some() {
            return;
        }
        match table.entered.get(&real) {
            Some(walked) if walked == folder => return,
            // One folder in two places, or it was moved this moment.
            Some(_) => {
                table.trouble = Some(WatchError::Lost);
                return;
            }
            None => {}
        }
        if table.entered.len() >= self.most {
            let many = format!("the project has more than {} folders", self.most);
            table.trouble = Some(WatchError::Useless(Some(format!("{many}; {SLOWER}"))));
            return;
        }
        match self.watch(&real, &mut table) {
            Ok(()) => {
                table.entered.insert(real, folder.to_owned());
            }
            Err(WatchError::Lost) if folder.symlink_metadata().is_err() => {}
            Err(trouble) => table.trouble = Some(trouble),
        }
    }

    fn trouble(&self) -> Result<(), WatchError> {
        self.table().trouble.take().map_or(Ok(()), Err)
    }

    fn drain(&self, pending: &mut Pending) -> Result<usize, WatchError> {
        self.catch_up()?;
        let (events, lost) = {
            let mut queue = self.heard.queue();
            (std::mem::take(&mut queue.events), queue.lost)
        };
        if lost {
            return Err(WatchError::Lost);
        }
        let mut table = self.table();
        let mut counted = 0;
        for Reported { path, what } in events {
            let is_entered = table.entered.contains_key(&path);
            let above = path.parent().and_then(|parent| table.entered.get(parent));
            let name = path.file_name().unwrap_or_default();
            let walked = match above {
                Some(above) => above.join(name),
                None if is_entered => path.clone(),
                None => continue, // in a folder that does not count
            };
            let is_folder = is_entered || path.symlink_metadata().is_ok_and(|there| there.is_dir());
            // That something came or went in it is reported by itself.
            if is_folder && what == What::Content {
                continue;
            }
            counted += 1;
            if is_folder {
                pending.all = true;
                if what == What::ComesOrGoes {
                    forget(&mut table.entered, &path);
                }
            } else if decides_on_others(name, what == What::ComesOrGoes) {
                pending.all = true;
            } else {
                pending.add(walked);
            }
        }
        Ok(counted)
    }

    fn bell(&self) -> Option<Arc<dyn Bell>> {
        Some(Arc::clone(&self.heard) as Arc<dyn Bell>)
    }
}

impl Heard {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hear(&self, event: notify::Result<Event>) {
        let mut queue = self.queue();
        match event {
            Ok(event) if event.need_rescan() => queue.lost = true,
            Ok(event) => {
                let Some(what) = what(event.kind) else { return };
                for path in event.paths {
                    match own_number(&path, &self.own_name) {
                        Some(number) => queue.own = queue.own.max(number),
                        None if is_of_another(&path) => {}
                        None if queue.events.len() >= MAX_EVENTS => queue.lost = true,
                        None => queue.events.push_back(Reported { path, what }),
                    }
                }
            }
            Err(_) => queue.lost = true,
        }
        self.came.notify_all();
    }
}

impl Bell for Heard {
    fn wait(&self) {
        let queue = self.queue();
        let nothing =
            |queue: &mut Queue| queue.events.is_empty() && !queue.lost && !queue.rung && !queue.nudged;
        let mut queue = self.came.wait_while(queue, nothing).unwrap_or_else(PoisonError::into_inner);
        queue.nudged = false;
    }

    fn nudge(&self) {
        self.queue().nudged = true;
        self.came.notify_all();
    }

    fn ring(&self) {
        self.queue().rung = true;
        self.came.notify_all();
    }
}

/// What an event says; None where nothing changed.
fn what(kind: EventKind) -> Option<What> {
    Some(match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => What::Content,
        EventKind::Access(_) => return None,
        EventKind::Modify(ModifyKind::Metadata(_)) => What::Metadata,
        EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Any | ModifyKind::Other) => What::Content,
        EventKind::Modify(ModifyKind::Name(_))
        | EventKind::Create(_)
        | EventKind::Remove(_)
        | EventKind::Any
        | EventKind::Other => What::ComesOrGoes,
    })
}

/// The number of a file of our own.
fn own_number(path: &Path, own_name: &str) -> Option<u64> {
    path.file_name().and_then(OsStr::to_str)?.strip_prefix(own_name)?.parse().ok()
}

/// Whether it is a file of another watch.
fn is_of_another(path: &Path) -> bool {
    path.file_name().and_then(OsStr::to_str).is_some_and(|name| name.starts_with(".beadloom-look-"))
}

/// Nothing below a folder counts any more: there is another one there by now, or none.
fn forget(entered: &mut BTreeMap<PathBuf, PathBuf>, folder: &Path) {
    let below = entered.range::<Path, _>((Bound::Included(folder), Bound::Unbounded));
    let gone: Vec<PathBuf> =
        below.map(|(path, _)| path).take_while(|path| path.starts_with(folder)).cloned().collect();
    for path in gone {
        entered.remove(&path);
    }
}

fn why(error: &notify::Error) -> WatchError {
    match error.kind {
        ErrorKind::MaxFilesWatch => WatchError::Useless(Some(slower(
            "the project has more folders than may be watched (fs.inotify.max_user_watches)",
            "sysctl fs.inotify.max_user_watches=524288",
        ))),
        ErrorKind::PathNotFound | ErrorKind::WatchNotFound => WatchError::Lost,
        _ => WatchError::Useless(None),
    }
}

/// Whether nobody but this machine changes the files there.
#[cfg(target_os = "macos")]
fn is_local(folder: &Path) -> bool {
    /// `MNT_LOCAL` of `sys/mount.h`.
    const LOCAL: u32 = 0x1000;
    rustix::fs::statfs(folder).is_ok_and(|of| of.f_flags & LOCAL != 0)
}

/// Whether nobody but this machine changes the files there: shares are named by their server.
#[cfg(windows)]
fn is_local(folder: &Path) -> bool {
    use std::path::{Component, Prefix};
    let prefix = folder.canonicalize().ok().and_then(|real| match real.components().next() {
        Some(Component::Prefix(prefix)) => {
            Some(matches!(prefix.kind(), Prefix::Disk(_) | Prefix::VerbatimDisk(_)))
        }
        _ => None,
    });
    prefix == Some(true)
}

/// The tests know where they run.
#[cfg(not(any(target_os = "macos", windows)))]
fn is_local(_: &Path) -> bool {
    cfg!(target_os = "linux")
}
