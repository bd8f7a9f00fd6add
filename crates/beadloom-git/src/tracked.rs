//! The files of Git's index, and which of them are on the disk as the index has them.

use std::num::NonZero;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::command::{Deadline, GitOutput, Index, ProcessIo, ask, ask_with};
use crate::disk::{Disk, OnDisk};
use crate::index_entry::{ASSUMED, Entry, Id, Moment, SKIPPED, Stat};
use crate::index_file;
use crate::repository::{Repository, os_path};

/// Bytes of a list: a million files.
const MAX_LIST_BYTES: u64 = 512 << 20;

/// Files of a thread; fewer are not worth starting one.
const SHARE: usize = 500;

/// Threads that wait for the disk.
const THREADS: usize = 8;

/// How a file of the index lies on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// As the index has it.
    Same,
    /// Otherwise.
    Other,
    /// Not at all.
    Gone,
}

/// What `git ls-files --stage --debug -z` printed, without submodules.
fn listed(list: &[u8]) -> Vec<Entry<'_>> {
    let mut entries = Vec::with_capacity(list.len() / 200);
    let mut rest = list;
    while let Some(end) = rest.iter().position(|byte| *byte == 0) {
        let (head, tail) = rest.split_at(end);
        let tail = tail.get(1..).unwrap_or_default();
        // Six lines of numbers, two of them in some; the next file begins behind them.
        let (facts, behind) = facts(tail);
        rest = behind;
        let Some(tab) = head.iter().position(|byte| *byte == b'\t') else { continue };
        let mut words =
            std::str::from_utf8(head.get(..tab).unwrap_or_default()).unwrap_or_default().split(' ');
        let (Some(mode), Some(id), Some(stage)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        let (Ok(mode), Ok(stage)) = (u32::from_str_radix(mode, 8), stage.parse()) else { continue };
        let (stat, flags) = facts.unwrap_or_default();
        let path = head.get(tab + 1..).unwrap_or_default();
        let entry = Entry { mode, id: Id::Text(id), stage, path, stat, flags };
        entries.extend((!entry.is_submodule()).then_some(entry));
    }
    entries
}

/// The numbers behind a path, and what comes after them. Where they are not of the form that is known there are none, and the
/// file is read.
fn facts(text: &[u8]) -> (Option<(Stat, u32)>, &[u8]) {
    let mut rest = text;
    let mut lines = [""; 5];
    for line in &mut lines {
        let Some(end) = rest.iter().position(|byte| *byte == b'\n').filter(|_| rest.starts_with(b"  "))
        else {
            return (None, rest);
        };
        *line = rest.get(..end).and_then(|line| std::str::from_utf8(line).ok()).unwrap_or_default();
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    let [changed, modified, place, _, size] = lines;
    let moment = |line: &str| -> Option<Moment> {
        let mut parts = line.rsplit([' ', ':']);
        let (nanoseconds, seconds) = (parts.next()?, parts.next()?);
        Some((seconds.parse().ok()?, nanoseconds.parse().ok()?))
    };
    let pair = |line: &str| -> Option<(u32, String)> {
        let (first, second) = line.split_once('\t')?;
        let of = |part: &str| part.rsplit(' ').next().map(str::to_owned);
        Some((of(first)?.parse().ok()?, of(second)?))
    };
    let found = || {
        let (changed, modified) = (moment(changed)?, moment(modified)?);
        let inode = pair(place)?.1.parse().ok()?;
        let (size, flags) = pair(size)?;
        Some((Stat { changed, modified, inode, size }, u32::from_str_radix(&flags, 16).ok()?))
    };
    (found(), rest)
}

/// Where the entries come from.
enum List {
    /// The index file itself.
    File(Vec<u8>),
    /// What `git ls-files --stage --debug -z` printed.
    Printed(Vec<u8>),
}

/// The index, as it is asked for once.
pub(crate) struct Tracked<'a> {
    repository: &'a Repository,
    deadline: Deadline<'a>,
    /// When the index was written: what changed then or later may have changed unseen.
    written: Moment,
    list: List,
    /// Whether `core.fileMode` has the mode of a file count; asked for when it matters.
    counts_modes: OnceLock<bool>,
}

impl<'a> Tracked<'a> {
    /// None where Git cannot say.
    pub(crate) fn read(repository: &'a Repository, index: Index, deadline: Deadline<'a>) -> Option<Self> {
        // Before it is read: of an index that is written meanwhile, more files are read than needed.
        let file = index.file(repository);
        let metadata = file.metadata().ok();
        let written = metadata.as_ref().and_then(|metadata| metadata.modified().ok()).map_or((0, 0), moment);
        let is_small = metadata.is_some_and(|metadata| metadata.is_file() && metadata.len() < MAX_LIST_BYTES);
        let bytes = if is_small { beadloom_files::read_regular(&file, MAX_LIST_BYTES).ok() } else { None };
        let is_known = |bytes: &Vec<u8>| index_file::entries(bytes).is_some();
        let list = if let Some(bytes) = bytes.filter(is_known) {
            List::File(bytes)
        } else {
            let exchange = ProcessIo { input: &[], most: MAX_LIST_BYTES };
            let arguments = ["ls-files", "--stage", "--debug", "-z"];
            let GitOutput::Whole(list) = ask_with(&repository.folder, &arguments, exchange, deadline, index)
            else {
                return None;
            };
            List::Printed(list)
        };
        Some(Self { repository, deadline, written, list, counts_modes: OnceLock::new() })
    }

    /// Its files below the folder.
    pub(crate) fn entries(&self) -> Vec<Entry<'_>> {
        match &self.list {
            List::Printed(list) => listed(list),
            List::File(bytes) => {
                let mut entries = index_file::entries(bytes).unwrap_or_default();
                let prefix = self.repository.prefix();
                if !prefix.is_empty() {
                    let prefix = format!("{prefix}/");
                    entries.retain_mut(|entry| match entry.path.strip_prefix(prefix.as_bytes()) {
                        Some(path) => {
                            entry.path = path;
                            true
                        }
                        None => false,
                    });
                }
                entries
            }
        }
    }

    /// How each of these lies on the disk, in their order; None where the time is over.
    pub(crate) fn states(&self, entries: &[Entry<'_>]) -> Option<Vec<State>> {
        let most = std::thread::available_parallelism().map_or(1, NonZero::get).min(THREADS);
        let threads = (entries.len() / SHARE).clamp(1, most);
        let share = entries.len().div_ceil(threads).max(1);
        let late = AtomicBool::new(false);
        let work = |part: &[Entry<'_>]| -> Vec<State> {
            let mut disk = Disk::new(&self.repository.folder);
            let mut states = Vec::with_capacity(part.len());
            for (at, entry) in part.iter().enumerate() {
                if at % 64 == 0 && self.deadline.is_over() {
                    late.store(true, Ordering::Relaxed);
                }
                if late.load(Ordering::Relaxed) {
                    break;
                }
                states.push(self.state(&mut disk, entry));
            }
            states
        };
        let states: Vec<State> = std::thread::scope(|scope| {
            let mut parts = entries.chunks(share);
            let first = parts.next().unwrap_or_default();
            let threads: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
            let mut states = work(first);
            for thread in threads {
                states.extend(thread.join().unwrap_or_default());
            }
            states
        });
        (states.len() == entries.len()).then_some(states)
    }

    fn state(&self, disk: &mut Disk<'_>, entry: &Entry<'_>) -> State {
        if entry.flags & ASSUMED != 0 {
            return State::Same;
        }
        let path = os_path(entry.path);
        let OnDisk::Entry(metadata) = disk.look(&path) else {
            // A sparse checkout leaves files out.
            return if entry.flags & SKIPPED == 0 { State::Gone } else { State::Same };
        };
        // Where links cannot be made, Git writes what they lead to into a file.
        let fits = entry.is_link() == metadata.is_symlink() || (cfg!(windows) && entry.is_link());
        if !fits || entry.is_intended() || !self.has_mode(entry, &metadata) {
            return State::Other;
        }
        if self.is_settled(entry) && stat(&metadata).is_like(entry.stat) {
            return State::Same;
        }
        if disk.holds(&path, &metadata, &entry.id()) { State::Same } else { State::Other }
    }

    /// Whether a file or link is what another blob says, of the same kind as in the index.
    pub(crate) fn holds(&self, entry: &Entry<'_>, id: &str) -> bool {
        self.path_holds(&os_path(entry.path), id)
    }

    /// Likewise, of any path.
    pub(crate) fn path_holds(&self, path: &Path, id: &str) -> bool {
        let mut disk = Disk::new(&self.repository.folder);
        match disk.look(path) {
            OnDisk::Entry(metadata) => disk.holds(path, &metadata, id),
            OnDisk::Nothing => false,
        }
    }

    /// Whether the entry's stat says something of what the file holds: not where the file was written in the moment in which
    /// the index was, nor where Git left the size out for that reason.
    fn is_settled(&self, entry: &Entry<'_>) -> bool {
        const EMPTY: [&str; 2] = [
            "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
            "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
        ];
        // Where fractions of seconds are not known, the whole second is that moment.
        let written = if entry.stat.modified.1 == 0 { (self.written.0, 0) } else { self.written };
        entry.stat.modified < written && (entry.stat.size != 0 || EMPTY.contains(&entry.id().as_str()))
    }

    fn has_mode(&self, entry: &Entry<'_>, metadata: &std::fs::Metadata) -> bool {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let is_executable = metadata.permissions().mode() & 0o100 != 0;
            entry.is_link() || is_executable == (entry.mode & 0o100 != 0) || !self.counts_modes()
        }
        #[cfg(not(unix))]
        {
            let _ = (entry, metadata);
            true
        }
    }

    #[cfg_attr(not(unix), expect(dead_code, reason = "modes say nothing there"))]
    fn counts_modes(&self) -> bool {
        *self.counts_modes.get_or_init(|| {
            let exchange = ProcessIo { input: &[], most: 1 << 10 };
            let arguments = ["config", "--bool", "--get", "core.fileMode"];
            match ask(&self.repository.folder, &arguments, exchange, self.deadline) {
                GitOutput::Whole(answer) => !answer.starts_with(b"false"),
                _ => true,
            }
        })
    }
}

impl Stat {
    /// Whether a file that was like `known` when it was compared has not been written since.
    fn is_like(self, known: Self) -> bool {
        // Some programs that write the index know no fractions of seconds.
        let same = |is: Moment, was: Moment| is.0 == was.0 && (was.1 == 0 || is.1 == was.1);
        self.size == known.size
            && same(self.modified, known.modified)
            && (cfg!(not(unix)) || (self.inode == known.inode && same(self.changed, known.changed)))
    }
}

/// As Git keeps it: the lower halves of large numbers.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "Git's index has 32 bits of each"
)]
fn stat(metadata: &std::fs::Metadata) -> Stat {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        Stat {
            changed: (metadata.ctime() as u32, metadata.ctime_nsec() as u32),
            modified: (metadata.mtime() as u32, metadata.mtime_nsec() as u32),
            inode: metadata.ino() as u32,
            size: metadata.size() as u32,
        }
    }
    #[cfg(not(unix))]
    {
        let modified = metadata.modified().map_or((0, 0), moment);
        Stat { modified, size: metadata.len() as u32, ..Stat::default() }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "Git's index has 32 bits of it")]
fn moment(time: SystemTime) -> Moment {
    time.duration_since(UNIX_EPOCH).map_or((0, 0), |since| (since.as_secs() as u32, since.subsec_nanos()))
}
