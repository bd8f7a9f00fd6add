//! What the next commit holds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::command::{Exchange, Index, Patience, Reply, ask_with};

const TIME: Duration = Duration::from_secs(20);

/// Bytes of output: a million files that are not staged.
const MOST: u64 = 128 << 20;

/// The next commit, compared with the last one and with the disk. Paths are relative to the root.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Staging {
    /// What it changes.
    pub staged: BTreeSet<String>,
    /// Of that, what the last commit does not have.
    pub added: BTreeSet<String>,
    /// What it holds otherwise than it lies on the disk: the blob, or None where it does not hold the file any more. Files
    /// that Git was never told of are not among them.
    pub unlike: BTreeMap<String, Option<String>>,
}

/// What is staged; None where Git cannot say. While a hook runs, that is what the commit takes, which for `git commit -a` or
/// `git commit FILE` is another index than the one that stays.
pub fn staging(root: &Path, cancelled: &AtomicBool) -> Option<Staging> {
    let patience = Patience { until: Instant::now() + TIME, cancelled };
    let exchange = Exchange { input: &[], most: MOST };
    let ask = |arguments: &[&str]| match ask_with(root, arguments, exchange, patience, Index::OfHook) {
        Reply::Whole(bytes) => Some(bytes),
        Reply::Cut(_) | Reply::Missing | Reply::Failed => None,
    };
    let (prefix, status) = std::thread::scope(|scope| {
        let prefix = scope.spawn(|| ask(&["rev-parse", "--show-prefix"]));
        let status =
            ask(&["status", "--porcelain=v2", "-z", "--untracked-files=no", "--no-renames", "--", "."]);
        (prefix.join().ok().flatten(), status)
    });
    let prefix = String::from_utf8_lossy(&prefix?).trim_end_matches(['\n', '\r']).to_owned();
    Some(read_status(&String::from_utf8_lossy(&status?), &prefix))
}

fn read_status(status: &str, prefix: &str) -> Staging {
    let mut staging = Staging::default();
    for record in status.split('\0') {
        if record.starts_with("1 ") {
            // `1 XY sub mH mI mW hH hI path`
            let mut fields = record.splitn(9, ' ').skip(1);
            let (Some(state), Some(blob), Some(path)) = (fields.next(), fields.nth(5), fields.next()) else {
                continue;
            };
            let Some(path) = path.strip_prefix(prefix) else { continue };
            let mut state = state.chars();
            let (in_index, on_disk) = (state.next().unwrap_or('.'), state.next().unwrap_or('.'));
            if in_index == 'A' {
                staging.added.insert(path.to_owned());
            }
            if in_index != '.' {
                staging.staged.insert(path.to_owned());
            }
            let is_held = blob.bytes().any(|digit| digit != b'0');
            if on_disk != '.' || in_index == 'D' {
                staging.unlike.insert(path.to_owned(), is_held.then(|| blob.to_owned()));
            }
        } else if record.starts_with("u ") {
            // While a merge has conflicts nothing can be committed: the disk is as good as anything.
            let Some(path) = record.splitn(11, ' ').nth(10).and_then(|path| path.strip_prefix(prefix)) else {
                continue;
            };
            staging.staged.insert(path.to_owned());
        }
    }
    staging
}

#[cfg(test)]
mod tests {
    use super::read_status;

    #[test]
    fn a_status_is_read() {
        let a = "a".repeat(40);
        let zero = "0".repeat(40);
        let line = |state: &str, blob: &str, path: &str| format!("1 {state} N... 1 1 1 {a} {blob} {path}\0");
        let status = [
            line("M.", &a, "p/staged.py"),
            line("MM", &a, "p/both parts.py"),
            line("A.", &a, "p/added.py"),
            line(".D", &a, "p/gone.py"),
            line("D.", &zero, "p/deleted.py"),
            line("M.", &a, "elsewhere.py"),
            format!("u UU N... 1 1 1 1 {a} {a} {a} p/merged.py\0"),
        ];
        let found = read_status(&status.concat(), "p/");
        let staged: Vec<&str> = found.staged.iter().map(String::as_str).collect();
        assert_eq!(staged, ["added.py", "both parts.py", "deleted.py", "merged.py", "staged.py"]);
        assert_eq!(found.added.iter().collect::<Vec<_>>(), ["added.py"]);
        let unlike: Vec<(&str, bool)> =
            found.unlike.iter().map(|(path, blob)| (path.as_str(), blob.is_some())).collect();
        assert_eq!(unlike, [("both parts.py", true), ("deleted.py", false), ("gone.py", true)]);
    }
}
