//! Why Git tracks nothing of a folder that shall be committed.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::command::{Deadline, GitOutput, ProcessIo, ask};
use crate::tracked_paths::TrackedPaths;

/// All of it.
const TIME: Duration = Duration::from_millis(1_500);

/// Bytes of an answer: a pattern, and two paths.
const MAX_OUTPUT_BYTES: u64 = 64 << 10;

/// A file name that nobody has in that folder: what is asked is what becomes of a new file.
const NEW_FILE: &str = "beadloom-new.yml";

/// A pattern by which Git ignores a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnorePattern {
    /// The file that has it: relative to the folder that was asked about, or absolute where it lies elsewhere.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// As it stands there.
    pub pattern: String,
}

/// The pattern by which Git ignores new files of a folder below `root`; None where there is none, where files of the folder are
/// tracked already, and where nothing can be known: no Git, no repository, or Git takes longer than 1.5 s.
pub fn ignore_pattern(root: &Path, folder: &str, cancelled: &AtomicBool) -> Option<IgnorePattern> {
    let folder = folder.trim_matches('/');
    let (tracked, prefix) = TrackedPaths::around(root, cancelled).ok()?;
    let inside = if prefix.is_empty() { folder.to_owned() } else { format!("{prefix}/{folder}") };
    if tracked.has(&inside) {
        return None;
    }
    let deadline = Deadline { until: Instant::now() + TIME, cancelled };
    // With the dot, no folder that settings name is taken for anything but a path. Where the project itself is ignored by the
    // repository around it, nothing of it shall be committed.
    let itself = if prefix.is_empty() { "" } else { ".\0" };
    let paths = format!("{itself}./{folder}/{NEW_FILE}\0");
    let exchange = ProcessIo { input: paths.as_bytes(), most: MAX_OUTPUT_BYTES };
    match ask(root, &["check-ignore", "--verbose", "-z", "--stdin"], exchange, deadline) {
        GitOutput::Whole(record) => read(&record),
        GitOutput::Cut(_) | GitOutput::Missing | GitOutput::Failed => None,
    }
}

/// Source, line, pattern and path, each ended by a NUL; None where the folder itself is among them. A pattern with `!` takes back
/// what another one ignores.
fn read(record: &[u8]) -> Option<IgnorePattern> {
    let text = String::from_utf8_lossy(record);
    let mut fields = text.split('\0');
    let (file, line, pattern) = (fields.next()?, fields.next()?.parse().ok()?, fields.next()?);
    if fields.next()? == "." {
        return None;
    }
    (!pattern.starts_with('!')).then(|| IgnorePattern {
        file: file.to_owned(),
        line,
        pattern: pattern.to_owned(),
    })
}
