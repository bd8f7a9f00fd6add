//! Which files are tests, by their paths.

/// Folders that hold tests wherever they stand.
const TEST_FOLDERS: &[&str] = &["test", "tests", "__tests__", "__test__", "spec", "specs", "testdata", "e2e"];

/// Whether a path is that of a test, by the habits of the languages.
pub fn is_test(path: &str) -> bool {
    let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
    if folders.split('/').any(|folder| TEST_FOLDERS.contains(&folder)) {
        return true;
    }
    let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
    let rest = &file[stem.len()..];
    stem == "conftest"
        || stem == "test"
        || stem == "tests"
        || stem.starts_with("test_")
        || stem.ends_with("_test")
        || stem.ends_with("_tests")
        || stem.ends_with("_spec")
        || rest.starts_with(".test.")
        || rest.starts_with(".spec.")
        || is_test_class(stem)
}

/// `LedgerTest`, `LedgerTests`, `LedgerIT`, `TestLedger`.
fn is_test_class(stem: &str) -> bool {
    let ends = ["Test", "Tests", "Spec", "TestCase", "IT"]
        .iter()
        .any(|end| stem.strip_suffix(end).is_some_and(|name| name.ends_with(char::is_alphanumeric)));
    ends || stem.strip_prefix("Test").is_some_and(|name| name.starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::is_test;

    #[test]
    fn tests_are_known_by_folder_and_name() {
        for (path, test) in [
            ("tests/test_charge.py", true),
            ("src/billing/charge_test.go", true),
            ("src/billing/charge.test.ts", true),
            ("src/__tests__/charge.tsx", true),
            ("src/test/java/LedgerTest.java", true),
            ("app/LedgerIT.java", true),
            ("conftest.py", true),
            ("src/billing/charge.py", false),
            ("src/latest/contest.py", false),
            ("src/IT.java", false),
            ("src/attest.rs", false),
            ("src/Testament.java", false),
        ] {
            assert_eq!(is_test(path), test, "{path}");
        }
    }
}
