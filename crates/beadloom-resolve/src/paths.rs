//! Paths as the index writes them: relative to the root, `/`-separated, without `.` and `..`. The root is `""`.

use beadloom_model::FolderKind;

/// The folder of a file or folder; the root's is the root.
pub(super) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The last segment.
pub(super) fn name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// `folder/rest`; either may be empty.
pub(super) fn join(folder: &str, rest: &str) -> String {
    if folder.is_empty() {
        rest.to_owned()
    } else if rest.is_empty() {
        folder.to_owned()
    } else {
        let mut path = String::with_capacity(folder.len() + 1 + rest.len());
        path.push_str(folder);
        path.push('/');
        path.push_str(rest);
        path
    }
}

/// `relative`, which may hold `.` and `..`, seen from `folder`. `None` where it leaves the root or is absolute.
pub(super) fn resolve(folder: &str, relative: &str) -> Option<String> {
    if relative.starts_with('/') || relative.contains('\0') {
        return None;
    }
    let mut path = folder.to_owned();
    for segment in relative.split('/') {
        match segment {
            "" | "." => {}
            ".." if path.is_empty() => return None,
            ".." => path.truncate(parent(&path).len()),
            _ => {
                if !path.is_empty() {
                    path.push('/');
                }
                path.push_str(segment);
            }
        }
    }
    Some(path)
}

/// Whether `path` is `folder` or lies below it.
pub(super) fn is_within(path: &str, folder: &str) -> bool {
    folder.is_empty()
        || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// How many leading segments two paths share.
pub(super) fn shared_segments(a: &str, b: &str) -> usize {
    if a.is_empty() || b.is_empty() {
        return 0;
    }
    a.split('/').zip(b.split('/')).take_while(|(a, b)| a == b).count()
}

/// How many steps up and down lead from one folder to another.
pub(super) fn distance(a: &str, b: &str) -> usize {
    let depth = |path: &str| if path.is_empty() { 0 } else { path.split('/').count() };
    depth(a) + depth(b) - 2 * shared_segments(a, b)
}

/// The folder and all folders above it, nearest first, the root (`""`) last.
pub(super) fn ancestors(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |folder| (!folder.is_empty()).then(|| parent(folder)))
}

/// A folder as a target: with its final `/`; the root is `./`.
pub(super) fn as_folder(folder: &str) -> String {
    if folder.is_empty() { "./".to_owned() } else { format!("{folder}/") }
}

/// Folders of code that only serves what stands beside it. What such a folder holds is not visible outside:
/// a fixture named like a published package must not catch the imports of the whole project.
const SECLUDED: &[FolderKind] = &[
    FolderKind::Tests,
    FolderKind::TestData,
    FolderKind::Examples,
    FolderKind::Benchmarks,
    FolderKind::Documents,
];

/// Whether a folder of that name only serves what stands beside it.
pub(super) fn is_secluded(name: &str) -> bool {
    FolderKind::is_one(name, SECLUDED)
}

/// Whether a file of Python is one of tests: by its folder or its name.
pub(super) fn is_of_tests(path: &str) -> bool {
    let name = name(path);
    !visible_from(parent(path)).is_empty()
        || name.starts_with("test_")
        || name == "conftest.py"
        || name.rsplit_once('.').is_some_and(|(stem, _)| stem.ends_with("_test") || stem.ends_with("_tests"))
}

/// The folder from which code in `folder` can be seen: the root, or the innermost folder of tests, examples or
/// fixtures around it.
pub(super) fn visible_from(folder: &str) -> &str {
    ancestors(folder).find(|folder| is_secluded(name(folder))).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_stay_inside_the_root() {
        let cases = [
            ("a/b", "../c", Some("a/c")),
            ("a/b", "./c//d/", Some("a/b/c/d")),
            ("a", "..", Some("")),
            ("a", "../..", None),
            ("", "../a", None),
            ("a", "/etc", None),
        ];
        for (folder, relative, expected) in cases {
            assert_eq!(resolve(folder, relative).as_deref(), expected, "{folder} {relative}");
        }
    }

    #[test]
    fn segments_are_compared_whole() {
        assert!(is_within("src/auth/x.py", "src/auth"));
        assert!(!is_within("src/authz/x.py", "src/auth"));
        assert_eq!(shared_segments("src/auth", "src/authz"), 1);
        assert_eq!(ancestors("a/b").collect::<Vec<_>>(), ["a/b", "a", ""]);
        assert_eq!(visible_from("tests/fixtures/app"), "tests/fixtures");
        assert_eq!(visible_from("src/app"), "");
    }
}
