//! What Git has of files as they were.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::command::{Deadline, GitOutput, ProcessIo, ask};

/// Of each call.
const TIME: Duration = Duration::from_secs(10);

/// Bytes of all contents of a call.
const MAX_CONTENT_BYTES: u64 = 64 << 20;

/// The contents that Git has under these names: ids of blobs, or `REVISION:./path` with the path relative to `root`. Names
/// that it does not know are left out, and all where there is no Git or no repository.
pub fn contents(root: &Path, names: &[String], cancelled: &AtomicBool) -> BTreeMap<String, Vec<u8>> {
    let asked: Vec<&String> = names.iter().filter(|name| !name.contains(['\n', '\0'])).collect();
    if asked.is_empty() {
        return BTreeMap::new();
    }
    let mut input = Vec::new();
    for name in &asked {
        input.extend_from_slice(name.as_bytes());
        input.push(b'\n');
    }
    let deadline = Deadline { until: Instant::now() + TIME, cancelled };
    let exchange = ProcessIo { input: &input, most: MAX_CONTENT_BYTES };
    let output = match ask(root, &["cat-file", "--batch"], exchange, deadline) {
        GitOutput::Whole(output) | GitOutput::Cut(output) => output,
        GitOutput::Missing | GitOutput::Failed => return BTreeMap::new(),
    };
    let mut found = BTreeMap::new();
    let mut rest = output.as_slice();
    for name in asked {
        let Some(end) = rest.iter().position(|byte| *byte == b'\n') else { break };
        let header = String::from_utf8_lossy(&rest[..end]).into_owned();
        rest = &rest[end + 1..];
        let mut words = header.rsplit(' ');
        let (last, kind) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        // "NAME missing", "NAME ambiguous" and the like have no content behind them.
        let Ok(size) = last.parse::<usize>() else { continue };
        let Some(content) = rest.get(..size) else { break };
        if kind == "blob" {
            found.insert(name.clone(), content.to_vec());
        }
        rest = rest.get(size + 1..).unwrap_or_default();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_of_a_repository_nothing_is_known() {
        let folder = tempfile::tempdir().unwrap_or_else(|error| unreachable!("{error}"));
        let names = ["HEAD:./a".to_owned(), "bad\nname".to_owned()];
        assert!(contents(folder.path(), &names, &AtomicBool::new(false)).is_empty());
    }
}
