//! Which files are tests, by their paths.

use beadloom_model::{FolderKind, LanguageId};

/// Whether a path is that of a test or of what only tests use, by the habits of the languages.
pub fn is_test(path: &str) -> bool {
    let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
    folders.split('/').any(is_test_folder) || is_test_file(file) || is_test_support(file)
}

/// Whether folders of that name hold tests.
pub fn is_test_folder(name: &str) -> bool {
    match FolderKind::of(name) {
        Some(FolderKind::Tests) => true,
        // Fixtures and mocks may be a product's own.
        Some(FolderKind::TestData) if name.starts_with("test") => true,
        _ => is_test_project(name),
    }
}

/// Last words of folders that hold what only tests use.
const SUPPORT: &[&str] = &[
    "util", "utils", "utilities", "helper", "helpers", "support", "common", "shared", "fixture", "fixtures",
    "data", "infrastructure", "harness", "doubles",
];

/// What kind of test a folder of one word more than `test` may hold.
const KINDS: &[&str] = &[
    "unit", "integration", "functional", "acceptance", "system", "smoke", "regression", "contract",
    "component", "e2e", "end", "performance", "load", "stress", "ui", "api", "browser", "android",
    "instrumentation",
];

/// Whether a folder is called like a project of tests, or of what these share: `Basket.UnitTests`, `androidTest`,
/// `integration-tests`, `test-utils`, `Test.Common`.
pub(crate) fn is_test_project(name: &str) -> bool {
    let words = words_of(name);
    let [rest @ .., last] = words.as_slice() else { return false };
    let Some(before) = rest.last() else {
        return matches!(
            last.as_str(),
            "testutil" | "testutils" | "testhelper" | "testhelpers" | "unittests"
        );
    };
    match last.as_str() {
        "test" | "tests" | "specs" => {
            // One word in lower case may be anything: `blood-test` is a product.
            name.contains('.') || name.contains(char::is_uppercase) || KINDS.contains(&before.as_str())
        }
        "testing" => name.contains('.'),
        last => {
            rest.iter().any(|word| matches!(word.as_str(), "test" | "tests" | "testing"))
                && SUPPORT.contains(&last)
        }
    }
}

/// The words of a name, in lower case: parted by punctuation, or by a capital behind a small letter or a digit.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut begins = true;
    let mut last_is_small = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            begins = true;
            continue;
        }
        if begins || (c.is_uppercase() && last_is_small) {
            words.push(String::new());
        }
        begins = false;
        last_is_small = !c.is_uppercase();
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words
}

/// Whether a file is a test by its name: `charge_test.go`, `charge.spec.ts`, `test_charge.py`, `ChargeTest.java`.
pub(crate) fn is_test_file(name: &str) -> bool {
    let (stem, extension) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).unwrap_or((name, ""));
    let mut words = stem.split('.');
    let first = words.next().unwrap_or(stem);
    matches!(first, "test" | "tests")
        || (first.starts_with("test_") && LanguageId::of_extension(extension) == Some(LanguageId::Python))
        || ends_as_test(first)
        || ends_as_test_class(first)
        || words.any(|word| matches!(word, "test" | "spec" | "e2e") || ends_as_test(word))
}

/// What tests share, and tests in languages where nothing else is called so: `conftest.py`, `test_main.c`, `TestLedger`.
fn is_test_support(name: &str) -> bool {
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    stem == "conftest"
        || stem.starts_with("test_")
        || stem.strip_prefix("Test").is_some_and(|name| name.starts_with(char::is_uppercase))
}

fn ends_as_test(word: &str) -> bool {
    ["_test", "_tests", "_spec", "-test", "-spec"].iter().any(|end| word.ends_with(end))
}

/// `LedgerTest`, `URLTests`, `LedgerIT`; a capital before `IT` is of the same word, as in `AUDIT`.
fn ends_as_test_class(stem: &str) -> bool {
    ["Test", "Tests", "Spec", "TestCase", "IT"].iter().any(|end| {
        let last = stem.strip_suffix(end).and_then(|name| name.chars().next_back());
        last.is_some_and(|last| last.is_alphanumeric() && (*end != "IT" || !last.is_uppercase()))
    })
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
            ("src/billing/charge-test.js", true),
            ("src/billing/charge.e2e.ts", true),
            ("src/billing/charge.slow-test.ts", true),
            ("src/billing/charge.test.ts.snap", true),
            ("src/test_charge.c", true),
            ("src/TestLedger.java", true),
            ("src/__tests__/charge.tsx", true),
            ("src/test/java/LedgerTest.java", true),
            ("app/LedgerIT.java", true),
            ("app/Http2Test.java", true),
            ("app/URLTest.java", true),
            ("app/IOTests.cs", true),
            ("conftest.py", true),
            ("tests/Basket.UnitTests/BasketServiceTests.cs", true),
            ("src/Basket.FunctionalTests/Fixture.cs", true),
            ("app/src/androidTest/java/Ledger.kt", true),
            ("integration-tests/run.ts", true),
            ("packages/test-utils/src/render.ts", true),
            ("src/Test.Common/Host.cs", true),
            ("src/Shop.Testing/Host.cs", true),
            ("crates/testutil/src/lib.rs", true),
            ("src/blood-test/result.py", false),
            ("src/testing/lab.py", false),
            ("src/latest-utils/a.ts", false),
            ("src/Contests/A.cs", false),
            ("src/billing/charge.py", false),
            ("src/latest/contest.py", false),
            ("src/IT.java", false),
            ("src/AUDIT.java", false),
            ("src/attest.rs", false),
            ("src/Testament.java", false),
        ] {
            assert_eq!(is_test(path), test, "{path}");
        }
    }
}
