//! What the index holds otherwise than a commit: a comparison of two lists, for which Git reads no file of the work tree.

use std::collections::BTreeMap;
use std::path::Path;

use crate::command::{Deadline, GitOutput, Index, ProcessIo, ask_with};

/// Bytes of output: a million files that are not staged.
const MAX_OUTPUT_BYTES: u64 = 256 << 20;

/// A path on both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IndexChange {
    /// The commit's blob; None where it does not have the file.
    pub(crate) old: Option<String>,
    /// The index's, likewise; also None while a merge has a conflict there.
    pub(crate) new: Option<String>,
    /// Whether a merge has a conflict there.
    pub(crate) is_unmerged: bool,
}

/// By path, relative to the folder. Submodules are left out.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct IndexDiff(pub(crate) BTreeMap<String, IndexChange>);

impl IndexDiff {
    /// None where Git cannot say.
    pub(crate) fn read(folder: &Path, commit: &str, index: Index, deadline: Deadline<'_>) -> Option<Self> {
        let arguments = [
            "diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--relative",
            "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", commit, "--",
        ];
        match ask_with(folder, &arguments, ProcessIo { input: &[], most: MAX_OUTPUT_BYTES }, deadline, index)
        {
            GitOutput::Whole(raw) => Some(Self::parse(&String::from_utf8_lossy(&raw))),
            GitOutput::Cut(_) | GitOutput::Missing | GitOutput::Failed => None,
        }
    }

    /// `:100644 100644 OLD NEW M`, and behind it the path.
    fn parse(raw: &str) -> Self {
        let mut changes = BTreeMap::new();
        let mut fields = raw.split('\0');
        while let (Some(entry), Some(path)) = (fields.next(), fields.next()) {
            let mut words = entry.trim_start_matches(':').split(' ');
            let (Some(was), Some(is), Some(old), Some(new), Some(status)) =
                (words.next(), words.next(), words.next(), words.next(), words.next())
            else {
                continue;
            };
            let is_file = |mode: &str| !matches!(mode, "160000" | "000000");
            let change = IndexChange {
                old: is_file(was).then(|| old.to_owned()),
                new: is_file(is).then(|| new.to_owned()),
                is_unmerged: status == "U",
            };
            if change.is_unmerged || change.old.is_some() || change.new.is_some() {
                changes.insert(path.to_owned(), change);
            }
        }
        Self(changes)
    }
}

#[cfg(test)]
mod tests {
    use super::IndexDiff;

    #[test]
    fn a_comparison_is_read() {
        let raw = ":100644 100755 aa bb M\0p/a b.py\0:000000 100644 00 cc A\0new\0:100644 000000 dd 00 D\0gone\0:160000 160000 ee ff M\0sub\0:000000 000000 00 00 U\0both\0";
        let IndexDiff(found) = IndexDiff::parse(raw);
        let got: Vec<(&str, Option<&str>, Option<&str>, bool)> = found
            .iter()
            .map(|(path, one)| (path.as_str(), one.old.as_deref(), one.new.as_deref(), one.is_unmerged))
            .collect();
        assert_eq!(
            got,
            [
                ("both", None, None, true),
                ("gone", Some("dd"), None, false),
                ("new", None, Some("cc"), false),
                ("p/a b.py", Some("aa"), Some("bb"), false),
            ]
        );
        assert!(IndexDiff::parse("").0.is_empty());
    }
}
