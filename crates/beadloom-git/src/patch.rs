//! Patches without context lines (`-U0`), and where lines went.

/// Lines that a patch replaces: `old` of the file before by `new` of the file after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hunk {
    /// First line, 1-based, and number of lines before. Without lines: the line after which others came.
    pub old: (u32, u32),
    /// The same after.
    pub new: (u32, u32),
}

/// The hunks of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FilePatch {
    /// Relative to the root, as it is called after; None where it is gone.
    pub(crate) path: Option<String>,
    /// As it was called before; None where it is new.
    pub(crate) old_path: Option<String>,
    pub(crate) hunks: Vec<Hunk>,
}

/// Reads what `git diff -U0` and the patches of `git log` print. Files with names that Git quotes are left out.
pub(crate) fn files(patch: &str) -> Vec<FilePatch> {
    let mut files: Vec<FilePatch> = Vec::new();
    // Lines of the current hunk that are still to come: they may look like anything.
    let mut inside = 0u32;
    for line in patch.lines() {
        if inside > 0 && line.starts_with(['+', '-']) {
            inside -= 1;
        } else if line.starts_with("diff --git ") {
            files.push(FilePatch { path: None, old_path: None, hunks: Vec::new() });
        } else if let (Some(file), Some(hunk)) = (files.last_mut(), hunk(line)) {
            inside = hunk.old.1 + hunk.new.1;
            file.hunks.push(hunk);
        } else if let Some(file) = files.last_mut() {
            if let Some(name) = line.strip_prefix("+++ ").or_else(|| line.strip_prefix("rename to ")) {
                file.path = file.path.take().or_else(|| named(name, "b/"));
            } else if let Some(name) = line.strip_prefix("--- ").or_else(|| line.strip_prefix("rename from "))
            {
                file.old_path = file.old_path.take().or_else(|| named(name, "a/"));
            }
        }
    }
    files.retain(|file| file.path.is_some() || file.old_path.is_some());
    files
}

/// A name as a header line has it: with its prefix in `+++`, without one in `rename to`.
fn named(name: &str, prefix: &str) -> Option<String> {
    let name = name.strip_suffix('\t').unwrap_or(name);
    if name == "/dev/null" || name.starts_with('"') {
        return None;
    }
    Some(name.strip_prefix(prefix).unwrap_or(name).to_owned())
}

/// `@@ -3,2 +4 @@ def f():`
fn hunk(line: &str) -> Option<Hunk> {
    let ranges = line.strip_prefix("@@ -")?;
    let (ranges, _) = ranges.split_once(" @@")?;
    let (old, new) = ranges.split_once(" +")?;
    Some(Hunk { old: range(old)?, new: range(new)? })
}

fn range(text: &str) -> Option<(u32, u32)> {
    match text.split_once(',') {
        Some((first, count)) => Some((first.parse().ok()?, count.parse().ok()?)),
        None => Some((text.parse().ok()?, 1)),
    }
}

/// Where lines (first and last, 1-based) are after a patch; None where all of them were replaced or removed.
pub fn moved(lines: (u32, u32), hunks: &[Hunk]) -> Option<(u32, u32)> {
    let (mut first, mut last) = lines;
    for hunk in hunks {
        let (begin, end) = hunk.replaced();
        if (begin..end).contains(&first) {
            first = end;
        }
    }
    for hunk in hunks.iter().rev() {
        let (begin, end) = hunk.replaced();
        if (begin..end).contains(&last) {
            last = begin.saturating_sub(1);
        }
    }
    let place = |line: u32| {
        let before = hunks.iter().take_while(|hunk| hunk.replaced().1 <= line);
        let shift: i64 = before.map(|hunk| i64::from(hunk.new.1) - i64::from(hunk.old.1)).sum();
        u32::try_from(i64::from(line) + shift).ok()
    };
    if first > last { None } else { Some((place(first)?, place(last)?)) }
}

impl Hunk {
    /// The lines before that it replaces: the first, and the one after the last.
    fn replaced(&self) -> (u32, u32) {
        let (first, count) = self.old;
        // Without lines it stands between `first` and the next.
        let begin = if count == 0 { first.saturating_add(1) } else { first };
        (begin, begin.saturating_add(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATCH: &str = "\
diff --git a/src/a.py b/src/a.py
index 1..2 100644
--- a/src/a.py
+++ b/src/a.py
@@ -3,2 +3 @@ def f():
--- a/no header
-b
+c
@@ -10,0 +10,2 @@
+++ b/no header
+e
diff --git a/old name.py b/new name.py
similarity index 90%
rename from old name.py
rename to new name.py
--- a/old name.py\t
+++ b/new name.py\t
@@ -1 +1 @@
-a
+b
diff --git a/gone.py b/gone.py
deleted file mode 100644
--- a/gone.py
+++ /dev/null
@@ -1,2 +0,0 @@
-a
-b
diff --git a/pic.png b/pic.png
Binary files a/pic.png and b/pic.png differ
";

    #[test]
    fn files_and_hunks_are_read() {
        let files = files(PATCH);
        let names: Vec<_> = files.iter().map(|f| (f.old_path.as_deref(), f.path.as_deref())).collect();
        assert_eq!(
            names,
            [
                (Some("src/a.py"), Some("src/a.py")),
                (Some("old name.py"), Some("new name.py")),
                (Some("gone.py"), None),
            ]
        );
        assert_eq!(files[0].hunks, [Hunk { old: (3, 2), new: (3, 1) }, Hunk { old: (10, 0), new: (10, 2) }]);
        assert_eq!(files[1].hunks, [Hunk { old: (1, 1), new: (1, 1) }]);
        for line in ["@@ -x +1 @@", "@@ -1", "@@ -99999999999,1 +1 @@", "@@ @@"] {
            assert_eq!(hunk(line), None, "{line}");
        }
    }

    #[test]
    fn lines_follow_what_was_added_and_removed() {
        let hunks = files(PATCH).remove(0).hunks;
        for (lines, want) in [
            ((1, 2), Some((1, 2))),
            ((3, 4), None),
            ((2, 5), Some((2, 4))),
            ((4, 6), Some((4, 5))),
            ((10, 10), Some((9, 9))),
            ((11, 12), Some((12, 13))),
            ((9, 11), Some((8, 12))),
        ] {
            assert_eq!(moved(lines, &hunks), want, "{lines:?}");
        }
        assert_eq!(moved((5, 7), &[]), Some((5, 7)));
    }
}
