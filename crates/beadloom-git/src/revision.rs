//! The files of a project at a commit, read from Git's objects: nothing is checked out, no filter runs.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use beadloom_model::{Code, Error, Result};

use crate::command::{Deadline, GitOutput, ProcessIo, ask};
use crate::disk::Disk;
use crate::repository::Repository;

/// How long one question may take: a large repository on a slow disk answers within this.
const TIME: Duration = Duration::from_secs(60);

/// Bytes of a list of files: a million of them.
const MAX_LIST_BYTES: u64 = 256 << 20;

/// Bytes of content that one question asks for, as far as one file allows.
const BATCH_BYTES: u64 = 32 << 20;

/// A file at a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blob {
    /// Git's id of its content.
    pub id: String,
    /// Bytes.
    pub size: u64,
}

/// The commits of the repository that a project is in.
#[derive(Clone, Copy)]
pub struct Revisions<'a> {
    /// The project's root, which may be a folder of the repository.
    pub root: &'a Path,
    /// Ends the work soon after it becomes true.
    pub cancelled: &'a AtomicBool,
}

impl Revisions<'_> {
    fn ask(&self, arguments: &[&str], input: &[u8], most: u64) -> GitOutput {
        let deadline = Deadline { until: Instant::now() + TIME, cancelled: self.cancelled };
        ask(self.root, arguments, ProcessIo { input, most }, deadline)
    }

    fn failed(&self, what: &str) -> Error {
        if self.cancelled.load(Ordering::Relaxed) {
            return Error::new(Code::Cancelled, "the work was cancelled");
        }
        Error::new(Code::NotReadable, format!("Git could not {what}"))
            .hint("run `git fsck`; a partial clone has to fetch the missing objects first")
    }

    /// The id of the commit that a person means by `HEAD~1`, a branch, a tag or an id.
    ///
    /// # Errors
    /// `bad_revision`, `no_repository`, `cancelled`.
    pub fn commit(&self, revision: &str) -> Result<String> {
        let unknown = || {
            let hint = if self.is_shallow() {
                "this clone is shallow, and the commit may be missing: `git fetch --unshallow`, or `git fetch origin REV`; \
                 with actions/checkout, `fetch-depth: 0`"
            } else {
                "use a branch, a tag, an id or HEAD~1; run `git fetch` if only the remote has it"
            };
            Error::new(Code::BadRevision, format!("{revision:?} names no commit")).hint(hint)
        };
        // What begins with a dash would be an option, and nobody may call a commit like that.
        let may_be =
            !(revision.is_empty() || revision.starts_with('-') || revision.contains(char::is_control));
        let wanted = format!("{revision}^{{commit}}");
        if may_be
            && let GitOutput::Whole(bytes) =
                self.ask(&["rev-parse", "--verify", "--quiet", &wanted], &[], 1 << 16)
        {
            let id = String::from_utf8_lossy(&bytes).trim().to_owned();
            let is_id = matches!(id.len(), 40 | 64) && id.bytes().all(|byte| byte.is_ascii_hexdigit());
            return if is_id { Ok(id) } else { Err(unknown()) };
        }
        // Why not.
        let repository = self.ask(&["rev-parse", "--git-dir"], &[], 1 << 16);
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(self.failed("be asked"));
        }
        Err(match (repository, Repository::around(self.root)) {
            (GitOutput::Whole(_), _) => unknown(),
            (GitOutput::Missing, _) => Error::new(Code::NoRepository, "the `git` command was not found"),
            (_, Err(absence)) => {
                let (message, hint) = absence.sentences();
                Error::new(Code::NoRepository, message).hint(hint)
            }
            (GitOutput::Cut(_) | GitOutput::Failed, Ok(repository)) => {
                let message = format!("Git does not take {} for a repository", repository.git_dir.display());
                Error::new(Code::NoRepository, message).hint(
                    "run `git status` for the reason: the repository may be damaged or belong to another user (safe.directory)",
                )
            }
        })
    }

    /// Whether the clone lacks a part of its history.
    fn is_shallow(&self) -> bool {
        match self.ask(&["rev-parse", "--is-shallow-repository"], &[], 1 << 10) {
            GitOutput::Whole(answer) => answer.starts_with(b"true"),
            _ => false,
        }
    }

    /// The files below the root at a commit, relative to the root. Links and submodules are none, nor are files whose
    /// names are not UTF-8.
    ///
    /// # Errors
    /// `not_readable`, `cancelled`.
    pub fn files(&self, commit: &str) -> Result<BTreeMap<String, Blob>> {
        match self.ask(&["ls-tree", "-r", "-z", "-l", commit], &[], MAX_LIST_BYTES) {
            GitOutput::Whole(bytes) => Ok(read_list(&bytes)),
            GitOutput::Cut(_) => Err(Error::new(Code::NotReadable, "the commit has too many files to list")),
            GitOutput::Missing | GitOutput::Failed => Err(self.failed("list the files of the commit")),
        }
    }

    /// The contents of blobs, in their order.
    ///
    /// # Errors
    /// `not_readable`, `cancelled`.
    pub fn contents(&self, blobs: &[Blob]) -> Result<Vec<Vec<u8>>> {
        let mut contents = Vec::with_capacity(blobs.len());
        let mut rest = blobs;
        while !rest.is_empty() {
            let mut bytes = 0;
            let fitting = rest
                .iter()
                .take_while(|blob| {
                    bytes += blob.size;
                    bytes <= BATCH_BYTES
                })
                .count();
            let (batch, later) = rest.split_at(fitting.max(1).min(rest.len()));
            let mut input = String::new();
            for blob in batch {
                input.push_str(&blob.id);
                input.push('\n');
            }
            let most = batch.iter().map(|blob| blob.size + 128).sum::<u64>() + 1;
            let GitOutput::Whole(output) = self.ask(&["cat-file", "--batch"], input.as_bytes(), most) else {
                return Err(self.failed("read the files of the commit"));
            };
            let read = read_batch(&output, batch.len());
            if read.len() != batch.len() {
                return Err(self.failed("read the files of the commit"));
            }
            contents.extend(read);
            rest = later;
        }
        Ok(contents)
    }

    /// Git's ids of files as they lie on the disk, in their order, without any filter. `like`: an id of the repository.
    ///
    /// # Errors
    /// `not_readable`, also where one of them is gone; `cancelled`.
    pub fn ids_of_files(&self, paths: &[&str], like: &str) -> Result<Vec<String>> {
        let mut disk = Disk::new(self.root);
        let id = |path: &&str| {
            if self.cancelled.load(Ordering::Relaxed) {
                return Err(self.failed("be asked"));
            }
            disk.id(Path::new(path), like.len())
                .map_err(|error| Error::new(Code::NotReadable, format!("{path} cannot be read ({error})")))
        };
        paths.iter().map(id).collect()
    }
}

/// `100644 blob 83baae61804e65cc73a7201a7252750c76066a30      12\tsrc/a.py`, each ending in a zero byte.
fn read_list(bytes: &[u8]) -> BTreeMap<String, Blob> {
    let line = |record: &[u8]| -> Option<(String, Blob)> {
        let record = std::str::from_utf8(record).ok()?;
        let (facts, path) = record.split_once('\t')?;
        let mut facts = facts.split_ascii_whitespace();
        let (mode, kind, id, size) = (facts.next()?, facts.next()?, facts.next()?, facts.next()?);
        if !mode.starts_with("100") || kind != "blob" {
            return None;
        }
        Some((path.to_owned(), Blob { id: id.to_owned(), size: size.parse().ok()? }))
    };
    bytes.split(|byte| *byte == 0).filter_map(line).collect()
}

/// `ID blob SIZE\nCONTENT\n`, one after the other; what does not read as that ends it.
fn read_batch(mut bytes: &[u8], count: usize) -> Vec<Vec<u8>> {
    let mut contents = Vec::with_capacity(count);
    while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
        let head = bytes.get(..end).and_then(|head| std::str::from_utf8(head).ok()).unwrap_or("");
        let mut words = head.split(' ').skip(1);
        let (Some("blob"), Some(size)) = (words.next(), words.next()) else { break };
        let Ok(size) = size.parse::<usize>() else { break };
        let begin = end + 1;
        let Some(content) = bytes.get(begin..begin.saturating_add(size)) else { break };
        contents.push(content.to_vec());
        bytes = bytes.get(begin + size + 1..).unwrap_or(&[]);
    }
    contents
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_contents_are_read() {
        let list = b"100644 blob aa      12\tsrc/a b.py\x00120000 blob bb 3\tlink\x00160000 commit cc -\tsub\x00100755 blob dd 0\tx\x00";
        let files = read_list(list);
        let got: Vec<(&str, &str, u64)> =
            files.iter().map(|(path, blob)| (path.as_str(), blob.id.as_str(), blob.size)).collect();
        assert_eq!(got, [("src/a b.py", "aa", 12), ("x", "dd", 0)]);
        let output = b"aa blob 5\na\nb\nc\ndd blob 0\n\nee missing\n";
        assert_eq!(read_batch(output, 3), [b"a\nb\nc".to_vec(), Vec::new()]);
        assert!(read_batch(b"aa blob 99999999999999999999\nx", 1).is_empty());
        assert!(read_batch(b"aa blob 9\nx", 1).is_empty());
    }
}
