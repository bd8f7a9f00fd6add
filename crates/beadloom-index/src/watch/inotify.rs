//! Folders that inotify watches, one by one: what the walk leaves out is not watched either.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsStr;
use std::mem::MaybeUninit;
use std::ops::Bound;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use rustix::io::Errno;

use super::bell::Bell;
use super::folders::{Folders, SLOWER, decides_on_others, slower};
use super::pending::{Pending, WatchError};
use crate::walk::has_other_names;
use beadloom_files::read_regular_text;

/// Bytes of events that are read at once.
const BUFFER: usize = 16 << 10;

/// File systems of this machine alone, by their magic numbers (`statfs(2)`): nobody else changes their files, so that every
/// change is reported.
const LOCAL: &[u64] = &[
    0xef53,      // ext2, ext3, ext4
    0x5846_5342, // XFS
    0x9123_683e, // Btrfs
    0x0102_1994, // tmpfs
    0x8584_58f6, // ramfs
    0x794c_7630, // overlayfs
    0x2fc1_2fc1, // ZFS
    0xf2f5_2010, // F2FS
    0xca45_1a4e, // bcachefs
    0x3153_464a, // JFS
    0x5265_4973, // ReiserFS
    0x4d44,      // FAT
    0x2011_bab0, // exFAT
    0x7366_746e, // NTFS
];

/// The events to be reported: all that may change what a file says, or which files there are.
fn watched_events() -> WatchFlags {
    WatchFlags::CREATE
        | WatchFlags::DELETE
        | WatchFlags::MOVE
        | WatchFlags::MODIFY
        // Also of who wrote through memory.
        | WatchFlags::CLOSE_WRITE
        | WatchFlags::ATTRIB
        | WatchFlags::DELETE_SELF
        | WatchFlags::MOVE_SELF
        | WatchFlags::ONLYDIR
        | WatchFlags::EXCL_UNLINK
}

/// Files that are followed at most.
const MAX_FOLLOWED_FILES: usize = 20_000;

/// Of the watches that the system allows its user, files take one in so many: other programs want some too.
const SHARE_OF_WATCHES: usize = 4;

/// The folders that are watched.
pub struct InotifyFolders {
    inotify: Arc<OwnedFd>,
    most: usize,
    most_files: usize,
    table: Mutex<WatchTable>,
}

/// Which watch is of which folder, or of which file.
#[derive(Default)]
struct WatchTable {
    by_watch: HashMap<i32, PathBuf>,
    by_path: BTreeMap<PathBuf, i32>,
    files: FollowedFiles,
    /// Devices whose file systems were looked at.
    devices: HashSet<u64>,
    trouble: Option<WatchError>,
}

/// Files whose own events are reported, wherever their names are.
#[derive(Default)]
struct FollowedFiles {
    by_watch: HashMap<i32, Arc<Path>>,
    by_path: HashMap<Arc<Path>, i32>,
    /// No more of them can be followed.
    is_full: bool,
}

impl FollowedFiles {
    fn add(&mut self, file: &Path, watch: i32) {
        let path: Arc<Path> = file.into();
        if let Some(before) = self.by_watch.insert(watch, Arc::clone(&path)) {
            self.by_path.remove(&before);
        }
        self.by_path.insert(path, watch);
    }

    /// The watch of a file that is followed no longer.
    fn forget(&mut self, file: &Path) -> Option<i32> {
        let watch = self.by_path.remove(file)?;
        self.by_watch.remove(&watch);
        Some(watch)
    }

    /// The watches of files below a folder, which are followed no longer.
    fn forget_below(&mut self, folder: &Path) -> Vec<i32> {
        let below: Vec<Arc<Path>> =
            self.by_path.keys().filter(|path| path.starts_with(folder)).cloned().collect();
        below.iter().filter_map(|path| self.forget(path)).collect()
    }

    /// The system follows it no longer.
    fn ended(&mut self, watch: i32) {
        if let Some(path) = self.by_watch.remove(&watch)
            && self.by_path.get(&path) == Some(&watch)
        {
            self.by_path.remove(&path);
        }
    }
}

impl InotifyFolders {
    /// At most so many folders, none yet.
    pub fn new(most: usize) -> Result<Self, WatchError> {
        match inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK) {
            Ok(inotify) => Ok(Self {
                inotify: Arc::new(inotify),
                most,
                most_files: most_files(),
                table: Mutex::default(),
            }),
            Err(Errno::MFILE) => Err(WatchError::Useless(Some(slower(
                "too many programs watch files already (fs.inotify.max_user_instances)",
                "sysctl fs.inotify.max_user_instances=1024",
            )))),
            Err(_) => Err(WatchError::Useless(None)),
        }
    }

    fn watch(&self, folder: &Path, table: &mut WatchTable) -> Result<(), Errno> {
        if table.by_path.len() >= self.most {
            let many = format!("the project has more than {} folders", self.most);
            table.trouble = Some(WatchError::Useless(Some(format!("{many}; {SLOWER}"))));
            return Ok(());
        }
        let watch = inotify::add_watch(&*self.inotify, folder, watched_events())?;
        let Ok(metadata) = folder.metadata() else { return Err(Errno::NOENT) };
        if table.devices.insert(metadata.dev()) {
            #[expect(clippy::cast_sign_loss, reason = "a magic number, whatever type the platform gives it")]
            let magic = rustix::fs::statfs(folder)?.f_type as u64 & 0xffff_ffff;
            if !LOCAL.contains(&magic) {
                let what = format!(
                    "{} is on a file system that does not report all changes",
                    folder.display().to_string().escape_debug()
                );
                table.trouble = Some(WatchError::Useless(Some(format!("{what}; {SLOWER}"))));
            }
        }
        if let Some(other) = table.by_watch.insert(watch, folder.to_owned())
            && other != folder
        {
            // One folder in two places, or it was moved this moment.
            table.trouble = Some(WatchError::Lost);
        }
        table.by_path.insert(folder.to_owned(), watch);
        Ok(())
    }

    /// Watches a folder no longer, nor what lies below it: there is another one there by now, or none.
    fn forget(&self, folder: &Path, table: &mut WatchTable) {
        // Paths are in the order of their parts: what lies below a folder follows it.
        let below = table.by_path.range::<Path, _>((Bound::Included(folder), Bound::Unbounded));
        let gone: Vec<PathBuf> =
            below.map(|(path, _)| path).take_while(|path| path.starts_with(folder)).cloned().collect();
        for path in gone {
            if let Some(watch) = table.by_path.remove(&path) {
                table.by_watch.remove(&watch);
                // The system may have forgotten it itself.
                let _ = inotify::remove_watch(&*self.inotify, watch);
            }
        }
        for watch in table.files.forget_below(folder) {
            let _ = inotify::remove_watch(&*self.inotify, watch);
        }
    }

    fn table(&self) -> MutexGuard<'_, WatchTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Folders for InotifyFolders {
    fn enter(&self, folder: &Path) {
        let mut table = self.table();
        if table.trouble.is_some() || table.by_path.contains_key(folder) {
            return;
        }
        match self.watch(folder, &mut table) {
            Ok(()) => {}
            // The walk will not find it either.
            Err(Errno::NOENT | Errno::NOTDIR) => {}
            Err(Errno::NOSPC) => {
                table.trouble = Some(WatchError::Useless(Some(slower(
                    "the project has more folders than may be watched (fs.inotify.max_user_watches)",
                    "sysctl fs.inotify.max_user_watches=524288",
                ))));
            }
            Err(_) => table.trouble = Some(WatchError::Useless(None)),
        }
    }

    fn follow(&self, file: &Path) -> bool {
        let mut table = self.table();
        let files = &mut table.files;
        if files.by_path.contains_key(file) || files.is_full {
            return true;
        }
        if files.by_path.len() >= self.most_files {
            files.is_full = true;
            return true;
        }
        match inotify::add_watch(&*self.inotify, file, WatchFlags::ATTRIB | WatchFlags::DONT_FOLLOW) {
            Ok(watch) => files.add(file, watch),
            Err(Errno::NOSPC) => files.is_full = true,
            // It went, which is reported.
            Err(_) => return true,
        }
        // It may have got another name before it was followed.
        file.symlink_metadata().is_ok_and(|metadata| !has_other_names(&metadata))
    }

    fn trouble(&self) -> Result<(), WatchError> {
        self.table().trouble.take().map_or(Ok(()), Err)
    }

    fn bell(&self) -> Option<Arc<dyn Bell>> {
        let flag = || eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).ok();
        Some(Arc::new(InotifyBell { inotify: Arc::clone(&self.inotify), wake: flag()?, nudged: flag()? }))
    }

    fn drain(&self, pending: &mut Pending) -> Result<usize, WatchError> {
        let mut events = 0;
        let mut table = self.table();
        let mut buffer = [MaybeUninit::uninit(); BUFFER];
        let mut reader = Reader::new(&*self.inotify, &mut buffer);
        loop {
            let event = match reader.next() {
                Ok(event) => event,
                Err(Errno::AGAIN) => return Ok(events),
                Err(Errno::INTR) => continue,
                Err(_) => return Err(WatchError::Lost),
            };
            events += 1;
            let what = event.events();
            if what.contains(ReadFlags::QUEUE_OVERFLOW) {
                // Also lost may be that a folder is another one by now.
                return Err(WatchError::Lost);
            }
            let Some(folder) = table.by_watch.get(&event.wd()) else {
                if what.contains(ReadFlags::IGNORED) {
                    table.files.ended(event.wd());
                } else if let Some(file) = table.files.by_watch.get(&event.wd()) {
                    pending.add(file.to_path_buf());
                }
                continue;
            };
            let Some(name) = event.file_name() else {
                // Of the folder itself.
                let folder = folder.clone();
                pending.all = true;
                if what != ReadFlags::ATTRIB && what != ReadFlags::ATTRIB | ReadFlags::ISDIR {
                    self.forget(&folder, &mut table);
                }
                continue;
            };
            let name = OsStr::from_bytes(name.to_bytes());
            let path = folder.join(name);
            let moved = ReadFlags::MOVED_FROM | ReadFlags::MOVED_TO;
            let comes_or_goes = what.intersects(ReadFlags::CREATE | ReadFlags::DELETE | moved);
            if what.contains(ReadFlags::ISDIR) {
                pending.all = true;
                if comes_or_goes {
                    self.forget(&path, &mut table);
                }
                continue;
            }
            // Another file has the name, or none.
            if comes_or_goes && let Some(watch) = table.files.forget(&path) {
                let _ = inotify::remove_watch(&*self.inotify, watch);
            }
            if decides_on_others(name, comes_or_goes) {
                pending.all = true;
            } else {
                pending.add(path);
            }
        }
    }
}

/// How many files may be followed on this machine.
fn most_files() -> usize {
    let allowed = read_regular_text(Path::new("/proc/sys/fs/inotify/max_user_watches"), 64)
        .ok()
        .and_then(|text| text.trim().parse::<usize>().ok());
    allowed.map_or(0, |allowed| MAX_FOLLOWED_FILES.min(allowed / SHARE_OF_WATCHES))
}

/// Rings while events wait to be read, and when somebody rings it.
struct InotifyBell {
    inotify: Arc<OwnedFd>,
    wake: OwnedFd,
    nudged: OwnedFd,
}

impl Bell for InotifyBell {
    fn wait(&self) {
        let polled = |of| PollFd::new(of, PollFlags::IN);
        let mut all = [polled(&*self.inotify), polled(&self.wake), polled(&self.nudged)];
        // Whoever waits looks for the reason itself, so an interruption does no harm.
        let _ = poll(&mut all, None);
        // It counts once.
        let _ = rustix::io::read(&self.nudged, &mut [0; 8]);
    }

    fn nudge(&self) {
        let _ = rustix::io::write(&self.nudged, &1_u64.to_ne_bytes());
    }

    fn ring(&self) {
        let _ = rustix::io::write(&self.wake, &1_u64.to_ne_bytes());
    }
}
