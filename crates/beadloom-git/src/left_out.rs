//! Tracked files that the work tree leaves out: a sparse checkout does, and who tells Git not to look at a file
//! (`skip-worktree`, `assume-unchanged`). That such a file is not there says nothing: it was not deleted.

use std::hash::{DefaultHasher, Hasher as _};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, UNIX_EPOCH};

use crate::command::{Deadline, GitOutput, Index, ProcessIo, ask};
use crate::index_entry::{ASSUMED, SKIPPED};
use crate::index_file;
use crate::names::Names;
use crate::repository::Repository;

/// Bytes of an index, or of a list.
const MAX_LIST_BYTES: u64 = 512 << 20;

/// For an index of a form that only Git reads.
const TIME: Duration = Duration::from_secs(10);

/// The tracked files that may be missing without having been deleted.
#[derive(Debug, Default)]
pub struct LeftOut {
    names: Names,
    /// How the folder is called in the repository; with a `/` at the end where it is not its top.
    prefix: String,
    stamp: String,
}

impl LeftOut {
    /// Those of the repository that a folder is in; none where there is no repository.
    pub fn around(folder: &Path, cancelled: &AtomicBool) -> Self {
        let Ok(repository) = Repository::around(folder) else { return Self::default() };
        let stamp = stamp_of(&repository);
        let prefix = match repository.prefix() {
            prefix if prefix.is_empty() => prefix,
            prefix => prefix + "/",
        };
        Self { names: read(&repository, cancelled), prefix, stamp }
    }

    /// Whether a path of the folder is such a file, or a folder that has one. Asked of what is not on the disk.
    pub fn has(&self, path: &str) -> bool {
        !self.names.is_empty() && self.names.has(&format!("{}{}", self.prefix, path.trim_end_matches('/')))
    }

    /// How many of the folder's are not on the disk.
    pub fn count_missing(&self, folder: &Path) -> usize {
        let below = self.names.iter().filter_map(|path| path.strip_prefix(self.prefix.as_bytes()));
        below.filter(|path| folder.join(crate::repository::os_path(path)).symlink_metadata().is_err()).count()
    }

    /// What the list is of: another one where it may say something else. See [`LeftOut::holds`].
    pub fn mark(&self) -> String {
        format!("{};{:x}", self.stamp, self.digest())
    }

    /// Whether the list of a folder is still that of a mark. Git's index is read only where it was written since.
    pub fn holds(mark: &str, folder: &Path, cancelled: &AtomicBool) -> bool {
        let Some((stamp, digest)) = mark.rsplit_once(';') else { return false };
        Repository::around(folder).map(|repository| stamp_of(&repository)).unwrap_or_default() == stamp
            || format!("{:x}", Self::around(folder, cancelled).digest()) == digest
    }

    fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for name in self.names.iter() {
            hasher.write(name);
            hasher.write_u8(0);
        }
        hasher.finish()
    }
}

fn read(repository: &Repository, cancelled: &AtomicBool) -> Names {
    let place = Index::Own.file(repository);
    let Ok(bytes) = beadloom_files::read_regular(&place, MAX_LIST_BYTES) else { return Names::default() };
    let gathered = index_file::gather(&bytes, |names: &mut Names, entry| {
        if entry.flags & (SKIPPED | ASSUMED) != 0 {
            names.add(entry.path);
        }
    });
    gathered
        .unwrap_or_else(|| {
            let deadline = Deadline { until: Instant::now() + TIME, cancelled };
            let exchange = ProcessIo { input: &[], most: MAX_LIST_BYTES };
            match ask(&repository.top, &["ls-files", "-v", "-z"], exchange, deadline) {
                GitOutput::Whole(list) => tagged(&list),
                _ => Names::default(),
            }
        })
        .sorted()
}

/// Of what `git ls-files -v -z` printed: `S` is left out by a sparse checkout, a small letter is assumed to be unchanged.
fn tagged(list: &[u8]) -> Names {
    let mut names = Names::default();
    for line in list.split(|byte| *byte == 0) {
        if let [tag, b' ', path @ ..] = line
            && (*tag == b'S' || tag.is_ascii_lowercase())
        {
            names.add(path);
        }
    }
    names
}

/// Of Git's index, as it lies on the disk.
fn stamp_of(repository: &Repository) -> String {
    let Ok(metadata) = Index::Own.file(repository).metadata() else { return String::new() };
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    format!("{}-{}", metadata.len(), modified.unwrap_or_default().as_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_say_which_files_are_left_out() {
        let names = tagged(b"H a.py\0S src/b.py\0h c d.py\0s e.py\0M f.py\0").sorted();
        let left_out = LeftOut { names, ..LeftOut::default() };
        for (path, is_left_out) in [
            ("a.py", false),
            ("src/b.py", true),
            ("src", true),
            ("src/", true),
            ("c d.py", true),
            ("e.py", true),
            ("f.py", false),
        ] {
            assert_eq!(left_out.has(path), is_left_out, "{path}");
        }
        assert!(!LeftOut::default().has("src"));
    }
}
