//! Lines that many processes add to one private file, none of which waits for another.
//!
//! A line is added by one write to a file that is opened for appending, so that lines of processes never mix. The file has two
//! segments. When the newer one is full or old, it takes the place of the older one; so both bounds hold without rewriting
//! anything. Whoever was about to append to the segment that is moved still appends to that one.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::entries::remove_file;
use crate::lock::FileLock;

/// What is behind the name of the older segment, and of the lock of whoever moves one.
const OLDER: &str = "-older";
const MOVING: &str = "-moving";

/// How often both segments are opened again where one was moved meanwhile.
const ATTEMPTS: usize = 4;

/// What a journal may hold.
#[derive(Debug, Clone, Copy)]
pub struct JournalBounds {
    /// Bytes of both segments together.
    pub bytes: u64,
    /// How old a line may become.
    pub age: Duration,
}

/// A private file of lines.
#[derive(Debug)]
pub struct Journal {
    place: PathBuf,
    older: PathBuf,
    bounds: JournalBounds,
}

impl Journal {
    /// The journal of that name in a folder. Nothing is touched.
    pub fn new(folder: &Path, name: &str, bounds: JournalBounds) -> Self {
        Self { place: folder.join(name), older: folder.join(format!("{name}{OLDER}")), bounds }
    }

    /// Adds a line, which has no line break.
    ///
    /// # Errors
    /// `InvalidInput` where something else than a folder and a file of this user's alone lies there, and those of the file system.
    pub fn append(&self, line: &str) -> io::Result<()> {
        self.check_folder()?;
        self.drop_old();
        let mut file = open(&self.place, true)?;
        let metadata = file.metadata()?;
        if metadata.len() > 0 && self.is_over(&metadata, line.len()) {
            drop(file);
            self.turn();
            file = open(&self.place, true)?;
        }
        // What a full disk broke off does not spoil the next line. Where another one is just writing, that may be an empty line.
        let head = if ends_line(&mut file)? { "" } else { "\n" };
        file.write_all(format!("{head}{line}\n").as_bytes())
    }

    /// What is there: the older segment and the newer one. Of a segment that is larger than any of ours only the end.
    ///
    /// # Errors
    /// As [`Self::append`]; a journal that does not exist is empty.
    pub fn read(&self) -> io::Result<String> {
        self.check_folder()?;
        let mut attempts = 0;
        let [older, newer] = loop {
            let before = identity_at(&self.place);
            let opened = [open_there(&self.older)?, open_there(&self.place)?];
            attempts += 1;
            if before == identity_at(&self.place) || attempts == ATTEMPTS {
                break opened;
            }
        };
        let mut bytes = Vec::new();
        for file in [older, newer].into_iter().flatten() {
            self.read_end(file, &mut bytes)?;
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Takes away what is there, whatever it is; whether there was anything.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn remove(&self) -> io::Result<bool> {
        let mut any = false;
        for place in [&self.older, &self.place] {
            any |= place.symlink_metadata().is_ok();
            remove_file(place)?;
        }
        Ok(any)
    }

    /// Takes away a segment whose lines are too old.
    pub fn drop_old(&self) {
        // A segment is moved when it is half as old as a line may become, so its first line is at most as much older.
        let is_old = self.older.symlink_metadata().is_ok_and(|it| age(it.modified()) > self.bounds.age / 2);
        if is_old {
            let _ = remove_file(&self.older);
        }
    }

    fn check_folder(&self) -> io::Result<()> {
        let folder = self.place.parent().ok_or(ErrorKind::InvalidInput)?;
        if folder.symlink_metadata()?.is_dir() { Ok(()) } else { Err(foreign("its folder is a link")) }
    }

    fn is_over(&self, metadata: &Metadata, more: usize) -> bool {
        metadata.len().saturating_add(more as u64) > self.bounds.bytes / 2
            || age(metadata.created()) > self.bounds.age / 2
    }

    /// Puts the newer segment in the place of the older one, unless another process is at it. What cannot be moved stays.
    fn turn(&self) {
        let mut lock = self.place.clone().into_os_string();
        lock.push(MOVING);
        let Ok(Some(_lock)) = FileLock::try_acquire(Path::new(&lock)) else { return };
        let Ok(metadata) = self.place.symlink_metadata() else { return };
        // Another one may have moved it just now.
        if !self.is_over(&metadata, 0) && metadata.len() < self.bounds.bytes / 4 {
            return;
        }
        if metadata.len() > self.bounds.bytes || age(metadata.modified()) > self.bounds.age {
            let _ = remove_file(&self.place);
        } else {
            let _ = fs::rename(&self.place, &self.older);
        }
    }

    fn read_end(&self, mut file: File, bytes: &mut Vec<u8>) -> io::Result<()> {
        let most = self.bounds.bytes;
        let length = file.metadata()?.len();
        if let Some(start) = length.checked_sub(most).filter(|start| *start > 0) {
            file.seek(SeekFrom::Start(start))?;
        }
        if bytes.last().is_some_and(|last| *last != b'\n') {
            bytes.push(b'\n');
        }
        file.take(most).read_to_end(bytes)?;
        Ok(())
    }
}

/// How long ago; nothing where the clock went back, or the system does not say.
fn age(time: io::Result<SystemTime>) -> Duration {
    time.ok().and_then(|time| time.elapsed().ok()).unwrap_or_default()
}

/// Whether what is appended begins a line.
fn ends_line(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

fn open_there(place: &Path) -> io::Result<Option<File>> {
    match open(place, false) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Opens a file that this user made for nobody else. Whoever cloned a project gets no such file with it: what Git writes, others
/// may read.
fn open(place: &Path, appends: bool) -> io::Result<File> {
    if place.symlink_metadata().is_ok_and(|it| !it.is_file()) {
        return Err(foreign("it is not a regular file"));
    }
    let mut options = OpenOptions::new();
    options.read(true).append(appends).create(appends);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt as _;
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
        options.mode(0o600).custom_flags(flags.bits().cast_signed());
    }
    let file = options.open(place)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(foreign("it is not a regular file"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        if metadata.uid() != rustix::process::geteuid().as_raw() {
            return Err(foreign("it belongs to another user"));
        }
        if metadata.mode() & 0o077 != 0 || metadata.nlink() > 1 {
            return Err(foreign("others may read it"));
        }
    }
    Ok(file)
}

fn foreign(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, what)
}

/// What tells the file at a place from one that takes its place.
#[cfg(unix)]
fn identity_at(place: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    place.symlink_metadata().ok().map(|it| (it.dev(), it.ino()))
}

/// Likewise.
#[cfg(not(unix))]
fn identity_at(place: &Path) -> Option<SystemTime> {
    place.symlink_metadata().ok().and_then(|it| it.created().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_secs(24 * 60 * 60);

    fn journal(folder: &Path, bytes: u64, age: Duration) -> Journal {
        Journal::new(folder, "lines", JournalBounds { bytes, age })
    }

    #[test]
    fn the_newest_lines_stay_within_the_bounds() {
        let folder = tempfile::tempdir().unwrap();
        let journal = journal(folder.path(), 1_000, DAY);
        for n in 0..500 {
            journal.append(&format!("line {n:04}")).unwrap();
        }
        let text = journal.read().unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(text.len() <= 1_000 && text.len() >= 500, "{}", text.len());
        let expected: Vec<String> = (500 - lines.len()..500).map(|n| format!("line {n:04}")).collect();
        assert_eq!(lines, expected);
        assert!(journal.remove().unwrap() && !journal.remove().unwrap());
        assert_eq!(journal.read().unwrap(), "");
    }

    #[test]
    fn what_is_too_old_goes() {
        let folder = tempfile::tempdir().unwrap();
        journal(folder.path(), 1_000, DAY).append("one").unwrap();
        // Whatever lies there is older than nothing at all.
        let strict = journal(folder.path(), 1_000, Duration::ZERO);
        std::thread::sleep(Duration::from_millis(20));
        strict.append("two").unwrap();
        assert_eq!(strict.read().unwrap(), "two\n");
    }

    #[test]
    fn lines_of_many_threads_never_mix_and_none_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let journal = journal(folder.path(), 1 << 20, DAY);
        std::thread::scope(|scope| {
            for thread in 0..20 {
                let journal = &journal;
                scope.spawn(move || {
                    for n in 0..50 {
                        journal.append(&format!("{thread} {n} {}", "x".repeat(300))).unwrap();
                    }
                });
            }
        });
        let text = journal.read().unwrap();
        let mut lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        assert!(lines.iter().all(|line| line.ends_with(&"x".repeat(300))));
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), 1_000);
    }

    #[test]
    fn a_line_that_was_broken_off_spoils_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let journal = journal(folder.path(), 1_000, DAY);
        journal.append("one").unwrap();
        let mut file = OpenOptions::new().append(true).open(folder.path().join("lines")).unwrap();
        file.write_all(b"{\"half").unwrap();
        journal.append("two").unwrap();
        assert_eq!(journal.read().unwrap(), "one\n{\"half\ntwo\n");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_not_ours_is_neither_read_nor_written() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("real")).unwrap();
        std::os::unix::fs::symlink(at("real"), at("linked")).unwrap();
        assert_eq!(journal(&at("linked"), 100, DAY).append("x").unwrap_err().kind(), ErrorKind::InvalidInput);
        assert_eq!(journal(&at("missing"), 100, DAY).append("x").unwrap_err().kind(), ErrorKind::NotFound);
        let journal = journal(&at("real"), 1_000, DAY);
        let place = at("real/lines");
        let kept = at("kept");
        fs::write(&kept, "mine").unwrap();
        fs::set_permissions(&kept, fs::Permissions::from_mode(0o600)).unwrap();
        let make: [(&str, &dyn Fn()); 5] = [
            ("link", &|| std::os::unix::fs::symlink(&kept, &place).unwrap()),
            ("hard link", &|| fs::hard_link(&kept, &place).unwrap()),
            ("pipe", &|| {
                assert!(std::process::Command::new("mkfifo").arg(&place).status().unwrap().success());
            }),
            ("readable", &|| {
                fs::write(&place, "theirs\n").unwrap();
                fs::set_permissions(&place, fs::Permissions::from_mode(0o644)).unwrap();
            }),
            ("folder", &|| fs::create_dir(&place).unwrap()),
        ];
        for (what, make) in make {
            make();
            assert_eq!(journal.append("x").unwrap_err().kind(), ErrorKind::InvalidInput, "{what}");
            assert_eq!(journal.read().unwrap_err().kind(), ErrorKind::InvalidInput, "{what}");
            assert_eq!(fs::read_to_string(&kept).unwrap(), "mine");
            if what == "folder" {
                assert!(journal.remove().is_err());
            } else {
                journal.remove().unwrap();
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn of_a_segment_that_is_too_large_the_end_is_read_and_it_does_not_stay() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let journal = journal(folder.path(), 1_000, DAY);
        let place = folder.path().join("lines");
        fs::write(&place, format!("{}\nlast\n", "x".repeat(100_000))).unwrap();
        fs::set_permissions(&place, fs::Permissions::from_mode(0o600)).unwrap();
        let text = journal.read().unwrap();
        assert!(text.len() <= 1_000 && text.ends_with("x\nlast\n"));
        journal.append("new").unwrap();
        assert_eq!(journal.read().unwrap(), "new\n");
    }
}
